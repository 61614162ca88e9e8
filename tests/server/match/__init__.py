"""Matches on a server: making, playing and ending them, clocks, people, rematches, what is secret."""
