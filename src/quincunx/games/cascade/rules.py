"""Color Cascade Grid: swap and clear lines; only goblins refill. Rule numbers are those of `docs/games/cascade.md`."""

from typing import NamedTuple

from quincunx.engine.kernels.bits import DOWN, RIGHT, STRIDE, highest, popcount, rectangle
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.kernels.randomness import eight_below, mix, word
from quincunx.engine.kernels.salt import PLAIN
from quincunx.engine.moves import PASS, Moves, count
from quincunx.engine.rules import DRAWN, PLAYING, WON_BY_1, WON_BY_2, evaluate, hash, moves, observe, play, redeal
from quincunx.games.match3.bits import (
    COLUMN,
    EMPTY,
    UNKNOWN,
    Planes,
    fallen,
    has_line,
    keyed_below,
    legal_swaps,
    lines,
    occupied,
    of_code,
    put,
    scrambled,
    swapped,
    without,
)
from quincunx.games.match3.tries import (
    REFUSED,
    TAKEN,
    UNDECIDED,
    begin_try,
    go_on,
    opening_of,
    tries_of_a_deal,
    without_a_deal,
    worth_of,
)

BLUE, ORANGE, GREEN, VIOLET = range(1, 5)
"""Blue is seat 1's, orange seat 2's, green and violet belong to no one."""

VANISH_NOTHING, VANISH_WINS, VANISH_LOSES = range(3)
"""What it means to have no token left (rule 5)."""

ATTEMPTS = 10_000
OPENING_SWAPS = 6
GOBLINS_SHOWN = 2
CODE_BITS = 3
ATTEMPT_STREAM, BAG_STREAM, GOBLIN_STREAM = range(3)

Bag = tuple[int, int, int, int]
"""How many blues, oranges, greens and violets are dealt."""


class Options(NamedTuple):
    size: int
    goblins: int
    second_only: int
    vanish: int
    no_moves_draws: int
    courtesy: int
    """For players only: the rules do not look at it."""
    board: int
    """The cells of the board: they follow from `size`."""


class Goblins(NamedTuple):
    """`shown`, the codes of the next two goblins, three bits each, the next one lowest; how many have come; and
    `source`, the word that all others are drawn from. Where `known` is 0 they are unknown tokens; else it is the key of
    the source, which is PLAIN in a match without a salt."""

    shown: int
    come: int
    source: int
    known: int


class Cascade(NamedTuple):
    cells: Planes
    goblins: Goblins
    passes: int
    """In a row: 0, 1, and 2 when the match has ended by them."""
    turn: int
    ply: int
    result: int
    options: Options


class Visit(NamedTuple):
    """Where a goblin goes, as a bit (0: no column has room), and its code there (EMPTY: it is lost)."""

    cell: int
    code: int


def make_options(
    size: int, goblins: int, second_only: bool, vanish: int, no_moves_draws: bool, courtesy: bool
) -> Options:
    board = rectangle(size, size)
    return Options(size, goblins, int(second_only), vanish, int(no_moves_draws), int(courtesy), board)


# Goblins.


@primitive
def drawn(goblins: Goblins, number: int) -> int:
    """Rule 4: the g-th goblin is neutral below(2, s, 2, g)."""
    return GREEN + keyed_below(2, goblins.source, goblins.known, GOBLIN_STREAM, number) if goblins.known else UNKNOWN


@primitive
def next_goblin(goblins: Goblins) -> int:
    return goblins.shown & UNKNOWN


@primitive
def one_fewer(goblins: Goblins) -> Goblins:
    """The goblins that are still to come after the next one."""
    new = drawn(goblins, goblins.come + GOBLINS_SHOWN)
    shown = goblins.shown >> CODE_BITS | new << CODE_BITS * (GOBLINS_SHOWN - 1)
    return Goblins(shown, goblins.come + 1, goblins.source, goblins.known)


