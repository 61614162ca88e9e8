"""The fewest moves that win a position of Flood-It, proven; and what every colour costs."""

import time
from typing import NamedTuple

from quincunx.engine.kernels.bits import each
from quincunx.games.flood.rules import Flood, of_one_colour
from quincunx.games.flood.solver.regions import contract
from quincunx.games.flood.solver.simd import Words
from quincunx.games.flood.solver.stages import MOST_BYTES, NO_END, Solved, StagedSearch


class Solution(NamedTuple):
    moves: list[int]
    """The colours to play."""
    proven: bool
    lower_bound: int
    upper_bound: int
    expansions: int
    seconds: float


class Cost(NamedTuple):
    after: int
    """The moves to go after this colour; an upper bound if it is not proven."""
    proven: bool


class Costs(NamedTuple):
    solution: Solution
    colours: dict[int, Cost]
    """Of every colour that may be played."""


def solve(position: Flood, budget: int = NO_END, stop: Words | None = None, most_bytes: int = MOST_BYTES) -> Solution:
    """The fewest moves that win from this position, regardless of its limit.

    Not proven if `budget` expansions do not suffice, or if another thread writes 1 to `stop[0]`: then the moves are the
    best that were found, and the fewest possible are somewhere between the bounds.
    """
    began = time.perf_counter()
    search = _staged_search(position, budget, stop, most_bytes)
    if of_one_colour(position):
        best = Solved([], 0)
    elif _held_back(position, search):
        best = _best(_openings(position, search))
    else:
        best = search.shortest()
    return _solution(best, search, began)


def costs(position: Flood, budget: int = NO_END, stop: Words | None = None) -> Costs:
    """The solution, and the moves to go after every colour. None costs more than one move: what wins without it wins
    with it too."""
    began = time.perf_counter()
    search = _staged_search(position, budget, stop)
    if of_one_colour(position):
        return Costs(_solution(Solved([], 0), search, began), {})
    if _held_back(position, search):
        found = _openings(position, search)
        by_colour = {colour: Cost(len(line.moves) - 1, line.proven) for colour, line in found.items()}
        return Costs(_solution(_best(found), search, began), by_colour)
    best = search.shortest()
    by_colour = {colour: _cost(colour, best, search) for colour in _legal(position)}
    return Costs(_solution(best, search, began), by_colour)


def _cost(colour: int, best: Solved, search: StagedSearch) -> Cost:
    if colour == best.moves[0]:
        return Cost(len(best.moves) - 1, best.proven)
    if not best.proven or not search.regions.near_territory(colour):
        return Cost(len(best.moves), best.proven)
    other = search.shortest(colour, [colour, *best.moves])
    return Cost(len(other.moves) - 1, other.proven)


def _staged_search(position: Flood, budget: int, stop: Words | None, most_bytes: int = MOST_BYTES) -> StagedSearch:
    regions = contract(position.planes, position.territory, position.options.size)
    return StagedSearch(regions, budget, stop, most_bytes)


def _held_back(position: Flood, search: StagedSearch) -> bool:
    """Whether regions of the territory's own colour border on it, as they may where it started as a single cell: these
    must wait for another move, while everywhere else the colours that may be played are the useful ones."""
    return search.regions.near_territory(position.colour)


def _openings(position: Flood, search: StagedSearch) -> dict[int, Solved]:
    return {colour: search.shortest(colour) for colour in _legal(position)}


def _best(openings: dict[int, Solved]) -> Solved:
    lower = min(line.lower for line in openings.values())
    return Solved(min((line.moves for line in openings.values()), key=len), lower)


def _legal(position: Flood) -> list[int]:
    """The colours other than the territory's; also where the limit has ended the match."""
    return [colour for colour in each(position.options.palette) if colour != position.colour]


def _solution(best: Solved, search: StagedSearch, began: float) -> Solution:
    return Solution(
        best.moves, best.proven, best.lower, len(best.moves), search.expansions, time.perf_counter() - began
    )
