"""What can play the matches of a run. Imports nothing: the command line shows this in its help before anything heavy is
loaded."""

CPU, CUDA = "cpu", "cuda"
"""The processor, or a graphics processor."""
