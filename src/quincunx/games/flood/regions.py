"""A board as the solver sees it: regions of one colour, and who borders on whom.

The territory is region 0; all other cells are contracted to the largest connected pieces of one colour, numbered outward
from the territory, so that the flooded regions tend to share the first words of a set.
"""

from typing import NamedTuple

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.compiling import aside, kernel, primitive
from quincunx.engine.randomness import word
from quincunx.games.flood.lanes import BITS, LANES, Words, add, blocks_for, both, either, load, some, store, without
from quincunx.games.flood.rules import Planes, Rows

KEY_SEED, KEY_STREAM = 0, 253
"""Where the solver's hash keys come from; the same for every board, so that a search can be repeated."""


class Regions(NamedTuple):
    count: int
    colours: int
    blocks: int
    """The blocks of a set of regions; a set is `blocks * LANES` words."""
    colour: Words
    """Of each region; that of region 0 says nothing."""
    rows: Words
    """The set of neighbours of each region, one after the other."""
    masks: Words
    """The set of regions of each colour; the territory is in none."""
    keys: Words
    """64 random bits for each region: a set's hash is all its regions' keys, xor-ed."""


@kernel
def contract(planes: Planes, territory: Rows, size: int) -> Regions:
    """The regions of a board with this territory."""
    colours = len(planes)
    cells = cell_colours(planes, size)
    labels, count = label(cells, territory, size)
    blocks = blocks_for(count)
    colour = np.zeros(count, np.int64)
    rows = np.zeros(count * blocks * LANES, np.int64)
    masks = np.zeros(colours * blocks * LANES, np.int64)
    keys = np.zeros(count, np.int64)
    for cell in range(size * size):
        colour[labels[cell]] = cells[cell]
        if cell % size + 1 < size:
            join(rows, int(labels[cell]), int(labels[cell + 1]), blocks)
        if cell + size < size * size:
            join(rows, int(labels[cell]), int(labels[cell + size]), blocks)
    for region in range(count):
        keys[region] = word(KEY_SEED, KEY_STREAM, region)
        if region:
            add(masks, int(colour[region]) * blocks * LANES, region)
    return Regions(count, colours, blocks, colour, rows, masks, keys)


@aside
def cell_colours(planes: Planes, size: int) -> Words:
    cells = np.zeros(size * size, np.int64)
    for colour in range(len(planes)):
        for cell in range(size * size):
            if int(planes[colour, cell // size]) >> cell % size & 1:
                cells[cell] = colour
    return cells


@aside
def label(cells: Words, territory: Rows, size: int) -> tuple[Words, int]:
    """The region of each cell, and how many there are."""
    labels = np.full(size * size, -1, np.int64)
    order = np.empty(size * size, np.int64)
    found = 0
    for cell in range(size * size):
        if int(territory[cell // size]) >> cell % size & 1:
            labels[cell] = 0
            order[found] = cell
            found += 1
    count = 1
    for seen in range(size * size):  # every board is connected: there is always a cell to look around from
        cell = int(order[seen])
        for way in range(4):
            beside = neighbour(cell, way, size)
            if beside >= 0 and labels[beside] < 0:
                found = fill(beside, count, cells, labels, order, found, size)
                count += 1
    return labels, count


@aside
def fill(start: int, region: int, cells: Words, labels: Words, order: Words, found: int, size: int) -> int:
    """Give the whole piece of one colour around a cell this number, and put its cells at the end of `order`."""
    labels[start] = region
    order[found] = start
    seen, found = found, found + 1
    while seen < found:
        cell = int(order[seen])
        seen += 1
        for way in range(4):
            beside = neighbour(cell, way, size)
            if beside >= 0 and labels[beside] < 0 and cells[beside] == cells[start]:
                labels[beside] = region
                order[found] = beside
                found += 1
    return found


@primitive
def neighbour(cell: int, way: int, size: int) -> int:
    """The cell beside this one, or -1 beyond the edge."""
    if way == 0:
        return cell - size
    if way == 1:
        return cell + size if cell + size < size * size else -1
    if way == 2:
        return cell - 1 if cell % size else -1
    return cell + 1 if (cell + 1) % size else -1


@primitive
def join(rows: Words, one: int, other: int, blocks: int) -> None:
    if one != other:
        add(rows, one * blocks * LANES, other)
        add(rows, other * blocks * LANES, one)


# ---- sets of regions, by the word where they begin ----


@primitive
def spread(sets: Words, near: int, fresh: int, regions: Regions) -> None:
    """Add to the set `near` all neighbours of the regions in `fresh`."""
    rows, width = regions.rows, regions.blocks * LANES
    for block in range(0, width, LANES):
        reached = load(sets, near + block)
        for place in range(width):
            bits = int(sets[fresh + place])
            while bits:
                reached = either(reached, load(rows, (BITS * place + lowest(bits)) * width + block))
                bits &= bits - 1
        store(sets, near + block, reached)
