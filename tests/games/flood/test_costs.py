"""What every colour costs, checked by exhaustive search."""

from collections.abc import Iterator

import numpy as np
import pytest

from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.flood.rules import Flood
from quincunx.games.flood.solver import costs, solve
from tests.games.flood.brute import Cells, fewest_moves, flood, position_of, random_cells, territory_of
from tests.suite.scale import scaled, seeds

SHAPES = ((2, 2), (2, 4), (3, 3), (3, 5), (4, 3), (4, 4))


def true_costs(position: Flood, cells: Cells) -> dict[int, int]:
    """For each colour, the fewest moves of a solution that starts with it."""
    colours, here = position.options.colours, territory_of(position)
    return {
        colour: 1 + fewest_moves(cells, flood(cells, here, colour), colour, colours)
        for colour in range(colours)
        if colour != position.colour
    }


def line_of_play(position: Flood, seed: int) -> Iterator[Flood]:
    """The position, and those that random moves lead to, until the match is over."""
    while position.result == PLAYING:
        yield position
        choices = list(numbers(moves(position)))
        position = play(position, choices[below(len(choices), seed, 9, position.ply)])


@seeds(12, 60, plain=2)
@pytest.mark.parametrize("absorb_at_start", [True, False])
@pytest.mark.parametrize(("size", "colours"), SHAPES)
def test_every_colour_costs_what_exhaustive_search_finds(
    size: int, colours: int, absorb_at_start: bool, seeds: range
) -> None:
    for seed in seeds:
        cells = random_cells(size, colours, seed)
        for position in line_of_play(position_of(cells, colours, absorb_at_start), seed):
            computed, truth = costs(position), true_costs(position, cells)
            assert {colour: 1 + cost.after for colour, cost in computed.colours.items()} == truth
            assert all(cost.proven for cost in computed.colours.values())
            assert (len(computed.solution.moves), computed.solution.proven) == (min(truth.values()), True)
            assert truth[computed.solution.moves[0]] == min(truth.values())


@seeds(10, 40, plain=3)
@pytest.mark.parametrize("budget", [0, 1, 3, 10])
def test_what_is_not_proven_is_a_bound(budget: int, seeds: range) -> None:
    """With too small a budget the answers are weaker, but never wrong."""
    unproven = 0
    for seed in seeds:
        cells = random_cells(5, 4, seed)
        position = position_of(cells, 4)
        computed, truth = costs(position, budget), true_costs(position, cells)
        best = min(truth.values())
        assert computed.solution.lower_bound <= best <= len(computed.solution.moves)
        assert computed.solution.proven == (computed.solution.lower_bound == len(computed.solution.moves))
        for colour, cost in computed.colours.items():
            assert cost.after + 1 == truth[colour] if cost.proven else cost.after + 1 >= truth[colour]
        unproven += not computed.solution.proven
    assert unproven or budget


def test_a_raised_flag_ends_the_search_with_an_answer() -> None:
    position = position_of(random_cells(scaled(16, 6), 6, 1), 6)
    solution = solve(position, stop=np.ones(1, np.int64))
    assert not solution.proven
    after = position
    for move in solution.moves:
        after = play(after, move)
    assert after.result != PLAYING
    best = solve(position)
    assert solution.lower_bound <= len(best.moves) <= len(solution.moves)
