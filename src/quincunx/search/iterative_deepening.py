"""Iterative deepening: search the root's moves one ply, two plies, … deep, until the budget is spent or all is proven.

Every root move within a margin of the best gets its exact score, so that a player may choose among them. The loop is
plain Python around the compiled search: a few hundred calls for any budget.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from quincunx.engine.moves import numbers
from quincunx.engine.rules import hash, play
from quincunx.search.hooks import CERTAIN, DECISIVE, candidates, promise
from quincunx.search.negamax import negamax, own_score, seen_after
from quincunx.search.workspace import (
    INFINITY,
    MOST_PLIES,
    NO_MOVE,
    NO_SHORTCUTS,
    OVER,
    SHORTCUTS,
    Shortcuts,
    Workspace,
)

NO_WINDOW = 2 * INFINITY
"""So wide that no score lies outside of it, whatever score it is laid around."""
FULL_PLIES = 3
"""A search of this many plies takes no shortcut: no win this near is ever missed."""


NO_MARGINS: Mapping[int, int] = MappingProxyType({})


class Deepened(NamedTuple):
    """The root moves with their scores at the last full depth, best first, and the line that the best one begins.

    A score that is more than the move's margin below the best is an upper bound: it is worth that much or less.
    """

    scores: dict[int, int]
    depth: int
    line: tuple[int, ...]
    complete: bool
    """Whether the search finished, rather than running out of budget."""
    sure: bool = True
    """Whether a score that decides the match is proven, rather than found where moves had been left out."""

    @property
    def best(self) -> int:
        return next(iter(self.scores.values()))

    @property
    def equals(self) -> list[int]:
        """The moves that are as good as the best."""
        return self.within(0)

    def within(self, margin: int) -> list[int]:
        """The moves that are worth at most `margin` less than the best; only the best once the match is decided."""
        least = self.best if abs(self.best) >= DECISIVE else self.best - margin
        return [move for move, score in self.scores.items() if score >= least]


class RootSearch(NamedTuple):
    """What all depths of one search have in common."""

    position: Any
    style: int
    workspace: Workspace
    margin: int
    shortcuts: Shortcuts
    window: int
    margins: Mapping[int, int]
    """Margins of single moves, where they are wider."""

    def at_depth(self, depth: int, last: Deepened) -> Deepened | None:
        """The root's moves at this depth, the best of the last depth first; None if the budget ended it too early."""
        self.workspace.counters[SHORTCUTS] = self.shortcuts.bits if depth > FULL_PLIES else 0
        best = -INFINITY
        scores: dict[int, int] = {}
        line: tuple[int, ...] = ()
        for move in last.scores:
            score = self._next(move, depth, best) if scores else self._first(move, depth, last)
            if self.workspace.counters[OVER]:
                return self._cut_off(scores, line, last)
            scores[move] = score
            if score > best:
                best, line = score, (move, *_line_below(self.workspace))
        return Deepened(_ranked(scores), depth, line, False)

    def _cut_off(self, scores: dict[int, int], line: tuple[int, ...], last: Deepened) -> Deepened | None:
        """What a depth that was not completed is good for. A search that takes shortcuts believes it if a move has
        beaten the best one of the last depth. Otherwise it is dropped whole, since half of its scores cannot be
        compared with the last depth's."""
        if self.shortcuts == NO_SHORTCUTS or line[:1] in ((), tuple(last.scores)[:1]):
            return None
        worse = scores[line[0]] - self.margin - 1
        rest = {move: min(score, worse) for move, score in last.scores.items() if move not in scores}
        sure = abs(scores[line[0]]) < DECISIVE
        return Deepened(_ranked(scores) | rest, last.depth, line, False, sure)

    def _first(self, move: int, depth: int, last: Deepened) -> int:
        """The move that was best so far: its score is expected near the last one."""
        low, high = last.best - self.window, last.best + self.window
        if last.depth == 0 or abs(last.best) >= DECISIVE:
            low, high = -INFINITY, INFINITY
        score = self.score(move, depth, max(low, -INFINITY), min(high, INFINITY))
        if low < score < high or self.workspace.counters[OVER]:
            return score
        return self.score(move, depth, -INFINITY, INFINITY)

    def _next(self, move: int, depth: int, best: int) -> int:
        """Another move: exact if it is within its margin of the best, or better."""
        margin = max(self.margin, self.margins.get(move, 0))
        return self.score(move, depth, max(best - margin - 1, -INFINITY), INFINITY)

    def confirmed(self, deepened: Deepened) -> Deepened:
        """What was found, with a claimed win examined again without shortcuts: it is either proven or dropped. A
        claimed loss stays as it is, unproven."""
        if abs(deepened.best) < DECISIVE or not self.shortcuts.selection or deepened.depth <= FULL_PLIES:
            return deepened
        while deepened.best > CERTAIN:
            move, best = next(iter(deepened.scores.items()))
            score = self._full_score(move, deepened.depth)
            if self.workspace.counters[OVER]:
                break
            if score >= DECISIVE:
                others = {other: min(claimed, best - 1) for other, claimed in deepened.scores.items()}
                return deepened._replace(scores=others | {move: best})
            deepened = deepened._replace(scores=_ranked(deepened.scores | {move: score}), line=())
        return deepened._replace(sure=abs(deepened.best) < DECISIVE)

    def _full_score(self, move: int, depth: int) -> int:
        """Whether a move wins, by a search without shortcuts that believes nothing that one with shortcuts stored."""
        self.workspace.keys.fill(0)
        self.workspace.entries.fill(0)
        self.workspace.counters[SHORTCUTS] = 0
        return self.score(move, depth, DECISIVE - 1, DECISIVE)

    def score(self, move: int, depth: int, alpha: int, beta: int) -> int:
        """The worth of a root move for the side that makes it, within the window."""
        return score_after(self.position, move, depth, alpha, beta, self.style, self.workspace)


