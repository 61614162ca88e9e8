"""The ladder of levels: how much stronger one level is than another, by many matches with seats and seeds swapped."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quincunx.catalogue import game as find_game
from quincunx.engine.game import AnyGame
from quincunx.engine.player import Player
from quincunx.engine.rules import WON_BY_1, WON_BY_2
from quincunx.lab.judge.statistics import ScoreEstimate
from quincunx.lab.run.lab_match import LabMatch
from quincunx.lab.run.workers import crew_at, losses
from quincunx.limits import PLY_CAP
from quincunx.search.chooser import level_of


class LadderMatch(NamedTuple):
    """One match to be played; the stronger level has seat 1 unless the seats are swapped."""

    game: str
    variant: str | None
    stronger: str
    weaker: str
    seed: int
    swapped: bool


class LadderResult(NamedTuple):
    """The points of the stronger level, the length, and the slowest choice of each level in seconds."""

    points: float
    plies: int
    slowest: tuple[float, float]


class PairingScore(NamedTuple):
    """A pairing after some matches: the stronger level's score with its 95 % interval."""

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
) -> Iterator[PairingScore]:
    """Play the pairing, two matches per seed with the seats swapped; the score after every match."""
    matches = [
        LadderMatch(slug, variant, stronger, weaker, number // 2, swapped=number % 2 == 1) for number in range(games)
    ]
    results: list[LadderResult] = []
    for result in _results(matches, jobs):
        results.append(result)
        yield pairing_score(stronger, weaker, results)


def _results(matches: Sequence[LadderMatch], jobs: int) -> Iterator[LadderResult]:
    if jobs == 1:
        yield from map(play, matches)
        return
    with crew_at(f"processes:{jobs}") as crew, losses():
        yield from crew.executor.map(play, matches)


def pairing_score(stronger: str, weaker: str, results: Sequence[LadderResult]) -> PairingScore:
    points = [result.points for result in results]
    score = ScoreEstimate(stronger, weaker, sum(points), len(points))
    slowest = (max(result.slowest[0] for result in results), max(result.slowest[1] for result in results))
    return PairingScore(
        stronger, weaker, len(points), points.count(1.0), points.count(0.5), points.count(0.0), score.share,
        *score.interval, sum(result.plies for result in results) / len(results), slowest,
    )  # fmt: skip


def play(match: LadderMatch) -> LadderResult:
    game = find_game(match.game)
    stronger, weaker = (level_of(game, name).player for name in (match.stronger, match.weaker))
    return meet(game, match.variant, (stronger, weaker), match.seed, match.swapped)


def meet(
    game: AnyGame, variant: str | None, players: tuple[Player, Player], seed: int, swapped: bool, opening: int = 0
) -> LadderResult:
    """One match of two players, the stronger named first; its first `opening` plies are random, and the same for both
    seats of a seed."""
    order = -1 if swapped else 1
    first = game.new(game.variant(variant), seed)
    result = LabMatch(game, first, seed, players[::order], asks_to_the_end=False).play_on(PLY_CAP, opening)
    seat = WON_BY_2 if swapped else WON_BY_1
    points = float(result.result == seat) if result.result in (WON_BY_1, WON_BY_2) else 0.5
    stronger, weaker = result.slowest[::order]
    return LadderResult(points, len(result.moves), (stronger, weaker))
