"""Players that any game can use: random moves, negamax to a depth or a budget of nodes, and wins in one first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from quincunx.engine.clock import is_raised
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.arrays import np
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest, Player, WithoutBudget, scaled_budget
from quincunx.engine.rules import moves, play
from quincunx.search.advice.obedience import (
    BEST_AT_A_PRICE,
    DRAWS,
    as_asked,
    margins_of,
    obey_blindly,
    obeys_text,
    pick_scored,
    wishes_of,
    words_for,
)
from quincunx.search.advice.principles import Wish
from quincunx.search.chooser import pick
from quincunx.search.hooks import CERTAIN, DECISIVE, WIN
from quincunx.search.iterative_deepening import NO_WINDOW, Deepened, deepen
from quincunx.search.mcts import PROVEN_DRAW, PROVEN_LOSS, PROVEN_WIN, Tree
from quincunx.search.workspace import (
    MOST_PLIES,
    NO_SHORTCUTS,
    NODES,
    OVER,
    TABLE_BITS,
    Shortcuts,
    make_workspace,
)


@dataclass(frozen=True)
class RandomPlayer(WithoutBudget):
    """Any legal move."""

    algorithm: str = "random"
    depth: int = 0

    def choose(self, request: MoveRequest) -> Choice:
        legal = list(numbers(moves(request.position)))
        obedience = obey_blindly(request.position, wishes_of(request), legal)
        words = words_for(obedience)
        move = pick(request.game, request.position, obedience.moves, request.seed)
        return as_asked(Choice(move, reason="a random move"), words)

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return DRAWS


@dataclass(frozen=True)
class NegamaxPlayer:
    """Iterative deepening to a depth, within a budget of nodes; a random choice among moves that are nearly equal."""

    depth: int = MOST_PLIES
    nodes: int = 2_000_000
    style: int = 0
    table_bits: int = TABLE_BITS
    shortcuts: Shortcuts = NO_SHORTCUTS
    margin: int = 0
    """Moves whose scores differ by at most this count as nearly equal."""
    window: int = NO_WINDOW
    """How far the best score is expected to stray from one depth to the next."""
    algorithm: str = "negamax"

    def choose(self, request: MoveRequest) -> Choice:
        workspace = make_workspace(self.nodes, np.array(request.past, np.int64), request.stop, self.table_bits)

        def report(found: Deepened) -> None:
            if request.progress is not None:
                request.progress(self._choice(request, found, int(workspace.counters[NODES])))

        found = deepen(
            request.position, self.depth, self.style, workspace, report,
            margin=self._margin(request), shortcuts=self.shortcuts, window=self.window,
            margins=margins_of(request, self.style),
        )  # fmt: skip
        choice = self._choice(request, found, int(workspace.counters[NODES]))
        return choice._replace(cut_short=bool(workspace.counters[OVER]) and is_raised(request.stop))

    @property
    def budget(self) -> int:
        return self.nodes

    def scaled(self, factor: Fraction) -> Player | None:
        if self.depth < MOST_PLIES:
            return None  # the depth ends its search, not the budget
        return replace(self, nodes=scaled_budget(self.nodes, factor))

    def _margin(self, request: MoveRequest) -> int:
        return self.margin if request.variety else 0

    def _choice(self, request: MoveRequest, found: Deepened, nodes: int) -> Choice:
        picked = pick_scored(request, found.scores, self._margin(request), self.style)
        line = found.line if found.line[:1] == (picked.move,) else (picked.move,)
        score, reason = (
            found.best,
            score_text(request.game, request.position, picked.score, found.depth, picked.score == found.best),
        )
        if not found.sure:
            score = DECISIVE - 1 if found.best > 0 else 1 - DECISIVE
            reason = f"seems to {'win' if found.best > 0 else 'lose'}, looking {found.depth} moves ahead"
        return as_asked(Choice(picked.move, score, found.depth, nodes, line, reason=reason), picked.words)

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE


@dataclass(frozen=True)
class WinFirst:
    """Takes a win in one before anything else; otherwise another player thinks. Games say in subclasses why."""

    thinker: Player

    @property
    def algorithm(self) -> str:
        return self.thinker.algorithm

    @property
    def depth(self) -> int:
        return self.thinker.depth

    @property
    def budget(self) -> int:
        return self.thinker.budget

    def choose(self, request: MoveRequest) -> Choice:
        wins = self.wins(request.position)
        if not wins:
            return self.think(request)
        move = pick(request.game, request.position, wins, request.seed)
        reason = self.win_text(request.position, move)
        return Choice(move, WIN - 1, 1, len(wins), (move,), reason=reason, proven=True)

    def scaled(self, factor: Fraction) -> Player | None:
        thinker = self.thinker.scaled(factor)
        return None if thinker is None else replace(self, thinker=thinker)

    def wins(self, position: Any) -> list[int]:
        """The moves that win at once."""
        return winning_moves(position)

    def win_text(self, position: Any, move: int) -> str:
        return "wins at once"

    def think(self, request: MoveRequest) -> Choice:
        return self.thinker.choose(request)

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return obeys_text(self.thinker, wishes)


def winning_moves(position: Any) -> list[int]:
    """The moves that win at once."""
    return [move for move in numbers(moves(position)) if play(position, move).result == position.turn]


def tree_votes(tree: Tree) -> dict[int, int]:
    """How much each root move has for it: its visits; a proven win outweighs everything, a proven loss nothing."""
    first, total = int(tree.first_child[0]), int(tree.children[0])
    votes = {}
    for child in range(first, first + total):
        weight = {PROVEN_WIN: 1 << 40, PROVEN_LOSS: 0, PROVEN_DRAW: int(tree.visits[child])}.get(
            int(tree.proven[child]), 1 + int(tree.visits[child])
        )
        votes[int(tree.move[child])] = weight
    return votes


def score_text(game: AnyGame, position: Any, score: int, depth: int, is_best: bool = True) -> str:
    """A score in words."""
    long_turns = game.has_long_turns(position)
    if score > CERTAIN:
        return f"wins in {_length(WIN - score, long_turns)}{' at the latest' if long_turns else ''}"
    if score < -CERTAIN:
        return f"loses in {_length(WIN + score, long_turns)} at the latest"
    standing = f"{outlook(score)} by its own measure ({score:+d})"
    return f"{'the best move, ' if is_best else ''}looking {depth} moves ahead: {standing}"


def outlook(score: int) -> str:
    return "even" if score == 0 else "ahead" if score > 0 else "behind"


def _length(plies: int, long_turns: bool) -> str:
    """A side that moves first has its n-th turn after 2 n - 1 plies, or later where a turn can take two."""
    count, unit = (plies + 1) // 2, "turn" if long_turns else "move"
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
