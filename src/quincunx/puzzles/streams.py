"""The random numbers of puzzles: what each stream is for."""

from enum import IntEnum


class PuzzleStream(IntEnum):
    """The streams of mining's seed, of the seeds that follow from it, and of the choice among shipped puzzles.

    Their numbers are fixed for good: with others, a seed would give other puzzles than those that come with the
    package. Some have one number, with different seeds or indices.
    """

    GRADINGS = 251
    OPENINGS = 251
    SAMPLES = 251
    LEVELS = 252
    MATCHES = 252
    DAYS = 253
    NEAREST = 253
