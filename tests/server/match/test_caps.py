"""How long a match on a server may become, and that a long one is neither built nor shown on the event loop."""

import threading
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.server.live import loaded_match
from quincunx.server.live.watchers import MOST_BYTES, Watcher
from quincunx.server.match.caps import MOST_PLIES
from quincunx.server.match.view import MOST_STEPS
from tests.support.fixtures import Serve
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, Json, ServerClient, refusal
from tests.support.servers.watcher import Watcher as LiveWatcher
from tests.support.waiting import in_a_loop

ENDLESS: Json = {"size": 3, "colours": 4, "limit_rule": "none"}


def long_record(plies: int, seed: int = 1) -> str:
    """A match of Flood-It that goes to and fro between two colours and is never won."""
    match = Match("flood", ENDLESS, seed)
    there, back = match.legal()[:2]
    match.play(there)
    texts = [there] + [back, there] * (plies // 2)
    return match.record().model_copy(update={"moves": tuple(texts[:plies])}).as_text()


def colours_of(hosted: HostedMatch) -> tuple[str, str]:
    return tuple(entry["move"] for entry in hosted.match()["history"][:2])


@pytest.fixture(scope="module")
def nearly_full(client: ServerClient) -> HostedMatch:
    return client.new_match("flood", record=long_record(MOST_PLIES - 1))


def test_a_match_that_reaches_the_cap_of_plies_is_over(client: ServerClient, nearly_full: HostedMatch) -> None:
    there, back = colours_of(nearly_full)
    last = nearly_full.match()["history"][-1]["move"]
    match = nearly_full.play(back if last == there else there)
    assert (match["ply"], match["ended_by"], match["result"]) == (MOST_PLIES, "ply_cap", "lost")
    assert refusal(nearly_full.try_act("undo")) == (409, "match_over")


@pytest.mark.parametrize(("path", "allowed"), [("/api/matches", MOST_PLIES - 1), ("/api/replay", MOST_PLIES)])
def test_a_longer_record_is_refused(client: ServerClient, path: str, allowed: int) -> None:
    asked = {"record": long_record(allowed + 1)} | ({"game": "flood"} if path == "/api/matches" else {})
    answer = client.post(path, asked)
    assert refusal(answer) == (422, "bad_record")
    assert f"at most {allowed}" in answer.json()["message"]


def test_a_full_log_takes_only_what_brings_the_match_nearer_to_its_end(serve: Serve) -> None:
    client = serve(most_actions=MOST_PLIES)
    room = client.server.app.state.services.rooms
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")

    async def fill_up() -> None:
        (await room.room(hosted.id)).state.number = MOST_PLIES

    client.server.call(fill_up())
    for what, seat in (("undo", 1), ("hint", 2)):
        answer = hosted.try_act(what, seat)
        assert refusal(answer) == (409, "not_allowed")
        assert "log" in answer.json()["message"]
    assert hosted.try_act("moves", 2, move="e5", ply=1).status_code == 200
    assert hosted.try_act("resign").status_code == 200


def test_a_long_match_is_looked_back_at_page_by_page(client: ServerClient) -> None:
    hosted = client.new_match("flood", record=long_record(MOST_STEPS + 30))
    first = client.get(f"{hosted.path}/replay").json()
    assert [step["ply"] for step in first["steps"]] == list(range(MOST_STEPS))
    assert first["plies"] == MOST_STEPS + 30
    rest = client.get(f"{hosted.path}/replay", params={"from": MOST_STEPS}).json()
    assert [step["ply"] for step in rest["steps"]] == list(range(MOST_STEPS, MOST_STEPS + 31))
    few = client.get(f"{hosted.path}/replay", params={"from": 7, "to": 9}).json()
    assert [step["ply"] for step in few["steps"]] == [7, 8, 9]
    assert few["steps"] == first["steps"][7:10]
    assert client.get(f"{hosted.path}/replay", params={"from": 9999}).json()["steps"] == []
    pasted = client.http.post("/api/replay", params={"from": 7, "to": 9}, json={"record": long_record(20)}).json()
    assert pasted["steps"] == few["steps"]


def test_matches_are_built_and_shown_away_from_the_event_loop(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[str]] = {}

    def noting(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def call(*given: Any, **more: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread().name.rstrip("0123456789_"))
            return real(*given, **more)

        monkeypatch.setattr(owner, name, call)

    for module in ("room", "rooms"):
        noting(__import__(f"quincunx.server.live.{module}", fromlist=["fold"]), "fold")
    noting(__import__("quincunx.server.http.api.matches", fromlist=["create"]), "create")
    client = serve()
    short, long = client.new_match("flood"), client.new_match("flood", record=long_record(loaded_match.MOST_KEPT * 2))
    client.server.app.state.services.rooms._rooms.clear()
    for hosted in (short, long):
        assert hosted.match()
        client.get(f"{hosted.path}/replay")
    assert threads == {"create": {"quincunx-short", "quincunx-apart"}, "fold": {"quincunx-short", "quincunx-heavy"}}


def test_what_was_missed_comes_from_a_buffer_and_not_from_the_log(
    client: ServerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_match, "MOST_KEPT", 3)
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play_on(5)
    monkeypatch.setattr(type(client.server.app.state.services.store), "load", None)
    with LiveWatcher(hosted, since=0) as watcher:
        assert watcher.wait_for("match")["version"] == 5
        assert [message["version"] for message in watcher.received] == [3, 4, 5, 5]
    with LiveWatcher(hosted, since=4) as watcher:
        watcher.wait_for("match")
        assert [message["version"] for message in watcher.received] == [5, 5]


def test_a_queue_holds_only_the_newest_match_and_is_bounded_in_bytes() -> None:
    async def work() -> None:
        watcher = Watcher()
        watcher.send(b"", b"match 0", 0)
        for version in range(1, 4):
            assert watcher.send(b"action %d" % version, b"action and match %d" % version, version)
        shown = [await watcher.next() for _ in range(3)]
        assert [message and message.content for message in shown] == [b"action 1", b"action 2", b"action and match 3"]
        assert watcher.send(b"x" * MOST_BYTES)
        assert not watcher.send(b"y"), "it does not keep up"
        message = await watcher.next()
        assert message is not None
        assert message.content[:1] == b"x"
        assert await watcher.next() is None

    in_a_loop(work())


def test_rooms_are_counted_by_their_size(serve: Serve) -> None:
    client = serve(rooms_megabytes=1)
    rooms = client.server.app.state.services.rooms._rooms
    small = [client.new_match("duel") for _ in range(5)]
    assert len(rooms) == 5
    long = client.new_match("flood", record=long_record(MOST_PLIES - 1))
    assert set(rooms) == {long.id}, "a long match takes the place of all others, and may itself stay"
    assert all(hosted.match()["ply"] == 0 for hosted in small)