def deepen(
    position: Any,
    most: int,
    style: int,
    workspace: Workspace,
    progress: Callable[[Deepened], None] | None = None,
    first: int = 1,
    margin: int = 0,
    shortcuts: Shortcuts = NO_SHORTCUTS,
    window: int = NO_WINDOW,
    margins: Mapping[int, int] = NO_MARGINS,
) -> Deepened:
    """Search `first` plies deep, then deeper, at most `most`; `progress` is called after every completed depth.

    All moves within `margin` of the best get their exact scores; `margins` widens it for some of them. `window` is how
    far the best score is expected to stray from one depth to the next; it changes how much is searched, and no score.
    """
    workspace.path[workspace.path.size - MOST_PLIES] = hash(position)
    root = RootSearch(position, style, workspace, margin, shortcuts, window, margins)
    moves = sorted(numbers(candidates(position, style)), key=lambda move: -promise(position, move, style))
    deepened = Deepened(dict.fromkeys(moves, 0), 0, (), False)
    for depth in range(first, most + 1):
        deeper = root.at_depth(depth, deepened)
        if deeper is None:
            return deepened
        deepened = root.confirmed(deeper)
        if workspace.counters[OVER]:
            return deepened
        if progress is not None:
            progress(deepened)
        if (abs(deepened.best) > CERTAIN and deepened.sure) or len(moves) == 1:
            break
    return deepened._replace(complete=True)


def score_after(position: Any, move: int, depth: int, alpha: int, beta: int, style: int, workspace: Workspace) -> int:
    """The worth of a root move for the side that makes it, searched `depth` plies deep within the window."""
    after = play(position, move)
    again = after.turn == position.turn
    low, high = seen_after(alpha, beta, again)
    return int(own_score(negamax(after, depth - 1, low, high, 1, style, workspace), again))


def _ranked(scores: dict[int, int]) -> dict[int, int]:
    return dict(sorted(scores.items(), key=lambda item: -item[1]))


def _line_below(workspace: Workspace) -> tuple[int, ...]:
    row = workspace.line[MOST_PLIES : 2 * MOST_PLIES].tolist()
    return tuple(row[: row.index(NO_MOVE)] if NO_MOVE in row else row)
