"""What only Infinity Grid Duel has: tiles that turn, and tiles that cannot."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from quincunx.engine.events import Cells, Event, Length, Names


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """Tiles that now belong to `seat`."""

    length: ClassVar[Length] = Length(1.6, each=0.25, of="cells")
    cells: Cells
    seat: int
    kind: Literal["captured"] = "captured"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} captures {names.cells(self.cells)}"

    def touched(self) -> Cells:
        return self.cells


@dataclass(frozen=True, slots=True)
class Protected(Event):
    """The tile just placed on `cell` can never be turned."""

    cell: int
    seat: int
    kind: Literal["protected"] = "protected"

    def sentence(self, names: Names) -> str:
        return f"{names.cell(self.cell)} stays {names.seat(self.seat)} for good"
