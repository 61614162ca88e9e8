"""Analyses of finished matches: one per match, in a worker thread, with progress. The latest ones are kept in memory,
and every finished one in the database."""

import asyncio
import hashlib
import logging
from collections import OrderedDict
from contextlib import ExitStack
from functools import partial
from typing import Any, Self

import orjson

from quincunx.engine.clock import lowered_flag
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.search.analysis import Analysis, Judgement, accuracies, best_at, judge
from quincunx.search.chooser import hint_level_of
from quincunx.server.limits import AtOnce
from quincunx.server.live.messages import progress_message
from quincunx.server.live.room import Room
from quincunx.server.storage.store import Store
from quincunx.server.workers.ai import WorkerPools

MOST_KEPT = 200
MOST_MILLISECONDS = 300_000
"""The time for the searches of one analysis."""
LEAST_MILLISECONDS = 50
"""For one position, even if it takes longer then."""

log = logging.getLogger("quincunx.server")


class AnalysisTask:
    """The analysis of the moves of a match: running, or how it ended."""

    def __init__(self, match: Match, client: str = "") -> None:
        self.client = client
        """Who started it."""
        self.moves = digest_of(match)
        self.total = len(match.history)
        self.done = 0
        self.status = "running"
        self.stop = lowered_flag()
        """Ends the search in progress."""
        self.running: asyncio.Task[None] | None = None
        self.analysis: Analysis | None = None

    @classmethod
    def stored(cls, match: Match, judgements: str) -> Self:
        """An analysis that was made earlier."""
        task = cls(match)
        stored = [Judgement(**fields) for fields in orjson.loads(judgements)]
        task.status, task.done, task.analysis = "done", task.total, Analysis(stored, accuracies(match, stored))
        return task

    def cancel(self) -> None:
        self.stop.fill(1)
        if self.running is not None:
            self.running.cancel()

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
        task = self._keep(room, AnalysisTask(match, client))
        task.running = running = asyncio.create_task(self._run(room, match, task))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        running.add_done_callback(lambda _: slot.close())
        return task

    def cancel(self, room: Room, match: Match, client: str, is_player: bool) -> AnalysisTask | None:
        """Only the client that started it, and players of the match, may do that."""
        task = self._in_memory(room, match)
        if task is not None and task.status == "running":
            if not is_player and task.client != client:
                raise Refusal(
                    ErrorCode.NOT_YOUR_SEAT, "only a player of this match, or the client that asked, may do that"
                )
            task.cancel()
        return task

    def close(self) -> None:
        """Nobody will read what is not finished."""
        for task in self._analyses.values():
            task.cancel()

    def _in_memory(self, room: Room, match: Match) -> AnalysisTask | None:
        task = self._analyses.get(room.id)
        return task if task is not None and task.moves == digest_of(match) else None

    def _keep(self, room: Room, task: AnalysisTask) -> AnalysisTask:
        self._analyses[room.id] = task
        while len(self._analyses) > MOST_KEPT:
            self._analyses.popitem(last=False)
        return task

    async def _run(self, room: Room, match: Match, task: AnalysisTask) -> None:
        try:
            task.analysis = await self._analyse(room, match, task)
            await self._write(room, task.moves, task.analysis)
            task.status = "done"
        except asyncio.CancelledError:
            task.status = "cancelled"
        except Exception:
            task.status = "failed"
            log.exception("the analysis of match %s failed", room.id)
        room.watchers.send(progress_message("analysis", task.total, task.total))

    async def _analyse(self, room: Room, match: Match, task: AnalysisTask) -> Analysis:
        """Position by position, so that the analyses of all matches go on in turn."""
        search = partial(best_at, match, milliseconds=milliseconds_per_ply(match), stop=task.stop)
        choices = []
        for ply in range(task.total + 1):
            choices.append(await self._workers.judge(room.id, partial(search, ply)))
            task.done = min(ply, task.total)
            room.watchers.send(progress_message("analysis", task.done, task.total))
        return await self._workers.judge(room.id, lambda: judge(match, choices))

    async def _write(self, room: Room, moves: str, analysis: Analysis) -> None:
        """Into the database; without it the analysis is kept in memory, until the server ends."""
        judgements = orjson.dumps([judgement._asdict() for judgement in analysis.judgements]).decode()
        try:
            await self._store.keep_analysis(room.id, moves, judgements)
        except Refusal as refusal:
            log.warning("the analysis of match %s is not stored: %s", room.id, refusal.message)


def digest_of(match: Match) -> str:
    """What an analysis is about: the moves, whatever else happens to the match."""
    return hashlib.sha256(" ".join(turn.text for turn in match.history).encode()).hexdigest()


def milliseconds_per_ply(match: Match) -> int:
    """As long as the level takes that gives hints; less in a match that is so long that it would take too much time."""
    own = match.game.levels[hint_level_of(match.game)].flag_milliseconds
    return max(LEAST_MILLISECONDS, min(own, MOST_MILLISECONDS // (len(match.history) + 1)))
