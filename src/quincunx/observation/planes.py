"""The planes of a position as words of bits: what each game gives a body for.

A word holds the cells of a channel (or of one row of it, where the board is too large), bit 8r + c for the cell in row
r and column c of a small board and bit c for column c of a row. A negative word is a channel with the same number in
every cell: see `constant`.
"""

from typing import Any

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.compiler import primitive, required

Words = npt.NDArray[np.int64]


@required
def write_planes(position: Any, seat: int, words: Words) -> None:
    """Write the channels, as this seat sees them, into the words. The position has been through `observe`."""


@primitive
def constant(number: int) -> int:
    """The word of a channel that shows this number, from 0 to 255 at most, in every cell."""
    return -1 - min(max(number, 0), 255)


@primitive
def share(part: int, whole: int) -> int:
    """How much of the whole this is, from 0 to 255."""
    return min(part * 255 // whole, 255)
