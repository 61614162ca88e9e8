"""Stack Swap Mosaic as arrays: its actions, and the channels of its planes."""

from quincunx.games.match3.actions import every_swap, swap_place
from quincunx.games.match3.bits import of_code
from quincunx.games.mosaic.rules import Mosaic, Options
from quincunx.observation.encoding import Channel, Encoding, Turning
from quincunx.observation.planes import Words, constant, share, write_planes


def encoding(options: Options) -> Encoding:
    colours = range(1, options.colours + 1)
    channels = (
        *(Channel(f"colour {colour}", f"the tokens of colour {colour} on the board") for colour in colours),
        *(Channel(f"queue {colour}", f"row k: where the k-th next drop has colour {colour}") for colour in colours),
        Channel("own score", "the score of the seat that looks: 255 at the target"),
        Channel("other score", "the score of the other seat: 255 at the target"),
        Channel("own moves", "how many swaps the seat that looks has left"),
        Channel("other moves", "how many swaps the other seat has left"),
        Channel("passes", "how many passes in a row there have been"),
        Channel("to move", "1 everywhere if the seat that looks is to move"),
    )
    last = options.cols - 1
    mirror = Turning("mirror left and right", lambda row, col: (row, last - col))
    rows = max(options.rows, options.queue_shown)
    return Encoding(every_swap(options.board), channels, rows, options.cols, swap_place, (mirror,))


@write_planes.register(Mosaic)
def mosaic_planes(position: Mosaic, seat: int, words: Words) -> None:
    options, queue = position.options, position.supply.queue
    mine = position.turn == seat
    colours = options.colours
    for colour in range(colours):
        words[colour] = of_code(position.cells, colour + 1)
        words[colours + colour] = of_code(queue, colour + 1)
    place = 2 * colours
    score, other_score = position.score, position.other_score
    made, other_made = position.made, position.other_made
    words[place] = constant(share(score if mine else other_score, options.target))
    words[place + 1] = constant(share(other_score if mine else score, options.target))
    words[place + 2] = constant(options.max_moves - (made if mine else other_made))
    words[place + 3] = constant(options.max_moves - (other_made if mine else made))
    words[place + 4] = constant(position.passes)
    words[place + 5] = constant(1 if mine else 0)
