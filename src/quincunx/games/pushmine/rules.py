"""Pushmine: push a line, four in a row, mines. Rule numbers are those of `docs/games/pushmine.md`.

Stones are kept from the mover's side (`own`, `other`), so that a turn is the same for both seats and ends by swapping
the two. A move below 64 puts a mine on that cell; from 64 on it is a push, 64 + 8 * way + line, and after the pushes
comes `SWAP`.
"""

from typing import NamedTuple

from quincunx.engine.kernels.bits import DOWN, RIGHT, STRIDE, highest, popcount, rectangle
from quincunx.engine.kernels.compiler import aside, primitive
from quincunx.engine.kernels.randomness import mix
from quincunx.engine.moves import HIGH, Moves
from quincunx.engine.rules import DRAWN, PLAYING, evaluate, hash, mid_turn, moves, play, recur

RIGHTWARD, LEFTWARD, DOWNWARD, UPWARD = range(4)
"""The way that the stones of a pushed line travel."""

STEADY, DISAPPEAR, DUD, MOVABLE_DUD = range(4)
"""What becomes of an old mine (rule 7); STEADY is the variant's `none`."""

ORDINARY, MUST_PUSH, MAY_SWAP = range(3)
"""Where a turn stands: as usual, after a free mine (rule 9), or with the swap on offer (rule 11)."""

SWAP = HIGH + 4 * STRIDE
"""The move that changes the owner of every stone (rule 11): the first number after the pushes."""

ROW = (1 << STRIDE) - 1
COLUMN = rectangle(STRIDE - 1, 1)
Ages = tuple[int, int, int, int, int, int, int]
NO_AGES: Ages = (0, 0, 0, 0, 0, 0, 0)
JUST_LAID = (1 << len(NO_AGES)) - 1
"""The age of a free mine in the turn in which it was laid (rule 9): one more, at the end of that turn, makes it 0."""


class Options(NamedTuple):
    size: int
    line: int
    decay: int
    decay_turns: int
    dud_stops: int
    draw_by_repetition: int
    mine_is_free: int
    mines_to_win: int
    swap: int
    extended: int
    """1 if any of the last three is on: one question to ask at the end of a turn."""
    board: int
    """The cells of the board, and `pushes`, all pushes as bits of `Moves.high`: they follow from `size`."""
    pushes: int


def make_options(
    size: int,
    line: int,
    decay: int,
    decay_turns: int,
    dud_stops: bool,
    draw_by_repetition: int,
    mine_is_free: bool,
    mines_to_win: int,
    swap: bool,
) -> Options:
    return Options(
        size, line, decay, decay_turns, int(dud_stops), draw_by_repetition, int(mine_is_free), mines_to_win, int(swap),
        extended=int(mine_is_free or mines_to_win > 0 or swap), board=rectangle(size, size), pushes=rectangle(4, size),
    )  # fmt: skip


class Pushmine(NamedTuple):
    own: int
    other: int
    mines: int
    duds: int
    stock: int
    other_stock: int
    earned: int
    other_earned: int
    """Mines earned in the match by each side; 0 unless they can win it (rule 10)."""
    barred: int
    """The push that rule 3 forbids, as a bit of `Moves.high`; 0 where there is none."""
    stage: int
    """What the turn has come to: `ORDINARY`, `MUST_PUSH` or `MAY_SWAP`."""
    turn: int
    ply: int
    seen: int
    result: int
    ages: Ages
    """Bit k of every mine's age, for k = 0 to 6, so that all mines grow older in one addition."""
    options: Options


class Push(NamedTuple):
    """What a push does to the cells: `path` moved by one, and the stone on its last cell (if any) was ejected from the
    board, or hit the mine that then detonated; all four are sets of cells."""

    own: int
    other: int
    mines: int
    duds: int
    path: int
    ejected: int
    hit: int
    detonated: int


# The way is a number of the position, and not known before: what depends on it is computed both ways and one is taken,
# since threads of a graphics processor that part ways wait for each other, and so does a processor that guessed wrong.


@primitive
def backward(way: int) -> int:
    """All bits if stones travel towards lower bits, else none."""
    return -(way & 1)


@primitive
def downward(way: int) -> int:
    """All bits if stones travel along a column, else none."""
    return -(way >> 1)


@primitive
def either(condition: int, one: int, other: int) -> int:
    """One number where the condition is all bits, the other where it is none."""
    return one & condition | other & ~condition


@primitive
def step(way: int) -> int:
    """How far a travelling stone moves in the layout of cells."""
    return either(downward(way), DOWN, RIGHT)


