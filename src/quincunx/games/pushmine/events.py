"""What only Pushmine has: pushes, mines and the swap of sides."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from quincunx.engine.events import Cells, Event, Length, Names, Step


def stone_text(owner: int, names: Names) -> str:
    return f"a stone of {names.seat(owner)}" if owner else "a dud"


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    """A line was pushed: which cells' stones moved where, and the cell of the new stone (None: it did not stay)."""

    length: ClassVar[Length] = Length(1.5)
    line: str
    way: str
    seat: int
    steps: tuple[Step, ...]
    entered: int | None
    kind: Literal["pushed"] = "pushed"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} pushes {self.line}{self.way}"

    def touched(self) -> Cells:
        return () if self.entered is None else (self.entered,)


@dataclass(frozen=True, slots=True)
class Ejected(Event):
    """What left the board from `cell`; `owner` 0 is a dud."""

    cell: int
    owner: int
    kind: Literal["ejected"] = "ejected"

    def sentence(self, names: Names) -> str:
        return f"{stone_text(self.owner, names)} leaves the board at {names.cell(self.cell)}"


@dataclass(frozen=True, slots=True)
class MineEarned(Event):
    seat: int
    kind: Literal["mine_earned"] = "mine_earned"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} earns a mine"


@dataclass(frozen=True, slots=True)
class MinePlaced(Event):
    length: ClassVar[Length] = Length(2)
    cell: int
    seat: int
    kind: Literal["mine_placed"] = "mine_placed"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} lays a mine on {names.cell(self.cell)}"

    def touched(self) -> Cells:
        return (self.cell,)


@dataclass(frozen=True, slots=True)
class MineDetonated(Event):
    """A mine went off under a stone of `owner` (0: a dud) that came from `stone` (None: it was just entering)."""

    length: ClassVar[Length] = Length(1)
    cell: int
    owner: int
    stone: int | None
    kind: Literal["mine_detonated"] = "mine_detonated"

    def sentence(self, names: Names) -> str:
        return f"the mine on {names.cell(self.cell)} takes {stone_text(self.owner, names)} with it"


@dataclass(frozen=True, slots=True)
class MineDecayed(Event):
    length: ClassVar[Length] = Length(1)
    cells: Cells
    into: Literal["nothing", "dud"]
    kind: Literal["mine_decayed"] = "mine_decayed"

    def sentence(self, names: Names) -> str:
        mines = f"the {'mine' if len(self.cells) == 1 else 'mines'} on {names.cells(self.cells)}"
        if self.into == "nothing":
            return f"{mines} {'is' if len(self.cells) == 1 else 'are'} gone"
        return f"{mines} {'is a dud' if len(self.cells) == 1 else 'are duds'} now"


@dataclass(frozen=True, slots=True)
class SidesSwapped(Event):
    """Every stone on the board changed its owner; `seat` chose it."""

    length: ClassVar[Length] = Length(2)
    seat: int
    kind: Literal["sides_swapped"] = "sides_swapped"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(self.seat)} swaps sides: every stone changes its owner"
