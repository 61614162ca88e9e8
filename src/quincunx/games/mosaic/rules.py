"""Stack Swap Mosaic: swap, clear lines, be refilled from the top. Rule numbers are those of `docs/games/mosaic.md`.

Scores and counts are kept from the mover's side (`score`, `other_score`) and change places at the end of a turn.
"""

from typing import NamedTuple

from quincunx.engine.kernels.bits import DOWN, EIGHT_ONES, STRIDE, lowest, lowest_bits, popcount, rectangle
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.engine.kernels.randomness import below, eight_below, word
from quincunx.engine.kernels.salt import PLAIN
from quincunx.engine.moves import PASS, Moves, count, nth
from quincunx.engine.rules import DRAWN, PLAYING, evaluate, hash, moves, observe, play, redeal
from quincunx.games.match3.bits import (
    COLUMN,
    TOP_ROW,
    Planes,
    fallen,
    legal_swaps,
    lines,
    occupied,
    packed,
    put,
    salted_below,
    scrambled,
    shuffled,
    swapped,
    unpacked,
    without,
)
from quincunx.games.match3.tries import (
    POSSIBLE,
    REFUSED,
    TAKEN,
    Sources,
    Try,
    begin_try,
    cells_to_shuffle,
    opening_of,
    reshuffles,
    shuffle_once,
    sources_of,
    tries_of_a_deal,
    unshuffled,
    without_a_deal,
    worth_of,
)

ATTEMPTS = 1000
MOST_WAVES = 60
LENIENT_FROM, MOST_TRIES = 500, 2000
"""The try of a reshuffle from which on any line-free board with a legal swap is accepted, and the last (rule 5)."""

DEAD, UNFAIR, FAIR = REFUSED, POSSIBLE, TAKEN
"""What a board without a line is worth as an opening (rule 1): no legal swap, some, or a fair choice of them."""

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
    """How many drops each column has used up: three columns per word."""

    left: int
    middle: int
    right: int


class Supply(NamedTuple):
    """What falls from the top: `queue`, in row k the k-th next drop of every column, and `source`, the word that all
    drops after those are drawn from. Where `known` is 0 they are unknown tokens; else it is the key of the source, and
    PLAIN in a match without a salt."""

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


class Settled(NamedTuple):
    """Where the waves came to rest, and what they paid."""

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
def drawn(supply: Supply, columns: int, ahead: int, options: Options) -> Planes:
    """The drops of these columns that come `ahead` drops after their next ones, in the cells of the top row."""
    if not supply.known:
        return Planes(columns, columns, columns)
    if supply.known != PLAIN:
        return salted_drops(supply, columns, ahead, options)
    ones, twos, fours = 0, 0, 0
    while columns:
        column = lowest(columns)
        index = drops_of(supply.drops, column) + ahead
        code = 1 + below(options.colours, supply.source, DROP_STREAM + column, index)
        ones |= (code & 1) << column
        twos |= (code >> 1 & 1) << column
        fours |= (code >> 2) << column
        columns &= columns - 1
    return Planes(ones, twos, fours)


@aside
def salted_drops(supply: Supply, columns: int, ahead: int, options: Options) -> Planes:
    """The same in a match with a salt: out of line, so that all others are as fast as if there were none."""
    drops = Planes(0, 0, 0)
    while columns:
        column = lowest(columns)
        index = drops_of(supply.drops, column) + ahead
        code = 1 + salted_below(options.colours, supply.source, supply.known, DROP_STREAM + column, index)
        drops = put(drops, 1 << column, code)
        columns &= columns - 1
    return drops


@primitive
def lengthened(queue: Planes, row: int, new: Planes) -> Planes:
    """The queue with these drops in its row `row`."""
    step = STRIDE * row
    return Planes(queue.ones | new.ones << step, queue.twos | new.twos << step, queue.fours | new.fours << step)


