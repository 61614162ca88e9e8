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
from quincunx.server.live.loaded_match import MOST_KEPT, Folded, fold, plies_of
from quincunx.server.live.messages import action_message, match_message, with_match
from quincunx.server.live.presence import Presence
from quincunx.server.live.watchers import Watcher, Watchers
from quincunx.server.match.actions import BaseAction
from quincunx.server.match.ai_task import ChosenMove
from quincunx.server.match.caps import Caps
from quincunx.server.match.commands import Command, Holder, fill, move, settle
from quincunx.server.match.state import State
from quincunx.server.match.tokens import Token
from quincunx.server.match.view import match_body, summary_of
from quincunx.server.match.view_types import Event, StoredSummary
from quincunx.server.storage.store import Store, StoredMatch
from quincunx.server.storage.writer import Conflict
from quincunx.server.workers.ai import WorkerPools
from quincunx.server_errors import ServerErrorCode

TRIES = 5
"""How often a command is tried again after another server wrote first."""
ROOM_BYTES, BYTES_PER_BYTE = 30_000, 12
"""What a room takes in memory, about: a fixed amount, plus this much per byte of its JSON."""

Append = Callable[[int, BaseAction, StoredSummary], Awaitable[None]]


class ActionResult(NamedTuple):
    """The match after a command, as JSON, and the events of what it did."""

    body: bytes
    events: list[Event]

    def as_json(self) -> bytes:
        return orjson.dumps({"match": orjson.Fragment(self.body), "events": self.events})


class Room:
    def __init__(
        self, match_id: str, stored: StoredMatch, folded: Folded, store: Store, workers: WorkerPools, caps: Caps
    ) -> None:
        self.id = match_id
        self.tokens: list[Token] = stored.tokens
        self.watchers = Watchers()
        self.presence = Presence(range(1, len(stored.creation.seats) + 1), self.watchers)
        self.used_at = time.monotonic()
        self._store = store
        self._workers = workers
        self._caps = caps
        self._creation = stored.creation
        self._lock = asyncio.Lock()
        self._ai_turns = AiTurns(
            match_id, stored.creation.response_delay, self.watchers, workers, lambda: self.version, self._play_for_ai
        )
        self._state: State | None
        """The state that the next action is applied to; None while it is being written, or could not be."""
        self.state = self._state = folded.state
        """The last written state, with its JSON and version."""
        self.body = folded.body
        self.version = self.state.number
        self._recent = folded.recent

    @property
    def busy(self) -> bool:
        return bool(len(self.watchers)) or self._lock.locked() or self._ai_turns.thinking

    @property
    def size(self) -> int:
        """How many bytes of memory it takes, about."""
        return ROOM_BYTES + BYTES_PER_BYTE * len(self.body)

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
                    self._caps.must_fit(action, state.number)
                    events = await self._write(state, action, append)
                    await self._settle_after(state)
                    return ActionResult(self.body, events)
                except Conflict:
                    continue
                except Refusal as refusal:
                    if refusal.errorCode is ErrorCode.STORAGE_UNAVAILABLE or not await self._catch_up():
                        raise
        raise Refusal(ServerErrorCode.STALE_PLY, "someone else moved first; reload the match")

    async def _write(self, state: State, action: BaseAction, append: Append | None = None) -> list[Event]:
        self._state = None  # until it is written, nobody may rely on it
        events = state.apply(action)
        write = append or (lambda number, applied, summary: self._store.append(self.id, number, applied, summary))
        await write(state.number, action, summary_of(state))
        self._state = state
        self._publish(state, action, events)
        self._ai_turns.start(state)
        return events

    def _publish(self, state: State, action: BaseAction, events: list[Event]) -> None:
        """An action has been written: from now on, readers get the state after it, and watchers its message."""
        self.state = state
        self.body = match_body(state)
        self.version = state.number
        message = action_message(self.version, action, events)
        self._recent.add(self.version, message)
        self.watchers.send(message, with_match(message, self.body), self.version)

    async def _settle(self, state: State) -> None:
        action = settle(state, wall_clock.now_ms(), self._caps.plies)
        if action is not None:
            await self._write(state, action)

    async def _settle_after(self, state: State) -> None:
        """After an action: it has been written, whatever comes of this."""
        with contextlib.suppress(Conflict, Refusal):
            await self._settle(state)

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
                raise Refusal(ServerErrorCode.UNKNOWN_MATCH, "this match no longer exists")
            self.tokens = stored.tokens
            await self._rebuild(stored)
            self._state = self.state
        return self._state

    async def _rebuild(self, stored: StoredMatch) -> None:
        known, log = self.version, stored.actions
        folded = await self._workers.run_by_length(
            plies_of(self._creation, log), lambda: fold(self.id, self._creation, log)
        )
        self.state, self.body, self._recent = folded
        self.version = self.state.number
        if self.version > known:
            self._send_since(known, self.watchers)

    def _send_since(self, version: int, to: Watcher | Watchers) -> None:
        """Send everything after a version that is still kept, then the match as it is."""
        for number, message in self._recent.since(version):
            to.send(message, version=number)
        to.send(b"", match_message(self.version, self.body), self.version)

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
        if len(missed) > MOST_KEPT:
            self._state = None
            await self._current()
            return True
        if missed:
            self._ai_turns.stop()
        for action in missed:
            if action.kind == "joined":
                self.tokens = await self._store.tokens_of(self.id)
            self.presence.seen(frozenset({action.seat}))
            self._publish(state, action, state.apply(action))
        return bool(missed)

    async def watch(self, watcher: Watcher, since: int | None) -> None:
        """Send everything after version `since`, then the match as it is, and from then on whatever happens."""
        async with self._lock:
            await self._current()
            self._send_since(self.version if since is None else since, watcher)
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
