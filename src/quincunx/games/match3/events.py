"""What happens on the boards of the match-3 games."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from quincunx.engine.events import Cells, Event, Length, Names, Step


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    length: ClassVar[Length] = Length(1)
    cells: Step
    kind: Literal["swapped"] = "swapped"

    def sentence(self, names: Names) -> str:
        first, second = self.cells
        return f"{names.cell(first)} and {names.cell(second)} swap"

    def touched(self) -> Cells:
        return self.cells


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """The lines of one wave, all at once; `colours` has one character per cell."""

    length: ClassVar[Length] = Length(1)
    cells: Cells
    colours: str
    wave: int
    points: int
    kind: Literal["cleared"] = "cleared"

    def sentence(self, names: Names) -> str:
        wave = f" in wave {self.wave}" if self.wave > 1 else ""
        points = f" for {self.points}" if self.points else ""
        return f"{len(self.cells)} clear{points}{wave}"


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Tokens that moved down: from, to."""

    length: ClassVar[Length] = Length(1)
    steps: tuple[Step, ...]
    kind: Literal["fell"] = "fell"

    def sentence(self, names: Names) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """New tokens from the top; `colours` has one character per cell."""

    length: ClassVar[Length] = Length(1, beside="fell")
    cells: Cells
    colours: str
    kind: Literal["dropped"] = "dropped"

    def sentence(self, names: Names) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The whole board was dealt again, in reading order, after this many tries."""

    length: ClassVar[Length] = Length(3)
    colours: str
    tries: int
    kind: Literal["reshuffled"] = "reshuffled"

    def sentence(self, names: Names) -> str:
        return "no swap was left: the board is reshuffled"
