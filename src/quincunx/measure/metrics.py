"""Metrics: what is counted in a match, by listening to its events, and the same in bulk by compiled kernels.

A metric has a name, a note, a unit and a range, and finds its value in a *story*: the turns of one match with their
events. A game's `measure` kernel plays moves again and writes the same values into a *sheet*, one slot a metric, some
hundred times faster: the common metrics first, then the game's own in the order of its `Gauge`. Tests hold the two
equal, so that what a page shows of one match is what the lab counts in a million.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from quincunx.engine.events import Event
from quincunx.engine.kernels.bits import lowest
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import count
from quincunx.engine.rules import WON_BY_1, WON_BY_2, evaluate, hash, moves, play, recur
from quincunx.measure.questions import Question

if TYPE_CHECKING:
    from quincunx.engine.game import AnyGame
    from quincunx.engine.match import Match

Words = npt.NDArray[np.int64]

NOTHING: Final = -1
"""In a sheet: the metric says nothing of this match (who came back in a draw?)."""

COMMON: Final = 11
PLIES, RESULT, CHOICES, FORCED, LEAD_CHANGES, BEHIND, SETTLED, COMEBACK, REPEATS, CYCLE, COVERED = range(COMMON)
"""The slots of the common metrics; a game's own begin at `COMMON`."""


# A match, told.


class Told(NamedTuple):
    """One turn, as a metric hears of it."""

    before: Any
    move: int
    after: Any
    events: Sequence[Event]


@dataclass(frozen=True)
class Story:
    """One match, told from its first position on."""

    first: Any
    turns: Sequence[Told]
    cells: Callable[[Any], Sequence[str]]
    """The board of a position, as rows of characters."""
    gauge: "Gauge"

    @property
    def last(self) -> Any:
        return self.turns[-1].after if self.turns else self.first

    @property
    def positions(self) -> list[Any]:
        return [self.first, *(turn.after for turn in self.turns)]

    @property
    def winner(self) -> int | None:
        return self.last.result if self.last.result in (WON_BY_1, WON_BY_2) else None

    @cached_property
    def leads(self) -> list[int]:
        """The lead of seat 1 before every turn."""
        return [self.gauge.lead(turn.before) for turn in self.turns]

    @cached_property
    def leaders(self) -> list[int]:
        """Who led before every turn: a lead below the margin leaves it with whoever had it; 0 is nobody yet."""
        leader, found = 0, []
        for lead in self.leads:
            if abs(lead) >= self.gauge.margin:
                leader = 1 if lead > 0 else 2
            found.append(leader)
        return found

    def heard(self, kind: type[Event]) -> list[Any]:
        """All events of one kind."""
        return [event for turn in self.turns for event in turn.events if isinstance(event, kind)]


@dataclass(frozen=True)
class Metric(ABC):
    """Something that is counted in every match."""

    name: str
    note: str
    unit: str = ""
    least: int = 0
    most: int | None = None

    @abstractmethod
    def value(self, story: Story) -> int | None:
        """None where the metric says nothing of this match."""

    def describe(self) -> dict[str, Any]:
        return {"note": self.note, "unit": self.unit, "range": [self.least, self.most]}


@dataclass(frozen=True)
class Counted(Metric):
    """How many events of a kind there were, all of them or those that `which` picks."""

    kind: type[Event] = field(kw_only=True)
    which: Callable[[Any], bool] = field(default=lambda event: True, kw_only=True)

    def value(self, story: Story) -> int:
        return sum(self.which(event) for event in story.heard(self.kind))


@dataclass(frozen=True)
class Found(Metric):
    """Whatever a function finds in the story."""

    find: Callable[[Story], int | None] = field(kw_only=True)

    def value(self, story: Story) -> int | None:
        return self.find(story)


# What every game is asked.


def _lead_changes(story: Story) -> int:
    known = [leader for leader in story.leaders if leader]
    return sum(here != there for here, there in pairwise(known))


def _behind(story: Story) -> int | None:
    return story.leaders.count(3 - story.winner) if story.winner else None


def _settled(story: Story) -> int | None:
    """The ply at which the winner took the lead for good; the last one, if it never led before."""
    if not story.winner:
        return None
    others = [ply for ply, leader in enumerate(story.leaders) if leader != story.winner]
    return max(others, default=-1) + 1


