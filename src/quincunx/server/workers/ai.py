"""Worker threads: AI players think in them, beside the server, since compiled kernels release Python's lock.

Making matches and playing moves have threads of their own, and so has everything that anybody may ask for and that
takes long. Each of these pools serves clients in turn.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar

from quincunx.engine.clock import is_raised
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.player import Choice
from quincunx.search.chooser import choose, past_of
from quincunx.server.match.actions import Thought
from quincunx.server.match.ai_task import AiTask, ChosenMove, thought_of
from quincunx.server.workers.pools import FairPool
from quincunx.server.workers.process import WorkerProcess
from quincunx.server.workers.shared_answers import SharedAnswers

LEAST_MILLISECONDS = 120
"""Even a search that had to wait for a worker gets this long."""
SHORT_TASK_THREADS, SHORT_TASKS_AT_ONCE, SHORT_TASKS_WAITING = 4, 2, 100
MAKING_THREADS, MAKINGS_AT_ONCE, MAKINGS_WAITING = 2, 1, 8
HEAVY_TASK_THREADS, HEAVY_TASKS_AT_ONCE, HEAVY_TASKS_WAITING = 2, 1, 8
TASKS_APART_AT_ONCE, TASKS_APART_WAITING = 1, 8
LISTING_THREADS, LISTINGS_AT_ONCE, LISTINGS_WAITING = 2, 1, 20
"""Threads of a pool, and of each client the tasks that may run and wait."""
MOST_SHORT_PLIES = 200
"""Longer matches take a heavy task to be built from their log."""
MOST_ANSWERS = 1000

T = TypeVar("T")


class WorkerPools:
    """As many searches at once as there are cores. The others wait, and get what is left of their time.

    If it is `limited`, each client has a share: all threads but one for its AI players, and a few other tasks. Long
    work in plain Python then has a process of its own.
    """

    def __init__(
        self,
        threads: int,
        milliseconds: int,
        limited: bool = False,
        players_of: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """`players_of` waits until the AI players of a game can play."""
        searches = threads or os.cpu_count() or 1
        self._ai_players = FairPool("ai", searches, max(1, searches - 1) if limited else None, low_priority=True)
        at_once, waiting = (SHORT_TASKS_AT_ONCE, SHORT_TASKS_WAITING) if limited else (None, None)
        self._short_tasks = FairPool("short", SHORT_TASK_THREADS, at_once, waiting)
        at_once, waiting = (MAKINGS_AT_ONCE, MAKINGS_WAITING) if limited else (None, None)
        self._making = FairPool("make", MAKING_THREADS, at_once, waiting, low_priority=True)
        at_once, waiting = (TASKS_APART_AT_ONCE, TASKS_APART_WAITING) if limited else (None, None)
        self._tasks_apart = FairPool("apart", 1, at_once, waiting, low_priority=True)
        at_once, waiting = (HEAVY_TASKS_AT_ONCE, HEAVY_TASKS_WAITING) if limited else (None, None)
        self._heavy_tasks = FairPool("heavy", HEAVY_TASK_THREADS, at_once, waiting, low_priority=True)
        at_once, waiting = (LISTINGS_AT_ONCE, LISTINGS_WAITING) if limited else (None, None)
        self._listings = FairPool("list", LISTING_THREADS, at_once, waiting, low_priority=True)
        self._judgements = FairPool("judge", 1, 1, low_priority=True)
        self._process = WorkerProcess() if limited else None
        self._milliseconds = milliseconds
        self._players_of = players_of
        self.answers = SharedAnswers(MOST_ANSWERS)
        """Those to heavy questions that many may ask."""

    async def choose_move(self, task: AiTask, on_progress: Callable[[Thought], None]) -> ChosenMove:
        """A move within the time limit, counted from now even if all workers are busy."""
        if self._players_of is not None:
            await self._players_of(task.game.slug)
        loop = asyncio.get_running_loop()
        asked_at = monotonic()

        def report(choice: Choice) -> None:
            loop.call_soon_threadsafe(on_progress, thought_of(task, choice))

        def search() -> ChosenMove:
            if is_raised(task.stop):
                raise Refusal(ErrorCode.CANCELLED, "the match has moved on")
            waited = int((monotonic() - asked_at) * 1000)
            allowed = min(task.game.levels[task.level].flag_milliseconds, self._milliseconds)
            left = max(LEAST_MILLISECONDS, min(allowed, self._milliseconds - waited))
            choice = choose(
                task.game, task.position, task.level, task.match.seed, past_of(task.match),
                milliseconds=left, strategy=task.strategy, progress=report, stop=task.stop,
            )  # fmt: skip
            return ChosenMove(task.game.write_move(task.position, choice.move), thought_of(task, choice))

        return await self._ai_players.run(search)

    async def run(self, task: Callable[[], T]) -> T:
        """A short task that somebody waits for, such as making a match."""
        return await self._short_tasks.run(task)

    async def run_making(self, task: Callable[[], T]) -> T:
        """Making a match whose board has to be solved first. It waits for nothing but other boards."""
        return await self._making.run(task)

    async def run_heavy(self, task: Callable[[], T]) -> T:
        """A task that takes long, such as a hint: few at once, and none of the threads of other tasks."""
        return await self._heavy_tasks.run(task)

    async def run_apart(self, task: Callable[..., T], *given: Any) -> T:
        """A heavy task in plain Python, such as a replay: a function of a module, and what it is given. The process
        does one at a time, and so one thread waits for it: no other task does."""
        process = self._process
        return await self._tasks_apart.run(lambda: task(*given) if process is None else process.run(task, *given))

    async def run_listing(self, task: Callable[[], T]) -> T:
        """A query for a list or for statistics, which takes as long as the database has many matches."""
        return await self._listings.run(task)

    async def run_by_length(self, plies: int, task: Callable[[], T]) -> T:
        """A task that takes as long as a match has plies."""
        return await (self.run(task) if plies <= MOST_SHORT_PLIES else self.run_heavy(task))

    async def judge(self, match_id: str, task: Callable[[], T]) -> T:
        """Judge one position for the analysis of a match: one at a time, of each match in turn."""
        return await self._judgements.run(task, match_id)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()
        heavy = (self._making, self._heavy_tasks, self._tasks_apart, self._listings, self._judgements)
        for pool in (self._ai_players, self._short_tasks, *heavy):
            pool.close()
