"""A match in memory: one at a time may act, everyone may watch, and our players think here.

An action is applied, written, and only then told: whoever reads meanwhile gets the match as it was last written. If
writing fails, the match is folded from its log again.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import orjson

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.live.messages import action_message, match_message, presence_message, retold, thinking_message
from quincunx.server.live.watchers import Watcher, Watchers
from quincunx.server.match.actions import Action, Done, Thought
from quincunx.server.match.commands import AWAY_MILLISECONDS, Command, Holder, move, settle
from quincunx.server.match.state import State
from quincunx.server.match.view import match_body, mode_of, outcome_of
from quincunx.server.storage.store import Store, Stored, Token
from quincunx.server.storage.writer import Conflict
from quincunx.server.workers.ai import Puzzle, Thinkers, puzzle_of

TRIES = 5
"""How often a command is tried again when another server was quicker."""
MOST_THOUGHTS_A_SECOND = 8
PRESENCE_SECONDS = 0.5
SEEN_FOR_MILLISECONDS = 45_000
"""For so long another server's word that somebody is there is believed; it is repeated sooner."""

log = logging.getLogger("quincunx.server")

Append = Callable[[int, Done, dict[str, Any]], Awaitable[None]]


class Acted(NamedTuple):
    """The match after a command, as JSON, and the events of what it did."""

    body: bytes
    events: list[dict[str, Any]]

    def as_json(self) -> bytes:
        return orjson.dumps({"match": orjson.Fragment(self.body), "events": self.events})


