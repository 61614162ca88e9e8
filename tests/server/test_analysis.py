"""Analysis of finished matches: asked for, followed, cancelled."""

from collections.abc import Callable
from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from tests.server.running import wait_until
from tests.server.table import TWO_PEOPLE, House, Table, refusal

Thread = Callable[..., House]


def analysis(table: Table) -> Any:
    return table.house.get(f"{table.path}/analysis").json()


def start(table: Table) -> Any:
    answer = table.house.post(f"{table.path}/analysis")
    assert answer.status_code == 202, answer.text
    return answer.json()


@pytest.fixture
def short(house: House) -> Table:
    table = house.table("duel", TWO_PEOPLE, variant={"size": 2})
    table.play_on()
    return table


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis of as many plies as it likes takes until it is cancelled."""

    def analyse(match: Any, progress: Any, cancelled: Any) -> Any:
        progress(1, len(match.history))
        wait_until(cancelled)
        raise Refusal(ErrorCode.CANCELLED, "cancelled")

    monkeypatch.setattr("quincunx.server.workers.analyses.analyse", analyse)


def test_an_analysis_judges_every_move(short: Table) -> None:
    assert analysis(short) == {"status": "none", "done": 0, "total": 0, "judgements": None, "accuracy": None}
    assert start(short)["status"] in ("running", "done")
    done = wait_until(lambda: now if (now := analysis(short))["status"] == "done" else None)
    moves = [entry["move"] for entry in short.match()["history"]]
    assert [one["move"] for one in done["judgements"]] == moves
    assert (done["done"], done["total"]) == (len(moves), len(moves))
    assert len(done["accuracy"]) == 2
    assert start(short) == done, "it is done once"


def test_a_running_match_is_not_analysed(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    path = f"{table.path}/analysis"
    assert refusal(house.post(path)) == (409, "not_over")
    table.acted("resign")
    assert refusal(house.post(path)) == (409, "not_allowed"), "there is no move to judge"


def test_an_analysis_tells_how_far_it_is_and_can_be_cancelled(house: House, short: Table, slow: None) -> None:
    start(short)
    running = wait_until(lambda: now if (now := analysis(short))["done"] == 1 else None)
    assert (running["status"], running["total"]) == ("running", short.match()["ply"])
    assert start(short)["status"] == "running"
    assert house.http.delete(f"{short.path}/analysis").status_code == 200
    cancelled = wait_until(lambda: now if (now := analysis(short))["status"] != "running" else None)
    assert (cancelled["status"], cancelled["judgements"]) == ("cancelled", None)
    assert start(short)["status"] == "running", "and asked for again"
    house.http.delete(f"{short.path}/analysis")


def test_an_analysis_is_of_the_match_as_it_was(house: House, short: Table) -> None:
    start(short)
    wait_until(lambda: analysis(short)["status"] == "done")
    short.acted("restart")
    assert analysis(short)["status"] == "none"
    assert refusal(house.post(f"{short.path}/analysis")) == (409, "not_over")
    assert house.http.delete(f"{short.path}/analysis").json()["status"] == "none"


def test_one_client_has_so_many_analyses_at_once(thread: Thread, slow: None) -> None:
    house = thread(rate_limit="on", analyses_per_client=2)
    tables = [house.table("duel", TWO_PEOPLE, variant={"size": 2}) for _ in range(3)]
    for table in tables:
        table.play_on()
    start(tables[0])
    start(tables[1])
    answer = house.post(f"{tables[2].path}/analysis")
    assert refusal(answer) == (429, "too_many_requests")
    assert int(answer.headers["retry-after"]) >= 1
    house.http.delete(f"{tables[0].path}/analysis")
    wait_until(lambda: analysis(tables[0])["status"] == "cancelled")
    start(tables[2])
    for table in tables[1:]:
        house.http.delete(f"{table.path}/analysis")
        wait_until(lambda: analysis(table)["status"] == "cancelled")  # noqa: B023


def test_what_goes_wrong_in_an_analysis_is_told(house: House, short: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: Any, **more: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("quincunx.server.workers.analyses.analyse", broken)
    start(short)
    wait_until(lambda: analysis(short)["status"] == "failed", 5)
