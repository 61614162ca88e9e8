"""Flood-It, statement by statement, in the order of its specification."""

from collections.abc import Mapping
from typing import Any

import pytest

from quincunx.engine.events import Ended
from quincunx.engine.match import Match, replay
from quincunx.engine.player import MoveRequest
from quincunx.engine.registry import find
from quincunx.games.flood.events import Flooded
from quincunx.games.flood.players import FloodDetails, SolverPlayer
from quincunx.search.hints import hint
from tests.conformance.playing import bad_variant, ended, played, random_plies, refused
from tests.naive.randomness import below
from tests.suite.scale import scaled

STEPS = ("rgb", "ggb", "bbb")
"""Green, then blue: three regions around the origin, one around the other."""

COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "p": "purple", "o": "orange"}
Cell = tuple[int, int]


def board(*rows: str, **options: Any) -> Match:
    return Match("flood", {"size": len(rows), **options}, setup={"cells": rows})


def controlled(match: Match) -> list[str]:
    return list(match.describe()["controlled"])


def territory(view: Mapping[str, Any]) -> set[Cell]:
    return {(r, c) for r, row in enumerate(view["controlled"]) for c, mark in enumerate(row) if mark == "1"}


def colours(view: Mapping[str, Any]) -> dict[Cell, str]:
    return {(r, c): colour for r, row in enumerate(view["cells"]) for c, colour in enumerate(row)}


def beside(cell: Cell) -> set[Cell]:
    row, col = cell
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


def expand(view: Mapping[str, Any], new_colour: str) -> tuple[dict[Cell, str], set[Cell]]:
    """The specification's expandTerritory, word for word: the colours and the controlled cells afterwards."""
    grid, mine = colours(view), territory(view)
    for cell in mine:
        grid[cell] = new_colour
    changed = True
    while changed:
        changed = False
        for cell, colour in grid.items():
            if cell not in mine and colour == new_colour and beside(cell) & mine:
                mine.add(cell)
                changed = True
    return grid, mine


# Introduction


@pytest.mark.statement("flood", "intro.1")
def test_intro_1_one_player_captures_territory_progressively() -> None:
    match = Match("flood")
    assert len(match.seats) == 1
    for before, _ in random_plies(match, 25):
        assert before["turn"] == match.describe()["turn"] == 1
        assert territory(before) <= territory(match.describe())
    assert len(territory(match.describe())) > 100


@pytest.mark.statement("flood", "intro.2")
def test_intro_2_the_goal_is_the_entire_board_in_one_colour() -> None:
    match = played(board(*STEPS), "green", "blue")
    assert match.describe()["cells"] == ["bbb", "bbb", "bbb"]
    assert (ended(match.describe()), match.describe()["moves"]) == (("won", 1), 2)


# Game Overview


@pytest.mark.statement("flood", "overview.1")
def test_overview_1_the_player_starts_top_left_and_selects_colours() -> None:
    match = board(*STEPS)
    assert controlled(match) == ["100", "000", "000"]
    assert match.legal() == ["blue", "green", "yellow"]


@pytest.mark.statement("flood", "overview.2")
@pytest.mark.statement("flood", "loop.4")
def test_overview_2_all_controlled_cells_change_to_the_selected_colour() -> None:
    match = played(board(*STEPS), "green")
    assert match.describe()["cells"] == ["ggb", "ggb", "bbb"]
    assert played(match, "yellow").describe()["cells"] == ["yyb", "yyb", "bbb"]


@pytest.mark.statement("flood", "overview.3")
@pytest.mark.statement("flood", "loop.5")
def test_overview_3_adjacent_cells_of_the_new_colour_are_absorbed() -> None:
    assert controlled(played(board("rgb", "gbb", "bbg"), "green")) == ["110", "100", "000"]


@pytest.mark.statement("flood", "overview.4")
def test_overview_4_this_goes_on_until_the_board_is_captured_or_the_limit_is_reached() -> None:
    assert played(board(*STEPS, limit=1), "green").describe()["status"] == "lost"
    match = played(board(*STEPS, limit=2), "green")
    assert match.describe()["status"] == "playing"
    assert played(match, "blue").describe()["status"] == "won"


