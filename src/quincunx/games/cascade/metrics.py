"""What the lab measures in Color Cascade Grid: goblins, tokens, and how matches end."""

from quincunx.engine.events import Ended
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import PASS
from quincunx.engine.rules import DRAWN, PLAYING
from quincunx.games.cascade.events import GoblinCame
from quincunx.games.cascade.rules import (
    BLUE,
    ORANGE,
    Cascade,
    blue_lead,
    column_of,
    goblins_due,
    next_goblin,
    one_fewer,
    visit,
)
from quincunx.games.match3.bits import Planes, changes, fallen, lines, occupied, of_code, put, swapped, without
from quincunx.games.match3.events import Cleared
from quincunx.measure.gauge import Gauge
from quincunx.measure.metric import Computed, Counted, Metric
from quincunx.measure.question import Column, DesignQuestion, Games, Limits, Sample, ratio_of, share_of, where
from quincunx.measure.sheet import (
    COMMON,
    NOTHING,
    IntArray,
    Sheet,
    Sheets,
    advance,
    begin,
    finish,
    lead_of,
    note_changes,
    sheet_of,
)
from quincunx.measure.story import Story

BLUE_CLEARED, ORANGE_CLEARED, GOBLINS, GOBLINS_LOST, WAVES, LONGEST_CASCADE, MARGIN, VANISHED = range(
    COMMON, COMMON + 8
)


@primitive
def tally_waves(position: Cascade, move: int, sheet: Sheet) -> Planes:
    """Rule 3's waves, one after the other, as `settled` goes through them; where they came to rest."""
    values = sheet.values
    cells = swapped(position.cells, move)
    waves = 0
    gone = lines(cells)
    while gone:
        waves += 1
        values[BLUE_CLEARED] += popcount(gone & of_code(cells, BLUE))
        values[ORANGE_CLEARED] += popcount(gone & of_code(cells, ORANGE))
        cells = fallen(without(cells, gone), position.options.board)
        gone = lines(cells)
    values[WAVES] += waves
    values[LONGEST_CASCADE] = max(values[LONGEST_CASCADE], waves)
    return cells


@primitive
def tally_goblins(position: Cascade, cells: Planes, sheet: Sheet) -> None:
    """Rule 4's goblins, one after the other, as `visited` goes through them."""
    goblins = position.goblins
    room = position.options.board & ~occupied(cells)
    for _ in range(goblins_due(position)):
        coming = visit(cells, room, next_goblin(goblins))
        goblins = one_fewer(goblins)
        sheet.values[GOBLINS if coming.cell and coming.code else GOBLINS_LOST] += 1
        if coming.cell:
            cells = put(cells, coming.cell, coming.code)
            room &= ~column_of(coming.cell, room)


@primitive
def vanished(position: Cascade) -> int:
    """Whether the match ended because a side had no token left."""
    if position.result == PLAYING:
        return NOTHING
    return 1 if position.passes < 2 and position.result != DRAWN else 0


@primitive
def follow(position: Cascade, played: IntArray, plies: int, sheet: Sheet) -> None:
    begin(position, sheet)
    covered = 0
    for ply in range(plies):
        after = advance(position, played[ply], lead_of(position), ply, sheet)
        if played[ply] != PASS:
            tally_goblins(position, tally_waves(position, played[ply], sheet), sheet)
        changed = changes(position.cells, after.cells)
        note_changes(changed, sheet)
        covered |= changed
        position = after
    sheet.values[MARGIN] = blue_lead(position.cells)
    sheet.values[VANISHED] = vanished(position)
    finish(position.result, plies, popcount(covered), sheet)


@kernel
def measure(position: Cascade, played: IntArray, lengths: IntArray, sheets: Sheets) -> None:
    for match in range(lengths.size):
        follow(position, played[match], lengths[match], sheet_of(sheets, match))


def _cleared(story: Story, colour: str) -> int:
    return sum(event.colours.count(colour) for event in story.events(Cleared))


def _margin(story: Story) -> int:
    board = "".join(story.cells(story.last))
    return board.count("b") - board.count("o")


def _vanished(story: Story) -> int | None:
    ends = story.events(Ended)
    return int(ends[0].why == "vanish") if ends else None


OWN: tuple[Metric, ...] = (
    Computed("blue_cleared", "blue tokens (seat 1's) cleared", "tokens", compute=lambda story: _cleared(story, "b")),
    Computed(
        "orange_cleared", "orange tokens (seat 2's) cleared", "tokens", compute=lambda story: _cleared(story, "o")
    ),
    Counted(
        "goblins", "goblins that took a cell", "goblins", kind=GoblinCame, which=lambda event: event.cell is not None
    ),
    Counted(
        "goblins_lost", "goblins that were lost", "goblins", kind=GoblinCame, which=lambda event: event.cell is None
    ),
    Counted("waves", "waves, all turns together", "waves", kind=Cleared),
    Computed(
        "longest_cascade",
        "the most waves in one turn",
        "waves",
        compute=lambda story: max([0, *(event.wave for event in story.events(Cleared))]),
    ),
    Computed("margin", "blue tokens minus orange tokens at the end", "tokens", least=-49, most=49, compute=_margin),
    Computed("vanished", "1 if the match ended because a side had no token left", most=1, compute=_vanished),
)


def _vanish_endings(games: Games, limits: Limits) -> Sample:
    over = where(games, games["vanished"] >= 0)
    return share_of(over, over["vanished"] == 1)


def _goblins_kept(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, games["goblins"], games["goblins"] + games["goblins_lost"])


QUESTIONS = (
    DesignQuestion(
        "vanish",
        "How often does a side win by vanishing?",
        _vanish_endings,
        {"good_least": 0.02, "good_most": 0.5, "bearable_least": 0.005, "bearable_most": 0.75},
        good="Vanishing is a threat, and not the rule: it ends {estimate} of games.",
        low="No one ever vanishes ({estimate} of games): the rule has no effect.",
        high="Vanishing ends {estimate} of games: the count of tokens hardly matters.",
    ),
    DesignQuestion(
        "goblins",
        "Do goblins find their place?",
        _goblins_kept,
        {"good_least": 0.8, "bearable_least": 0.6},
        good="Goblins reseed the board: {estimate} of them take a cell.",
        low="Goblins are lost: only {estimate} of them take a cell.",
    ),
)


def _steps(games: Games) -> Column:
    """The swap of every turn, two steps for each wave (clear, fall), and every goblin."""
    return games["plies"] + 2 * games["waves"] + games["goblins"] + games["goblins_lost"]


GAUGE = Gauge(
    OWN, measure, margin=1, lead_unit="tokens", questions=QUESTIONS, minutes=(5, 60), steps=_steps, seconds_a_move=20
)
