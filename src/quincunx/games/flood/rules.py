"""Flood-It: take the whole board, colour by colour. Rule numbers are those of `docs/games/flood.md`.

The board may have 40 columns, so a row is a word: bit c of a row is the cell in column c. Colours never change outside
the territory: the board is dealt once, a plane of rows for each colour, which all positions of a match share and none
writes to; a move makes a new territory and nothing else. A move is the number of its colour.
"""

from typing import NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.kernels.randomness import below, mix
from quincunx.engine.moves import Moves
from quincunx.engine.rules import LOST, PLAYING, WON_BY_1, advance, evaluate, hash, moves, play, redeal

BOARD_STREAM = 0
"""The stream of random numbers from which a board is dealt."""

NO_LIMIT = 0

Rows = npt.NDArray[np.int64]
"""The cells of a territory: a word for each row, and one more below the board that stays 0."""

Planes = npt.NDArray[np.int64]
"""The cells of each colour, by colour and row."""


class Options(NamedTuple):
    size: int
    colours: int
    limit: int
    """The moves allowed, or NO_LIMIT."""
    full_row: int
    palette: int
    """All columns, and all colours, as bits: they follow from `size` and `colours`."""
    absorb_at_start: int


def make_options(size: int, colours: int, limit: int | None, absorb_at_start: bool = True) -> Options:
    return Options(size, colours, limit or NO_LIMIT, (1 << size) - 1, (1 << colours) - 1, int(absorb_at_start))


class Flood(NamedTuple):
    planes: Planes
    """The board as it was dealt; what lies beneath the territory no longer counts."""
    territory: Rows
    colour: int
    moves: int
    turn: int
    ply: int
    result: int
    options: Options

    def __eq__(self, other: object) -> bool:
        """A tuple would ask its arrays for one truth, and compare what lies beneath the territory."""
        if not isinstance(other, Flood):
            return NotImplemented
        return (
            self[2:] == other[2:]
            and np.array_equal(self.territory, other.territory)
            and np.array_equal(open_cells(self), open_cells(other))
        )

    def __ne__(self, other: object) -> bool:
        return not self == other


def open_cells(position: Flood) -> Planes:
    """The cells of each colour that are not controlled."""
    return position.planes & ~position.territory[:-1]


@primitive
def deal(size: int, colours: int, seed: int) -> Planes:
    planes = np.zeros((colours, size), np.int64)
    deal_into(planes, size, colours, seed)
    return planes


@primitive
def deal_into(planes: Planes, size: int, colours: int, seed: int) -> None:
    """Rule 1: cell n is below(colours, seed, 0, n). The planes are empty."""
    for row in range(size):
        for col in range(size):
            planes[below(colours, seed, BOARD_STREAM, row * size + col), row] |= 1 << col


@primitive
def absorb(territory: Rows, planes: Planes, colour: int, size: int) -> int:
    """One wave of rule 2, in place: the orthogonal neighbours of this colour join; 0 if there were none.

    Every row is read before its neighbours change, so that a wave goes one cell far and the rows can be done at once.
    """
    joined = 0
    above = 0
    for row in range(size):
        here = int(territory[row])
        new = (here << 1 | here >> 1 | above | int(territory[row + 1])) & int(planes[colour, row]) & ~here
        territory[row] = here | new
        joined |= new
        above = here
    return joined


@primitive
def controls_all(territory: Rows, options: Options) -> bool:
    controlled = options.full_row
    for row in range(options.size):
        controlled &= int(territory[row])
    return controlled == options.full_row


@primitive
def verdict(territory: Rows, made: int, options: Options) -> int:
    """Rule 3: won when every cell is controlled (also on the last allowed move); lost when the moves reach the limit
    before that."""
    if controls_all(territory, options):
        return WON_BY_1
    return LOST if options.limit != NO_LIMIT and made >= options.limit else PLAYING


