"""The levels of Stack Swap Mosaic (rule 7), and the player that weighs its swaps by sampled futures."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.player import Choice, Level, MoveRequest, Player, scaled_budget
from quincunx.engine.rules import moves, play
from quincunx.games.mosaic.evaluation import CLEAR_LEAD, SURE
from quincunx.games.mosaic.principles import points_of
from quincunx.games.mosaic.sampled_futures import foresee, promising
from quincunx.search.advice.obedience import BEST_AT_A_PRICE, Picked, as_asked, pick_scored, wishes_of
from quincunx.search.advice.principles import Wish
from quincunx.search.casual import CasualPlayer
from quincunx.search.chooser import pick
from quincunx.search.hooks import WIN
from quincunx.search.players import NegamaxPlayer, RandomPlayer
from quincunx.search.workspace import Words

SUREST = 0.999
"""No sample makes anything surer than this."""


class Ranking(NamedTuple):
    """The swaps that are still weighed, the best first, with the sums of their chances."""

    totals: dict[int, int]
    futures: int
    """How many each of them was played in."""
    played: int
    """How many there were of all swaps together."""

    @property
    def best(self) -> int:
        return next(iter(self.totals))

    def chance_of(self, swap: int) -> float:
        return self.totals[swap] / (max(1, self.futures) * SURE)

    def better_half(self, kept: Collection[int] = ()) -> "Ranking":
        """The better half of the swaps, and those that are kept in any case."""
        half = (len(self.totals) + 1) // 2
        left = {swap: total for place, (swap, total) in enumerate(self.totals.items()) if place < half or swap in kept}
        return self._replace(totals=left)

    def scores(self) -> dict[int, int]:
        return {swap: score_of(self.chance_of(swap)) for swap in self.totals}


@dataclass(frozen=True)
class FuturesPlayer:
    """Plays every swap in sampled futures; after each round the better half of the swaps goes on.

    The budget is of nodes: boards settled. In a future both sides go on for `plies`, each of them chosen by `tries`
    futures of its own; then two more are looked ahead.
    """

    nodes: int
    plies: int = 2
    tries: int = 2
    fewest: int = 8
    """Futures for every swap in every round, for any budget; and once before, to see what a future costs."""
    algorithm: str = "sampled futures"

    @property
    def depth(self) -> int:
        return 1 + self.plies + 2

    def choose(self, request: MoveRequest) -> Choice:
        position, spent = request.position, np.zeros(1, np.int64)
        swaps = sorted(numbers(moves(position)), key=lambda swap: -points_of(position, swap))
        if swaps == [PASS]:
            return Choice(PASS, score_of(promising(position, spent) / SURE), reason="there is no swap to make")
        wins = [swap for swap in swaps if play(position, swap).result == position.turn]
        if wins:
            return self._certain_win(request, wins)
        return self._choice(request, self._weigh(request, swaps, spent), spent)

    @property
    def budget(self) -> int:
        return self.nodes

    def scaled(self, factor: Fraction) -> Player | None:
        return replace(self, nodes=scaled_budget(self.nodes, factor))

    def _weigh(self, request: MoveRequest, swaps: list[int], spent: Words) -> Ranking:
        """Sequential halving: each round costs about as much as any other, so that the best are played most."""
        ranking = self._another_round(request, Ranking(dict.fromkeys(swaps, 0), 0, 0), self.fewest, spent)
        rounds = max(1, (len(swaps) - 1).bit_length())
        for this_round in range(rounds):
            if this_round:
                ranking = ranking.better_half(self._wished(request, ranking))
            affordable = self.nodes * ranking.played // (max(1, int(spent[0])) * rounds * len(ranking.totals))
            ranking = self._another_round(request, ranking, max(self.fewest, affordable), spent)
            if request.progress is not None:
                request.progress(self._choice(request, ranking, spent))
        return ranking

    def _wished(self, request: MoveRequest, ranking: Ranking) -> set[int]:
        """For each wish the best swap that conforms: it is weighed to the end, whatever it is worth."""
        found = (
            next((swap for swap in ranking.totals if wish.holds(request.position, swap)), None)
            for wish in wishes_of(request)
        )
        return {swap for swap in found if swap is not None}

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE

    def _another_round(self, request: MoveRequest, ranking: Ranking, number: int, spent: Words) -> Ranking:
        """`number` more futures for each swap; a round that the clock cut short is dropped."""
        totals = {
            swap: total + self._foresee(request, swap, ranking.futures, number, spent)
            for swap, total in ranking.totals.items()
        }
        if is_raised(request.stop):
            return ranking
        best_first = dict(sorted(totals.items(), key=lambda item: -item[1]))
        return Ranking(best_first, ranking.futures + number, ranking.played + number * len(totals))

    def _foresee(self, request: MoveRequest, swap: int, first: int, number: int, spent: Words) -> int:
        settings = self.plies, self.tries
        return foresee(request.position, swap, request.seed, first, number, *settings, spent, request.stop)

    def _choice(self, request: MoveRequest, ranking: Ranking, spent: Words) -> Choice:
        picked = pick_scored(request, ranking.scores()) if wishes_of(request) else Picked(ranking.best, 0)
        swap, chance = picked.move, ranking.chance_of(picked.move)
        points = points_of(request.position, swap)
        reason = f"makes {points} points or more, and wins in {chance:.0%} of {ranking.futures} sampled futures"
        found = Choice(swap, score_of(ranking.chance_of(ranking.best)), self.depth, int(spent[0]), (swap,))
        return as_asked(found._replace(reason=reason, cut_short=is_raised(request.stop)), picked.words)

    def _certain_win(self, request: MoveRequest, wins: list[int]) -> Choice:
        """What falls can only add to these points."""
        win = pick(request.game, request.position, wins, request.seed)
        return Choice(win, WIN - 1, 1, 0, (win,), reason="wins at once", proven=True)


def score_of(chance: float) -> int:
    """A chance as the early lead that would give it."""
    kept = min(SUREST, max(1 - SUREST, chance))
    return round(CLEAR_LEAD * math.log(kept / (1 - kept)))


LEVELS: Mapping[str, Level] = {
    "easy": Level(RandomPlayer(), 1000),
    "easy2": Level(CasualPlayer(depth=1, overlooks=75), 1000),
    "easy3": Level(CasualPlayer(depth=1, overlooks=55), 1000),
    "easy4": Level(CasualPlayer(depth=1, overlooks=10), 1000),
    "medium": Level(NegamaxPlayer(depth=4, nodes=100_000, table_bits=14), 1500),
    "hard": Level(FuturesPlayer(nodes=400_000), 2000),
    "expert": Level(FuturesPlayer(nodes=2_000_000, tries=4), 2000, offered=False),
}
