"""The bit tricks that the match-3 games share: tokens of all colours at once, in three planes.

A cell holds a code from 0 to 7, and plane k holds bit k of every cell's code, in the layout of `engine.bits`. So one
comparison of the planes with themselves, shifted, finds the equal neighbours of the whole board. Row 0 is the top, and
tokens fall towards higher bits. A swap is named by its first cell in reading order: with the cell to the right of it
it is that bit of `Moves.low`, with the cell below it that bit of `Moves.high`.
"""

from typing import NamedTuple

from quincunx.engine.kernels.bits import DOWN, RIGHT, STRIDE, rectangle
from quincunx.engine.kernels.compiler import aside, primitive
from quincunx.engine.kernels.randomness import below, mix, word
from quincunx.engine.kernels.salt import PLAIN
from quincunx.engine.moves import HIGH, Moves

EMPTY, UNKNOWN = 0, 7
"""The codes that match nothing: no token, and a token (`?`) whose colour cannot be known. Colours are 1 to 6."""

TOP_ROW = rectangle(1, STRIDE - 1)
COLUMN = rectangle(STRIDE, 1)
"""The leftmost column; a set of cells of the top row times this is all the columns under them."""


class Planes(NamedTuple):
    ones: int
    twos: int
    fours: int


@primitive
def occupied(cells: Planes) -> int:
    """The cells that hold a token, known or not."""
    return cells.ones | cells.twos | cells.fours


@primitive
def changes(before: Planes, after: Planes) -> int:
    """The cells whose content differs."""
    return (before.ones ^ after.ones) | (before.twos ^ after.twos) | (before.fours ^ after.fours)


@primitive
def of_code(cells: Planes, code: int) -> int:
    """The tokens of one code (not EMPTY)."""
    ones = cells.ones if code & 1 else ~cells.ones
    twos = cells.twos if code & 2 else ~cells.twos
    fours = cells.fours if code & 4 else ~cells.fours
    return ones & twos & fours


@primitive
def put(cells: Planes, where: int, code: int) -> Planes:
    """The same tokens of this code in all these cells, which were empty."""
    return Planes(
        cells.ones | (where if code & 1 else 0),
        cells.twos | (where if code & 2 else 0),
        cells.fours | (where if code & 4 else 0),
    )


@primitive
def without(cells: Planes, gone: int) -> Planes:
    return Planes(cells.ones & ~gone, cells.twos & ~gone, cells.fours & ~gone)


@primitive
def alike(cells: Planes, step: int) -> int:
    """The tokens of a colour whose neighbour `step` bits on is of the same colour."""
    coloured = (cells.ones | cells.twos | cells.fours) & ~(cells.ones & cells.twos & cells.fours)
    differ = (cells.ones ^ cells.ones >> step) | (cells.twos ^ cells.twos >> step) | (cells.fours ^ cells.fours >> step)
    return coloured & ~differ


@primitive
def lines(cells: Planes) -> int:
    """All tokens in a line: three or more of a colour in a row or column."""
    across, down = alike(cells, RIGHT), alike(cells, DOWN)
    across &= across >> RIGHT
    down &= down >> DOWN
    return across | across << RIGHT | across << 2 * RIGHT | down | down << DOWN | down << 2 * DOWN


@primitive
def has_line(tokens: int) -> bool:
    """Whether tokens of one colour hold a line."""
    return (tokens & tokens >> RIGHT & tokens >> 2 * RIGHT | tokens & tokens >> DOWN & tokens >> 2 * DOWN) != 0


@primitive
def exchanged(cells: Planes, first: int, step: int) -> Planes:
    """The board with the tokens of cell `first` and of the cell `step` bits on in each other's place."""
    return Planes(
        _exchanged(cells.ones, first, step), _exchanged(cells.twos, first, step), _exchanged(cells.fours, first, step)
    )


@primitive
def _exchanged(plane: int, first: int, step: int) -> int:
    differ = (plane >> first ^ plane >> (first + step)) & 1
    return plane ^ (differ << first | differ << (first + step))


@primitive
def swapped(cells: Planes, move: int) -> Planes:
    return exchanged(cells, move & (HIGH - 1), RIGHT if move < HIGH else DOWN)


