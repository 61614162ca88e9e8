"""What every colour costs, against looking at everything."""

from collections.abc import Iterator

import numpy as np
import pytest

from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.flood.rules import Flood
from quincunx.games.flood.solver import costs, solve
from tests.games.flood.brute import Cells, fewest_moves, flood, position_of, random_cells, territory_of
from tests.suite.scale import scaled

SHAPES = ((2, 2), (2, 4), (3, 3), (3, 5), (4, 3), (4, 4))
BOARDS = scaled(60, 2)


def true_costs(position: Flood, cells: Cells) -> dict[int, int]:
    """For each colour, the fewest moves of a solution that starts with it."""
    colours, here = position.options.colours, territory_of(position)
    return {
        colour: 1 + fewest_moves(cells, flood(cells, here, colour), colour, colours)
        for colour in range(colours)
        if colour != position.colour
    }


def line_of_play(position: Flood, seed: int) -> Iterator[Flood]:
    """The position, and those that random moves lead to, while there is something to play for."""
    while position.result == PLAYING:
        yield position
        choices = list(numbers(moves(position)))
        position = play(position, choices[below(len(choices), seed, 9, position.ply)])


@pytest.mark.parametrize("absorb_at_start", [True, False])
@pytest.mark.parametrize(("size", "colours"), SHAPES)
def test_every_colour_costs_what_looking_at_everything_finds(size: int, colours: int, absorb_at_start: bool) -> None:
    for seed in range(BOARDS):
        cells = random_cells(size, colours, seed)
        for position in line_of_play(position_of(cells, colours, absorb_at_start), seed):
            found, truth = costs(position), true_costs(position, cells)
            assert {colour: 1 + cost.after for colour, cost in found.colours.items()} == truth
            assert all(cost.proven for cost in found.colours.values())
            assert (len(found.solution.moves), found.solution.proven) == (min(truth.values()), True)
            assert truth[found.solution.moves[0]] == min(truth.values())


@pytest.mark.parametrize("budget", [0, 1, 3, 10])
def test_what_is_not_proven_is_a_bound(budget: int) -> None:
    """With too small a budget nothing is wrong, but less is known."""
    unproven = 0
    for seed in range(scaled(40, 3)):
        cells = random_cells(5, 4, seed)
        position = position_of(cells, 4)
        found, truth = costs(position, budget), true_costs(position, cells)
        best = min(truth.values())
        assert found.solution.lower_bound <= best <= len(found.solution.moves)
        assert found.solution.proven == (found.solution.lower_bound == len(found.solution.moves))
        for colour, cost in found.colours.items():
            assert cost.after + 1 == truth[colour] if cost.proven else cost.after + 1 >= truth[colour]
        unproven += not found.solution.proven
    assert unproven or budget


def test_a_raised_flag_ends_the_search_with_an_answer() -> None:
    position = position_of(random_cells(scaled(16, 6), 6, 1), 6)
    found = solve(position, stop=np.ones(1, np.int64))
    assert not found.proven
    after = position
    for move in found.moves:
        after = play(after, move)
    assert after.result != PLAYING
    best = solve(position)
    assert found.lower_bound <= len(best.moves) <= len(found.moves)
