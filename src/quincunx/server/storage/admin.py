"""Administration of the database: what `quincunx db` does."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.storage.database import migrate, open_engine, storage_errors
from quincunx.server.storage.tables import actions, matches, metadata, tokens

FORMAT = "quincunx-export/1"
TABLES = (matches, actions, tokens)
DAY_MILLISECONDS = 86_400_000
MOST_AT_ONCE = 500


def upgrade(url: str) -> None:
    """Bring the schema up to date."""
    with opened(url):
        pass


def prune(url: str, days: int, now: int) -> int:
    """Delete finished matches that nobody has touched for this many days; how many were deleted."""
    old = matches.c.updated_at < now - days * DAY_MILLISECONDS
    with opened(url) as engine, storage_errors(), engine.begin() as connection:
        return connection.execute(delete(matches).where(old, matches.c.status != "playing")).rowcount


def export(url: str, file: IO[str]) -> int:
    """Write everything, one line of JSON per row, for `import_` into either kind of database; how many matches."""
    file.write(json.dumps({"format": FORMAT}) + "\n")
    with opened(url) as engine, storage_errors(), engine.connect() as connection:
        _read_snapshot(connection)
        for table in TABLES:
            for row in connection.execution_options(yield_per=MOST_AT_ONCE).execute(select(table)).mappings():
                file.write(json.dumps({"table": table.name, "row": dict(row)}) + "\n")
        return int(connection.scalar(select(func.count()).select_from(matches)) or 0)


def import_(url: str, lines: Iterable[str]) -> int:
    """Import an export, all or nothing. The database must not have any of its matches yet; how many there were."""
    count = 0
    try:
        with opened(url) as engine, storage_errors(), engine.begin() as connection:
            for table, rows in _batches(_rows(lines)):
                connection.execute(insert(table), rows)
                count += len(rows) if table is matches else 0
    except Refusal as refusal:
        if isinstance(refusal.__cause__, IntegrityError):
            raise Refusal(
                ErrorCode.BAD_RECORD, "the database has some of these matches already; use an empty one"
            ) from None
        raise
    return count


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    engine = open_engine(url, patient=True)
    try:
        migrate(engine)
        yield engine
    finally:
        engine.dispose()


def _read_snapshot(connection: Connection) -> None:
    """Servers go on writing meanwhile. SQLite reads from a snapshot anyway."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ")


def _rows(lines: Iterable[str]) -> Iterator[tuple[Any, dict[str, Any]]]:
    numbered = iter(enumerate(lines, start=1))
    _, first = next(numbered, (0, ""))
    if _line(first, 1).get("format") != FORMAT:
        raise Refusal(ErrorCode.BAD_RECORD, f"this is not an export of Quincunx: its first line should say {FORMAT}")
    for number, text in numbered:
        fields = _line(text, number)
        name, row = str(fields.get("table")), fields.get("row")
        if name not in metadata.tables or not isinstance(row, dict):
            raise Refusal(ErrorCode.BAD_RECORD, f"line {number} of the export is not a row of a known table")
        yield metadata.tables[name], row


def _line(text: str, number: int) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise Refusal(ErrorCode.BAD_RECORD, f"line {number} of the export is not a JSON object (cut off?)")
    return fields


def _batches(rows: Iterable[tuple[Any, dict[str, Any]]]) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    table: Any = None
    batch: list[dict[str, Any]] = []
    for owner, row in rows:
        if owner is not table or len(batch) == MOST_AT_ONCE:
            if batch:
                yield table, batch
            table, batch = owner, []
        batch.append(row)
    if batch:
        yield table, batch
