"""Analyses of finished matches: one a match, in a worker thread, with progress; the last few are remembered."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.search.analysis import Analysis, analyse
from quincunx.server.live.messages import progress_message
from quincunx.server.live.room import Room
from quincunx.server.workers.ai import Thinkers

MOST_KEPT = 200

log = logging.getLogger("quincunx.server")


class Job:
    """One analysis, of a match as it was at one version."""

    def __init__(self, version: int, total: int) -> None:
        self.version = version
        self.total = total
        self.done = 0
        self.status = "running"
        self.cancelled = False
        self.found: Analysis | None = None

    def view(self) -> dict[str, Any]:
        judgements = [one._asdict() for one in self.found.judgements] if self.found else None
        accuracy = list(self.found.accuracy) if self.found else None
        progress = {"status": self.status, "done": self.done, "total": self.total}
        return progress | {"judgements": judgements, "accuracy": accuracy}


class Analyses:
    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, room: Room) -> Job | None:
        job = self._jobs.get(room.id)
        return job if job is not None and job.version == room.version else None

    def start(self, room: Room, match: Match, held: AbstractContextManager[None]) -> Job:
        """Begin, unless it runs or is done already."""
        job = self.of(room)
        if job is not None and job.status in ("running", "done"):
            return job
        held.__enter__()
        job = self._jobs[room.id] = Job(room.version, len(match.history))
        while len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)
        task = asyncio.create_task(self._run(room, match, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: held.__exit__(None, None, None))
        return job

    def cancel(self, room: Room) -> Job | None:
        job = self.of(room)
        if job is not None and job.status == "running":
            job.cancelled = True
        return job

    def close(self) -> None:
        """Nobody is going to read what is not done yet."""
        for job in self._jobs.values():
            job.cancelled = True

    async def _run(self, room: Room, match: Match, job: Job) -> None:
        tell = _teller(room, job)
        try:
            job.found = await self._thinkers.study(
                lambda: analyse(match, progress=tell, cancelled=lambda: job.cancelled)
            )
            job.status = "done"
        except Exception as problem:
            cancelled = isinstance(problem, Refusal) and problem.errorCode is ErrorCode.CANCELLED
            job.status = "cancelled" if cancelled else "failed"
            if not cancelled:
                log.exception("the analysis of match %s failed", room.id)
        room.watchers.tell(progress_message("analysis", job.total, job.total))


def _teller(room: Room, job: Job) -> Callable[[int, int], None]:
    loop = asyncio.get_running_loop()

    def tell(done: int, total: int) -> None:
        job.done = done
        loop.call_soon_threadsafe(room.watchers.tell, progress_message("analysis", done, total))

    return tell
