"""One thread that writes, and commits everything that is waiting in one transaction.

A disk can only sync so often; but everything that arrived during one sync can share the next. So each write waits for
one commit, and a hundred writes may share it.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from quincunx.server.storage.database import storage_errors

MOST_AT_ONCE = 100
T = TypeVar("T")


class Conflict(Exception):
    """Another server wrote there first. Raised by a write before it has changed anything."""


class Write(NamedTuple):
    key: str
    """Writes of one transaction run in the order of their keys, so that two servers cannot deadlock."""
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="quincunx-writer", daemon=True)
        self._thread.start()

    async def write(self, key: str, work: Callable[[Connection], T]) -> T:
        """Do the work in a transaction; what it returned, once that is durable."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(Write(key, work, loop, future))
        return await asyncio.shield(future)

    def close(self) -> None:
        """Finish the writes that are waiting, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            writes, closing = self._gather(first)
            outcomes = self._commit(writes)
            for loop in {write.loop for write in writes}:
                own = [(write, outcome) for write, outcome in zip(writes, outcomes, strict=True) if write.loop is loop]
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_resolve, own)
            if closing:
                return

    def _gather(self, first: Write) -> tuple[list[Write], bool]:
        writes = [first]
        while len(writes) < MOST_AT_ONCE and not self._queue.empty():
            write = self._queue.get()
            if write is None:
                return writes, True
            writes.append(write)
        return sorted(writes, key=lambda write: write.key), False

    def _commit(self, writes: Sequence[Write]) -> list[Any]:
        """The result or exception of each write, after a commit that they share. If that fails, each one runs alone."""
        try:
            with storage_errors(), self._engine.begin() as connection:
                return [_attempt(write, connection) for write in writes]
        except Exception as problem:
            if len(writes) == 1:
                return [problem]
            return [outcome for write in writes for outcome in self._commit([write])]


def _attempt(write: Write, connection: Connection) -> Any:
    try:
        return write.work(connection)
    except DBAPIError:
        raise
    except Exception as problem:
        return problem


def _resolve(outcomes: list[tuple[Write, Any]]) -> None:
    for write, outcome in outcomes:
        if write.future.done():
            continue
        if isinstance(outcome, Exception):
            write.future.set_exception(outcome)
        else:
            write.future.set_result(outcome)
