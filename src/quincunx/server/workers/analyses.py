"""Analyses of finished matches: one per match, in a worker thread, with progress. The latest ones are kept in memory,
and every finished one in the database."""

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

import orjson

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.search.analysis import Analysis, Judgement, accuracies, analyse
from quincunx.server.limits import AtOnce
from quincunx.server.live.messages import progress_message
from quincunx.server.live.room import Room
from quincunx.server.storage.store import Store
from quincunx.server.workers.ai import WorkerPools

MOST_KEPT = 200

log = logging.getLogger("quincunx.server")


class AnalysisTask:
    """The analysis of the moves of a match: running, or how it ended."""

    def __init__(self, match: Match) -> None:
        self.moves = digest_of(match)
        self.total = len(match.history)
        self.done = 0
        self.status = "running"
        self.cancelled = False
        self.analysis: Analysis | None = None

    @classmethod
    def stored(cls, match: Match, judgements: str) -> Self:
        """One that was made earlier."""
        task = cls(match)
        found = [Judgement(**fields) for fields in orjson.loads(judgements)]
        task.status, task.done, task.analysis = "done", task.total, Analysis(found, accuracies(match.game, found))
        return task

    def view(self) -> dict[str, Any]:
        judgements = [judgement._asdict() for judgement in self.analysis.judgements] if self.analysis else None
        accuracy = list(self.analysis.accuracy) if self.analysis else None
        progress = {"status": self.status, "done": self.done, "total": self.total}
        return progress | {"judgements": judgements, "accuracy": accuracy}


class Analyses:
    def __init__(self, store: Store, workers: WorkerPools, limit: AtOnce) -> None:
        self._store = store
        self._workers = workers
        self._limit = limit
        self._analyses: OrderedDict[str, AnalysisTask] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    async def of(self, room: Room, match: Match) -> AnalysisTask | None:
        """What is known of the match as it is now."""
        task = self._in_memory(room, match)
        if task is None and match.history and (kept := await self._store.analysis_of(room.id, digest_of(match))):
            task = self._keep(room, AnalysisTask.stored(match, kept))
        return task

    async def start(self, room: Room, match: Match, client: str) -> AnalysisTask:
        """Begin, unless it is running or done already. One client may run only a few at once."""
        task = await self.of(room, match)
        if task is not None and task.status in ("running", "done"):
            return task
        slot = ExitStack()
        slot.enter_context(self._limit.held(client))
        task = self._keep(room, AnalysisTask(match))
        running = asyncio.create_task(self._run(room, match, task))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        running.add_done_callback(lambda _: slot.close())
        return task

    def cancel(self, room: Room, match: Match) -> AnalysisTask | None:
        task = self._in_memory(room, match)
        if task is not None and task.status == "running":
            task.cancelled = True
        return task

    def close(self) -> None:
        """Nobody is going to read what is not done yet."""
        for task in self._analyses.values():
            task.cancelled = True

    def _in_memory(self, room: Room, match: Match) -> AnalysisTask | None:
        task = self._analyses.get(room.id)
        return task if task is not None and task.moves == digest_of(match) else None

    def _keep(self, room: Room, task: AnalysisTask) -> AnalysisTask:
        self._analyses[room.id] = task
        while len(self._analyses) > MOST_KEPT:
            self._analyses.popitem(last=False)
        return task

    async def _run(self, room: Room, match: Match, task: AnalysisTask) -> None:
        report = _progress_of(room, task)
        try:
            task.analysis = await self._workers.run_long(
                lambda: analyse(match, progress=report, cancelled=lambda: task.cancelled)
            )
            await self._write(room, task.moves, task.analysis)
            task.status = "done"
        except Exception as problem:
            cancelled = isinstance(problem, Refusal) and problem.errorCode is ErrorCode.CANCELLED
            task.status = "cancelled" if cancelled else "failed"
            if not cancelled:
                log.exception("the analysis of match %s failed", room.id)
        room.watchers.send(progress_message("analysis", task.total, task.total))

    async def _write(self, room: Room, moves: str, analysis: Analysis) -> None:
        """Into the database; without it the analysis is there all the same, until the server ends."""
        judgements = orjson.dumps([judgement._asdict() for judgement in analysis.judgements]).decode()
        try:
            await self._store.keep_analysis(room.id, moves, judgements)
        except Refusal as refusal:
            log.warning("the analysis of match %s is not stored: %s", room.id, refusal.message)


def digest_of(match: Match) -> str:
    """What an analysis is about: the moves, whatever else happens to the match."""
    return hashlib.sha256(" ".join(turn.text for turn in match.history).encode()).hexdigest()


def _progress_of(room: Room, task: AnalysisTask) -> Callable[[int, int], None]:
    """What the worker thread calls after each move that it has judged."""
    loop = asyncio.get_running_loop()

    def report(done: int, total: int) -> None:
        task.done = done
        loop.call_soon_threadsafe(room.watchers.send, progress_message("analysis", done, total))

    return report