@primitive
def advance(bits: int, way: int) -> int:
    """These cells, one on along the way of travel."""
    back = step(way) & backward(way)
    return bits << (step(way) ^ back) >> back


@primitive
def line_cells(number: int, way: int, board: int) -> int:
    return board & either(downward(way), COLUMN << number, ROW << (STRIDE * number))


@primitive
def before(cells: int, obstacle: int, way: int) -> int:
    """The cells of a line that a push reaches before it comes to the obstacle; all where there is none."""
    behind = either(backward(way), (obstacle << 1) - 1, -obstacle)
    return cells & ~behind if obstacle else cells


@primitive
def lowest_cell(cells: int) -> int:
    return cells & -cells


@primitive
def highest_cell(cells: int) -> int:
    return 1 << highest(cells | 1) & cells


@primitive
def first(cells: int, way: int) -> int:
    """The cell of a line that is nearest to where a push enters, as a bit; 0 for no cells."""
    return either(backward(way), highest_cell(cells), lowest_cell(cells))


@primitive
def last(cells: int, way: int) -> int:
    """The cell of a line that is farthest from where a push enters, as a bit; 0 for no cells."""
    return either(backward(way), lowest_cell(cells), highest_cell(cells))


@primitive
def slide(stones: int, path: int, gaps: int, way: int) -> int:
    """The stones of a path, each one cell on; those that would stop on a gap (a dud that is passed over) go on."""
    moved = advance(stones & path, way)
    while moved & gaps:
        moved = moved & ~gaps | advance(moved & gaps, way)
    return moved & path


@primitive
def walls(position: Pushmine) -> int:
    """Duds that stop a push."""
    if position.options.decay == DUD and position.options.dud_stops:
        return position.duds
    return 0


@primitive
def ghosts(position: Pushmine) -> int:
    """Duds that a line moves past as if their cells were not there."""
    if position.options.decay == DUD and not position.options.dud_stops:
        return position.duds
    return 0


@primitive
def push(position: Pushmine, number: int, way: int) -> Push:
    """Rule 1: the whole line moves by one, gaps and all. Rule 2: where there is a mine, only the cells before it move,
    and a stone that would enter its cell goes with it."""
    own, other, mines, duds = position.own, position.other, position.mines, position.duds
    line = line_cells(number, way, position.options.board)
    gaps = ghosts(position) & line
    obstacle = first((mines | walls(position)) & line, way)
    path = before(line, obstacle, way) & ~gaps
    leaving = last(path, way) & (own | other | duds)
    own = own & ~path | slide(own, path, gaps, way) | first(path, way)
    other = other & ~path | slide(other, path, gaps, way)
    if position.options.decay == MOVABLE_DUD:
        duds = duds & ~path | slide(duds, path, gaps, way)
    detonated = obstacle & mines if leaving or path == 0 else 0
    ejected, hit = 0 if obstacle else leaving, leaving if detonated else 0
    return Push(own, other, mines & ~detonated, duds, path, ejected, hit, detonated)


@primitive
def blocked(position: Pushmine, number: int, way: int) -> bool:
    """Rule 7: a push that presses a stone against a dud that stops, or that finds no cell to enter."""
    line = line_cells(number, way, position.options.board)
    if position.duds & line == 0 or position.options.decay != DUD:
        return False
    if not position.options.dud_stops:
        return line & ~position.duds == 0
    obstacle = first((position.mines | position.duds) & line, way)
    if obstacle & position.mines:
        return False
    path = before(line, obstacle, way)
    return path == 0 or last(path, way) & (position.own | position.other) != 0


@aside
def blocked_pushes(position: Pushmine) -> int:
    pushes = 0
    for way in range(4):
        for number in range(position.options.size):
            if blocked(position, number, way):
                pushes |= 1 << (STRIDE * way + number)
    return pushes


@primitive
def open_pushes(position: Pushmine) -> int:
    """The pushes that rules 3 and 7 leave, as bits of `Moves.high`."""
    pushes = position.options.pushes & ~position.barred
    return pushes & ~blocked_pushes(position) if position.duds and position.options.decay == DUD else pushes


@primitive
def empty(position: Pushmine) -> int:
    taken = position.own | position.other | position.mines | position.duds
    return position.options.board & ~taken


