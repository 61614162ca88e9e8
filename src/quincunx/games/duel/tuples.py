"""The learned evaluation, and which one a style asks for: what stands on rows, columns and squares of three by three.

Trained by `quincunx train duel`, on boards of six by six, to predict the final margin; `tuples.json` says how.
"""

from pathlib import Path

from quincunx.engine.kernels.bits import neighbours, popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.rules import PLAYING
from quincunx.games.duel.evaluation import TILE, certain_rate, hand_rate
from quincunx.games.duel.rules import Duel, empty
from quincunx.learning import table
from quincunx.learning.network import Network, Schedule, blocks, lines
from quincunx.learning.values import certain, extras, planes
from quincunx.search.hooks import rate

HAND, LEARNED = range(2)
"""The styles of evaluation: tiles and reach, and the learned one, which is the first on boards of another size."""

SIZE = 6
LONGEST_TRUCE = 8
"""Placements until captures begin: further ones make no difference."""

GUARDS = (26, 26)
"""What can be around a protected tile: it is not there, or up to four cells are empty and four of the other side."""

NETWORK = Network(
    table=Path(__file__).with_suffix(table.SUFFIX),
    rows=SIZE,
    cols=SIZE,
    states=3,
    patterns=(*lines(SIZE, SIZE), *blocks(SIZE, SIZE, 3, 3)),
    extras=(LONGEST_TRUCE + 1, *GUARDS),
    scale=TILE * SIZE * SIZE,
    margin=SIZE * SIZE,
    style=LEARNED,
    variants=("guarded", "standard", "guarded", "truce"),
    schedule=Schedule(games=1_200_000, search_games=3_000, rate=0.002, search_rate=0.0002, trace=0.8, longest=80),
)

learned_score = table.learned_score(NETWORK, __name__)


@rate.register(Duel)
def duel_rate(position: Duel, style: int) -> int:
    """The margin that the position promises, in hundredths of a tile."""
    result = certain(position)
    if result != PLAYING:
        return certain_rate(position, result)
    return learned_score(position) if style == LEARNED and has_learned(position) else hand_rate(position)


@primitive
def has_learned(position: Duel) -> bool:
    """Whether the network knows this board."""
    return position.options.size == SIZE


@planes.register(Duel)
def duel_planes(position: Duel) -> tuple[int, int]:
    return position.own, position.other


@extras.register(Duel)
def duel_extras(position: Duel) -> tuple[int, int, int]:
    """How many placements the truce still lasts, and what is around the protected tiles."""
    left = position.options.truce - popcount(position.own | position.other)
    room = empty(position)
    return (
        max(0, min(left, LONGEST_TRUCE)),
        surroundings(position.own_guard & position.own, room, position.other),
        surroundings(position.other_guard & position.other, room, position.own),
    )


@primitive
def surroundings(tile: int, room: int, others: int) -> int:
    """The empty cells beside a protected tile, and the other side's tiles there, which are never safe."""
    if tile == 0:
        return 0
    return 1 + 5 * popcount(neighbours(tile, room)) + popcount(neighbours(tile, others))
