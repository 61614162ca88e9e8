"""Undo, redo, takeback and restart: immediate where one person decides, by agreement between two screens."""

import threading

import pytest

from quincunx.engine.match import Match
from tests.support.servers.client import PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal

each_game_for_two = pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])


def texts(hosted: HostedMatch) -> list[str]:
    return [entry["move"] for entry in hosted.match()["history"]]


@each_game_for_two
def test_against_an_ai_player_a_whole_round_is_taken_back_and_redone(client: ServerClient, game: str) -> None:
    # From a seed that is drawn, the AI player may shut the person out at once, and the match is over.
    hosted = client.new_match(game, [PERSON, ai("easy")], seed=1)
    for _ in range(2):
        hosted.play(hosted.match()["legal"][0])
        hosted.wait_for_ai()
    before = hosted.match()
    assert before["ply"] == 4
    undone = hosted.act("undo")
    assert (undone["ply"], undone["turn"], undone["assisted"]) == (2, 1, True)
    assert undone["can"]["redo"]
    assert hosted.act("undo")["ply"] == 0
    assert refusal(hosted.try_act("undo")) == (409, "nothing_to_undo")
    assert hosted.act("redo")["ply"] == 2
    again = hosted.act("redo")
    assert (again["view"], again["ply"]) == (before["view"], 4)
    assert [entry["move"] for entry in again["history"]] == [entry["move"] for entry in before["history"]]
    assert refusal(hosted.try_act("redo")) == (409, "nothing_to_redo")


