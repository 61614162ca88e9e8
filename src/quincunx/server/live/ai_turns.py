"""The turns of AI players in one match: they think in a worker thread, and their moves are played like anyone's."""

import asyncio
import logging
from asyncio import sleep
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.live.messages import thinking_message
from quincunx.server.live.watchers import Watchers
from quincunx.server.match.actions import Thought
from quincunx.server.match.ai_task import AiTask, ChosenMove, ai_task
from quincunx.server.match.state import State
from quincunx.server.workers.ai import WorkerPools

MOST_THOUGHTS_PER_SECOND = 8
FINISH_SECONDS = 3
"""How long a server that shuts down waits for the move of an AI player."""

log = logging.getLogger("quincunx.server")


class AiTurn(NamedTuple):
    """One turn of an AI player, taken from a match that may go on meanwhile."""

    version: int
    """The version of the match; once it has changed, the answer is no longer wanted."""
    seat: int
    ply: int
    shown: int
    """Milliseconds that watchers still see the move before. Pages hold the answer to a person back themselves;
    between AI players nobody would catch up."""
    task: AiTask | None
    """What to think about; None where the rest of the match is certain, and only to be filled in."""


class AiTurns:
    def __init__(
        self,
        match_id: str,
        response_delay: int,
        watchers: Watchers,
        workers: WorkerPools,
        version: Callable[[], int],
        play: Callable[[AiTurn, ChosenMove | None], Awaitable[None]],
    ) -> None:
        """`version` gives the version of the match now; `play` plays the move that was chosen for a turn, or the rest
        of the match."""
        self._match_id = match_id
        self._response_delay = response_delay / 1000
        self._watchers = watchers
        self._workers = workers
        self._version = version
        self._play = play
        self._running: asyncio.Task[None] | None = None
        self._task: AiTask | None = None
        """What is being thought about."""
        self._published_at = 0.0

    @property
    def thinking(self) -> bool:
        return self._running is not None and not self._running.done()

    def start(self, state: State) -> None:
        """If it is an AI player's turn, it begins to think."""
        self.stop()
        if state.ai_turn:
            shown = 0 if state.people or not state.lengths else state.lengths[-1]
            turn = AiTurn(state.number, state.turn, state.ply, shown, None if state.rest else ai_task(state))
            self._task = turn.task
            self._running = asyncio.create_task(self._take(turn))

    def stop(self) -> None:
        """The match has gone on: a search for an earlier position ends at once."""
        if self._task is not None:
            self._task.stop.fill(1)
            self._task = None

    def resume(self, state: State) -> None:
        """As `start`, unless an AI player is thinking here already."""
        if not self.thinking:
            self.start(state)

    async def finish(self) -> None:
        """Wait for the move in progress, if there is one."""
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=FINISH_SECONDS)

    async def _take(self, turn: AiTurn) -> None:
        """Think, wait until the response delay is over, and move, unless the match has changed meanwhile."""
        try:
            if turn.task is None:
                await self._play(turn, None)
                return
            began = monotonic()
            self._watchers.send(thinking_message(turn.version, turn.seat, None))
            chosen = await self._workers.choose_move(turn.task, lambda thought: self._publish(turn, thought))
            self._send(turn, chosen.thought)
            delay = self._response_delay * turn.task.game.time_share(turn.task.position)
            if delay > 0:
                delay += turn.shown / 1000
            await sleep(max(0.0, delay - (monotonic() - began)))
            if self._is_due(turn):
                await self._play(turn, chosen)
        except Refusal as refusal:  # if the database is gone, the match is resumed once it is back
            if refusal.errorCode is not ErrorCode.CANCELLED:
                log.info("the AI player did not move in match %s: %s", self._match_id, refusal.message)
        except Exception:
            log.exception("the AI player could not move in match %s", self._match_id)

    def _publish(self, turn: AiTurn, thought: Thought) -> None:
        """Not every thought on the way is sent; the last one, on which the move rests, always is."""
        now = monotonic()
        if now - self._published_at > 1 / MOST_THOUGHTS_PER_SECOND:
            self._published_at = now
            self._send(turn, thought)

    def _send(self, turn: AiTurn, thought: Thought) -> None:
        if len(self._watchers) and self._is_due(turn):
            self._watchers.send(thinking_message(turn.version, turn.seat, thought))

    def _is_due(self, turn: AiTurn) -> bool:
        return self._version() == turn.version