@primitive
def all_goblins(come: int, source: int, key: int) -> Goblins:
    """The goblins of a source, of which `come` have come."""
    goblins = Goblins(0, come - GOBLINS_SHOWN, source, key)
    for _ in range(GOBLINS_SHOWN):
        goblins = one_fewer(goblins)
    return goblins


@primitive
def visit(cells: Planes, room: int, code: int) -> Visit:
    """Rule 4: "the column with the fewest tokens that is not full …, leftmost if equal, on its lowest empty cell".

    Tokens have fallen, so that is the leftmost of the lowest cells in `room`, the empty cells that it may go to.
    """
    if room == 0:
        return Visit(0, EMPTY)
    row = highest(room) // STRIDE * STRIDE
    in_row = room >> row
    cell = (in_row & -in_row) << row
    return Visit(cell, recoloured(cells, cell, code))


@primitive
def recoloured(cells: Planes, cell: int, code: int) -> int:
    """Rule 4: "if that makes a line, in the other neutral; if that does too, … it is lost"."""
    other = GREEN + VIOLET - code
    if code == UNKNOWN or not has_line(of_code(cells, code) | cell):
        return code
    return EMPTY if has_line(of_code(cells, other) | cell) else other


@primitive
def column_of(cell: int, board: int) -> int:
    """All cells of the column that this cell (as a bit) is in."""
    return COLUMN << highest(cell) % STRIDE & board


@primitive
def goblins_due(position: Cascade) -> int:
    """How many goblins come after a swap now: `goblin_trigger` may spare seat 1's."""
    return 0 if position.options.second_only and position.turn == 1 else position.options.goblins


@primitive
def visited(position: Cascade, cells: Planes) -> tuple[Planes, Goblins]:
    """Rule 4: the goblins after a swap, none in the column of another."""
    goblins = position.goblins
    room = position.options.board & ~occupied(cells)
    for _ in range(goblins_due(position)):
        coming = visit(cells, room, next_goblin(goblins))
        goblins = one_fewer(goblins)
        if coming.cell:
            cells = put(cells, coming.cell, coming.code)
            room &= ~column_of(coming.cell, room)
    return cells, goblins


# Turns.


@primitive
def settled(cells: Planes, board: int) -> Planes:
    """Rule 3: "All lines at once are removed, columns fall, repeat until stable"."""
    gone = lines(cells)
    while gone:
        cells = fallen(without(cells, gone), board)
        gone = lines(cells)
    return cells


@primitive
def verdict(cells: Planes, options: Options) -> int:
    """Rule 5: "seat 1 has no token left and seat 2 has some: seat 1 wins, and the other way round"."""
    blue, orange = of_code(cells, BLUE), of_code(cells, ORANGE)
    if options.vanish == VANISH_NOTHING or (blue == 0) == (orange == 0):
        return PLAYING
    return WON_BY_1 if (blue == 0) == (options.vanish == VANISH_WINS) else WON_BY_2


@primitive
def after_swap(position: Cascade, cells: Planes, goblins: Goblins) -> Cascade:
    """The end of a turn with a swap, once the goblins have come."""
    result = verdict(cells, position.options)
    return Cascade(cells, goblins, 0, 3 - position.turn, position.ply + 1, result, position.options)


@primitive
def passed(position: Cascade) -> Cascade:
    """Rule 6: "both sides pass (two in a row), the match ends, and the side with more tokens of its colour wins"."""
    passes = position.passes + 1
    result = by_count(position) if passes == 2 else PLAYING
    return Cascade(
        position.cells, position.goblins, passes, 3 - position.turn, position.ply + 1, result, position.options
    )


@primitive
def by_count(position: Cascade) -> int:
    lead = blue_lead(position.cells)
    if lead == 0 or position.options.no_moves_draws:
        return DRAWN
    return WON_BY_1 if lead > 0 else WON_BY_2


@primitive
def blue_lead(cells: Planes) -> int:
    return popcount(of_code(cells, BLUE)) - popcount(of_code(cells, ORANGE))


# Setup.


