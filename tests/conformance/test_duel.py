"""Infinity Grid Duel, statement by statement, in the order of its specification."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from quincunx.catalogue import game
from quincunx.engine.events import Ended, Placed
from quincunx.engine.match import Match, replay
from quincunx.games.duel.events import Captured
from quincunx.games.duel.rule_based import RuleDetails
from quincunx.search.advice.prompt import advise
from quincunx.search.chooser import choose
from tests.conformance.opponents import SEARCHING, chosen, thought_at
from tests.conformance.playing import bad_variant, ended, kinds, played, random_plies, refused
from tests.suite.scale import COMPILED

CELLS = [f"{col}{row}" for col in "abcdef" for row in range(1, 7)]
ALMOST_FULL = ("RRRRRR", "RRRRRR", "RRRRRR", "R.GGGG", "GGGGGG", "GGGGGG")
"""19 of Red and 16 of Green; the last cell, b4, touches two tiles of each."""


def board(*rows: str, variant: Any = None, **fields: Any) -> Match:
    return Match("duel", variant, setup={"cells": rows, **fields})


def tiles(variant: Any = None, turn: int = 1, red: str = "", green: str = "") -> Match:
    """A match on a 6×6 board with these tiles, named by their cells."""
    owner = dict.fromkeys(red.split(), "R") | dict.fromkeys(green.split(), "G")
    rows = ["".join(owner.get(f"{col}{row}", ".") for col in "abcdef") for row in range(1, 7)]
    return board(*rows, variant=variant, turn=turn)


def cell(match: Match, text: str) -> str:
    return str(match.describe()["cells"][int(text[1]) - 1]["abcdef".index(text[0])])


def beside(text: str) -> set[str]:
    """The cells next to one, and perhaps some off the board."""
    col, row = ord(text[0]), int(text[1])
    return {f"{chr(c)}{r}" for c, r in ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1))}


def counts(view: Mapping[str, Any]) -> list[int]:
    cells = "".join(view["cells"])
    return [cells.count("R"), cells.count("G")]


def history(match: Match) -> list[dict[str, Any]]:
    """What the history says of every move."""
    before = [match.first, *(turn.position for turn in match.history)]
    return [
        {"text": turn.text, **match.game.about(position, turn.move)}
        for position, turn in zip(before, match.history, strict=False)
    ]


def strategy(text: str) -> Any:
    """The strategy that AI players read from a line of text."""
    return advise(game("duel"), text).strategy.as_record()


def captures(match: Match, text: str) -> bool:
    return any(isinstance(event, Captured) for event in replay(match.record()).play(text))


def chosen_by(match: Match, level: str, seed: int) -> str:
    choice = choose(match.game, match.position, level, seed)
    return match.game.write_move(match.position, choice.move)


def coordinates(text: str) -> dict[str, int]:
    return {"row": int(text[1]) - 1, "column": "abcdef".index(text[0])}


# Introduction


@pytest.mark.statement("duel", "0.1")
def test_0_1_two_players_compete_for_the_majority_of_a_6x6_board() -> None:
    assert Match("duel").variant.size == 6
    assert len(Match("duel").seats) == 2
    for size in (1, 8):
        assert bad_variant("duel", size=size) == f"size must be a whole number from 2 to 7, not '{size}'"
    match = Match("duel")
    for _ in random_plies(match, 200):
        pass
    red, green = match.describe()["tiles"]
    assert red + green == 36
    assert ended(match.describe()) == (("won", 1) if red > green else ("won", 2) if green > red else ("draw", None))


@pytest.mark.statement("duel", "0.2")
def test_0_2_a_whole_match_with_its_refusals_captures_scores_and_winner() -> None:
    match = Match("duel", {"size": 3})
    for wrong, code, text, cells, score in [
        ("d1", "bad_move_text", "b2", "... .R. ...", [1, 0]),
        ("b2", "cell_occupied", "b1", ".G. .G. ...", [0, 2]),  # turns b2
        ("b2", "cell_occupied", "a3", ".G. .G. R..", [1, 2]),  # Red has no tile: anywhere
        ("c3", "not_connected", "a2", ".G. GG. G..", [0, 4]),  # turns a3
        ("a3", "cell_occupied", "c1", ".RR GG. G..", [2, 3]),  # turns b1
        ("c3", "not_connected", "c2", ".RG GGG G..", [1, 5]),  # turns c1
        ("b3", "not_connected", "a1", "RRG RGG G..", [3, 4]),  # turns a2
        ("pass", "illegal_move", "b3", "RRG RGG GG.", [3, 5]),
        ("c3", "illegal_move", "pass", "RRG RGG GG.", [3, 5]),  # c3 touches no tile of Red
        ("pass", "illegal_move", "c3", "RRG RGG GGG", [3, 6]),
    ]:
        assert refused(match, wrong) == code
        match.play(text)
        assert (match.describe()["cells"], match.describe()["tiles"]) == (cells.split(), score)
    assert ended(match.describe()) == ("won", 2)


# Glossary


@pytest.mark.statement("duel", "0.5")
@pytest.mark.statement("duel", "0.7")
def test_0_5_cells_are_empty_red_or_green_and_territory_is_what_a_player_controls() -> None:
    match = Match("duel")
    assert "".join(match.describe()["cells"]) == "." * 36
    for before, _ in random_plies(match, 200):
        assert set("".join(before["cells"])) <= set(".RG")
        assert before["tiles"] == counts(before)
    assert match.describe()["tiles"] == counts(match.describe())
    assert sum(match.describe()["tiles"]) == 36


@pytest.mark.statement("duel", "0.8")
def test_0_8_a_capture_turns_an_opponents_tile_to_the_current_players_colour() -> None:
    match = tiles(turn=2, red="c3", green="d4")
    assert match.play("c4") == [Placed(20, 2), Captured((14,), 2)]
    assert cell(match, "c3") == "G"


@pytest.mark.statement("duel", "0.9")
def test_0_9_adjacent_is_horizontally_or_vertically_not_diagonally() -> None:
    assert tiles(red="c3").legal() == ["b3", "c2", "c4", "d3"]
    assert tiles(red="a1").legal() == ["a2", "b1"]
    assert tiles(red="f6").legal() == ["e6", "f5"]


@pytest.mark.statement("duel", "0.10")
def test_0_10_a_legal_move_is_an_empty_cell_next_to_an_own_tile() -> None:
    match = tiles(red="c3 c4", green="c2 d5")
    assert match.legal() == ["b3", "b4", "c5", "d3", "d4"]
    assert tiles(turn=2, red="c3 c4", green="c2 d5").legal() == ["b2", "c1", "c5", "d2", "d4", "d6", "e5"]
    assert len(tiles(turn=2, red="c3 c4").legal()) == 34


@pytest.mark.statement("duel", "0.13")
@pytest.mark.statement("duel", "8.3")
def test_0_13_the_move_history_is_chronological() -> None:
    match = played(Match("duel"), "c3", "d4", "c4")
    assert match.record().moves == ("c3", "d4", "c4")
    assert [(entry["text"], entry["colour"]) for entry in history(match)] == [("c3", "R"), ("d4", "G"), ("c4", "R")]


@pytest.mark.statement("duel", "0.14")
def test_0_14_the_game_state_has_the_board_the_current_player_and_the_rest() -> None:
    assert played(Match("duel", {"size": 2}), "a1", "b2").describe() == {
        "cells": ["R.", ".G"],
        "turn": 1,
        "ply": 2,
        "status": "playing",
        "winner": None,
        "tiles": [1, 1],
    }


# Requirement 1: Game Initialization


@pytest.mark.statement("duel", "1.1")
def test_1_1_a_new_game_has_an_empty_6x6_board() -> None:
    view = Match("duel").describe()
    assert (view["cells"], view["tiles"], view["ply"]) == (["......"] * 6, [0, 0], 0)


@pytest.mark.statement("duel", "1.2")
def test_1_2_red_starts() -> None:
    match = Match("duel")
    assert match.describe()["turn"] == 1
    assert cell(played(match, "c3"), "c3") == "R"


# Requirement 2: Move Validation and Placement


@pytest.mark.statement("duel", "2.0")
def test_2_0_only_legal_placements_are_allowed() -> None:
    match = Match("duel")
    for _ in random_plies(match, 30):
        own = "RG"[match.describe()["turn"] - 1]
        mine = {text for text in CELLS if cell(match, text) == own}
        free = {text for text in CELLS if cell(match, text) == "."}
        allowed = {text for text in free if not mine or mine & beside(text)}
        assert set(match.legal()) == (allowed or {"pass"})
        for text in set(CELLS) - allowed:
            assert refused(match, text)


@pytest.mark.statement("duel", "2.1")
def test_2_1_an_empty_cell_next_to_an_own_tile_is_accepted() -> None:
    assert cell(played(tiles(red="c3", green="f6"), "c4"), "c4") == "R"


@pytest.mark.statement("duel", "2.2")
def test_2_2_a_cell_that_is_not_empty_is_rejected() -> None:
    for turn in (1, 2):
        match = tiles(turn=turn, red="c3", green="d3")
        assert refused(match, "c3") == refused(match, "d3") == "cell_occupied"


@pytest.mark.statement("duel", "2.3")
def test_2_3_a_cell_without_an_adjacent_own_tile_is_rejected() -> None:
    match = tiles(red="c3", green="f6")
    assert refused(match, "a1") == refused(match, "d4") == refused(match, "f5") == "not_connected"


@pytest.mark.statement("duel", "2.3")
def test_2_3_a_side_whose_tiles_are_all_turned_may_place_anywhere_but_not_in_the_literal_game() -> None:
    beside = played(Match("duel"), "c3", "c4")
    assert beside.describe()["tiles"] == [0, 2]
    assert cell(played(beside, "a1"), "a1") == "R"
    assert played(Match("duel", "literal"), "c3", "c4").legal() == ["pass"]


@pytest.mark.statement("duel", "2.4")
def test_2_4_reds_first_move_may_be_on_any_empty_cell() -> None:
    for variant in ("standard", "literal"):
        assert Match("duel", variant).legal() == CELLS
        for text in CELLS:
            assert cell(played(Match("duel", variant), text), text) == "R"


@pytest.mark.statement("duel", "2.5")
def test_2_5_greens_first_move_may_be_on_any_empty_cell() -> None:
    for variant in ("standard", "literal"):
        assert played(Match("duel", variant), "c3").legal() == [text for text in CELLS if text != "c3"]
        for text in ("c4", "d4", "f6"):
            assert cell(played(Match("duel", variant), "c3", text), text) == "G"


# Requirement 3: Tile Capture Mechanics


@pytest.mark.statement("duel", "3.0")
def test_3_0_placing_next_to_an_opponents_tile_captures_it() -> None:
    match = played(Match("duel"), "c3", "c4")
    assert (cell(match, "c3"), cell(match, "c4"), match.describe()["tiles"]) == ("G", "G", [0, 2])


@pytest.mark.statement("duel", "3.1")
def test_3_1_all_adjacent_opponent_tiles_are_converted_and_no_others() -> None:
    match = tiles(red="c4", green="b3 d3 c2 a3 c1")
    assert match.play("c3") == [Placed(14, 1), Captured((8, 13, 15), 1)]
    assert match.describe()["cells"][:4] == ["..G...", "..R...", "GRRR..", "..R..."]


@pytest.mark.statement("duel", "3.1")
def test_3_1_under_a_truce_nothing_turns_while_there_are_fewer_tiles() -> None:
    silent = played(Match("duel", "truce"), "c3", "c4", "d3", "d4")  # the fourth tile still turns nothing
    assert silent.describe()["tiles"] == [2, 2]
    fifth = played(Match("duel", "truce"), "c3", "c4", "d3", "c5", "d4")  # and the fifth turns c4
    assert fifth.describe()["tiles"] == [4, 1]


@pytest.mark.statement("duel", "3.2")
def test_3_2_without_adjacent_opponent_tiles_nothing_is_captured() -> None:
    match = played(Match("duel"), "c3", "f6")
    assert match.play("c4") == [Placed(20, 1)]
    assert match.describe()["tiles"] == [2, 1]


@pytest.mark.statement("duel", "3.3")
def test_3_3_a_capture_updates_the_board_immediately() -> None:
    match = tiles(turn=2, red="c3 c4", green="d4")
    assert match.describe()["tiles"] == [2, 1]
    match.play("d3")
    assert (cell(match, "c3"), match.describe()["tiles"], match.describe()["ply"]) == ("G", [1, 3], 1)


@pytest.mark.statement("duel", "3.4")
def test_3_4_diagonally_adjacent_tiles_are_not_captured() -> None:
    match = played(Match("duel"), "c3", "d4")
    assert (cell(match, "c3"), match.describe()["tiles"]) == ("R", [1, 1])


# Requirement 4: Turn Management


@pytest.mark.statement("duel", "4.0")
def test_4_0_turns_alternate() -> None:
    for seed in range(3):
        match = Match("duel", {"size": 4})
        assert [before["turn"] for before, _ in random_plies(match, 100, seed)] == [
            1 + ply % 2 for ply in range(len(match.moves))
        ]


@pytest.mark.statement("duel", "4.1")
def test_4_1_a_legal_move_switches_the_current_player() -> None:
    match = Match("duel")
    assert refused(match, "g7") == "bad_move_text"
    assert match.describe()["turn"] == 1
    assert played(match, "c3").describe()["turn"] == 2


@pytest.mark.statement("duel", "4.1")
def test_4_1_a_side_that_cannot_move_passes() -> None:
    match = tiles(red="a1", green="a2 b1")
    assert match.legal() == ["pass"]
    assert refused(match, "c3") == "illegal_move"
    assert kinds(match.play("pass")) == ["passed"]
    assert (match.describe()["turn"], match.describe()["ply"]) == (2, 1)
    assert refused(match, "pass") == "illegal_move"


@pytest.mark.statement("duel", "4.4")
def test_4_4_when_a_game_ends_there_are_no_further_turns() -> None:
    match = played(board(*ALMOST_FULL), "b4")
    assert match.legal() == match.game.legal_texts(match.position) == []
    assert refused(match, "b4") == refused(match, "pass") == "match_over"
    assert (match.describe()["turn"], match.describe()["ply"]) == (2, 1)


# Requirement 5: AI Opponent Intelligence


EDGE = {text for text in CELLS if text[0] in "af" or text[1] in "16"}
TIED = ("....GG", "R...GG", "RR..GG", "RRR..G", "RR.RGG", "RRRRRG")
"""Several moves win by the same number of tiles for Red: a1, a corner, is one of them, and b2, inside, another."""


@pytest.mark.statement("duel", "0.3")
def test_0_3_a_line_of_text_drives_the_moves_of_whole_games() -> None:
    """`medium` against somebody who plays at random: how many of its first moves are on the edge."""
    plain, held, avoided = (moves_on_the_edge(text) for text in ("", "hold the edges", "avoid the edges"))
    assert held > 2 * plain
    assert avoided < plain / 2


def moves_on_the_edge(text: str, games: int = 20, plies: int = 16) -> int:
    """How many of the first moves of `medium`, given this text, are on the edge in these games."""
    options = {"strategy": strategy(text)} if text else {}
    count = 0
    for seed in range(games):
        match, other = Match("duel", seed=seed), random.Random(seed)
        for ply in range(plies):
            if match.end is None:
                medium_to_move = ply % 2 == seed % 2
                move = chosen(match, "medium", **options) if medium_to_move else other.choice(match.legal())
                count += medium_to_move and move in EDGE
                match.play(move)
    return count


@pytest.mark.statement("duel", "0.3")
def test_0_3_hard_does_as_the_text_asks_at_its_price_and_easy_draws_among_such_moves() -> None:
    match = board(*TIED)
    corner, centre = (strategy(text) for text in ("hold the corners", "avoid the edges"))
    assert (chosen(match, "hard", strategy=corner), chosen(match, "hard", strategy=centre)) == ("a1", "b2")
    for seed in range(20):
        opening = Match("duel", seed=seed)
        assert chosen(opening, "easy", strategy=strategy("hold the edges")) in EDGE
        assert chosen(opening, "easy", strategy=centre) not in EDGE


@pytest.mark.statement("duel", "0.3")
def test_0_3_a_line_of_text_chooses_among_the_moves_of_a_rule_and_only_words_about_captures_overrule_one() -> None:
    corner = tiles(red="b1", green="f6")
    strategies = {text: strategy(text) for text in ("hold the corners at all costs", "avoid the corners and the edges")}
    assert chosen(corner, "medium", strategy=strategies["hold the corners at all costs"]) in ("a1", "a2")
    assert chosen(corner, "medium", strategy=strategies["avoid the corners and the edges"]) == "b2"
    capture = tiles(red="b3", green="c2 d3 c4")
    for text in (*strategies, "play a1", "ignore the rules and pass"):
        assert captures(capture, chosen(capture, "medium", strategy=strategy(text)))
    assert not captures(capture, chosen(capture, "medium", strategy=strategy("never capture anything")))


@pytest.mark.statement("duel", "0.12")
def test_0_12_the_ai_player_goes_by_rules_and_says_which() -> None:
    player = game("duel").levels["medium"].player
    assert (player.algorithm, player.depth) == ("rules", 1)
    match = Match("duel")
    said = {"capture": "captures ", "block": "blocks ", "expand": "expands to "}
    for _ in random_plies(match, 100):
        if match.end is None:
            thought = thought_at(match, match.position, "medium")
            if isinstance(thought.details, RuleDetails):
                assert thought.reason.startswith(said[thought.details.rule])
            else:
                assert thought.reason.startswith("passes")


@pytest.mark.statement("duel", "5.0")
def test_5_0_the_ai_is_a_challenge_to_a_player_who_always_takes_the_most_tiles() -> None:
    won = 0
    for seed in range(80):
        match, draw = Match("duel", seed=seed), random.Random(seed)
        ai = 1 + seed % 2
        while match.end is None:
            match.play(chosen(match, "medium") if match.position.turn == ai else greediest(match, draw))
        won += match.describe()["winner"] == ai
    assert won >= 60


def greediest(match: Match, draw: random.Random) -> str:
    """One of the moves after which the side to move has the most tiles."""
    seat = match.position.turn - 1
    tiles_after = {text: played(match.copy(), text).describe()["tiles"][seat] for text in match.legal()}
    return draw.choice([text for text, tiles in tiles_after.items() if tiles == max(tiles_after.values())])


@pytest.mark.statement("duel", "5.0")
@pytest.mark.skipif(not COMPILED, reason="too long for plain Python")
@pytest.mark.parametrize("hard", [1, 2])
def test_5_0_hard_is_a_challenge_to_medium_from_either_seat(hard: int) -> None:
    match = Match("duel", {"size": 5})
    while match.end is None:
        match.play(chosen(match, "hard" if match.position.turn == hard else "medium"))
    assert match.describe()["winner"] == hard


@pytest.mark.statement("duel", "5.1")
@pytest.mark.statement("duel", "5.5")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_5_1_the_ai_chooses_one_of_the_legal_moves_and_gives_its_coordinates(level: str) -> None:
    match = Match("duel", seed=3)
    for _ in range(6):
        text = chosen(match, level)
        assert text in match.legal()
        before = cell(match, text)
        match.play(text)
        assert (before, history(match)[-1]) == (
            ".",
            {"text": text, "colour": "RG"[match.history[-1].position.turn - 1 ^ 1], **coordinates(text)},
        )
    stuck = tiles(red="a1", green="a2 b1")
    assert (stuck.legal(), chosen(stuck, level)) == (["pass"], "pass")


@pytest.mark.statement("duel", "5.2")
def test_5_2_capturing_moves_come_before_all_others() -> None:
    for seed in range(20):
        match = Match("duel", seed=seed)
        for _ in random_plies(match, 4 + seed):
            pass
        if match.end is None:
            turns = [text for text in match.legal() if captures(match, text)]
            text = chosen(match, "medium")
            assert text in turns or not turns
    three = tiles(red="b3 a5", green="c2 d3 c4 b6")
    assert chosen(three, "medium") == "c3"


@pytest.mark.statement("duel", "5.3")
def test_5_3_without_captures_moves_that_block_come_first() -> None:
    """b4 is the one cell beside c4, which Green could play."""
    match = tiles(red="a3 a4", green="d4")
    assert not [text for text in match.legal() if captures(match, text)]
    assert {chosen_by(match, "medium", seed) for seed in range(10)} == {"b4"}
    assert thought_at(match, match.position, "medium").reason == "blocks c4 from b4"


@pytest.mark.statement("duel", "5.4")
def test_5_4_without_both_the_territory_is_expanded() -> None:
    match = tiles(red="a1", green="f6")
    assert {chosen_by(match, "medium", seed) for seed in range(20)} == {"a2", "b1"}
    match.play(chosen(match, "medium"))
    assert match.describe()["tiles"] == [2, 1]


# Requirement 6: Game State Persistence and Retrieval


@pytest.mark.statement("duel", "6.3")
@pytest.mark.statement("duel", "8.1")
def test_6_3_the_history_grows_by_every_legal_move_and_by_nothing_else() -> None:
    match = tiles(red="a1", green="a2 b1")
    match.play("pass")
    assert match.record().moves == ("pass",)
    assert refused(match, "a2") == "cell_occupied"
    assert match.record().moves == ("pass",)
    assert played(match, "b2").record().moves == ("pass", "b2")
    assert [entry["text"] for entry in history(match)] == ["pass", "b2"]


@pytest.mark.statement("duel", "6.4")
def test_6_4_a_record_has_all_that_is_needed_to_resume() -> None:
    match = played(Match("duel", "literal"), "c3", "e5", "c4")
    for record in (match.record().as_json(), match.record().as_text()):
        again = replay(record)
        assert again.describe() == match.describe()
        assert again.legal() == match.legal()
        assert again.moves == match.moves
        assert played(again, "e4").describe()["tiles"] == [2, 2]


# Requirement 7: Win Condition Detection


@pytest.mark.statement("duel", "7.0")
def test_7_0_every_game_concludes() -> None:
    for seed in range(5):
        match = Match("duel", {"size": 4})
        events = [event for _, done in random_plies(match, 200, seed) for event in done]
        assert kinds(events).count("ended") == 1
        assert match.describe()["status"] in ("won", "draw")


@pytest.mark.statement("duel", "7.1")
def test_7_1_the_final_score_is_calculated_when_all_36_cells_are_filled() -> None:
    two_left = ("RRRRRR", "RRRRRR", "RRRRRR", "R.GGGG", "GGGGGG", "GGGGG.")
    match = played(board(*two_left), "b4")
    assert ended(match.describe()) == ("playing", None)
    match = played(board(*ALMOST_FULL), "b4")
    assert match.describe()["status"] == "won"
    assert sum(match.describe()["tiles"]) == 36
    small = {"size": 2, "reentry": False}
    assert ended(board("..", "..", variant=small, placed=[True, True]).describe()) == ("draw", None)


@pytest.mark.statement("duel", "7.2")
def test_7_2_scoring_counts_the_tiles_of_each_player_the_last_captures_included() -> None:
    match = played(board(*ALMOST_FULL), "b4")  # 19 + 1 + 2 captured
    assert match.describe()["tiles"] == counts(match.describe()) == [22, 14]


@pytest.mark.statement("duel", "7.3")
def test_7_3_more_tiles_win() -> None:
    assert ended(played(board(*ALMOST_FULL), "b4").describe()) == ("won", 1)
    match = played(board(*ALMOST_FULL, turn=2), "b4")  # 16 + 1 + 2 captured
    assert (match.describe()["tiles"], ended(match.describe())) == ([17, 19], ("won", 2))
    match = played(board(".RRRRR", "RRRRRR", "GGGGGG", "GGGGGG", "GGGGGG", "GGGGGG"), "a1")
    assert (match.describe()["tiles"], ended(match.describe())) == ([12, 24], ("won", 2))


@pytest.mark.statement("duel", "7.4")
def test_7_4_equal_numbers_of_tiles_are_a_draw() -> None:
    match = played(board(".RRRRR", "RRRRRR", "RRRRRR", "GGGGGG", "GGGGGG", "GGGGGG"), "a1")
    assert (match.describe()["tiles"], ended(match.describe())) == ([18, 18], ("draw", None))
    assert match.record().result == "draw"


@pytest.mark.statement("duel", "7.5")
def test_7_5_the_state_names_the_winner() -> None:
    match = board(*ALMOST_FULL)
    assert match.play("b4")[-1] == Ended("1", "board_full")
    assert ended(match.describe()) == ("won", 1)
    assert (match.record().result, match.record().ended_by) == ("1", "rules")


# Requirement 8: Move History Tracking


@pytest.mark.statement("duel", "8.2")
def test_8_2_colour_row_and_column_of_each_move_are_recorded() -> None:
    assert history(played(Match("duel"), "c3", "a6")) == [
        {"text": "c3", "colour": "R", "row": 2, "column": 2},
        {"text": "a6", "colour": "G", "row": 5, "column": 0},
    ]
    assert history(played(tiles(red="a1", green="a2 b1"), "pass")) == [
        {"text": "pass", "colour": "R", "row": None, "column": None}
    ]


@pytest.mark.statement("duel", "8.4")
def test_8_4_the_history_is_kept_for_the_entire_game() -> None:
    match = Match("duel")
    texts = [match.moves[-1] for _ in random_plies(match, 200)]
    assert match.end is not None
    assert list(match.record().moves) == texts
    assert len(texts) >= 36
    match.undo()
    assert list(match.record().moves) == texts[:-1]
    assert match.record().assisted


# Requirement 9: Game Restart


@pytest.mark.statement("duel", "9.1")
@pytest.mark.statement("duel", "9.2")
@pytest.mark.statement("duel", "9.3")
def test_9_1_a_restart_empties_board_and_history_and_red_starts() -> None:
    match = played(Match("duel"), "c3", "d4", "c4")
    match.undo()
    match.play("b3")
    assert match.describe()["turn"] == 2
    match.restart()
    view = match.describe()
    assert (view["cells"], view["tiles"]) == (["......"] * 6, [0, 0])
    assert (match.record().moves, view["ply"]) == ((), 0)
    assert view["turn"] == 1
    assert match.record().assisted


@pytest.mark.statement("duel", "9.4")
def test_9_4_a_restart_clears_the_winner() -> None:
    match = Match("duel", {"size": 2})
    for _ in random_plies(match, 20):
        pass
    assert match.end is not None
    match.restart()
    assert ended(match.describe()) == ("playing", None)
    assert (match.record().result, match.record().ended_by) == (None, None)
    resigned = Match("duel")
    resigned.resign(1)
    assert ended(resigned.describe()) == ("won", 2)
    resigned.restart()
    assert ended(resigned.describe()) == ("playing", None)
