"""A player that thinks as people do who are still learning: a few plies ahead, and not of every move."""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest, WithoutBudget
from quincunx.engine.rules import moves
from quincunx.search.advice.obedience import BEST_AT_A_PRICE, as_asked, pick_scored, wishes_of
from quincunx.search.advice.principles import Wish
from quincunx.search.chooser import PlayerStream, pick
from quincunx.search.iterative_deepening import score_after
from quincunx.search.players import score_text
from quincunx.search.workspace import INFINITY, NODES, OVER, make_workspace

MOST_NODES = 1_000_000
"""Far more than a short look needs."""
TABLE_BITS = 12


@dataclass(frozen=True)
class CasualPlayer(WithoutBudget):
    """The best of the moves that it notices, looking `depth` plies ahead.

    Its mistakes are those of people: a good move that it never thought of, and an answer beyond its look. Of what it
    does think of, it never plays the worse.
    """

    depth: int
    overlooks: int
    """In percent: how likely each of its moves escapes its notice."""
    style: int = 0
    algorithm: str = "a short look at some of the moves"

    def choose(self, request: MoveRequest) -> Choice:
        workspace = make_workspace(MOST_NODES, np.array(request.past, np.int64), request.stop, TABLE_BITS)
        scores: dict[int, int] = {}
        noticed = self._noticed(request)
        noticed += self._reminded(request, noticed)
        for move in noticed:
            score = score_after(request.position, move, self.depth, -INFINITY, INFINITY, self.style, workspace)
            if workspace.counters[OVER]:
                break
            scores[move] = score
        scores = scores or {noticed[0]: 0}
        picked = pick_scored(request, scores, style=self.style)
        is_best = picked.score == max(scores.values())
        reason = score_text(request.game, request.position, picked.score, self.depth, is_best)
        nodes = int(workspace.counters[NODES])
        choice = Choice(picked.move, picked.score, self.depth, nodes, (picked.move,), reason=reason)
        return as_asked(choice._replace(cut_short=bool(workspace.counters[OVER])), picked.words)

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE

    def _noticed(self, request: MoveRequest) -> list[int]:
        """The moves that it thinks of: at least one."""
        legal = list(numbers(moves(request.position)))
        seed, stream = request.seed, PlayerStream.NOTICE
        noticed = [move for k, move in enumerate(legal) if below(100, seed, stream, k + 1) >= self.overlooks]
        return noticed or [legal[below(len(legal), seed, stream, 0)]]

    def _reminded(self, request: MoveRequest, noticed: list[int]) -> list[int]:
        """For each wish to which nothing that it noticed conforms, a move that does: it was told to think of that."""
        legal = list(numbers(moves(request.position)))
        more: list[int] = []
        for wish in wishes_of(request):
            conforming = [move for move in legal if wish.holds(request.position, move)]
            if conforming and not set(conforming) & {*noticed, *more}:
                more.append(pick(request.game, request.position, conforming, request.seed))
        return more
