"""What the specifications say of matches against our players, of seats and of saved games, as the server shows it."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from quincunx.server.app import make_app
from quincunx.server.settings import Settings

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
ANSWER_SECONDS = 2.0
match3 = pytest.mark.parametrize("game", ["mosaic", "cascade"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file = tmp_path_factory.mktemp("served") / "matches.db"
    settings = Settings(database_url=f"sqlite:///{file}", rate_limit="off", response_delay_ms=0)
    with TestClient(make_app(settings)) as client:
        while client.get("/readyz").status_code != 200:
            time.sleep(0.2)
        yield client


SEED = 6
"""On some boards the person has to pass after a move or two."""


class Sitting:
    """A match in front of whoever holds its seats."""

    def __init__(self, server: TestClient, game: str, **asked: Any) -> None:
        self._server = server
        made = server.post("/api/matches", json={"game": game, "seed": SEED, **asked})
        assert made.status_code == 201, made.text
        self.made = made.json()
        self.match = self.made["match"]
        self.tokens = {seat["seat"]: seat["token"] for seat in self.made["seats"]}

    def act(self, what: str, seat: int = 1, **fields: Any) -> Any:
        token = self.tokens.get(seat, "")
        path = f"/api/matches/{self.match['id']}/{what}"
        return self._server.post(path, json=fields or None, headers={"authorization": f"Bearer {token}"})

    def move(self, text: str | None = None) -> Any:
        seat = self.match["turn"]
        answer = self.act("moves", seat, move=text or self.match["legal"][0], ply=self.match["ply"])
        self.match = answer.json().get("match", self.match)
        return answer

    def again(self) -> Any:
        self.match = self._server.get(f"/api/matches/{self.match['id']}").json()
        return self.match

    def until_our_player_has_moved(self) -> float:
        """How long our player took, in seconds."""
        began = time.perf_counter()
        while self.again()["thinking"] and time.perf_counter() - began < 10:
            time.sleep(0.01)
        return time.perf_counter() - began


@pytest.mark.statement("mosaic", "meta.3")
@pytest.mark.statement("cascade", "meta.3")
@pytest.mark.statement("mosaic", "player.1")
@pytest.mark.statement("cascade", "player.1")
@pytest.mark.statement("mosaic", "setup.3s")
@pytest.mark.statement("cascade", "setup.5s")
@match3
def test_a_match_is_one_person_who_starts_against_one_player_of_ours(server: TestClient, game: str) -> None:
    match = Sitting(server, game).match
    assert [seat["kind"] for seat in match["seats"]] == ["person", "level"]
    assert (match["mode"], match["turn"]) == ("pvai", 1)


@pytest.mark.statement("mosaic", "ai.2")
@pytest.mark.statement("cascade", "ai.2")
@pytest.mark.statement("mosaic", "ai.5")
@pytest.mark.statement("cascade", "ai.5")
@pytest.mark.statement("mosaic", "ai.6")
@pytest.mark.statement("mosaic", "config.1")
@pytest.mark.statement("cascade", "config.1")
@match3
def test_our_player_is_medium_in_seat_2_and_does_not_think_yet(server: TestClient, game: str) -> None:
    match = Sitting(server, game).match
    assert match["seats"][1]["level"] == "medium"
    assert match["thinking"] is False


@pytest.mark.statement("mosaic", "config.2")
@pytest.mark.statement("cascade", "config.2")
@match3
def test_the_difficulty_can_be_changed(server: TestClient, game: str) -> None:
    sitting = Sitting(server, game)
    assert sitting.act("level", level="hard").json()["match"]["seats"][1]["level"] == "hard"


@pytest.mark.statement("mosaic", "validation.7p")
@pytest.mark.statement("cascade", "validation.8s")
@match3
def test_a_preview_shows_what_a_move_would_do_and_does_nothing(server: TestClient, game: str) -> None:
    sitting = Sitting(server, game)
    move = sitting.match["legal"][0]
    preview = sitting.act("preview", move=move, ply=0).json()
    assert preview["events"][0]["kind"] == "swapped"
    assert preview["view"]["cells"] != sitting.match["view"]["cells"]
    assert sitting.again()["ply"] == 0


@pytest.mark.statement("mosaic", "turns.4s")
@pytest.mark.statement("cascade", "turns.4s")
@match3
def test_a_person_moves_only_in_turn_and_while_the_match_runs(server: TestClient, game: str) -> None:
    sitting = Sitting(server, game, response_delay=1500)
    assert sitting.move().status_code == 200
    early = sitting.act("moves", move="a1b1", ply=sitting.match["ply"])
    assert (early.status_code, early.json()["errorCode"]) == (409, "not_your_turn")
    sitting.until_our_player_has_moved()
    sitting.act("resign")
    late = sitting.act("moves", move="a1b1", ply=sitting.again()["ply"])
    assert (late.status_code, late.json()["errorCode"]) == (409, "match_over")


@pytest.mark.statement("mosaic", "turns.6")
@pytest.mark.statement("cascade", "turns.6")
@pytest.mark.statement("mosaic", "turns.7")
@pytest.mark.statement("cascade", "turns.7")
@match3
def test_our_player_moves_by_itself_and_then_it_is_the_persons_turn(server: TestClient, game: str) -> None:
    sitting = Sitting(server, game)
    sitting.move()
    sitting.until_our_player_has_moved()
    assert [entry["seat"] for entry in sitting.match["history"]] == [1, 2]
    assert sitting.match["turn"] == 1


@pytest.mark.statement("mosaic", "R_AI_1s")
@pytest.mark.statement("cascade", "R_AI_1s")
@match3
def test_our_player_moves_within_2_seconds_of_its_turn(server: TestClient, game: str) -> None:
    sitting = Sitting(server, game, seats=[{"kind": "person"}, {"kind": "level", "level": "hard"}])
    sitting.move()
    assert sitting.until_our_player_has_moved() < ANSWER_SECONDS
    assert sitting.match["ply"] == 2


@pytest.mark.statement("cascade", "R1.2s")
def test_an_illegal_action_yields_an_error_with_code_and_message(server: TestClient) -> None:
    refused = Sitting(server, "cascade").act("moves", move="a1c1", ply=0)
    assert (refused.status_code, refused.json().keys()) == (422, {"errorCode", "message"})


@pytest.mark.statement("duel", "0.4")
@pytest.mark.statement("duel", "1.5")
def test_0_4_the_server_has_the_game_and_gives_every_match_an_identifier(server: TestClient) -> None:
    assert server.get("/api/games/duel").json()["name"] == "Infinity Grid Duel"
    ids = {Sitting(server, "duel").match["id"] for _ in range(20)}
    assert len(ids) == 20


@pytest.mark.statement("duel", "0.6")
@pytest.mark.statement("duel", "0.11")
@pytest.mark.statement("duel", "1.3")
def test_1_3_in_pvp_two_people_hold_red_and_green(server: TestClient) -> None:
    match = Sitting(server, "duel", seats=PEOPLE).match
    assert match["mode"] == "pvp"
    assert [(seat["kind"], seat["colour"]) for seat in match["seats"]] == [("person", "Red"), ("person", "Green")]


@pytest.mark.statement("duel", "1.4")
def test_1_4_in_pvai_one_person_plays_one_of_ours(server: TestClient) -> None:
    match = Sitting(server, "duel", seats=[{"kind": "person"}, {"kind": "level"}]).match
    assert (match["mode"], [seat["kind"] for seat in match["seats"]]) == ("pvai", ["person", "level"])


@pytest.mark.statement("duel", "4.2")
def test_4_2_our_players_turn_starts_its_search(server: TestClient) -> None:
    sitting = Sitting(server, "duel", seats=[{"kind": "level"}, {"kind": "person"}])
    sitting.until_our_player_has_moved()
    assert [entry["seat"] for entry in sitting.match["history"]] == [1]


@pytest.mark.statement("duel", "6.0")
@pytest.mark.statement("duel", "6.1")
def test_6_1_a_move_is_kept_and_a_server_that_starts_anew_goes_on(tmp_path: Any) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/matches.db", rate_limit="off")
    with TestClient(make_app(settings)) as first:
        sitting = Sitting(first, "duel", seats=PEOPLE)
        sitting.move("c4")
    with TestClient(make_app(settings)) as second:
        kept = second.get(f"/api/matches/{sitting.match['id']}").json()
        assert kept == sitting.match
        token = {"authorization": f"Bearer {sitting.tokens[2]}"}
        path = f"/api/matches/{kept['id']}/moves"
        assert second.post(path, json={"move": "c5", "ply": 1}, headers=token).status_code == 200


@pytest.mark.statement("duel", "6.2")
def test_6_2_a_match_is_read_with_board_turn_mode_winner_and_history(server: TestClient) -> None:
    sitting = Sitting(server, "duel", seats=PEOPLE)
    sitting.move("c4")
    match = sitting.again()
    assert match["view"]["cells"][3] == "..R..."
    assert (match["turn"], match["mode"], match["winner"]) == (2, "pvp", None)
    assert [entry["move"] for entry in match["history"]] == ["c4"]


@pytest.mark.statement("duel", "6.3s")
def test_6_3_the_history_lists_all_moves_in_order(server: TestClient) -> None:
    sitting = Sitting(server, "duel", seats=PEOPLE)
    for move in ("c4", "c5", "b4"):
        sitting.move(move)
    told = [(entry["ply"], entry["seat"], entry["move"]) for entry in sitting.again()["history"]]
    assert told == [(0, 1, "c4"), (1, 2, "c5"), (2, 1, "b4")]


@pytest.mark.statement("duel", "6.4s")
def test_6_4_a_match_carries_all_that_is_needed_to_go_on(server: TestClient) -> None:
    sitting = Sitting(server, "duel", seats=PEOPLE)
    sitting.move("c4")
    match = sitting.again()
    record = server.get(f"/api/matches/{match['id']}/record").json()
    continued = Sitting(server, "duel", seats=PEOPLE, record=record["text"]).match
    assert (continued["view"], continued["legal"]) == (match["view"], match["legal"])


@pytest.mark.statement("duel", "9.0")
@pytest.mark.statement("duel", "9.1s")
@pytest.mark.statement("duel", "9.5")
def test_9_1_restart_empties_the_board_and_keeps_match_and_mode(server: TestClient) -> None:
    sitting = Sitting(server, "duel", seats=PEOPLE)
    sitting.move("c4")
    restarted = sitting.act("restart").json()["match"]
    assert set("".join(restarted["view"]["cells"])) == {"."}
    assert (restarted["id"], restarted["mode"], restarted["turn"]) == (sitting.match["id"], "pvp", 1)
