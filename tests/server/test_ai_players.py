"""AI players move by themselves: not too soon, never too late, and without keeping anyone waiting."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quincunx.search.chooser import choose
from quincunx.server.match.actions import Moved
from tests.suite.scale import COMPILED
from tests.support.client import PERSON, TWO_PEOPLE, HostedMatch, Json, ServerClient, ai, refusal
from tests.support.fixtures import Serve
from tests.support.waiting import wait_until

TURN_SECONDS = 2.0

only_compiled = pytest.mark.skipif(not COMPILED, reason="in plain Python a search is too slow to be stopped in time")


def answered(hosted: HostedMatch) -> tuple[float, Json]:
    """Play a move. Returns the seconds until the AI player's answer can be read, and the match with it."""
    match = hosted.wait_for_ai()  # a person without a move has already passed, so the AI may be thinking again
    ply = match["ply"]
    assert hosted.try_move(match["legal"][0], ply, match["turn"]).status_code == 200
    began = time.monotonic()
    match = wait_until(lambda: now if (now := hosted.match())["ply"] > ply + 1 else None, 20, 0.01)
    return time.monotonic() - began, match


def test_an_answer_comes_no_sooner_than_the_response_delay(client: ServerClient) -> None:
    seconds, match = answered(client.new_match("duel", [PERSON, ai("easy")], response_delay=900))
    assert seconds >= 0.85
    assert match["turn"] == 1
    quick, _ = answered(client.new_match("duel", [PERSON, ai("easy")], response_delay=0))
    assert quick < 0.85


@only_compiled
def test_answers_come_in_time_when_many_matches_wait_for_one(serve: Serve) -> None:
    client = serve()
    games = ("cascade", "duel", "mosaic", "pushmine") * 4
    hosted_matches = [client.new_match(game, [PERSON, ai("medium")]) for game in games]
    with ThreadPoolExecutor(len(hosted_matches)) as crowd:
        for _ in range(2):
            seconds = [took for took, _ in crowd.map(answered, hosted_matches)]
            assert max(seconds) <= TURN_SECONDS


@only_compiled
def test_a_search_that_was_cut_short_says_so(serve: Serve) -> None:
    client = serve(think_ms=50)
    _, match = answered(client.new_match("duel", [PERSON, ai("expert")]))
    assert match["history"][-1]["thought"]["cut_short"] is True
    _, match = answered(client.new_match("duel", [PERSON, ai("easy")]))
    assert match["history"][-1]["thought"]["cut_short"] is False


@pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])
def test_the_history_explains_how_the_ai_player_chose_its_move(client: ServerClient, game: str) -> None:
    _, match = answered(client.new_match(game, [PERSON, ai("medium")]))
    own, answer = match["history"][:2]
    assert "thought" not in own
    thought = answer["thought"]
    assert thought["level"] == "medium"
    assert thought["reason"]
    assert all(isinstance(text, str) for text in thought["line"])


def test_the_server_answers_others_while_it_thinks(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = threading.Event()

    def ponder(*question: Any, **more: Any) -> Any:
        assert thought.wait(60)
        return choose(*question, **more)

    monkeypatch.setattr("quincunx.server.workers.ai.choose", ponder)
    client = serve()
    hosted_matches = [client.new_match("duel", [PERSON, ai("easy")]) for _ in range(8)]  # more than there are workers
    for hosted in hosted_matches:
        hosted.try_move("c3", 0)
    assert all(hosted.match()["thinking"] for hosted in hosted_matches)
    client.new_match("duel", TWO_PEOPLE).play("c3", "e5")
    assert client.new_match("duel").try_act("hint").status_code == 200
    thought.set()
    for hosted in hosted_matches:
        assert hosted.wait_for_ai()["ply"] == 2


def test_a_level_is_changed_from_the_next_move_on(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy")])
    assert hosted.act("level", level="hard")["seats"][1]["level"] == "hard"
    assert answered(hosted)[1]["history"][1]["thought"]["level"] == "hard"
    version = hosted.match()["version"]
    assert hosted.act("level", level="hard")["version"] == version
    assert refusal(hosted.try_act("level", level="godlike")) == (422, "unknown_level")
    assert refusal(hosted.try_act("level", level="easy", seat=1)) == (409, "not_allowed")


def test_a_level_changed_while_the_ai_thinks_is_the_one_that_answers(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy")], response_delay=300)
    hosted.play("c3")
    hosted.act("level", level="medium")
    match = hosted.wait_for_ai()
    assert match["ply"] == 2
    assert match["history"][1]["thought"]["level"] == "medium"


def test_the_maker_changes_the_levels_of_an_ai_match(client: ServerClient) -> None:
    hosted = client.new_match("pushmine", [ai(), ai()], response_delay=1500)
    assert hosted.act("level", 0, level="medium", seat=2)["seats"][1]["level"] == "medium"
    assert refusal(client.post(f"{hosted.path}/level", {"level": "easy"})) == (401, "unauthorized")
    hosted.act("stop", 0)


def test_two_ai_players_play_to_the_end(client: ServerClient) -> None:
    hosted = client.new_match("cascade", [ai("easy"), ai("easy")])
    match = wait_until(lambda: now if (now := hosted.match())["status"] != "playing" else None, 60)
    assert match["ended_by"] == "rules"
    assert match["history"][-1]["ply"] == match["ply"] - 1


def test_the_server_plays_passes_for_everyone(client: ServerClient) -> None:
    """In duel's literal variant a side without tiles never comes back: the AI player goes on alone."""
    hosted = client.new_match("duel", [PERSON, ai("medium")], preset="literal", variant={"size": 3})
    hosted.play("b2")
    match = hosted.wait_for_ai()
    assert match["status"] == "won"
    assert {entry["move"] for entry in match["history"] if entry["seat"] == 1} == {"b2", "pass"}
    assert match["outcome"] == "ai_wins"


def test_one_match_that_cannot_be_read_does_not_keep_the_others_waiting(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that this version cannot read stays as it is; the sweep goes on with the next one."""
    monkeypatch.setattr("quincunx.server.storage.store.LEASE_MILLISECONDS", 200)
    with monkeypatch.context() as thoughtless:
        thoughtless.setattr("quincunx.server.live.ai_turns.AiTurns.start", lambda turns, state: None)
        client = serve()
        hosted_matches = sorted(
            (client.new_match("duel", [PERSON, ai()]) for _ in range(3)), key=lambda hosted: hosted.id
        )
        for hosted in hosted_matches:
            hosted.play("c3")
        services = client.server.app.state.services
        services.rooms._rooms.clear()
        unreadable = Moved(seat=2, at=0, move="z9", ply=1)
        client.server.call(
            services.store.append(hosted_matches[0].id, 2, unreadable, {"our_turn": True, "updated_at": 0})
        )
    for hosted in hosted_matches[1:]:
        wait_until(lambda: hosted.match()["ply"] == 2)  # noqa: B023
