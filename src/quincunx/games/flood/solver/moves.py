"""The solver's moves: how a flood grows in scratch memory, and which moves can be skipped.

1. *Finishing.* A colour whose regions are all near has to be played once more in any case, and the flood only grows by
   it: it is finished at once. So a node has no such colour, and every step is a choice with the finishing it allows.
2. *Idle moves.* A move that brings nothing new near, and does not finish its colour, is left out: it only matters at
   the next move of the same colour, which takes its regions as well.
3. *Order.* If a opened nothing for b, then "b, a" floods at least as much as "a, b". So after a, b is left out if its
   number is lower; or if b opens something for a that is not idle, and nothing can be finished.

Nothing is lost. Say that T is as good as X if the regions of X and all that is near X are near T. Then whatever
solves X solves T with no more choices: what T lacks of X brings nothing new, and a colour is not finished in X and
open in T, or it could be finished in T. The same choice made in both leaves T as good as X. Now for every node P that
the search has looked at and every colour c, it has looked at a node as good as P with c, after no more choices. If c
is idle, P itself is one. If c was left out after a, by rule 3, take the parent O of P: by induction on the number of
choices there is a node T as good as O with c, and T with a is as good as P with c, and has more near it, or as much
and a higher last colour. That cannot go on for ever. It does not matter which of several ways to a set was seen
first.
"""

from typing import NamedTuple

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.games.flood.solver.region_sets import (
    colours_left,
    copy,
    finishable,
    hash_of,
    newly_near,
    of_colour,
    spread,
    take_colours,
    unite,
    within,
)
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words

PLACES = 8
"""The places: a node, what is near it, its child, what is near that, fresh regions, and three to spare."""
NODE, NEAR, CHILD, EDGE, FRESH, SPARE = range(6)

NO_COLOUR = 15
ANY_COLOUR = NO_COLOUR
"""As the last colour of a node: any may follow."""


class Child(NamedTuple):
    cost: int
    """Moves made, finishing ones included; 0 if the child is left out."""
    last: int
    opened: int
    """The colours of which the move brought regions near, as bits."""
    left: int
    """The colours that are not finished, as bits."""
    hash: int


LEFT_OUT = Child(0, 0, 0, 0, 0)


def make_desk(regions: Regions) -> Words:
    return np.zeros(PLACES * regions.width, np.int64)


@primitive
def take(scratch: Words, flooded: int, near: int, fresh: int, colours: int, regions: Regions) -> None:
    """Flood all regions of these colours; they are all near."""
    take_colours(scratch, fresh, flooded, colours, regions)
    unite(scratch, flooded, flooded, fresh, regions.width)
    spread(scratch, near, fresh, regions)


@aside
def finish(scratch: Words, flooded: int, near: int, fresh: int, left: int, regions: Regions) -> tuple[int, int, int]:
    """Finish every colour that can be, in place: how many moves, the colours left, and the hash of what was added."""
    moves = hash = 0
    done = finishable(scratch, near, left, regions)
    while done:
        moves += popcount(done)
        left &= ~done
        take(scratch, flooded, near, fresh, done, regions)
        hash ^= hash_of(scratch, fresh, regions)
        done = finishable(scratch, near, left, regions)
    return moves, left, hash


@aside
def lay_territory(scratch: Words, regions: Regions) -> None:
    width = regions.width
    for place in range(len(scratch)):
        scratch[place] = 0
    scratch[NODE * width] = 1
    copy(scratch, NEAR * width, scratch, NODE * width, width)
    spread(scratch, NEAR * width, NODE * width, regions)


@aside
def grow(scratch: Words, colour: int, regions: Regions) -> None:
    """Play a colour at the node in scratch memory, in place."""
    width = regions.width
    of_colour(scratch, FRESH * width, NEAR * width, NODE * width, regions, colour)
    unite(scratch, NODE * width, NODE * width, FRESH * width, width)
    spread(scratch, NEAR * width, FRESH * width, regions)