@primitive
def shortened(queue: Planes, columns: int) -> Planes:
    """The queue without the next drops of these columns."""
    moving = columns * COLUMN
    return Planes(
        queue.ones & ~moving | (queue.ones & moving) >> STRIDE,
        queue.twos & ~moving | (queue.twos & moving) >> STRIDE,
        queue.fours & ~moving | (queue.fours & moving) >> STRIDE,
    )


@aside
def queued(supply: Supply, options: Options) -> Supply:
    """The supply with its queue drawn from its source."""
    columns = (1 << options.cols) - 1
    queue = Planes(0, 0, 0)
    for row in range(options.queue_shown):
        queue = lengthened(queue, row, drawn(supply, columns, row, options))
    return Supply(queue, supply.drops, supply.source, supply.known)


@primitive
def refilled(cells: Planes, supply: Supply, options: Options) -> tuple[Planes, Supply]:
    """Rule 3: "the empty cells of a column are filled from its queue, the first drawn lowest"; all columns at once,
    one cell of each at a time. The tokens have fallen: every hole is at the top."""
    holes = options.board & ~occupied(cells)
    while holes:
        columns = holes & TOP_ROW
        lowest_holes = holes & ~(holes >> DOWN)
        new = drawn(supply, columns, options.queue_shown, options)
        queue = lengthened(supply.queue, options.queue_shown, new)
        cells = Planes(
            cells.ones | (queue.ones & columns) * COLUMN & lowest_holes,
            cells.twos | (queue.twos & columns) * COLUMN & lowest_holes,
            cells.fours | (queue.fours & columns) * COLUMN & lowest_holes,
        )
        supply = Supply(shortened(queue, columns), one_more(supply.drops, columns), supply.source, supply.known)
        holes &= ~lowest_holes
    return cells, supply


# Waves.


@primitive
def wave_points(gone: int, wave: int, options: Options) -> int:
    """Rule 3: `token_points` + `wave_bonus` * (w - 1) for each token in wave w = 1, 2, …"""
    return popcount(gone) * (options.token_points + options.wave_bonus * (wave - 1))


@primitive
def cleared(cells: Planes, supply: Supply, gone: int, options: Options) -> tuple[Planes, Supply]:
    """Rule 3: the rest of a wave, once its lines are known."""
    return refilled(fallen(without(cells, gone), options.board), supply, options)


@primitive
def settled(cells: Planes, supply: Supply, options: Options) -> Settled:
    """Rule 3: waves while there is a line, 60 at most."""
    points = 0
    wave = 1
    gone = lines(cells)
    while gone and wave <= MOST_WAVES:
        points += wave_points(gone, wave, options)
        cells, supply = cleared(cells, supply, gone, options)
        gone = lines(cells)
        wave += 1
    return Settled(cells, supply, points)


# Turns.


@primitive
def at_limit(score: int, other_score: int, turn: int, options: Options) -> int:
    """Rule 4: "`higher_score` wins, equal is a draw (`draw`: it is a draw)"."""
    if options.limit_draws or score == other_score:
        return DRAWN
    return turn if score > other_score else 3 - turn


@primitive
def verdict(score: int, other_score: int, made: int, other_made: int, turn: int, options: Options) -> int:
    """Rule 4, after a swap of seat `turn`: the target first, then the limit."""
    if score >= options.target:
        return turn
    if made >= options.max_moves and other_made >= options.max_moves:
        return at_limit(score, other_score, turn, options)
    return PLAYING


@primitive
def passed(position: Mosaic, cells: Planes, tries: int, result: int) -> Mosaic:
    """The end of a turn without a swap: it is the other side's turn."""
    return Mosaic(
        cells, position.supply, position.other_score, position.score, position.other_made, position.made,
        1 - position.passes, tries, 3 - position.turn, position.ply + 1, result, position.options,
    )  # fmt: skip


