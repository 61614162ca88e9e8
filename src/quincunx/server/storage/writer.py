"""One thread that writes, and commits what has gathered in one transaction.

The disk can be asked to keep something only so many times a second; but what has come in while it was busy can be
kept all at once. So each job waits for one commit, and a hundred jobs may share it.
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
    """Somebody else wrote there first. Raised by a job before it has written anything."""


class Job(NamedTuple):
    key: str
    """Jobs of one transaction run in the order of their keys, so that two servers never wait for each other in a
    circle."""
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="quincunx-writer", daemon=True)
        self._thread.start()

    async def write(self, key: str, work: Callable[[Connection], T]) -> T:
        """Do it in a transaction; what it returned, once that is durable."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(key, work, loop, future))
        return await asyncio.shield(future)

    def close(self) -> None:
        """Finish what was asked for, and no more."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, closing = self._gathered(first)
            outcomes = self._commit(jobs)
            for loop in {job.loop for job in jobs}:
                mine = [(job, outcome) for job, outcome in zip(jobs, outcomes, strict=True) if job.loop is loop]
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_resolve, mine)
            if closing:
                return

    def _gathered(self, first: Job) -> tuple[list[Job], bool]:
        jobs = [first]
        while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                return jobs, True
            jobs.append(job)
        return sorted(jobs, key=lambda job: job.key), False

    def _commit(self, jobs: Sequence[Job]) -> list[Any]:
        """Each job's result or exception, after a commit that they share; one that spoils it for all runs alone."""
        try:
            with storage_errors(), self._engine.begin() as connection:
                return [_attempt(job, connection) for job in jobs]
        except Exception as problem:
            if len(jobs) == 1:
                return [problem]
            return [outcome for job in jobs for outcome in self._commit([job])]


def _attempt(job: Job, connection: Connection) -> Any:
    try:
        return job.work(connection)
    except DBAPIError:
        raise
    except Exception as problem:
        return problem


def _resolve(outcomes: list[tuple[Job, Any]]) -> None:
    for job, outcome in outcomes:
        if job.future.done():
            continue
        if isinstance(outcome, Exception):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)