def test_redo_returns_what_happened(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    played = hosted.try_move("c3", 0).json()
    hosted.act("undo")
    assert hosted.try_act("redo").json()["events"] == played["events"]


def test_after_a_new_move_nothing_can_be_redone(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3", "e5")
    hosted.act("undo")
    hosted.play("a1")
    assert refusal(hosted.try_act("redo")) == (409, "nothing_to_redo")
    assert texts(hosted) == ["c3", "a1"]


def test_undo_while_the_ai_thinks_takes_back_ones_own_move_and_no_answer_comes(
    client: ServerClient, held_ai: threading.Event
) -> None:
    hosted = client.new_match("duel", [PERSON, ai()])
    hosted.play("c3")
    assert hosted.act("undo")["ply"] == 0
    hosted.play("d4")
    held_ai.set()
    assert hosted.wait_for_ai()["history"][0]["move"] == "d4"
    assert hosted.match()["ply"] == 2


def test_the_ai_players_opening_move_is_not_taken_back(client: ServerClient) -> None:
    hosted = client.new_match("duel", [ai(), PERSON])
    hosted.wait_for_ai()
    assert refusal(hosted.try_act("undo", 2)) == (409, "nothing_to_undo")
    hosted.play(hosted.match()["legal"][0])
    hosted.wait_for_ai()
    assert hosted.act("undo", 2)["ply"] == 1


def test_two_at_one_screen_take_back_move_by_move_with_either_token(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3", "e5", "c4")
    assert hosted.act("undo", 2)["ply"] == 2
    assert hosted.act("undo", 1)["ply"] == 1
    assert hosted.act("redo", 1)["ply"] == 2


def test_undo_goes_back_over_passes_to_the_last_choice(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, preset="literal", variant={"size": 2})
    passed = hosted.play("a1", "a2")
    assert [entry["move"] for entry in passed["history"]][:3] == ["a1", "a2", "pass"]
    assert hosted.act("undo")["ply"] == 1
    assert hosted.act("redo")["history"] == passed["history"]


def test_a_win_by_the_rules_can_be_taken_back(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 2})
    assert hosted.play_on()["status"] == "won"
    match = hosted.act("undo")
    assert match["status"] == "playing"
    assert match["legal"]
    assert match["result"] is None
    assert hosted.record()["record"]["result"] is None


def test_what_was_agreed_is_not_taken_back(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")
    match = hosted.act("resign")
    assert not match["can"]["undo"]
    for what in ("undo", "redo", "takeback"):
        assert refusal(hosted.try_act(what)) == (409, "match_over")


def test_undo_in_flood_is_free_and_marks_the_match(client: ServerClient) -> None:
    hosted = client.new_match("flood", seed=3)
    hosted.play_on(3)
    assert hosted.act("undo")["ply"] == 2
    assert hosted.act("takeback")["ply"] == 1
    assert hosted.act("redo")["ply"] == 2
    assert hosted.match()["assisted"] is True


# Between two screens.


def test_between_two_screens_a_takeback_is_asked_and_accepted(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3", "e5")
    for what in ("undo", "redo"):
        assert refusal(hosted.try_act(what)) == (409, "not_allowed")
    asked = hosted.act("takeback", 1)
    assert asked["ply"] == 2
    assert asked["offers"] == [{"offer": "takeback", "seat": 1}]
    assert refusal(hosted.try_act("takeback", 1, answer="accept")) == (409, "nothing_offered")
    match = hosted.act("takeback", 2, answer="accept")
    assert (match["ply"], match["turn"], match["offers"], match["assisted"]) == (0, 1, [], True)


def test_a_takeback_takes_back_the_move_of_the_player_who_asked(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3", "e5", "c4")
    assert refusal(client.new_remote_match().try_act("takeback", 1)) == (409, "nothing_to_undo")
    hosted.act("takeback", 2)
    assert hosted.act("takeback", 1, answer="accept")["ply"] == 1


def test_a_declined_takeback_changes_nothing(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3")
    hosted.act("takeback", 1)
    match = hosted.act("takeback", 2, answer="decline")
    assert (match["ply"], match["offers"], match["assisted"]) == (1, [], False)
    assert refusal(hosted.try_act("takeback", 2, answer="accept")) == (409, "nothing_offered")


def test_an_offer_is_withdrawn_by_declining_it_oneself(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3")
    hosted.act("takeback", 1)
    assert hosted.act("takeback", 1, answer="decline")["offers"] == []


def test_playing_on_declines_the_offer(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3")
    hosted.act("takeback", 1)
    assert hosted.play("e5")["offers"] == []


def test_asking_twice_counts_once_and_both_asking_is_agreement(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3", "e5")
    hosted.act("takeback", 1)
    version = hosted.match()["version"]
    assert hosted.act("takeback", 1)["version"] == version
    assert hosted.act("takeback", 2)["ply"] == 0


@pytest.mark.parametrize("answer", ["accept", "decline"])
@pytest.mark.parametrize("what", ["draw", "restart", "takeback"])
def test_nobody_answers_what_nobody_offered(client: ServerClient, what: str, answer: str) -> None:
    """At one screen and against AI players there are no offers: answering one changes nothing."""
    for seats in (TWO_PEOPLE, [PERSON, ai()]):
        hosted = client.new_match("duel", seats)
        hosted.play("c3")
        before = hosted.wait_for_ai()
        assert refusal(hosted.try_act(what, 1, answer=answer)) == (409, "nothing_offered")
        assert hosted.match() == before
    apart = client.new_remote_match()
    apart.play("c3")
    assert refusal(apart.try_act(what, 2, answer=answer)) == (409, "nothing_offered")


def test_an_unknown_answer_is_refused(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    assert refusal(hosted.try_act("draw", 1, answer="maybe")) == (422, "bad_request")


# Restart.


@pytest.mark.parametrize("game", ["duel", "flood", "pushmine"])
def test_duel_pushmine_and_flood_restart_at_any_time(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game, None, seed=9)
    hosted.play(hosted.match()["legal"][0])
    hosted.wait_for_ai()
    match = hosted.act("restart")
    assert (match["ply"], match["history"], match["seed"], match["status"]) == (0, [], 9, "playing")
    assert match["view"] == Match(game, None, 9).describe()
    assert match["can"]["redo"] is False
    hosted.play(hosted.match()["legal"][0])


@pytest.mark.parametrize("game", ["cascade", "mosaic"])
def test_mosaic_and_cascade_restart_when_they_are_over(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game, None, seed=9)
    hosted.play(hosted.match()["legal"][0])
    hosted.wait_for_ai()
    assert hosted.match()["can"]["restart"] is False
    assert refusal(hosted.try_act("restart")) == (409, "not_over")
    assert hosted.act("resign")["can"]["restart"] is True
    match = hosted.act("restart")
    assert (match["ply"], match["status"], match["result"], match["ended_by"]) == (0, "playing", None, None)
    assert match["view"] == Match(game, None, 9).describe()


def test_restart_keeps_the_mark_of_an_assisted_match(client: ServerClient) -> None:
    hosted = client.new_match("duel")
    hosted.try_act("hint")
    assert hosted.act("restart")["assisted"] is True


@pytest.mark.parametrize("game", ["flood", "mosaic"])
def test_restarting_a_board_of_chance_is_playing_its_seed_again(client: ServerClient, game: str) -> None:
    """The ruling: "So does playing a seed that the same client has played before"."""
    hosted = client.new_match(game)
    hosted.play(hosted.match()["legal"][0])
    hosted.wait_for_ai()
    if game == "mosaic":
        hosted.act("resign")
    assert hosted.match()["assisted"] is False
    match = hosted.act("restart")
    assert (match["assisted"], match["second_try"]) == (True, True)


def test_help_in_a_second_try_is_help(client: ServerClient) -> None:
    hosted = client.new_match("flood", variant={"size": 5})
    hosted.play(hosted.match()["legal"][0])
    assert hosted.act("restart")["second_try"] is True
    hosted.play(hosted.match()["legal"][0])
    match = hosted.act("undo")
    assert (match["assisted"], match["second_try"]) == (True, False)
    hosted.play(hosted.match()["legal"][0])
    assert hosted.act("restart")["second_try"] is False, "help stays help"


def test_restarting_before_the_first_move_is_not_a_second_try(client: ServerClient) -> None:
    assert client.new_match("flood").act("restart")["assisted"] is False


def test_restart_against_an_ai_player_in_the_first_seat_lets_it_begin_again(client: ServerClient) -> None:
    hosted = client.new_match("duel", [ai(), PERSON])
    first = hosted.wait_for_ai()
    hosted.play(first["legal"][0])
    hosted.wait_for_ai()
    assert hosted.act("restart", 2)["ply"] == 0
    assert [entry["move"] for entry in hosted.wait_for_ai()["history"]] == [first["history"][0]["move"]]


def test_between_two_screens_a_restart_is_offered_and_accepted(client: ServerClient) -> None:
    hosted = client.new_remote_match()
    hosted.play("c3", "e5")
    assert hosted.act("restart", 2)["offers"] == [{"offer": "restart", "seat": 2}]
    assert hosted.match()["ply"] == 2
    match = hosted.act("restart", 1, answer="accept")
    assert (match["ply"], match["offers"]) == (0, [])


def test_a_restart_sets_the_clock_again(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, clock={"base": 60, "increment": 5})
    assert hosted.play("c3", "e4", "c4")["clock"]["left"][0] > 60_000
    assert hosted.act("restart")["clock"]["left"] == [60_000, 60_000]
