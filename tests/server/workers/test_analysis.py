"""Analysis of finished matches: asked for, followed, cancelled."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.server.workers.ai import WorkerPools
from quincunx.server.workers.analyses import MOST_MILLISECONDS, milliseconds_per_ply
from tests.support.fixtures import Serve
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, ServerClient, refusal
from tests.support.servers.server import sqlite_url
from tests.support.waiting import in_a_loop, wait_until


def analysis(hosted: HostedMatch) -> Any:
    return hosted.client.get(f"{hosted.path}/analysis").json()


def start(hosted: HostedMatch) -> Any:
    answer = hosted.client.post(f"{hosted.path}/analysis")
    assert answer.status_code == 202, answer.text
    return answer.json()


@pytest.fixture
def short(client: ServerClient) -> HostedMatch:
    hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 2})
    hosted.play_on()
    return hosted


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that runs until it is cancelled, however few plies it covers."""

    real = WorkerPools.judge

    async def judge(self: WorkerPools, match_id: str, task: Any) -> Any:
        if task.args[-1] > 1:
            await asyncio.Event().wait()
        return await real(self, match_id, task)

    monkeypatch.setattr(WorkerPools, "judge", judge)


def test_an_analysis_judges_every_move(short: HostedMatch) -> None:
    assert analysis(short) == {"status": "none", "done": 0, "total": 0, "judgements": None, "accuracy": None}
    assert start(short)["status"] in ("running", "done")
    done = wait_until(lambda: now if (now := analysis(short))["status"] == "done" else None)
    moves = [entry["move"] for entry in short.match()["history"]]
    assert [one["move"] for one in done["judgements"]] == moves
    assert (done["done"], done["total"]) == (len(moves), len(moves))
    assert len(done["accuracy"]) == 2
    assert start(short) == done, "it is done once"


def test_a_running_match_is_not_analysed(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    path = f"{hosted.path}/analysis"
    assert refusal(client.post(path)) == (409, "not_over")
    hosted.act("resign")
    assert refusal(client.post(path)) == (409, "not_allowed"), "there is no move to judge"


def test_an_analysis_reports_its_progress_and_can_be_cancelled(
    client: ServerClient, short: HostedMatch, slow: None
) -> None:
    start(short)
    running = wait_until(lambda: now if (now := analysis(short))["done"] == 1 else None)
    assert (running["status"], running["total"]) == ("running", short.match()["ply"])
    assert start(short)["status"] == "running"
    assert client.http.delete(f"{short.path}/analysis").status_code == 200
    cancelled = wait_until(lambda: now if (now := analysis(short))["status"] != "running" else None)
    assert (cancelled["status"], cancelled["judgements"]) == ("cancelled", None)
    assert start(short)["status"] == "running", "and asked for again"
    client.http.delete(f"{short.path}/analysis")


def test_an_analysis_is_of_the_match_as_it_was(client: ServerClient, short: HostedMatch) -> None:
    start(short)
    wait_until(lambda: analysis(short)["status"] == "done")
    short.act("restart")
    assert analysis(short)["status"] == "none"
    assert refusal(client.post(f"{short.path}/analysis")) == (409, "not_over")
    assert client.http.delete(f"{short.path}/analysis").json()["status"] == "none"


def test_an_analysis_outlives_the_server(serve: Serve, tmp_path: Path) -> None:
    database = sqlite_url(tmp_path, "kept")
    hosted = serve(database).new_match("duel", TWO_PEOPLE, variant={"size": 2})
    hosted.play_on()
    start(hosted)
    done = wait_until(lambda: now if (now := analysis(hosted))["status"] == "done" else None)
    assert serve(database).get(f"{hosted.path}/analysis").json() == done, "another server finds it in the database"


def test_the_number_of_analyses_per_client_is_limited(serve: Serve, slow: None) -> None:
    client = serve(rate_limit="on", analyses_per_client=2)
    hosted_matches = [client.new_match("duel", TWO_PEOPLE, variant={"size": 2}) for _ in range(3)]
    for hosted in hosted_matches:
        hosted.play_on()
    start(hosted_matches[0])
    start(hosted_matches[1])
    answer = client.post(f"{hosted_matches[2].path}/analysis")
    assert refusal(answer) == (429, "too_many_requests")
    assert int(answer.headers["retry-after"]) >= 1
    client.http.delete(f"{hosted_matches[0].path}/analysis")
    wait_until(lambda: analysis(hosted_matches[0])["status"] == "cancelled")
    start(hosted_matches[2])
    for hosted in hosted_matches[1:]:
        client.http.delete(f"{hosted.path}/analysis")
        wait_until(lambda: analysis(hosted)["status"] == "cancelled")  # noqa: B023


def test_a_failing_analysis_is_reported(
    client: ServerClient, short: HostedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: Any, **more: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("quincunx.server.workers.analyses.best_at", broken)
    start(short)
    wait_until(lambda: analysis(short)["status"] == "failed")


def test_only_players_and_who_asked_for_it_cancel_an_analysis(serve: Serve, slow: None) -> None:
    client = serve(trusted_proxies="127.0.0.1")
    hosted = client.new_match("duel", TWO_PEOPLE, variant={"size": 2})
    hosted.play_on()
    start(hosted)
    path, elsewhere = f"{hosted.path}/analysis", {"x-forwarded-for": "203.0.113.7"}
    assert refusal(client.http.delete(path, headers=elsewhere)) == (403, "not_your_seat")
    assert analysis(hosted)["status"] == "running"
    player = elsewhere | {"authorization": f"Bearer {hosted.tokens[2]}"}
    assert client.http.delete(path, headers=player).status_code == 200
    wait_until(lambda: analysis(hosted)["status"] == "cancelled")
    start(hosted)
    assert client.http.delete(path).status_code == 200, "the client that asked for it"


def test_analyses_go_on_in_turn_and_a_long_match_gets_less_time_for_each_ply() -> None:
    order: list[str] = []

    async def work() -> None:
        workers = WorkerPools(1, 1000)

        async def analyse(match_id: str, plies: int) -> None:
            for _ in range(plies):
                await workers.judge(match_id, lambda: order.append(match_id))

        await asyncio.gather(analyse("long", 50), analyse("short", 3))
        workers.close()

    in_a_loop(work())
    assert order.index("short") == 1
    assert order[:6].count("short") == 3
    match = Match("duel", None, 1)
    match.play(match.legal()[0])
    own = milliseconds_per_ply(match)
    match._turns *= 2000
    assert milliseconds_per_ply(match) == MOST_MILLISECONDS // 2001 < own
