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
from sqlalchemy.exc import TimeoutError as PoolTimeout

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.storage.sqlite_file import make_private

BUSY_SECONDS = 5
"""How long a connection waits for another process that is writing."""
POOL_SECONDS = 3
NOTHING_CHANGED = "nothing was changed, try again"


def open_engine(url: str, patient: bool = False) -> Engine:
    """An engine that acknowledges a commit only once it is on the disk. A `patient` one lets PostgreSQL take any time
    for a statement: administration may move millions of rows."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise Refusal(ErrorCode.BAD_REQUEST, "the database's URL should look like sqlite:///matches.db") from None
    if address.get_backend_name() == "sqlite":
        return _open_sqlite(address.database, url)
    if address.get_backend_name() == "postgresql":
        return _open_postgresql(url, patient)
    raise Refusal(ErrorCode.BAD_REQUEST, f"the database must be SQLite or PostgreSQL, not {address.drivername}")


def _open_sqlite(file: str | None, url: str) -> Engine:
    if not file or file == ":memory:":
        raise Refusal(ErrorCode.BAD_REQUEST, "matches are kept in a file: sqlite:///matches.db")
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        make_private(Path(file))
    except OSError as problem:
        raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, f"cannot create the database: {problem.strerror}") from None
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


def _open_postgresql(url: str, patient: bool) -> Engine:
    address = make_url(url).set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(address, pool_pre_ping=True, pool_size=8, pool_timeout=POOL_SECONDS)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise Refusal(
            ErrorCode.STORAGE_UNAVAILABLE, "PostgreSQL needs a driver: pip install 'quincunx[postgres]'"
        ) from None
    from quincunx.server.storage.postgresql_connection import NETWORK_OPTIONS, SESSION_LIMITS, TimedConnection

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, arguments: Any, options: dict[str, Any]) -> Any:
        for name, value in NETWORK_OPTIONS.items():
            options.setdefault(name, value)
        if patient:
            return None  # SQLAlchemy connects as usual
        limits = f"{SESSION_LIMITS} {options.get('options', '')}".strip()
        return TimedConnection.connect(*arguments, **options | {"options": limits})

    return engine


@contextmanager
def storage_errors() -> Iterator[None]:
    """A lost database or a full disk is refused as such, and nothing is half done. The refusal says why: it is for
    people who run a server. Clients get `unavailable`."""
    try:
        yield
    except (DBAPIError, PoolTimeout) as problem:
        message = f"the database does not answer ({reason_of(problem)}); {NOTHING_CHANGED}"
        raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, message) from problem


def reason_of(problem: Exception) -> str:
    original = getattr(problem, "orig", None) or problem
    return (str(original).strip().splitlines() or ["no reason given"])[0]


def unavailable(consequence: str = NOTHING_CHANGED) -> Refusal:
    """What clients may know: nothing about where the database is."""
    return Refusal(ErrorCode.STORAGE_UNAVAILABLE, f"the database does not answer; {consequence}")


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
