"""Our players move by themselves: not too soon, never too late, and without keeping anyone waiting."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quincunx.search.chooser import choose
from quincunx.server.match.actions import Moved
from tests.server.running import ServerProcess, wait_until
from tests.server.table import PERSON, TWO_PEOPLE, House, Json, Table, ours, refusal
from tests.suite.scale import COMPILED

Thread = Callable[..., House]
Process = Callable[..., ServerProcess]
Visit = Callable[[ServerProcess], House]
TURN_SECONDS = 2.0

only_compiled = pytest.mark.skipif(not COMPILED, reason="in plain Python a search is too slow to be stopped in time")


def answered(table: Table) -> tuple[float, Json]:
    """Play a move; seconds until our player's answer can be read, and the match with it."""
    match = table.waited()  # a person without a move has passed already, and our player may be thinking again
    ply = match["ply"]
    assert table.move(match["legal"][0], ply, match["turn"]).status_code == 200
    began = time.monotonic()
    match = wait_until(lambda: now if (now := table.match())["ply"] > ply + 1 else None, 20, 0.01)
    return time.monotonic() - began, match


def test_an_answer_comes_no_sooner_than_the_response_delay(house: House) -> None:
    seconds, match = answered(house.table("duel", [PERSON, ours("easy")], response_delay=900))
    assert seconds >= 0.85
    assert match["turn"] == 1
    quick, _ = answered(house.table("duel", [PERSON, ours("easy")], response_delay=0))
    assert quick < 0.85


@only_compiled
def test_answers_come_in_time_when_many_matches_wait_for_one(thread: Thread) -> None:
    house = thread()
    games = ("cascade", "duel", "mosaic", "pushmine") * 4
    tables = [house.table(game, [PERSON, ours("medium")]) for game in games]
    with ThreadPoolExecutor(len(tables)) as crowd:
        for _ in range(2):
            seconds = [took for took, _ in crowd.map(answered, tables)]
            assert max(seconds) <= TURN_SECONDS


@only_compiled
def test_a_search_that_was_cut_short_says_so(thread: Thread) -> None:
    house = thread(think_ms=50)
    _, match = answered(house.table("duel", [PERSON, ours("expert")]))
    assert match["history"][-1]["thought"]["cut_short"] is True
    _, match = answered(house.table("duel", [PERSON, ours("easy")]))
    assert match["history"][-1]["thought"]["cut_short"] is False


@pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])
def test_the_history_tells_how_our_player_came_to_its_move(house: House, game: str) -> None:
    _, match = answered(house.table(game, [PERSON, ours("medium")]))
    own, answer = match["history"][:2]
    assert "thought" not in own
    thought = answer["thought"]
    assert thought["level"] == "medium"
    assert thought["reason"]
    assert all(isinstance(text, str) for text in thought["line"])


def test_the_server_answers_others_while_it_thinks(thread: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = threading.Event()

    def ponder(*question: Any, **more: Any) -> Any:
        assert thought.wait(60)
        return choose(*question, **more)

    monkeypatch.setattr("quincunx.server.workers.ai.choose", ponder)
    house = thread()
    tables = [house.table("duel", [PERSON, ours("easy")]) for _ in range(8)]  # more than there are workers
    for table in tables:
        table.move("c3", 0)
    assert all(table.match()["thinking"] for table in tables)
    house.table("duel", TWO_PEOPLE).played("c3", "e5")
    assert house.table("duel").act("hint").status_code == 200
    thought.set()
    for table in tables:
        assert table.waited()["ply"] == 2


def test_a_level_is_changed_from_the_next_move_on(house: House) -> None:
    table = house.table("duel", [PERSON, ours("easy")])
    assert table.acted("level", level="hard")["seats"][1]["level"] == "hard"
    assert answered(table)[1]["history"][1]["thought"]["level"] == "hard"
    version = table.match()["version"]
    assert table.acted("level", level="hard")["version"] == version
    assert refusal(table.act("level", level="godlike")) == (422, "unknown_level")
    assert refusal(table.act("level", level="easy", seat=1)) == (409, "not_allowed")


def test_a_level_changed_while_our_player_thinks_is_the_one_that_answers(house: House) -> None:
    table = house.table("duel", [PERSON, ours("easy")], response_delay=300)
    table.played("c3")
    table.acted("level", level="medium")
    match = table.waited()
    assert match["ply"] == 2
    assert match["history"][1]["thought"]["level"] == "medium"


def test_the_maker_changes_the_levels_of_a_show(house: House) -> None:
    table = house.table("pushmine", [ours(), ours()], response_delay=1500)
    assert table.acted("level", 0, level="medium", seat=2)["seats"][1]["level"] == "medium"
    assert refusal(house.post(f"{table.path}/level", {"level": "easy"})) == (401, "unauthorized")
    table.acted("stop", 0)


def test_two_of_our_players_play_to_the_end(house: House) -> None:
    table = house.table("cascade", [ours("easy"), ours("easy")])
    match = wait_until(lambda: now if (now := table.match())["status"] != "playing" else None, 60)
    assert match["ended_by"] == "rules"
    assert match["history"][-1]["ply"] == match["ply"] - 1


def test_the_house_plays_passes_for_everyone(house: House) -> None:
    """In the letter of duel whoever has lost all tiles never comes back: our player goes on alone."""
    table = house.table("duel", [PERSON, ours("medium")], preset="literal", variant={"size": 3})
    table.played("b2")
    match = table.waited()
    assert match["status"] == "won"
    assert {entry["move"] for entry in match["history"] if entry["seat"] == 1} == {"b2", "pass"}
    assert match["outcome"] == "ai_wins"


def test_one_match_that_cannot_be_read_does_not_keep_the_others_waiting(
    thread: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that this version cannot make sense of stays as it is; the sweep goes on with the next."""
    monkeypatch.setattr("quincunx.server.storage.store.LEASE_MILLISECONDS", 200)
    with monkeypatch.context() as thoughtless:
        thoughtless.setattr("quincunx.server.live.ai_turns.AiTurns.start", lambda turns, state: None)
        house = thread()
        tables = sorted((house.table("duel", [PERSON, ours()]) for _ in range(3)), key=lambda table: table.id)
        for table in tables:
            table.played("c3")
        services = house.server.app.state.services
        services.rooms._rooms.clear()
        unreadable = Moved(seat=2, at=0, move="z9", ply=1)
        house.server.call(services.store.append(tables[0].id, 2, unreadable, {"our_turn": True, "updated_at": 0}))
    for table in tables[1:]:
        wait_until(lambda: table.match()["ply"] == 2)  # noqa: B023
