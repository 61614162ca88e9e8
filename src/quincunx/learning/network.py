"""An n-tuple network: the worth of a position as a sum of weights, one for what stands on each group of cells.

A group of cells is a *pattern*. Patterns that a symmetry of the board maps onto each other share their weights, and so
do the states of one pattern that such a symmetry maps onto each other: a mirrored position has the same worth.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import STRIDE, each, rectangle
from quincunx.engine.notation import read_cell

Words = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
Symmetry = Callable[[int, int, int, int], tuple[int, int]]
"""Where a board of (rows, cols) takes the cell (row, col)."""


def _identity(row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
    return row, col


def _mirrored(row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
    return row, cols - 1 - col


def _turned(row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
    return rows - 1 - row, cols - 1 - col


def _flipped(row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
    return rows - 1 - row, col


def _transposed(of: Symmetry) -> Symmetry:
    return lambda row, col, rows, cols: of(col, row, cols, rows)


MIRROR: tuple[Symmetry, ...] = (_identity, _mirrored)
"""Left and right are alike: games in which tokens fall."""
RECTANGLE: tuple[Symmetry, ...] = (*MIRROR, _turned, _flipped)
SQUARE: tuple[Symmetry, ...] = (*RECTANGLE, *map(_transposed, RECTANGLE))
"""All eight symmetries of a square board."""


# Patterns are sets of cells, as bits.


def cells(text: str) -> int:
    """The pattern of these cells: `cells("a1 b2 c3")`."""
    return sum(1 << read_cell(name, STRIDE - 1, STRIDE - 1) for name in text.split())


def blocks(rows: int, cols: int, height: int, width: int) -> Iterator[int]:
    """Every block of this size on a board of `rows` and `cols`."""
    block = rectangle(height, width)
    for row in range(rows - height + 1):
        for col in range(cols - width + 1):
            yield block << STRIDE * row + col


def lines(rows: int, cols: int) -> Iterator[int]:
    """Every row and every column."""
    yield from blocks(rows, cols, 1, cols)
    yield from blocks(rows, cols, rows, 1)


class NetworkLayout(NamedTuple):
    """A network as arrays, for kernels. A *place* is a number for a pattern in one state, or for an extra feature."""

    masks: Words
    """The cells of each pattern."""
    offsets: Words
    """Its first place."""
    spread: Words
    """What some cells of a pattern add to a place if all of them are in state 1."""
    extras: Words
    """The first place of each extra feature."""
    weight: npt.NDArray[np.int32]
    """For every place the number of its weight."""


@dataclass(frozen=True)
class Schedule:
    """How long and how boldly a network is trained; the budgets are counted in games, so that they mean the same on
    every machine."""

    games: int = 200_000
    """Games of self-play."""
    search_games: int = 2_000
    """Games of the second part, in which a short search is the teacher."""
    search_depth: int = 3
    rate: float = 0.01
    """How far a weight moves by an error of 1, at first; at the end a twentieth of it."""
    search_rate: float = 0.005
    trace: float = 0.7
    """The lambda of TD(lambda): how much a later value counts against the next one."""
    opening: int = 8
    """A game begins with up to this many random moves, less one."""
    longest: int = 200
    """A game that is not over after this many plies is drawn."""


@dataclass(frozen=True)
class Network:
    """What a game declares: its board, the patterns that it looks at, and what it wants to know."""

    table: Path
    """The file that the trained weights are kept in; beside it, as `.json`, lies how they came about."""
    rows: int
    cols: int
    states: int
    """How many states a cell can be in: 1 + the sum of the states that the hook `planes` gives it."""
    patterns: Sequence[int]
    scale: int
    """The score at which the odds are e to 1; of a margin, the score of the largest one."""
    symmetries: tuple[Symmetry, ...] = SQUARE
    extras: tuple[int, ...] = (1,)
    """How many values each of the features has that the hook `extras` gives."""
    margin: int = 0
    """The largest margin (`evaluate` at the end), where that is what is to be predicted; 0: who wins."""
    style: int = 0
    """The style in which a search asks `candidates` and `promise` during training."""
    variants: Sequence[str] = ("standard",)
    """The presets that training plays, in turns."""
    schedule: Schedule = field(default_factory=Schedule)

    @cached_property
    def layout(self) -> NetworkLayout:
        return _Arrangement(self).layout()

    @property
    def weights(self) -> int:
        """How many different weights there are."""
        return int(self.layout.weight.max()) + 1

    @cached_property
    def fingerprint(self) -> str:
        """Of everything that gives the weights their meaning: a table fits no other network."""
        parts = (self.rows, self.cols, self.states, self.scale, self.margin, self.extras)
        digest = hashlib.sha256(repr(parts).encode())
        for array in self.layout:
            digest.update(array.tobytes())
        return digest.hexdigest()[:16]


class _Arrangement:
    """Gives every place its weight: blocks of places with the same weights in the same order are kept once."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._maps = [self._map_of(symmetry) for symmetry in network.symmetries]
        self._blocks: dict[bytes, int] = {}
        self._places: list[npt.NDArray[np.int64]] = []
        self._used = 0
        self._weights = 0

    def layout(self) -> NetworkLayout:
        masks: list[int] = []
        offsets: list[int] = []
        for pattern in self._network.patterns:
            if pattern in masks:
                continue  # a symmetry has brought it already
            for mask, weights in self._images(pattern):
                masks.append(mask)
                offsets.append(self._keep(weights))
        extras = [self._keep_extra(values) for values in self._network.extras]
        return NetworkLayout(
            np.array(masks, np.int64),
            np.array(offsets, np.int64),
            np.array(_in_base(self._network.states, max(mask.bit_count() for mask in masks)), np.int64),
            np.array(extras, np.int64),
            np.concatenate(self._places).astype(np.int32),
        )

    def _map_of(self, symmetry: Symmetry) -> dict[int, int]:
        rows, cols = self._network.rows, self._network.cols
        images = {}
        for bit in each(rectangle(rows, cols)):
            row, col = symmetry(bit // STRIDE, bit % STRIDE, rows, cols)
            images[bit] = row * STRIDE + col
        return images

    def _images(self, pattern: int) -> list[tuple[int, npt.NDArray[np.int64]]]:
        """The patterns that this one becomes, each with the weights of its places."""
        own = list(each(pattern))
        states = self._network.states
        digits = np.arange(states ** len(own))[:, None] // states ** np.arange(len(own)) % states
        canonical: dict[int, npt.NDArray[np.int64]] = {}
        for images in self._maps:
            image = [images[bit] for bit in own]
            order = [sorted(image).index(bit) for bit in image]
            place = (digits[:, order] * states ** np.arange(len(own))).sum(axis=1)
            mask = sum(1 << bit for bit in image)
            canonical[mask] = np.minimum(canonical[mask], place) if mask in canonical else place
        kept, number = np.unique(np.concatenate(list(canonical.values())), return_inverse=True)
        first = self._weights
        self._weights += len(kept)
        parts = np.split(number.astype(np.int64) + first, len(canonical))
        return list(zip(canonical, parts, strict=True))

    def _keep(self, weights: npt.NDArray[np.int64]) -> int:
        """The first place of a block with these weights."""
        key = weights.tobytes()
        if key not in self._blocks:
            self._blocks[key] = self._append(weights)
        return self._blocks[key]

    def _keep_extra(self, values: int) -> int:
        weights = np.arange(self._weights, self._weights + values)
        self._weights += values
        return self._append(weights)

    def _append(self, weights: npt.NDArray[np.int64]) -> int:
        first = self._used
        self._places.append(weights)
        self._used += len(weights)
        return first


def _in_base(base: int, most: int) -> list[int]:
    """The numbers from 0 to 2^most - 1, their binary digits read in another base."""
    numbers = [0]
    for digit in range(most):
        numbers += [number + base**digit for number in numbers]
    return numbers
