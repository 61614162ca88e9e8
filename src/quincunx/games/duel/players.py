"""The levels of Infinity Grid Duel, and the player that searches and solves the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from quincunx.engine.clock import is_raised
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import PASS
from quincunx.engine.notation import bit_text
from quincunx.engine.player import Choice, Level, MoveRequest, Player, scaled_budget
from quincunx.games.duel.evaluation import TILE, margin_of
from quincunx.games.duel.rule_based import CAPTURE, RulePlayer, rule_text
from quincunx.games.duel.rules import Duel, captured, empty
from quincunx.games.duel.tuples import HAND, LEARNED
from quincunx.search.advice.obedience import BEST_AT_A_PRICE, as_asked, margins_of, pick_scored
from quincunx.search.advice.principles import Wish
from quincunx.search.casual import CasualPlayer
from quincunx.search.iterative_deepening import Deepened, deepen
from quincunx.search.players import RandomPlayer
from quincunx.search.workspace import (
    BUDGET,
    MOST_PLIES,
    NODES,
    OVER,
    TABLE_BITS,
    Workspace,
    make_workspace,
)


@dataclass(frozen=True)
class SearchPlayer:
    """Negamax within a budget of nodes; once `solve` cells or fewer are empty, to the very end."""

    nodes: int
    solve: int
    table_bits: int = TABLE_BITS
    margin: int = 0
    """Moves whose scores differ by at most this count as nearly equal; the end, once solved, knows no such thing."""
    style: int = HAND
    algorithm: str = "negamax"
    depth: int = MOST_PLIES

    def choose(self, request: MoveRequest) -> Choice:
        workspace = make_workspace(self.nodes, np.array(request.past, np.int64), request.stop, self.table_bits)
        found, proven = self._search(request, workspace)
        choice = self._choice(request, found, proven, workspace)
        return choice._replace(cut_short=bool(workspace.counters[OVER]) and is_raised(request.stop))

    @property
    def budget(self) -> int:
        return self.nodes

    def scaled(self, factor: Fraction) -> Player | None:
        return replace(self, nodes=scaled_budget(self.nodes, factor))

    def _search(self, request: MoveRequest, workspace: Workspace) -> tuple[Deepened, bool]:
        """What was found, and whether it is proven."""
        position, cells = request.position, popcount(empty(request.position))
        if cells <= self.solve:
            solved = _solve(request, workspace)
            if solved.complete:
                return solved, True
            workspace.counters[BUDGET] += self.nodes // 4  # too hard after all: a little more, to look ahead as usual
            workspace.counters[OVER] = 0
        report = self._on_depth(request, workspace)
        margin, margins = self._margin(request), margins_of(request)
        found = deepen(position, cells, self.style, workspace, report, margin=margin, margins=margins)
        if found.depth == cells and not workspace.counters[OVER]:
            solved = _solve(request, workspace)
            return (solved, True) if solved.complete else (found, False)
        return found, False

    def _on_depth(self, request: MoveRequest, workspace: Workspace) -> Callable[[Deepened], None] | None:
        report = request.progress
        return None if report is None else lambda found: report(self._choice(request, found, False, workspace))

    def _choice(self, request: MoveRequest, found: Deepened, proven: bool, workspace: Workspace) -> Choice:
        picked = pick_scored(request, found.scores, 0 if proven else self._margin(request))
        move, nodes = picked.move, int(workspace.counters[NODES])
        line = found.line if found.line[:1] == (move,) else (move,)
        reason = f"{_deed(request.position, move)}; {_outlook(found.best, found.depth, proven)}"
        if picked.words:
            reason = _outlook(picked.score, found.depth, proven)
        choice = Choice(move, found.best, found.depth, nodes, line, reason=reason, proven=proven)
        return as_asked(choice, picked.words)

    def _margin(self, request: MoveRequest) -> int:
        return self.margin if request.variety else 0

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE


def _solve(request: MoveRequest, workspace: Workspace) -> Deepened:
    """Every line to its end. Of two plies in a row at least one places a tile: there are at most two plies per cell."""
    plies = min(2 * popcount(empty(request.position)), MOST_PLIES)
    return deepen(request.position, plies, 0, workspace, first=plies, margins=margins_of(request))


def _deed(position: Duel, move: int) -> str:
    if move == PASS:
        return "passes"
    return rule_text(position, CAPTURE, move) if captured(position, 1 << move) else f"places on {bit_text(move)}"


def _outlook(score: int, depth: int, proven: bool) -> str:
    if not proven:
        tiles = round(abs(score) / TILE)
        lead = f"{tiles} {'tile' if tiles == 1 else 'tiles'} {'ahead' if score > 0 else 'behind'}" if tiles else "level"
        return f"expects to end {lead}, looking {depth} moves ahead"
    margin = margin_of(score)
    if margin == 0:
        return "a draw by best play"
    return f"{'wins' if margin > 0 else 'loses'} by {abs(margin)} with best play"


NEARLY_EQUAL = 3 * TILE // 10
NEARLY_EQUAL_WEIGHTS = 12
"""Two tiles on the edge, or less than half a capture (`move_features.UNITS`)."""

LEVELS: Mapping[str, Level] = {
    "easy": Level(RandomPlayer(), 1000),
    "easy2": Level(CasualPlayer(depth=1, overlooks=58), 1000),
    "easy3": Level(CasualPlayer(depth=2, overlooks=53), 1000),
    "medium": Level(RulePlayer(NEARLY_EQUAL_WEIGHTS), 1500),
    "medium2": Level(CasualPlayer(depth=2, overlooks=27), 1500),
    "medium3": Level(CasualPlayer(depth=3, overlooks=12), 1500),
    "medium4": Level(SearchPlayer(nodes=1000, solve=6, table_bits=12, margin=NEARLY_EQUAL), 1500),
    "medium5": Level(SearchPlayer(nodes=6000, solve=8, table_bits=14, margin=NEARLY_EQUAL), 1500),
    "medium6": Level(SearchPlayer(nodes=1000, solve=6, table_bits=12, margin=NEARLY_EQUAL, style=LEARNED), 1500),
    "hard": Level(SearchPlayer(nodes=600_000, solve=14, margin=NEARLY_EQUAL, style=LEARNED), 2000),
    "expert": Level(
        SearchPlayer(nodes=2_500_000, solve=16, table_bits=20, margin=NEARLY_EQUAL, style=LEARNED), 2000, offered=False
    ),
}
