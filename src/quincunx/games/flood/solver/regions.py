"""A board as the solver sees it: regions of one colour, and who borders on whom.

The territory is region 0; all other cells are contracted to the largest connected pieces of one colour, numbered from
the territory outward, so that the flooded regions tend to share the first words of a set.
"""

from typing import NamedTuple

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.engine.kernels.randomness import Stream, word
from quincunx.games.flood.rules import Planes, Rows
from quincunx.games.flood.solver.simd import Words, add, width_for

KEY_SEED, KEY_STREAM = 0, int(Stream.SOLVER_KEYS)
"""The seed and the stream of the solver's hash keys: the same for every board, so that a search can be repeated."""


class Regions(NamedTuple):
    total: int
    colours: int
    width: int
    """The words of a set of regions: whole blocks of LANES."""
    colour: Words
    """Of each region; that of region 0 says nothing."""
    rows: Words
    """The set of neighbours of each region, one after the other."""
    masks: Words
    """The set of regions of each colour; the territory is in none."""
    keys: Words
    """64 random bits for each region: a set's hash is all its regions' keys, xor-ed."""

    def near_territory(self, colour: int) -> bool:
        """Whether regions of this colour border on the territory."""
        mask = self.masks[colour * self.width : (colour + 1) * self.width]
        return bool((mask & self.rows[: self.width]).any())


@kernel
def contract(planes: Planes, territory: Rows, size: int) -> Regions:
    """The regions of a board with this territory."""
    colours = len(planes)
    cells = cell_colours(planes, size)
    labels, count = label(cells, territory, size)
    width = width_for(count)
    colour = np.zeros(count, np.int64)
    rows = np.zeros(count * width, np.int64)
    masks = np.zeros(colours * width, np.int64)
    keys = np.zeros(count, np.int64)
    for cell in range(size * size):
        colour[labels[cell]] = cells[cell]
        if cell % size + 1 < size:
            join(rows, int(labels[cell]), int(labels[cell + 1]), width)
        if cell + size < size * size:
            join(rows, int(labels[cell]), int(labels[cell + size]), width)
    for region in range(count):
        keys[region] = word(KEY_SEED, KEY_STREAM, region)
        if region:
            add(masks, int(colour[region]) * width, region)
    return Regions(count, colours, width, colour, rows, masks, keys)


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
def join(rows: Words, one: int, other: int, width: int) -> None:
    if one != other:
        add(rows, one * width, other)
        add(rows, other * width, one)