@aside
def reshuffled(position: Mosaic) -> Mosaic:
    """Rule 5, the second pass in a row: the tokens are shuffled until a board is accepted; if none is, the match ends.

    How a hidden source shuffles cannot be known: in an observation no board is found, and this one stays.
    """
    if not position.supply.known:
        return passed(position, position.cells, position.tries, limit_result(position))
    deck = unshuffled(position)
    number = 0
    last = Try(REFUSED, position)
    while last.worth != TAKEN:
        deck = shuffled_again(position, deck, number)
        last = shuffle_once(position, deck, number)
        number += 1
    return last.position  # type: ignore[no-any-return]


@primitive
def shuffled_again(position: Mosaic, deck: Planes, number: int) -> Planes:
    """Rule 5: "each try shuffles the result of the last one"."""
    options, supply = position.options, position.supply
    index = SHUFFLE_STEP * (position.tries + number)
    return shuffled(deck, options.rows * options.cols, supply.source, supply.known, SHUFFLE_STREAM, index)


@primitive
def limit_result(position: Mosaic) -> int:
    return at_limit(position.score, position.other_score, position.turn, position.options)


@aside
def grade(cells: Planes, supply: Supply, options: Options) -> int:
    """Rule 1: FAIR is "at least `opening_swaps` legal swaps and none of them would score more than `opening_cap`"."""
    swaps = legal_swaps(cells)
    number = count(swaps)
    if number < options.opening_swaps:
        return UNFAIR if number else DEAD
    if options.opening_cap:
        for n in range(number):
            if pays_more(swapped(cells, nth(swaps, n)), supply, options.opening_cap, options):
                return UNFAIR
    return FAIR


@primitive
def pays_more(cells: Planes, supply: Supply, points: int, options: Options) -> bool:
    """Whether waves score more than this. They are followed no further than it takes to know: where they come to rest
    on drops of the queue, nothing has to be drawn."""
    wave = 1
    gone = lines(cells)
    while gone and wave <= MOST_WAVES:
        points -= wave_points(gone, wave, options)
        if points < 0:
            return True
        cells = fallen(without(cells, gone), options.board)
        holes = options.board & ~occupied(cells)
        if holes >> STRIDE * options.queue_shown == 0 and lines(filled(cells, holes, supply.queue)) == 0:
            return False
        cells, supply = refilled(cells, supply, options)
        gone = lines(cells)
        wave += 1
    return False


@primitive
def filled(cells: Planes, holes: int, queue: Planes) -> Planes:
    """The board after the drops of the queue have fallen into its holes, of which no column has more."""
    ones, twos, fours = queue
    while holes:
        lowest_holes = holes & ~(holes >> DOWN)
        cells = Planes(
            cells.ones | (ones & TOP_ROW) * COLUMN & lowest_holes,
            cells.twos | (twos & TOP_ROW) * COLUMN & lowest_holes,
            cells.fours | (fours & TOP_ROW) * COLUMN & lowest_holes,
        )
        ones, twos, fours = ones >> STRIDE, twos >> STRIDE, fours >> STRIDE
        holes &= ~lowest_holes
    return cells


# Setup.


@primitive
def eight_codes(colours: int, source: int, place: int, step: int) -> Planes:
    """Eight random colours in the lowest bits: those at `place`, and at each `step` on from there."""
    codes = EIGHT_ONES + eight_below(colours, 0, source, place, step)
    return Planes(lowest_bits(codes), lowest_bits(codes >> 1), lowest_bits(codes >> 2))


@primitive
def first_supply(source: int, key: int, options: Options) -> Supply:
    """The supply before the first drop: the next ones of all columns are drawn at once."""
    supply = Supply(Planes(0, 0, 0), Drops(0, 0, 0), source, key)
    if key != PLAIN:
        return queued(supply, options)
    queue, row = Planes(0, 0, 0), (1 << options.cols) - 1
    for ahead in range(options.queue_shown):
        new = eight_codes(options.colours, source, DROP_STREAM << 32 | ahead, 1 << 32)
        queue = lengthened(queue, ahead, Planes(new.ones & row, new.twos & row, new.fours & row))
    return Supply(queue, supply.drops, source, key)


