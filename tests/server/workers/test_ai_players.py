"""AI players move by themselves: not too soon, never too late, and without keeping anyone waiting."""

import asyncio
import threading
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.search.chooser import choose
from quincunx.server.match.actions import Moved
from quincunx.server.match.ai_task import AiTask
from quincunx.server.workers.ai import LEAST_MILLISECONDS, WorkerPools
from tests.suite.scale import COMPILED
from tests.support.fixtures import Serve
from tests.support.servers.client import PERSON, TWO_PEOPLE, HostedMatch, Json, ServerClient, ai, refusal
from tests.support.waiting import in_a_loop, wait_until

only_compiled = pytest.mark.skipif(not COMPILED, reason="in plain Python a search is too slow to be stopped in time")


def answered(hosted: HostedMatch) -> Json:
    """Play a move; the match with the AI player's answer to it."""
    match = hosted.wait_for_ai()  # a person without a move has passed already, and the AI player may be thinking again
    ply = match["ply"]
    assert hosted.try_move(match["legal"][0], ply, match["turn"]).status_code == 200
    return wait_until(lambda: now if (now := hosted.match())["ply"] > ply + 1 else None)


def test_an_answer_waits_for_the_rest_of_the_response_delay(
    client: ServerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    over = threading.Event()

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        while not over.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr("quincunx.server.live.ai_turns.sleep", wait)
    slow = client.new_match("duel", [PERSON, ai("easy")], response_delay=1500)
    slow.play("c3")
    wait_until(lambda: waits)
    assert 0 <= waits[0] < 1.5, "it has been thinking for a part of the time"
    match = slow.match()
    assert (match["ply"], match["thinking"]) == (1, True)
    over.set()
    assert slow.wait_for_ai()["turn"] == 1
    answered(client.new_match("duel", [PERSON, ai("easy")], response_delay=0))
    assert waits[1:] == [0]


@pytest.mark.parametrize(("waited", "left"), [(0.0, 1000), (0.7, 300), (5.0, LEAST_MILLISECONDS)])
def test_a_search_that_had_to_wait_for_a_worker_gets_what_is_left_of_its_time(
    monkeypatch: pytest.MonkeyPatch, waited: float, left: int
) -> None:
    """Counted from when it was asked, so that many matches at once are answered in time as well."""
    times = iter([100.0, 100.0 + waited])
    given: list[int] = []

    def note(game: Any, position: Any, level: str, seed: int, past: Any, milliseconds: int, **more: Any) -> Any:
        given.append(milliseconds)
        return choose(game, position, level, seed, past, milliseconds)

    monkeypatch.setattr("quincunx.server.workers.ai.monotonic", lambda: next(times))
    monkeypatch.setattr("quincunx.server.workers.ai.choose", note)
    match = Match("duel", None, 1)
    pools = WorkerPools(1, 1000)
    task = AiTask(match, "hard", None)
    in_a_loop(pools.choose_move(task, lambda thought: None))
    pools.close()
    assert given == [left]


@only_compiled
def test_a_search_that_was_cut_short_says_so(serve: Serve) -> None:
    client = serve(think_ms=50)
    match = answered(client.new_match("duel", [PERSON, ai("expert")]))
    assert match["history"][-1]["thought"]["cut_short"] is True
    match = answered(client.new_match("duel", [PERSON, ai("easy")]))
    assert match["history"][-1]["thought"]["cut_short"] is False


@pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])
def test_the_history_explains_how_the_ai_player_chose_its_move(client: ServerClient, game: str) -> None:
    match = answered(client.new_match(game, [PERSON, ai("medium")]))
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
    assert answered(hosted)["history"][1]["thought"]["level"] == "hard"
    version = hosted.match()["version"]
    assert hosted.act("level", level="hard")["version"] == version
    assert refusal(hosted.try_act("level", level="godlike")) == (422, "unknown_level")
    assert refusal(hosted.try_act("level", level="easy", seat=1)) == (409, "not_allowed")


def test_a_prompt_is_changed_from_the_next_move_on(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy")])
    seat = hosted.act("prompt", prompt="stay off the edges, hum")["seats"][1]
    assert [wish["sentence"] for wish in seat["understood"]["understood"]] == [
        "stays off the edges if that costs at most 2.5 tiles"
    ]
    assert seat["understood"]["ignored"] == ["hum"]
    assert answered(hosted)["history"][1]["thought"]["reason"] == "stays off the edges, as you asked; a random move"
    assert hosted.record()["record"]["seats"][1]["strategy"]["text"] == "stay off the edges, hum"
    version = hosted.match()["version"]
    assert hosted.act("prompt", prompt="stay off the edges, hum")["version"] == version, "nothing has changed"
    seat = hosted.act("prompt", prompt="  ")["seats"][1]
    assert (seat["strategy"], seat["understood"]) == (None, None)


def test_a_prompt_that_cannot_be_is_refused_and_changes_nothing(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy", prompt="hold the edges")])
    before = hosted.match()
    assert refusal(hosted.try_act("prompt", prompt="x" * 501)) == (422, "bad_request")
    assert refusal(hosted.try_act("prompt", prompt=7)) == (422, "bad_request")
    assert refusal(hosted.try_act("prompt", prompt="hold the corners", seat=1)) == (409, "not_allowed")
    assert hosted.match() == before
    assert refusal(client.new_match("flood", [PERSON]).try_act("prompt", prompt="be quick")) == (409, "not_allowed")


def test_a_level_changed_while_the_ai_thinks_is_the_one_that_answers(
    client: ServerClient, held_ai: threading.Event
) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy")])
    hosted.play("c3")
    hosted.act("level", level="medium")
    held_ai.set()
    match = hosted.wait_for_ai()
    assert match["ply"] == 2
    assert match["history"][1]["thought"]["level"] == "medium"


def test_the_maker_changes_the_levels_of_an_ai_match(client: ServerClient, held_ai: threading.Event) -> None:
    hosted = client.new_match("pushmine", [ai(), ai()])
    assert hosted.act("level", 0, level="medium", seat=2)["seats"][1]["level"] == "medium"
    assert refusal(client.post(f"{hosted.path}/level", {"level": "easy"})) == (401, "unauthorized")
    hosted.act("stop", 0)


def test_two_ai_players_play_to_the_end(client: ServerClient) -> None:
    hosted = client.new_match("cascade", [ai("easy"), ai("easy")])
    match = wait_until(lambda: now if (now := hosted.match())["status"] != "playing" else None)
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
