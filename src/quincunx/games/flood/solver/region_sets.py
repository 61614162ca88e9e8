"""What the solver does with sets of regions.

A set is named by the array that holds it and the word where it begins. The solver works in *scratch memory*: one array
with a few places, each as wide as a set, that are written over and over again.
"""

from quincunx.engine.kernels.bits import lowest, popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import BITS, LANES, Words, both, either, load, nothing, some, store, without


@primitive
def copy(into: Words, to: int, source: Words, start: int, width: int) -> None:
    for block in range(0, width, LANES):
        store(into, to + block, load(source, start + block))


@primitive
def within(sets: Words, one: int, others: Words, other: int, width: int) -> bool:
    """Whether the first set is a part of the second."""
    for block in range(0, width, LANES):
        if some(without(load(sets, one + block), load(others, other + block))):
            return False
    return True


@primitive
def same(sets: Words, one: int, others: Words, other: int, width: int) -> bool:
    return within(sets, one, others, other, width) and within(others, other, sets, one, width)


@primitive
def difference(scratch: Words, into: int, one: int, other: int, width: int) -> None:
    """Put the regions of one set that are not in the other in scratch memory."""
    for block in range(0, width, LANES):
        store(scratch, into + block, without(load(scratch, one + block), load(scratch, other + block)))


@primitive
def unite(scratch: Words, into: int, one: int, other: int, width: int) -> None:
    for block in range(0, width, LANES):
        store(scratch, into + block, either(load(scratch, one + block), load(scratch, other + block)))


@primitive
def of_colour(scratch: Words, into: int, near: int, flooded: int, regions: Regions, colour: int) -> bool:
    """Put in scratch memory the regions of a colour that are near and not flooded; return whether there are any."""
    mask = colour * regions.width
    found = nothing()
    for block in range(0, regions.width, LANES):
        open_near = without(load(scratch, near + block), load(scratch, flooded + block))
        joining = both(open_near, load(regions.masks, mask + block))
        store(scratch, into + block, joining)
        found = either(found, joining)
    return some(found)


@primitive
def spread(scratch: Words, near: int, fresh: int, regions: Regions) -> None:
    """Add to the set `near` all neighbours of the regions in `fresh`."""
    rows, width = regions.rows, regions.width
    for block in range(0, width, LANES):
        reached = load(scratch, near + block)
        for place in range(width):
            bits = int(scratch[fresh + place])
            while bits:
                reached = either(reached, load(rows, (BITS * place + lowest(bits)) * width + block))
                bits &= bits - 1
        store(scratch, near + block, reached)


@primitive
def hash_of(sets: Words, start: int, regions: Regions) -> int:
    keys = regions.keys
    h = 0
    for place in range(regions.width):
        bits = int(sets[start + place])
        while bits:
            h ^= int(keys[BITS * place + lowest(bits)])
            bits &= bits - 1
    return h


@primitive
def colours_left(scratch: Words, flooded: int, regions: Regions) -> int:
    """The colours that still have regions outside the flood, as bits."""
    left = 0
    for colour in range(regions.colours):
        if not within(regions.masks, colour * regions.width, scratch, flooded, regions.width):
            left |= 1 << colour
    return left


@primitive
def finishable(scratch: Words, near: int, left: int, regions: Regions) -> int:
    """Those of the colours left whose regions are all near: one move each finishes them."""
    done = 0
    for colour in range(regions.colours):
        if left >> colour & 1 and within(regions.masks, colour * regions.width, scratch, near, regions.width):
            done |= 1 << colour
    return done


@primitive
def take_colours(scratch: Words, into: int, flooded: int, colours: int, regions: Regions) -> None:
    """Put in scratch memory all regions of these colours that are not flooded."""
    for block in range(0, regions.width, LANES):
        joining = nothing()
        for colour in range(regions.colours):
            if colours >> colour & 1:
                joining = either(joining, load(regions.masks, colour * regions.width + block))
        store(scratch, into + block, without(joining, load(scratch, flooded + block)))


@primitive
def newly_near(scratch: Words, edge: int, near: int, regions: Regions) -> int:
    """The colours of the regions that are in the first set only, as bits."""
    colours = 0
    for colour in range(regions.colours):
        found = nothing()
        for block in range(0, regions.width, LANES):
            fresh = without(load(scratch, edge + block), load(scratch, near + block))
            found = either(found, both(fresh, load(regions.masks, colour * regions.width + block)))
        colours |= int(some(found)) << colour
    return colours


@primitive
def size_of(sets: Words, start: int, width: int) -> int:
    """How many regions the set has."""
    count = 0
    for place in range(width):
        count += popcount(int(sets[start + place]))
    return count
