"""What a move did, one small value a thing, in the order in which it happened.

Pages animate them, metrics count them, histories tell them. Cells are cell numbers (row * columns + column); colours
are the characters of `cells` in a view; seats are 1 and 2, and 0 is nobody.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

Cells = tuple[int, ...]
Step = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Swapped:
    cells: Step
    kind: Literal["swapped"] = "swapped"


@dataclass(frozen=True, slots=True)
class Cleared:
    """The lines of one wave, all at once; `colours` has a character for each cell."""

    cells: Cells
    colours: str
    wave: int
    points: int
    kind: Literal["cleared"] = "cleared"


@dataclass(frozen=True, slots=True)
class Fell:
    """Tokens that moved down: from, to."""

    steps: tuple[Step, ...]
    kind: Literal["fell"] = "fell"


@dataclass(frozen=True, slots=True)
class Dropped:
    """New tokens from the top; `colours` has a character for each cell."""

    cells: Cells
    colours: str
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The whole board was dealt anew, in reading order, after this many tries."""

    colours: str
    tries: int
    kind: Literal["reshuffled"] = "reshuffled"


@dataclass(frozen=True, slots=True)
class GoblinCame:
    """A goblin took a cell, or was lost (`cell` None) over this column (None: no column had room)."""

    cell: int | None
    column: int | None
    colour: str
    kind: Literal["goblin_came"] = "goblin_came"


@dataclass(frozen=True, slots=True)
class Placed:
    cell: int
    seat: int
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Captured:
    """Tiles that now belong to `seat`."""

    cells: Cells
    seat: int
    kind: Literal["captured"] = "captured"


@dataclass(frozen=True, slots=True)
class Pushed:
    """A line was pushed: which cells' stones moved where, and where the new stone came to lie (None: it did not)."""

    line: str
    way: str
    seat: int
    steps: tuple[Step, ...]
    entered: int | None
    kind: Literal["pushed"] = "pushed"


@dataclass(frozen=True, slots=True)
class Ejected:
    """What left the board from `cell`; `owner` 0 is a dud."""

    cell: int
    owner: int
    kind: Literal["ejected"] = "ejected"


@dataclass(frozen=True, slots=True)
class MineEarned:
    seat: int
    kind: Literal["mine_earned"] = "mine_earned"


@dataclass(frozen=True, slots=True)
class MinePlaced:
    cell: int
    seat: int
    kind: Literal["mine_placed"] = "mine_placed"


@dataclass(frozen=True, slots=True)
class MineDetonated:
    """A mine went off under a stone of `owner` (0: a dud) that came from `stone` (None: it was just entering)."""

    cell: int
    owner: int
    stone: int | None
    kind: Literal["mine_detonated"] = "mine_detonated"


@dataclass(frozen=True, slots=True)
class MineDecayed:
    cells: Cells
    into: Literal["nothing", "dud"]
    kind: Literal["mine_decayed"] = "mine_decayed"


@dataclass(frozen=True, slots=True)
class Flooded:
    """The territory took a colour, and absorbed cells wave by wave."""

    colour: str
    waves: tuple[Cells, ...]
    kind: Literal["flooded"] = "flooded"


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Ended:
    """`result` is `1`, `2`, `draw` or `lost`; `why` is a word of the game (`line`, `target`, `resignation`, …)."""

    result: str
    why: str
    kind: Literal["ended"] = "ended"


Event = (
    Swapped | Cleared | Fell | Dropped | Reshuffled | GoblinCame | Placed | Captured | Pushed | Ejected | MineEarned
    | MinePlaced | MineDetonated | MineDecayed | Flooded | Passed | Ended
)  # fmt: skip

PositionT = TypeVar("PositionT")


class Narration(NamedTuple, Generic[PositionT]):
    """What a move did, and the position to which the telling came: the same one that `play` gives."""

    events: list[Event]
    position: PositionT


def as_json(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [asdict(event) for event in events]
