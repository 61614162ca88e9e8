"""Color Cascade Grid, statement by statement, in the order of its specification."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.events import Ended, Event, Passed
from quincunx.engine.match import Match, replay
from quincunx.engine.rules import observe, play
from quincunx.games.cascade.evaluation import KEEN
from quincunx.games.cascade.events import GoblinCame
from quincunx.games.cascade.players import LEVELS
from quincunx.games.match3.events import Cleared, Fell, Swapped
from quincunx.search.chooser import choose_in
from quincunx.search.hooks import WIN
from tests.conformance.opponents import NO_CLOCK, SEARCHING, chosen, minimax, seen, set_clock, thought_at
from tests.conformance.playing import bad_variant, ended, kinds, played, random_plies, refused
from tests.naive.cascade import Naive
from tests.suite.scale import COMPILED

THREE = "bbob..b"
"""One legal swap, c7d7: it clears a7 b7 c7."""

STILL = "bobo..."
"""No legal swap."""

DIAGONAL = ("bogvbog", "ogvbogv", "gvbogvb", "vbogvbo", "bogvbog", "ogvbogv", "gvbogvb")
"""A full board on which no two tokens of a colour are within two cells of each other in a row or column."""

PAIRS = [f"{col}{row}{chr(ord(col) + 1)}{row}" for row in range(1, 8) for col in "abcdef"]
PAIRS += [f"{col}{row}{col}{row + 1}" for row in range(1, 7) for col in "abcdefg"]


def board(*rows: str, variant: Any = None, goblins: str = "gv", **fields: Any) -> Match:
    """A match on a board whose lowest rows are these."""
    cells = ["......."] * (7 - len(rows)) + list(rows)
    return Match("cascade", variant, setup={"cells": cells, "goblins": goblins, **fields})


def bottom(match: Match, rows: int = 1) -> list[str]:
    """The lowest rows; those above must be empty."""
    cells = match.describe()["cells"]
    assert cells[: 7 - rows] == ["......."] * (7 - rows)
    return list(cells[7 - rows :])


def of_kind(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def columns(view: Mapping[str, Any]) -> list[str]:
    return ["".join(column) for column in zip(*view["cells"], strict=True)]


def swapped(cells: Sequence[str], text: str) -> list[str]:
    """The board after a swap, before anything is cleared."""
    grid = [list(row) for row in cells]
    (c, r), (d, s) = (("abcdefg".index(text[at]), int(text[at + 1]) - 1) for at in (0, 2))
    if "." in (grid[r][c], grid[s][d]):
        return list(cells)
    grid[r][c], grid[s][d] = grid[s][d], grid[r][c]
    return ["".join(row) for row in grid]


def has_streak(cells: Sequence[str]) -> bool:
    """Whether three of a colour are in a row or column, by looking at each three."""
    lines = [*cells, *columns({"cells": cells})]
    threes = [line[at : at + 3] for line in lines for at in range(len(line) - 2)]
    return any(three[0] == three[1] == three[2] and three[0] not in ".?" for three in threes)


def holds(*rows: str) -> str:
    """What a set-up board is refused for: the cells that are in a streak."""
    with pytest.raises(Refusal) as refusal:
        board(*rows)
    return refusal.value.message.split(", as ")[1].removesuffix(" do")


# Meta


@pytest.mark.statement("cascade", "meta.2")
@pytest.mark.statement("cascade", "grid.2")
def test_meta_2_it_is_a_board_game_on_7_rows_of_7() -> None:
    match = Match("cascade")
    for _ in random_plies(match, 60):
        assert [len(row) for row in match.describe()["cells"]] == [7] * 7


@pytest.mark.statement("cascade", "meta.4")
def test_meta_4_adjacent_tokens_swap_to_form_streaks_in_rows_or_columns() -> None:
    match = board(THREE)
    assert match.play("c7d7")[:2] == [Swapped((44, 45)), Cleared((42, 43, 44), "bbb", 1, 0)]
    assert of_kind(board("ob.....", "bg.....", "bv.....").play("a5b5"), Cleared)[0].cells == (28, 35, 42)


@pytest.mark.statement("cascade", "meta.5")
@pytest.mark.statement("cascade", "capture.7")
def test_meta_5_streaks_clear_and_what_stands_above_them_falls() -> None:
    match = board("v......", "gvo....", THREE)
    events = match.play("c7d7")
    assert of_kind(events, Fell) == [Fell(((28, 35), (35, 42), (36, 43), (37, 44)))]
    assert [row[:4] for row in bottom(match, 2)] == ["v...", "gvoo"]  # nothing drops from the top


@pytest.mark.statement("cascade", "meta.6")
def test_meta_6_goblins_reseed_colours() -> None:
    for turn in (1, 2):
        assert bottom(played(board(THREE, turn=turn), "c7d7")) == ["gv.o..b"]
    assert bottom(played(board(THREE, variant="literal", turn=1), "c7d7")) == ["...o..b"]
    assert bottom(played(board(THREE, variant="literal", turn=2), "c7d7")) == ["gv.o..b"]


# State: Board


@pytest.mark.statement("cascade", "board.1")
def test_board_1_the_grid_is_square_and_its_edges_do_not_wrap() -> None:
    match = Match("cascade")
    assert refused(match, "a1g1") == refused(match, "a1a7") == "not_adjacent"
    assert bottom(board("bb.o..b")) == ["bb.o..b"]  # the three b are no streak round the edge


@pytest.mark.statement("cascade", "board.2")
def test_board_2_the_dimensions_are_7_and_7() -> None:
    assert Match("cascade").variant.size == 7
    small = Match("cascade", {"size": 5, "tokens": [7, 6, 6, 6]})
    assert [len(row) for row in small.describe()["cells"]] == [5] * 5
    for size in (4, 8):
        assert bad_variant("cascade", size=size) == f"size must be a whole number from 5 to 7, not '{size}'"


@pytest.mark.statement("cascade", "board.3")
@pytest.mark.statement("cascade", "validation.2")
def test_board_3_neighbours_are_up_down_left_and_right() -> None:
    assert len(PAIRS) == 84
    match = Match("cascade")
    for _ in random_plies(match, 60):
        assert set(match.legal()) <= {*PAIRS, "pass"}
    match = board(THREE)
    assert refused(match, "a7c7") == refused(match, "a7b6") == "not_adjacent"


# State: Player, Board entity and Game


@pytest.mark.statement("cascade", "player.2r")
@pytest.mark.statement("cascade", "scoring.1")
def test_player_2r_blue_counts_for_seat_1_and_orange_for_seat_2() -> None:
    assert board("bbogvgo", "bogvgvb").describe()["tokens"] == [4, 3]
    match = Match("cascade")
    for _ in random_plies(match, 60):
        cells = "".join(match.describe()["cells"])
        assert match.describe()["tokens"] == [cells.count("b"), cells.count("o")]


@pytest.mark.statement("cascade", "player.3")
@pytest.mark.statement("cascade", "game.3")
def test_player_3_moves_are_counted_from_0() -> None:
    assert (Match("cascade").describe()["ply"], Match("cascade").moves) == (0, ())
    assert played(board(THREE), "c7d7").describe()["ply"] == 1
    assert played(board(STILL), "pass").describe()["ply"] == 1


@pytest.mark.statement("cascade", "grid.1")
def test_grid_1_each_cell_holds_a_colour_or_nothing() -> None:
    match = Match("cascade")
    for _ in random_plies(match, 60):
        assert set("".join(match.describe()["cells"])) <= set("bogv.")
    assert "." in "".join(match.describe()["cells"])


@pytest.mark.statement("cascade", "game.1")
@pytest.mark.statement("cascade", "setup.5")
def test_game_1_seat_1_starts() -> None:
    match = Match("cascade")
    assert match.describe()["turn"] == 1
    assert played(match, match.legal()[0]).describe()["turn"] == 2


@pytest.mark.statement("cascade", "game.2")
def test_game_2_the_status_is_playing_won_or_a_draw() -> None:
    assert ended(Match("cascade").describe()) == ("playing", None)
    assert ended(played(board("bbo...."), "pass", "pass").describe()) == ("won", 1)
    assert ended(played(board("boo...."), "pass", "pass").describe()) == ("won", 2)
    assert ended(played(board(STILL), "pass", "pass").describe()) == ("draw", None)


@pytest.mark.statement("cascade", "game.4")
def test_game_4_there_is_a_last_move() -> None:
    assert Match("cascade").record().moves == ()
    assert played(board(THREE), "c7d7").record().moves[-1] == "c7d7"


# Mechanics: Setup


@pytest.mark.statement("cascade", "setup.1")
def test_setup_1_the_grid_is_seeded_with_tokens() -> None:
    for _ in range(2):
        assert Match("cascade", seed=12345).describe()["cells"] == [
            "vobvgov", "vovoogb", "bgbvogv", "obgvboo", "bgvovvb", "ovbbogb", "goggbgg",
        ]  # fmt: skip
    for seed in range(30):
        match = Match("cascade", seed=seed)
        assert not has_streak(match.describe()["cells"])
        assert len(match.legal()) >= 6


@pytest.mark.statement("cascade", "setup.2")
def test_setup_2_colours_come_from_a_fixed_palette() -> None:
    for seed in range(30):
        cells = "".join(Match("cascade", seed=seed).describe()["cells"])
        assert [cells.count(colour) for colour in "bogv"] == [12, 13, 12, 12]
    assert "of sum 48" in bad_variant("cascade", tokens=[12, 13, 12, 11])
    assert "each 3 or more" in bad_variant("cascade", tokens=[2, 23, 12, 12])


@pytest.mark.statement("cascade", "setup.3")
def test_setup_3_the_board_starts_fully_occupied() -> None:
    for seed in range(30):
        assert "." not in "".join(Match("cascade", seed=seed).describe()["cells"])


@pytest.mark.statement("cascade", "setup.4")
def test_setup_4_the_start_depends_on_variant_and_seed_alone() -> None:
    first = Match("cascade", seed=3)
    played(Match("cascade", seed=4), *Match("cascade", seed=4).legal()[:1])
    assert Match("cascade", seed=3).describe() == first.describe() == Match("cascade", "standard", 3).describe()
    assert Match("cascade", seed=4).describe()["cells"] != first.describe()["cells"]


# Mechanics: Move Validation


@pytest.mark.statement("cascade", "validation.1")
def test_validation_1_a_swap_is_of_two_tokens() -> None:
    assert board("b......", "gbb...o").legal() == ["a6a7"]
    assert board("bb.b..o").legal() == ["pass"]  # a token does not move to an empty cell
    mixed = board("o.....g", "bb.bggv")
    assert mixed.legal() == ["g6g7"]
    assert refused(mixed, "c7d7") == "illegal_move"


@pytest.mark.statement("cascade", "validation.3")
@pytest.mark.statement("cascade", "validation.10")
@pytest.mark.statement("cascade", "validation.18")
def test_validation_3_a_swap_must_make_a_streak_of_three() -> None:
    match = board(THREE)
    assert match.legal() == ["c7d7"]
    with pytest.raises(Refusal, match=r"^b7c7 makes no line of three or more; play one of c7d7$") as refusal:
        match.play("b7c7")  # `bobb..b`: a pair
    assert refusal.value.errorCode == "no_match"
    assert refused(match, "a7b7") == "no_match"
    assert match.describe()["turn"] == 1


@pytest.mark.statement("cascade", "validation.4")
@pytest.mark.statement("cascade", "R1")
def test_validation_4_what_a_move_gives_is_deterministic_and_replayable() -> None:
    match = Match("cascade", seed=8)
    for _ in random_plies(match, 100):
        before = match.history[-2].position if len(match.history) > 1 else match.first
        assert play(before, match.history[-1].move) == match.position
    assert match.end is not None
    again = replay(match.record().as_text())
    assert [turn.position for turn in again.history] == [turn.position for turn in match.history]
    assert again.result == match.result


@pytest.mark.statement("cascade", "validation.5")
@pytest.mark.statement("cascade", "validation.7")
@pytest.mark.statement("cascade", "validation.16")
def test_validation_5_valid_is_a_swap_after_which_there_is_a_streak() -> None:
    for seed in range(5):
        match = Match("cascade", seed=seed)
        for _ in random_plies(match, 60, seed):
            if match.end:
                break
            cells = match.describe()["cells"]
            assert match.legal() == (sorted(p for p in PAIRS if has_streak(swapped(cells, p))) or ["pass"])
            for text in ("a7b7", "c6c7", "f7g7"):
                assert text in match.legal() or refused(match, text)


@pytest.mark.statement("cascade", "validation.6")
@pytest.mark.statement("cascade", "turns.3")
def test_validation_6_a_move_names_its_cells_and_the_position_knows_the_player() -> None:
    for turn in (1, 2):
        for text in ("c7d7", "D7C7", "d7c7"):
            match = played(board(THREE, turn=turn), text)
            assert (match.moves, match.history[0].seat) == (("c7d7",), turn)


@pytest.mark.statement("cascade", "validation.8")
@pytest.mark.statement("cascade", "validation.17")
def test_validation_8_a_preview_shows_the_affected_cells_and_what_can_be_known() -> None:
    match = board("goo....", "bbob..b")
    seen = match.game.narrate(observe(match.position, 1), match.game.read_move(match.position, "c7d7"))
    assert [wave.cells for wave in of_kind(seen.events, Cleared)] == [(42, 43, 44), (43, 44, 45)]
    preview = match.game.describe(seen.position)
    assert (preview["cells"][6], preview["goblins"]) == ("ggv...b", "??")
    assert bottom(match, 2) == ["goo....", "bbob..b"]


@pytest.mark.statement("cascade", "validation.8")
def test_validation_8_goblins_behind_those_shown_are_unknown_to_a_preview() -> None:
    match = board("......g", "bbobggv", variant={"vanish": "none"})
    position = observe(match.position, 2)
    for text in ("c7d7", "g6g7"):
        position = play(position, match.game.read_move(position, text))
    assert match.game.describe(position)["cells"][6] == "gv?o?.v"


@pytest.mark.statement("cascade", "validation.9")
def test_validation_9_a_token_swaps_up_down_left_or_right() -> None:
    match = board(THREE)
    names = {"up": "c4c3", "down": "c4c5", "left": "c4b4", "right": "c4d4"}
    texts = {
        way: match.game.write(match.position, match.game.read(match.position, name)) for way, name in names.items()
    }
    assert texts == {"up": "c3c4", "down": "c4c5", "left": "b4c4", "right": "c4d4"}


@pytest.mark.statement("cascade", "validation.11")
def test_validation_11_both_cells_are_on_the_board() -> None:
    match = board(THREE)
    assert refused(match, "g7h7") == refused(match, "a7a8") == refused(match, "a0a1") == "bad_move_text"


@pytest.mark.statement("cascade", "validation.12")
@pytest.mark.statement("cascade", "capture.14")
def test_validation_12_no_token_ever_hangs_over_an_empty_cell() -> None:
    for seed in range(5):
        match = Match("cascade", seed=seed)
        for _ in random_plies(match, 60, seed):
            for column in columns(match.describe()):
                assert "." not in column.lstrip(".")


@pytest.mark.statement("cascade", "validation.13")
def test_validation_13_the_side_to_move_may_select_any_token() -> None:
    for turn in (1, 2):
        for colours in ("bo", "ob", "gv", "vb"):
            first, second = colours
            row = f"{first}{first}{second}{first}"
            match = played(board("......o", f"{row}..b", turn=turn), "c7d7")
            assert of_kind(match.events(0), Cleared)[0].colours == 3 * first


@pytest.mark.statement("cascade", "validation.14")
@pytest.mark.statement("cascade", "movement.3")
def test_validation_14_the_target_is_one_step_away() -> None:
    match = board("bbogb..")
    assert has_streak(swapped(match.describe()["cells"], "c7e7"))
    assert refused(match, "c7e7") == refused(match, "c7d6") == refused(match, "c7c7") == "not_adjacent"
    assert match.legal() == ["pass"]
    assert board(THREE).legal() == ["c7d7"]


@pytest.mark.statement("cascade", "validation.15")
def test_validation_15_the_swap_is_simulated() -> None:
    match = board(THREE)
    before, view = match.position, match.describe()
    assert refused(match, "a7b7") == "no_match"
    play(before, match.game.read_move(before, "c7d7"))
    assert match.game.describe(before) == view


# Mechanics: Movement


@pytest.mark.statement("cascade", "movement.1")
def test_movement_1_only_swaps_are_allowed_where_there_is_one() -> None:
    match = Match("cascade")
    assert set(match.legal()) <= set(PAIRS)
    assert refused(match, "pass") == "illegal_move"


@pytest.mark.statement("cascade", "movement.2")
def test_movement_2_horizontally_and_vertically() -> None:
    across = board(THREE)
    assert across.legal() == ["c7d7"]
    assert bottom(played(across, "c7d7")) == ["gv.o..b"]
    down = board("..b....", "bbo...b")
    assert down.legal() == ["c6c7"]
    assert bottom(played(down, "c6c7")) == ["gvo...b"]


# Mechanics: Capture


@pytest.mark.statement("cascade", "capture.1")
def test_capture_1_the_tokens_of_a_streak_are_removed_whichever_side_moves() -> None:
    for turn in (1, 2):
        match = board(THREE, turn=turn)
        assert match.describe()["tokens"] == [4, 1]
        assert played(match, "c7d7").describe()["tokens"] == [1, 1]


@pytest.mark.statement("cascade", "capture.2")
@pytest.mark.statement("cascade", "capture.12")
@pytest.mark.statement("cascade", "capture.13")
def test_capture_2_streaks_are_horizontal_or_vertical_of_three_and_never_diagonal() -> None:
    assert holds("bbb....") == "a7, b7, c7"
    assert holds("....vvv", *["......."] * 6) == "e1, f1, g1"
    assert holds("o......", "o......", "o......") == "a5, a6, a7"
    assert holds("......g", "......g", "......g", *["......."] * 4) == "g1, g2, g3"
    assert board("bb.b..o").legal() == ["pass"]
    assert board("b......", "ob.....", "vob....").legal() == ["pass"]  # a5 b6 c7
    assert board("..b....", ".bo....", "bov....").legal() == ["pass"]  # a7 b6 c5
    diagonal = board("..b....", ".bo...g", "obv.ggv")
    assert diagonal.legal() == ["g6g7"]
    assert refused(diagonal, "a7b7") == "no_match"  # it would make only a7 b6 c5


@pytest.mark.statement("cascade", "capture.3")
def test_capture_3_a_streak_needs_nothing_beyond_its_ends() -> None:
    assert of_kind(board(THREE).play("c7d7"), Cleared)[0].cells == (42, 43, 44)  # from the edge
    assert of_kind(board("b..bobb").play("d7e7"), Cleared)[0].cells == (46, 47, 48)  # to the other


@pytest.mark.statement("cascade", "capture.4")
def test_capture_4_a_fall_that_makes_a_streak_clears_it_in_the_same_move() -> None:
    match = board("goo....", "bbob..b")
    assert of_kind(match.play("c7d7"), Cleared) == [
        Cleared((42, 43, 44), "bbb", wave=1, points=0),
        Cleared((43, 44, 45), "ooo", wave=2, points=0),
    ]
    assert match.describe()["tokens"] == [1, 0]


@pytest.mark.statement("cascade", "capture.5")
@pytest.mark.statement("cascade", "capture.11")
def test_capture_5_streaks_of_three_four_and_five_are_cleared_whole() -> None:
    for row, count in [("bbo....", 3), ("bbob...", 4), ("bbobb..", 5)]:
        (wave,) = of_kind(board("..b....", row).play("c6c7"), Cleared)
        assert wave.cells == tuple(range(42, 42 + count))


@pytest.mark.statement("cascade", "capture.6")
def test_capture_6_a_cell_in_a_row_and_a_column_is_removed_once_with_both() -> None:
    match = board("..b....", "..b....", THREE)
    (wave,) = of_kind(match.play("c7d7"), Cleared)
    assert wave.cells == (30, 37, 42, 43, 44)
    assert match.describe()["tokens"] == [1, 1]


@pytest.mark.statement("cascade", "capture.8")
def test_capture_8_goblins_come_after_the_cascade_in_neutral_colours() -> None:
    for seed in range(5):
        match = Match("cascade", seed=seed)
        for before, events in random_plies(match, 100, seed):
            goblins = of_kind(events, GoblinCame)
            assert len(goblins) == (0 if isinstance(events[0], Passed) else 2)
            assert "goblin_came" not in kinds(events)[: -2 if match.end is None else -3]
            assert {goblin.colour for goblin in goblins} <= set("gv")
            assert all(now <= then for now, then in zip(match.describe()["tokens"], before["tokens"], strict=True))


@pytest.mark.statement("cascade", "capture.9")
@pytest.mark.statement("cascade", "R1")
@pytest.mark.parametrize("options", [{}, {"preset": "literal"}, {"size": 5, "tokens": [7, 6, 6, 6]}])
def test_capture_9_play_does_what_a_naive_loop_does(options: dict[str, Any]) -> None:
    match = Match("cascade", options, seed=5)
    naive = Naive(match.variant.model_dump(), 5)
    for _ in random_plies(match, 60):
        naive.play(match.moves[-1])
        assert naive.position().items() <= match.describe().items()
        assert naive.legal() == match.legal()
    assert match.end is not None


@pytest.mark.statement("cascade", "capture.10")
def test_capture_10_the_position_and_the_move_are_all_the_inputs() -> None:
    one, other = board(THREE), board(THREE, ply=30)
    assert played(one, "c7d7").describe()["cells"] == played(other, "c7d7").describe()["cells"]
    position = board(THREE).position
    move = one.game.read_move(position, "c7d7")
    assert play(position, move) == play(position, move)


@pytest.mark.statement("cascade", "capture.15")
@pytest.mark.statement("cascade", "capture.16")
def test_capture_15_all_streaks_are_removed_at_once() -> None:
    match = board("oob...v", "bbo...b")
    assert of_kind(match.play("c6c7"), Cleared) == [Cleared((35, 36, 37, 42, 43, 44), "ooobbb", 1, 0)]
    assert bottom(match, 2) == ["......v", "gv....b"]


@pytest.mark.statement("cascade", "capture.17")
def test_capture_17_columns_collapse_downward_in_their_order() -> None:
    match = board("o......", "v......", "go.....", "bbob..b")
    match.play("c7d7")
    assert columns(match.describe())[0] == "....ovg"
    assert columns(match.describe())[1] == "......o"


@pytest.mark.statement("cascade", "capture.18")
def test_capture_18_a_goblin_takes_the_lowest_cell_of_the_emptiest_column() -> None:
    leftmost = board(THREE, goblins="vg")
    assert of_kind(leftmost.play("c7d7"), GoblinCame) == [GoblinCame(42, 0, "v"), GoblinCame(43, 1, "g")]
    tower = board("v......", "gvo....", THREE)  # e and f are the only empty columns
    assert of_kind(tower.play("c7d7"), GoblinCame) == [GoblinCame(46, 4, "g"), GoblinCame(47, 5, "v")]


@pytest.mark.statement("cascade", "capture.18")
def test_capture_18_a_goblin_makes_no_line_and_is_lost_where_it_cannot_help_it() -> None:
    other = board("ob.....", "bvvgovo", "bggbgob", goblins="gv")  # a7 beside two greens
    assert of_kind(other.play("a5b5"), GoblinCame) == [GoblinCame(42, 0, "v"), GoblinCame(30, 2, "v")]
    lost = board(".ggobbo", "vobogvb", "vbobobo", goblins="gv")  # a5 beside two greens and on two violets
    assert of_kind(lost.play("g5g6"), GoblinCame) == [GoblinCame(None, 0, "g"), GoblinCame(32, 4, "v")]
    full = board(*DIAGONAL[:5], "bgvbogv", "obbogvb", goblins="gv")  # only column a has room
    assert of_kind(full.play("a7b7"), GoblinCame) == [GoblinCame(14, 0, "g"), GoblinCame(None, None, "v")]


# Mechanics: Turn Flow


@pytest.mark.statement("cascade", "flow.1")
def test_flow_1_the_turn_switches_after_a_move() -> None:
    match = board(THREE)
    assert refused(match, "a7b7") == "no_match"
    assert match.describe()["turn"] == 1
    assert played(match, "c7d7").describe()["turn"] == 2


@pytest.mark.statement("cascade", "flow.2")
def test_flow_2_a_side_without_a_move_passes() -> None:
    match = board(STILL)
    assert match.legal() == ["pass"]
    assert refused(match, "a7b7") == "illegal_move"
    assert match.play("pass") == [Passed(1)]
    assert (bottom(match), match.describe()["turn"]) == ([STILL], 2)
    assert match.describe()["goblins"] == "gv"


@pytest.mark.statement("cascade", "flow.3")
def test_flow_3_the_game_ends_after_two_consecutive_passes() -> None:
    match = played(board(STILL), "pass")
    assert ended(match.describe()) == ("playing", None)
    assert match.play("pass") == [Passed(2), Ended("draw", "count")]
    assert ended(match.describe()) == ("draw", None)


# Mechanics: Scoring


@pytest.mark.statement("cascade", "scoring.2")
def test_scoring_2_at_the_end_the_player_with_more_tokens_wins() -> None:
    assert ended(played(board("bbogvg."), "pass", "pass").describe()) == ("won", 1)
    assert ended(played(board("booggv."), "pass", "pass").describe()) == ("won", 2)
    assert ended(played(board("bbogvg.", variant="literal"), "pass", "pass").describe()) == ("draw", None)


@pytest.mark.statement("cascade", "scoring.3")
def test_scoring_3_equal_counts_are_a_draw() -> None:
    assert ended(played(board("bobogg."), "pass", "pass").describe()) == ("draw", None)


# Turns


@pytest.mark.statement("cascade", "turns.1")
def test_turns_1_the_players_alternate() -> None:
    match = Match("cascade", seed=2)
    turns = [before["turn"] for before, _ in random_plies(match, 100)]
    assert turns == [1 + ply % 2 for ply in range(len(turns))]
    assert [turn.seat for turn in match.history] == turns


@pytest.mark.statement("cascade", "turns.4")
def test_turns_4_a_move_is_made_while_playing_and_if_it_is_valid() -> None:
    match = board("bbob...")
    assert refused(match, "a7b7") == "no_match"
    assert refused(match, "a7c7") == "not_adjacent"
    match.play("c7d7")
    assert refused(match, "c7d7") == "match_over"


@pytest.mark.statement("cascade", "turns.5")
def test_turns_5_a_move_updates_the_whole_state_and_the_ends_are_judged() -> None:
    match = played(board(THREE), "c7d7")
    view = match.describe()
    assert (bottom(match), view["tokens"], view["ply"], view["turn"]) == (["gv.o..b"], [1, 1], 1, 2)
    assert match.record().moves == ("c7d7",)
    assert ended(view) == ("playing", None)
    assert ended(played(board("bbob..."), "c7d7").describe()) == ("won", 1)


@pytest.mark.statement("cascade", "turns.8")
@pytest.mark.statement("cascade", "turns.9")
def test_turns_8_a_restart_when_the_game_is_over_resets_everything() -> None:
    match = Match("cascade", seed=6)
    first = match.describe()
    with pytest.raises(Refusal) as refusal:
        match.restart()
    assert refusal.value.errorCode == "not_over"
    for _ in random_plies(match, 100):
        pass
    match.undo()
    match.redo()
    assert match.end is not None
    match.restart()
    assert match.describe() == first
    record = match.record()
    assert (record.moves, record.result, record.ended_by, record.seed, record.assisted) == ((), None, None, 6, True)


# Rules


@pytest.mark.statement("cascade", "R1.2")
def test_R1_2_illegal_actions_yield_an_error_code_and_a_message() -> None:
    match = board("o.....g", "bb.bggv")
    wrong = {
        "a7c7": "not_adjacent",
        "a7b7": "no_match",
        "c7d7": "illegal_move",  # c7 is empty
        "g7h7": "bad_move_text",
        "swap": "bad_move_text",
        "pass": "illegal_move",
    }
    for text, code in wrong.items():
        with pytest.raises(Refusal) as refusal:
            match.play(text)
        error = refusal.value.as_json()
        assert list(error) == ["errorCode", "message"]
        assert error["errorCode"] == refused(match, text) == code
        assert len(error["message"]) > 20
    over = played(board("bbob..."), "c7d7")
    assert refused(over, "c7d7") == "match_over"


# End Conditions


@pytest.mark.statement("cascade", "end.1")
@pytest.mark.statement("cascade", "end.2")
@pytest.mark.parametrize("turn", [1, 2])
def test_end_1_seat_1_wins_when_its_tokens_are_gone_and_some_of_seat_2_remain(turn: int) -> None:
    match = board("bbob...", turn=turn)
    assert match.play("c7d7")[-1] == Ended("1", "vanish")
    assert (match.describe()["tokens"], ended(match.describe())) == ([0, 1], ("won", 1))
    turned = played(board("bbob...", variant={"vanish": "loses"}, turn=turn), "c7d7")
    assert ended(turned.describe()) == ("won", 2)
    dropped = played(board("bbob...", variant={"vanish": "none"}, turn=turn), "c7d7")
    assert ended(dropped.describe()) == ("playing", None)


@pytest.mark.statement("cascade", "end.3")
@pytest.mark.statement("cascade", "end.6")
def test_end_3_vanishing_ends_the_match_at_once() -> None:
    for row, winner in [("bbobggv", 1), ("ooboggv", 2)]:
        match = played(board("......g", row), "c7d7")
        assert ended(match.describe()) == ("won", winner)
        assert match.legal() == match.game.legal_texts(match.position) == []
        assert "g6g7" in played(board("......g", row, variant={"vanish": "none"}), "c7d7").legal()


@pytest.mark.statement("cascade", "end.4")
@pytest.mark.parametrize("turn", [1, 2])
def test_end_4_seat_2_wins_when_its_tokens_are_gone_and_some_of_seat_1_remain(turn: int) -> None:
    match = board("oobo...", turn=turn)
    assert match.play("c7d7")[-1] == Ended("2", "vanish")
    assert (match.describe()["tokens"], ended(match.describe())) == ([1, 0], ("won", 2))


@pytest.mark.statement("cascade", "end.5")
def test_end_5_all_may_but_need_not_remain_and_if_both_are_gone_play_goes_on() -> None:
    some = played(board("goo....", "bbob..b"), "c7d7")  # the three oranges go, and three of four blues
    assert (some.describe()["tokens"], ended(some.describe())) == ([1, 0], ("won", 2))
    both = played(board("goo....", "bbob..."), "c7d7")
    assert (both.describe()["tokens"], ended(both.describe())) == ([0, 0], ("playing", None))


@pytest.mark.statement("cascade", "end.7")
@pytest.mark.statement("cascade", "end.8")
def test_end_7_no_legal_move_for_both_is_a_draw_in_the_literal_game_and_counted_in_the_standard_one() -> None:
    literal = played(board("bbo....", variant="literal"), "pass")
    assert literal.legal() == ["pass"]
    assert literal.play("pass")[-1] == Ended("draw", "no_moves")
    assert ended(literal.describe()) == ("draw", None)
    assert ended(played(board("bbo...."), "pass", "pass").describe()) == ("won", 1)
    for row in (THREE, STILL):
        assert board(row, turn=1).legal() == board(row, turn=2).legal()


@pytest.mark.statement("cascade", "end.9")
def test_end_9_vanishing_comes_before_counting() -> None:
    match = played(board("bbob..."), "c7d7")
    assert bottom(match) == ["gv.o..."]  # no swap is left, and orange has more tokens
    assert (ended(match.describe()), match.moves) == (("won", 1), ("c7d7",))


@pytest.mark.statement("cascade", "end.10")
def test_end_10_equal_counts_without_moves_are_a_draw() -> None:
    for variant in ("standard", "literal"):
        assert ended(played(board(STILL, variant=variant), "pass", "pass").describe()) == ("draw", None)


@pytest.mark.statement("cascade", "end.11")
def test_end_11_counts_are_compared_when_no_move_is_left() -> None:
    assert ended(played(board("gvg...."), "pass", "pass").describe()) == ("draw", None)
    assert ended(played(board("bogbg.."), "pass", "pass").describe()) == ("won", 1)


@pytest.mark.statement("cascade", "end.12")
def test_end_12_equal_counts_with_a_move_left_are_no_draw() -> None:
    match = board("bbob.oo")
    assert match.describe()["tokens"] == [3, 3]
    assert ended(match.describe()) == ("playing", None)
    assert refused(match, "pass") == "illegal_move"


# Acceptance


@pytest.mark.statement("cascade", "acceptance.1")
def test_acceptance_1_the_first_move_of_the_default_game() -> None:
    match = Match("cascade")
    assert (match.describe()["goblins"], match.legal()[0]) == ("gg", "a4b4")
    match.play("a4b4")  # clears a3 a4 a5; one goblin comes to a3, and no other column has room
    view = match.describe()
    assert view["cells"] == [".obvgov", ".ovoogb", "ggbvogv", "vogvboo", "vgvovvb", "ovbbogb", "goggbgg"]
    assert (view["tokens"], view["goblins"]) == ([9, 13], "vv")


@pytest.mark.statement("cascade", "acceptance.2")
def test_acceptance_2_captured_pieces_are_removed_and_the_board_cascades_deterministically() -> None:
    matches = [played(board("v......", "gvo....", THREE), "c7d7") for _ in range(2)]
    for match in matches:
        assert bottom(match, 2) == ["v......", "gvoogvb"]


# Opponents: State, Rules, Technical and Acceptance

LAST_THREE = ("o......", "g......", "o......", "bv.....", "vg.gvgv", "bo.ogvv", "bggogoo")
"""a4a5 brings Blue's last three tokens together."""

