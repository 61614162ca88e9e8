"""One play of a game: what all games have in common."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode
from quincunx.engine.events import Ended
from quincunx.engine.game import AnyGame
from quincunx.engine.match import End, Match, replay
from quincunx.engine.record import Seat
from quincunx.engine.rules import DRAWN, LOST, PLAYING
from tests.suite.games import GAMES, every_game, random_match, random_moves
from tests.suite.refusals import refused

FOR_TWO = [game for game in GAMES if game.seats == 2]
for_two = pytest.mark.parametrize("game", FOR_TWO, ids=[game.slug for game in FOR_TWO])
ALONE = [game for game in GAMES if game.seats == 1]
alone = pytest.mark.parametrize("game", ALONE, ids=[game.slug for game in ALONE])


def state(match: Match) -> Any:
    """Everything that a refusal must leave as it was."""
    return match.record(), match.describe(), match.legal(), match.seen, match.history, match.end


def refused_whole(match: Match, code: StrEnum, call: Callable[..., Any], *args: Any) -> str:
    """The message of a refusal that changes nothing."""
    before = state(match)
    message = refused(code, call, *args)
    assert state(match) == before
    return message


def play_on(match: Match) -> Match:
    """The match, played at random to its end."""
    for text in random_moves(match, seed=2):
        match.play(text)
    assert match.end is not None
    return match


# Beginning


@every_game
def test_a_match_begins_at_ply_0_with_seat_1_to_move(game: AnyGame) -> None:
    match = Match(game)
    view = match.describe()
    assert (view["ply"], view["turn"], view["status"], view["winner"]) == (0, 1, "playing", None)
    assert (match.moves, match.history, match.end, match.result, match.assisted) == ((), [], None, None, False)
    assert match.seed == 12345
    assert len(match.seats) == game.seats
    assert match.legal()
    assert match.seen == 1


@every_game
def test_a_game_may_be_named_or_given(game: AnyGame) -> None:
    assert Match(game.slug).describe() == Match(game).describe()


@every_game
@pytest.mark.parametrize("seed", [-1, 2**53, 10**30, 1.0, "1", None, True, [1]])
def test_a_bad_seed_is_refused_with_the_range(game: AnyGame, seed: Any) -> None:
    assert str(2**53 - 1) in refused(ErrorCode.BAD_SEED, Match, game, None, seed)


@every_game
def test_the_ends_of_the_range_of_seeds_are_seeds(game: AnyGame) -> None:
    assert Match(game, seed=0).seed == 0
    assert Match(game, seed=2**53 - 1).legal()


def test_an_unknown_game_or_variant_is_refused() -> None:
    refused(ErrorCode.UNKNOWN_GAME, Match, "chess")
    refused(ErrorCode.BAD_VARIANT, Match, "pushmine", "chess")


@every_game
def test_the_seed_decides_the_beginning_where_chance_plays_a_part(game: AnyGame) -> None:
    beginnings = {str(Match(game, seed=seed).describe()) for seed in range(6)}
    assert len(beginnings) == (6 if game.chance else 1)
    assert str(Match(game, seed=3).describe()) in beginnings


# Moves


@every_game
def test_a_move_is_appended_with_its_text_seat_and_position(game: AnyGame) -> None:
    match = Match(game)
    text = match.legal()[0]
    events = match.play(text.upper())
    (turn,) = match.history
    assert (turn.text, turn.seat, turn.position) == (text, 1, match.position)
    assert match.moves == (text,)
    assert match.events(0) == events != []
    assert match.describe()["ply"] == 1


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "no such move", "pass", "z99", None, 5, ["a1"], "x" * 100_000, "\0", "\ud800"]
)
def test_a_refused_move_leaves_the_match_as_it_was(game: AnyGame, text: Any) -> None:
    match = random_match(game, plies=2)
    code = ErrorCode.ILLEGAL_MOVE if text == "pass" else ErrorCode.BAD_MOVE_TEXT
    message = refused_whole(match, code, match.play, text)
    assert len(message) < 500


@every_game
def test_a_refused_move_keeps_what_could_be_redone(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    match.undo()
    refused_whole(match, ErrorCode.BAD_MOVE_TEXT, match.play, "no such move")
    match.redo()
    assert len(match.moves) == 3


@every_game
def test_after_the_end_everything_but_looking_back_is_refused(game: AnyGame) -> None:
    match = random_match(game)
    assert match.end is not None
    assert match.ended_by == "rules"
    assert match.legal() == []
    last = match.moves[-1]
    refused_whole(match, ErrorCode.MATCH_OVER, match.play, last)
    refused_whole(match, ErrorCode.MATCH_OVER, match.resign, 1)
    refused_whole(match, ErrorCode.MATCH_OVER, match.agree_draw)
    refused_whole(match, ErrorCode.MATCH_OVER, match.stop, DRAWN, "clock")
    match.undo()
    assert match.end is None
    match.play(last)
    assert match.end is not None


# Undo and redo


@every_game
def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(game: AnyGame) -> None:
    match = random_match(game, plies=12)
    views = [match.describe()]
    for _ in range(len(match.moves)):
        match.undo()
        views.append(match.describe())
    assert views[-1] == Match(game, seed=1).describe()
    for view in views[-2::-1]:
        match.redo()
        assert match.describe() == view
    refused_whole(match, ErrorCode.NOTHING_TO_REDO, match.redo)


@every_game
def test_undo_takes_everything_back_and_the_same_move_gives_the_same_again(game: AnyGame) -> None:
    match = random_match(game, plies=6)
    last, position, view = match.moves[-1], match.position, match.describe()
    events = match.events(len(match.moves) - 1)
    match.undo()
    assert match.play(last) == events
    assert (match.position, match.describe()) == (position, view)


@every_game
def test_nothing_to_undo_and_nothing_to_redo_are_refused(game: AnyGame) -> None:
    match = Match(game)
    refused_whole(match, ErrorCode.NOTHING_TO_UNDO, match.undo)
    refused_whole(match, ErrorCode.NOTHING_TO_REDO, match.redo)
    assert not match.assisted


@every_game
def test_a_new_move_forgets_what_was_undone(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    match.undo()
    match.play(match.legal()[-1])
    refused_whole(match, ErrorCode.NOTHING_TO_REDO, match.redo)


@every_game
def test_undo_marks_the_match_assisted_for_good(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    assert not match.assisted
    match.undo()
    match.redo()
    assert match.assisted
    assert match.record().assisted
    if game.seats == 2:
        match.resign(1)
    else:
        match.stop(LOST, "ply_cap")
    match.restart()
    assert match.assisted


@every_game
def test_a_hint_marks_the_match_assisted(game: AnyGame) -> None:
    match = Match(game)
    match.assist()
    assert match.assisted


# Restart


@every_game
def test_restart_begins_again_with_the_same_seed_and_seats(game: AnyGame) -> None:
    seats = (Seat(kind="level", level="easy"), Seat())[: game.seats]
    fresh = Match(game, seed=9, seats=seats)
    match = Match(game, seed=9, seats=seats)
    play_on(match)
    match.restart()
    assert state(match) == state(fresh)
    refused_whole(match, ErrorCode.NOTHING_TO_UNDO, match.undo)
    refused_whole(match, ErrorCode.NOTHING_TO_REDO, match.redo)


@every_game
def test_during_play_a_match_restarts_where_its_rule_book_says_so(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    if game.slug in ("mosaic", "cascade"):
        assert "resign" in refused_whole(match, ErrorCode.NOT_OVER, match.restart)
    else:
        match.restart()
        assert match.moves == ()


@for_two
def test_an_agreed_end_is_cleared_by_a_restart(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    match.agree_draw()
    match.restart()
    assert match.end is None
    assert match.legal()


# Ends are data


def test_an_end_by_the_rules_says_who_moved_last_and_why() -> None:
    match = Match("pushmine", setup={"cells": ["XXX..", ".....", ".....", ".....", "....."]})
    assert match.end is None
    match.play("1>")
    assert match.end == End("1", 1, "line")
    match.undo()
    assert match.end is None
    match.redo()
    assert match.end == End("1", 1, "line")


def test_a_draw_by_repetition_says_so() -> None:
    match = Match("pushmine", {"draw_by_repetition": 2, "size": 4})
    while match.end is None:  # each side pushes its own stone out again
        match.play("1>")
    assert match.end == End("draw", match.history[-1].seat, "repetition")


@every_game
def test_the_end_is_what_the_last_event_says(game: AnyGame) -> None:
    match = random_match(game)
    last = match.events(len(match.moves) - 1)[-1]
    assert isinstance(last, Ended)
    assert match.end == End(last.result, match.history[-1].seat, last.why)
    assert replay(match.record()).end == match.end


def test_a_match_that_begins_at_its_end_was_ended_by_nobody() -> None:
    match = Match("duel", {"size": 2}, setup={"cells": ["RR", "RG"]})
    assert match.end == End("1", None, "setup")


@for_two
def test_the_side_that_resigned_or_ran_out_of_time_is_named_and_survives_the_record(game: AnyGame) -> None:
    resigned, late, agreed, capped = (random_match(game, plies=3) for _ in range(4))
    resigned.resign(2)
    late.stop(2, "clock")
    agreed.agree_draw()
    capped.stop(1, "ply_cap")
    assert resigned.end == End("1", 2, "resignation")
    assert late.end == End("2", 1, "clock")
    assert agreed.end == End("draw", None, "agreement")
    assert capped.end == End("1", None, "ply_cap")
    for match in (resigned, late, agreed, capped):
        assert replay(match.record()).end == match.end


@alone
def test_alone_a_stopped_match_was_stopped_by_its_player(game: AnyGame) -> None:
    match = random_match(game, plies=2)
    match.stop(LOST, "absence")
    assert match.end == End("lost", 1, "absence")


# Ends that people make


@for_two
@pytest.mark.parametrize("seat", [1, 2])
def test_the_side_that_resigns_loses_whichever_side_is_to_move(game: AnyGame, seat: int) -> None:
    match = random_match(game, plies=3)
    match.resign(seat)
    view = match.describe()
    assert (view["status"], view["winner"]) == ("won", 3 - seat)
    record = match.record()
    assert (record.result, record.ended_by) == (str(3 - seat), "resignation")
    assert match.legal() == []


@for_two
def test_a_draw_can_be_agreed(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    match.agree_draw()
    view = match.describe()
    assert (view["status"], view["winner"]) == ("draw", None)
    assert (match.result, match.record().ended_by) == ("draw", "agreement")


@for_two
@pytest.mark.parametrize("seat", [0, 3, -1, "1", None])
def test_only_a_seat_can_resign(game: AnyGame, seat: Any) -> None:
    match = Match(game)
    refused_whole(match, ErrorCode.NOT_YOUR_SEAT, match.resign, seat)


@alone
def test_alone_there_is_nobody_to_resign_to_or_agree_with(game: AnyGame) -> None:
    match = Match(game)
    refused_whole(match, ErrorCode.NOT_YOUR_SEAT, match.resign, 1)
    refused_whole(match, ErrorCode.NOT_YOUR_SEAT, match.agree_draw)


@for_two
def test_an_agreed_end_can_be_neither_played_on_nor_undone(game: AnyGame) -> None:
    match = random_match(game, plies=3)
    text = match.legal()[0]
    match.undo()
    match.resign(2)
    for call, *args in ((match.play, text), (match.undo,), (match.redo,), (match.resign, 1), (match.agree_draw,)):
        refused_whole(match, ErrorCode.MATCH_OVER, call, *args)


@for_two
@pytest.mark.parametrize(
    ("result", "by", "shown"),
    [(1, "clock", ("won", 1)), (2, "absence", ("won", 2)), (DRAWN, "ply_cap", ("draw", None))],
)
def test_a_match_can_be_stopped_from_outside(
    game: AnyGame, result: int, by: Any, shown: tuple[str, int | None]
) -> None:
    match = random_match(game, plies=2)
    match.stop(result, by)
    view = match.describe()
    assert (view["status"], view["winner"]) == shown
    assert match.record().ended_by == by


@alone
def test_alone_a_match_that_is_stopped_is_lost(game: AnyGame) -> None:
    match = random_match(game, plies=2)
    match.stop(LOST, "ply_cap")
    view = match.describe()
    assert (view["status"], view["winner"], match.result) == ("lost", None, "lost")
    assert replay(match.record().as_json()).describe() == view


@every_game
@pytest.mark.parametrize(("result", "by"), [(PLAYING, "clock"), (7, "clock"), (1, "rules"), (DRAWN, "resignation")])
def test_a_match_cannot_end_in_an_unknown_way(game: AnyGame, result: int, by: Any) -> None:
    match = Match(game)
    before = state(match)
    with pytest.raises(ValueError, match="cannot end"):
        match.stop(result, by)
    assert state(match) == before


# Repetition


ROUND = ["1<", "2<", "1>", "2>"]
"""Two stones of pushmine go to and fro: after four plies the second position is there again, barred push and all."""


def going_round(plies: int, **options: Any) -> Match:
    match = Match("pushmine", options)
    for ply in range(plies):
        match.play(ROUND[ply % 4])
    return match


def test_occurrences_are_counted_from_one_and_shown() -> None:
    seen = [going_round(plies).seen for plies in range(12)]
    assert seen == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    assert [going_round(plies).describe()["seen"] for plies in range(12)] == seen


def test_repetition_alone_ends_nothing() -> None:
    match = going_round(100)
    assert match.seen > 20
    assert match.end is None


def test_undo_uncounts_an_occurrence_and_redo_counts_it_again() -> None:
    match = going_round(10)
    assert match.seen == 3
    match.undo()
    match.undo()
    assert match.seen == 2
    match.redo()
    match.redo()
    assert match.seen == match.describe()["seen"] == 3


@pytest.mark.parametrize(("limit", "plies"), [(2, 6), (3, 10)])
def test_the_nth_occurrence_is_a_draw_where_the_variant_says_so(limit: int, plies: int) -> None:
    assert going_round(plies - 1, draw_by_repetition=limit).end is None
    match = going_round(plies, draw_by_repetition=limit)
    assert (match.result, match.record().ended_by) == ("draw", "rules")
    assert match.events(plies - 1)[-1] == Ended("draw", "repetition")
    assert replay(match.record().as_json()).describe() == match.describe()
    match.undo()
    assert match.end is None


def test_a_setup_may_say_how_often_its_position_has_been_seen() -> None:
    match = Match("pushmine", setup=going_round(6).describe())
    assert match.seen == 2
    for text in ("1>", "2>", "1<", "2<"):
        match.play(text)
    assert match.seen == 3


# Forced passes


WALLED_IN = {"cells": ["RG.", "GG.", "..."], "turn": 1}
"""A position of duel in which Red has no cell to place on, now and later; Green has."""


def walled_in(play_passes: bool) -> Match:
    return Match("duel", {"size": 3}, setup=WALLED_IN, play_passes=play_passes)


def moves(match: Match) -> str:
    return " ".join(match.moves)


def test_a_pass_is_a_move_that_must_be_played() -> None:
    match = walled_in(play_passes=False)
    assert match.legal() == ["pass"]
    refused_whole(match, ErrorCode.ILLEGAL_MOVE, match.play, "c1")
    match.play("PASS")
    assert (match.moves, match.describe()["ply"], match.describe()["turn"]) == (("pass",), 1, 2)
    match.undo()
    assert moves(match) == ""


def test_forced_passes_are_played_if_the_match_is_set_to_do_so() -> None:
    match = walled_in(play_passes=True)
    assert moves(match) == "pass"
    events = match.play("c1")
    assert moves(match) == "pass c1 pass"
    assert [event.kind for event in events] == ["placed", "passed"]
    assert [turn.seat for turn in match.history] == [1, 2, 1]


def test_undo_goes_back_to_the_last_choice_and_redo_brings_the_passes_back() -> None:
    match = walled_in(play_passes=True)
    match.play("c1")
    match.play("c2")
    assert moves(match) == "pass c1 pass c2 pass"
    match.undo()
    assert moves(match) == "pass c1 pass"
    match.undo()
    assert moves(match) == "pass"
    refused_whole(match, ErrorCode.NOTHING_TO_UNDO, match.undo)
    match.redo()
    match.redo()
    assert moves(match) == "pass c1 pass c2 pass"


def test_a_record_that_stops_before_a_pass_is_played_on_where_passes_are_played() -> None:
    match = walled_in(play_passes=False)
    match.play("pass")
    match.play("c1")
    record = match.record()
    assert moves(replay(record)) == "pass c1"
    assert moves(replay(record, play_passes=True)) == "pass c1 pass"


def test_passes_that_end_a_match_are_played_too() -> None:
    empty = ["." * 7] * 6
    match = Match("cascade", setup={"cells": [*empty, "bogbogv"], "turn": 1}, play_passes=True)
    assert moves(match) == "pass pass"
    assert match.result == "draw"


def test_a_restart_plays_the_passes_of_the_beginning_again() -> None:
    match = walled_in(play_passes=True)
    match.play("c1")
    match.restart()
    assert moves(match) == "pass"


# Setups and ids


@every_game
def test_an_exact_id_begins_at_the_present_position(game: AnyGame) -> None:
    match = random_match(game, plies=5)
    again = replay(match.exact_id())
    assert again.describe() == match.describe()
    assert again.legal() == match.legal()
    assert again.moves == ()
    text = match.legal()[0]
    match.play(text)
    again.play(text)
    assert again.describe() == match.describe()


@every_game
@pytest.mark.parametrize(
    "setup", [5, "cells", [], ["cells"], {"cells": 5}, {"nonsense": 1}, {"turn": 3}, {"status": 1}]
)
def test_a_bad_setup_is_refused(game: AnyGame, setup: Any) -> None:
    refused(ErrorCode.BAD_POSITION, Match, game, setup=setup)


@every_game
def test_restart_goes_back_to_the_setup(game: AnyGame) -> None:
    match = Match(game, seed=1, setup=random_match(game, plies=4).describe())
    view = match.describe()
    play_on(match)
    match.restart()
    assert match.describe() == view


@pytest.mark.parametrize(("slug", "result", "why"), [("duel", "2", "resignation"), ("flood", "lost", "absence")])
def test_the_seat_to_move_can_forfeit(slug: str, result: str, why: str) -> None:
    match = Match(slug)
    match.forfeit()
    assert (match.result, match.ended_by) == (result, why)
    assert replay(match.record()).result == result


def test_the_past_of_a_seat_is_what_it_saw() -> None:
    first = Match("mosaic", seed=1)
    other = Match("mosaic", seed=2, setup=first.describe())
    assert first.past(1) == ()
    for match in (first, other):
        match.play(match.legal()[0])
    assert first.first != other.first, "what lies behind the board differs"
    assert first.past(1) == other.past(1)
    assert len(first.past(1)) == 1
