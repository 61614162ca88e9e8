"""What only Flood-It has: a flood."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from quincunx.engine.events import Cells, Event, Length, Names


@dataclass(frozen=True, slots=True)
class Flooded(Event):
    """The territory took a colour, and absorbed cells wave by wave. It marks no cell: the board shows the territory."""

    length: ClassVar[Length] = Length(1.25, each=0.25, of="waves", most=6)
    colour: str
    waves: tuple[Cells, ...]
    kind: Literal["flooded"] = "flooded"

    def sentence(self, names: Names) -> str:
        cells = sum(map(len, self.waves))
        return f"{names.colour(self.colour)}: {cells} {'cell' if cells == 1 else 'cells'} flooded"
