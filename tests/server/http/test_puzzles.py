"""Puzzles over HTTP: three of the day, practice, answers."""

import pytest

from quincunx.catalogue import game
from quincunx.puzzles.collection import shipped
from tests.support.servers.client import ServerClient, refusal


@pytest.mark.parametrize("slug", ["flood", "pushmine"])
def test_three_puzzles_of_the_day_come_without_their_answers(client: ServerClient, slug: str) -> None:
    daily = client.get(f"/api/games/{slug}/puzzles/daily").json()
    assert len(daily["puzzles"]) == 3
    for puzzle in daily["puzzles"]:
        assert puzzle["game"] == slug
        assert not {"answers", "scores", "others", "found_by"} & set(puzzle)
        assert client.get(f"/api/games/{slug}/puzzles/{puzzle['id']}").json() == puzzle
        replayed = client.post("/api/replay", {"record": puzzle["record"]}).json()
        assert replayed["steps"][0]["view"] == puzzle["view"]
        assert replayed["legal"] == puzzle["legal"]


def test_a_day_to_come_and_one_that_never_was_are_refused(client: ServerClient) -> None:
    for date, words in (("99991231", "not known yet"), ("20240230", "there is no day")):
        answer = client.get(f"/api/games/pushmine/puzzles/daily?date={date}")
        assert answer.status_code in (422, 404)
        assert words in answer.json()["message"]


def test_practice_is_near_a_rating_and_a_seed_draws_the_same_again(client: ServerClient) -> None:
    path = "/api/games/pushmine/puzzles/practice?rating=900&seed=5"
    puzzle = client.get(path).json()
    assert puzzle == client.get(path).json()
    assert puzzle["grade"] == 1


def test_a_right_answer_goes_on_and_a_wrong_one_is_refuted(client: ServerClient) -> None:
    puzzle = next(puzzle for puzzle in shipped(game("pushmine")) if puzzle.length == 2)
    path = f"/api/games/pushmine/puzzles/{puzzle.id}/answer"
    right = client.post(path, {"moves": list(puzzle.answers)}).json()
    assert (right["right"], right["done"], right["answers"]) == (True, False, [])
    seat = puzzle.position["turn"]
    assert [step["seat"] for step in right["replay"]["steps"]] == [None, seat, 3 - seat]
    assert right["line"] == 2
    wrong_move = next(move for move in puzzle.match().legal() if move not in puzzle.answers)
    wrong = client.post(path, {"moves": [wrong_move]}).json()
    assert (wrong["right"], wrong["done"], wrong["answers"]) == (False, True, list(puzzle.answers))
    assert wrong == client.post(path, {"moves": [wrong_move]}).json()
    assert wrong["replay"]["steps"][wrong["line"]]["events"]


def test_bad_answers_are_refused_in_a_sentence(client: ServerClient) -> None:
    puzzle = shipped(game("pushmine"))[0]
    path = f"/api/games/pushmine/puzzles/{puzzle.id}/answer"
    assert refusal(client.post(path, {"moves": ["9>"]})) == (422, "bad_move_text")
    assert refusal(client.post(path, {"moves": ["1>"] * 9})) == (422, "bad_request")
    assert refusal(client.post(path, {"moves": []})) == (422, "bad_request")
    assert refusal(client.get("/api/games/pushmine/puzzles/pushmine-0000000000")) == (404, "not_found")
    assert refusal(client.get("/api/games/chess/puzzles/daily")) == (404, "unknown_game")
