"""The levels: what they play, that they always play the same, and what a hint says."""

import numpy as np
import pytest

from quincunx.engine.match import Match
from quincunx.engine.player import MoveRequest
from quincunx.engine.registry import find
from quincunx.engine.rules import evaluate, legal, play
from quincunx.games.flood.players import LEVELS, ColourCost, FloodDetails, SolverPlayer
from quincunx.games.flood.solver import solve
from quincunx.search.analysis import analyse
from quincunx.search.chooser import choose_in
from quincunx.search.hints import hint
from tests.suite.scale import COMPILED, scaled

SIZE = scaled(14, 5)
NO_CLOCK = 600_000


def finished(level: str, variant: dict[str, object], seed: int) -> Match:
    match = Match("flood", variant, seed)
    while match.end is None:
        choice = choose_in(match, level, NO_CLOCK)
        match.play(match.game.write_move(match.position, choice.move))
    return match


def test_the_levels() -> None:
    assert find("flood").levels == LEVELS
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    assert [level.milliseconds for level in LEVELS.values()] == [1000, 1500, 2000, 2000]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_floods_the_board_and_repeats_itself_exactly(level: str) -> None:
    options = {"size": SIZE, "limit_rule": "none"}
    for seed in range(scaled(5, 2)):
        match = finished(level, options, seed)
        assert match.result == "1"
        assert finished(level, options, seed).moves == match.moves


def test_easy_takes_the_most_cells_at_once() -> None:
    for seed in range(scaled(30, 5)):
        match = Match("flood", {"size": SIZE}, seed)
        cells = {text: evaluate(play(match.position, match.game.read(match.position, text))) for text in match.legal()}
        choice = choose_in(match, "easy", NO_CLOCK)
        assert cells[match.game.write_move(match.position, choice.move)] == max(cells.values())
        assert choice.reason == "brings the most cells at once"


def test_medium_looks_three_moves_ahead() -> None:
    """Green brings two cells and yellow one, but behind yellow lie three blue and ten purple ones."""
    cells = ["rybpp", "gobpp", "gobpp", "orgpp", "rgrpp"]
    match = Match("flood", {"size": 5, "colours": 6, "limit_rule": "none"}, setup={"cells": cells})
    assert match.game.write_move(match.position, choose_in(match, "easy", NO_CLOCK).move) == "green"
    assert match.game.write_move(match.position, choose_in(match, "medium", NO_CLOCK).move) == "yellow"


@pytest.mark.parametrize("cells", [["rg", "gg"], ["rg", "gr"]])
def test_medium_wins_as_soon_as_it_can(cells: list[str]) -> None:
    match = Match("flood", {"size": 2, "colours": 3, "limit_rule": "none"}, setup={"cells": cells})
    assert match.game.write_move(match.position, choose_in(match, "medium", NO_CLOCK).move) == "green"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_solver_plays_the_fewest_moves(level: str) -> None:
    for seed in range(scaled(10, 3)):
        match = finished(level, {"size": SIZE, "colours": 5, "limit_rule": "optimum"}, seed)
        assert match.result == "1"
        assert len(match.moves) == match.variant.limit == len(solve(match.first).moves)


def test_stronger_levels_need_fewer_moves() -> None:
    options = {"size": SIZE, "limit_rule": "none"}
    seeds = range(scaled(30, 6))
    moves = [sum(len(finished(level, options, seed).moves) for seed in seeds) for level in ("easy", "medium", "hard")]
    assert moves == sorted(moves, reverse=True)
    assert moves[0] > moves[2]


def test_a_hint_gives_the_moves_to_go_and_what_every_colour_costs() -> None:
    match = Match("flood", {"size": 3, "limit": 5}, setup={"cells": ["rgb", "ggb", "bbb"]})
    advice = hint(match)
    assert (advice.move, advice.sure) == ("green", "proven")
    assert advice.reason == "2 moves to go; blue +1, green +0, yellow +1"
    costs = {"green": ColourCost(0, True), "blue": ColourCost(1, True), "yellow": ColourCost(1, True)}
    assert advice.details == FloodDetails(to_go=2, at_least=2, left=5, costs=costs)
    assert advice.score == 3  # five allowed, two needed
    match.play("green")
    assert hint(match).reason == "1 move to go; blue +0, red +1, yellow +1"


def test_following_a_hint_is_free_and_other_colours_cost_what_it_says() -> None:
    for seed in range(scaled(20, 3)):
        match = Match("flood", {"size": SIZE, "colours": 5, "limit_rule": "none"}, seed)
        details = hint(match).details
        assert isinstance(details, FloodDetails)
        for text, cost in details.costs.items():
            after = play(match.position, match.game.read(match.position, text))
            assert cost.proven
            assert len(solve(after).moves) == details.to_go - 1 + cost.extra


def test_without_a_proof_a_hint_says_at_most() -> None:
    """Rule 5: never "optimal" without a proof."""
    match = Match("flood", {"size": scaled(20, 9), "colours": 6, "limit_rule": "none"})
    choice = SolverPlayer(1).choose(MoveRequest(match.game, match.position, 1))
    assert not choice.proven
    details = choice.details
    assert isinstance(details, FloodDetails)
    assert details.at_least < details.to_go
    assert choice.reason.startswith(f"at most {details.to_go} moves to go, at least {details.at_least}; ")
    assert choice.reason.count("at most +") == 5
    assert not any(cost.proven for cost in details.costs.values())


def test_a_hint_says_when_it_is_too_late() -> None:
    match = Match("flood", {"size": 3, "limit": 1}, setup={"cells": ["rgb", "ggb", "bbb"]})
    advice = hint(match)
    assert advice.reason == "2 moves to go, and only 1 left; blue +1, green +0, yellow +1"
    assert (advice.score or 0) < -900_000
    assert isinstance(advice.details, FloodDetails)
    assert advice.details.left == 1


def test_without_a_limit_a_hint_knows_of_no_moves_left() -> None:
    match = Match("flood", {"size": 3, "limit_rule": "none"}, setup={"cells": ["rgb", "ggb", "bbb"]})
    details = hint(match).details
    assert isinstance(details, FloodDetails)
    assert details.left is None


def test_an_analysis_finds_the_wasted_move_and_the_one_that_loses() -> None:
    match = Match("flood", {"size": 3, "limit": 3}, setup={"cells": ["rgb", "ggb", "bbb"]})
    for text in ("yellow", "red", "blue"):
        match.play(text)
    analysis = analyse(match)
    assert [one.best for one in analysis.judgements][:2] == ["green", "green"]
    assert [one.label for one in analysis.judgements][:2] == ["mistake", "blunder"]
    assert analysis.judgements[1].loss == pytest.approx(0.5)


@pytest.mark.skipif(not COMPILED, reason="plain Python takes minutes to contract such a board")
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_solver_whose_time_is_up_answers_at_once_on_the_largest_board(level: str) -> None:
    game = find("flood")
    position = Match(game, {"size": 40, "colours": 8}).position
    raised = np.ones(1, np.int64)
    choice = LEVELS[level].player.choose(MoveRequest(game, position, 1, stop=raised))
    assert choice.nodes == 0
    assert not choice.proven
    assert legal(position, choice.move)
