"""Pushmine as arrays: its actions, and the channels of its planes."""

from quincunx.engine.kernels.bits import STRIDE, lowest
from quincunx.engine.kernels.compiler import aside, primitive
from quincunx.engine.moves import HIGH, Moves
from quincunx.games.pushmine.rules import (
    DOWNWARD,
    LEFTWARD,
    MAY_SWAP,
    MUST_PUSH,
    NO_AGES,
    RIGHTWARD,
    STEADY,
    SWAP,
    Options,
    Pushmine,
    first,
    line_cells,
)
from quincunx.observation.encoding import Channel, Encoding, Place, bit_cell, square_turnings
from quincunx.observation.planes import Words, constant, write_planes

BARRED = ("barred in a row", "barred in a column")


def encoding(options: Options) -> Encoding:
    channels = [
        Channel("own", "the stones of the seat that looks"),
        Channel("other", "the stones of the other seat"),
        Channel("mines", "the mines on the board"),
        Channel(BARRED[0], "where the push along a row would enter that may not be played now"),
        Channel(BARRED[1], "where the push along a column would enter that may not be played now"),
        Channel("own stock", "how many mines the seat that looks may lay"),
        Channel("other stock", "how many mines the other seat may lay"),
        Channel("to move", "1 everywhere if the seat that looks is to move"),
        *_channels_of_options(options),
    ]
    every = Moves(options.board, options.pushes | (1 << SWAP - HIGH if options.swap else 0))
    size = options.size

    def place(move: int) -> Place:
        return _place(move, size)

    return Encoding(every, tuple(channels), size, size, place, square_turnings(size, [BARRED]))


def _channels_of_options(options: Options) -> list[Channel]:
    channels = []
    if options.decay != STEADY:
        ages = [Channel(f"age bit {k}", f"the mines whose age in turns has bit {k}") for k in range(len(NO_AGES))]
        channels += [Channel("duds", "the duds on the board"), *ages]
    if options.mines_to_win:
        channels += [
            Channel("own earned", "how many mines the seat that looks has earned"),
            Channel("other earned", "how many mines the other seat has earned"),
        ]
    if options.mine_is_free:
        channels.append(Channel("must push", "1 everywhere between a free mine and its push"))
    if options.swap:
        channels.append(Channel("may swap", "1 everywhere if the swap is on offer"))
    if options.draw_by_repetition:
        channels.append(Channel("seen", "how many times the position has occurred"))
    return channels


def _place(move: int, size: int) -> Place:
    if move < HIGH:
        return Place("mine", (bit_cell(move),))
    if move == SWAP:
        return Place("swap")
    way, line = divmod(move - HIGH, STRIDE)
    start, step = (0, 1) if way in (RIGHTWARD, DOWNWARD) else (size - 1, -1)
    cells = ((line, start), (line, start + step))
    turned = cells if way in (RIGHTWARD, LEFTWARD) else tuple((row, col) for col, row in cells)
    return Place("push", turned, ordered=True)


@write_planes.register(Pushmine)
def pushmine_planes(position: Pushmine, seat: int, words: Words) -> None:
    mine = position.turn == seat
    words[0] = position.own if mine else position.other
    words[1] = position.other if mine else position.own
    words[2] = position.mines
    words[3] = barred_entry(position, 0)
    words[4] = barred_entry(position, 1)
    words[5] = constant(position.stock if mine else position.other_stock)
    words[6] = constant(position.other_stock if mine else position.stock)
    words[7] = constant(1 if mine else 0)
    if position.options.decay | position.options.extended | position.options.draw_by_repetition:
        write_rest(position, mine, words)


@primitive
def barred_entry(position: Pushmine, down: int) -> int:
    """The cell, as a bit, where the barred push enters a row, or a column (`down`)."""
    if position.barred == 0:
        return 0
    number = lowest(position.barred)
    way = number >> 3
    if (1 if way >= DOWNWARD else 0) != down:
        return 0
    return first(line_cells(number & 7, way, position.options.board), way)


@aside
def write_rest(position: Pushmine, mine: bool, words: Words) -> None:
    """The channels that only some variants have."""
    place = 8
    options = position.options
    if options.decay != STEADY:
        words[place] = position.duds
        place += 1
        for k in range(7):
            words[place] = position.ages[k]
            place += 1
    if options.mines_to_win:
        words[place] = constant(position.earned if mine else position.other_earned)
        words[place + 1] = constant(position.other_earned if mine else position.earned)
        place += 2
    if options.mine_is_free:
        words[place] = constant(1 if position.stage == MUST_PUSH else 0)
        place += 1
    if options.swap:
        words[place] = constant(1 if position.stage == MAY_SWAP else 0)
        place += 1
    if options.draw_by_repetition:
        words[place] = constant(position.seen)