# Game Configuration


@pytest.mark.statement("flood", "config.1")
@pytest.mark.statement("flood", "board.1")
def test_config_1_the_grid_is_20_by_20() -> None:
    assert Match("flood").variant.size == 20
    for size in (2, 12, 20, 40):
        cells = Match("flood", {"size": size}).describe()["cells"]
        assert len(cells) == size
        assert {len(row) for row in cells} == {size}
    for size in (1, 41):
        assert bad_variant("flood", size=size) == f"size must be a whole number from 2 to 40, not '{size}'"


@pytest.mark.statement("flood", "config.2")
def test_config_2_the_colours_are_red_green_blue_and_yellow() -> None:
    match = Match("flood")
    assert match.variant.colours == 4
    assert set("".join(match.describe()["cells"])) == set("rgby")
    everything = {COLOURS[match.describe()["cells"][0][0]], *match.legal()}
    assert everything == {"red", "green", "blue", "yellow"}
    most = Match("flood", {"colours": 8})
    assert set("".join(most.describe()["cells"])) == set("rgbypock")
    assert {"purple", "orange", "cyan", "pink"} <= set(most.legal())
    for colours in (1, 9):
        assert bad_variant("flood", colours=colours) == f"colours must be a whole number from 2 to 8, not '{colours}'"


@pytest.mark.statement("flood", "config.3")
def test_config_3_at_most_25_moves_are_allowed_or_any_number() -> None:
    match = Match("flood")
    assert match.describe()["limit"] == match.record().as_json()["variant"]["limit"] == 25
    wasted = played(board("rgb", "gby", "byr"), *("yellow", "red") * 12)
    assert (wasted.describe()["moves"], wasted.describe()["status"]) == (24, "playing")
    assert played(wasted, "yellow").describe()["status"] == "lost"
    zen = Match("flood", "zen")
    assert zen.describe()["limit"] is None
    endless = played(board("ygb", "gby", "byr", limit_rule="none"), *("red", "blue") * 50)
    assert (endless.describe()["moves"], endless.describe()["status"]) == (100, "playing")


@pytest.mark.statement("flood", "config.4")
def test_config_4_the_origin_is_the_top_left_cell() -> None:
    match = board("rgby", "gbyr", "byrg", "yrgb")
    assert territory(match.describe()) == {(0, 0)}
    for _ in random_plies(match, 25):
        assert (0, 0) in territory(match.describe())


# Game State: Board


@pytest.mark.statement("flood", "board.2")
def test_board_2_each_cell_has_one_of_the_available_colours() -> None:
    match = Match("flood", {"size": 9, "colours": 6})
    for _ in random_plies(match, 25):
        assert set(colours(match.describe()).values()) <= set("rgbypo")


@pytest.mark.statement("flood", "board.3")
def test_board_3_each_cell_is_controlled_or_not() -> None:
    match = Match("flood", {"size": 9})
    for _ in random_plies(match, 25):
        assert [len(row) for row in controlled(match)] == [9] * 9
        assert set("".join(controlled(match))) <= set("01")
    assert played(board(*STEPS), "green").describe()["controlled"] == ["110", "110", "000"]


@pytest.mark.statement("flood", "board.4")
@pytest.mark.statement("flood", "loop.1")
def test_board_4_colours_are_randomly_assigned_by_the_seed() -> None:
    assert Match("flood", {"size": 5}, seed=12345).describe()["cells"] == ["rrrrb", "grggy", "rgyyy", "gybyg", "rgrrr"]
    drawn = ["rgby"[below(4, 12345, 0, number)] for number in range(400)]
    match = Match("flood", seed=12345)
    assert list("".join(match.describe()["cells"])) == drawn
    assert (match.describe()["moves"], match.describe()["ply"]) == (0, 0)
    assert min(drawn.count(colour) for colour in "rgby") > 70
    assert Match("flood", seed=12346).describe()["cells"] != match.describe()["cells"]


