"""Infinity Grid Duel as arrays: its actions, and the channels of its planes."""

from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.moves import PASS, Moves
from quincunx.games.duel.rules import Duel, Options
from quincunx.observation.encoding import Channel, Encoding, cell_place, square_turnings
from quincunx.observation.planes import Words, constant, write_planes


def encoding(options: Options) -> Encoding:
    channels = [
        Channel("own", "the tiles of the seat that looks"),
        Channel("other", "the tiles of the other seat"),
        Channel("to move", "1 everywhere if the seat that looks is to move"),
    ]
    if options.guard:
        channels += [
            Channel("own guard", "its own protected tile; every cell before its first tile is placed"),
            Channel("other guard", "the protected tile of the other seat; every cell before it is placed"),
        ]
    if not options.reentry:
        channels += [
            Channel("own free", "1 everywhere if the seat that looks has not placed a tile yet"),
            Channel("other free", "1 everywhere if the other seat has not placed a tile yet"),
        ]
    every = Moves(options.board | 1 << PASS, 0)
    return Encoding(every, tuple(channels), options.size, options.size, cell_place, square_turnings(options.size))


@write_planes.register(Duel)
def duel_planes(position: Duel, seat: int, words: Words) -> None:
    mine = position.turn == seat
    words[0] = position.own if mine else position.other
    words[1] = position.other if mine else position.own
    words[2] = constant(1 if mine else 0)
    write_rest(position, mine, words)


@primitive
def write_rest(position: Duel, mine: bool, words: Words) -> None:
    """The channels that only some variants have."""
    place = 3
    if position.options.guard:
        words[place] = position.own_guard if mine else position.other_guard
        words[place + 1] = position.other_guard if mine else position.own_guard
        place += 2
    if not position.options.reentry:
        words[place] = constant(position.own_free if mine else position.other_free)
        words[place + 1] = constant(position.other_free if mine else position.own_free)
