"""Infinity Grid Duel's players, evaluations, filling and protected tiles."""