class Turn(NamedTuple):
    """A turn of our players, taken from a match that may go on meanwhile."""

    number: int
    seat: int
    ply: int
    puzzle: Puzzle


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Room:
    def __init__(self, match_id: str, stored: Stored, store: Store, thinkers: Thinkers) -> None:
        self.id = match_id
        self.tokens: list[Token] = stored.tokens
        self.watchers = Watchers()
        self.used_at = time.monotonic()
        self._store = store
        self._thinkers = thinkers
        self._founding = stored.founding
        self._state: State | None
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._elsewhere: dict[int, int] = {}
        self._last_seen = {seat: now_ms() for seat in range(1, len(stored.founding.seats) + 1)}
        self._told_at = 0.0
        self._told_present: dict[int, bool] = {}
        self._presence_timer: asyncio.TimerHandle | None = None
        self.state = self._state = self._fold(stored.actions)
        self.body = match_body(self.state)
        self.version = self.state.number

    @property
    def busy(self) -> bool:
        return (
            bool(len(self.watchers))
            or self._lock.locked()
            or (self._thinking is not None and not self._thinking.done())
        )

    # Acting.

    async def act(self, command: Command, append: Append | None = None, ply: int | None = None) -> Acted:
        """Carry out a command: decided, written, told. One that was carried out before is answered as it was then:
        with the events of its `ply`."""
        async with self._lock:
            for _ in range(TRIES):
                state = await self._current()
                try:
                    await self._settle(state)
                    action = command(state, now_ms())
                    if action is None:
                        return Acted(self.body, [] if ply is None else state.events_of(ply))
                    events = await self._write(state, action, append)
                    return Acted(self.body, events)
                except Conflict:
                    continue
                except Refusal as refusal:
                    if refusal.errorCode is ErrorCode.STORAGE_UNAVAILABLE or not await self._catch_up():
                        raise
        raise Refusal(ErrorCode.STALE_PLY, "somebody else was quicker; look at the match as it is now")

    async def _write(self, state: State, action: Done, append: Append | None = None) -> list[dict[str, Any]]:
        self._state = None  # until it is written, nobody may rely on it
        events = state.apply(action)
        write = append or (lambda number, done, summary: self._store.append(self.id, number, done, summary))
        await write(state.number, action, summary_of(state))
        self._state = state
        self._publish(state)
        self.watchers.tell(action_message(state.number, action, events, self.body))
        self._think_if_ours()
        return events

    async def _settle(self, state: State) -> None:
        action = settle(state, now_ms())
        if action is not None:
            await self._write(state, action)

    async def settle(self) -> None:
        """Do what the house has to do: an empty clock, a cap. If another server was quicker, it is done."""
        async with self._lock:
            with contextlib.suppress(Conflict):
                await self._settle(await self._current())

    # Keeping up with the log.

    async def _current(self) -> State:
        """The state, folded again from the log if the last writing went wrong: another server may have been quicker."""
        if self._state is None:
            stored = await self._store.load(self.id)
            if stored is None:
                raise Refusal(ErrorCode.UNKNOWN_MATCH, "there is no such match any more")
            known = self.version
            self.tokens = stored.tokens
            self._state = self._fold(stored.actions)
            self._publish(self._state)
            if self.version > known:
                self.watchers.tell_all(retold(self.id, self._founding, stored.actions, known))
                self.watchers.tell(match_message(self.version, self.body))
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
            self.seen(frozenset({action.seat}))
            events = state.apply(action)
            self._publish(state)
            self.watchers.tell(action_message(state.number, action, events, self.body))
        return bool(missed)

    def _fold(self, log: list[Action]) -> State:
        state = State(self.id, self._founding)
        for action in log:
            state.apply(action)
        return state

    def _publish(self, state: State) -> None:
        self.state = state
        self.body = match_body(state)
        self.version = state.number

    # Watching.

    async def catch_up_watcher(self, watcher: Watcher, since: int | None) -> None:
        """Everything after version `since`, then the match as it is; from then on, the watcher hears by itself."""
        async with self._lock:
            state = await self._current()
            if since is not None and since < state.number:
                stored = await self._store.load(self.id)
                assert stored is not None
                for message in retold(self.id, self._founding, stored.actions[: state.number], since)[-150:]:
                    watcher.tell(message)
            watcher.tell(match_message(self.version, self.body))
            self.watchers.add(watcher)

    def present(self) -> dict[int, bool]:
        """Which seats are held by someone who is there: here, or as another server says."""
        here, now = self.watchers.seats(), now_ms()
        for seat in here:
            self._last_seen[seat] = now
        return {
            seat: seat in here or now - self._elsewhere.get(seat, 0) < SEEN_FOR_MILLISECONDS for seat in self._last_seen
        }

    def seen_elsewhere(self, seat: int, there: bool) -> None:
        if there:
            self._elsewhere[seat] = self._last_seen[seat] = now_ms()
        else:
            self._elsewhere.pop(seat, None)
        self.tell_presence()

    def seen(self, seats: frozenset[int]) -> None:
        """Somebody in these seats was here just now."""
        for seat in seats & self._last_seen.keys():
            self._last_seen[seat] = now_ms()

    def away_for(self, seat: int) -> int:
        if self.present().get(seat, False):
            return 0
        return now_ms() - self._last_seen.get(seat, 0)

    def tell_presence(self) -> None:
        """Who is there: at once when a seat's holder comes or goes, and how many watch once in a while."""
        present = self.present()
        if present != self._told_present:
            self._tell_presence_now()
        elif self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_SECONDS, self._tell_presence_now)

    def _tell_presence_now(self) -> None:
        if self._presence_timer is not None:
            self._presence_timer.cancel()
            self._presence_timer = None
        self._told_present = self.present()
        self.watchers.tell(presence_message(self._told_present, len(self.watchers)))

    # Our players.

    def _think_if_ours(self) -> None:
        if self.state.our_turn:
            turn = Turn(self.state.number, self.state.turn, self.state.ply, puzzle_of(self.state))
            self._thinking = asyncio.create_task(self._play_for_us(turn))

    async def take_up(self) -> None:
        """Go on with a match that another process has left."""
        await self.catch_up()
        self.take_over()

    def take_over(self) -> None:
        """Play for us if nobody here does."""
        if self._thinking is None or self._thinking.done():
            self._think_if_ours()

    async def _play_for_us(self, turn: Turn) -> None:
        """Think, wait until a person would have, and move; unless the match has gone another way meanwhile."""
        try:
            began = time.monotonic()
            self.watchers.tell(thinking_message(turn.number, turn.seat, None))
            found = await self._thinkers.think(turn.puzzle, lambda thought: self._tell_thought(turn, thought))
            await asyncio.sleep(max(0.0, self._founding.response_delay / 1000 - (time.monotonic() - began)))
            if self.version == turn.number:
                await self.act(move(Holder(frozenset({turn.seat})), found.move, turn.ply, found.thought))
                await self.settle()
        except Refusal as refusal:  # if the database is gone, whoever sweeps takes it up again
            log.info("our player did not move in match %s: %s", self.id, refusal.message)
        except Exception:
            log.exception("our player could not move in match %s", self.id)

    def _tell_thought(self, turn: Turn, thought: Thought) -> None:
        now = time.monotonic()
        if len(self.watchers) and self.version == turn.number and now - self._told_at > 1 / MOST_THOUGHTS_A_SECOND:
            self._told_at = now
            self.watchers.tell(thinking_message(turn.number, turn.seat, thought))

    async def finish(self) -> None:
        """Let the move under way be made, as a server does that goes down."""
        if self._thinking is not None:
            await asyncio.wait({self._thinking}, timeout=AWAY_MILLISECONDS / 1000)


def summary_of(state: State) -> dict[str, Any]:
    """What lists and statistics know of a match."""
    levels = [state.levels[seat] for seat in sorted(state.levels)]
    return {
        "variant": state.variant_key,
        "mode": mode_of(state),
        "number": state.number,
        "ply": state.ply,
        "status": state.match.describe()["status"],
        "result": state.match.result,
        "outcome": outcome_of(state),
        "level": levels[0] if len(levels) == 1 else None,
        "assisted": state.assisted,
        "updated_at": state.updated_at,
        "deadline": state.clock.deadline() if state.clock else None,
        "our_turn": state.our_turn,
    }