@primitive
def settle(position: Flood, territory: Rows, colour: int) -> Flood:
    """The end of a move that grew the territory to this one. Rule 2: each move counts one."""
    made = position.moves + 1
    result = verdict(territory, made, position.options)
    return Flood(position.planes, territory, colour, made, position.turn, position.ply + 1, result, position.options)


@primitive
def corner(size: int) -> Rows:
    """The top-left cell alone."""
    territory = np.zeros(size + 1, np.int64)
    territory[0] = 1
    return territory


@primitive
def grow(territory: Rows, planes: Planes, colour: int, size: int) -> None:
    """Rule 2: absorb, without end, orthogonal neighbours of that colour."""
    while absorb(territory, planes, colour, size):
        pass


@primitive
def corner_colour(planes: Planes) -> int:
    colour = 0
    while planes[colour, 0] & 1 == 0:
        colour += 1
    return colour


@primitive
def of_one_colour(position: Flood) -> bool:
    cells = position.options.full_row
    for row in range(position.options.size):
        cells &= int(position.territory[row]) | int(position.planes[position.colour, row])
    return cells == position.options.full_row


@primitive
def judged(position: Flood) -> Flood:
    """A position that no move has led to, with its result. Rule 1: a board of one colour starts won, even if its
    first cell alone is controlled."""
    won = of_one_colour(position)
    result = WON_BY_1 if won else verdict(position.territory, position.moves, position.options)
    return Flood(
        position.planes, position.territory, position.colour, position.moves, position.turn, position.ply, result,
        position.options,
    )  # fmt: skip


@primitive
def beginning(planes: Planes, options: Options) -> Flood:
    return begun(planes, corner(options.size), options)


@primitive
def begun(planes: Planes, territory: Rows, options: Options) -> Flood:
    """Rule 1: the territory starts as the top-left cell's whole region of one colour (`absorb_at_start` false: the cell
    alone). It is given as that cell, and grows in place."""
    colour = corner_colour(planes)
    if options.absorb_at_start:
        grow(territory, planes, colour, options.size)
    return judged(Flood(planes, territory, colour, 0, 1, 0, PLAYING, options))


@kernel
def first_position(seed: int, options: Options) -> Flood:
    return beginning(deal(options.size, options.colours, seed), options)


@redeal.register(Flood)
def flood_redeal(position: Flood, seed: int) -> Flood:
    """The same as `first_position`, in the arrays of an older one."""
    planes, territory, options = position.planes, position.territory, position.options
    for row in range(options.size):
        for colour in range(options.colours):
            planes[colour, row] = 0
        territory[row] = 0
    territory[options.size] = 0
    territory[0] = 1
    deal_into(planes, options.size, options.colours, seed)
    return begun(planes, territory, options)


@moves.register(Flood)
def flood_moves(position: Flood) -> Moves:
    """Rule 2: a move names a colour other than the territory's."""
    if position.result != PLAYING:
        return Moves(0, 0)
    return Moves(position.options.palette & ~(1 << position.colour), 0)


@play.register(Flood)
def flood_play(position: Flood, move: int) -> Flood:
    return flooded(position, position.territory.copy(), move)


@advance.register(Flood)
def flood_advance(position: Flood, move: int) -> Flood:
    return flooded(position, position.territory, move)


@primitive
def flooded(position: Flood, territory: Rows, colour: int) -> Flood:
    """Rule 2: the territory takes the colour, and grows: in place, in these rows."""
    grow(territory, position.planes, colour, position.options.size)
    return settle(position, territory, colour)


@hash.register(Flood)
def flood_hash(position: Flood) -> int:
    """Cells and moves made. Within one match the territory and its colour determine all cells of the board."""
    h = mix(position.colour ^ position.moves << 8)
    for row in range(position.options.size):
        h = mix(h ^ int(position.territory[row]))
    return h


@evaluate.register(Flood)
def flood_evaluate(position: Flood) -> int:
    """Controlled cells; a solver knows more."""
    cells = 0
    for row in range(position.options.size):
        cells += popcount(int(position.territory[row]))
    return cells
