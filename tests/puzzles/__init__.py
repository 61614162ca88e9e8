"""Puzzles: how they are mined and judged, and that those which are shipped are right."""
