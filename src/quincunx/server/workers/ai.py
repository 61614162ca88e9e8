"""Worker threads: AI players think in them, beside the server, since compiled kernels release Python's lock."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from quincunx.engine.game import AnyGame
from quincunx.engine.player import Choice
from quincunx.engine.rules import hash, legal, observe, play
from quincunx.search.chooser import choose
from quincunx.search.hints import purpose_of
from quincunx.server.match.actions import Thought
from quincunx.server.match.state import State

LEAST_MILLISECONDS = 120
"""Even a search that had to wait for a worker gets this long."""
SHORT_TASK_THREADS = 4
"""Threads of their own for short tasks, which should not wait for AI players."""

T = TypeVar("T")


class AiTask(NamedTuple):
    """What an AI player is asked, taken from a match that may go on meanwhile."""

    game: AnyGame
    position: Any
    level: str
    seed: int
    past: tuple[int, ...]
    strategy: dict[str, Any] | None


class ChosenMove(NamedTuple):
    move: str
    thought: Thought


def ai_task(state: State) -> AiTask:
    match = state.match
    turns = match.history
    past = (hash(match.first), *(hash(turn.position) for turn in turns[:-1])) if turns else ()
    strategy = state.strategies.get(state.turn)
    return AiTask(state.game, match.position, state.levels[state.turn], match.seed, past, strategy)


class WorkerPools:
    """As many searches at once as there are cores. The others wait, and get what is left of their time."""

    def __init__(self, threads: int, milliseconds: int) -> None:
        self._ai_players = ThreadPoolExecutor(threads or os.cpu_count() or 1, thread_name_prefix="quincunx-ai")
        self._short_tasks = ThreadPoolExecutor(SHORT_TASK_THREADS, thread_name_prefix="quincunx-short")
        self._long_tasks = ThreadPoolExecutor(1, thread_name_prefix="quincunx-long")
        self._milliseconds = milliseconds

    async def choose_move(self, task: AiTask, on_progress: Callable[[Thought], None]) -> ChosenMove:
        """A move within the time limit, counted from now even if all workers are busy."""
        loop = asyncio.get_running_loop()
        asked_at = monotonic()

        def report(choice: Choice) -> None:
            loop.call_soon_threadsafe(on_progress, thought_of(task, choice))

        def search() -> ChosenMove:
            waited = int((monotonic() - asked_at) * 1000)
            allowed = min(task.game.levels[task.level].flag_milliseconds, self._milliseconds)
            left = max(LEAST_MILLISECONDS, min(allowed, self._milliseconds - waited))
            choice = choose(*task[:5], milliseconds=left, strategy=task.strategy, progress=report)
            return ChosenMove(task.game.write_move(task.position, choice.move), thought_of(task, choice))

        return await loop.run_in_executor(self._ai_players, search)

    async def run(self, task: Callable[[], T]) -> T:
        """A short task that somebody waits for: making a match, a hint."""
        return await asyncio.get_running_loop().run_in_executor(self._short_tasks, task)

    async def run_long(self, task: Callable[[], T]) -> T:
        """A long task, such as an analysis: one at a time, and none of the AI players' threads."""
        return await asyncio.get_running_loop().run_in_executor(self._long_tasks, task)

    def close(self) -> None:
        for pool in (self._ai_players, self._short_tasks, self._long_tasks):
            pool.shutdown(cancel_futures=True)


def thought_of(task: AiTask, choice: Choice) -> Thought:
    return {
        "level": task.level,
        "score": None if choice.score is None else int(choice.score),
        "depth": int(choice.depth),
        "nodes": int(choice.nodes),
        "line": line_texts(task, choice.line),
        "seconds": round(float(choice.seconds), 4),
        "cut_short": bool(choice.cut_short),
        "reason": choice.reason,
        "purpose": purpose_of(task.game, task.position, choice),
    }


def line_texts(task: AiTask, line: tuple[int, ...]) -> list[str]:
    """The moves that the player expects, as far as it can see."""
    texts, position = [], observe(task.position, task.position.turn)
    for move in line:
        if not legal(position, move):
            break
        texts.append(task.game.write_move(position, move))
        position = play(position, move)
    return texts