THREATENED = ("g.....v", "vgg.gvv", "ggvovgo", "ovgbbgv", "vggvgbg")
"""Blue threatens to vanish; of Orange's fifteen swaps only e7f7 and f7g7 stop it."""

ENDGAME = ("...g.v.", "...v.b.", "vg.ovb.", "vg.ovgg", "gvvbgoo")
"""A quiet swap, a7b7, wins for Blue whatever goblins come; it clears no token of either side."""


@pytest.mark.statement("cascade", "ai.1")
@pytest.mark.statement("cascade", "ai.3")
@pytest.mark.statement("cascade", "R_AI_3")
def test_ai_1_medium_plays_the_best_swap_of_a_minimax_of_four_plies_over_what_is_seen() -> None:
    for seed in range(4 if COMPILED else 1):
        match = Match("cascade", seed=seed)
        for _ in random_plies(match, 5 + seed):
            pass
        choice = choose_in(match, "medium", NO_CLOCK)
        best, visited = minimax(seen(match), 4, KEEN)
        assert (choice.score, choice.depth) == (best, 4)
        assert -minimax(play(seen(match), choice.move), 3, KEEN, 1)[0] == best
        assert choice.nodes < visited // 4 or visited < 1000  # pruned


@pytest.mark.statement("cascade", "ai.3")
@pytest.mark.parametrize("level", ["easy", *SEARCHING])
def test_ai_3_no_level_sees_further_than_a_person(level: str) -> None:
    for seed in range(2 if level == "hard" else 8):
        match = Match("cascade", seed=seed)
        for _ in random_plies(match, 6):
            pass
        first = match.position
        other = first._replace(goblins=first.goblins._replace(source=first.goblins.source ^ 1))
        assert match.game.describe(other) == match.game.describe(first)
        assert thought_at(match, other, level) == thought_at(match, first, level)


