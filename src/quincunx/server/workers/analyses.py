"""Analyses of finished matches: one per match, in a worker thread, with progress. The latest ones are kept."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.search.analysis import Analysis, analyse
from quincunx.server.limits import AtOnce
from quincunx.server.live.messages import progress_message
from quincunx.server.live.room import Room
from quincunx.server.workers.ai import WorkerPools

MOST_KEPT = 200

log = logging.getLogger("quincunx.server")


class AnalysisTask:
    """The analysis of a match as it was at one version: running, or how it ended."""

    def __init__(self, version: int, total: int) -> None:
        self.version = version
        self.total = total
        self.done = 0
        self.status = "running"
        self.cancelled = False
        self.analysis: Analysis | None = None

    def view(self) -> dict[str, Any]:
        judgements = [judgement._asdict() for judgement in self.analysis.judgements] if self.analysis else None
        accuracy = list(self.analysis.accuracy) if self.analysis else None
        progress = {"status": self.status, "done": self.done, "total": self.total}
        return progress | {"judgements": judgements, "accuracy": accuracy}


class Analyses:
    def __init__(self, workers: WorkerPools, limit: AtOnce) -> None:
        self._workers = workers
        self._limit = limit
        self._analyses: OrderedDict[str, AnalysisTask] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def of(self, room: Room) -> AnalysisTask | None:
        task = self._analyses.get(room.id)
        return task if task is not None and task.version == room.version else None

    def start(self, room: Room, match: Match, client: str) -> AnalysisTask:
        """Begin, unless it is running or done already. One client may run only a few at once."""
        task = self.of(room)
        if task is not None and task.status in ("running", "done"):
            return task
        slot = ExitStack()
        slot.enter_context(self._limit.held(client))
        task = self._analyses[room.id] = AnalysisTask(room.version, len(match.history))
        while len(self._analyses) > MOST_KEPT:
            self._analyses.popitem(last=False)
        running = asyncio.create_task(self._run(room, match, task))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        running.add_done_callback(lambda _: slot.close())
        return task

    def cancel(self, room: Room) -> AnalysisTask | None:
        task = self.of(room)
        if task is not None and task.status == "running":
            task.cancelled = True
        return task

    def close(self) -> None:
        """Nobody is going to read what is not done yet."""
        for task in self._analyses.values():
            task.cancelled = True

    async def _run(self, room: Room, match: Match, task: AnalysisTask) -> None:
        report = _progress_of(room, task)
        try:
            task.analysis = await self._workers.run_long(
                lambda: analyse(match, progress=report, cancelled=lambda: task.cancelled)
            )
            task.status = "done"
        except Exception as problem:
            cancelled = isinstance(problem, Refusal) and problem.errorCode is ErrorCode.CANCELLED
            task.status = "cancelled" if cancelled else "failed"
            if not cancelled:
                log.exception("the analysis of match %s failed", room.id)
        room.watchers.send(progress_message("analysis", task.total, task.total))


def _progress_of(room: Room, task: AnalysisTask) -> Callable[[int, int], None]:
    """What the worker thread calls after each move that it has judged."""
    loop = asyncio.get_running_loop()

    def report(done: int, total: int) -> None:
        task.done = done
        loop.call_soon_threadsafe(room.watchers.send, progress_message("analysis", done, total))

    return report