@aside
def attempt(source: int, options: Options, offset: int, key: int) -> Settled:
    """Rule 1: "Cell n gets below(colours, s, 1, n) … lines are resolved as in rule 3, scoring nobody"."""
    deck = Planes(0, 0, 0)
    for number in range(0, options.rows * options.cols, 8):
        new = eight_codes(options.colours, source, CELL_STREAM << 32 | number, 1)
        deck = Planes(deck.ones | new.ones << number, deck.twos | new.twos << number, deck.fours | new.fours << number)
    return settled(unpacked(deck, options.rows, options.cols), first_supply(source ^ offset, key, options), options)


@kernel
def deal(options: Options, seed: int, offset: int, key: int) -> tuple[bool, Mosaic]:
    """Rule 1: the first position, and whether there is one: the first fair board, or else the first with a swap.
    Hidden drops have the keys `offset` and `key`: those of the match's salt, or `UNSALTED`."""
    best = DEAD
    chosen = Settled(Planes(0, 0, 0), Supply(Planes(0, 0, 0), Drops(0, 0, 0), 0, 0), 0)
    for k in range(ATTEMPTS):
        board = attempt(word(seed, ATTEMPT_STREAM, k), options, offset, key)
        quality = grade(board.cells, board.supply, options)
        if quality > best:
            best, chosen = quality, board
        if best == FAIR:
            break
    return best != DEAD, opening(chosen, options, PLAYING)


@primitive
def opening(board: Settled, options: Options, result: int) -> Mosaic:
    return Mosaic(board.cells, board.supply, 0, 0, 0, 0, 0, 0, 1, 0, result, options)


def judged(position: Mosaic) -> Mosaic:
    """A position that was set up, with the result that rule 4 gives it; the side to move was first at the target."""
    options = position.options
    own, other, turn = position.score, position.other_score, position.turn
    result = (
        turn if own >= options.target else verdict(other, own, position.other_made, position.made, 3 - turn, options)
    )
    return position._replace(result=result)


# What the generic functions ask.


@moves.register(Mosaic)
def mosaic_moves(position: Mosaic) -> Moves:
    """Rules 2 and 5: the legal swaps, or a pass where there is none."""
    if position.result != PLAYING:
        return Moves(0, 0)
    swaps = legal_swaps(position.cells)
    return swaps if swaps.low | swaps.high else Moves(1 << PASS, 0)


@play.register(Mosaic)
def mosaic_play(position: Mosaic, move: int) -> Mosaic:
    if move == PASS:
        if position.passes:
            return reshuffled(position)
        return passed(position, position.cells, position.tries, PLAYING)
    return after_swap(position, settled(swapped(position.cells, move), position.supply, position.options))


@primitive
def after_swap(position: Mosaic, done: Settled) -> Mosaic:
    """The end of a turn: the points are paid, the ends judged, and it is the other side's turn."""
    score, made = position.score + done.points, position.made + 1
    result = verdict(score, position.other_score, made, position.other_made, position.turn, position.options)
    return Mosaic(
        done.cells, done.supply, position.other_score, score, position.other_made, made,
        0, position.tries, 3 - position.turn, position.ply + 1, result, position.options,
    )  # fmt: skip


@redeal.register(Mosaic)
def mosaic_redeal(position: Mosaic, seed: int) -> Mosaic:
    found, first = deal(position.options, seed, 0, PLAIN)
    return first if found else without_a_deal(position)


@tries_of_a_deal.register(Mosaic)
def mosaic_tries_of_a_deal(position: Mosaic) -> int:
    return ATTEMPTS


