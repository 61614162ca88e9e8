"""What a move did: one small value for each thing that happened, in order.

Pages animate events, metrics count them, and each event can say itself in words. The engine knows the events that any
game may have; a game declares the others beside its rules, as subclasses of `Event`. Cells are cell numbers
(row * columns + column); colours are the characters of `cells` in a view; seats are 1 and 2, and 0 is nobody.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from quincunx.engine.notation import cell_text, column_text

Result = Literal["1", "2", "draw", "lost"]
Cells = tuple[int, ...]
Step = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Names:
    """What an event's sentence calls seats, colours and cells."""

    seats: tuple[str, ...]
    colours: Mapping[str, str]
    """By character; a colour that is not here is called by its character."""
    cols: int

    def seat(self, seat: int) -> str:
        return self.seats[seat - 1]

    def colour(self, character: str) -> str:
        return self.colours.get(character, character)

    def column(self, column: int) -> str:
        return column_text(column)

    def cell(self, number: int) -> str:
        return cell_text(number // self.cols, number % self.cols)

    def cells(self, numbers: Iterable[int]) -> str:
        return ", ".join(map(self.cell, numbers))


STEP_MILLISECONDS = 180
"""One step of an animation at normal speed: a swap, a clear, a fall."""


class Length(NamedTuple):
    """How long an event is shown, in steps. The pages' animations and the server's clocks both count by it."""

    steps: float = 0.0
    each: float = 0.0
    """Longer by this for each further thing that it happens to."""
    of: str = ""
    """The field that has those things."""
    most: float | None = None
    """Never longer than this."""
    follow: float | None = None
    """When the next event of its kind begins; None: when this one is over."""
    beside: str = ""
    """The kind of event that it happens together with, where that comes directly before it."""

    def steps_of(self, event: "Event") -> float:
        things = len(getattr(event, self.of)) if self.of else 1
        steps = self.steps + self.each * (things - 1)
        return steps if self.most is None else min(self.most, steps)


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """One thing that a move did.

    A subclass is a frozen dataclass with slots whose last field is `kind: Literal["…"]`, its own name in snake case:
    that is how the event is told apart in JSON.
    """

    length: ClassVar[Length] = Length()

    @property
    @abstractmethod
    def kind(self) -> str: ...

    @abstractmethod
    def sentence(self, names: Names) -> str:
        """The event in words, without a full stop; empty if a history need not mention it."""

    def touched(self) -> Cells:
        """The cells that a board marks to show where the move took place."""
        return ()


@dataclass(frozen=True, slots=True)
class Placed(Event):
    length: ClassVar[Length] = Length(1)
    cell: int
    seat: int
    kind: Literal["placed"] = "placed"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} takes {names.cell(self.cell)}"

    def touched(self) -> Cells:
        return (self.cell,)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    length: ClassVar[Length] = Length(2)
    seat: int
    kind: Literal["passed"] = "passed"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} has no move and passes"


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """`why` is a word of the game (`line`, `target`, `board_full`, …)."""

    result: Result
    why: str
    kind: Literal["ended"] = "ended"

    def sentence(self, names: Names) -> str:
        why = self.why.replace("_", " ")
        if self.result in ("1", "2") and len(names.seats) == 2:
            return f"{names.seat(int(self.result))} wins ({why})"
        return f"{'won' if self.result == '1' else self.result} ({why})"


PositionT = TypeVar("PositionT")


class Narration(NamedTuple, Generic[PositionT]):
    """What a move did, and the position that it led to: the same one that `play` gives."""

    events: list[Event]
    position: PositionT


def shown_milliseconds(events: Iterable[Event]) -> int:
    """How long it takes to show what a move did, at normal speed."""
    began = over = 0.0
    before = ""
    for event in events:
        length = event.length
        if before and before == length.beside:
            start = began
        elif before == event.kind and length.follow is not None:
            start = began + length.follow
        else:
            start = over
        began, over, before = start, max(over, start + length.steps_of(event)), event.kind
    return round(over * STEP_MILLISECONDS)


def as_json(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [asdict(event) for event in events]
