"""The goblins that no one has seen yet: each is green or violet with equal chance."""

from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.kernels.randomness import below
from quincunx.games.cascade.rules import CODE_BITS, GOBLIN_STREAM, GOBLINS_SHOWN, GREEN, Cascade, Goblins
from quincunx.games.match3.bits import UNKNOWN
from quincunx.search.hooks import reveal, sample, ways


@primitive
def hidden(goblins: Goblins, place: int) -> bool:
    """Whether the goblin at this place of the shown ones is unknown."""
    return goblins.shown >> CODE_BITS * place & UNKNOWN == UNKNOWN


@primitive
def coloured(goblins: Goblins, colours: int) -> int:
    """The goblins at the door, with the unknown ones coloured by the bits of `colours`, lowest first."""
    shown = goblins.shown
    for place in range(GOBLINS_SHOWN):
        if hidden(goblins, place):
            shown ^= (UNKNOWN ^ GREEN + (colours & 1)) << CODE_BITS * place
            colours >>= 1
    return shown


@primitive
def with_goblins(position: Cascade, goblins: Goblins) -> Cascade:
    return Cascade(
        position.cells, goblins, position.passes, position.turn, position.ply, position.result, position.options
    )


@ways.register(Cascade)
def cascade_ways(position: Cascade) -> int:
    """The goblins that came to the door after the last swap may be of any colours."""
    if position.options.goblins == 0:
        return 1
    return 1 << hidden(position.goblins, 0) + hidden(position.goblins, 1)


@reveal.register(Cascade)
def cascade_reveal(position: Cascade, way: int) -> Cascade:
    goblins = position.goblins
    return with_goblins(position, Goblins(coloured(goblins, way), goblins.come, goblins.source, goblins.known))


@sample.register(Cascade)
def cascade_sample(position: Cascade, seed: int) -> Cascade:
    """An observation with a source of goblins of its own; the shown ones stay."""
    goblins = position.goblins
    if goblins.known:
        return position
    shown = coloured(goblins, below(1 << GOBLINS_SHOWN, seed, GOBLIN_STREAM + 1, 0))
    return with_goblins(position, Goblins(shown, goblins.come, seed, 1))


def with_goblins_seen(position: Cascade, seed: int) -> Cascade:
    """In a position that was set up even the next goblins may be unknown: then they are guessed."""
    total = ways(position)
    return reveal(position, below(total, seed, GOBLIN_STREAM, 0)) if total > 1 else position
