"""Stack Swap Mosaic: swap, clear lines, be refilled from the top. Rule numbers are those of `docs/games/mosaic.md`.

Scores and counts are kept from the mover's side (`score`, `other_score`) and change places at the end of a turn.
"""

from typing import NamedTuple

from quincunx.engine.bits import DOWN, STRIDE, lowest, popcount, rectangle
from quincunx.engine.compiling import aside, kernel, primitive
from quincunx.engine.moves import PASS, Moves, count, nth
from quincunx.engine.randomness import below, mix, word
from quincunx.engine.rules import DRAWN, PLAYING, evaluate, hash, moves, observe, play
from quincunx.games.match3 import (
    COLUMN,
    EMPTY,
    TOP_ROW,
    UNKNOWN,
    Planes,
    fallen,
    legal_swaps,
    lines,
    occupied,
    put,
    scrambled,
    swapped,
    without,
)

ATTEMPTS = 1000
MOST_WAVES = 60
LENIENT_FROM, MOST_TRIES = 500, 2000
"""The try of a reshuffle from which on any line-free board with a legal swap will do, and the last one (rule 5)."""

ATTEMPT_STREAM, CELL_STREAM, SHUFFLE_STREAM, DROP_STREAM = 0, 1, 2, 16
SHUFFLE_STEP = 64

DROP_BITS = 20
"""Room for more drops of a column than a match can have: 2 sides * 500 moves * 60 waves * 7 rows."""
_DROP_ONES = 1 | 1 << DROP_BITS | 1 << 2 * DROP_BITS
_DROP_SPREAD = 1 | 1 << (DROP_BITS - 1) | 1 << 2 * (DROP_BITS - 1)


class Options(NamedTuple):
    rows: int
    cols: int
    colours: int
    target: int
    max_moves: int
    token_points: int
    wave_bonus: int
    queue_shown: int
    opening_cap: int
    opening_swaps: int
    limit_draws: int
    board: int
    """The cells of the board: they follow from `rows` and `cols`."""


class Drops(NamedTuple):
    """How many drops each column has used up: three columns a word."""

    left: int
    middle: int
    right: int


class Supply(NamedTuple):
    """What falls from the top: `queue`, in row k the k-th next drop of every column, and `source`, the word that all
    drops after those are drawn from; where it is not `known` they are unknown tokens."""

    queue: Planes
    drops: Drops
    source: int
    known: int


class Mosaic(NamedTuple):
    cells: Planes
    supply: Supply
    score: int
    other_score: int
    made: int
    """How many swaps the side to move has made; `other_made`: the other side."""
    other_made: int
    passes: int
    """In a row: 0 or 1."""
    tries: int
    """Of all reshuffles of the match."""
    turn: int
    ply: int
    result: int
    options: Options


class Cascade(NamedTuple):
    """Where the waves of a swap came to rest, and what they paid."""

    cells: Planes
    supply: Supply
    points: int


def make_options(
    rows: int, cols: int, colours: int, target: int, max_moves: int, token_points: int, wave_bonus: int,
    queue_shown: int, opening_cap: int, opening_swaps: int, limit_draws: bool,
) -> Options:  # fmt: skip
    return Options(
        rows, cols, colours, target, max_moves, token_points, wave_bonus, queue_shown, opening_cap, opening_swaps,
        int(limit_draws), rectangle(rows, cols),
    )  # fmt: skip


# Drops.


@primitive
def drops_of(drops: Drops, column: int) -> int:
    """How many drops this column has used up."""
    counts = drops.left if column < 3 else drops.middle if column < 6 else drops.right
    return counts >> DROP_BITS * (column % 3) & (1 << DROP_BITS) - 1


@primitive
def one_more(drops: Drops, columns: int) -> Drops:
    """One more drop used up in each of these columns (a set of cells of the top row)."""
    return Drops(
        drops.left + ((columns & 7) * _DROP_SPREAD & _DROP_ONES),
        drops.middle + ((columns >> 3 & 7) * _DROP_SPREAD & _DROP_ONES),
        drops.right + (columns >> 6 & 1),
    )


@primitive
def drawn(supply: Supply, columns: int, options: Options) -> Planes:
    """The drops that come into view behind the queue when each of these columns uses up one, in the top row."""
    ones, twos, fours = columns, columns, columns
    if supply.known:
        ones, twos, fours = 0, 0, 0
        while columns:
            column = lowest(columns)
            index = drops_of(supply.drops, column) + options.queue_shown
            code = 1 + below(options.colours, supply.source, DROP_STREAM + column, index)
            ones |= (code & 1) << column
            twos |= (code >> 1 & 1) << column
            fours |= (code >> 2) << column
            columns &= columns - 1
    return Planes(ones, twos, fours)


@primitive
def refilled(cells: Planes, supply: Supply, options: Options) -> tuple[Planes, Supply]:
    """Rule 3: "the empty cells of a column are filled from its queue, the first drawn lowest"; all columns at once,
    one cell of each at a time. The tokens have fallen: every hole is at the top."""
    holes = options.board & ~occupied(cells)
    while holes:
        columns = holes & TOP_ROW
        lowest_holes = holes & ~(holes >> DOWN)
        new = drawn(supply, columns, options)
        last = STRIDE * options.queue_shown
        queue = Planes(
            supply.queue.ones | new.ones << last,
            supply.queue.twos | new.twos << last,
            supply.queue.fours | new.fours << last,
        )
        cells = Planes(
            cells.ones | (queue.ones & columns) * COLUMN & lowest_holes,
            cells.twos | (queue.twos & columns) * COLUMN & lowest_holes,
            cells.fours | (queue.fours & columns) * COLUMN & lowest_holes,
        )
        supply = Supply(moved_up(queue, columns), one_more(supply.drops, columns), supply.source, supply.known)
        holes &= ~lowest_holes
    return cells, supply


@primitive
def moved_up(queue: Planes, columns: int) -> Planes:
    """The queue without the next drop of each of these columns."""
    moving = columns * COLUMN
    return Planes(
        queue.ones & ~moving | (queue.ones & moving) >> STRIDE,
        queue.twos & ~moving | (queue.twos & moving) >> STRIDE,
        queue.fours & ~moving | (queue.fours & moving) >> STRIDE,
    )


def queued(supply: Supply, options: Options) -> Supply:
    """The supply with its queue drawn from the source."""


# Waves.


@primitive
def wave_points(gone: int, wave: int, options: Options) -> int:
    """Rule 3: `token_points` + `wave_bonus` * (w - 1) for each token in wave w = 1, 2, …"""
    return popcount(gone) * (options.token_points + options.wave_bonus * (wave - 1))


@primitive
def cleared(cells: Planes, supply: Supply, gone: int, options: Options) -> tuple[Planes, Supply]:
    """Rule 3: the rest of a wave, once its lines are known."""
    return refilled(fallen(without(cells, gone), options.board), supply, options)


@aside
def cascade(cells: Planes, supply: Supply, options: Options) -> Cascade:
    """Rule 3: waves while there is a line, 60 at most."""
    points = 0
    wave = 1
    gone = lines(cells)
    while gone and wave <= MOST_WAVES:
        points += wave_points(gone, wave, options)
        cells, supply = cleared(cells, supply, gone, options)
        gone = lines(cells)
        wave += 1
    return Cascade(cells, supply, points)
