"""What the lab measures in Stack Swap Mosaic: waves, points, reshuffles, and how matches end."""

from quincunx.engine.events import Ended, Passed
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import PASS
from quincunx.engine.rules import PLAYING
from quincunx.games.match3.bits import changes, lines, swapped
from quincunx.games.match3.events import Cleared, Reshuffled
from quincunx.games.mosaic.rules import MOST_WAVES, Mosaic, cleared
from quincunx.measure.gauge import Gauge
from quincunx.measure.metric import Computed, Counted, Metric
from quincunx.measure.question import Column, DesignQuestion, Games, Limits, Sample, ratio_of, share_of
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
from quincunx.measure.story import Story, StoryTurn

POINTS, LARGEST_TURN = COMMON, COMMON + 2
"""The slots of seat 1, and after each seat 2's."""
WAVES, LONGEST_CASCADE, TOKENS, PASSES, RESHUFFLES, BY_TARGET = range(COMMON + 4, COMMON + 10)


@primitive
def tally_waves(position: Mosaic, move: int, sheet: Sheet) -> None:
    """Rule 3's waves, one after the other, as `settled` goes through them."""
    values = sheet.values
    cells, supply = swapped(position.cells, move), position.supply
    waves = 0
    gone = lines(cells)
    while gone and waves < MOST_WAVES:
        waves += 1
        values[TOKENS] += popcount(gone)
        cells, supply = cleared(cells, supply, gone, position.options)
        gone = lines(cells)
    values[WAVES] += waves
    values[LONGEST_CASCADE] = max(values[LONGEST_CASCADE], waves)


@primitive
def tally(position: Mosaic, move: int, after: Mosaic, sheet: Sheet) -> None:
    values, seat = sheet.values, position.turn - 1
    if move == PASS:
        values[PASSES] += 1
        values[RESHUFFLES] += 1 if after.tries != position.tries else 0
        return
    paid = after.other_score - position.score
    values[POINTS + seat] += paid
    values[LARGEST_TURN + seat] = max(values[LARGEST_TURN + seat], paid)
    tally_waves(position, move, sheet)


@primitive
def by_target(position: Mosaic) -> int:
    if position.result == PLAYING:
        return NOTHING
    return 1 if position.other_score >= position.options.target else 0


@primitive
def follow(position: Mosaic, played: IntArray, plies: int, sheet: Sheet) -> None:
    begin(position, sheet)
    covered = 0
    for ply in range(plies):
        after = advance(position, played[ply], lead_of(position), ply, sheet)
        tally(position, played[ply], after, sheet)
        changed = changes(position.cells, after.cells)
        note_changes(changed, sheet)
        covered |= changed
        position = after
    sheet.values[BY_TARGET] = by_target(position)
    finish(position.result, plies, popcount(covered), sheet)


@kernel
def measure(position: Mosaic, played: IntArray, lengths: IntArray, sheets: Sheets) -> None:
    for match in range(lengths.size):
        follow(position, played[match], lengths[match], sheet_of(sheets, match))


def _paid(turn: StoryTurn) -> int:
    return sum(event.points for event in turn.events if isinstance(event, Cleared))


def _turns(story: Story, seat: int) -> list[int]:
    """What each turn of a seat paid."""
    return [_paid(turn) for turn in story.turns if turn.before.turn == seat]


def _by_target(story: Story) -> int | None:
    ends = story.events(Ended)
    return int(ends[0].why == "target") if ends else None


def _of_seats(name: str, note: str, unit: str, largest: bool) -> list[Metric]:
    def find(seat: int) -> Metric:
        total = max if largest else sum
        who = f"player {seat}"
        return Computed(
            f"{name}_{seat}",
            note.format(who),
            unit,
            compute=lambda story: total([0, *_turns(story, seat)]),
        )

    return [find(1), find(2)]


OWN: tuple[Metric, ...] = (
    *_of_seats("points", "points that {} made", "points", largest=False),
    *_of_seats("largest_turn", "the most points that {} made in a turn", "points", largest=True),
    Counted("waves", "waves, all turns together", "waves", kind=Cleared),
    Computed(
        "longest_cascade",
        "the most waves in one turn",
        "waves",
        most=MOST_WAVES,
        compute=lambda story: max([0, *(event.wave for event in story.events(Cleared))]),
    ),
    Computed(
        "tokens",
        "tokens cleared",
        "tokens",
        compute=lambda story: sum(len(event.cells) for event in story.events(Cleared)),
    ),
    Counted("passes", "turns without a legal swap", "plies", kind=Passed),
    Counted("reshuffles", "dead boards that were dealt again", "times", kind=Reshuffled),
    Computed("by_target", "1 if the match ended at the target, 0 if at the limit", most=1, compute=_by_target),
)


def _waves_a_turn(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, games["waves"], games["plies"] - games["passes"])


def _reshuffled(games: Games, limits: Limits) -> Sample:
    return share_of(games, games["reshuffles"] > 0)


def _at_target(games: Games, limits: Limits) -> Sample:
    return share_of(games, games["by_target"] == 1)


QUESTIONS = (
    DesignQuestion(
        "cascades",
        "How many waves does a swap set off?",
        _waves_a_turn,
        {"good_least": 1.2, "good_most": 2, "bearable_least": 1.1, "bearable_most": 2.5},
        good="Swaps cascade now and then, and can be foreseen: {estimate} each.",
        low="Swaps hardly cascade: {estimate} each.",
        high="Cascades decide more than choices do: {estimate} per swap.",
        unit="waves",
    ),
    DesignQuestion(
        "dead_boards",
        "How often does a board go dead?",
        _reshuffled,
        {"good_most": 0.1, "bearable_most": 0.3},
        good="Boards stay alive: {estimate} of games need a reshuffle.",
        high="Boards go dead: {estimate} of games need a reshuffle.",
    ),
    DesignQuestion(
        "race",
        "Is it a race to the target?",
        _at_target,
        {"good_least": 0.5, "bearable_least": 0.25},
        good="It is a race: {estimate} of games end at the target.",
        low="The target is out of reach: {estimate} of games end there, the others at the limit of moves.",
    ),
)

MARGIN = 30
"""A line of three in the standard game."""


def _steps(games: Games) -> Column:
    """The swap of every turn, two steps for each wave (clear, fall), and every new board."""
    return games["plies"] + 2 * games["waves"] + games["reshuffles"]


GAUGE = Gauge(
    OWN,
    measure,
    margin=MARGIN,
    lead_unit="points",
    questions=QUESTIONS,
    minutes=(5, 15),
    steps=_steps,
    seconds_a_move=15,
)
