"""The solver against exhaustive search."""

import pytest

from quincunx.engine.rules import WON_BY_1, play
from quincunx.games.flood.rules import Flood
from quincunx.games.flood.solver import solve, stages
from quincunx.games.flood.solver.stages import NO_END, Stage
from tests.games.flood.brute import (
    Cells,
    fewest_moves,
    position_of,
    random_cells,
    territory_of,
)
from tests.suite.scale import seeds

SHAPES = ((2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4), (5, 3), (5, 4))
"""Sizes and colours of boards that brute force can solve."""
LARGE = [(size, colours) for size, colours in SHAPES if size == 5]


def plays_to_the_end(position: Flood, moves: list[int]) -> bool:
    for move in moves:
        assert position.result != WON_BY_1
        assert move != position.colour
        position = play(position, move)
    return position.result == WON_BY_1


def truth(position: Flood, cells: Cells) -> int:
    return fewest_moves(cells, territory_of(position), position.colour, position.options.colours)


def check(position: Flood, cells: Cells) -> None:
    solution = solve(position)
    assert solution.proven
    assert len(solution.moves) == solution.lower_bound == solution.upper_bound == truth(position, cells)
    assert plays_to_the_end(position, solution.moves)


@pytest.fixture(params=["cheap bound", "pair bound"])
def bound(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards never reach the pair bound by themselves."""
    chosen = {
        "cheap bound": stages.STAGES,
        "pair bound": (Stage(0, 0, 0, 1), Stage(1, 4, 6, 3), Stage(2, 8, 8, NO_END)),
    }
    monkeypatch.setattr(stages, "STAGES", chosen[request.param])


@pytest.mark.usefixtures("bound")
@seeds(50, 250, plain=4)
@pytest.mark.parametrize(("size", "colours"), SHAPES)
def test_a_solution_has_the_fewest_moves(size: int, colours: int, seeds: range) -> None:
    for seed in seeds[::8] if (size, colours) in LARGE else seeds:
        cells = random_cells(size, colours, seed)
        check(position_of(cells, colours), cells)


@seeds(30, 100, plain=12)
@pytest.mark.parametrize(("size", "colours"), [(2, 2), (2, 3), (3, 3), (4, 3), (4, 4)])
def test_a_territory_of_one_cell_has_to_leave_its_own_colour_first(size: int, colours: int, seeds: range) -> None:
    """With `absorb_at_start` false, neighbours of the territory's own colour wait for another move."""
    held_back = 0
    for seed in seeds:
        cells = random_cells(size, colours, seed)
        position = position_of(cells, colours, absorb_at_start=False)
        if position.result != WON_BY_1:
            check(position, cells)
            held_back += cells[0] in (cells[1], cells[size])
    assert held_back


@seeds(15, 60, plain=4)
@pytest.mark.parametrize("most_bytes", [0, 8_000, 30_000])
def test_too_little_memory_costs_time_or_the_proof_but_never_the_truth(
    monkeypatch: pytest.MonkeyPatch, most_bytes: int, seeds: range
) -> None:
    """A search that runs out of room goes on level by level; where even a level is too large, bounds remain."""
    monkeypatch.setattr(stages, "FIRST_ROOM", 16)
    monkeypatch.setattr(stages, "FIRST_BEAM", 1)
    outcomes = set()
    for seed in seeds:
        cells = random_cells(5, 4, seed)
        position = position_of(cells, 4)
        solution, fewest = solve(position, most_bytes=most_bytes), truth(position, cells)
        assert solution.lower_bound <= fewest <= len(solution.moves) == solution.upper_bound
        assert solution.proven == (solution.lower_bound == solution.upper_bound)
        assert plays_to_the_end(position, solution.moves)
        outcomes.add(solution.proven)
    assert True in outcomes