def _comeback(story: Story) -> int | None:
    if not story.winner:
        return None
    sign = -1 if story.winner == 1 else 1
    return max([0, *(sign * lead for lead in story.leads)])


def _repeats(story: Story) -> int:
    seen: Counter[int] = Counter(hash(position) for position in story.positions)
    return sum(number - 1 for number in seen.values())


def _cycle(story: Story) -> int:
    longest, last = 0, dict[int, int]()
    for ply, key in enumerate(hash(position) for position in story.positions):
        longest = max(longest, ply - last.get(key, ply))
        last[key] = ply
    return longest


def _covered(story: Story) -> int:
    """Compared by what people see: the characters of the board."""
    boards = ["".join(story.cells(position)) for position in story.positions]
    cells = range(len(boards[0]))
    return sum(any(here[cell] != there[cell] for here, there in pairwise(boards)) for cell in cells)


def _choices(story: Story) -> list[int]:
    return [count(moves(turn.before)) for turn in story.turns]


COMMON_METRICS: tuple[Metric, ...] = (
    Found("plies", "the length of the match", "plies", find=lambda story: len(story.turns)),
    Found(
        "result",
        "1 and 2: the seat that won, 3: a draw, 4: lost, 0: not over",
        most=4,
        find=lambda story: int(story.last.result),
    ),
    Found("choices", "legal moves, all turns together", "moves", find=lambda story: sum(_choices(story))),
    Found("forced", "turns with one legal move", "plies", find=lambda story: _choices(story).count(1)),
    Found("lead_changes", "how often the lead passed to the other side", "times", find=_lead_changes),
    Found("behind", "drama: plies that the winner spent behind", "plies", find=_behind),
    Found("settled", "decisiveness: the ply from which the winner never lost the lead", "ply", find=_settled),
    Found("comeback", "the largest lead that the winner overcame", "points of the evaluation", find=_comeback),
    Found("repeats", "turns that led to a position which had occurred before", "plies", find=_repeats),
    Found("longest_cycle", "the most plies between two occurrences of a position", "plies", find=_cycle),
    Found("covered", "cells that changed at least once", "cells", find=_covered),
)
"""In the order of their slots."""


# The same, compiled.


class Sheet(NamedTuple):
    """What is written of one match."""

    values: Words
    """A slot a metric."""
    leads: Words
    """The lead of seat 1 before every turn."""
    keys: Words
    """Hashes of the positions so far."""
    heat: npt.NDArray[np.int64]
    """How often each cell changed, by row and column: added up over all matches that are measured."""
    margin: int


class Sheets(NamedTuple):
    """What a `measure` kernel writes to: a row a match in `values` and `leads`."""

    values: npt.NDArray[np.int64]
    leads: npt.NDArray[np.int64]
    keys: Words
    heat: npt.NDArray[np.int64]
    margin: int


def make_sheets(gauge: "Gauge", matches: int, most_plies: int, heat: npt.NDArray[np.int64]) -> Sheets:
    """Room for so many matches of up to `most_plies`; `heat` has a cell a cell of the board."""
    slots = COMMON + len(gauge.own)
    values, leads = np.zeros((matches, slots), np.int64), np.zeros((matches, most_plies), np.int64)
    return Sheets(values, leads, np.zeros(most_plies + 1, np.int64), heat, gauge.margin)


@primitive
def sheet_of(sheets: Sheets, match: int) -> Sheet:
    return Sheet(sheets.values[match], sheets.leads[match], sheets.keys, sheets.heat, sheets.margin)


@primitive
def begin(position: Any, sheet: Sheet) -> None:
    sheet.values[:] = 0
    sheet.keys[0] = hash(position)


@primitive
def advance(position: Any, move: int, lead: int, ply: int, sheet: Sheet) -> Any:
    """Play the ply-th move, and note what every game is asked of a turn."""
    number = count(moves(position))
    sheet.values[CHOICES] += number
    sheet.values[FORCED] += 1 if number == 1 else 0
    sheet.leads[ply] = lead
    after = play(position, move)
    key = hash(after)
    seen = 1
    for earlier in range(ply + 1):  # several at a time: nothing but a sum
        seen += sheet.keys[earlier] == key
    sheet.keys[ply + 1] = key
    if seen == 1:
        return after
    last = ply
    while sheet.keys[last] != key:
        last -= 1
    sheet.values[REPEATS] += 1
    sheet.values[CYCLE] = max(sheet.values[CYCLE], ply + 1 - last)
    return recur(after, seen)


