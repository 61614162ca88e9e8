"""The lab on the server: reports are listed and shown under a policy of their own, small runs can be watched."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quincunx.server.app import make_app
from quincunx.server.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "reports"


@pytest.fixture
def server(tmp_path: Path, folder: Path) -> Iterator[TestClient]:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/matches.db", reports_folder=folder)
    with TestClient(make_app(settings)) as client:
        while client.get("/readyz").status_code != 200:
            time.sleep(0.2)
        yield client


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


def test_reports_are_listed_and_shown_in_a_sandbox(server: TestClient, folder: Path) -> None:
    assert server.get("/api/lab/reports").json() == []
    write_report(folder, "duel-1")
    assert [report["name"] for report in server.get("/api/lab/reports").json()] == ["duel-1"]
    shown = server.get("/api/lab/reports/duel-1")
    assert "<title>fair</title>" in shown.text
    assert shown.headers["content-security-policy"].startswith("sandbox allow-scripts; default-src 'none'")


@pytest.mark.parametrize("name", ["nothing", "..", "%2e%2e%2fmatches.db", "a%00b"])
def test_nothing_but_a_report_is_shown(server: TestClient, folder: Path, name: str) -> None:
    write_report(folder, "duel-1")
    assert server.get(f"/api/lab/reports/{name}").status_code == 404


def test_a_small_run_is_started_watched_and_its_report_listed(server: TestClient) -> None:
    asked = {"game": "duel", "variant": {"size": 3}, "players": ["easy"], "games": 4}
    started = server.post("/api/lab/runs", json=asked)
    assert started.status_code == 202, started.text
    name = started.json()["name"]
    again = server.post("/api/lab/runs", json=asked)
    assert (again.status_code, again.json()["errorCode"]) == (429, "too_many_requests")
    while (view := server.get(f"/api/lab/runs/{name}").json())["state"] == "running":
        time.sleep(0.2)
    assert (view["state"], view["problem"], view["done"]) == ("done", "", 4)
    assert name in [report["name"] for report in server.get("/api/lab/reports").json()]


def test_a_small_run_can_be_cancelled(server: TestClient) -> None:
    name = server.post("/api/lab/runs", json={"game": "duel", "games": 2000}).json()["name"]
    assert server.delete(f"/api/lab/runs/{name}").json()["state"] == "cancelled"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [({"game": "chess"}, "unknown_game"), ({"game": "duel", "players": ["god"]}, "unknown_level"),
     ({"game": "duel", "games": 10**6}, "bad_request"), ({"game": "duel", "variant": {"size": 99}}, "bad_variant")],
)  # fmt: skip
def test_a_run_that_makes_no_sense_is_refused(server: TestClient, wrong: dict[str, Any], code: str) -> None:
    assert server.post("/api/lab/runs", json=wrong).json()["errorCode"] == code


def test_the_metrics_of_a_running_match_are_told(server: TestClient) -> None:
    made = server.post("/api/matches", json={"game": "pushmine", "seats": [{"kind": "person"}] * 2}).json()
    headers = {"authorization": f"Bearer {made['seats'][0]['token']}"}
    server.post(f"/api/matches/{made['id']}/moves", json={"move": "3>", "ply": 0}, headers=headers)
    told = server.get(f"/api/matches/{made['id']}/metrics").json()
    assert told["plies"]["value"] == 1
    assert all(metric["note"] for metric in told.values())