class Kinds(NamedTuple):
    """Tokens by their kind, from 0 for blue to 3 for violet: the two bits of each, in two planes."""

    ones: int
    twos: int


class Shuffle(NamedTuple):
    """A board that is being shuffled from its last row on: what is left of the bag, and the rows that are complete."""

    source: int
    bag: Kinds
    cells: Kinds
    rows: int
    broken: bool
    """Whether it holds a line. Most do, so each row is looked at as soon as it is complete."""


@primitive
def bagged(bag: Bag) -> Kinds:
    """Rule 1: "the bag, blues then oranges then greens then violets"."""
    orange, green = bag[0], bag[0] + bag[1]
    violet, end = green + bag[2], green + bag[2] + bag[3]
    oranges, violets = (1 << green) - (1 << orange), (1 << end) - (1 << violet)
    return Kinds(oranges | violets, (1 << end) - (1 << green))


@primitive
def begun(bag: Kinds, source: int) -> Shuffle:
    return Shuffle(source, bag, Kinds(0, 0), 0, False)


@primitive
def with_row(shuffle: Shuffle, size: int) -> Shuffle:
    """Rule 1: the bag, shuffled by Fisher–Yates from its last token on, which is the board from its last cell on.

    A cell is final once it is reached. The board grows at its lowest bit: the cell before is always one bit lower, and
    a row later the cell is eight bits up.
    """
    bag_ones, bag_twos = shuffle.bag
    ones, twos = shuffle.cells.ones << STRIDE - size, shuffle.cells.twos << STRIDE - size
    i = size * (size - shuffle.rows) - 1
    js = eight_below(i + 1, -1, shuffle.source, BAG_STREAM << 32 | i, -1)
    for _ in range(size):
        j = js & 0x3F
        js >>= 8
        one, two = bag_ones >> j, bag_twos >> j
        bag_ones ^= ((bag_ones >> i ^ one) & 1) << j
        bag_twos ^= ((bag_twos >> i ^ two) & 1) << j
        ones = ones << 1 | one & 1
        twos = twos << 1 | two & 1
        i -= 1
    right = ~(ones ^ ones >> RIGHT | twos ^ twos >> RIGHT)
    below_it = ~(ones ^ ones >> DOWN | twos ^ twos >> DOWN)
    across, down = (1 << size - 2) - 1, (1 << size) - 1 if shuffle.rows >= 2 else 0
    broken = (right & right >> RIGHT & across | below_it & below_it >> DOWN & down) != 0
    return Shuffle(shuffle.source, Kinds(bag_ones, bag_twos), Kinds(ones, twos), shuffle.rows + 1, broken)


@primitive
def coloured(kinds: Kinds, board: int) -> Planes:
    """A full board of kinds, as codes."""
    return Planes(board & ~kinds.ones, kinds.ones ^ kinds.twos, kinds.ones & kinds.twos)


@kernel
def deal(options: Options, bag: Bag, seed: int, offset: int, key: int) -> tuple[bool, Cascade]:
    """Rule 1: the first position, and whether there is one: "no line and at least 6 legal swaps".
    Hidden drops have the keys `offset` and `key`: those of the match's salt, or `UNSALTED`."""
    source, cells, found = 0, Planes(0, 0, 0), False
    for k in range(ATTEMPTS):
        source = word(seed, ATTEMPT_STREAM, k)
        shuffle = begun(bagged(bag), source)
        while shuffle.rows < options.size and not shuffle.broken:
            shuffle = with_row(shuffle, options.size)
        if not shuffle.broken:
            cells = coloured(shuffle.cells, options.board)
            found = is_fair(cells)
            if found:
                break
    return found, opening(cells, source ^ offset, key, options)


@primitive
def is_fair(cells: Planes) -> bool:
    """Rule 1, of a board without a line: "at least 6 legal swaps"."""
    return count(legal_swaps(cells)) >= OPENING_SWAPS


