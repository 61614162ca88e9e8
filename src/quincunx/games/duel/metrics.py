"""What the lab measures in Infinity Grid Duel: captures, how far a move swings the score, sides swept off the board."""

from itertools import pairwise

from quincunx.engine.events import Passed
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import PASS
from quincunx.games.duel.evaluation import TILE, rate_by_hand
from quincunx.games.duel.events import Captured
from quincunx.games.duel.rules import Duel
from quincunx.measure.gauge import Gauge
from quincunx.measure.metric import Computed, Counted, Metric
from quincunx.measure.question import DesignQuestion, Games, Limits, Sample, ratio_of, share_of
from quincunx.measure.sheet import COMMON, IntArray, Sheet, Sheets, advance, begin, finish, note_changes, sheet_of
from quincunx.measure.story import Story

CAPTURES, PASSES = COMMON, COMMON + 2
"""The slots of seat 1, and after each seat 2's."""
SWING, LARGEST_CAPTURE, SWEEPS, MARGIN = range(COMMON + 4, COMMON + 8)


@primitive
def lead(position: Duel) -> int:
    worth = rate_by_hand(position)
    return worth if position.turn == 1 else -worth


@primitive
def tally(position: Duel, move: int, after: Duel, sheet: Sheet) -> None:
    values, seat = sheet.values, position.turn - 1
    turned = popcount(after.other & position.other)
    values[CAPTURES + seat] += turned
    values[PASSES + seat] += 1 if move == PASS else 0
    values[SWING] += 2 * turned + (0 if move == PASS else 1)
    values[LARGEST_CAPTURE] = max(values[LARGEST_CAPTURE], turned)
    values[SWEEPS] += 1 if position.other != 0 and after.own == 0 else 0


@primitive
def follow(position: Duel, played: IntArray, plies: int, sheet: Sheet) -> None:
    begin(position, sheet)
    covered = 0
    for ply in range(plies):
        after = advance(position, played[ply], lead(position), ply, sheet)
        tally(position, played[ply], after, sheet)
        changed = (position.own ^ after.other) | (position.other ^ after.own)
        note_changes(changed, sheet)
        covered |= changed
        position = after
    margin = popcount(position.own) - popcount(position.other)
    sheet.values[MARGIN] = margin if position.turn == 1 else -margin
    finish(position.result, plies, popcount(covered), sheet)


@kernel
def measure(position: Duel, played: IntArray, lengths: IntArray, sheets: Sheets) -> None:
    for match in range(lengths.size):
        follow(position, played[match], lengths[match], sheet_of(sheets, match))


def _captures(story: Story, seat: int) -> int:
    return sum(len(event.cells) for event in story.events(Captured) if event.seat == seat)


def _margin(story: Story) -> int:
    board = "".join(story.cells(story.last))
    return board.count("R") - board.count("G")


def _swing(story: Story) -> int:
    """Summed from the boards that people see."""
    boards = ["".join(story.cells(position)) for position in story.positions]
    margins = [board.count("R") - board.count("G") for board in boards]
    return sum(abs(there - here) for here, there in pairwise(margins))


def _sweeps(story: Story) -> int:
    boards = ["".join(story.cells(position)) for position in story.positions]
    return sum(colour in here and colour not in there for here, there in pairwise(boards) for colour in "RG")


def _passes(seat: int) -> Metric:
    return Counted(
        f"passes_{seat}", f"turns that {('Red', 'Green')[seat - 1]} had to pass", "plies", kind=Passed,
        which=lambda event: event.seat == seat,
    )  # fmt: skip


OWN: tuple[Metric, ...] = (
    Computed("captures_1", "tiles that Red turned", "tiles", compute=lambda story: _captures(story, 1)),
    Computed("captures_2", "tiles that Green turned", "tiles", compute=lambda story: _captures(story, 2)),
    _passes(1),
    _passes(2),
    Computed("swing", "by how much moves changed the difference in tiles, all together", "tiles", compute=_swing),
    Computed(
        "largest_capture",
        "the most tiles that one move turned",
        "tiles",
        most=4,
        compute=lambda story: max([0, *(len(event.cells) for event in story.events(Captured))]),
    ),
    Computed("sweeps", "how often a side lost its last tile", "times", compute=_sweeps),
    Computed("margin", "tiles of Red minus tiles of Green at the end", "tiles", least=-49, most=49, compute=_margin),
)


def _swing_a_move(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, games["swing"], games["plies"])


def _routs(games: Games, limits: Limits) -> Sample:
    """When a match is over every cell has been taken: `covered` is the size of the board."""
    return share_of(games, abs(games["margin"]) >= limits["part"] * games["covered"])


QUESTIONS = (
    DesignQuestion(
        "swing",
        "How much does a move swing the score?",
        _swing_a_move,
        {"good_least": 1.5, "good_most": 4, "bearable_least": 1.2, "bearable_most": 5},
        good="Moves matter without making what came before worthless: {estimate} per move.",
        low="Captures are rare: a move swings the score by {estimate} only.",
        high="The last mover turns everything: {estimate} per move.",
        unit="tiles",
    ),
    DesignQuestion(
        "routs",
        "Are games lost by a rout?",
        _routs,
        {"part": 0.5, "good_most": 0.1, "bearable_most": 0.3},
        good="Games stay close: {estimate} end with half of the board or more between the sides.",
        high="Games are routs: {estimate} end with half of the board or more between the sides.",
        notes={"part": "a lead of this part of the board is a rout"},
    ),
)

GAUGE = Gauge(
    OWN,
    measure,
    lead,
    margin=TILE,
    lead_unit="hundredths of a tile",
    questions=QUESTIONS,
    minutes=(5, 60),
    seconds_a_move=12,
)
