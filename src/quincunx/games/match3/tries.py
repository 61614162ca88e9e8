"""Boards that are drawn again and again until one is fair, a try at a time.

A game whose deals or moves take many tries says here what one try is. Its own loop makes them one after the other. On a
graphics processor a team of threads makes as many at once, and the first that is good enough counts: the board is the
same. Other games leave the functions as they are.
"""

from typing import Any, NamedTuple

from quincunx.engine.kernels.compiler import generic
from quincunx.games.match3.bits import Planes

REFUSED, POSSIBLE, TAKEN, UNDECIDED = range(4)
"""What a try is worth: nothing; it is taken if no try is fair, the first such one; it is taken at once; or nobody knows
before it has gone on."""


class Try(NamedTuple):
    worth: int
    position: Any


class Sources(NamedTuple):
    """From which cell each token of a shuffled board has come: bits 0 to 2 of its number, and bits 3 to 5."""

    low: Planes
    high: Planes


# Deals.


@generic
def tries_of_a_deal(position: Any) -> int:
    """How many tries `redeal` makes at most; 0 where it needs none."""
    return 0


@generic
def begin_try(position: Any, seed: int, number: int) -> Any:
    """The beginning of a try of `redeal`, from number 0 on: a number, a tuple, whatever `go_on` goes on with."""
    return 0


@generic
def go_on(position: Any, begun: Any) -> Any:
    """A portion of a try, which takes about as long as any other, so that threads side by side keep step."""
    return begun


@generic
def worth_of(position: Any, begun: Any) -> int:
    """What a try is worth so far."""
    return REFUSED


@generic
def opening_of(position: Any, begun: Any) -> Any:
    """The first position that a try has led to."""
    return position


@generic
def without_a_deal(position: Any) -> Any:
    """What `redeal` gives where no try is worth anything: a match that is over."""
    return position


# Moves that shuffle.


@generic
def reshuffles(position: Any, move: int) -> bool:
    """Whether this move shuffles the board until it is fair. Nearly all others are far quicker."""
    return False


@generic
def cells_to_shuffle(position: Any) -> int:
    return 0


@generic
def unshuffled(position: Any) -> Planes:
    """The tokens of the board, packed."""
    return Planes(0, 0, 0)


@generic
def sources_of(position: Any, number: int) -> Sources:
    """What the shuffle of a try does, from number 0 on: it goes on from the board that the try before it left."""
    return Sources(Planes(0, 0, 0), Planes(0, 0, 0))


@generic
def shuffle_once(position: Any, deck: Planes, number: int) -> Try:
    """What follows if the try with this number has left this deck. The last try is taken, however it is."""
    return Try(REFUSED, position)
