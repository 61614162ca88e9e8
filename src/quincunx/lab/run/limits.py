"""Limits of a run. Imports nothing: the command line shows them in its help before anything heavy is loaded."""

PLY_CAP = 400
"""A match that has not ended after this many plies is stopped as unfinished, and counts as a draw."""
