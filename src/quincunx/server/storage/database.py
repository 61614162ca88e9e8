"""Connections to SQLite or PostgreSQL, and the schema's version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from quincunx.engine.errors import ErrorCode, Refusal

BUSY_SECONDS = 5
"""How long a connection waits for another process that is writing."""
CONNECT_SECONDS = 3


def open_engine(url: str) -> Engine:
    """An engine that acknowledges a commit only once it is on the disk."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise Refusal(ErrorCode.BAD_REQUEST, "the database's URL should look like sqlite:///matches.db") from None
    if address.get_backend_name() == "sqlite":
        return _open_sqlite(address.database, url)
    if address.get_backend_name() == "postgresql":
        return _open_postgresql(url)
    raise Refusal(ErrorCode.BAD_REQUEST, f"the database must be SQLite or PostgreSQL, not {address.drivername}")


def _open_sqlite(file: str | None, url: str) -> Engine:
    if not file or file == ":memory:":
        raise Refusal(ErrorCode.BAD_REQUEST, "matches are kept in a file: sqlite:///matches.db")
    try:
        Path(file).expanduser().parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Refusal(
            ErrorCode.STORAGE_UNAVAILABLE, f"cannot create the folder of the database: {problem.strerror}"
        ) from None
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy sends BEGIN, below, instead of the driver
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "cache_size = -16000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _open_postgresql(url: str) -> Engine:
    address = make_url(url).set(drivername="postgresql+psycopg")
    options = {"connect_timeout": CONNECT_SECONDS}
    try:
        return create_engine(
            address, pool_pre_ping=True, pool_size=8, pool_timeout=CONNECT_SECONDS, connect_args=options
        )
    except (ModuleNotFoundError, NoSuchModuleError):
        raise Refusal(
            ErrorCode.STORAGE_UNAVAILABLE, "PostgreSQL needs a driver: pip install 'quincunx[postgres]'"
        ) from None


@contextmanager
def storage_errors() -> Iterator[None]:
    """A lost database or a full disk is refused as such, and nothing is half done."""
    try:
        yield
    except DBAPIError as problem:
        reason = str(problem.orig).strip().splitlines()[0] if problem.orig else "no reason given"
        raise Refusal(
            ErrorCode.STORAGE_UNAVAILABLE, f"the database does not answer ({reason}); nothing was changed, try again"
        ) from problem


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; one that is newer than this program is refused."""
    config = _config()
    script = ScriptDirectory.from_config(config)
    with storage_errors(), engine.begin() as connection:
        _lock(connection)
        present = MigrationContext.configure(connection).get_current_revision()
        known = {revision.revision for revision in script.walk_revisions()}
        if present is not None and present not in known:
            raise Refusal(
                ErrorCode.STORAGE_UNAVAILABLE,
                f"the database was made by a newer Quincunx (schema {present}); update it, or use another database",
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _lock(connection: Any) -> None:
    """Two servers that start at the same time must not both migrate."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(5153)")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
