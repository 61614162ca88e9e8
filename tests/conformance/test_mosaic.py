"""Stack Swap Mosaic, statement by statement, in the order of its specification."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.events import Ended, Event
from quincunx.engine.match import Match, replay
from quincunx.engine.moves import numbers
from quincunx.engine.rules import moves, observe, play
from quincunx.games.match3.events import Cleared, Dropped, Fell, Reshuffled, Swapped
from quincunx.games.mosaic import players
from quincunx.games.mosaic.sampled_futures import foresee
from quincunx.search.chooser import choose_in
from tests.conformance.opponents import NO_CLOCK, SEARCHING, chosen, minimax, seen, set_clock, thought_at
from tests.conformance.playing import bad_variant, ended, kinds, played, random_plies, refused
from tests.naive.mosaic import Naive
from tests.naive.randomness import below, word
from tests.suite.scale import COMPILED

DEAD = ("abcdea", "cdeabc", "eabcde", "bcdeab", "deabcd", "abcdea")
"""No two tokens of a colour are within two cells of each other in a row or column: no swap makes a line."""

THREE = (*DEAD[:4], "decbcd", "aabacd")
"""One legal swap, c6d6: it clears a6 b6 c6 and nothing after that."""

QUEUE = ("bcd", "cde", "eab", "bcd", "cde", "dea")
AFTER_THREE = ["bcedea", "abcabc", "cdecde", "eabeab", "bcdbcd", "decbcd"]
"""`THREE` after c6d6: columns a, b and c stand one lower, and b, c, e of the queue on top of them."""

FALL = ("abcdea", "cbeabc", "edbcde", "bdceab", "aabacd", "edcdea")
"""c5d5 clears a5 b5 c5; then the d of b3 and b4 fall upon the d of b6."""

PAIRS = [f"{col}{row}{chr(ord(col) + 1)}{row}" for row in range(1, 7) for col in "abcde"]
PAIRS += [f"{col}{row}{col}{row + 1}" for row in range(1, 6) for col in "abcdef"]


def board(*rows: str, variant: Any = None, queue: Sequence[str] = QUEUE, **fields: Any) -> Match:
    return Match("mosaic", variant, setup={"cells": rows, "queue": queue, **fields})


def holds(rows: Sequence[str]) -> str:
    """What a set-up board is refused for: the cells that are in a line."""
    with pytest.raises(Refusal) as refusal:
        board(*rows)
    return refusal.value.message.split(", as ")[1].removesuffix(" do")


def swapped(cells: Sequence[str], text: str) -> list[str]:
    """The board after a swap, before anything is cleared."""
    grid = [list(row) for row in cells]
    (c, r), (d, s) = (("abcdef".index(text[at]), int(text[at + 1]) - 1) for at in (0, 2))
    grid[r][c], grid[s][d] = grid[s][d], grid[r][c]
    return ["".join(row) for row in grid]


def has_line(cells: Sequence[str]) -> bool:
    """Whether three of a colour are in a row or column, by looking at each three."""
    columns = ["".join(column) for column in zip(*cells, strict=True)]
    threes = [line[at : at + 3] for line in (*cells, *columns) for at in range(len(line) - 2)]
    return any(three[0] == three[1] == three[2] and three[0] not in ".?" for three in threes)


def cleared(events: Sequence[Event]) -> list[Cleared]:
    return [event for event in events if isinstance(event, Cleared)]


def drops(seed: int, column: int, first: int, number: int = 3) -> str:
    """Drops of a column, where the first attempt at a board was accepted."""
    return "".join("abcde"[below(5, word(seed, 0, 0), 16 + column, first + d)] for d in range(number))


# Meta


@pytest.mark.statement("mosaic", "meta.2")
@pytest.mark.statement("mosaic", "grid.2")
def test_meta_2_it_is_a_board_game_on_6_rows_of_6() -> None:
    match = Match("mosaic")
    for _ in random_plies(match, 60):
        assert [len(row) for row in match.describe()["cells"]] == [6] * 6


@pytest.mark.statement("mosaic", "meta.4")
def test_meta_4_two_adjacent_tokens_swap() -> None:
    match = board(*THREE)
    assert match.play("c6d6")[0] == Swapped((32, 33))
    assert cleared(match.events(0))[0].colours == "aaa"  # d6's a came to c6
    assert match.describe()["cells"][5][3] == "b"  # and c6's b to d6


@pytest.mark.statement("mosaic", "meta.5")
def test_meta_5_lines_of_three_or_more_disappear() -> None:
    match = board(*THREE)
    assert cleared(match.play("c6d6")) == [Cleared((30, 31, 32), "aaa", wave=1, points=30)]
    assert cleared(board(*DEAD[:5], "aabaad").play("c5c6")) == [Cleared((30, 31, 32, 33, 34), "aaaaa", 1, 50)]


@pytest.mark.statement("mosaic", "meta.6")
@pytest.mark.statement("mosaic", "capture.19")
def test_meta_6_gravity_fills_gaps_and_columns_keep_their_order() -> None:
    match = board(*THREE)
    fell = next(event for event in match.play("c6d6") if isinstance(event, Fell))
    assert sorted(fell.steps) == sorted(
        (cell, cell + 6) for row in range(5) for cell in (6 * row, 6 * row + 1, 6 * row + 2)
    )
    assert [row[:3] for row in match.describe()["cells"][1:]] == [row[:3] for row in THREE[:5]]


@pytest.mark.statement("mosaic", "meta.7")
@pytest.mark.statement("mosaic", "validation.15")
@pytest.mark.statement("mosaic", "capture.7")
def test_meta_7_new_tokens_drop_from_the_top() -> None:
    match = board(*THREE)
    assert Dropped((0, 1, 2), "bce") in match.play("c6d6")
    assert match.describe()["cells"] == AFTER_THREE
    assert [text[:2] for text in match.describe()["queue"]] == ["cd", "de", "ab", "bc", "cd", "de"]
    column = board("abcdea", "cdeabc", "eabcde", "bcaeab", "dacbcd", "dbaceb")  # b5c5 clears c4 c5 c6
    assert Dropped((2, 8, 14), "bae") in column.play("b5c5")
    assert [row[2] for row in column.describe()["cells"]] == ["b", "a", "e", "c", "e", "b"]  # first drawn lowest


@pytest.mark.statement("mosaic", "meta.8")
def test_meta_8_the_sides_race_to_a_target_within_a_number_of_moves() -> None:
    assert (Match("mosaic").variant.target, Match("mosaic").variant.max_moves) == (1000, 20)
    for seed in range(5):
        match = Match("mosaic", seed=seed)
        for _ in random_plies(match, 200, seed):
            pass
        view = match.describe()
        assert view["status"] in ("won", "draw")
        assert max(view["scores"]) >= 1000 or view["moves_made"] == [20, 20]


@pytest.mark.statement("mosaic", "meta.9")
@pytest.mark.statement("mosaic", "R1.2")
def test_meta_9_a_match_can_be_replayed_with_identical_outcomes() -> None:
    match = Match("mosaic", seed=7)
    views = [match.describe()] + [match.describe() for _ in random_plies(match, 100)]
    assert match.end is not None
    for record in (match.record().as_json(), match.record().as_text()):
        again = replay(record)
        assert again.result == match.result
        assert [again.game.describe(p) for p in (again.first, *(turn.position for turn in again.history))] == views


# State: Board


@pytest.mark.statement("mosaic", "board.1")
def test_board_1_the_grid_is_square_and_its_edges_do_not_wrap() -> None:
    match = board(*DEAD[:5], "bcdaea")
    assert refused(match, "a1f1") == refused(match, "a1a6") == "not_adjacent"
    assert not has_line(["aabcda", *DEAD[1:]])
    assert board("aabcda", *DEAD[1:]).describe()["cells"][0] == "aabcda"  # the three a are no line round the edge


@pytest.mark.statement("mosaic", "board.2")
def test_board_2_the_dimensions_are_6_and_6() -> None:
    variant = Match("mosaic").variant
    assert (variant.rows, variant.cols) == (6, 6)
    assert [len(row) for row in Match("mosaic", {"rows": 4, "cols": 7}).describe()["cells"]] == [7] * 4
    for size in (3, 8):
        assert bad_variant("mosaic", rows=size) == f"rows must be a whole number from 4 to 7, not '{size}'"
        assert bad_variant("mosaic", cols=size) == f"cols must be a whole number from 4 to 7, not '{size}'"


@pytest.mark.statement("mosaic", "board.3")
@pytest.mark.statement("mosaic", "validation.2")
def test_board_3_neighbours_are_up_down_left_and_right() -> None:
    assert len(PAIRS) == 60
    match = Match("mosaic")
    for _ in random_plies(match, 40):
        assert set(match.legal()) <= {*PAIRS, "pass"}
    match = board(*THREE)
    assert refused(match, "a1c1") == refused(match, "a1b2") == refused(match, "c4c4") == "not_adjacent"


# State: Player, Board entity and Game


@pytest.mark.statement("mosaic", "player.3")
@pytest.mark.statement("mosaic", "game.3")
def test_player_3_moves_are_counted_from_0() -> None:
    fresh = Match("mosaic").describe()
    assert (fresh["moves_made"], fresh["ply"]) == ([0, 0], 0)
    swap = played(board(*THREE), "c6d6").describe()
    assert (swap["moves_made"], swap["ply"]) == ([1, 0], 1)
    passed = played(board(*DEAD), "pass").describe()
    assert (passed["moves_made"], passed["ply"]) == ([0, 0], 1)


@pytest.mark.statement("mosaic", "grid.1")
def test_grid_1_each_cell_holds_a_colour() -> None:
    match = Match("mosaic")
    for _ in random_plies(match, 60):
        assert set("".join(match.describe()["cells"])) <= set("abcde")
    assert set("".join(Match("mosaic", {"colours": 6, "opening_swaps": 1}).describe()["cells"])) == set("abcdef")


@pytest.mark.statement("mosaic", "game.1")
@pytest.mark.statement("mosaic", "setup.3")
def test_game_1_seat_1_starts() -> None:
    assert Match("mosaic").describe()["turn"] == 1


@pytest.mark.statement("mosaic", "game.2")
def test_game_2_the_status_is_playing() -> None:
    assert ended(Match("mosaic").describe()) == ("playing", None)


@pytest.mark.statement("mosaic", "game.4")
def test_game_4_the_target_score_is_1000() -> None:
    assert Match("mosaic").variant.target == 1000
    assert bad_variant("mosaic", target=0) == "target must be a whole number from 1 to 100000, not '0'"
    assert ended(played(board(*THREE, variant={"target": 31}), "c6d6").describe()) == ("playing", None)
    assert ended(played(board(*THREE, variant={"target": 30}), "c6d6").describe()) == ("won", 1)


@pytest.mark.statement("mosaic", "game.5")
def test_game_5_each_side_has_20_moves() -> None:
    assert Match("mosaic").variant.max_moves == 20
    match = played(board(*THREE, moves_made=[19, 19], ply=38), "c6d6")
    assert (match.describe()["moves_made"], match.describe()["status"]) == ([20, 19], "playing")
    match = played(board(*THREE, moves_made=[20, 19], ply=39, turn=2), "c6d6")
    assert (match.describe()["moves_made"], match.describe()["status"]) == ([20, 20], "won")


@pytest.mark.statement("mosaic", "game.6")
def test_game_6_there_is_no_last_move_at_first() -> None:
    assert Match("mosaic").record().moves == ()
    assert played(board(*THREE), "c6d6").record().moves[-1] == "c6d6"


@pytest.mark.statement("mosaic", "game.7")
@pytest.mark.statement("mosaic", "game.8")
def test_game_7_both_scores_are_0_at_first() -> None:
    for seed in range(20):
        assert Match("mosaic", seed=seed).describe()["scores"] == [0, 0]


# Mechanics: Setup


@pytest.mark.statement("mosaic", "setup.1")
def test_setup_1_the_board_is_generated_from_the_seed() -> None:
    for _ in range(2):
        assert Match("mosaic", seed=12345).describe()["cells"] == [
            "baaedd", "bacbea", "cbeecb", "dacdad", "beebde", "daaeda",
        ]  # fmt: skip
    boards = {tuple(Match("mosaic", seed=seed).describe()["cells"]) for seed in range(50)}
    assert len(boards) == 50


@pytest.mark.statement("mosaic", "setup.1")
def test_setup_1_an_opening_has_some_swaps_and_none_that_scores_too_much() -> None:
    def scores(cap: int) -> list[list[int]]:
        """What each legal swap of some openings scores."""
        openings = [(seed, Match("mosaic", {"opening_cap": cap}, seed=seed).legal()) for seed in range(10)]
        return [
            [played(Match("mosaic", {"opening_cap": cap}, seed=seed), text).describe()["scores"][0] for text in texts]
            for seed, texts in openings
        ]

    assert min(len(opening) for opening in scores(60)) >= 4
    assert max(max(opening) for opening in scores(60)) == 60
    assert max(max(opening) for opening in scores(0)) > 60


@pytest.mark.statement("mosaic", "setup.2")
def test_setup_2_lines_of_the_first_layout_cascade_and_score_for_nobody() -> None:
    laid = ["acbeeb", "ecbbca", "cddcdb", "bdaebc", "cebedc", "dabddd"]
    source = word(3, 0, 0)
    assert ["".join("abcde"[below(5, source, 1, 6 * r + c)] for c in range(6)) for r in range(6)] == laid
    start = Match("mosaic", {"opening_cap": 0, "opening_swaps": 1}, seed=3).describe()
    assert start["cells"] == ["acbdad", "ecbeeb", "cddbca", "bdacdb", "cebebc", "dabedc"]  # the d of row 6 are gone
    assert "".join(start["cells"][0][3:]) == drops(3, 3, 0, 1) + drops(3, 4, 0, 1) + drops(3, 5, 0, 1)
    assert start["scores"] == [0, 0]
    assert start["queue"] == [drops(3, column, 0 if column < 3 else 1) for column in range(6)]


@pytest.mark.statement("mosaic", "setup.4")
def test_setup_4_the_seed_is_12345_by_default() -> None:
    assert Match("mosaic").seed == 12345
    assert Match("mosaic").describe() == Match("mosaic", seed=12345).describe()
    for seed in (-1, 2**53):
        with pytest.raises(Refusal) as refusal:
            Match("mosaic", seed=seed)
        assert refusal.value.errorCode == "bad_seed"


# Mechanics: Move Validation


@pytest.mark.statement("mosaic", "validation.1")
def test_validation_1_no_cell_is_empty_and_there_are_moves_all_the_same() -> None:
    match = Match("mosaic")
    assert "." not in "".join(match.describe()["cells"])
    assert len(match.legal()) >= 4
    holes = board("......", "......", "......", "......", "......", "aa.a..")
    assert holes.legal() == ["pass"]  # a token does not move to an empty cell
    assert refused(holes, "c6d6") == "illegal_move"


@pytest.mark.statement("mosaic", "validation.3")
@pytest.mark.statement("mosaic", "validation.9")
def test_validation_3_a_swap_must_make_a_line_of_three() -> None:
    match = board(*THREE)
    assert match.legal() == ["c6d6"]
    assert refused(match, "b6c6") == "no_match"  # `abaacd`: a pair
    assert refused(match, "a1b1") == "no_match"
    assert match.describe()["turn"] == 1


@pytest.mark.statement("mosaic", "validation.4")
@pytest.mark.statement("mosaic", "validation.6")
def test_validation_4_valid_is_a_swap_after_which_there_is_a_line() -> None:
    for seed in range(5):
        match = Match("mosaic", seed=seed)
        for _ in random_plies(match, 8, seed):
            cells = match.describe()["cells"]
            assert match.legal() == (sorted(p for p in PAIRS if has_line(swapped(cells, p))) or ["pass"])
        for text in set(PAIRS) - set(match.legal()):
            assert refused(match, text) == "no_match"


@pytest.mark.statement("mosaic", "validation.5")
def test_validation_5_a_move_names_its_cells_and_the_position_knows_the_player() -> None:
    for turn in (1, 2):
        for text in ("c6d6", "D6C6", "d6c6"):
            match = played(board(*THREE, turn=turn), text)
            assert (match.moves, match.history[0].seat) == (("c6d6",), turn)
            assert match.describe()["scores"][turn - 1] == 30


@pytest.mark.statement("mosaic", "validation.7")
@pytest.mark.statement("mosaic", "validation.18")
def test_validation_7_a_preview_shows_what_can_be_known() -> None:
    match = board(*THREE)
    move = match.game.read_move(match.position, "c6d6")
    seen = match.game.narrate(observe(match.position, 1), move)
    assert cleared(seen.events) == [Cleared((30, 31, 32), "aaa", 1, 30)]
    assert match.game.describe(seen.position)["cells"] == AFTER_THREE
    assert [text[2] for text in match.game.describe(seen.position)["queue"]] == ["?", "?", "?", "d", "e", "a"]
    assert match.describe()["cells"] == list(THREE)
    assert played(match, "c6d6").describe()["cells"] == AFTER_THREE


@pytest.mark.statement("mosaic", "validation.7")
def test_validation_7_drops_behind_the_queue_are_unknown_to_a_preview() -> None:
    match = board(*THREE, variant={"queue_shown": 0}, queue=[""] * 6)
    seen = match.game.describe(play(observe(match.position, 1), match.game.read_move(match.position, "c6d6")))
    assert seen["cells"] == ["???dea", *AFTER_THREE[1:]]
    assert seen["scores"] == [30, 0]
    assert "?" not in "".join(played(match, "c6d6").describe()["cells"])


@pytest.mark.statement("mosaic", "validation.8")
@pytest.mark.statement("mosaic", "turns.3")
def test_validation_8_a_token_swaps_up_down_left_or_right() -> None:
    match = board(*THREE)
    names = {"up": "c4c3", "down": "c4c5", "left": "c4b4", "right": "c4d4"}  # of row 3, column 2
    texts = {
        way: match.game.write(match.position, match.game.read(match.position, name)) for way, name in names.items()
    }
    assert texts == {"up": "c3c4", "down": "c4c5", "left": "b4c4", "right": "c4d4"}


@pytest.mark.statement("mosaic", "validation.10")
def test_validation_10_tokens_over_a_gap_fall() -> None:
    match = played(board(*FALL), "c5d5")  # a5 and c5 are cleared under four tokens and over one
    columns = ["".join(column) for column in zip(*match.describe()["cells"], strict=True)]
    assert (columns[0], columns[2]) == ("b" + "aceb" + "e", "e" + "cebc" + "c")
    for seed in range(3):
        for _, events in random_plies(Match("mosaic", seed=seed), 20, seed):
            for here, after in pairwise(events):
                if isinstance(here, Cleared) and min(here.cells) > 5:  # something stood above it
                    assert isinstance(after, Fell)


@pytest.mark.statement("mosaic", "validation.11")
@pytest.mark.statement("mosaic", "capture.4")
@pytest.mark.statement("mosaic", "capture.16")
def test_validation_11_a_fall_that_makes_a_line_clears_it_in_the_same_move() -> None:
    match = board(*FALL)
    assert cleared(match.play("c5d5")) == [
        Cleared((24, 25, 26), "aaa", wave=1, points=30),
        Cleared((19, 25, 31), "ddd", wave=2, points=36),
    ]
    assert match.describe()["scores"] == [66, 0]
    assert match.describe()["turn"] == 2


@pytest.mark.statement("mosaic", "validation.12")
def test_validation_12_each_of_the_60_pairs_is_identified() -> None:
    match = Match("mosaic")
    assert [match.game.write(match.position, match.game.read(match.position, text)) for text in PAIRS] == PAIRS
    assert len({match.game.read(match.position, text) for text in PAIRS}) == 60


@pytest.mark.statement("mosaic", "validation.13")
@pytest.mark.statement("mosaic", "capture.13")
def test_validation_13_a_swap_is_executed_on_a_copy() -> None:
    match = board(*THREE)
    before, view = match.position, match.describe()
    assert refused(match, "a1b1") == "no_match"
    after = play(before, match.game.read_move(before, "c6d6"))
    assert match.game.describe(before) == view
    assert match.game.describe(after)["cells"] == AFTER_THREE


@pytest.mark.statement("mosaic", "validation.14")
@pytest.mark.statement("mosaic", "capture.12")
def test_validation_14_lines_in_rows_and_columns_are_removed_together() -> None:
    match = board(*DEAD[:3], "bcaeab", "deacda", "aabacd")
    (wave,) = cleared(match.play("c6d6"))  # c4 c5 c6 and a6 b6 c6 share c6
    assert (wave.cells, len(wave.cells), wave.points) == ((20, 26, 30, 31, 32), 5, 50)


@pytest.mark.statement("mosaic", "validation.16")
@pytest.mark.statement("mosaic", "capture.9")
@pytest.mark.statement("mosaic", "capture.21")
def test_validation_16_cascades_go_on_until_there_is_no_line() -> None:
    longest = 0
    for seed in range(10):
        match = Match("mosaic", seed=seed)
        for _, events in random_plies(match, 30, seed):
            waves = [event.wave for event in cleared(events)]
            assert waves == list(range(1, len(waves) + 1))
            assert not has_line(match.describe()["cells"])
            longest = max(longest, len(waves))
    assert longest >= 4


@pytest.mark.statement("mosaic", "validation.17")
@pytest.mark.statement("mosaic", "capture.8")
@pytest.mark.statement("mosaic", "capture.18")
@pytest.mark.statement("mosaic", "scoring.2")
@pytest.mark.statement("mosaic", "scoring.3")
@pytest.mark.parametrize(
    ("rows", "text", "standard", "literal"),
    [
        (THREE, "c6d6", 30, 3),
        ((*DEAD[:5], "aabacd"), "c5c6", 40, 4),
        ((*DEAD[:5], "aabaad"), "c5c6", 50, 5),
        ((*DEAD[:3], "bcaeab", "deacda", "aabacd"), "c6d6", 50, 5),  # c6 is in two lines and counts once
        (FALL, "c5d5", 30 + 36, 3 + 3),  # 12 a token in wave 2
    ],
)
def test_validation_17_each_removed_token_scores(rows: tuple[str, ...], text: str, standard: int, literal: int) -> None:
    assert played(board(*rows), text).describe()["scores"] == [standard, 0]
    assert played(board(*rows, variant="literal"), text).describe()["scores"] == [literal, 0]
    match = board(*rows)
    events = cleared(match.play(text))
    assert [event.points for event in events] == [len(event.cells) * (8 + 2 * event.wave) for event in events]


# Mechanics: Movement


@pytest.mark.statement("mosaic", "movement.1")
def test_movement_1_only_swaps_are_allowed_where_there_is_one() -> None:
    match = Match("mosaic")
    assert set(match.legal()) <= set(PAIRS)
    assert refused(match, "pass") == "illegal_move"


@pytest.mark.statement("mosaic", "movement.2")
def test_movement_2_horizontally_and_vertically() -> None:
    across = board(*THREE)
    assert across.legal() == ["c6d6"]
    assert played(across, "c6d6").describe()["scores"] == [30, 0]
    down = board(*DEAD[:5], "aabcde")
    assert down.legal() == ["c5c6"]
    assert played(down, "c5c6").describe()["scores"] == [30, 0]


@pytest.mark.statement("mosaic", "movement.3")
def test_movement_3_by_one_cell() -> None:
    match = board(*DEAD[:4], "decbcd", "aabcad")
    assert has_line(swapped(match.describe()["cells"], "c6e6"))
    assert refused(match, "c6e6") == "not_adjacent"


# Mechanics: Capture


@pytest.mark.statement("mosaic", "capture.1")
def test_capture_1_only_tokens_of_a_line_are_removed() -> None:
    match = board("abcdea", "cdeabc", "eabcde", "bcdeab", "aecbcd", "aabacd")  # a5 is beside the line
    assert cleared(match.play("c6d6")) == [Cleared((30, 31, 32), "aaa", 1, 30)]
    assert match.describe()["cells"][5][0] == "a"


@pytest.mark.statement("mosaic", "capture.2")
@pytest.mark.statement("mosaic", "capture.14")
@pytest.mark.statement("mosaic", "capture.15")
def test_capture_2_lines_are_horizontal_or_vertical_of_three_and_never_diagonal() -> None:
    def alone(*cells: tuple[int, int]) -> list[str]:
        return ["".join("a" if (r, c) in cells else "." for c in range(6)) for r in range(6)]

    def names(*cells: tuple[int, int]) -> str:
        return ", ".join(f"{'abcdef'[c]}{r + 1}" for r, c in cells)

    for r in range(6):
        for c in range(4):
            across, down = [(r, c + k) for k in range(3)], [(c + k, r) for k in range(3)]
            assert holds(alone(*across)) == names(*across)
            assert holds(alone(*down)) == names(*down)
            assert board(*alone(*across[:2])).legal() == ["pass"]
    for r in range(4):
        for c in range(4):
            assert board(*alone(*((r + k, c + k) for k in range(3)))).legal() == ["pass"]
            assert board(*alone(*((r + k, c + 2 - k) for k in range(3)))).legal() == ["pass"]


@pytest.mark.statement("mosaic", "capture.3")
def test_capture_3_a_line_needs_nothing_beyond_its_ends() -> None:
    (wave,) = cleared(board(*THREE).play("c6d6"))
    assert wave.cells[0] == 30  # a6, at the edge
    (wave,) = cleared(board(*DEAD[:5], "dcabaa").play("c6d6"))
    assert wave.cells == (33, 34, 35)  # to f6, at the other


@pytest.mark.statement("mosaic", "capture.5")
def test_capture_5_lines_of_three_four_and_five_are_cleared_whole() -> None:
    for bottom, text, length in [("aabacd", "c6d6", 3), ("aabacd", "c5c6", 4), ("aabaad", "c5c6", 5)]:
        (wave,) = cleared(board(*DEAD[:5], bottom).play(text))
        assert wave.cells == tuple(range(30, 30 + length))


@pytest.mark.statement("mosaic", "capture.6")
def test_capture_6_all_lines_disappear_at_once() -> None:
    match = board(*DEAD[:4], "bbacde", "aabdec")
    assert cleared(match.play("c5c6")) == [Cleared((24, 25, 26, 30, 31, 32), "bbbaaa", 1, 60)]


@pytest.mark.statement("mosaic", "capture.10")
@pytest.mark.statement("mosaic", "capture.17")
@pytest.mark.parametrize("options", [{}, {"rows": 7, "cols": 4}, {"rows": 5, "cols": 7, "colours": 4}])
def test_capture_10_play_does_what_a_naive_loop_does(options: dict[str, Any]) -> None:
    match = Match("mosaic", options, seed=5)
    naive = Naive(match.variant.model_dump(), 5)
    for _ in random_plies(match, 40):
        naive.play(match.moves[-1])
        assert naive.position().items() <= match.describe().items()
        assert naive.legal() == match.legal()


@pytest.mark.statement("mosaic", "capture.11")
def test_capture_11_the_position_and_the_move_are_all_the_inputs() -> None:
    match = Match("mosaic", seed=9)
    for _ in random_plies(match, 30):
        before = match.history[-2].position if len(match.history) > 1 else match.first
        assert play(before, match.history[-1].move) == match.position


@pytest.mark.statement("mosaic", "capture.20")
def test_capture_20_new_tokens_come_from_each_columns_queue() -> None:
    match = Match("mosaic", {"opening_cap": 0, "opening_swaps": 1}, seed=3)
    used = [0, 0, 0, 1, 1, 1]
    for _, events in random_plies(match, 20):
        for event in events:
            if isinstance(event, Dropped):
                for cell, colour in reversed(list(zip(event.cells, event.colours, strict=True))):  # lowest first
                    assert colour == drops(3, cell % 6, used[cell % 6], 1)
                    used[cell % 6] += 1
        assert match.describe()["queue"] == [drops(3, column, used[column]) for column in range(6)]


# Mechanics: Turn Flow


@pytest.mark.statement("mosaic", "flow.1")
def test_flow_1_the_turn_switches_after_a_move() -> None:
    match = board(*THREE)
    assert refused(match, "a1b1") == "no_match"
    assert match.describe()["turn"] == 1
    assert played(match, "c6d6").describe()["turn"] == 2


@pytest.mark.statement("mosaic", "flow.2")
def test_flow_2_a_side_without_a_move_passes_and_after_two_passes_the_board_is_reshuffled() -> None:
    match = board(*DEAD)
    assert match.legal() == ["pass"]
    assert refused(match, "a1b1") == "illegal_move"
    assert kinds(match.play("pass")) == ["passed"]
    assert (match.describe()["turn"], match.describe()["cells"], match.legal()) == (2, list(DEAD), ["pass"])
    shuffled = match.play("pass")[1]
    assert isinstance(shuffled, Reshuffled)
    cells = match.describe()["cells"]
    assert "".join(cells) == shuffled.colours
    assert sorted("".join(cells)) == sorted("".join(DEAD))
    assert not has_line(cells)
    assert len(match.legal()) >= 4
    assert (match.describe()["turn"], ended(match.describe())) == (1, ("playing", None))


@pytest.mark.statement("mosaic", "flow.3")
def test_flow_3_the_game_ends_after_max_moves_or_at_the_target() -> None:
    assert played(board(*THREE, moves_made=[20, 19], turn=2), "c6d6").end is not None
    assert played(board(*THREE, scores=[990, 0]), "c6d6").end is not None
    assert played(board(*THREE, moves_made=[18, 19], scores=[900, 900]), "c6d6").end is None


# Mechanics: Scoring


@pytest.mark.statement("mosaic", "scoring.1")
@pytest.mark.statement("mosaic", "scoring.4")
def test_scoring_1_points_are_kept_for_each_player() -> None:
    match = Match("mosaic", seed=4)
    for before, events in random_plies(match, 60):
        mover = before["turn"] - 1
        gained = sum(event.points for event in cleared(events))
        scores = list(before["scores"])
        scores[mover] += gained
        assert match.describe()["scores"] == scores
    assert min(match.describe()["scores"]) > 0


@pytest.mark.statement("mosaic", "scoring.5")
def test_scoring_5_the_first_to_reach_the_target_wins() -> None:
    match = played(board(*THREE, scores=[980, 990]), "c6d6")
    assert (match.describe()["scores"], ended(match.describe())) == ([1010, 990], ("won", 1))
    assert match.legal() == []
    whole = played(board(*FALL, scores=[950, 0]), "c5d5")  # the target is passed in wave 2
    assert (whole.describe()["scores"], ended(whole.describe())) == ([1016, 0], ("won", 1))


@pytest.mark.statement("mosaic", "scoring.6")
def test_scoring_6_at_the_limit_the_higher_score_wins() -> None:
    match = board(*THREE, moves_made=[20, 19], scores=[900, 100], turn=2)
    assert match.play("c6d6")[-1] == Ended("1", "limit")
    assert ended(match.describe()) == ("won", 1)
    match = played(board(*THREE, moves_made=[20, 19], scores=[100, 900], turn=2), "c6d6")
    assert ended(match.describe()) == ("won", 2)


@pytest.mark.statement("mosaic", "scoring.7")
def test_scoring_7_equal_scores_are_a_draw() -> None:
    match = played(board(*THREE, moves_made=[20, 19], scores=[130, 100], turn=2), "c6d6")
    assert (match.describe()["scores"], ended(match.describe())) == ([130, 130], ("draw", None))


# Turns


@pytest.mark.statement("mosaic", "turns.1")
def test_turns_1_the_players_alternate() -> None:
    match = Match("mosaic", seed=2)
    turns = [before["turn"] for before, _ in random_plies(match, 60)]
    assert turns == [1 + ply % 2 for ply in range(len(turns))]
    assert [turn.seat for turn in match.history] == turns


@pytest.mark.statement("mosaic", "turns.4")
def test_turns_4_a_move_is_made_while_playing_and_if_it_is_valid() -> None:
    match = board(*THREE, scores=[970, 0])
    assert refused(match, "a1b1") == "no_match"
    assert refused(match, "a1c1") == "not_adjacent"
    assert refused(match, "c6") == "bad_move_text"
    assert match.describe()["turn"] == 1
    match.play("c6d6")
    assert refused(match, "c6d6") == "match_over"


@pytest.mark.statement("mosaic", "turns.5")
def test_turns_5_a_move_updates_board_score_and_count_and_switches() -> None:
    view = played(board(*THREE), "c6d6").describe()
    assert view["cells"] == AFTER_THREE
    assert view["scores"] == [30, 0]
    assert view["moves_made"] == [1, 0]
    assert (view["ply"], view["turn"], view["status"]) == (1, 2, "playing")


@pytest.mark.statement("mosaic", "turns.8")
@pytest.mark.statement("mosaic", "turns.9")
def test_turns_8_a_restart_when_the_game_is_over_resets_everything() -> None:
    match = Match("mosaic", {"target": 100}, seed=6)
    first = match.describe()
    with pytest.raises(Refusal) as refusal:
        match.restart()
    assert refusal.value.errorCode == "not_over"
    for _ in random_plies(match, 60):
        pass
    match.undo()
    match.redo()
    assert match.end is not None
    match.restart()
    assert match.describe() == first
    record = match.record()
    assert (record.moves, record.result, record.ended_by, record.seed, record.assisted) == ((), None, None, 6, True)


# Rules


@pytest.mark.statement("mosaic", "R1")
def test_R1_a_fixed_seed_gives_the_same_game_in_another_process_and_without_the_compiler() -> None:
    match = Match("mosaic", seed=11)
    for _ in random_plies(match, 40):
        pass
    program = (
        "import json, sys, quincunx.games\n"
        "from quincunx.engine.match import replay\n"
        "print(json.dumps(replay(sys.argv[1]).describe()))"
    )
    again = subprocess.run(
        [sys.executable, "-c", program, match.record().as_text()],
        capture_output=True, text=True, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert json.loads(again.stdout) == match.describe()


# End Conditions


@pytest.mark.statement("mosaic", "end.1")
@pytest.mark.statement("mosaic", "end.2")
@pytest.mark.statement("mosaic", "acceptance.4")
def test_end_1_seat_1_wins_at_once_by_reaching_the_target() -> None:
    match = board(*THREE, scores=[970, 0], moves_made=[5, 5])
    assert match.play("c6d6")[-1] == Ended("1", "target")
    assert (match.describe()["scores"], ended(match.describe())) == ([1000, 0], ("won", 1))
    assert match.legal() == match.game.legal_texts(match.position) == []
    assert refused(match, "c5c6") == "match_over"
    assert ended(played(board(*THREE, scores=[969, 0]), "c6d6").describe()) == ("playing", None)


@pytest.mark.statement("mosaic", "end.3")
@pytest.mark.statement("mosaic", "end.4")
def test_end_3_seat_2_wins_at_once_by_reaching_the_target() -> None:
    match = board(*THREE, scores=[0, 970], moves_made=[5, 4], turn=2)
    assert match.play("c6d6")[-1] == Ended("2", "target")
    assert (match.describe()["scores"], ended(match.describe())) == ([0, 1000], ("won", 2))
    assert match.legal() == []


@pytest.mark.statement("mosaic", "end.5")
@pytest.mark.statement("mosaic", "end.6")
@pytest.mark.statement("mosaic", "acceptance.5")
def test_end_5_without_moves_it_is_a_draw_by_the_letter_and_the_higher_score_wins_in_the_standard_game() -> None:
    limit: dict[str, Any] = {"moves_made": [20, 19], "scores": [90, 10], "turn": 2}
    for preset in ("literal", "limit_draw"):
        assert ended(board(*THREE, variant=preset, **limit).describe()) == ("playing", None)
        assert ended(played(board(*THREE, variant=preset, **limit), "c6d6").describe()) == ("draw", None)
    assert ended(played(board(*THREE, **limit), "c6d6").describe()) == ("won", 1)
    short = Match("mosaic", {"preset": "literal", "max_moves": 1}, seed=1)
    assert ended(played(short, short.legal()[0]).describe()) == ("playing", None)
    assert ended(played(short, short.legal()[0]).describe()) == ("draw", None)


@pytest.mark.statement("mosaic", "end.7")
def test_end_7_the_target_comes_before_the_limit() -> None:
    match = board(*THREE, variant="literal", moves_made=[20, 19], scores=[900, 997], turn=2)
    assert match.play("c6d6")[-1] == Ended("2", "target")


# Acceptance


@pytest.mark.statement("mosaic", "acceptance.1")
def test_acceptance_1_the_first_move_of_the_default_game() -> None:
    match = Match("mosaic")
    view = match.describe()
    assert view["queue"] == ["ecd", "ddc", "aaa", "cec", "bbe", "aca"]
    assert match.legal() == ["a3b3", "b3b4", "d2e2", "d4e4", "d5d6", "e2e3", "e4e5", "e4f4"]
    match.play("a3b3")  # three b in column a, above which nothing stands
    view = match.describe()
    assert view["cells"] == ["daaedd", "cacbea", "eceecb", "dacdad", "beebde", "daaeda"]
    assert (view["scores"], view["queue"]) == ([30, 0], ["caa", "ddc", "aaa", "cec", "bbe", "aca"])


@pytest.mark.statement("mosaic", "acceptance.2")
def test_acceptance_2_a_valid_swap_updates_the_board_and_the_score() -> None:
    match = board(*FALL)
    events = cleared(match.play("c5d5"))
    assert match.describe()["cells"] != list(FALL)
    assert not has_line(match.describe()["cells"])
    assert match.describe()["scores"] == [sum(event.points for event in events), 0] == [66, 0]


# Opponents: State, Turns, Rules, Technical, Acceptance and Config

GREEDY = ("adbadb", "dabaeb", "aecdac", "acebce", "cbdeda", "bccbbc")
GREEDY_QUEUE = ("bdd", "aed", "bed", "adb", "ead", "bad")
"""The swap that makes most here, 66 points, leaves 144; a5b5 makes 30 and leaves 30."""

BEHIND = ("dda???", "??aee?", "bb?a??", "??????", "??c???", "cc?c??")
"""c5c6 makes 40 points for certain; c3d3 makes 30, and what falls beside three pairs may make more."""


@pytest.mark.statement("mosaic", "ai.1")
@pytest.mark.statement("mosaic", "ai.3")
@pytest.mark.statement("mosaic", "R_AI_3")
def test_ai_1_medium_plays_the_best_swap_of_a_minimax_of_four_plies_over_what_is_seen() -> None:
    for seed in range(4 if COMPILED else 1):
        match = Match("mosaic", seed=seed)
        for _ in random_plies(match, 6 + seed):
            pass
        choice = choose_in(match, "medium", NO_CLOCK)
        best, visited = minimax(seen(match), 4, 0)
        assert (choice.score, choice.depth) == (best, 4)
        assert -minimax(play(seen(match), choice.move), 3, 0, 1)[0] == best
        assert choice.nodes < visited // 2  # alpha-beta


@pytest.mark.statement("mosaic", "ai.3")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_ai_3_no_level_sees_further_than_a_person(level: str) -> None:
    match = Match("mosaic", seed=3)
    first = match.position
    other = first._replace(supply=first.supply._replace(source=first.supply.source ^ 1))
    assert match.game.describe(other) == match.game.describe(first)
    assert thought_at(match, other, level) == thought_at(match, first, level)


@pytest.mark.statement("mosaic", "R_AI_3")
@pytest.mark.parametrize("level", SEARCHING)
def test_R_AI_3_the_greedy_swap_that_gives_more_back_is_avoided(level: str) -> None:
    match = board(*GREEDY, queue=GREEDY_QUEUE)
    made = {text: points(board(*GREEDY, queue=GREEDY_QUEUE), text) for text in match.legal()}
    assert chosen(match, level) == "a5b5"
    assert made["a5b5"] < max(made.values())


def points(match: Match, text: str) -> int:
    return int(played(match, text).describe()["scores"][0])


@pytest.mark.statement("mosaic", "turns.2")
@pytest.mark.statement("mosaic", "R_AI_1")
@pytest.mark.statement("mosaic", "technical.4")
@pytest.mark.statement("mosaic", "config.5")
@pytest.mark.statement("mosaic", "config.6")
@pytest.mark.statement("mosaic", "config.7")
def test_R_AI_1_the_clock_of_every_level_is_set_to_ring_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """And within 2 seconds. The benchmark measures how long the choices take."""
    seconds = set_clock(monkeypatch, rings=False)
    budgets = {"easy": 1.0, "medium": 1.5, "hard": 2.0} if COMPILED else {"easy": 1.0, "medium": 1.5}
    for level in budgets:
        choose_in(Match("mosaic", seed=8), level)
    assert all(0.8 * most <= least < most for least, most in zip(seconds, budgets.values(), strict=True))


@pytest.mark.statement("mosaic", "R_AI_1")
@pytest.mark.parametrize("level", SEARCHING)
def test_R_AI_1_a_player_whose_time_is_up_moves_at_once(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    match = Match("mosaic", seed=8)
    unhurried = choose_in(match, level, NO_CLOCK)
    assert not unhurried.cut_short, "its own budget ends a search, where the clock does not"
    set_clock(monkeypatch, rings=True)
    hurried = choose_in(match, level)
    assert hurried.cut_short
    assert hurried.nodes < 1000, "the clock is looked at every few hundred boards"
    assert level == "medium" or unhurried.nodes > 10_000
    assert match.game.write_move(match.position, hurried.move) in match.legal()


@pytest.mark.statement("mosaic", "R_AI_2")
@pytest.mark.statement("mosaic", "acceptance.3")
def test_R_AI_2_easy_plays_a_random_swap_of_adjacent_tokens() -> None:
    texts = []
    for seed in range(200):
        match = Match("mosaic", None, seed, setup={"cells": GREEDY, "queue": GREEDY_QUEUE})
        texts.append(chosen(match, "easy"))
    legal = board(*GREEDY, queue=GREEDY_QUEUE).legal()
    assert set(texts) == set(legal) <= set(PAIRS)
    assert all(texts.count(text) > 100 / len(legal) for text in legal)


@pytest.mark.statement("mosaic", "R_AI_4")
@pytest.mark.skipif(not COMPILED, reason="too long for plain Python")
def test_R_AI_4_hard_weighs_what_may_fall_where_medium_takes_what_is_certain() -> None:
    last = board(*BEHIND, variant={"queue_shown": 0}, queue=[""] * 6, scores=[400, 450], moves_made=[19, 20])
    made = {text: points(board(*BEHIND, queue=["???"] * 6), text) for text in last.legal()}
    assert made["c5c6"] == 40 == max(made.values())
    assert chosen(last, "medium") == "c5c6"
    assert chosen(last, "hard") == "c3d3"


@pytest.mark.statement("mosaic", "R_AI_4")
def test_R_AI_4_hard_prunes_the_worse_half_of_the_swaps_round_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `hard` plays through, noted while it chooses: in every round the better half of the swaps before."""
    rounds: dict[int, dict[int, int]] = {}

    def noted(position: Any, swap: int, seed: int, first: int, number: int, *further: Any) -> int:
        chances = foresee(position, swap, seed, first, number, *further)
        rounds.setdefault(first, {})[swap] = chances
        return chances

    monkeypatch.setattr(players, "foresee", noted)
    match = board(*GREEDY, queue=GREEDY_QUEUE)
    choice = choose_in(match, "hard", NO_CLOCK)
    totals = dict.fromkeys(numbers(moves(match.position)), 0)
    for this_round in rounds.values():
        assert set(this_round) == set(totals), "the worse half is not played any more"
        totals = {swap: total + this_round[swap] for swap, total in totals.items()}
        ranked = sorted(totals, key=lambda swap: -totals[swap])
        if len(rounds) > 1 and this_round is not rounds[0]:
            totals = {swap: totals[swap] for swap in ranked[: (len(ranked) + 1) // 2]}
    assert [len(this_round) for this_round in rounds.values()] == [5, 5, 3, 2]
    assert choice.move == ranked[0]
