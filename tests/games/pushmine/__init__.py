"""Pushmine's players, lines, threats and options; exhaustive searches check them."""
