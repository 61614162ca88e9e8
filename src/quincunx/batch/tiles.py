"""The words of planes and legal moves as bytes, eight at a time, for threads that write side by side."""

from itertools import groupby
from typing import NamedTuple

import numpy as np

from quincunx.engine.kernels.bits import STRIDE
from quincunx.engine.kernels.compiler import compiled_body, primitive
from quincunx.engine.kernels.randomness import signed, unsigned
from quincunx.observation.bytes import Layout

WORD = 64
FOUR_ONES = 0x01010101
FOUR_COPIES = 1 | 1 << 7 | 1 << 14 | 1 << 21


def shifted(bits: int, places: int) -> int:
    """Bits moved up within a word: what leaves it at the top is gone."""
    return signed(unsigned(bits << places))


@compiled_body(shifted)
def _compiled_shifted(bits: int, places: int) -> int:
    return np.int64(np.uint64(bits) << np.uint64(places))  # type: ignore[return-value]


@primitive
def pack(word: int, layout: Layout) -> int:
    """The cells of a word without gaps between its rows; a constant stays as it is."""
    if word < 0 or layout.rows == 1:
        return word
    full_row = (1 << layout.cols) - 1
    dense = 0
    for row in range(layout.rows):
        dense |= (word >> STRIDE * row & full_row) << layout.cols * row
    return dense


@primitive
def as_bits(word: int, cells: int) -> int:
    """A constant of 0 or 1 as the cells that it stands for: most words are then written in the same way."""
    if word == -1:
        return 0
    return (1 << cells) - 1 if word == -2 and cells < WORD else word


class Run(NamedTuple):
    """Bits side by side: where they are, a mask of as many, and where they go."""

    start: int
    mask: int
    place: int


def runs_of(bits: int) -> tuple[Run, ...]:
    """The runs of a set of bits, and where each is if there are no gaps."""
    runs, start, place = [], 0, 0
    for length, is_set in ((len(list(group)), key) for key, group in groupby(f"{bits:b}"[::-1])):
        if is_set == "1":
            runs.append(Run(start, (1 << length) - 1, place))
            place += length
        start += length
    return tuple(runs) or (Run(0, 0, 0),)


@primitive
def gathered(bits: int, runs: tuple[Run, ...]) -> int:
    """The bits of these runs without the gaps between them."""
    dense = 0
    for run in runs:
        dense |= (bits >> run.start & run.mask) << run.place
    return dense


@primitive
def spread_eight(word: int, start: int) -> int:
    """Eight bytes of a packed word from this cell on: 0 or 1 each, or the number of a constant."""
    if word < 0:
        four = (-1 - word) * FOUR_ONES
        return four | shifted(four, 32)
    return spread_bits(word >> start)


@primitive
def spread_bits(bits: int) -> int:
    """Eight bytes of the lowest eight bits."""
    return spread_four(bits & 0xF) | spread_four(bits >> 4 & 0xF) << 32


@primitive
def spread_four(bits: int) -> int:
    """Four bytes of four bits: bit k goes to bit 8k with the k-th of four copies that lie seven bits apart."""
    return bits * FOUR_COPIES & FOUR_ONES


@primitive
def first_bytes(number: int) -> int:
    """The lowest bytes of eight, this many."""
    return (1 << 8 * number) - 1 if number < 8 else -1


@primitive
def window(low: int, high: int, start: int) -> int:
    """Eight bits of two words that follow each other, from `start` on."""
    if start >= WORD:
        return high >> (start - WORD) & 0xFF
    if start <= WORD - 8:
        return low >> start & 0xFF
    return (low >> start & ((1 << (WORD - start)) - 1) | shifted(high, WORD - start)) & 0xFF