@primitive
def opening(cells: Planes, source: int, key: int, options: Options) -> Cascade:
    return Cascade(cells, all_goblins(0, source, key), 0, 1, 0, PLAYING, options)


def judged(position: Cascade) -> Cascade:
    """A position that was set up, with the result that rules 5 and 6 give it."""
    result = by_count(position) if position.passes == 2 else verdict(position.cells, position.options)
    return position._replace(result=result)


# What the generic functions ask.


@moves.register(Cascade)
def cascade_moves(position: Cascade) -> Moves:
    """Rules 2 and 6: the legal swaps, or a pass where there is none."""
    if position.result != PLAYING:
        return Moves(0, 0)
    swaps = legal_swaps(position.cells)
    return swaps if swaps.low | swaps.high else Moves(1 << PASS, 0)


@play.register(Cascade)
def cascade_play(position: Cascade, move: int) -> Cascade:
    if move == PASS:
        return passed(position)
    cells, goblins = visited(position, settled(swapped(position.cells, move), position.options.board))
    return after_swap(position, cells, goblins)


@primitive
def bag_of(first: Cascade) -> Bag:
    """Rule 1: the first board holds the whole bag, and nothing else."""
    return (
        popcount(of_code(first.cells, BLUE)), popcount(of_code(first.cells, ORANGE)),
        popcount(of_code(first.cells, GREEN)), popcount(of_code(first.cells, VIOLET)),
    )  # fmt: skip


@redeal.register(Cascade)
def cascade_redeal(position: Cascade, seed: int) -> Cascade:
    found, first = deal(position.options, bag_of(position), seed, 0, PLAIN)
    return first if found else without_a_deal(position)


@tries_of_a_deal.register(Cascade)
def cascade_tries_of_a_deal(position: Cascade) -> int:
    return ATTEMPTS


@begin_try.register(Cascade)
def cascade_begin_try(position: Cascade, seed: int, number: int) -> Shuffle:
    return begun(bagged(bag_of(position)), word(seed, ATTEMPT_STREAM, number))


@go_on.register(Cascade)
def cascade_go_on(position: Cascade, begun: Shuffle) -> Shuffle:
    return with_row(begun, position.options.size)


@worth_of.register(Cascade)
def cascade_worth_of(position: Cascade, begun: Shuffle) -> int:
    if begun.broken:
        return REFUSED
    if begun.rows < position.options.size:
        return UNDECIDED
    return TAKEN if is_fair(coloured(begun.cells, position.options.board)) else REFUSED


@opening_of.register(Cascade)
def cascade_opening_of(position: Cascade, begun: Shuffle) -> Cascade:
    return opening(coloured(begun.cells, position.options.board), begun.source, PLAIN, position.options)


@without_a_deal.register(Cascade)
def cascade_without_a_deal(position: Cascade) -> Cascade:
    """An empty board: nobody has more tokens."""
    return Cascade(Planes(0, 0, 0), Goblins(0, 0, 0, 0), 0, 1, 0, DRAWN, position.options)


@observe.register(Cascade)
def cascade_observe(position: Cascade, seat: int) -> Cascade:
    """Rule 4: the board and the next two goblins; those behind them are unknown to either seat."""
    goblins = Goblins(position.goblins.shown, position.goblins.come, 0, 0)
    return Cascade(
        position.cells, goblins, position.passes, position.turn, position.ply, position.result, position.options
    )


@hash.register(Cascade)
def cascade_hash(position: Cascade) -> int:
    """Cells, side to move, passes, and the goblins to come."""
    goblins = position.goblins
    state = goblins.shown | (goblins.known != 0) << 6 | position.turn << 7 | position.passes << 9 | goblins.come << 16
    return scrambled(position.cells, 1) ^ mix(mix(goblins.source) ^ state)


@evaluate.register(Cascade)
def cascade_evaluate(position: Cascade) -> int:
    """The lead in tokens of one's colour, which rule 6 counts; a player's own evaluation knows more."""
    lead = blue_lead(position.cells)
    return lead if position.turn == 1 else -lead
