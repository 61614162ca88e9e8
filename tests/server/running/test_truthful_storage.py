"""Storage tells the truth: what cannot be written is not acknowledged, and readiness means that writing works."""

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url, text

from quincunx.cli.serve import serve as serve_command
from quincunx.engine.errors import Refusal
from quincunx.server import startup, wall_clock
from quincunx.server.shutdown import end_children, leave_in_time
from quincunx.server.storage.admin import export, upgrade
from quincunx.server.storage.finished_matches import played_records
from quincunx.server.storage.postgresql_connection import TimedConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.writer import UNCERTAIN
from tests.support.fixtures import Connect, Serve, StartServer
from tests.support.servers.client import PERSON, TWO_PEOPLE, ai, refusal
from tests.support.servers.postgres import Cluster
from tests.support.servers.proxy import Proxy, proxy
from tests.support.servers.server import ServerProcess, sqlite_url
from tests.support.waiting import LIMIT_SECONDS, wait_until

# PostgreSQL behind a network that fails.


@pytest.fixture
def behind(postgresql: Cluster) -> Iterator[tuple[str, Proxy]]:
    """The URL of an empty database, and the proxy that it is reached through."""
    direct = make_url(postgresql.new_database())
    with proxy(f"{direct.query['host']}/.s.PGSQL.5432") as between:
        yield f"postgresql://quincunx@127.0.0.1:{between.port}/{direct.database}", between


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, behind: tuple[str, Proxy]) -> None:
    """A connection that cannot answer is given up at once, and any other is waited for as long as it takes."""
    _, between = behind

    def patience(connection: TimedConnection) -> float:
        return 0.0 if between.withholds(local_port(connection.fileno())) else LIMIT_SECONDS

    monkeypatch.setattr(TimedConnection, "patience", patience)


def local_port(descriptor: int) -> int:
    with socket.socket(fileno=os.dup(descriptor)) as end:
        return int(end.getsockname()[1])


def lose_connections(serve: Serve, url: str, between: Proxy) -> None:
    client = serve(url)
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")
    between.swallow()
    wait_until(lambda: hosted.try_move("e5", 1, seat=2).status_code == 200)
    assert [entry["move"] for entry in hosted.match()["history"]] == ["c3", "e5"]
    wait_until(lambda: client.get("/readyz").status_code == 200)
    wait_until(lambda: client.get("/api/statistics").status_code == 200)


@pytest.mark.usefixtures("impatient")
def test_connections_that_die_silently_are_replaced(serve: Serve, behind: tuple[str, Proxy]) -> None:
    lose_connections(serve, *behind)


@pytest.mark.long
def test_connections_that_die_silently_are_replaced_with_the_usual_patience(
    serve: Serve, behind: tuple[str, Proxy]
) -> None:
    lose_connections(serve, *behind)


@pytest.mark.usefixtures("impatient")
def test_a_database_that_does_not_answer_is_reported_and_nobody_waits_for_ever(
    serve: Serve, behind: tuple[str, Proxy], caplog: pytest.LogCaptureFixture
) -> None:
    url, between = behind
    client = serve(url)
    hosted = client.new_match("duel", TWO_PEOPLE)
    between.frozen.set()
    answer = hosted.try_move("c3", 0)
    assert refusal(answer) == (503, "storage_unavailable")
    assert str(between.port) not in answer.text, "where the database is does not concern clients"
    assert client.get("/readyz").status_code == 503
    assert refusal(client.get("/api/statistics")) == (503, "storage_unavailable")
    between.frozen.clear()
    wait_until(lambda: client.get("/readyz").status_code == 200)
    assert hosted.try_move("c3", 0).status_code == 200
    told = [record.message for record in caplog.records if record.name == "quincunx.storage"]
    assert told[0].startswith("the database does not answer: ")
    assert "the database answers again" in told


