"""A player that thinks as people do who are still learning: a few plies ahead, and not of every move."""

from dataclasses import dataclass

import numpy as np

from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest, WithoutBudget
from quincunx.engine.rules import moves
from quincunx.search.chooser import NOTICE, pick
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
        for move in noticed:
            score = score_after(request.position, move, self.depth, -INFINITY, INFINITY, self.style, workspace)
            if workspace.counters[OVER]:
                break
            scores[move] = score
        best = max(scores.values(), default=0)
        equals = [move for move, score in scores.items() if score == best] or noticed[:1]
        move = pick(request.game, request.position, equals, request.seed)
        reason = score_text(best, self.depth)
        nodes = int(workspace.counters[NODES])
        return Choice(move, best, self.depth, nodes, (move,), reason=reason)._replace(
            cut_short=bool(workspace.counters[OVER])
        )

    def _noticed(self, request: MoveRequest) -> list[int]:
        """The moves that it thinks of: at least one."""
        legal = list(numbers(moves(request.position)))
        noticed = [move for k, move in enumerate(legal) if below(100, request.seed, NOTICE, k + 1) >= self.overlooks]
        return noticed or [legal[below(len(legal), request.seed, NOTICE, 0)]]
