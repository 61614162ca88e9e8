"""Flood-It solved by exhaustive search: for small boards, and by the rules alone."""

from collections import deque

import numpy as np

from quincunx.engine.kernels.randomness import below
from quincunx.games.flood.rules import Flood, beginning, judged, make_options

Cells = list[int]
"""The colour of every cell, row by row."""


def random_cells(size: int, colours: int, seed: int) -> Cells:
    return [below(colours, seed, 7, cell) for cell in range(size * size)]


def position_of(cells: Cells, colours: int, absorb_at_start: bool = True) -> Flood:
    size = round(len(cells) ** 0.5)
    planes = np.zeros((colours, size), np.int64)
    for cell, colour in enumerate(cells):
        planes[colour, cell // size] |= 1 << cell % size
    return beginning(planes, make_options(size, colours, None, absorb_at_start))


def with_territory(position: Flood, cells: set[int]) -> Flood:
    """The same board with these cells controlled; they are of the colour of the first."""
    size = position.options.size
    territory = np.zeros(size + 1, np.int64)
    for cell in cells:
        territory[cell // size] |= 1 << cell % size
    return judged(position._replace(territory=territory))


def territory_of(position: Flood) -> frozenset[int]:
    size = position.options.size
    return frozenset(n for n in range(size * size) if int(position.territory[n // size]) >> n % size & 1)


def flood(cells: Cells, territory: frozenset[int], colour: int) -> frozenset[int]:
    """The territory after a move."""
    size = round(len(cells) ** 0.5)
    grown, waiting = set(territory), list(territory)
    while waiting:
        for beside in around(waiting.pop(), size):
            if beside not in grown and cells[beside] == colour:
                grown.add(beside)
                waiting.append(beside)
    return frozenset(grown)


def around(cell: int, size: int) -> list[int]:
    row, col = divmod(cell, size)
    places = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [r * size + c for r, c in places if 0 <= r < size and 0 <= c < size]


def fewest_moves(cells: Cells, territory: frozenset[int], colour: int, colours: int) -> int:
    """Breadth first over everything that can be played."""
    seen = {(territory, colour)}
    waiting = deque([(territory, colour, 0)])
    while waiting:
        territory, colour, moves = waiting.popleft()
        if len(territory) == len(cells):
            return moves
        for choice in range(colours):
            after = (flood(cells, territory, choice), choice)
            if choice != colour and after not in seen:
                seen.add(after)
                waiting.append((*after, moves + 1))
    raise AssertionError("every board can be flooded")
