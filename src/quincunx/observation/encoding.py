"""What the arrays of a variant mean: its actions, its channels, and the symmetries of its board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import STRIDE
from quincunx.engine.moves import PASS, Moves, contains, count, nth, numbers

Cell = tuple[int, int]
"""Row and column."""

Permutation = npt.NDArray[np.int64]
MOST = 255
"""The largest number in a channel: larger ones are shown as this."""


class Channel(NamedTuple):
    name: str
    meaning: str


class Place(NamedTuple):
    """What a move is on the board: what kind of move, and its cells. A symmetry of the board moves the cells."""

    kind: str
    cells: tuple[Cell, ...] = ()
    ordered: bool = False
    """Whether the order of the cells matters: that of a push does, that of a swap does not."""


class Symmetry(NamedTuple):
    """A symmetry of the board. Action a becomes `actions[a]`, and what a channel c shows in the flat cell n, channel
    `channels[c]` shows in `cells[n]`."""

    name: str
    actions: Permutation
    cells: Permutation
    channels: Permutation

    def of_planes(self, planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The planes of the same position on the turned board; any axes may come before channels, rows and columns."""
        flat = planes.reshape(*planes.shape[:-2], -1)
        turned = np.empty_like(flat)
        turned[..., self.channels[:, None], self.cells[None, :]] = flat
        return turned.reshape(planes.shape)

    def of_mask(self, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        turned = np.empty_like(mask)
        turned[..., self.actions] = mask
        return turned


class Turning(NamedTuple):
    """How a symmetry moves cells, and which channels it exchanges (pairs of names)."""

    name: str
    cell: Callable[[int, int], Cell]
    exchanged: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Encoding:
    """How positions and moves of a variant become arrays.

    The actions are the moves that the variant can ever allow, in numerical order. The planes have the shape (channels,
    rows, cols). A channel takes one word of bits where the board fits a word, and else one word per row.
    """

    moves: Moves
    channels: tuple[Channel, ...]
    rows: int
    cols: int
    place: Callable[[int], Place]
    turnings: tuple[Turning, ...] = ()
    word_per_row: bool = False

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return count(self.moves)

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.channels), self.rows, self.cols

    @property
    def words(self) -> int:
        """How many words hold the bits of all channels."""
        return len(self.channels) * (self.rows if self.word_per_row else 1)

    def move_of(self, action: int) -> int:
        if not 0 <= action < self.actions:
            raise ValueError(f"an action is a whole number from 0 to {self.actions - 1}, not {action}")
        return nth(self.moves, action)

    def action_of(self, move: int) -> int:
        if not contains(self.moves, move):
            raise ValueError(f"{move} is not a move of this variant")
        return self._ids[move]

    @cached_property
    def _ids(self) -> dict[int, int]:
        return {move: action for action, move in enumerate(numbers(self.moves))}

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries under which the game is the same; the first changes nothing."""
        return tuple(self._symmetry(turning) for turning in (IDENTITY, *self.turnings))

    def _symmetry(self, turning: Turning) -> Symmetry:
        places = [self.place(move) for move in numbers(self.moves)]
        actions = {place: action for action, place in enumerate(places)}
        exchanged = dict(turning.exchanged) | {second: first for first, second in turning.exchanged}
        names = [channel.name for channel in self.channels]
        cells = (turning.cell(row, col) for row in range(self.rows) for col in range(self.cols))
        return Symmetry(
            turning.name,
            np.array([actions[_turned(place, turning)] for place in places]),
            np.array([row * self.cols + col for row, col in cells]),
            np.array([names.index(exchanged.get(name, name)) for name in names]),
        )


IDENTITY = Turning("identity", lambda row, col: (row, col))


def square_turnings(size: int, exchanged: Sequence[tuple[str, str]] = ()) -> tuple[Turning, ...]:
    """The seven other symmetries of a square board; `exchanged` are channels that belong to rows and to columns."""
    last = size - 1
    swaps = tuple(exchanged)
    return (
        Turning("mirror left and right", lambda row, col: (row, last - col)),
        Turning("mirror top and bottom", lambda row, col: (last - row, col)),
        Turning("half turn", lambda row, col: (last - row, last - col)),
        Turning("transpose", lambda row, col: (col, row), swaps),
        Turning("quarter turn clockwise", lambda row, col: (col, last - row), swaps),
        Turning("quarter turn counterclockwise", lambda row, col: (last - col, row), swaps),
        Turning("transpose along the other diagonal", lambda row, col: (last - col, last - row), swaps),
    )


def bit_cell(bit: int) -> Cell:
    """The cell of a bit in the layout of `engine.kernels.bits`."""
    return bit // STRIDE, bit % STRIDE


def cell_place(move: int) -> Place:
    """The place of a move that is the bit of its cell, or a pass."""
    return Place("pass") if move == PASS else Place("cell", (bit_cell(move),))


def _turned(place: Place, turning: Turning) -> Place:
    cells = tuple(turning.cell(row, col) for row, col in place.cells)
    return Place(place.kind, cells if place.ordered else tuple(sorted(cells)), place.ordered)
