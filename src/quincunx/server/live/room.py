"""A match in memory: one command at a time is carried out, and everyone may watch.

An action is applied, written, and only then published; meanwhile, readers get the last written state. If writing
fails, the match is rebuilt from its log.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import orjson

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server import wall_clock
from quincunx.server.live.ai_turns import AiTurn, AiTurns
from quincunx.server.live.messages import action_message, action_messages, match_message
from quincunx.server.live.presence import Presence
from quincunx.server.live.watchers import Watcher, Watchers
from quincunx.server.match.actions import Action, BaseAction
from quincunx.server.match.commands import Command, Holder, fill, move, settle
from quincunx.server.match.state import State
from quincunx.server.match.tokens import Token
from quincunx.server.match.view import match_body, summary_of
from quincunx.server.match.view_types import Event, StoredSummary
from quincunx.server.storage.store import Store, StoredMatch
from quincunx.server.storage.writer import Conflict
from quincunx.server.workers.ai import ChosenMove, WorkerPools

TRIES = 5
"""How often a command is tried again after another server wrote first."""
MOST_MISSED = 150
"""How many missed actions a watcher is sent; after more, only the latest."""

Append = Callable[[int, BaseAction, StoredSummary], Awaitable[None]]


class ActionResult(NamedTuple):
    """The match after a command, as JSON, and the events of what it did."""

    body: bytes
    events: list[Event]

    def as_json(self) -> bytes:
        return orjson.dumps({"match": orjson.Fragment(self.body), "events": self.events})


class Room:
    def __init__(self, match_id: str, stored: StoredMatch, store: Store, workers: WorkerPools) -> None:
        self.id = match_id
        self.tokens: list[Token] = stored.tokens
        self.watchers = Watchers()
        self.presence = Presence(range(1, len(stored.founding.seats) + 1), self.watchers)
        self.used_at = time.monotonic()
        self._store = store
        self._founding = stored.founding
        self._lock = asyncio.Lock()
        self._ai_turns = AiTurns(
            match_id, stored.founding.response_delay, self.watchers, workers, lambda: self.version, self._play_for_ai
        )
        self._state: State | None
        """The state that the next action is applied to; None while it is being written, or could not be."""
        self.state = self._state = self._fold(stored.actions)
        """The last written state, with its JSON and version."""
        self.body = match_body(self.state)
        self.version = self.state.number

    @property
    def busy(self) -> bool:
        return bool(len(self.watchers)) or self._lock.locked() or self._ai_turns.thinking

    # Acting.

    async def act(self, command: Command, append: Append | None = None, ply: int | None = None) -> ActionResult:
        """Carry out a command: decide, write, publish. One that was carried out before gets the same answer as then,
        with the events of its `ply`."""
        async with self._lock:
            for _ in range(TRIES):
                state = await self._current()
                try:
                    await self._settle(state)
                    action = command(state, wall_clock.now_ms())
                    if action is None:
                        return ActionResult(self.body, [] if ply is None else state.events_of(ply))
                    events = await self._write(state, action, append)
                    return ActionResult(self.body, events)
                except Conflict:
                    continue
                except Refusal as refusal:
                    if refusal.errorCode is ErrorCode.STORAGE_UNAVAILABLE or not await self._catch_up():
                        raise
        raise Refusal(ErrorCode.STALE_PLY, "someone else moved first; reload the match")

    async def _write(self, state: State, action: BaseAction, append: Append | None = None) -> list[Event]:
        self._state = None  # until it is written, nobody may rely on it
        events = state.apply(action)
        write = append or (lambda number, applied, summary: self._store.append(self.id, number, applied, summary))
        await write(state.number, action, summary_of(state))
        self._state = state
        self._show(state)
        self.watchers.send(action_message(state.number, action, events, self.body))
        self._ai_turns.start(state)
        return events

    async def _settle(self, state: State) -> None:
        action = settle(state, wall_clock.now_ms())
        if action is not None:
            await self._write(state, action)

    async def settle(self) -> None:
        """Do what the server has to do by itself: an empty clock, a limit. If another server was faster, it is done."""
        async with self._lock:
            with contextlib.suppress(Conflict):
                await self._settle(await self._current())

    # Following the log.

    async def _current(self) -> State:
        """The state, rebuilt from the log if the last write failed: another server may have written."""
        if self._state is None:
            stored = await self._store.load(self.id)
            if stored is None:
                raise Refusal(ErrorCode.UNKNOWN_MATCH, "this match no longer exists")
            known = self.version
            self.tokens = stored.tokens
            self._state = self._fold(stored.actions)
            self._show(self._state)
            if self.version > known:
                self.watchers.send_all(action_messages(self.id, self._founding, stored.actions, known))
                self.watchers.send(match_message(self.version, self.body))
        return self._state

    async def current(self) -> State:
        """The match as the log has it."""
        async with self._lock:
            return await self._current()

    async def catch_up(self) -> None:
        """Another server has written something."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Whether there was something to catch up with."""
        state = await self._current()
        missed = await self._store.actions_since(self.id, state.number) if self._store.shared else []
        for action in missed:
            if action.kind == "joined":
                self.tokens = await self._store.tokens_of(self.id)
            self.presence.seen(frozenset({action.seat}))
            events = state.apply(action)
            self._show(state)
            self.watchers.send(action_message(state.number, action, events, self.body))
        return bool(missed)

    def _fold(self, log: list[Action]) -> State:
        state = State(self.id, self._founding)
        for action in log:
            state.apply(action)
        return state

    def _show(self, state: State) -> None:
        """From now on, readers get this state."""
        self.state = state
        self.body = match_body(state)
        self.version = state.number

    async def watch(self, watcher: Watcher, since: int | None) -> None:
        """Send everything after version `since`, then the match as it is, and from then on whatever happens."""
        async with self._lock:
            state = await self._current()
            if since is not None and since < state.number:
                stored = await self._store.load(self.id)
                assert stored is not None
                log = stored.actions[: state.number]
                for message in action_messages(self.id, self._founding, log, since)[-MOST_MISSED:]:
                    watcher.send(message)
            watcher.send(match_message(self.version, self.body))
            self.watchers.add(watcher)

    # AI players.

    async def take_over(self) -> None:
        """Go on with a match whose AI player another process has abandoned."""
        await self.catch_up()
        self.resume()

    def resume(self) -> None:
        """Let the AI player think if it is its turn and it does not think here yet."""
        self._ai_turns.resume(self.state)

    async def finish(self) -> None:
        """Let the AI player make the move that it is thinking about, before the server shuts down."""
        await self._ai_turns.finish()

    async def _play_for_ai(self, turn: AiTurn, chosen: ChosenMove | None) -> None:
        holder = Holder(frozenset({turn.seat}))
        await self.act(fill(holder) if chosen is None else move(holder, chosen.move, turn.ply, chosen.thought))
        await self.settle()