@pytest.mark.usefixtures("impatient")
def test_a_commit_without_an_answer_is_uncertain(behind: tuple[str, Proxy]) -> None:
    """It may be in the database: nobody is told that nothing was changed."""
    url, between = behind
    store = Store(url)

    def write_and_lose(connection: Connection) -> None:
        connection.execute(text("SELECT 1"))
        between.swallow()

    async def attempt() -> None:
        with pytest.raises(Refusal, match=UNCERTAIN):
            await store._writer.write("", write_and_lose)
        assert await store.is_writable()

    in_own_loop(attempt)
    store.close()


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_a_transaction_that_was_lost_keeps_no_locks(behind: tuple[str, Proxy]) -> None:
    """The database does not notice that nobody is there any more; it ends what has been idle for some seconds."""
    url, between = behind
    store = Store(url)
    row = text("INSERT INTO server_values (name, value) VALUES ('own', 'x')")

    def write_and_lose(connection: Connection) -> None:
        connection.execute(row)
        between.swallow()

    async def attempt() -> None:
        with pytest.raises(Refusal, match=UNCERTAIN):
            await store._writer.write("", write_and_lose)
        for _ in range(10):
            try:
                await store._writer.write("", lambda connection: connection.execute(row).rowcount)
            except Refusal:
                continue  # its lock is still there
            return
        raise AssertionError("the lock is kept")

    in_own_loop(attempt)
    store.close()


def in_own_loop(work: object) -> None:
    """In a thread, because a browser of other tests may have the main thread's loop."""
    problems: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work())  # type: ignore[operator]
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(LIMIT_SECONDS)
    assert not thread.is_alive()
    if problems:
        raise problems[0]


# SQLite.


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_nothing_is_acknowledged_once_the_file_is_gone(serve: Serve, tmp_path: Path, replaced: bool) -> None:
    client = serve(sqlite_url(tmp_path, "own"))
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")
    file, elsewhere = tmp_path / "own.db", tmp_path / "elsewhere.db"
    file.rename(elsewhere)
    if replaced:
        upgrade(sqlite_url(tmp_path, "other"))
        (tmp_path / "other.db").rename(file)
    assert refusal(hosted.try_move("e5", 1, seat=2)) == (503, "storage_unavailable")
    assert refusal(client.post("/api/matches", {"game": "duel"})) == (503, "storage_unavailable")
    wait_until(lambda: client.get("/readyz").status_code == 503)
    elsewhere.rename(file)
    wait_until(lambda: client.get("/readyz").status_code == 200)
    assert hosted.try_move("e5", 1, seat=2).status_code == 200


def test_nothing_is_acknowledged_once_the_log_beside_the_file_is_gone(serve: Serve, tmp_path: Path) -> None:
    """What was written last is only there."""
    client = serve(sqlite_url(tmp_path, "own"))
    hosted = client.new_match("duel", TWO_PEOPLE)
    log, elsewhere = tmp_path / "own.db-wal", tmp_path / "elsewhere"
    log.rename(elsewhere)
    assert refusal(hosted.try_move("c3", 0)) == (503, "storage_unavailable")
    elsewhere.rename(log)
    wait_until(lambda: client.get("/readyz").status_code == 200)
    assert hosted.try_move("c3", 0).status_code == 200


def test_a_damaged_file_is_refused_at_the_start(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    upgrade(url)
    file = tmp_path / "matches.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xa5" * 4096 * 4 + whole[8192 + 4096 * 4 :])
    with pytest.raises(Refusal, match=r"damaged|malformed"):
        Store(url)


