"""The puzzles that come with the package, and which of them to ask: three of the day, and one near a rating."""

import gzip
from datetime import datetime
from functools import cache
from importlib import resources
from itertools import islice

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import below
from quincunx.puzzles.puzzle import Puzzle, read_puzzles
from quincunx.puzzles.streams import PuzzleStream

FOLDER = resources.files("quincunx.puzzles") / "shipped"
SUFFIX = ".jsonl.gz"
PER_DAY = 3
NEAREST = 20
"""A puzzle for practice is one of this many whose ratings are nearest."""


def file_name(game: AnyGame) -> str:
    return f"{game.slug}{SUFFIX}"


def has_puzzles(game: AnyGame) -> bool:
    return (FOLDER / file_name(game)).is_file()


@cache
def shipped(game: AnyGame) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order in which they were found; none if it has none."""
    if not has_puzzles(game):
        return ()
    return tuple(read_puzzles(gzip.decompress((FOLDER / file_name(game)).read_bytes()).decode().splitlines()))


@cache
def _by_id(game: AnyGame) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped(game)}


def find(game: AnyGame, identity: str) -> Puzzle:
    puzzle = _by_id(game).get(identity)
    if puzzle is None:
        raise Refusal(ErrorCode.NOT_FOUND, f"{game.slug} has no puzzle {quoted(identity)}")
    return puzzle


def of_the_day(game: AnyGame, date: str) -> list[Puzzle]:
    """Three puzzles of a day, an easy one first; different ones every day until all have been used."""
    try:
        day = datetime.strptime(date, "%Y%m%d").toordinal()
    except ValueError:
        raise Refusal(ErrorCode.BAD_REQUEST, f"there is no day {quoted(date)}; write it as 20260131") from None
    rated = sorted(_must_have(game), key=lambda puzzle: (puzzle.rating, puzzle.id))
    thirds = [rated[len(rated) * part // PER_DAY : len(rated) * (part + 1) // PER_DAY] for part in range(PER_DAY)]
    return [_shuffled_place(third, day) for third in thirds if third]


def near(game: AnyGame, rating: int, seed: int) -> Puzzle:
    """A puzzle for somebody with this rating: the seed draws it from the nearest ones."""
    nearest = sorted(_must_have(game), key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))
    several = list(islice(nearest, NEAREST))
    return several[below(len(several), seed, PuzzleStream.NEAREST, 0)]


def _shuffled_place(puzzles: list[Puzzle], day: int) -> Puzzle:
    """A different puzzle each day: each round goes through all of them, in a new order."""
    turn, place = divmod(day, len(puzzles))
    drawn = [below(1 << 30, turn, PuzzleStream.DAYS, number) for number in range(len(puzzles))]
    order = sorted(range(len(puzzles)), key=lambda number: (drawn[number], number))
    return puzzles[order[place]]


def _must_have(game: AnyGame) -> tuple[Puzzle, ...]:
    puzzles = shipped(game)
    if not puzzles:
        raise Refusal(ErrorCode.NOT_FOUND, f"{game.slug} has no puzzles")
    return puzzles
