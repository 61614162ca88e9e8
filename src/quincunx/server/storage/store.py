"""Where matches are stored: their logs, and summaries for queries. Every write is durable when it returns."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from quincunx.engine.errors import Refusal
from quincunx.server.match.actions import ACTION, Action, BaseAction, Creation
from quincunx.server.match.daily import today
from quincunx.server.match.tokens import Token
from quincunx.server.match.view_types import StoredSummary
from quincunx.server.storage.admin import upgrade
from quincunx.server.storage.database import open_engine, reason_of, storage_errors, unavailable
from quincunx.server.storage.health import Health
from quincunx.server.storage.sqlite_file import ServedFile, must_be_sound
from quincunx.server.storage.tables import actions, analyses, matches, server_values, tokens
from quincunx.server.storage.writer import Conflict, Writer, retrieve

CHANNEL = "quincunx"
"""The PostgreSQL channel on which servers notify each other of new actions."""
LEASE_MILLISECONDS = 4000
"""A process whose AI player has not moved after this time is considered dead."""
CLOCKS_DIFFER_MILLISECONDS = 1000
"""How much the clocks of two servers may differ. A lease that ends later was taken by a wrong clock, and is void."""
SECRET_BYTES = 32
READERS = 4
READ_SECONDS = 10.0
CHECK_SECONDS = 3.0
"""A server whose database takes longer to write a few bytes is not ready."""
CHECK_AGAIN_SECONDS = 1.0

T = TypeVar("T")
Row = dict[str, Any]


class StoredMatch(NamedTuple):
    """A match as it is in the database."""

    creation: Creation
    actions: list[Action]
    tokens: list[Token]


class Store:
    def __init__(self, url: str) -> None:
        self.process = secrets.token_hex(8)
        """The name of this server among those that share a database."""
        upgrade(url)
        self._engine = open_engine(url)
        self._file = _served_file(self._engine)
        self._health = Health()
        self._writer = Writer(self._engine, self._health, self._file.is_in_place if self._file else lambda: True)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="quincunx-reader")
        self.shared = self._engine.dialect.name == "postgresql"
        """Whether other servers may be writing too."""
        dialect_insert = postgresql_insert if self.shared else sqlite_insert
        # Without the option, PostgreSQL's driver does not report whether the row was written.
        self._insert = dialect_insert
        self._append = dialect_insert(actions).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        self.daily_secret = bytes.fromhex(self._shared_value("daily_secret", secrets.token_hex(SECRET_BYTES)))
        """What the seeds of secret daily boards are made from."""
        self._check: asyncio.Task[bool] | None = None
        self._checked_at = 0.0
        self._summarise = update(matches).where(matches.c.id == bindparam("match"))

    def _shared_value(self, name: str, proposed: str) -> str:
        """A value that all servers of this database share: the first one to start has proposed it."""
        insertion = self._insert(server_values).values(name=name, value=proposed).on_conflict_do_nothing()
        with storage_errors(), self._engine.begin() as connection:
            connection.execute(insertion)
            query = select(server_values.c.value).where(server_values.c.name == name)
            return str(connection.execute(query).scalar_one())

    def address_today(self, address: str) -> str:
        """A digest of an address that nobody can follow from day to day."""
        return hmac.digest(self.daily_secret, f"address:{today()}:{address}".encode(), hashlib.sha256).hex()

    @property
    def url(self) -> str:
        return self._engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown(cancel_futures=True)
        self._engine.dispose()
        if self._file is not None:
            self._file.close()

    # Writing.

    async def create(self, match_id: str, creation: Creation, summary: StoredSummary, issued: Sequence[Token]) -> None:
        """Write a new match, with its tokens."""
        await self._writer.write(match_id, self.creation(match_id, creation, summary, issued))

    def creation(
        self, match_id: str, creation: Creation, summary: StoredSummary, issued: Sequence[Token]
    ) -> Callable[[Connection], None]:
        """The work of writing a new match, as part of any transaction."""
        fixed = {
            "id": match_id,
            "game": creation.game,
            "created_at": creation.created_at,
            "founding": creation.model_dump_json(),
            "seed": creation.seed,
            "client": creation.client,
            "daily": creation.daily,
            "address": creation.address,
            "first_try": creation.first_try,
            "public": creation.public,
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(matches), {**fixed, **summary, **self._lease(summary)})
            if issued:
                connection.execute(insert(tokens), [token._asdict() | {"match_id": match_id} for token in issued])

        return work

    async def append(
        self,
        match_id: str,
        number: int,
        action: BaseAction,
        summary: StoredSummary,
        and_then: Callable[[Connection], None] | None = None,
    ) -> None:
        """Write the next action; `Conflict` if another server has written one with that number."""

        def work(connection: Connection) -> None:
            row = {"match_id": match_id, "number": number, "body": action.model_dump_json()}
            if connection.execute(self._append, row).rowcount != 1:
                raise Conflict
            connection.execute(self._summarise, {"match": match_id, **summary, **self._lease(summary)})
            if and_then is not None:
                and_then(connection)
            self._notify(connection, f"{self.process} {match_id} {number}")

        await self._writer.write(match_id, work)

    async def join(
        self, match_id: str, number: int, action: BaseAction, summary: StoredSummary, invite: str, token: Token
    ) -> None:
        """Use up an invitation: the seat's token replaces it."""

        def exchange(connection: Connection) -> None:
            connection.execute(delete(tokens).where(tokens.c.digest == invite, tokens.c.match_id == match_id))
            connection.execute(insert(tokens), token._asdict() | {"match_id": match_id})

        await self.append(match_id, number, action, summary, exchange)

    async def lease_abandoned(self, now: int) -> list[str]:
        """Take over the matches in which it is an AI player's turn and no process thinks any more."""
        until, latest = matches.c.thinker_until, now + LEASE_MILLISECONDS + CLOCKS_DIFFER_MILLISECONDS
        due = and_(matches.c.our_turn.is_(True), or_(until.is_(None), until < now, until > latest))
        taken = {"thinker": self.process, "thinker_until": now + LEASE_MILLISECONDS}

        def work(connection: Connection) -> list[str]:
            rows = connection.execute(
                select(matches.c.id).where(due).order_by(matches.c.id).with_for_update(skip_locked=True)
            )
            ids = [row.id for row in rows]
            if ids:
                connection.execute(update(matches).where(matches.c.id.in_(ids)).values(**taken))
            return ids

        if not await self.read(lambda connection: connection.scalar(select(matches.c.id).where(due).limit(1))):
            return []
        return await self._writer.write("", work)

    async def keep_analysis(self, match_id: str, moves: str, judgements: str) -> None:
        """Write what was found about the moves with this digest, in place of any earlier analysis."""
        columns = {"moves": moves, "judgements": judgements}
        insertion = self._insert(analyses).values(match_id=match_id, **columns)
        replacing = insertion.on_conflict_do_update(index_elements=["match_id"], set_=columns)
        await self._writer.write(match_id, lambda connection: connection.execute(replacing))

    async def notify(self, message: str) -> None:
        """Send the other servers something that is not in any log (who is there)."""
        if self.shared:
            await self._writer.write("", lambda connection: self._notify(connection, message))

    def _lease(self, summary: StoredSummary) -> Row:
        until = summary["updated_at"] + LEASE_MILLISECONDS if summary["our_turn"] else None
        return {"thinker": self.process if until else None, "thinker_until": until}

    def _notify(self, connection: Connection, message: str) -> None:
        if self.shared:
            connection.execute(text("SELECT pg_notify(:channel, :message)"), {"channel": CHANNEL, "message": message})

    # Reading.

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read in another thread, so that the event loop goes on. A refusal if that takes too long."""
        reading = asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)
        reading.add_done_callback(retrieve)
        done, _ = await asyncio.wait({reading}, timeout=READ_SECONDS)
        if not done:
            reading.cancel()
            self._health.failed(f"a query took more than {READ_SECONDS:.0f} seconds")
            raise unavailable()
        return reading.result()

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return work(connection)
        except (DBAPIError, PoolTimeout) as problem:
            self._health.failed(reason_of(problem))
            raise unavailable() from problem

    async def load(self, match_id: str) -> StoredMatch | None:
        def work(connection: Connection) -> StoredMatch | None:
            creation = connection.scalar(select(matches.c.founding).where(matches.c.id == match_id))
            if creation is None:
                return None
            log = log_of(connection, match_id, 0)
            return StoredMatch(Creation.model_validate_json(creation), log, _tokens_of(connection, match_id))

        return await self.read(work)

    async def actions_since(self, match_id: str, number: int) -> list[Action]:
        return await self.read(lambda connection: log_of(connection, match_id, number))

    async def tokens_of(self, match_id: str) -> list[Token]:
        return await self.read(lambda connection: _tokens_of(connection, match_id))

    async def analysis_of(self, match_id: str, moves: str) -> str | None:
        """The judgements about the moves with this digest, if they have been written."""
        same = analyses.c.match_id == match_id, analyses.c.moves == moves
        return await self.read(lambda connection: connection.scalar(select(analyses.c.judgements).where(*same)))

    async def is_known(self, digest: str) -> bool:
        query = select(tokens.c.digest).where(tokens.c.digest == digest).limit(1)
        return await self.read(lambda connection: connection.scalar(query) is not None)

    async def has_played(self, creation: Creation, variant: str) -> tuple[bool, bool]:
        """Whether the board was played before: by the same client, and from the same address on the same day."""
        board = (
            matches.c.game == creation.game,
            matches.c.seed == creation.seed,
            matches.c.variant == variant,
        )
        queries = [
            select(matches.c.id).where(*board, column == own).limit(1)
            for column, own in ((matches.c.client, creation.client), (matches.c.address, creation.address))
        ]

        def work(connection: Connection) -> tuple[bool, bool]:
            by_client, by_address = (connection.scalar(query) is not None for query in queries)
            return by_client, by_address

        return await self.read(work)

    async def running_shows(self) -> set[str]:
        """The matches that are running without people."""
        running = (matches.c.mode.in_(WITHOUT_PEOPLE), matches.c.status == "playing")
        return await self.read(lambda connection: set(connection.scalars(select(matches.c.id).where(*running))))

    async def late(self, now: int) -> list[str]:
        """Matches in which a clock has run out."""
        query = select(matches.c.id).where(matches.c.deadline < now, matches.c.status == "playing")
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def idle_since(self, before: int, most: int = 100) -> list[str]:
        idle = (matches.c.status == "playing", matches.c.updated_at < before)
        return await self.read(
            lambda connection: list(connection.scalars(select(matches.c.id).where(*idle).limit(most)))
        )

    # Lists. They take as long as there are many matches, so they are read in a thread of the worker pools.

    def recent(self, game: str | None, status: str | None, limit: int) -> list[Row]:
        wanted: list[ColumnElement[bool]] = [matches.c.public.is_(True)]
        wanted += [matches.c.game == game] if game else []
        wanted += [matches.c.status == status] if status else []
        columns = [matches.c[name] for name in LISTED]
        query = select(*columns).where(*wanted).order_by(matches.c.updated_at.desc()).limit(limit)
        return self._rows(query)

    def best_scores(self, game: str, variant: str, daily: str | None, limit: int) -> list[Row]:
        """The wins with the fewest moves: first tries, without assisted matches. Ids are given of public ones only."""
        won = [matches.c.game == game, matches.c.variant == variant, matches.c.status == "won"]
        won += [matches.c.assisted.is_(False), matches.c.mode == "solo"]
        won += [matches.c.first_try.is_(True), matches.c.counts.is_(True)]
        won += [matches.c.daily == daily] if daily else []
        public_id = case((matches.c.public, matches.c.id)).label("id")
        columns = [public_id, matches.c.ply, matches.c.seed, matches.c.updated_at, matches.c.daily]
        query = select(*columns).where(*won).order_by(matches.c.ply, matches.c.updated_at).limit(limit)
        return self._rows(query)

    def statistics(self) -> list[Row]:
        """How finished matches went, by game and level, without those that were begun elsewhere."""
        by = (matches.c.game, matches.c.mode, matches.c.level)
        counted = [func.count().label("matches"), func.avg(matches.c.ply).label("mean_plies")]
        for label, column, value in COUNTED:
            counted.append(func.count().filter(matches.c[column] == value).label(label))
        ended = (matches.c.status != "playing", matches.c.counts.is_(True))
        query = select(*by, *counted).where(*ended).group_by(*by).order_by(*by)
        return [row | {"mean_plies": float(row["mean_plies"])} for row in self._rows(query)]

    async def matches_with_people(self) -> dict[str, int]:
        """How many finished matches with a person there are, by game."""
        query = select(matches.c.game, func.count().label("number")).where(*WITH_PEOPLE).group_by(matches.c.game)
        return {row["game"]: row["number"] for row in await self.read(lambda connection: _rows(connection, query))}

    def _rows(self, query: Any) -> list[Row]:
        return self._read(lambda connection: _rows(connection, query))

    # Health.

    async def is_writable(self) -> bool:
        """Whether something was written just now. Many who ask at once share one answer."""
        recent = monotonic() - self._checked_at < CHECK_AGAIN_SECONDS and self._health.good
        if self._check is None or (self._check.done() and not recent):
            self._checked_at = monotonic()
            self._check = asyncio.create_task(self._write_check())
        return await asyncio.shield(self._check)

    async def _write_check(self) -> bool:
        written = {"value": f"{self.process} {monotonic()}"}  # always a new value: SQLite skips unchanged ones
        insertion = self._insert(server_values).values(name="checked_by", **written)
        replacing = insertion.on_conflict_do_update(index_elements=["name"], set_=written)
        try:
            await self._writer.write("", lambda connection: connection.execute(replacing), CHECK_SECONDS)
        except Refusal:
            return False
        return True


def _served_file(engine: Engine) -> ServedFile | None:
    """The file of a SQLite database, sound and for this server alone."""
    if engine.dialect.name != "sqlite":
        return None
    file = ServedFile(Path(engine.url.database or ""))
    try:
        with storage_errors():
            must_be_sound(engine)
    except Refusal:
        file.close()
        raise
    return file


WITHOUT_PEOPLE = ("aivai", "watch")
WITH_PEOPLE = (matches.c.status != "playing", matches.c.mode != "aivai")
"""Finished matches that are not between AI players."""
LISTED = ("id", "game", "variant", "mode", "level", "daily", "ply", "status", "result", "created_at", "updated_at")
COUNTED = (
    ("person_wins", "outcome", "human_wins"),
    ("our_wins", "outcome", "ai_wins"),
    ("draws", "result", "draw"),
    ("first_wins", "result", "1"),
    ("second_wins", "result", "2"),
)


def log_of(connection: Connection, match_id: str, since: int) -> list[Action]:
    query = (
        select(actions.c.body)
        .where(actions.c.match_id == match_id, actions.c.number > since)
        .order_by(actions.c.number)
    )
    return [ACTION.validate_json(body) for body in connection.scalars(query)]


def _rows(connection: Connection, query: Any) -> list[Row]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _tokens_of(connection: Connection, match_id: str) -> list[Token]:
    query = select(tokens.c.digest, tokens.c.seat, tokens.c.kind).where(tokens.c.match_id == match_id)
    return [Token(*row) for row in connection.execute(query)]
