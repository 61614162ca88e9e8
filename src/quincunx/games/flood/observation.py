"""Flood-It as arrays: its actions, and the channels of its planes."""

from quincunx.engine.moves import Moves
from quincunx.games.flood.rules import NO_LIMIT, Flood, Options
from quincunx.observation.encoding import MOST, Channel, Encoding, Place, Turning
from quincunx.observation.planes import Words, constant, write_planes


def encoding(options: Options) -> Encoding:
    colours = range(options.colours)
    channels = (
        *(Channel(f"colour {colour}", f"the cells that now have colour {colour}") for colour in colours),
        Channel("territory", "the controlled cells"),
        Channel("moves left", f"how many moves are left; {MOST} where there is no limit"),
    )
    transpose = Turning("transpose", lambda row, col: (col, row))
    return Encoding(
        Moves(options.palette, 0), channels, options.size, options.size, _place, (transpose,), word_per_row=True
    )


def _place(move: int) -> Place:
    return Place(f"colour {move}")


@write_planes.register(Flood)
def flood_planes(position: Flood, seat: int, words: Words) -> None:
    options = position.options
    size = options.size
    left = options.limit - position.moves if options.limit != NO_LIMIT else 255
    territory = options.colours * size
    for row in range(size):
        held = int(position.territory[row])
        for colour in range(options.colours):
            cells = int(position.planes[colour, row]) & ~held
            words[colour * size + row] = cells | held if colour == position.colour else cells
        words[territory + row] = held
        words[territory + size + row] = constant(left)