@pytest.mark.statement("cascade", "R_AI_1")
@pytest.mark.statement("cascade", "technical.4")
def test_R_AI_1_the_clock_of_every_level_is_set_to_ring_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """And within 2 seconds. The benchmark measures how long the choices take."""
    seconds = set_clock(monkeypatch, rings=False)
    budgets = {"easy": 1.0, "medium": 1.5, "hard": 2.0} if COMPILED else {"easy": 1.0, "medium": 1.5}
    for level in budgets:
        choose_in(Match("cascade", seed=8), level)
    assert all(0.8 * most <= least < most for least, most in zip(seconds, budgets.values(), strict=True))


@pytest.mark.statement("cascade", "R_AI_1")
@pytest.mark.parametrize("level", SEARCHING)
def test_R_AI_1_a_player_whose_time_is_up_moves_at_once(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    match = Match("cascade", seed=8)
    unhurried = choose_in(match, level, NO_CLOCK)
    assert not unhurried.cut_short, "its own budget ends a search, where the clock does not"
    set_clock(monkeypatch, rings=True)
    hurried = choose_in(match, level)
    assert hurried.cut_short
    assert hurried.nodes < 1000, "the clock is looked at every few hundred boards"
    assert level == "medium" or unhurried.nodes > 10_000
    assert match.game.write_move(match.position, hurried.move) in match.legal()


@pytest.mark.statement("cascade", "R_AI_2")
@pytest.mark.statement("cascade", "acceptance.3")
def test_R_AI_2_easy_plays_the_swap_with_the_best_lead_after_it() -> None:
    for seed in range(6):
        match = Match("cascade", seed=seed)
        while match.end is None and len(match.moves) < 10:
            leads = {text: lead_after(match, text) for text in match.legal()}
            text = chosen(match, "easy")
            assert leads[text] == max(leads.values())
            match.play(text)


def lead_after(match: Match, text: str) -> int:
    """How many more tokens the side that moves then has; a win is the best lead, a loss the worst."""
    seat = match.describe()["turn"] - 1
    view = played(replay(match.record().as_text()), text).describe()
    if view["winner"]:
        return 100 if view["winner"] == seat + 1 else -100
    return int(view["tokens"][seat] - view["tokens"][1 - seat])


@pytest.mark.statement("cascade", "R_AI_4")
@pytest.mark.skipif(not COMPILED, reason="too long for plain Python")
def test_R_AI_4_hard_is_a_tree_search_with_an_exact_end() -> None:
    assert LEVELS["hard"].player.algorithm == "mcts"
    opening = choose_in(Match("cascade", seed=1), "hard", NO_CLOCK)
    assert opening.nodes > 10_000
    assert not opening.proven
    end = board(*ENDGAME)
    choice = choose_in(end, "hard", NO_CLOCK)
    assert (end.game.write_move(end.position, choice.move), choice.proven) == ("a7b7", True)


@pytest.mark.statement("cascade", "acceptance.4")
@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("courtesy", [False, True])
def test_acceptance_4_a_win_in_one_is_taken(level: str, courtesy: bool) -> None:
    for seat, variant in ((1, {"vanish": "wins"}), (2, {"vanish": "loses"}), (1, {"preset": "literal"})):
        match = board(*LAST_THREE, turn=seat, variant={**variant, "courtesy": courtesy})
        choice = choose_in(match, level, NO_CLOCK)
        assert (match.game.write_move(match.position, choice.move), choice.score) == ("a4a5", WIN - 1)
        match.play("a4a5")
        assert ended(match.describe()) == ("won", seat)


@pytest.mark.statement("cascade", "acceptance.5")
@pytest.mark.parametrize("level", SEARCHING)
def test_acceptance_5_the_persons_win_is_blocked_unless_courtesy_forbids_it(level: str) -> None:
    blocks = {"e7f7", "f7g7"}
    assert len(board(*THREATENED, turn=2).legal()) == 15
    assert chosen(board(*THREATENED, turn=2, goblins="vg"), level) in blocks
    for seed in range(3):
        polite = board(*THREATENED, turn=2, goblins="vg", variant={"courtesy": True}, seed=seed)
        text = chosen(polite, level)
        assert text == chosen(polite, level)
        assert text not in blocks
        polite.play(text)
        results = [played(replay_setup(polite), answer).describe()["winner"] for answer in polite.legal()]
        assert 1 in results


def replay_setup(match: Match) -> Match:
    """The same position in a match of its own."""
    return Match("cascade", match.variant, match.seed, setup=match.describe())