# Game State: Player Territory


@pytest.mark.statement("flood", "territory.1")
def test_territory_1_the_territory_is_one_contiguous_region_from_the_origin() -> None:
    match = Match("flood", {"size": 9})
    for _ in random_plies(match, 25):
        mine = territory(match.describe())
        reached, border = set(), {(0, 0)}
        while border:
            reached |= border
            border = {cell for at in border for cell in beside(at)} & mine - reached
        assert reached == mine


@pytest.mark.statement("flood", "territory.2")
def test_territory_2_all_cells_of_the_territory_share_a_colour() -> None:
    match = Match("flood", {"size": 9})
    for _ in random_plies(match, 25):
        view = match.describe()
        assert {colours(view)[cell] for cell in territory(view)} == {view["cells"][0][0]}


@pytest.mark.statement("flood", "territory.3")
@pytest.mark.statement("flood", "expansion.5")
def test_territory_3_it_expands_by_cells_that_had_the_chosen_colour() -> None:
    match, grown = Match("flood", {"size": 9}), 0
    for before, _ in random_plies(match, 25):
        new = territory(match.describe()) - territory(before)
        assert {COLOURS[colours(before)[cell]] for cell in new} <= {match.moves[-1]}
        grown += len(new)
    assert grown > 40


# Game State: Move Counter


@pytest.mark.statement("flood", "counter.1")
@pytest.mark.statement("flood", "counter.2")
@pytest.mark.statement("flood", "loop.7")
def test_counter_1_each_valid_selection_of_a_colour_counts_one() -> None:
    match = board(*STEPS)
    assert match.describe()["moves"] == 0
    assert played(match, "green").describe()["moves"] == 1
    assert refused(match, "green") == "same_colour"
    assert match.describe()["moves"] == 1
    assert played(match, "yellow").describe()["moves"] == 2
    assert match.describe()["ply"] == len(match.record().moves) == 2


@pytest.mark.statement("flood", "counter.3")
def test_counter_3_the_counter_decides_where_there_is_a_limit() -> None:
    assert played(board(*STEPS, limit=2), "green", "red").describe()["status"] == "lost"
    assert played(board(*STEPS, limit=3), "green", "red").describe()["status"] == "playing"
    assert played(board(*STEPS, limit_rule="none"), "green", "red").describe()["status"] == "playing"


# Gameplay Loop


@pytest.mark.statement("flood", "loop.2")
def test_loop_2_the_region_of_the_origin_is_controlled_or_in_the_literal_game_the_cell_alone() -> None:
    rows = ("rrg", "grg", "gbr")
    assert controlled(board(*rows)) == ["110", "010", "000"]
    literal = board(*rows, preset="literal")
    assert controlled(literal) == ["100", "000", "000"]
    assert controlled(played(literal, "green")) == ["100", "100", "100"]


@pytest.mark.statement("flood", "loop.3")
def test_loop_3_any_colour_but_the_territorys_can_be_selected() -> None:
    match = board(*STEPS)
    assert match.legal() == ["blue", "green", "yellow"]
    assert refused(match, "red") == "same_colour"
    assert played(match, "yellow").legal() == ["blue", "green", "red"]


@pytest.mark.statement("flood", "loop.6")
def test_loop_6_absorption_cascades() -> None:
    match = board(*STEPS)
    assert match.play("green") == [Flooded("g", ((1, 3), (4,)))]  # b2 is no neighbour of a1
    assert controlled(match) == ["110", "110", "000"]
    snake = played(board("rgggg", "bbbbg", "ggggg", "gbbbb", "ggggg"), "green")
    assert controlled(snake) == ["11111", "00001", "11111", "10000", "11111"]


