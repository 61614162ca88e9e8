"""The lab on the server: reports are listed and shown under a policy of their own, small runs can be watched."""

import json
import os
import resource
import secrets
import signal
from pathlib import Path
from typing import Any

import pytest

from quincunx import priority
from quincunx.lab import service, small_files
from tests.support.fixtures import Serve
from tests.support.servers.client import TWO_PEOPLE, ServerClient, refusal
from tests.support.waiting import LIMIT_SECONDS, wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "reports"


@pytest.fixture
def client(serve: Serve, folder: Path) -> ServerClient:
    """A client of a server for this test alone, because reports are listed."""
    return serve(reports_folder=folder, rate_limit="on")


def write_report(folder: Path, name: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "report.html").write_text("<!doctype html><title>fair</title>", encoding="utf-8")
    summary: dict[str, Any] = {
        "title": "Duel",
        "game": "duel",
        "players": ["easy"],
        "games": 10,
        "lights": {"green": 1},
    }
    (folder / name / "summary.json").write_text(json.dumps(summary), encoding="utf-8")


def run_of(client: ServerClient, name: str) -> Any:
    return client.get(f"/api/lab/runs/{name}").json()


def test_reports_are_listed_and_shown_in_a_sandbox(client: ServerClient, folder: Path) -> None:
    assert client.get("/api/lab/reports").json() == []
    write_report(folder, "duel-1")
    assert [report["name"] for report in client.get("/api/lab/reports").json()] == ["duel-1"]
    shown = client.get("/api/lab/reports/duel-1")
    assert "<title>fair</title>" in shown.text
    assert shown.headers["content-security-policy"].startswith("sandbox allow-scripts; default-src 'none'")


@pytest.mark.parametrize("name", ["nothing", "%2e%2e", "%2e%2e%2fmatches.db", "a%00b"])
def test_nothing_but_a_report_is_shown(client: ServerClient, folder: Path, name: str) -> None:
    write_report(folder, "duel-1")
    assert client.get(f"/api/lab/reports/{name}").status_code == 404


def test_a_small_run_is_started_watched_and_its_report_listed(client: ServerClient) -> None:
    asked = {"game": "duel", "variant": {"size": 3}, "players": ["easy"], "games": 4}
    started = client.post("/api/lab/runs", asked)
    assert started.status_code == 202, started.text
    name = started.json()["name"]
    assert refusal(client.post("/api/lab/runs", asked)) == (429, "too_many_requests")
    view = wait_until(lambda: None if (view := run_of(client, name))["state"] == "running" else view)
    assert (view["state"], view["problem"], view["done"]) == ("done", "", 4)
    assert name in [report["name"] for report in client.get("/api/lab/reports").json()]
    page = client.get(f"/api/lab/reports/{name}").text
    assert '<script src="../plotly.min.js">' in page
    assert len(page) < 200_000, "all reports of small runs share one library of plots"
    library = client.get("/api/lab/plotly.min.js")
    assert "javascript" in library.headers["content-type"]
    assert "Plotly" in library.text
    verdicts = client.lab_summary(name)["verdicts"]
    assert {"fair", "decisive"} <= {verdict["name"] for verdict in verdicts}
    assert all(verdict["sentence"] and verdict["light"] for verdict in verdicts)


def test_a_summary_is_refused_where_there_is_none(client: ServerClient, folder: Path) -> None:
    write_report(folder, "duel-1")
    assert client.lab_summary("duel-1")["verdicts"] == []
    (folder / "duel-1" / "summary.json").write_text("[")
    for name in ("duel-1", "nothing", "%2e%2e"):
        assert client.get(f"/api/lab/reports/{name}/summary").status_code == 404


def test_a_small_run_yields_and_can_be_cancelled(client: ServerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "NICENESS", 7)
    name = client.post("/api/lab/runs", {"game": "duel", "games": 2000}).json()["name"]
    elsewhere = {"x-forwarded-for": "203.0.113.7"}
    assert refusal(client.http.delete(f"/api/lab/runs/{name}", headers=elsewhere)) == (409, "not_allowed")
    assert run_of(client, name)["state"] == "running"
    process = client.server.app.state.services.lab_runs.find(name).run.process
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)
    assert resource.prlimit(process.pid, resource.RLIMIT_AS)[0] == service.MOST_BYTES
    assert client.http.delete(f"/api/lab/runs/{name}").json()["state"] == "cancelled"


def test_a_failed_run_says_so_in_one_line(client: ServerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_BYTES", 150_000_000)
    name = client.post("/api/lab/runs", {"game": "duel", "variant": {"size": 3}, "games": 2}).json()["name"]
    view = wait_until(lambda: None if (view := run_of(client, name))["state"] == "running" else view)
    assert view["state"] == "failed"
    assert view["problem"]
    assert "\n" not in view["problem"]
    assert "/" not in view["problem"]


def test_a_run_that_does_not_end_is_stopped_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "RUN_SECONDS", 0.0)
    monkeypatch.setattr(secrets, "token_hex", lambda _: "ours")
    write_report(tmp_path, "duel-ours")
    run = service.start_small_run(tmp_path, "duel", games=2000)
    assert run.wait(LIMIT_SECONDS) == "failed"
    assert "took too long" in run.problem
    assert run.process.returncode == -signal.SIGKILL
    assert not (tmp_path / "duel-ours").exists()


def test_the_oldest_small_runs_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_files, "MOST_KEPT", 2)
    write_report(tmp_path, "a-study-of-mine")
    for number in range(4):
        write_report(tmp_path, f"duel-{number}")
        small_files.keep(tmp_path / f"duel-{number}")
    assert {path.name for path in tmp_path.iterdir()} == {"a-study-of-mine", "duel-2", "duel-3"}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [({"game": "chess"}, "unknown_game"), ({"game": "duel", "players": ["god"]}, "unknown_level"),
     ({"game": "duel", "players": ["expert*500"]}, "unknown_level"),
     ({"game": "duel", "games": 10**6}, "bad_request"), ({"game": "duel", "variant": {"size": 99}}, "bad_variant")],
)  # fmt: skip
def test_an_invalid_run_is_refused(client: ServerClient, wrong: dict[str, Any], code: str) -> None:
    assert refusal(client.post("/api/lab/runs", wrong))[1] == code


def test_a_running_match_has_metrics(client: ServerClient) -> None:
    hosted = client.new_match("pushmine", TWO_PEOPLE)
    hosted.play("3>")
    metrics = client.get(f"{hosted.path}/metrics").json()
    assert metrics["plies"]["value"] == 1
    assert all(metric["note"] for metric in metrics.values())
