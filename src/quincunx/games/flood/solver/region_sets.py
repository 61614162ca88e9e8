"""What the solver does with sets of regions.

A set is named by the array that holds it and the word where it begins. The solver works on a *desk*: one array with a
few places, each as wide as a set, that are written over and over again.
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
def difference(desk: Words, into: int, one: int, other: int, width: int) -> None:
    """Put the regions of one set that are not in the other on the desk."""
    for block in range(0, width, LANES):
        store(desk, into + block, without(load(desk, one + block), load(desk, other + block)))


@primitive
def unite(desk: Words, into: int, one: int, other: int, width: int) -> None:
    for block in range(0, width, LANES):
        store(desk, into + block, either(load(desk, one + block), load(desk, other + block)))


@primitive
def of_colour(desk: Words, into: int, near: int, flooded: int, regions: Regions, colour: int) -> bool:
    """Put on the desk the regions of a colour that are near and not flooded; return whether there are any."""
    mask = colour * regions.width
    found = nothing()
    for block in range(0, regions.width, LANES):
        open_near = without(load(desk, near + block), load(desk, flooded + block))
        joining = both(open_near, load(regions.masks, mask + block))
        store(desk, into + block, joining)
        found = either(found, joining)
    return some(found)


@primitive
def spread(desk: Words, near: int, fresh: int, regions: Regions) -> None:
    """Add to the set `near` all neighbours of the regions in `fresh`."""
    rows, width = regions.rows, regions.width
    for block in range(0, width, LANES):
        reached = load(desk, near + block)
        for place in range(width):
            bits = int(desk[fresh + place])
            while bits:
                reached = either(reached, load(rows, (BITS * place + lowest(bits)) * width + block))
                bits &= bits - 1
        store(desk, near + block, reached)


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
def colours_left(desk: Words, flooded: int, regions: Regions) -> int:
    """The colours that still have regions outside the flood, as bits."""
    left = 0
    for colour in range(regions.colours):
        if not within(regions.masks, colour * regions.width, desk, flooded, regions.width):
            left |= 1 << colour
    return left


@primitive
def finishable(desk: Words, near: int, left: int, regions: Regions) -> int:
    """Those of the colours left whose regions are all near: one move each finishes them."""
    done = 0
    for colour in range(regions.colours):
        if left >> colour & 1 and within(regions.masks, colour * regions.width, desk, near, regions.width):
            done |= 1 << colour
    return done


@primitive
def take_colours(desk: Words, into: int, flooded: int, colours: int, regions: Regions) -> None:
    """Put on the desk all regions of these colours that are not flooded."""
    for block in range(0, regions.width, LANES):
        joining = nothing()
        for colour in range(regions.colours):
            if colours >> colour & 1:
                joining = either(joining, load(regions.masks, colour * regions.width + block))
        store(desk, into + block, without(joining, load(desk, flooded + block)))


@primitive
def newly_near(desk: Words, edge: int, near: int, regions: Regions) -> int:
    """The colours of the regions that are in the first set only, as bits."""
    colours = 0
    for colour in range(regions.colours):
        found = nothing()
        for block in range(0, regions.width, LANES):
            fresh = without(load(desk, edge + block), load(desk, near + block))
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
