"""Pushmine: push a line, get four in a row, mind the mines."""
