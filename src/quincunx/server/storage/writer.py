"""One thread that writes, and commits everything that is waiting in one transaction.

A disk can only sync so often; but everything that arrived during one sync can share the next. So each write waits for
one commit, and a hundred writes may share it.

No write waits indefinitely: a write that has not begun in time is withdrawn, and one that has is reported as uncertain.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from quincunx.server.storage.database import NOTHING_CHANGED, reason_of, unavailable
from quincunx.server.storage.health import Health

MOST_AT_ONCE = 100
WRITE_SECONDS = 12.0
"""How long somebody waits for a write: longer than a dead connection stays unnoticed."""
CLOSE_SECONDS = 2.0
UNCERTAIN = "whether this was written is not known, so look again before you repeat it"
T = TypeVar("T")


class Conflict(Exception):
    """Another server wrote there first. Raised by a write before it has changed anything."""


class Write:
    def __init__(
        self,
        key: str,
        work: Callable[[Connection], Any],
        loop: asyncio.AbstractEventLoop,
        future: "asyncio.Future[Any]",
    ) -> None:
        self.key = key
        """Writes of one transaction run in the order of their keys, so that two servers cannot deadlock."""
        self.work = work
        self.loop = loop
        self.future = future
        self.begun = False
        self.withdrawn = False


class Writer:
    def __init__(self, engine: Engine, health: Health, is_in_place: Callable[[], bool]) -> None:
        """`is_in_place` says whether what is written will be found again: a database's file may have been deleted."""
        self._engine = engine
        self._health = health
        self._is_in_place = is_in_place
        self._begin_lock = threading.Lock()
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="quincunx-writer", daemon=True)
        self._thread.start()

    async def write(self, key: str, work: Callable[[Connection], T], seconds: float = WRITE_SECONDS) -> T:
        """Do the work in a transaction; what it returned, once that is durable. A refusal if that takes too long."""
        loop = asyncio.get_running_loop()
        write = Write(key, work, loop, loop.create_future())
        write.future.add_done_callback(retrieve)
        self._queue.put(write)
        done, _ = await asyncio.wait({write.future}, timeout=seconds)
        if not done:
            write.future.cancel()
            self._health.failed(f"a write took more than {seconds:.0f} seconds")
            raise unavailable() if self._withdraw(write) else unavailable(UNCERTAIN)
        result: T = write.future.result()
        return result

    def close(self) -> None:
        """Finish the writes that are waiting, then stop; without them if the database does not answer."""
        self._queue.put(None)
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            writes, closing = self._gather(first)
            outcomes = self._commit(writes) if writes else []
            for loop in {write.loop for write in writes}:
                own = [(write, outcome) for write, outcome in zip(writes, outcomes, strict=True) if write.loop is loop]
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_resolve, own)
            if closing:
                return

    def _gather(self, first: Write) -> tuple[list[Write], bool]:
        writes, closing = [first], False
        while len(writes) < MOST_AT_ONCE and not self._queue.empty():
            write = self._queue.get()
            if write is None:
                closing = True
                break
            writes.append(write)
        return sorted((write for write in writes if self._begin(write)), key=lambda write: write.key), closing

    def _begin(self, write: Write) -> bool:
        with self._begin_lock:
            write.begun = not write.withdrawn
        return write.begun

    def _withdraw(self, write: Write) -> bool:
        """Whether it had not begun: then it never will."""
        with self._begin_lock:
            write.withdrawn = not write.begun
        return write.withdrawn

    def _commit(self, writes: Sequence[Write]) -> list[Any]:
        """The result or exception of each write, after a commit that they share. If one of them made that fail, each
        one runs alone; if the database is gone, all of them have failed."""
        try:
            outcomes = self._transact(writes)
        except Lost as lost:
            return [unavailable(lost.consequence) for _ in writes]
        except DBAPIError as problem:
            if len(writes) > 1:
                return [outcome for write in writes for outcome in self._commit([write])]
            self._health.failed(reason_of(problem))
            return [unavailable()]
        except Exception as problem:  # whatever it is, the thread goes on
            return [problem for _ in writes]
        if not self._is_in_place():
            self._health.failed("its file was deleted or replaced; put it back, or start the server again")
            return [unavailable("its file is gone") for _ in writes]
        self._health.worked()
        return outcomes

    def _transact(self, writes: Sequence[Write]) -> list[Any]:
        with self._connected() as connection:
            try:
                outcomes = [_attempt(write, connection) for write in writes]
            except DBAPIError as problem:
                self._must_be_connected(problem, NOTHING_CHANGED)
                raise
            try:
                connection.commit()
            except DBAPIError as problem:
                self._must_be_connected(problem, UNCERTAIN)
                raise
            return outcomes

    def _connected(self) -> Connection:
        try:
            return self._engine.connect()
        except (DBAPIError, PoolTimeout) as problem:
            self._health.failed(reason_of(problem))
            raise Lost(NOTHING_CHANGED) from problem

    def _must_be_connected(self, problem: DBAPIError, consequence: str) -> None:
        if problem.connection_invalidated:
            self._health.failed(reason_of(problem))
            raise Lost(consequence) from problem


class Lost(Exception):
    """The connection is gone, and with it everything that was asked on it."""

    def __init__(self, consequence: str) -> None:
        super().__init__(consequence)
        self.consequence = consequence


def _attempt(write: Write, connection: Connection) -> Any:
    try:
        return write.work(connection)
    except DBAPIError:
        raise
    except Exception as problem:
        return problem


def retrieve(future: "asyncio.Future[Any]") -> None:
    """A caller that no longer waits does not need the result."""
    if not future.cancelled():
        future.exception()


def _resolve(outcomes: list[tuple[Write, Any]]) -> None:
    for write, outcome in outcomes:
        if write.future.done():
            continue
        if isinstance(outcome, Exception):
            write.future.set_exception(outcome)
        else:
            write.future.set_result(outcome)
