"""The ladder: how much stronger one level is than another, by many games with seats and seeds swapped."""

import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from quincunx.catalogue import game
from quincunx.engine.match import Match
from quincunx.search.chooser import choose_in

MOST_PLIES = 400
"""A game that has not ended by then is a draw."""
Z_95 = 1.959963984540054
NO_CLOCK = 600_000


class Played(NamedTuple):
    """One game: the points of the stronger level, its length, and the slowest choice of each in seconds."""

    points: float
    plies: int
    slowest: tuple[float, float]


class Standing(NamedTuple):
    """A pairing after some games: the stronger level's score with its 95 % interval."""

    stronger: str
    weaker: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    mean_plies: float
    slowest: tuple[float, float]


def climb(
    slug: str, stronger: str, weaker: str, games: int, variant: str | None = None, jobs: int = 1
) -> Iterator[Standing]:
    """Play the pairing, two games a seed with the seats swapped; the standing after every game."""
    tasks = [(slug, variant, stronger, weaker, number // 2, number % 2) for number in range(games)]
    played: list[Played] = []
    if jobs == 1:
        results: Iterator[Played] = map(_play, tasks)
        for one in results:
            played.append(one)
            yield standing(stronger, weaker, played)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for one in pool.map(_play, tasks):
            played.append(one)
            yield standing(stronger, weaker, played)


def standing(stronger: str, weaker: str, played: list[Played]) -> Standing:
    points = [one.points for one in played]
    low, high = wilson(sum(points), len(points))
    slowest = (max(one.slowest[0] for one in played), max(one.slowest[1] for one in played))
    return Standing(
        stronger, weaker, len(points), points.count(1.0), points.count(0.5), points.count(0.0),
        sum(points) / len(points), low, high, sum(one.plies for one in played) / len(played), slowest,
    )  # fmt: skip


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a score; a draw counts as half a win, which makes it a little too wide."""
    share, z2 = points / games, Z_95 * Z_95
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z_95 * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return centre - half, centre + half


def _play(task: tuple[str, str | None, str, str, int, int]) -> Played:
    """One game between two levels; the stronger has seat 1 when `swapped` is 0."""
    slug, variant, stronger, weaker, seed, swapped = task
    match = Match(game(slug), variant, seed, play_passes=True)
    seat = 2 if swapped else 1
    slowest = [0.0, 0.0]
    while match.end is None and len(match.moves) < MOST_PLIES and not match.game.agrees_to_draw(match.seen):
        strong = match.position.turn == seat
        choice = choose_in(match, stronger if strong else weaker, milliseconds=NO_CLOCK)
        slowest[0 if strong else 1] = max(slowest[0 if strong else 1], choice.seconds)
        match.play(match.game.write_move(match.position, choice.move))
    points = float(match.result == str(seat)) if match.result in ("1", "2") else 0.5
    return Played(points, len(match.moves), (slowest[0], slowest[1]))