@pytest.mark.statement("flood", "loop.8")
@pytest.mark.statement("flood", "future.2")
def test_loop_8_won_when_all_cells_are_controlled() -> None:
    match = played(board(*STEPS), "green")
    assert match.play("blue")[-1] == Ended("1", "flooded")
    assert ended(match.describe()) == ("won", 1)
    assert (match.record().result, match.record().ended_by) == ("1", "rules")
    assert match.legal() == match.game.legal_texts(match.position) == []
    assert refused(match, "red") == "match_over"


@pytest.mark.statement("flood", "loop.9")
@pytest.mark.statement("flood", "future.1")
def test_loop_9_lost_when_the_limit_is_reached_before_that() -> None:
    match = board(*STEPS, limit=1)
    assert match.play("green")[-1] == Ended("lost", "limit")
    assert ended(match.describe()) == ("lost", None)
    assert (match.record().result, match.record().ended_by) == ("lost", "rules")
    assert match.legal() == match.game.legal_texts(match.position) == []
    assert refused(match, "blue") == "match_over"
    assert ended(played(board(*STEPS, limit=2), "green", "blue").describe()) == ("won", 1)


@pytest.mark.statement("flood", "loop.10")
@pytest.mark.statement("flood", "ends.3")
def test_loop_10_otherwise_play_goes_on() -> None:
    match = played(board(*STEPS), *("yellow", "red") * 12)
    assert (match.describe()["moves"], ended(match.describe())) == (24, ("playing", None))
    assert match.legal() == ["blue", "green", "yellow"]


# Adjacency Rules


@pytest.mark.statement("flood", "adjacency.1")
def test_adjacency_1_adjacent_cells_share_an_edge() -> None:
    assert controlled(played(board("rgb", "rrg", "bgb"), "green")) == ["110", "111", "010"]
    assert controlled(played(board("rbg", "bbb", "gbb"), "green")) == ["100", "000", "000"]  # edges do not wrap


@pytest.mark.statement("flood", "adjacency.2")
def test_adjacency_2_up() -> None:
    assert controlled(played(board("rbb", "rbg", "rrr"), "green")) == ["100", "101", "111"]


@pytest.mark.statement("flood", "adjacency.3")
def test_adjacency_3_down() -> None:
    assert controlled(played(board("rb", "gb"), "green")) == ["10", "10"]


@pytest.mark.statement("flood", "adjacency.4")
def test_adjacency_4_left() -> None:
    assert controlled(played(board("rrr", "bbr", "ggr"), "green")) == ["111", "001", "111"]


@pytest.mark.statement("flood", "adjacency.5")
def test_adjacency_5_right() -> None:
    assert controlled(played(board("rg", "bb"), "green")) == ["11", "00"]


@pytest.mark.statement("flood", "adjacency.6")
def test_adjacency_6_diagonal_neighbours_are_not_adjacent() -> None:
    assert controlled(played(board("rb", "bg"), "green")) == ["10", "00"]


# Expansion Algorithm


@pytest.mark.statement("flood", "expansion.1")
@pytest.mark.parametrize("options", [{"size": 2}, {"size": 9, "colours": 6}, {"size": 40}, {"preset": "literal"}])
def test_expansion_1_a_move_does_what_the_pseudo_code_does(options: dict[str, Any]) -> None:
    match = Match("flood", {**options, "limit": 12})
    for before, _ in random_plies(match, 12):
        grid, mine = expand(before, match.moves[-1][0])
        assert (colours(match.describe()), territory(match.describe())) == (grid, mine)


@pytest.mark.statement("flood", "expansion.2")
def test_expansion_2_controlled_cells_change_colour_and_others_keep_theirs() -> None:
    match = played(board("rrg", "gbg", "bgr"), "yellow")
    assert match.describe()["cells"] == ["yyg", "gbg", "bgr"]


@pytest.mark.statement("flood", "expansion.3")
def test_expansion_3_absorbing_is_repeated_until_nothing_changes() -> None:
    spiral = board("rgggg", "bbbbg", "gggbg", "gbbbg", "ggggg")
    (flooded,) = spiral.play("green")
    assert isinstance(flooded, Flooded)
    assert [len(wave) for wave in flooded.waves] == [1] * 16
    assert controlled(spiral) == ["11111", "00001", "11101", "10001", "11111"]


