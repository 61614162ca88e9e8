"""Nobody's request costs everybody's time: pools that serve clients in turn, and questions that are answered once."""

import asyncio
import json
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quincunx import priority
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.record import read_record
from quincunx.search.hints import hint
from quincunx.server.limits import TooMany, asker
from quincunx.server.storage.store import Store
from quincunx.server.workers.ai import HEAVY_TASKS_WAITING, LISTINGS_WAITING
from quincunx.server.workers.pools import FairPool
from quincunx.server.workers.process import WorkerProcess
from quincunx.server.workers.shared_answers import SharedAnswers
from tests.support.fixtures import LetTimePass, Serve
from tests.support.servers.client import PERSON, TWO_PEOPLE, ServerClient, ai, refusal
from tests.support.waiting import in_a_loop, wait_until

HELD = Refusal(ErrorCode.CANCELLED, "it was held")
ELSEWHERE = {"x-forwarded-for": "203.0.113.7"}


@pytest.fixture
def held() -> Any:
    """Tasks that wait for it end with the test."""
    released = threading.Event()
    yield released
    released.set()


def test_a_pool_serves_clients_in_turn_and_refuses_what_does_not_fit() -> None:
    done: list[str] = []

    async def work() -> None:
        pool, released = FairPool("test", 1, most_waiting=5), threading.Event()

        async def ask(client: str, task: Any) -> None:
            asker.set(client)
            await pool.run(task)

        busy = asyncio.create_task(ask("greedy", lambda: released.wait(60)))
        await asyncio.sleep(0)
        many = [asyncio.create_task(ask("greedy", lambda: done.append("greedy"))) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany, match="wait for their answers"):
            await ask("greedy", lambda: done.append("too many"))
        one = asyncio.create_task(ask("modest", lambda: done.append("modest")))
        await asyncio.sleep(0)
        released.set()
        await asyncio.gather(busy, one, *many)
        pool.close()

    in_a_loop(work())
    assert done == ["greedy", "modest", *["greedy"] * 4]


def test_a_client_cannot_hold_all_threads_of_a_pool(held: threading.Event) -> None:
    done: list[str] = []

    def hold() -> None:
        if not held.wait(60):
            done.append("greedy")

    async def work() -> None:
        pool = FairPool("test", 2, at_once=1)
        for _ in range(4):
            asyncio.create_task(pool.run(hold, "greedy"))  # noqa: RUF006
        await asyncio.sleep(0)
        await pool.run(lambda: done.append("modest"), "modest")
        held.set()
        pool.close()

    in_a_loop(work())
    assert done == ["modest"]


def test_the_same_question_is_answered_once() -> None:
    asked: list[str] = []

    async def work() -> None:
        answers = SharedAnswers(2)

        async def answer(question: str) -> str:
            asked.append(question)
            await asyncio.sleep(0)
            if question == "bad":
                raise ZeroDivisionError
            return question.upper()

        both = await asyncio.gather(*(answers.find("a", lambda: answer("a")) for _ in range(5)))
        assert both == ["A"] * 5
        for question in ("a", "bad", "bad", "b", "c", "a"):
            try:
                await answers.find(question, lambda: answer(question))  # noqa: B023
            except ZeroDivisionError:
                assert question == "bad"

    in_a_loop(work())
    assert asked == ["a", "bad", "bad", "b", "c", "a"], "a failure is not kept, and only the latest answers are"


def heavy_requests(client: ServerClient, pool: str) -> list[Callable[[], Any]]:
    """What fills a pool as far as one client may: one that runs, and those that wait."""
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play_on(2)
    record = hosted.record()["text"]
    puzzle = client.get("/api/games/duel/puzzles/daily").json()["puzzles"][0]["id"]
    different: dict[str, list[Callable[[], Any]]] = {
        "_making": [lambda: client.post("/api/matches", {"game": "flood", "difficulty": "hard"})],
        "_heavy_tasks": [
            lambda: hosted.try_act("hint"),
            lambda: client.post(f"/api/games/duel/puzzles/{puzzle}/answer", {"moves": ["a1"]}),
        ],
        "_tasks_apart": [
            lambda: client.get(f"{hosted.path}/metrics"),
            lambda: client.post("/api/matches", {"game": "duel", "record": record}),
            lambda: client.get(f"{hosted.path}/replay"),
        ],
    }
    asked = different[pool]
    return asked + asked[-1:] * (HEAVY_TASKS_WAITING + 1 - len(asked))


