"""Color Cascade Grid as arrays: its actions, and the channels of its planes."""

from quincunx.games.cascade.rules import BLUE, CODE_BITS, GREEN, ORANGE, VIOLET, Cascade, Options
from quincunx.games.match3.actions import every_swap, swap_place
from quincunx.games.match3.bits import UNKNOWN, of_code
from quincunx.observation.encoding import Channel, Encoding, Turning
from quincunx.observation.planes import Words, constant, write_planes


def encoding(options: Options) -> Encoding:
    """Goblins prefer the columns on the left: only a board without them has a symmetry."""
    channels = (
        Channel("own", "the tokens of the colour of the seat that looks"),
        Channel("other", "the tokens of the other seat's colour"),
        Channel("green", "the green tokens"),
        Channel("violet", "the violet tokens"),
        Channel("first goblin", "1 everywhere if the next goblin is violet"),
        Channel("second goblin", "1 everywhere if the goblin after it is violet"),
        Channel("passes", "how many passes in a row there have been"),
        Channel("to move", "1 everywhere if the seat that looks is to move"),
        Channel("seat", "1 everywhere if seat 1 looks"),
    )
    last = options.size - 1
    mirror = Turning("mirror left and right", lambda row, col: (row, last - col))
    turnings = () if options.goblins else (mirror,)
    return Encoding(every_swap(options.board), channels, options.size, options.size, swap_place, turnings)


@write_planes.register(Cascade)
def cascade_planes(position: Cascade, seat: int, words: Words) -> None:
    cells, shown = position.cells, position.goblins.shown
    blue, orange = of_code(cells, BLUE), of_code(cells, ORANGE)
    words[0] = blue if seat == 1 else orange
    words[1] = orange if seat == 1 else blue
    words[2] = of_code(cells, GREEN)
    words[3] = of_code(cells, VIOLET)
    words[4] = constant(1 if shown & UNKNOWN == VIOLET else 0)
    words[5] = constant(1 if shown >> CODE_BITS & UNKNOWN == VIOLET else 0)
    words[6] = constant(position.passes)
    words[7] = constant(1 if position.turn == seat else 0)
    words[8] = constant(1 if seat == 1 else 0)
