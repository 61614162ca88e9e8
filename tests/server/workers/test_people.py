"""The study of people on the server: for somebody with the admin token, over matches that simulated people played."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from quincunx.lab.people.records import matches_of
from quincunx.server.storage.admin import export, import_
from quincunx.server.storage.finished_matches import played_records
from tests.support.command import run
from tests.support.fixtures import Serve
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, ServerClient, refusal
from tests.support.waiting import wait_until

TOKEN = "a-token-for-tests-only"
SMALL = {"variant": {"size": 3}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "reports"


def played(client: ServerClient, **asked: Any) -> HostedMatch:
    """A match between two people, one move per request: always the first one that is legal."""
    hosted = client.new_match("duel", TWO_PEOPLE, **SMALL, **asked)
    hosted.play_on()
    return hosted


def people(client: ServerClient, token: str = TOKEN) -> Any:
    answer = client.get("/api/lab/people", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def cloned(url: str, copies: int, into: str) -> None:
    """The same matches again and again, under other ids, in another database."""
    lines = StringIO()
    export(url, lines)
    head, *rows = lines.getvalue().splitlines()
    texts = [head]
    for table in ("matches", "actions", "tokens"):
        for copy in range(copies):
            texts += [_with_id(row, copy) for row in rows if f'"table": "{table}"' in row]
    import_(into, texts)


def _with_id(text: str, copy: int) -> str:
    line = json.loads(text)
    key = "id" if line["table"] == "matches" else "match_id"
    line["row"][key] = f"{line['row'][key][:20]}-{copy}"
    return json.dumps(line)


def test_without_an_admin_token_it_is_not_offered(serve: Serve, folder: Path) -> None:
    client = serve(reports_folder=folder)
    assert client.get("/api/lab").json() == {"people": False}
    assert client.get("/api/lab/people").status_code == 404
    assert client.post("/api/lab/people", {"game": "duel"}, "").status_code == 404


@pytest.mark.parametrize("token", [None, "wrong", TOKEN + "x", "ä" * 20])
def test_nobody_else_sees_how_people_play(serve: Serve, folder: Path, token: str | None) -> None:
    client = serve(reports_folder=folder, admin_token=TOKEN)
    assert client.get("/api/lab").json() == {"people": True}
    headers = {b"authorization": f"Bearer {token}".encode()} if token else {}
    assert client.get("/api/lab/people", headers=headers).status_code == 401
    assert client.http.post("/api/lab/people", json={"game": "duel"}, headers=headers).status_code == 401


def test_the_token_is_long_and_stays_secret() -> None:
    from pydantic import ValidationError

    from quincunx.server.settings import Settings

    assert TOKEN not in repr(Settings(admin_token=TOKEN))
    with pytest.raises(ValidationError):
        Settings(admin_token="short")


def test_a_few_matches_are_counted_and_called_too_few(serve: Serve, folder: Path) -> None:
    client = serve(reports_folder=folder, admin_token=TOKEN)
    assert people(client) == []
    played(client)
    client.new_match("duel", TWO_PEOPLE)  # not over: not counted
    (duel,) = people(client)
    assert (duel["game"], duel["matches"], duel["written_at"], duel["rules"]) == ("duel", 1, None, [])
    started = client.post("/api/lab/people", {"game": "duel", "games": 2}, TOKEN)
    assert started.status_code == 202, started.text
    path = f"/api/lab/runs/{started.json()['name']}"
    wait_until(lambda: client.get(path).json()["state"] != "running")
    assert client.get(path).json()["state"] == "done", client.get(path).json()
    (duel,) = people(client)
    assert duel["rules"][0]["verdict"] == "Too few matches of people to say anything: 1 of 100."
    assert client.get("/api/lab/reports").json() == []  # the study is not among the public reports
    assert client.get("/api/lab/reports/people").status_code == 404
    assert refusal(client.post("/api/lab/people", {"game": "chess"}, TOKEN))[1] == "unknown_game"


def test_a_hundred_matches_of_a_database_are_compared_with_the_levels(serve: Serve, tmp_path: Path) -> None:
    url, many = (f"sqlite:///{tmp_path / name}.db" for name in ("one", "many"))
    hosted = played(serve(url))
    cloned(url, 100, many)
    used = matches_of(played_records(many)).used
    assert len(used) == 100
    assert used[0].record.moves == tuple(hosted.record()["record"]["moves"])
    assert used[0].holders == ("person", "person")
    options = ("--players", "easy", "--games", "4", "--cluster", "threads:1", "--out", str(tmp_path / "out"))
    done = run("lab", "people", "duel", "--database", many, *options)
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["rules"][0]["matches"] == 100
    assert summary["rules"][0]["enough"]
    plies = next(row for row in summary["rules"][0]["questions"] if row["name"] == "session")
    assert plies["people"]["n"] == 100
