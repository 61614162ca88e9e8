"""Undo, redo, takeback and restart: at once where one decides alone, asked and accepted between two screens."""

import pytest

from quincunx.engine.match import Match
from tests.server.table import PERSON, TWO_PEOPLE, House, Table, ours, refusal

each_game_for_two = pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])


def texts(table: Table) -> list[str]:
    return [entry["move"] for entry in table.match()["history"]]


@each_game_for_two
def test_against_our_player_a_whole_round_is_taken_back_and_played_again(house: House, game: str) -> None:
    table = house.table(game, [PERSON, ours("easy")])
    for _ in range(2):
        table.played(table.match()["legal"][0])
        table.waited()
    before = table.match()
    assert before["ply"] == 4
    undone = table.acted("undo")
    assert (undone["ply"], undone["turn"], undone["assisted"]) == (2, 1, True)
    assert undone["can"]["redo"]
    assert table.acted("undo")["ply"] == 0
    assert refusal(table.act("undo")) == (409, "nothing_to_undo")
    assert table.acted("redo")["ply"] == 2
    again = table.acted("redo")
    assert (again["view"], again["ply"]) == (before["view"], 4)
    assert [entry["move"] for entry in again["history"]] == [entry["move"] for entry in before["history"]]
    assert refusal(table.act("redo")) == (409, "nothing_to_redo")