@begin_try.register(Mosaic)
def mosaic_begin_try(position: Mosaic, seed: int, number: int) -> Settled:
    return attempt(word(seed, ATTEMPT_STREAM, number), position.options, 0, PLAIN)


@worth_of.register(Mosaic)
def mosaic_worth_of(position: Mosaic, begun: Settled) -> int:
    return grade(begun.cells, begun.supply, position.options)


@opening_of.register(Mosaic)
def mosaic_opening_of(position: Mosaic, begun: Settled) -> Mosaic:
    return opening(begun, position.options, PLAYING)


@without_a_deal.register(Mosaic)
def mosaic_without_a_deal(position: Mosaic) -> Mosaic:
    nothing = Settled(Planes(0, 0, 0), Supply(Planes(0, 0, 0), Drops(0, 0, 0), 0, 0), 0)
    return opening(nothing, position.options, DRAWN)


@reshuffles.register(Mosaic)
def mosaic_reshuffles(position: Mosaic, move: int) -> bool:
    return move == PASS and position.passes != 0 and position.supply.known != 0


@cells_to_shuffle.register(Mosaic)
def mosaic_cells_to_shuffle(position: Mosaic) -> int:
    return position.options.rows * position.options.cols


@unshuffled.register(Mosaic)
def mosaic_unshuffled(position: Mosaic) -> Planes:
    return packed(position.cells, position.options.rows, position.options.cols)


@sources_of.register(Mosaic)
def mosaic_sources_of(position: Mosaic, number: int) -> Sources:
    """A board whose tokens are the numbers of their cells is shuffled like any other."""
    low, high = Planes(0, 0, 0), Planes(0, 0, 0)
    for cell in range(position.options.rows * position.options.cols):
        low, high = put(low, 1 << cell, cell & 7), put(high, 1 << cell, cell >> 3)
    return Sources(shuffled_again(position, low, number), shuffled_again(position, high, number))


@shuffle_once.register(Mosaic)
def mosaic_shuffle_once(position: Mosaic, deck: Planes, number: int) -> Try:
    """Rule 5: a fair board is accepted, and from the 500th try on any without a line that has a legal swap."""
    cells = unpacked(deck, position.options.rows, position.options.cols)
    quality = grade(cells, position.supply, position.options) if lines(cells) == 0 else DEAD
    accepted = quality == FAIR or (quality == UNFAIR and number + 1 >= LENIENT_FROM)
    result = PLAYING if accepted else limit_result(position)
    worth = TAKEN if accepted or number + 1 == MOST_TRIES else REFUSED
    return Try(worth, passed(position, cells, position.tries + number + 1, result))


@observe.register(Mosaic)
def mosaic_observe(position: Mosaic, seat: int) -> Mosaic:
    """Rule 6: the board and the queue; what lies behind them is unknown to either seat."""
    supply = Supply(position.supply.queue, position.supply.drops, 0, 0)
    return Mosaic(
        position.cells, supply, position.score, position.other_score, position.made, position.other_made,
        position.passes, position.tries, position.turn, position.ply, position.result, position.options,
    )  # fmt: skip


@hash.register(Mosaic)
def mosaic_hash(position: Mosaic) -> int:
    """Cells, scores, swaps made, side to move, passes, and the drops to come."""
    supply = position.supply
    counts = position.made | position.other_made << 20 | position.passes << 40 | position.turn << 41
    drops = Planes(supply.drops.left, supply.drops.middle, supply.drops.right)
    rest = Planes(position.score, position.other_score, counts)
    hidden = Planes(supply.source, supply.known, position.tries)
    return (
        scrambled(position.cells, 1) ^ scrambled(supply.queue, 2) ^ scrambled(drops, 3)
        ^ scrambled(rest, 4) ^ scrambled(hidden, 5)
    )  # fmt: skip


@evaluate.register(Mosaic)
def mosaic_evaluate(position: Mosaic) -> int:
    """The lead in points; a player's own evaluation knows more."""
    return position.score - position.other_score
