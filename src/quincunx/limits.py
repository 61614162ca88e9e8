"""Limits that several layers share. Imports nothing: the command line shows them in its help before anything heavy is
loaded."""

PLY_CAP = 400
"""Where nothing else is said, a match that has not ended after this many plies is stopped. In the lab and in the arena
it counts as a draw, or as lost in a game for one; environments call its episode truncated."""
