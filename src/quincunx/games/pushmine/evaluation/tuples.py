"""The learned evaluation: what stands on lines, diagonals, squares and crosses, mines in stock, and threats.

Trained by `quincunx train pushmine`, on boards of five by five; `tuples.json` says how. Duds count as mines.
"""

from pathlib import Path

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.games.pushmine.evaluation.tactics import threats
from quincunx.games.pushmine.evaluation.weights import CLEAR_LEAD, LEARNED
from quincunx.games.pushmine.rules import MUST_PUSH, Pushmine
from quincunx.learning import table
from quincunx.learning.network import Network, Schedule, blocks, cells, lines
from quincunx.learning.values import extras, planes

SIZE, LINE = 5, 4
MOST_COUNTED = 3
"""Mines in stock, and threats: further ones make no difference."""
MOST_TO_EARN = 15
"""Mines that a side has still to earn, where they can win: further ones make no difference."""
CROSSES = ("b1 a2 b2 c2 b3", "c1 b2 c2 d2 c3", "c2 b3 c3 d3 c4")
DIAGONALS = ("a1 b2 c3 d4 e5", "b1 c2 d3 e4")

NETWORK = Network(
    table=Path(__file__).with_suffix(table.SUFFIX),
    rows=SIZE,
    cols=SIZE,
    states=4,
    patterns=(*lines(SIZE, SIZE), *blocks(SIZE, SIZE, 2, 2), *map(cells, (*DIAGONALS, *CROSSES))),
    extras=((MOST_COUNTED + 1) ** 2, MOST_COUNTED + 1, 1 + (MOST_TO_EARN + 1) ** 2, 2),
    scale=CLEAR_LEAD,
    style=LEARNED,
    variants=("standard", "sapper", "standard", "rush"),
    schedule=Schedule(games=300_000, search_games=3_000, rate=0.01, search_rate=0.005, longest=160),
)

learned_score = table.learned_score(NETWORK, __name__)


@primitive
def has_learned(position: Pushmine) -> bool:
    """Whether the network knows this board."""
    return position.options.size == SIZE and position.options.line == LINE


@planes.register(Pushmine)
def pushmine_planes(position: Pushmine) -> tuple[int, int]:
    """0: an empty cell, 1: an own stone, 2: one of the other side, 3: a mine."""
    mines = position.mines | position.duds
    return position.own | mines, position.other | mines


@extras.register(Pushmine)
def pushmine_extras(position: Pushmine) -> tuple[int, int, int, int]:
    """Both stocks, threats of the other side, the race for earned mines, and whether a free mine has been laid."""
    stocks = min(position.stock, MOST_COUNTED) * (MOST_COUNTED + 1) + min(position.other_stock, MOST_COUNTED)
    laid = 1 if position.stage == MUST_PUSH else 0
    return stocks, min(popcount(threats(position)), MOST_COUNTED), race(position), laid


@primitive
def race(position: Pushmine) -> int:
    """What each side has still to earn; 0 where mines do not win."""
    goal = position.options.mines_to_win
    if goal == 0:
        return 0
    own, other = min(goal - position.earned, MOST_TO_EARN), min(goal - position.other_earned, MOST_TO_EARN)
    return 1 + max(0, own) * (MOST_TO_EARN + 1) + max(0, other)