@pytest.mark.parametrize("pool", ["_making", "_heavy_tasks", "_tasks_apart"])
def test_heavy_requests_of_one_client_are_few_and_keep_nobody_from_playing(
    serve: Serve, held: threading.Event, monkeypatch: pytest.MonkeyPatch, pool: str
) -> None:
    """Replays, metrics, hints and boards that have to be solved: matches and the boards of a day wait for none."""

    def hang(*given: Any, **more: Any) -> Any:
        held.wait(60)
        raise HELD

    monkeypatch.setattr(WorkerProcess, "run", lambda self, task, *given: task(*given))
    client = serve(rate_limit="on")
    asked = heavy_requests(client, pool)
    monkeypatch.setattr("quincunx.server.match.view.ReplayPage.view", hang)
    monkeypatch.setattr("quincunx.server.http.api.lab.match_metrics", hang)
    monkeypatch.setattr("quincunx.server.http.api.matches.find_hint", hang)
    monkeypatch.setattr("quincunx.server.http.api.puzzles.judge", hang)
    monkeypatch.setattr("quincunx.server.match.creation._from_record", hang)
    monkeypatch.setattr("quincunx.server.match.creation.graded_seed", hang)
    with ThreadPoolExecutor(len(asked)) as crowd:
        waiting = [crowd.submit(one) for one in asked]
        queues = getattr(client.server.app.state.services.workers, pool)._queues
        wait_until(lambda: sum(map(len, queues.values())) == HEAVY_TASKS_WAITING)
        answer = asked[-1]()
        assert refusal(answer) == (429, "too_many_requests")
        assert int(answer.headers["retry-after"]) >= 1
        assert client.new_match("pushmine", TWO_PEOPLE).play_on(2)["ply"] == 2
        assert client.make("mosaic", daily=True)["match"]["daily"]
        if pool == "_tasks_apart":
            assert client.get("/api/games/duel/daily").status_code == 200, "no other task waits for the process"
        held.set()
        assert all(one.result().status_code != 429 for one in waiting)


@pytest.mark.parametrize(
    ("path", "query"),
    [("/api/statistics", "statistics"), ("/api/matches", "recent"), ("/api/games/flood/scores", "best_scores")],
)
def test_lists_keep_nobody_from_playing(
    serve: Serve, held: threading.Event, monkeypatch: pytest.MonkeyPatch, path: str, query: str
) -> None:
    """They take as long as there are many matches, and anybody may ask for them."""
    monkeypatch.setattr(Store, query, lambda *given: held.wait(60) and [])
    client = serve(rate_limit="on")
    with ThreadPoolExecutor(LISTINGS_WAITING + 1) as crowd:
        waiting = [crowd.submit(client.get, path) for _ in range(LISTINGS_WAITING + 1)]
        pool = client.server.app.state.services.workers._listings
        wait_until(lambda: sum(map(len, pool._queues.values())) == LISTINGS_WAITING)
        assert refusal(client.get(path)) == (429, "too_many_requests")
        client.server.app.state.services.rooms._rooms.clear()
        assert client.new_match("pushmine", TWO_PEOPLE).play_on(2)["ply"] == 2
        held.set()
        assert {one.result().status_code for one in waiting} == {200}


def test_long_work_in_plain_python_has_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives way to the server, starts again when it has died, and ends with the server."""
    monkeypatch.setattr(priority, "NICENESS", 7)
    apart = WorkerProcess()
    first = apart.run(os.getpid)
    assert first != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, first) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)
    os.kill(first, signal.SIGKILL)
    second = apart.run(os.getpid)
    assert second != first
    with pytest.raises(Refusal):
        apart.run(read_record, "nonsense")
    apart.close()
    wait_until(lambda: not Path(f"/proc/{second}/cmdline").exists() or not Path(f"/proc/{second}/cmdline").read_bytes())


def test_replays_metrics_and_records_are_worked_on_apart(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks: list[str] = []

    def note(self: WorkerProcess, task: Any, *given: Any) -> Any:
        tasks.append(task.__name__)
        return pickle.loads(pickle.dumps(task))(*pickle.loads(pickle.dumps(given)))

    monkeypatch.setattr(WorkerProcess, "run", note)
    client = serve(rate_limit="on")
    hosted = client.new_match("flood", variant={"size": 3})
    hosted.play_on(2)
    record = hosted.record()["text"]
    client.new_match("flood", record=record)
    for path in ("replay", "metrics"):
        assert client.get(f"{hosted.path}/{path}").status_code == 200
    assert client.post("/api/replay", {"record": record}).status_code == 200
    assert tasks == ["create", "as_json", "_metrics_of", "_replayed"]


def test_a_search_ends_at_once_when_its_match_has_gone_on(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Move and take back, again and again: one search at most is left of it."""
    stopped: list[bool] = []

    def ponder(*given: Any, stop: Any, **more: Any) -> Any:
        wait_until(lambda: stop[0], every=0.001)
        stopped.append(True)
        raise HELD

    monkeypatch.setattr("quincunx.server.workers.ai.choose", ponder)
    client = serve(think_workers=1)
    hosted = client.new_match("duel", [PERSON, ai("expert")])
    for _ in range(3):
        hosted.play("c3")
        hosted.act("undo")
    wait_until(lambda: len(stopped) == 3 or not _thinks(client))
    wait_until(lambda: not _thinks(client))