@pytest.mark.statement("flood", "expansion.4")
def test_expansion_4_a_colour_that_touches_nothing_absorbs_nothing() -> None:
    match = board(*STEPS)
    assert match.play("yellow") == [Flooded("y", ())]
    assert (controlled(match), match.describe()["moves"]) == (["100", "000", "000"], 1)


@pytest.mark.statement("flood", "expansion.6")
def test_expansion_6_a_cell_without_a_controlled_neighbour_is_not_absorbed() -> None:
    assert controlled(played(board("rgb", "bbb", "bbg"), "green")) == ["110", "000", "000"]


@pytest.mark.statement("flood", "expansion.7")
def test_expansion_7_no_cell_of_the_territorys_colour_is_left_beside_it() -> None:
    match = Match("flood", {"size": 9})
    for _ in random_plies(match, 25):
        view = match.describe()
        border = {cell for at in territory(view) for cell in beside(at)} - territory(view)
        assert view["cells"][0][0] not in {colours(view).get(cell) for cell in border}


# Win/Loss Conditions


@pytest.mark.statement("flood", "ends.1")
@pytest.mark.statement("flood", "derived.1")
def test_ends_1_won_exactly_when_all_cells_are_controlled() -> None:
    for seed in range(10):
        match = Match("flood", {"size": 4, "limit": 8}, seed=seed)
        for _ in random_plies(match, 25, seed):
            assert (match.describe()["status"] == "won") == (len(territory(match.describe())) == 16)
    one_colour = board("rr", "rr")
    assert (ended(one_colour.describe()), controlled(one_colour)) == (("won", 1), ["11", "11"])
    assert ended(board("rr", "rr", preset="literal").describe()) == ("won", 1)


@pytest.mark.statement("flood", "ends.2")
@pytest.mark.statement("flood", "derived.2")
def test_ends_2_lost_when_the_moves_reach_the_limit_and_cells_are_left() -> None:
    outcomes = set()
    for seed in range(10):
        match = Match("flood", {"size": 4, "limit": 8}, seed=seed)
        for _ in random_plies(match, 25, seed):
            view = match.describe()
            assert (view["status"] == "lost") == (view["moves"] >= 8 and len(territory(view)) < 16)
        outcomes.add(view["status"])
    assert outcomes == {"won", "lost"}


# Scoring


@pytest.mark.statement("flood", "scoring.1")
def test_scoring_1_the_score_is_the_number_of_moves_to_complete_the_board() -> None:
    assert played(board(*STEPS), "green", "blue").describe()["moves"] == 2
    assert played(board(*STEPS), "yellow", "green", "blue").describe()["moves"] == 3


@pytest.mark.statement("flood", "scoring.3")
def test_scoring_3_par_is_the_floor_of_one_and_a_half_times_the_size() -> None:
    for size, slack, limit in [(20, 0, 30), (13, 0, 19), (24, 2, 38)]:
        match = Match("flood", {"size": size, "limit_rule": "par", "slack": slack})
        assert match.describe()["limit"] == match.record().as_json()["variant"]["limit"] == limit


# State Management


@pytest.mark.statement("flood", "store.4")
def test_store_4_a_move_names_its_colour() -> None:
    assert played(board(*STEPS), "green").position == played(board(*STEPS), " GREEN ").position
    assert refused(board(*STEPS), "gren") == refused(board(*STEPS), "purple") == "bad_move_text"


@pytest.mark.statement("flood", "store.5")
def test_store_5_a_new_game_has_a_fresh_random_grid_and_a_restart_the_same() -> None:
    match = Match("flood", seed=1)
    cells = match.describe()["cells"]
    played(match, match.legal()[0]).restart()
    assert (match.describe()["cells"], match.describe()["moves"]) == (cells, 0)
    fresh = Match("flood", seed=2).describe()
    assert fresh["cells"] != cells
    assert (fresh["moves"], fresh["status"]) == (0, "playing")


