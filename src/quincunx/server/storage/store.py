"""Where matches live: the log and what is looked up beside it. Every write is durable when it returns."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
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

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.match.actions import ACTION, Action, Done, Founding
from quincunx.server.storage.database import migrate, open_engine, storage_errors
from quincunx.server.storage.tables import actions, matches, tokens
from quincunx.server.storage.writer import Conflict, Writer

CHANNEL = "quincunx"
"""PostgreSQL's channel on which servers tell each other of new actions."""
LEASE_MILLISECONDS = 4000
"""A process that has not played for our side after so long is taken to be dead."""
READERS = 4

T = TypeVar("T")
Row = dict[str, Any]


class Token(NamedTuple):
    digest: str
    seat: int
    kind: str


class Stored(NamedTuple):
    """A match as it is in the database."""

    founding: Founding
    actions: list[Action]
    tokens: list[Token]


class Store:
    def __init__(self, url: str, process: str) -> None:
        self._engine = open_engine(url)
        self._process = process
        migrate(self._engine)
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="quincunx-reader")
        self.shared = self._engine.dialect.name == "postgresql"
        """Whether other servers may be writing too."""
        dialect_insert = postgresql_insert if self.shared else sqlite_insert
        # Without the option, PostgreSQL's driver has forgotten by then whether a row was written or another was there.
        self._append = dialect_insert(actions).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        self._summarise = update(matches).where(matches.c.id == bindparam("match"))

    @property
    def url(self) -> str:
        return self._engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    # Writing.

    async def found(self, match_id: str, founding: Founding, summary: Row, given: Sequence[Token]) -> None:
        """A new match, with the digests of its tokens."""
        await self._writer.write(match_id, self.founded(match_id, founding, summary, given))

    def founded(
        self, match_id: str, founding: Founding, summary: Row, given: Sequence[Token]
    ) -> Callable[[Connection], None]:
        """What writes a new match, in a transaction of its own or another's."""
        fixed = {
            "id": match_id,
            "game": founding.game,
            "created_at": founding.created_at,
            "founding": founding.model_dump_json(),
            "seed": founding.seed,
            "client": founding.client,
            "daily": founding.daily,
            "public": founding.public,
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(matches), fixed | summary | self._lease(summary))
            if given:
                connection.execute(insert(tokens), [token._asdict() | {"match_id": match_id} for token in given])

        return work

    async def append(
        self,
        match_id: str,
        number: int,
        action: Done,
        summary: Row,
        and_then: Callable[[Connection], None] | None = None,
    ) -> None:
        """Write the next action; `Conflict` if another server has written one with that number."""

        def work(connection: Connection) -> None:
            row = {"match_id": match_id, "number": number, "body": action.model_dump_json()}
            if connection.execute(self._append, row).rowcount != 1:
                raise Conflict
            connection.execute(self._summarise, {"match": match_id} | summary | self._lease(summary))
            if and_then is not None:
                and_then(connection)
            self._notify(connection, f"{self._process} {match_id} {number}")

        await self._writer.write(match_id, work)

    async def join(self, match_id: str, number: int, action: Done, summary: Row, invite: str, token: Token) -> None:
        """Use up an invitation: the seat's token takes its place."""

        def exchange(connection: Connection) -> None:
            connection.execute(delete(tokens).where(tokens.c.digest == invite, tokens.c.match_id == match_id))
            connection.execute(insert(tokens), token._asdict() | {"match_id": match_id})

        await self.append(match_id, number, action, summary, exchange)

    async def lease_again(self, now: int) -> list[str]:
        """Take over the matches in which it is our turn and nobody thinks any more."""
        due = and_(matches.c.our_turn.is_(True), or_(matches.c.thinker_until.is_(None), matches.c.thinker_until < now))
        taken = {"thinker": self._process, "thinker_until": now + LEASE_MILLISECONDS}

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

    async def broadcast(self, message: str) -> None:
        """Tell other servers something that is not in any log (who is there)."""
        if self.shared:
            await self._writer.write("", lambda connection: self._notify(connection, message))

    async def prune(self, before: int) -> int:
        """Delete finished matches that were last touched before this time."""
        old = and_(matches.c.status != "playing", matches.c.updated_at < before)
        return await self._writer.write("", lambda connection: connection.execute(delete(matches).where(old)).rowcount)

    def _lease(self, summary: Row) -> Row:
        until = summary["updated_at"] + LEASE_MILLISECONDS if summary["our_turn"] else None
        return {"thinker": self._process if until else None, "thinker_until": until}

    def _notify(self, connection: Connection, message: str) -> None:
        if self.shared:
            connection.execute(text("SELECT pg_notify(:channel, :message)"), {"channel": CHANNEL, "message": message})

    # Reading.

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask in a thread of its own, so that nobody waits."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask, question)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        with storage_errors(), self._engine.connect() as connection:
            return question(connection)

    async def load(self, match_id: str) -> Stored | None:
        def question(connection: Connection) -> Stored | None:
            founding = connection.scalar(select(matches.c.founding).where(matches.c.id == match_id))
            if founding is None:
                return None
            given = connection.execute(
                select(tokens.c.digest, tokens.c.seat, tokens.c.kind).where(tokens.c.match_id == match_id)
            )
            return Stored(
                Founding.model_validate_json(founding), _log_of(connection, match_id, 0), [Token(*row) for row in given]
            )

        return await self.read(question)

    async def actions_since(self, match_id: str, number: int) -> list[Action]:
        return await self.read(lambda connection: _log_of(connection, match_id, number))

    async def tokens_of(self, match_id: str) -> list[Token]:
        question = select(tokens.c.digest, tokens.c.seat, tokens.c.kind).where(tokens.c.match_id == match_id)
        return await self.read(lambda connection: [Token(*row) for row in connection.execute(question)])

    async def is_known(self, digest: str) -> bool:
        question = select(tokens.c.digest).where(tokens.c.digest == digest).limit(1)
        return await self.read(lambda connection: connection.scalar(question) is not None)

    async def has_played(self, client: str, game: str, seed: int, variant: str) -> bool:
        same = (
            matches.c.client == client,
            matches.c.game == game,
            matches.c.seed == seed,
            matches.c.variant == variant,
        )
        question = select(matches.c.id).where(*same).limit(1)
        return await self.read(lambda connection: connection.scalar(question) is not None)

    async def running_between_ours(self, client: str) -> tuple[int, int]:
        """How many matches between our players run: of this client, and of everyone."""
        mine = func.count().filter(matches.c.client == client)
        running = (matches.c.mode == "aivai", matches.c.status == "playing")
        question = select(mine, func.count()).select_from(matches).where(*running)
        own, everyones = await self.read(lambda connection: connection.execute(question).one())
        return own, everyones

    async def late(self, now: int) -> list[str]:
        """Matches with an empty clock."""
        question = select(matches.c.id).where(matches.c.deadline < now, matches.c.status == "playing")
        return await self.read(lambda connection: list(connection.scalars(question)))

    async def idle_since(self, before: int, most: int = 100) -> list[str]:
        idle = (matches.c.status == "playing", matches.c.updated_at < before)
        return await self.read(
            lambda connection: list(connection.scalars(select(matches.c.id).where(*idle).limit(most)))
        )

    async def recent(self, game: str | None, status: str | None, limit: int) -> list[Row]:
        wanted: list[ColumnElement[bool]] = [matches.c.public.is_(True)]
        wanted += [matches.c.game == game] if game else []
        wanted += [matches.c.status == status] if status else []
        columns = [matches.c[name] for name in LISTED]
        question = select(*columns).where(*wanted).order_by(matches.c.updated_at.desc()).limit(limit)
        return await self._rows(question)

    async def best_scores(self, game: str, variant: str, daily: str | None, limit: int) -> list[Row]:
        """The fewest moves, each board counted once for each client; assisted matches left out."""
        won = [matches.c.game == game, matches.c.variant == variant, matches.c.status == "won"]
        won += [matches.c.assisted.is_(False), matches.c.mode == "solo"]
        won += [matches.c.daily == daily] if daily else []
        columns = [matches.c.id, matches.c.ply, matches.c.seed, matches.c.updated_at, matches.c.daily]
        question = select(*columns).where(*won).order_by(matches.c.ply, matches.c.updated_at).limit(limit)
        return await self._rows(question)

    async def statistics(self) -> list[Row]:
        """How finished matches went, by game and level."""
        by = (matches.c.game, matches.c.mode, matches.c.level)
        counted = [func.count().label("matches"), func.avg(matches.c.ply).label("mean_plies")]
        for label, column, value in COUNTED:
            counted.append(func.count().filter(matches.c[column] == value).label(label))
        question = select(*by, *counted).where(matches.c.status != "playing").group_by(*by).order_by(*by)
        return [row | {"mean_plies": float(row["mean_plies"])} for row in await self._rows(question)]

    async def _rows(self, question: Any) -> list[Row]:
        return await self.read(lambda connection: [dict(row) for row in connection.execute(question).mappings()])

    async def alive(self) -> bool:
        try:
            await self.read(lambda connection: connection.execute(text("SELECT 1")))
        except Refusal as refusal:
            if refusal.errorCode is ErrorCode.STORAGE_UNAVAILABLE:
                return False
            raise
        return True


LISTED = ("id", "game", "variant", "mode", "level", "daily", "ply", "status", "result", "created_at", "updated_at")
COUNTED = (
    ("person_wins", "outcome", "human_wins"),
    ("our_wins", "outcome", "ai_wins"),
    ("draws", "result", "draw"),
    ("first_wins", "result", "1"),
    ("second_wins", "result", "2"),
)


def _log_of(connection: Connection, match_id: str, since: int) -> list[Action]:
    question = (
        select(actions.c.body)
        .where(actions.c.match_id == match_id, actions.c.number > since)
        .order_by(actions.c.number)
    )
    return [ACTION.validate_json(body) for body in connection.scalars(question)]