@primitive
def note_changes(cells: int, sheet: Sheet) -> None:
    """These cells of a bit board have changed."""
    while cells:
        cell = lowest(cells)
        sheet.heat[cell >> 3, cell & 7] += 1
        cells &= cells - 1


@primitive
def finish(result: int, plies: int, covered: int, sheet: Sheet) -> None:
    """What only the end of a match tells."""
    values, leads, margin = sheet.values, sheet.leads, sheet.margin
    values[PLIES], values[RESULT], values[COVERED] = plies, result, covered
    winner = result if result in (WON_BY_1, WON_BY_2) else 0
    sign = 1 if winner == 2 else -1
    leader, behind, settled, comeback = 0, 0, 0, 0
    for ply in range(plies):
        lead = leads[ply]
        now = leader if abs(lead) < margin else (1 if lead > 0 else 2)
        values[LEAD_CHANGES] += 1 if leader not in (0, now) else 0
        leader = now
        behind += 1 if leader == 3 - winner else 0
        settled = settled if leader == winner else ply + 1
        comeback = max(comeback, sign * lead)
    values[BEHIND] = behind if winner else NOTHING
    values[SETTLED] = settled if winner else NOTHING
    values[COMEBACK] = comeback if winner else NOTHING


@primitive
def lead_of(position: Any) -> int:
    """The lead of seat 1, by the game's own `evaluate`."""
    worth = evaluate(position)
    return worth if position.turn == 1 else -worth


@primitive
def follow_common(position: Any, played: Words, plies: int, sheet: Sheet) -> None:
    begin(position, sheet)
    for ply in range(plies):
        position = advance(position, played[ply], lead_of(position), ply, sheet)
    finish(position.result, plies, 0, sheet)


@kernel
def measure_common(position: Any, played: npt.NDArray[np.int64], lengths: Words, sheets: Sheets) -> None:
    """For a game without a gauge of its own: the common metrics; of cells it knows nothing."""
    for match in range(lengths.size):
        follow_common(position, played[match], lengths[match], sheet_of(sheets, match))


# What a game gives.


@dataclass(frozen=True)
class Gauge:
    """What the lab measures in a game, and asks of its design."""

    own: tuple[Metric, ...] = ()
    """The game's own metrics, in the order of their slots."""
    measure: Callable[[Any, npt.NDArray[np.int64], Words, Sheets], None] = measure_common
    """The kernel, for matches that begin alike: the first position, a row of moves a match, how many there are in
    each, and where to write what they tell."""
    lead: Callable[[Any], int] = lead_of
    """The lead of seat 1 in a position that is not over, as `measure` sees it."""
    margin: int = 1
    """A lead below this is none."""
    lead_unit: str = "points of the evaluation"
    questions: tuple[Question, ...] = ()
    minutes: tuple[float, float] = (5, 60)
    """How long a match should take, by the specification or by custom."""
    seconds_a_move: float = 10
    """How long a person is assumed to think."""
    knowledge: Mapping[str, str] = field(default_factory=dict)
    """Names and notes of what `know` finds out."""
    know: Callable[[Any], Mapping[str, int]] | None = None
    """What a solver knows about a first position, where a game has one; slow."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, in the order of a sheet."""
        return COMMON_METRICS + (self.own if self.measure is not measure_common else ())


DEFAULT_GAUGE = Gauge()


def gauge_of(game: "AnyGame") -> Gauge:
    """What is measured in this game: its own gauge, or the common metrics alone."""
    return game.metrics or DEFAULT_GAUGE


def tell_story(match: "Match") -> Story:
    """A match, for metrics to listen to."""
    game, gauge = match.game, gauge_of(match.game)
    positions = [match.first, *(turn.position for turn in match.history)]
    turns = [
        Told(positions[ply], turn.move, turn.position, match.events(ply)) for ply, turn in enumerate(match.history)
    ]
    return Story(match.first, turns, lambda position: game.details(position)["cells"], gauge)


def match_metrics(match: "Match") -> dict[str, dict[str, Any]]:
    """Every metric of a match as it stands: by name, its value with note, unit and range."""
    story = tell_story(match)
    return {metric.name: {"value": metric.value(story)} | metric.describe() for metric in story.gauge.metrics}
