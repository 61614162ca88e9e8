"""Iterative deepening: search the root's moves one ply, two plies, … deep, until the budget is spent or all is proven.

Every root move that is as good as the best gets its exact score, so that a player may choose among equals. The loop is
plain Python around the compiled search: a few hundred calls for any budget.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from quincunx.engine.moves import numbers
from quincunx.engine.rules import hash, play
from quincunx.search.hooks import CERTAIN, candidates, promise
from quincunx.search.negamax import negamax, own_score, seen_after
from quincunx.search.workspace import INFINITY, MOST_PLIES, NO_MOVE, OVER, Workspace


class Deepened(NamedTuple):
    """The root moves with their scores at the last full depth, best first, and the line that the best one begins.

    A score below the best is an upper bound: such a move is worth that much or less.
    """

    scores: dict[int, int]
    depth: int
    line: tuple[int, ...]
    complete: bool
    """Whether the search finished, rather than running out of budget."""

    @property
    def best(self) -> int:
        return next(iter(self.scores.values()))

    @property
    def equals(self) -> list[int]:
        """The moves that are as good as the best."""
        return [move for move, score in self.scores.items() if score == self.best]


def deepen(
    position: Any,
    most: int,
    style: int,
    workspace: Workspace,
    progress: Callable[[Deepened], None] | None = None,
    first: int = 1,
) -> Deepened:
    """Search `first` plies deep, then deeper, at most `most`; `progress` is called after every completed depth."""
    workspace.path[workspace.path.size - MOST_PLIES] = hash(position)
    moves = sorted(numbers(candidates(position, style)), key=lambda move: -promise(position, move, style))
    found = Deepened(dict.fromkeys(moves, 0), 0, (), False)
    for depth in range(first, most + 1):
        deeper = _search_root(position, found, depth, style, workspace)
        if deeper is None:
            return found
        found = deeper
        if progress is not None:
            progress(found)
        if abs(found.best) > CERTAIN or len(moves) == 1:
            break
    return found._replace(complete=True)


def _search_root(position: Any, last: Deepened, depth: int, style: int, workspace: Workspace) -> Deepened | None:
    """The root's moves at this depth, the best of the last depth first.

    None if the budget ended it: a depth that was not completed is dropped whole, since half of its scores cannot be
    compared with the last depth's.
    """
    best = -INFINITY
    scores: dict[int, int] = {}
    line: tuple[int, ...] = ()
    for move in last.scores:
        bottom = max(best - 1, -INFINITY)
        score = score_after(position, move, depth, bottom, INFINITY, style, workspace)
        if workspace.counters[OVER]:
            return None
        scores[move] = score
        if score > best:
            best, line = score, (move, *_line_below(workspace))
    ranked = dict(sorted(scores.items(), key=lambda item: -item[1]))
    return Deepened(ranked, depth, line, False)


def score_after(position: Any, move: int, depth: int, alpha: int, beta: int, style: int, workspace: Workspace) -> int:
    """The worth of a root move for the side that makes it, searched `depth` plies deep within the window."""
    after = play(position, move)
    again = after.turn == position.turn
    low, high = seen_after(alpha, beta, again)
    return int(own_score(negamax(after, depth - 1, low, high, 1, style, workspace), again))


def _line_below(workspace: Workspace) -> tuple[int, ...]:
    row = workspace.line[MOST_PLIES : 2 * MOST_PLIES].tolist()
    return tuple(row[: row.index(NO_MOVE)] if NO_MOVE in row else row)
