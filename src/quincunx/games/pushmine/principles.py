"""What people can ask of the AI players of Pushmine."""

from collections.abc import Callable

from quincunx.engine.kernels.bits import STRIDE
from quincunx.engine.moves import HIGH
from quincunx.engine.rules import PLAYING, play
from quincunx.games.pushmine.evaluation.tactics import forecast, threatened
from quincunx.games.pushmine.evaluation.weights import (
    BASELINE,
    BASELINE_WEIGHTS,
    IMPROVED_WEIGHTS,
)
from quincunx.games.pushmine.rules import DOWNWARD, SWAP, Pushmine, push
from quincunx.search.advice.principles import Guidance, Phrases, Principle, Unit, Wording

STONES = Unit("stone", "stones", IMPROVED_WEIGHTS.stones, little=0.25, plain=0.5, strong=1.5)

Test = Callable[[Pushmine, int], bool]


def pushed(test: Test) -> Test:
    """The same predicate, which only pushes fulfil."""
    return lambda position, move: HIGH <= move != SWAP and test(position, move)


def lays_a_mine(position: Pushmine, move: int) -> bool:
    return move < HIGH


def earns(position: Pushmine, move: int) -> bool:
    return forecast(position, move).earns


def threatens(position: Pushmine, move: int) -> bool:
    """Whether it wins, or would win with another push now."""
    after = play(position, move)
    return bool(threatened(after)) if after.result == PLAYING else after.result == position.turn


def pushes_a_row(position: Pushmine, move: int) -> bool:
    return (move - HIGH) // STRIDE < DOWNWARD


def pushes_the_edge(position: Pushmine, move: int) -> bool:
    """Whether the line is the first or the last."""
    return (move - HIGH) % STRIDE in (0, position.options.size - 1)


def pushes_an_own_stone(position: Pushmine, move: int) -> bool:
    """Whether a stone of its own is in the line."""
    way, number = divmod(move - HIGH, STRIDE)
    return push(position, number, way).path & position.own != 0


THREATS = Principle(
    "threats",
    Wording("makes a threat", "make a threat", "threatens to win"),
    Wording("makes no threat", "make no threat", "makes no threats"),
    "make threats",
    Phrases(
        "threat, threats, threaten, threatening",
        "aggressive, aggressively, fast and loose, fast, reckless, recklessly, bold, boldly, pushy",
        "attack, attacking, fight",
    ),
    pushed(threatens),
    against=Phrases(manners="peaceful, peacefully, passive, passively, quiet, quietly"),
)

EARNING = Principle(
    "earning",
    Wording("earns a mine", "earn a mine", "pushes stones of yours off the board, and earns mines"),
    Wording("earns no mine", "earn no mine", "leaves your stones on the board"),
    "hoard mines",
    Phrases(
        "earn, earning, earn mines, earning mines, hoard mines, hoarding mines, hoard, collect mines, eject, ejecting, "
        "eject stones, push off",
        "greedy, greedily, greed",
    ),
    pushed(earns),
)

MINES = Principle(
    "mines",
    Wording("lays a mine", "lay a mine", "lays mines"),
    Wording("lays no mine", "lay no mine", "keeps its mines in stock"),
    "lay mines",
    Phrases("mine, mines, lay mines, laying mines, use mines, place mines, explosions, traps"),
    lays_a_mine,
    against=Phrases("keep your mines, save mines, save your mines"),
)

ROWS = Principle(
    "rows",
    Wording("pushes a row", "push a row", "pushes rows"),
    Wording("pushes a column", "push a column", "pushes columns"),
    "push rows",
    Phrases("row, rows, push rows", "sideways, horizontally, from the side, from the sides"),
    pushed(pushes_a_row),
    against=Phrases("column, columns, push columns", "vertically, up and down, from the top"),
)

EDGES = Principle(
    "edges",
    Wording("pushes an outer line", "push an outer line", "pushes the lines along the edges"),
    Wording("pushes an inner line", "push an inner line", "pushes inner lines"),
    "push along the edges",
    Phrases("edge, edges, border, borders, rim, outer lines, side, sides"),
    pushed(pushes_the_edge),
    against=Phrases("middle, centre, center, inner lines, heart", "central, centrally"),
)

OWN_LINES = Principle(
    "own_lines",
    Wording(
        "pushes a line with stones of its own",
        "push a line with stones of its own",
        "pushes lines that hold stones of its own",
    ),
    Wording(
        "pushes a line without stones of its own",
        "push a line without stones of its own",
        "pushes lines that hold none of its own stones",
    ),
    "keep together",
    Phrases("own lines, groups, group", "together, compact, compactly, tight, tightly, connected"),
    pushed(pushes_an_own_stone),
    against=Phrases(manners="spread, spread out, scattered, loose, loosely, apart"),
)

GUIDANCE = Guidance(
    STONES,
    (THREATS, EARNING, MINES, ROWS, EDGES, OWN_LINES),
    "hoard mines, push through the middle, play fast and loose",
    points_by_style=((BASELINE, BASELINE_WEIGHTS.stones),),
)
