"""Worker threads in which our players think; kernels release Python's lock, so that they run beside the server."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from quincunx.engine.game import AnyGame
from quincunx.engine.player import Choice
from quincunx.engine.rules import hash, legal, observe, play
from quincunx.search.chooser import FLAG_MILLISECONDS, choose
from quincunx.server.match.actions import Thought
from quincunx.server.match.state import State

LEAST_MILLISECONDS = 120
"""Even a search that had to wait for its turn gets this long."""


ERRANDS = 4
"""Threads for what is short, so that it need not wait for those who think."""

T = TypeVar("T")


class Puzzle(NamedTuple):
    """All that a player is asked, taken from a match that may go on meanwhile."""

    game: AnyGame
    position: Any
    level: str
    seed: int
    past: tuple[int, ...]
    strategy: dict[str, Any] | None


class Found(NamedTuple):
    move: str
    thought: Thought


def puzzle_of(state: State) -> Puzzle:
    match = state.match
    turns = match.history
    past = (hash(match.first), *(hash(turn.position) for turn in turns[:-1])) if turns else ()
    strategy = state.founding.seats[state.turn - 1].strategy
    return Puzzle(state.game, match.position, state.levels[state.turn], match.seed, past, strategy)


class Thinkers:
    """As many searches at once as there are cores; the others wait, and get what is left of their time."""

    def __init__(self, workers: int, milliseconds: int) -> None:
        self._pool = ThreadPoolExecutor(workers or os.cpu_count() or 1, thread_name_prefix="quincunx-thinker")
        self._errands = ThreadPoolExecutor(ERRANDS, thread_name_prefix="quincunx-errand")
        self._studies = ThreadPoolExecutor(1, thread_name_prefix="quincunx-study")
        self._milliseconds = milliseconds

    async def think(self, puzzle: Puzzle, progress: Callable[[Thought], None]) -> Found:
        """A move in time, counted from now, also when all workers are busy."""
        loop = asyncio.get_running_loop()
        asked = time.monotonic()

        def tell(choice: Choice) -> None:
            loop.call_soon_threadsafe(progress, thought_of(puzzle, choice))

        def search() -> Found:
            waited = int((time.monotonic() - asked) * 1000)
            allowed = min(FLAG_MILLISECONDS[puzzle.level], self._milliseconds)
            left = max(LEAST_MILLISECONDS, min(allowed, self._milliseconds - waited))
            choice = choose(*puzzle[:5], milliseconds=left, strategy=puzzle.strategy, progress=tell)
            return Found(puzzle.game.write_move(puzzle.position, choice.move), thought_of(puzzle, choice))

        return await loop.run_in_executor(self._pool, search)

    async def run(self, errand: Callable[[], T]) -> T:
        """Something short that somebody waits for: making a match, a hint."""
        return await asyncio.get_running_loop().run_in_executor(self._errands, errand)

    async def study(self, task: Callable[[], T]) -> T:
        """Something long, one after the other: an analysis. It takes no worker from those who play."""
        return await asyncio.get_running_loop().run_in_executor(self._studies, task)

    def close(self) -> None:
        for pool in (self._pool, self._errands, self._studies):
            pool.shutdown(cancel_futures=True)


def thought_of(puzzle: Puzzle, choice: Choice) -> Thought:
    return Thought(
        level=puzzle.level,
        score=None if choice.score is None else int(choice.score),
        depth=int(choice.depth),
        nodes=int(choice.nodes),
        line=line_texts(puzzle, choice.line),
        seconds=round(float(choice.seconds), 4),
        cut_short=bool(choice.cut_short),
        reason=choice.reason,
    )


def line_texts(puzzle: Puzzle, line: tuple[int, ...]) -> tuple[str, ...]:
    """The moves that the player expects, as far as what it can see reaches."""
    texts, position = [], observe(puzzle.position, puzzle.position.turn)
    for move in line:
        if not legal(position, move):
            break
        texts.append(puzzle.game.write_move(position, move))
        position = play(position, move)
    return tuple(texts)
