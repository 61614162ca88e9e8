"""What only Color Cascade Grid has: goblins."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from quincunx.engine.events import Cells, Event, Length, Names


@dataclass(frozen=True, slots=True)
class GoblinCame(Event):
    """A goblin took a cell, or was lost (`cell` None) over this column (None: no column had room)."""

    length: ClassVar[Length] = Length(3.5, follow=1)
    cell: int | None
    column: int | None
    colour: str
    kind: Literal["goblin_came"] = "goblin_came"

    def sentence(self, names: Names) -> str:
        if self.cell is not None:
            return f"a {names.colour(self.colour)} goblin comes to {names.cell(self.cell)}"
        if self.column is not None:
            return f"a goblin is lost over {names.column(self.column)}"
        return "a goblin finds no room"

    def touched(self) -> Cells:
        return () if self.cell is None else (self.cell,)