def test_redo_tells_what_happened(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    played = table.move("c3", 0).json()
    table.acted("undo")
    assert table.act("redo").json()["events"] == played["events"]


def test_a_new_move_makes_an_end_of_redoing(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    table.played("c3", "e5")
    table.acted("undo")
    table.played("a1")
    assert refusal(table.act("redo")) == (409, "nothing_to_redo")
    assert texts(table) == ["c3", "a1"]


def test_undo_while_our_player_thinks_takes_the_own_move_back_and_no_answer_comes(house: House) -> None:
    table = house.table("duel", [PERSON, ours()], response_delay=300)
    table.played("c3")
    assert table.acted("undo")["ply"] == 0
    table.played("d4")
    assert table.waited()["history"][0]["move"] == "d4"
    assert table.match()["ply"] == 2


def test_our_opening_move_is_not_taken_back(house: House) -> None:
    table = house.table("duel", [ours(), PERSON])
    table.waited()
    assert refusal(table.act("undo", 2)) == (409, "nothing_to_undo")
    table.played(table.match()["legal"][0])
    table.waited()
    assert table.acted("undo", 2)["ply"] == 1


def test_two_at_one_screen_take_back_move_by_move_with_either_token(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    table.played("c3", "e5", "c4")
    assert table.acted("undo", 2)["ply"] == 2
    assert table.acted("undo", 1)["ply"] == 1
    assert table.acted("redo", 1)["ply"] == 2


def test_undo_goes_back_over_passes_to_the_last_choice(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE, preset="literal", variant={"size": 2})
    passed = table.played("a1", "a2")
    assert [entry["move"] for entry in passed["history"]][:3] == ["a1", "a2", "pass"]
    assert table.acted("undo")["ply"] == 1
    assert table.acted("redo")["history"] == passed["history"]


def test_a_win_by_the_rules_can_be_taken_back(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE, variant={"size": 2})
    assert table.play_on()["status"] == "won"
    match = table.acted("undo")
    assert match["status"] == "playing"
    assert match["legal"]
    assert match["result"] is None
    assert table.record()["record"]["result"] is None


def test_what_was_agreed_is_not_taken_back(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    table.played("c3")
    match = table.acted("resign")
    assert not match["can"]["undo"]
    for what in ("undo", "redo", "takeback"):
        assert refusal(table.act(what)) == (409, "match_over")


def test_undo_in_flood_is_free_and_marks_the_match(house: House) -> None:
    table = house.table("flood", seed=3)
    table.play_on(3)
    assert table.acted("undo")["ply"] == 2
    assert table.acted("takeback")["ply"] == 1
    assert table.acted("redo")["ply"] == 2
    assert table.match()["assisted"] is True


# Between two screens.


def test_between_two_screens_a_takeback_is_asked_and_accepted(house: House) -> None:
    table = house.apart()
    table.played("c3", "e5")
    for what in ("undo", "redo"):
        assert refusal(table.act(what)) == (409, "not_allowed")
    asked = table.acted("takeback", 1)
    assert asked["ply"] == 2
    assert asked["offers"] == [{"offer": "takeback", "seat": 1}]
    assert refusal(table.act("takeback", 1, answer="accept")) == (409, "nothing_offered")
    match = table.acted("takeback", 2, answer="accept")
    assert (match["ply"], match["turn"], match["offers"], match["assisted"]) == (0, 1, [], True)


def test_a_takeback_takes_back_the_move_of_whoever_asked(house: House) -> None:
    table = house.apart()
    table.played("c3", "e5", "c4")
    assert refusal(house.apart().act("takeback", 1)) == (409, "nothing_to_undo")
    table.acted("takeback", 2)
    assert table.acted("takeback", 1, answer="accept")["ply"] == 1


def test_a_declined_takeback_changes_nothing(house: House) -> None:
    table = house.apart()
    table.played("c3")
    table.acted("takeback", 1)
    match = table.acted("takeback", 2, answer="decline")
    assert (match["ply"], match["offers"], match["assisted"]) == (1, [], False)
    assert refusal(table.act("takeback", 2, answer="accept")) == (409, "nothing_offered")


def test_an_offer_is_withdrawn_by_declining_it_oneself(house: House) -> None:
    table = house.apart()
    table.played("c3")
    table.acted("takeback", 1)
    assert table.acted("takeback", 1, answer="decline")["offers"] == []


def test_whoever_plays_on_has_declined(house: House) -> None:
    table = house.apart()
    table.played("c3")
    table.acted("takeback", 1)
    assert table.played("e5")["offers"] == []


def test_asking_twice_is_asking_once_and_both_asking_is_agreeing(house: House) -> None:
    table = house.apart()
    table.played("c3", "e5")
    table.acted("takeback", 1)
    version = table.match()["version"]
    assert table.acted("takeback", 1)["version"] == version
    assert table.acted("takeback", 2)["ply"] == 0


@pytest.mark.parametrize("answer", ["accept", "decline"])
@pytest.mark.parametrize("what", ["draw", "restart", "takeback"])
def test_nobody_answers_what_nobody_offered(house: House, what: str, answer: str) -> None:
    """At one screen and against our players there are no offers: answering one does nothing, least of all the thing."""
    for seats in (TWO_PEOPLE, [PERSON, ours()]):
        table = house.table("duel", seats)
        table.played("c3")
        before = table.waited()
        assert refusal(table.act(what, 1, answer=answer)) == (409, "nothing_offered")
        assert table.match() == before
    apart = house.apart()
    apart.played("c3")
    assert refusal(apart.act(what, 2, answer=answer)) == (409, "nothing_offered")


def test_an_answer_that_is_none_is_refused(house: House) -> None:
    table = house.apart()
    assert refusal(table.act("draw", 1, answer="maybe")) == (422, "bad_request")


# Restart.


@pytest.mark.parametrize("game", ["duel", "flood", "pushmine"])
def test_duel_pushmine_and_flood_restart_at_any_time(house: House, game: str) -> None:
    table = house.table(game, None, seed=9)
    table.played(table.match()["legal"][0])
    table.waited()
    match = table.acted("restart")
    assert (match["ply"], match["history"], match["seed"], match["status"]) == (0, [], 9, "playing")
    assert match["view"] == Match(game, None, 9).describe()
    assert match["can"]["redo"] is False
    table.played(table.match()["legal"][0])


@pytest.mark.parametrize("game", ["cascade", "mosaic"])
def test_mosaic_and_cascade_restart_when_they_are_over(house: House, game: str) -> None:
    table = house.table(game, None, seed=9)
    table.played(table.match()["legal"][0])
    table.waited()
    assert table.match()["can"]["restart"] is False
    assert refusal(table.act("restart")) == (409, "not_over")
    assert table.acted("resign")["can"]["restart"] is True
    match = table.acted("restart")
    assert (match["ply"], match["status"], match["result"], match["ended_by"]) == (0, "playing", None, None)
    assert match["view"] == Match(game, None, 9).describe()


def test_restart_keeps_the_mark_of_an_assisted_match(house: House) -> None:
    table = house.table("duel")
    table.act("hint")
    assert table.acted("restart")["assisted"] is True


@pytest.mark.parametrize("game", ["flood", "mosaic"])
def test_who_restarts_a_board_of_chance_plays_a_seed_again(house: House, game: str) -> None:
    """The ruling: "So does playing a seed that the same client has played before"."""
    table = house.table(game)
    table.played(table.match()["legal"][0])
    table.waited()
    if game == "mosaic":
        table.acted("resign")
    assert table.match()["assisted"] is False
    assert table.acted("restart")["assisted"] is True


def test_restarting_what_was_not_begun_is_no_second_try(house: House) -> None:
    assert house.table("flood").acted("restart")["assisted"] is False


def test_restart_against_our_player_in_the_first_seat_lets_it_begin_again(house: House) -> None:
    table = house.table("duel", [ours(), PERSON])
    first = table.waited()
    table.played(first["legal"][0])
    table.waited()
    assert table.acted("restart", 2)["ply"] == 0
    assert [entry["move"] for entry in table.waited()["history"]] == [first["history"][0]["move"]]


def test_between_two_screens_a_restart_is_offered_and_accepted(house: House) -> None:
    table = house.apart()
    table.played("c3", "e5")
    assert table.acted("restart", 2)["offers"] == [{"offer": "restart", "seat": 2}]
    assert table.match()["ply"] == 2
    match = table.acted("restart", 1, answer="accept")
    assert (match["ply"], match["offers"]) == (0, [])


def test_a_restart_sets_the_clock_again(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE, clock={"base": 60, "increment": 5})
    assert table.played("c3")["clock"]["left"][0] > 60_000
    assert table.acted("restart")["clock"]["left"] == [60_000, 60_000]
