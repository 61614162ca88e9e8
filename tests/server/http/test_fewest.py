"""The fewest moves that win a board, and boards chosen by them."""

import pytest

from quincunx.catalogue import game as find
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.games.flood.solver import solve
from quincunx.server.match import difficulty
from quincunx.server.match.difficulty import BOARDS, graded_seed
from tests.support.servers.client import PERSON, ServerClient, refusal

SMALL = {"size": 5, "colours": 4, "limit_rule": "none", "limit": None}


def proven(seed: int) -> int:
    found = solve(Match("flood", SMALL, seed).first)
    assert found.proven
    return found.upper_bound


def test_the_fewest_moves_are_counted_from_the_first_position_and_are_no_help(client: ServerClient) -> None:
    hosted = client.new_match("flood", [PERSON], variant=SMALL, seed=11)
    hosted.play(hosted.match()["legal"][0])
    for _ in range(2):  # from the solver, and as it is kept
        fewest = client.get(f"{hosted.path}/fewest").json()
        assert fewest == {"at_least": proven(11), "at_most": proven(11)}
    assert hosted.match()["assisted"] is False


def test_a_game_without_a_solver_does_not_know_them(client: ServerClient) -> None:
    hosted = client.new_match("duel")
    assert client.get(f"{hosted.path}/fewest").json() == {"at_least": None, "at_most": None}


def test_a_board_of_a_difficulty_is_the_easiest_the_middle_or_the_hardest_of_those_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = sorted(proven(seed) for seed in range(BOARDS))
    assert wanted[0] < wanted[-1]
    for name, place in (("easy", 0), ("normal", BOARDS // 2), ("hard", BOARDS - 1)):
        seeds = iter(range(BOARDS))
        monkeypatch.setattr("quincunx.server.match.difficulty.secrets.randbelow", lambda _, seeds=seeds: next(seeds))
        assert proven(graded_seed(find("flood"), SMALL, name)) == wanted[place]  # type: ignore[arg-type]


def test_a_match_can_be_asked_for_by_difficulty_and_counts_as_new(client: ServerClient) -> None:
    made = client.post("/api/matches", {"game": "flood", "variant": SMALL, "difficulty": "hard", "seats": [PERSON]})
    assert made.status_code == 201, made.text
    assert made.json()["match"]["assisted"] is False


def test_what_cannot_be_graded_is_refused(client: ServerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"game": "duel", "difficulty": "easy"}
    assert refusal(client.post("/api/matches", asked)) == (409, "not_allowed")
    monkeypatch.setattr(difficulty, "MOST_TRIES", 1)
    with pytest.raises(Refusal, match="cannot be graded") as refused:
        graded_seed(find("flood"), SMALL, "easy")
    assert refused.value.errorCode is ErrorCode.BAD_REQUEST
