"""Limits of a run, and where it can be played. Imports nothing: the command line shows this in its help before anything
heavy is loaded."""

PLY_CAP = 400
"""A match that has not ended after this many plies is stopped as unfinished, and counts as a draw."""

CPU, CUDA = "cpu", "cuda"
"""What plays the matches of a run: the processor, or a graphics processor."""
