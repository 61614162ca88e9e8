"""The levels of Infinity Grid Duel, and the player that searches and solves the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import PASS
from quincunx.engine.notation import bit_text
from quincunx.engine.player import Choice, Level, Question, scaled_budget
from quincunx.games.duel.advice.strategy import read_strategy
from quincunx.games.duel.evaluation import TILE, margin_of
from quincunx.games.duel.move_features import best_weighed, features_of
from quincunx.games.duel.rule_based import CAPTURE, RulePlayer, rule_text
from quincunx.games.duel.rules import Duel, captured, empty
from quincunx.search.chooser import pick
from quincunx.search.iterative_deepening import Deepened, deepen
from quincunx.search.players import RandomPlayer
from quincunx.search.workspace import BUDGET, MOST_PLIES, NODES, OVER, TABLE_BITS, Memory, make_memory


@dataclass(frozen=True)
class SearchPlayer:
    """Negamax within a budget of nodes; once `solve` cells or fewer are empty, to the very end.

    A strategy does not weaken it: it decides among moves that the search finds equally good.
    """

    nodes: int
    solve: int
    table_bits: int = TABLE_BITS
    algorithm: str = "negamax"
    depth: int = MOST_PLIES

    @property
    def budget(self) -> int:
        return self.nodes

    def scaled(self, factor: Fraction) -> "SearchPlayer":
        return replace(self, nodes=scaled_budget(self.nodes, factor))

    def choose(self, question: Question) -> Choice:
        memory = make_memory(self.nodes, np.array(question.past, np.int64), question.stop, self.table_bits)
        found, proven = self._search(question, memory)
        choice = _choice(question, found, proven, memory)
        return choice._replace(cut_short=bool(memory.counters[OVER]) and bool(question.stop[0]))

    def _search(self, question: Question, memory: Memory) -> tuple[Deepened, bool]:
        """What was found, and whether it is proven."""
        position, cells = question.position, popcount(empty(question.position))
        if cells <= self.solve:
            solved = _solve(position, memory)
            if solved.complete:
                return solved, True
            memory.counters[BUDGET] += self.nodes // 4  # too hard after all: a little more, to look ahead as usual
            memory.counters[OVER] = 0
        found = deepen(position, cells, 0, memory, _teller(question, memory))
        if found.depth == cells and not memory.counters[OVER]:
            solved = _solve(position, memory)
            return (solved, True) if solved.complete else (found, False)
        return found, False


def _solve(position: Duel, memory: Memory) -> Deepened:
    """Every line to its end. Of two plies in a row one at least places a tile, so that there are at most two a cell."""
    plies = min(2 * popcount(empty(position)), MOST_PLIES)
    return deepen(position, plies, 0, memory, first=plies)


def _teller(question: Question, memory: Memory) -> Callable[[Deepened], None] | None:
    tell = question.progress
    return None if tell is None else lambda found: tell(_choice(question, found, False, memory))


def _choice(question: Question, found: Deepened, proven: bool, memory: Memory) -> Choice:
    move = _pick(question, found.equals)
    line = found.line if found.line[:1] == (move,) else (move,)
    reason = f"{_deed(question.position, move)}; {_outlook(found, proven)}"
    return Choice(move, found.best, found.depth, int(memory.counters[NODES]), line, reason=reason, proven=proven)


def _pick(question: Question, equals: list[int]) -> int:
    if question.strategy is not None and equals != [PASS]:
        weighed = {move: features_of(question.position, move) for move in equals}
        equals = best_weighed(read_strategy(question.strategy), weighed)
    return pick(question.game, question.position, equals, question.seed)


def _deed(position: Duel, move: int) -> str:
    if move == PASS:
        return "passes"
    return rule_text(position, CAPTURE, move) if captured(position, 1 << move) else f"places on {bit_text(move)}"


def _outlook(found: Deepened, proven: bool) -> str:
    if not proven:
        return f"expects {found.best / TILE:+.1f} tiles, {found.depth} plies ahead"
    margin = margin_of(found.best)
    if margin == 0:
        return "a draw by best play"
    return f"{'wins' if margin > 0 else 'loses'} by {abs(margin)} with best play"


LEVELS: Mapping[str, Level] = {
    "easy": Level(RandomPlayer(), 1000),
    "medium": Level(RulePlayer(), 1500),
    "hard": Level(SearchPlayer(nodes=600_000, solve=14), 2000),
    "expert": Level(SearchPlayer(nodes=2_500_000, solve=16, table_bits=20), 2000),
}
