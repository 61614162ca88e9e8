"""Infinity Grid Duel: place a tile, capture its neighbours."""
