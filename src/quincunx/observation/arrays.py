"""The arrays of one position: what programs get that step one match at a time."""

from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.engine.kernels.bits import rectangle
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.moves import Moves
from quincunx.engine.rules import DRAWN, LOST, PLAYING, moves, observe
from quincunx.observation.bytes import Bytes, Layout, write_all, write_mask
from quincunx.observation.encoding import Encoding
from quincunx.observation.planes import Words, write_planes


def layout_of(encoding: Encoding) -> Layout:
    if encoding.word_per_row:
        return Layout(encoding.words, 1, encoding.cols, (1 << encoding.cols) - 1)
    return Layout(encoding.words, encoding.rows, encoding.cols, rectangle(encoding.rows, encoding.cols))


@kernel
def fill_planes(position: Any, seat: int, layout: Layout, words: Words, out: Bytes) -> None:
    write_planes(observe(position, seat), seat, words)
    write_all(words, layout, out)


@kernel
def fill_mask(position: Any, every: Moves, out: Bytes) -> None:
    write_mask(moves(position), every, out)


def planes_of(encoding: Encoding, position: Any, seat: int) -> npt.NDArray[np.uint8]:
    """What this seat sees, channel by channel."""
    out = np.zeros(encoding.shape, np.uint8)
    fill_planes(position, seat, layout_of(encoding), np.zeros(encoding.words, np.int64), out.reshape(-1))
    return out


def mask_of(encoding: Encoding, position: Any, seat: int | None = None) -> npt.NDArray[np.bool_]:
    """The legal actions: none for a seat that is not to move, and none after the end."""
    out = np.zeros(encoding.actions, np.uint8)
    if seat is None or seat == position.turn:
        fill_mask(position, encoding.moves, out)
    return out.view(np.bool_)


def rewards_of(result: int, seats: int) -> tuple[float, ...]:
    """What each seat gets for a result: 1 for a win, -1 for a loss, 0 for a draw and while the match goes on."""
    if result in (PLAYING, DRAWN):
        return (0.0,) * seats
    if seats == 1:
        return (-1.0 if result == LOST else 1.0,)
    return (1.0, -1.0) if result == 1 else (-1.0, 1.0)
