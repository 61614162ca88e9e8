"""The database's schema: migrations make the tables that the code knows, and a newer schema is left alone."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, text
from typer.testing import CliRunner

from quincunx.cli import app
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.storage import admin
from quincunx.server.storage.database import migrate, open_engine
from quincunx.server.storage.tables import metadata
from quincunx.server.wall_clock import now_ms
from tests.support.fixtures import Serve
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, ServerClient, ai
from tests.support.servers.postgres import Cluster
from tests.support.servers.server import ServerProcess, sqlite_url

Launch = Callable[..., ServerProcess]


@pytest.fixture
def engine(database: str) -> Any:
    opened = open_engine(database)
    yield opened
    opened.dispose()


def test_migrations_make_the_tables_that_the_code_knows(engine: Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


def test_migrating_again_changes_nothing(engine: Engine) -> None:
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM alembic_version")) == 1


def test_a_newer_schema_is_refused_untouched(engine: Engine) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("DROP TABLE tokens"))
    with pytest.raises(Refusal, match="newer Quincunx") as refused:
        migrate(engine)
    assert refused.value.errorCode is ErrorCode.STORAGE_UNAVAILABLE
    assert "tokens" not in inspect(engine).get_table_names()


def test_a_server_refuses_a_newer_schema_in_a_line(launch: Launch, tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    admin.upgrade(url)
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    server = launch(url)
    assert server.ended() == 2
    assert len(server.log) == 1
    assert "made by a newer Quincunx (schema 9999)" in server.log[0]


def test_the_log_cannot_hold_two_actions_of_one_number(engine: Engine) -> None:
    migrate(engine)
    for table, columns in (("actions", ["match_id", "number"]), ("matches", ["id"])):
        assert inspect(engine).get_pk_constraint(table)["constrained_columns"] == columns


def test_sqlite_commits_are_on_the_disk(tmp_path: Path) -> None:
    opened = open_engine(sqlite_url(tmp_path))
    with opened.connect() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")
        }
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    opened.dispose()


# Looking after it.


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["db", *arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def filled(client: ServerClient) -> list[Any]:
    """Matches of several kinds, as the API shows them."""
    hosted_matches = [
        client.new_match("duel", TWO_PEOPLE),
        client.new_remote_match("mosaic"),
        client.new_match("duel", [PERSON, ai()]),
        client.new_match("flood"),
    ]
    hosted_matches[0].play("c3", "e5")
    hosted_matches[1].act("resign")
    hosted_matches[2].play("c3")
    hosted_matches[2].wait_for_ai()
    return hosted_matches


def test_an_export_goes_into_any_other_database(serve: Serve, postgresql: Cluster, tmp_path: Path) -> None:
    """From SQLite into PostgreSQL and back: the same matches, and the same tokens open them."""
    here = sqlite_url(tmp_path, "here")
    client = serve(here)
    hosted_matches = filled(client)
    before = [hosted.match() for hosted in hosted_matches]
    files = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    there, back = postgresql.new_database(), sqlite_url(tmp_path, "back")
    with files[0].open("w", encoding="utf-8") as file:
        assert admin.export(here, file) == len(hosted_matches)
    with files[0].open(encoding="utf-8") as file:
        assert admin.import_(there, file) == len(hosted_matches)
    with files[1].open("w", encoding="utf-8") as file:
        admin.export(there, file)
    assert sorted(files[0].read_text().splitlines()) == sorted(files[1].read_text().splitlines())
    with files[1].open(encoding="utf-8") as file:
        admin.import_(back, file)
    for url in (there, back):
        other = serve(url)
        assert [other.get(hosted.path).json() for hosted in hosted_matches] == before
        moved = other.post(f"{hosted_matches[0].path}/moves", {"move": "c4", "ply": 2}, hosted_matches[0].tokens[1])
        assert moved.status_code == 200


def test_an_import_is_all_or_nothing(serve: Serve, tmp_path: Path) -> None:
    here, there = sqlite_url(tmp_path, "here"), sqlite_url(tmp_path, "there")
    filled(serve(here))
    lines = exported(here, tmp_path)
    for broken in (
        [],
        ["{}"],
        lines[1:],
        [*lines, "nonsense"],
        [*lines, '{"table": "users", "row": {}}'],
        [*lines, lines[1]],
    ):
        with pytest.raises(Refusal) as refused:
            admin.import_(there, broken)
        assert refused.value.errorCode is ErrorCode.BAD_RECORD
        assert exported(there, tmp_path) == lines[:1]
    assert admin.import_(there, lines) == 4
    with pytest.raises(Refusal, match="already"):
        admin.import_(there, lines)


@pytest.mark.parametrize(
    "row", ['{"id": "x"}', '{"id": "x", "colour": "red"}', '{"match_id": "x", "number": 1, "body": 5}']
)
def test_a_row_that_is_not_from_an_export_is_refused(tmp_path: Path, row: str) -> None:
    lines = [
        '{"format": "quincunx-export/1"}',
        f'{{"table": "{"actions" if "number" in row else "matches"}", "row": {row}}}',
    ]
    with pytest.raises(Refusal):
        admin.import_(sqlite_url(tmp_path), lines)


def exported(url: str, folder: Path) -> list[str]:
    file = folder / "exported.jsonl"
    with file.open("w", encoding="utf-8") as stream:
        admin.export(url, stream)
    return file.read_text(encoding="utf-8").splitlines()


def test_pruning_deletes_only_matches_that_ended_long_ago(serve: Serve, database: str) -> None:
    client = serve(database)
    running, over, invited = (
        client.new_match("duel", TWO_PEOPLE),
        client.new_remote_match(),
        client.new_match("duel", APART),
    )
    over.act("resign")
    day = admin.DAY_MILLISECONDS
    assert admin.prune(database, 2, now_ms() + day) == 0
    assert admin.prune(database, 2, now_ms() + 3 * day) == 1
    client.server.call(forget(client))
    assert client.get(over.path).status_code == 404
    assert (running.match()["status"], invited.match()["status"]) == ("playing", "playing")
    with_tokens = open_engine(database)
    with with_tokens.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM actions")) == 0
        assert connection.scalar(text("SELECT count(*) FROM tokens")) == 4
    with_tokens.dispose()


async def forget(client: ServerClient) -> None:
    client.server.app.state.services.rooms._rooms.clear()


def test_export_import_and_prune_as_commands(tmp_path: Path) -> None:
    database = ("--database", sqlite_url(tmp_path))
    assert "up to date" in run("upgrade", *database)
    file = str(tmp_path / "all.jsonl")
    assert "0 matches" in run("export", file, *database)
    assert json.loads(Path(file).read_text(encoding="utf-8"))["format"]
    assert "0 matches" in run("import", file, *database)
    assert "0 matches" in run("prune", "--days", "90", *database)