@primitive
def has_line(stones: int, length: int) -> bool:
    """Rule 5: `length` stones in a row, column or diagonal."""
    rows, columns = stones & stones >> 1, stones & stones >> STRIDE
    falling, rising = stones & stones >> (STRIDE + 1), stones & stones >> (STRIDE - 1)
    if length == 4:  # two pairs, two apart: the standard game, and half the work
        rows &= rows >> 2
        columns &= columns >> 2 * STRIDE
        falling &= falling >> 2 * (STRIDE + 1)
        rising &= rising >> 2 * (STRIDE - 1)
        return (rows | columns | falling | rising) != 0
    for _ in range(length - 2):
        rows &= rows >> 1
        columns &= columns >> STRIDE
        falling &= falling >> (STRIDE + 1)
        rising &= rising >> (STRIDE - 1)
    return (rows | columns | falling | rising) != 0


@primitive
def older(ages: Ages, mines: int) -> Ages:
    """Every mine's age plus one; 0 where there is no mine."""
    a, b, c, d, e, f, g = ages
    carry = mines
    a, carry = (a ^ carry) & mines, a & carry
    b, carry = (b ^ carry) & mines, b & carry
    c, carry = (c ^ carry) & mines, c & carry
    d, carry = (d ^ carry) & mines, d & carry
    e, carry = (e ^ carry) & mines, e & carry
    f, carry = (f ^ carry) & mines, f & carry
    return a, b, c, d, e, f, (g ^ carry) & mines


@primitive
def aged(ages: Ages, mines: int, age: int) -> int:
    """The mines of exactly this age."""
    found = mines
    for k in range(7):
        found &= ages[k] if age >> k & 1 else ~ages[k]
    return found


@aside
def decay(ages: Ages, mines: int, duds: int, placed: int, options: Options) -> tuple[Ages, int, int]:
    """Rule 7: every mine but the one just placed is a turn older; the oldest go, or become duds."""
    ages = older(ages, mines & ~placed)
    worn = aged(ages, mines & ~placed, 2 * options.decay_turns)
    mines &= ~worn
    ages = (
        ages[0] & mines, ages[1] & mines, ages[2] & mines, ages[3] & mines,
        ages[4] & mines, ages[5] & mines, ages[6] & mines,
    )  # fmt: skip
    return ages, mines, duds if options.decay == DISAPPEAR else duds | worn


@primitive
def verdict(own: int, other: int, turn: int, length: int) -> int:
    """Rule 5, after a turn of seat `turn` whose stones are `own`: both in a line is a win for the other side."""
    if has_line(other, length):
        return 3 - turn
    if has_line(own, length):
        return turn
    return PLAYING


@aside
def extended_end(position: Pushmine, stock: int, result: int) -> tuple[int, int, int]:
    """Rules 10 and 11 at the end of a turn: what its side has earned now, what comes next, and the result."""
    options = position.options
    earned = position.earned
    if options.mines_to_win:
        earned += 1 if stock > position.stock else 0
        if result == PLAYING and earned >= options.mines_to_win:
            result = position.turn
    return earned, MAY_SWAP if options.swap and position.ply == 0 else ORDINARY, result


@primitive
def settle(
    position: Pushmine, own: int, other: int, mines: int, duds: int, placed: int, stock: int, barred: int
) -> Pushmine:
    """The end of a turn: decay, then lines, then mines earned, then the other side's turn."""
    options = position.options
    ages = position.ages
    if options.decay != STEADY:
        ages, mines, duds = decay(ages, mines, duds, placed, options)
    result = verdict(own, other, position.turn, options.line)
    earned, stage = position.earned, ORDINARY
    if options.extended:
        earned, stage, result = extended_end(position, stock, result)
    after = Pushmine(
        other, own, mines, duds, position.other_stock, stock, position.other_earned, earned, barred, stage,
        3 - position.turn, position.ply + 1, 1, result, ages, options,
    )  # fmt: skip
    if result == PLAYING and duds != 0 and options.decay == DUD and stuck(after):
        return with_result(after, 1, DRAWN)
    return after


@primitive
def stuck(position: Pushmine) -> bool:
    """Rule 6: no legal move at all (only duds can cause it)."""
    no_mine = position.stock == 0 or empty(position) == 0
    return no_mine and open_pushes(position) == 0 and position.stage != MAY_SWAP


@primitive
def with_result(position: Pushmine, seen: int, result: int) -> Pushmine:
    return Pushmine(
        position.own, position.other, position.mines, position.duds, position.stock, position.other_stock,
        position.earned, position.other_earned, position.barred, position.stage, position.turn,
        position.ply, seen, result, position.ages, position.options,
    )  # fmt: skip