@pytest.mark.statement("flood", "derived.3")
def test_derived_3_the_current_colour_is_that_of_the_origin_cell() -> None:
    match = Match("flood", {"size": 9, "colours": 6})
    for _ in random_plies(match, 20):
        current = COLOURS[match.describe()["cells"][0][0]]
        assert current == match.moves[-1]
        assert set(match.legal()) == {name for name in COLOURS.values() if name != current}


@pytest.mark.statement("flood", "derived.4")
def test_derived_4_the_number_of_controlled_cells() -> None:
    match = board(*STEPS)
    assert len(territory(match.describe())) == 1
    assert len(territory(played(match, "green").describe())) == 4
    assert len(territory(played(match, "blue").describe())) == 9


# Future Enhancements


@pytest.mark.statement("flood", "future.3")
def test_future_3_levels_of_difficulty_are_presets() -> None:
    assert {
        name: (preset.size, preset.colours, preset.limit_rule, preset.slack, preset.absorb_at_start)
        for name, preset in find("flood").presets.items()
    } == {
        "standard": (20, 4, "fixed", 0, True),
        "easy": (12, 4, "optimum", 5, True),
        "hard": (20, 4, "optimum", 1, True),
        "expert": (14, 6, "optimum", 0, True),
        "classic": (14, 6, "fixed", 0, True),
        "large": (24, 6, "par", 0, True),
        "zen": (20, 4, "none", 0, True),
        "literal": (20, 4, "fixed", 0, False),
    }
    limits = {"standard": 25, "classic": 25, "large": 36, "zen": None, "literal": 25}
    assert {name: Match("flood", name).describe()["limit"] for name in limits} == limits
    for slack in (0, 1, 5):
        match = Match("flood", {"size": 5, "limit_rule": "optimum", "slack": slack})
        assert match.describe()["limit"] == details_of(match).to_go + slack


@pytest.mark.statement("flood", "future.4")
def test_future_4_the_history_can_be_undone_and_redone() -> None:
    match = played(board(*STEPS), "green", "blue")
    after_blue = match.position
    match.undo()
    assert match.position == played(board(*STEPS), "green").position
    assert (match.describe()["moves"], match.moves, match.assisted) == (1, ("green",), True)
    match.redo()
    assert match.position == after_blue
    assert (match.moves, match.assisted) == (("green", "blue"), True)
    assert replay(match.record()).assisted


@pytest.mark.statement("flood", "future.6")
def test_future_6_a_hint_shows_the_optimal_next_move_and_what_every_colour_costs() -> None:
    match = board(*STEPS)
    advice = hint(match)
    details = details_of(match)
    assert (advice.move, advice.sure, details.to_go) == ("green", "proven", 2)
    assert {text: cost.extra for text, cost in details.costs.items()} == {"green": 0, "blue": 1, "yellow": 1}
    assert advice.reason == "2 moves to go; blue +1, green +0, yellow +1"


def details_of(match: Match) -> FloodDetails:
    details = hint(match).details
    assert isinstance(details, FloodDetails)
    return details


@pytest.mark.statement("flood", "future.6")
def test_future_6_following_the_hints_takes_no_more_moves_than_the_first_one_said() -> None:
    for seed in range(scaled(20, 2)):
        match = Match("flood", {"size": scaled(12, 5), "limit_rule": "none"}, seed)
        needed = details_of(match).to_go
        while match.end is None:
            match.play(hint(match).move)
        assert len(match.moves) == needed


@pytest.mark.statement("flood", "future.6")
def test_future_6_without_a_proof_a_hint_says_at_most() -> None:
    match = Match("flood", {"size": scaled(20, 9), "colours": 6})
    choice = SolverPlayer(expansions=1).choose(MoveRequest(match.game, match.position, seed=1))
    assert not choice.proven
    assert choice.reason.startswith("at most ")
    assert "optimal" not in choice.reason