@aside
def lay_root(scratch: Words, opening: int, regions: Regions) -> tuple[int, int]:
    """Lay the territory out, grown by the colour `opening` if it is one, and by all that can be finished then: how many
    moves, and the colours left."""
    width = regions.width
    lay_territory(scratch, regions)
    if opening != NO_COLOUR:
        grow(scratch, opening, regions)
    left = colours_left(scratch, NODE * width, regions)
    finished, left, _ = finish(scratch, NODE * width, NEAR * width, FRESH * width, left, regions)
    return int(opening != NO_COLOUR) + finished, left


@primitive
def lay_node(scratch: Words, sets: Words, start: int, regions: Regions) -> None:
    """Lay a node in scratch memory, with what is near it."""
    width = regions.width
    copy(scratch, NODE * width, sets, start, width)
    copy(scratch, NEAR * width, scratch, NODE * width, width)
    spread(scratch, NEAR * width, NODE * width, regions)


@primitive
def breed(scratch: Words, colour: int, last: int, opened: int, left: int, hash: int, regions: Regions) -> Child:
    """Play a colour at the node in scratch memory, and lay the child beside it, unless it may be left out."""
    width = regions.width
    node, near, child, edge, fresh = NODE * width, NEAR * width, CHILD * width, EDGE * width, FRESH * width
    free = last == ANY_COLOUR or opened >> colour & 1
    if (not free and colour < last) or not of_colour(scratch, fresh, near, node, regions, colour):
        return LEFT_OUT
    copy(scratch, edge, scratch, near, width)
    spread(scratch, edge, fresh, regions)
    opening = newly_near(scratch, edge, near, regions)
    if opening == 0:
        return LEFT_OUT
    unite(scratch, child, node, fresh, width)
    hash ^= hash_of(scratch, fresh, regions)
    finished, left, more = finish(scratch, child, edge, fresh, left, regions)
    if not free and not finished and opening >> last & 1 and not idle(scratch, last, regions):
        return LEFT_OUT
    return Child(1 + finished, ANY_COLOUR if finished else colour, opening, left, hash ^ more)


@aside
def idle(scratch: Words, colour: int, regions: Regions) -> bool:
    """Whether a colour would bring nothing new near the child in scratch memory."""
    width = regions.width
    child, edge, fresh, beyond = CHILD * width, EDGE * width, FRESH * width, SPARE * width
    of_colour(scratch, fresh, edge, child, regions, colour)
    copy(scratch, beyond, scratch, edge, width)
    spread(scratch, beyond, fresh, regions)
    return within(scratch, beyond, scratch, edge, width)


@kernel
def spell(opening: int, choices: Words, scratch: Words, regions: Regions) -> Words:
    """All moves from the territory: the opening, the choices, and the finishing moves that follow by themselves."""
    moves = np.empty(len(choices) + regions.colours + 1, np.int64)
    made = 0
    lay_territory(scratch, regions)
    for number in range(-1, len(choices)):
        colour = opening if number < 0 else int(choices[number])
        if colour != NO_COLOUR:
            grow(scratch, colour, regions)
            moves[made] = colour
            made += 1
        made = spell_finish(moves, made, scratch, regions)
    return moves[:made]


@aside
def spell_finish(moves: Words, made: int, scratch: Words, regions: Regions) -> int:
    """`finish` the node in scratch memory, and write the moves down: how many moves there are then."""
    width = regions.width
    left = colours_left(scratch, NODE * width, regions)  # an opening may have finished its colour by itself
    done = finishable(scratch, NEAR * width, left, regions)
    while done:
        for colour in range(regions.colours):
            if done >> colour & 1:
                moves[made] = colour
                made += 1
        left &= ~done
        take(scratch, NODE * width, NEAR * width, FRESH * width, done, regions)
        done = finishable(scratch, NEAR * width, left, regions)
    return made