def _thinks(client: ServerClient) -> bool:
    return bool(client.server.app.state.services.workers._ai_players._running)


def test_a_hint_for_the_same_position_is_found_once(client: ServerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []

    def find(match: Any) -> Any:
        found.append(hint(match))
        return found[-1]

    monkeypatch.setattr("quincunx.server.http.api.matches.find_hint", find)
    hosted = client.new_match("duel", TWO_PEOPLE)
    with ThreadPoolExecutor(4) as crowd:
        answers = [one.result().json() for one in [crowd.submit(hosted.try_act, "hint") for _ in range(8)]]
    assert len(found) == 1
    assert {answer["move"] for answer in answers} == {found[0].move}
    assert hosted.match()["version"] == 1, "the log says it once"
    hosted.play(found[0].move)
    assert hosted.try_act("hint", 2).status_code == 200
    assert (len(found), hosted.match()["version"]) == (2, 3)


@pytest.mark.parametrize("path", ["/api/matches", "/api/replay"])
def test_an_optimum_that_takes_long_is_refused(client: ServerClient, path: str) -> None:
    variant = {"size": 40, "colours": 8, "limit_rule": "optimum"}
    if path == "/api/matches":
        answer = client.post(path, {"game": "flood", "variant": variant, "seed": 1})
    else:
        record = {"format": "quincunx/1", "game": "flood", "version": 1, "variant": variant, "seed": 1}
        answer = client.post(path, {"record": json.dumps(record)})
    assert refusal(answer) == (422, "bad_variant")
    assert "smaller" in answer.json()["message"]


def test_shows_are_counted_before_another_may_begin(serve: Serve, held_ai: threading.Event) -> None:
    client = serve(rate_limit="on", shows_per_client=2, most_shows=3)
    asked = {"game": "duel", "seats": [ai("easy"), ai("easy")]}
    names = [{"quincunx-client": f"name {number}"} for number in range(8)]
    with ThreadPoolExecutor(8) as crowd:
        made = list(crowd.map(lambda name: client.http.post("/api/matches", json=asked, headers=name), names))
    assert sorted(answer.status_code for answer in made) == [201, 201, *[429] * 6]
    assert client.http.post("/api/matches", json=asked, headers=ELSEWHERE).status_code == 201
    assert refusal(client.http.post("/api/matches", json=asked, headers=ELSEWHERE)) == (429, "too_many_requests")


def test_a_rematch_counts_as_a_new_match_and_as_a_show(
    serve: Serve, refill: LetTimePass, held_ai: threading.Event
) -> None:
    """Shows that were stopped and are then all played again at once."""
    client = serve(rate_limit="on", shows_per_client=1, matches_per_minute=5)
    shows = []
    for _ in range(2):
        shows.append(client.new_match("duel", [ai("easy"), ai("easy")]))
        shows[-1].act("stop", 0)
    assert [show.try_act("rematch", 0).status_code for show in shows] == [200, 429]
    people = client.new_match("duel", TWO_PEOPLE)
    people.act("resign")
    assert refusal(people.try_act("rematch")) == (429, "too_many_requests")
    refill(60)
    assert people.try_act("rematch").status_code == 200


def test_a_rematch_that_exists_can_be_asked_for_without_end(serve: Serve, refill: LetTimePass) -> None:
    client = serve(rate_limit="on", matches_per_minute=2)
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.act("resign")
    ids = {hosted.try_act("rematch").json()["id"] for _ in range(5)}
    assert len(ids) == 1


def test_the_description_of_the_api_is_made_once_and_away_from_the_event_loop(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def describe(app: Any) -> dict[str, str]:
        threads.append(threading.current_thread().name)
        return {"openapi": "3.1.0"}

    monkeypatch.setattr("quincunx.server.http.openapi.describe", describe)
    client = serve()
    assert [client.get("/api/openapi.json").json() for _ in range(3)] == [{"openapi": "3.1.0"}] * 3
    [thread] = threads
    assert thread.startswith("quincunx-heavy")
