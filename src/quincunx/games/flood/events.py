"""What only Flood-It has: a flood."""

from dataclasses import dataclass
from typing import Literal

from quincunx.engine.events import Cells, Event, Names


@dataclass(frozen=True, slots=True)
class Flooded(Event):
    """The territory took a colour, and absorbed cells wave by wave. It marks no cell: the board shows the territory."""

    colour: str
    waves: tuple[Cells, ...]
    kind: Literal["flooded"] = "flooded"

    def sentence(self, names: Names) -> str:
        cells = sum(map(len, self.waves))
        return f"{names.colour(self.colour)}: {cells} {'cell' if cells == 1 else 'cells'} flooded"