def judged(position: Pushmine) -> Pushmine:
    """A position that was set up, with the result that rules 5, 6 and 10 give it; the side not to move has moved last.
    Nothing is judged between a free mine and its push (rule 9)."""
    if position.stage == MUST_PUSH:
        return position
    result = verdict(position.other, position.own, 3 - position.turn, position.options.line)
    if result == PLAYING and 0 < position.options.mines_to_win <= position.other_earned:
        result = 3 - position.turn
    if result == PLAYING and stuck(position):
        result = DRAWN
    return pushmine_recur(with_result(position, position.seen, result), position.seen)


@moves.register(Pushmine)
def pushmine_moves(position: Pushmine) -> Moves:
    if position.result != PLAYING:
        return Moves(0, 0)
    if position.stage == MUST_PUSH:
        return Moves(0, open_pushes(position))
    swap = 1 << SWAP - HIGH if position.stage == MAY_SWAP else 0
    return Moves(empty(position) if position.stock else 0, open_pushes(position) | swap)


@aside
def with_free_mine(position: Pushmine, mine: int) -> Pushmine:
    """Rule 9: the same side goes on; the bar stands, and nothing ages."""
    a, b, c, d, e, f, g = position.ages
    ages = position.ages
    if position.options.decay != STEADY:
        ages = (a | mine, b | mine, c | mine, d | mine, e | mine, f | mine, g | mine)
    return Pushmine(
        position.own, position.other, position.mines | mine, position.duds, position.stock - 1, position.other_stock,
        position.earned, position.other_earned, position.barred, MUST_PUSH, position.turn, position.ply + 1, 1, PLAYING,
        ages, position.options,
    )  # fmt: skip


class Effect(NamedTuple):
    """What a move does before its turn ends: the cells, the mine that was laid, the stock and the push that is barred
    next."""

    own: int
    other: int
    mines: int
    duds: int
    placed: int
    stock: int
    barred: int


@primitive
def effect_of(position: Pushmine, move: int) -> Effect:
    own, other, mines, duds = position.own, position.other, position.mines, position.duds
    if move < HIGH:  # rule 4: a mine ends the turn
        return Effect(own, other, mines | 1 << move, duds, 1 << move, position.stock - 1, 0)
    if move == SWAP:  # rule 11: every stone changes its owner, and nothing is barred
        return Effect(other, own, mines, duds, 0, position.stock, 0)
    number, way = move & 7, (move - HIGH) >> 3
    done = push(position, number, way)
    earned = 1 if done.ejected & other else 0
    opposite = 1 << ((move - HIGH) ^ STRIDE)
    return Effect(done.own, done.other, done.mines, done.duds, 0, position.stock + earned, opposite)


@play.register(Pushmine)
def pushmine_play(position: Pushmine, move: int) -> Pushmine:
    if position.options.mine_is_free and move < HIGH:
        after = with_free_mine(position, 1 << move)
        if open_pushes(after):  # rule 9: the turn goes on with a push, if there is one
            return after
    done = effect_of(position, move)
    return settle(position, done.own, done.other, done.mines, done.duds, done.placed, done.stock, done.barred)


@recur.register(Pushmine)
def pushmine_recur(position: Pushmine, seen: int) -> Pushmine:
    drawn = position.result == PLAYING and 0 < position.options.draw_by_repetition <= seen
    return with_result(position, seen, DRAWN if drawn else position.result)


@hash.register(Pushmine)
def pushmine_hash(position: Pushmine) -> int:
    """Cells, stocks, side to move, the barred push and mine ages: what makes two positions the same; and what the
    options of rules 9 to 11 add, where one is on."""
    h = mix(position.own)
    h = mix(h ^ position.other)
    h = mix(h ^ position.mines)
    h = mix(h ^ position.barred ^ position.stock << 32 ^ position.other_stock << 45 ^ position.turn << 60)
    if position.options.decay != STEADY:
        h = mix(h ^ position.duds)
        for k in range(7):
            h = mix(h ^ position.ages[k])
    options = position.options
    if options.mine_is_free | options.mines_to_win | options.swap:
        h = mix(h ^ position.stage ^ position.earned << 8 ^ position.other_earned << 32)
    return h


@mid_turn.register(Pushmine)
def pushmine_mid_turn(position: Pushmine) -> bool:
    """Rule 9: after a free mine, the same side pushes."""
    return position.stage == MUST_PUSH


@evaluate.register(Pushmine)
def pushmine_evaluate(position: Pushmine) -> int:
    """Stones and mines in stock; a player's own evaluation knows more."""
    stones = popcount(position.own) - popcount(position.other)
    return stones + 2 * (position.stock - position.other_stock)