def test_a_second_server_on_the_same_file_is_refused_and_readers_are_not(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    url = sqlite_url(tmp_path)
    server = start_server(url)
    connect(server).new_match("duel", TWO_PEOPLE).act("resign")
    (tmp_path / "link.db").symlink_to(tmp_path / "matches.db")
    for same in (url, sqlite_url(tmp_path, "link")):
        with pytest.raises(Refusal, match="another server uses this SQLite file"):
            Store(same)
    with (tmp_path / "all.jsonl").open("w", encoding="utf-8") as file:
        assert export(url, file) == 1
    assert len(list(played_records(url))) == 1
    server.kill()
    Store(url).close()


def test_a_new_database_file_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds the seeds of running matches."""
    store = Store(sqlite_url(tmp_path))
    files = [file for file in tmp_path.iterdir() if file.name.startswith("matches.db") and file.suffix != ".lock"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    store.close()


def test_a_full_disk_is_not_ready(start_server: StartServer, connect: Connect) -> None:
    server = start_server()
    client = connect(server)
    server.limit_files(4096)
    wait_until(lambda: client.get("/readyz").status_code == 503)
    server.lift_limit()
    wait_until(lambda: client.get("/readyz").status_code == 200)
    # What it prints comes through a pipe, which may be read after the answer.
    lines = wait_until(lambda: said if "the database answers again" in (said := messages(server)) else None)
    assert [line for line in lines if line.startswith("the database does not answer: ")]


def messages(server: ServerProcess) -> list[str]:
    """What it has logged."""
    return [json.loads(line)["message"] for line in server.log if line.startswith("{")]


# Time.


def test_the_time_does_not_jump_with_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    before = wall_clock.now_ms()
    assert abs(before - time.time_ns() // 1_000_000) < 1000 * LIMIT_SECONDS
    for jumped in (0, 2 * time.time_ns()):
        monkeypatch.setattr(time, "time_ns", lambda jumped=jumped: jumped)
        monkeypatch.setattr(time, "time", lambda jumped=jumped: jumped / 1e9)
        assert before <= wall_clock.now_ms() < before + 1000 * LIMIT_SECONDS


def test_a_lease_in_the_far_future_is_void(serve: Serve, held_ai: threading.Event, tmp_path: Path) -> None:
    """The clock was an hour ahead when another process took it, and that process is dead."""
    client = serve(sqlite_url(tmp_path, "own"))
    hosted = client.new_match("duel", [PERSON, ai()])
    hosted.play("c3")
    ahead = wall_clock.now_ms() + 3_600_000
    with closing(sqlite3.connect(tmp_path / "own.db", timeout=LIMIT_SECONDS)) as connection, connection:
        connection.execute("UPDATE matches SET thinker = 'dead', thinker_until = ?", (ahead,))
    store: Store = client.server.app.state.services.store

    def leased() -> bool:
        with closing(sqlite3.connect(tmp_path / "own.db", timeout=LIMIT_SECONDS)) as connection:
            return bool(connection.execute("SELECT thinker FROM matches").fetchone() == (store.process,))

    wait_until(leased)


# The end.


def test_a_server_ends_whatever_runs(start_server: StartServer, connect: Connect) -> None:
    """Here an AI player that never comes to an end."""
    server = start_server(hold_ai=True)
    connect(server).new_match("duel", [PERSON, ai()]).play("c3")
    server.terminate()
    assert not [line for line in server.log if "Traceback" in line]


def test_a_server_that_is_still_starting_ends_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also as the first process of a container, where the system does not end it."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    monkeypatch.setattr(startup, "serve", lambda *_: signal.raise_signal(signal.SIGTERM))
    with pytest.raises(SystemExit):
        serve_command(browser=False)
    signal.signal(signal.SIGTERM, before)


def test_work_that_never_stops_is_given_up() -> None:
    given_up = threading.Event()
    leave_in_time(0.0, given_up.set)
    assert given_up.wait(LIMIT_SECONDS)


def test_processes_that_work_for_a_server_end_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    child = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(LIMIT_SECONDS,))
    child.start()
    assert child in multiprocessing.active_children()
    monkeypatch.setattr(multiprocessing, "active_children", lambda: [child])  # other tests have servers of their own
    end_children()
    child.join(LIMIT_SECONDS)
    assert child.exitcode == -signal.SIGKILL