@primitive
def legal_swaps(cells: Planes) -> Moves:
    """The swaps of two adjacent tokens after which the board holds a line.

    On a board without a line one of the two must come to lie in it: beside a pair on either side of its new cell,
    between two, or before a pair straight ahead. `d7` holds the tokens that are like the one 7 bits on, and so forth.
    """
    d1, d2, d7 = alike(cells, RIGHT), alike(cells, 2 * RIGHT), alike(cells, DOWN - RIGHT)
    d8, d9, d16 = alike(cells, DOWN), alike(cells, DOWN + RIGHT), alike(cells, 2 * DOWN)
    if (d1 & d1 >> RIGHT) | (d8 & d8 >> DOWN):
        return swaps_beside_a_line(cells)
    rightward = _joins(d7 << 7, d9, d8 << 15, d8 >> 9) | d2 & d1 >> 2
    leftward = _joins(d9 << 8, d7 >> 1, d8 << 16, d8 >> 8) | d2 << 1 & d1 << 2
    downward = _joins(d7, d9, d1 >> 6, d1 >> 9) | d16 & d8 >> 16
    upward = _joins(d9 << 1, d7 >> 1, d1 << 2, d1 >> 1) | d16 << 8 & d8 << 16
    tokens = occupied(cells)
    return Moves((rightward | leftward) & tokens & tokens >> RIGHT, (downward | upward) & tokens & tokens >> DOWN)


@primitive
def _joins(before: int, after: int, pair_before: int, pair_after: int) -> int:
    """Where a token finds its like on both sides of its new cell, or on one side with another behind it."""
    return before & (pair_before | after) | after & pair_after


@aside
def swaps_beside_a_line(cells: Planes) -> Moves:
    """As `legal_swaps`, for a board that holds a line already: every swap is tried."""
    tokens = occupied(cells)
    across, down = tokens & tokens >> RIGHT, tokens & tokens >> DOWN
    low, high = 0, 0
    for first in range(HIGH - STRIDE):
        if across >> first & 1 and lines(exchanged(cells, first, RIGHT)):
            low |= 1 << first
        if down >> first & 1 and lines(exchanged(cells, first, DOWN)):
            high |= 1 << first
    return Moves(low, high)


@primitive
def fallen(cells: Planes, board: int) -> Planes:
    """Every token as low in its column as it can fall.

    Each falls by the number of holes below it: first those with an odd number by one, then by two, then by four (the
    compression of Hacker's Delight, section 7-4, along columns).
    """
    holes = (board & ~occupied(cells)) >> DOWN
    for step in (DOWN, 2 * DOWN, 4 * DOWN):
        odd = holes ^ holes >> DOWN
        odd ^= odd >> 2 * DOWN
        odd ^= odd >> 4 * DOWN
        cells = Planes(_drop(cells.ones, odd, step), _drop(cells.twos, odd, step), _drop(cells.fours, odd, step))
        holes &= ~odd
    return cells


@primitive
def _drop(plane: int, moving: int, step: int) -> int:
    return plane & ~moving | (plane & moving) << step


@primitive
def keyed_below(n: int, source: int, key: int, stream: int, index: int) -> int:
    """As `below`; with the key of a salt nobody can tell the source from many such numbers."""
    return below(n, source, stream, index) if key == PLAIN else salted_below(n, source, key, stream, index)


@aside
def salted_below(n: int, source: int, key: int, stream: int, index: int) -> int:
    """Out of line: most matches are without a salt, and should be as fast as if there were none."""
    return (mix(word(source, stream, index) ^ key) >> 32 & 0xFFFFFFFF) * n >> 32


@primitive
def shuffled(deck: Planes, length: int, source: int, key: int, stream: int, index: int) -> Planes:
    """Fisher–Yates over a packed board: i from the last cell down to 1, j = below(i + 1, source, stream, index + i)."""
    for i in range(length - 1, 0, -1):
        j = keyed_below(i + 1, source, key, stream, index + i)
        deck = exchanged(deck, j, i - j)
    return deck


@primitive
def packed(cells: Planes, rows: int, cols: int) -> Planes:
    """The board without its guard columns: the bit of a cell is its number in reading order."""
    deck = Planes(0, 0, 0)
    for row in range(rows):
        deck = with_row(deck, cols * row, cells, STRIDE * row, cols)
    return deck


@primitive
def unpacked(deck: Planes, rows: int, cols: int) -> Planes:
    """The board that was packed."""
    cells = Planes(0, 0, 0)
    for row in range(rows):
        cells = with_row(cells, STRIDE * row, deck, cols * row, cols)
    return cells


@primitive
def with_row(cells: Planes, start: int, source: Planes, source_start: int, cols: int) -> Planes:
    """These cells, and a row of others."""
    row = (1 << cols) - 1
    return Planes(
        cells.ones | (source.ones >> source_start & row) << start,
        cells.twos | (source.twos >> source_start & row) << start,
        cells.fours | (source.fours >> source_start & row) << start,
    )


@primitive
def scrambled(cells: Planes, salt: int) -> int:
    """Three planes as one word of a hash; another salt, another word."""
    return mix(mix(mix(salt ^ cells.ones) ^ cells.twos) ^ cells.fours)
