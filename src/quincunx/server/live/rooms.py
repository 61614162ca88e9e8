"""All rooms of this process, and the work that is done regularly.

Rooms are a cache of the database. Servers that share a PostgreSQL database notify each other of what they write.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, cast

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server import wall_clock
from quincunx.server.live.loaded_match import fold, plies_of
from quincunx.server.live.messages import reaction_message
from quincunx.server.live.room import Room
from quincunx.server.match.actions import BaseAction, Creation
from quincunx.server.match.caps import Caps
from quincunx.server.match.commands import Command, expire
from quincunx.server.match.tokens import Token, is_match_id
from quincunx.server.match.view import summary_of
from quincunx.server.match.view_types import Reaction, StoredSummary
from quincunx.server.storage.store import Store, StoredMatch
from quincunx.server.workers.ai import WorkerPools
from quincunx.server_errors import NO_SUCH_MATCH, ServerErrorCode

SWEEP_SECONDS = 1.0
PRESENCE_SECONDS = 15.0
EXPIRE_SECONDS = 3600.0
DAY_MILLISECONDS = 86_400_000

UNKNOWN = f"{NO_SUCH_MATCH}; check the link"

log = logging.getLogger("quincunx.server")


class Rooms:
    def __init__(
        self,
        store: Store,
        workers: WorkerPools,
        must_play: Callable[[str], None],
        caps: Caps,
        most_rooms: int,
        most_bytes: int,
        expire_days: int,
    ) -> None:
        """`must_play` refuses a game whose rules are not compiled yet."""
        self._store = store
        self._workers = workers
        self._must_play = must_play
        self._caps = caps
        self._most_rooms = most_rooms
        self._most_bytes = most_bytes
        self._expire_days = expire_days
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Opening and closing rooms.

    async def room(self, match_id: str) -> Room:
        """The room of a match, loaded if necessary; `unknown_match` if there is no such match."""
        room = self._rooms.get(match_id)
        if room is None:
            if not is_match_id(match_id):
                raise Refusal(ServerErrorCode.UNKNOWN_MATCH, UNKNOWN)
            if match_id not in self._loading:
                self._loading[match_id] = asyncio.create_task(self._load(match_id))
            room = await asyncio.shield(self._loading[match_id])
        room.used_at = time.monotonic()
        return room

    async def _load(self, match_id: str) -> Room:
        try:
            stored = await self._store.load(match_id)
            if stored is None:
                raise Refusal(ServerErrorCode.UNKNOWN_MATCH, UNKNOWN)
            return self._keep(await self._build(match_id, stored))
        finally:
            del self._loading[match_id]

    async def create(self, match_id: str, creation: Creation, tokens: list[Token]) -> Room:
        """A new match, durable when this returns."""
        room = await self._build(match_id, StoredMatch(creation, [], tokens))
        await self._store.create(match_id, creation, summary_of(room.state), tokens)
        self._keep(room)
        room.resume()
        return room

    async def create_rematch(
        self, room: Room, match_id: str, creation: Creation, tokens: list[Token], rematched: Command
    ) -> None:
        """The match after another one: created in the transaction that records it in the first match's log, and only
        once."""
        other = await self._build(match_id, StoredMatch(creation, [], tokens))
        row = self._store.creation(match_id, creation, summary_of(other.state), tokens)

        async def append(number: int, action: BaseAction, summary: StoredSummary) -> None:
            await self._store.append(room.id, number, action, summary, row)
            self._keep(other).resume()

        await room.act(rematched, append)

    async def _build(self, match_id: str, stored: StoredMatch) -> Room:
        creation, log = stored.creation, stored.actions
        self._must_play(creation.game)
        folded = await self._workers.run_by_length(plies_of(creation, log), lambda: fold(match_id, creation, log))
        return Room(match_id, stored, folded, self._store, self._workers, self._caps)

    def _keep(self, room: Room) -> Room:
        kept = self._rooms.setdefault(room.id, room)
        self._drop_idle(room)
        return kept

    def _drop_idle(self, needed: Room | None = None) -> None:
        """If the rooms are too many or too large, drop those that were used longest ago until they are a tenth fewer
        or smaller; the database has the matches."""
        number, size = len(self._rooms), sum(room.size for room in self._rooms.values())
        if number <= self._most_rooms and size <= self._most_bytes:
            return
        idle = [room for room in self._rooms.values() if not room.busy and room is not needed]
        for room in sorted(idle, key=lambda room: room.used_at):
            if number <= self._most_rooms * 0.9 and size <= self._most_bytes * 0.9:
                return
            number, size = number - 1, size - room.size
            del self._rooms[room.id]

    def counts(self) -> dict[str, int]:
        return {"rooms": len(self._rooms), "watchers": sum(len(room.watchers) for room in self._rooms.values())}

    # Regular work.

    def start(self) -> None:
        self.spawn(self._repeat(SWEEP_SECONDS, self._sweep))
        self.spawn(self._repeat(PRESENCE_SECONDS, self._repeat_presence))
        self.spawn(self._repeat(EXPIRE_SECONDS, self._expire))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        """Nobody waits for a spawned task: a refusal, as by a lost database, has been reported already."""
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, Refusal):
            log.error("a task failed", exc_info=problem)

    def close_watchers(self) -> None:
        """Shutting down: clients will reconnect to the next server."""
        for room in self._rooms.values():
            room.watchers.close()

    async def close(self) -> None:
        """Finish the moves in progress, then stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*(room.finish() for room in self._rooms.values()))

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Refusal as refusal:
                log.warning("%s", refusal.message)
            except Exception:
                log.exception("a regular task failed")
            await asyncio.sleep(seconds)

    async def _sweep(self) -> None:
        """Take over the AI turns that a dead process left, end matches whose clock is empty, and drop rooms."""
        await self._in_each(await self._store.lease_abandoned(wall_clock.now_ms()), Room.take_over)
        await self._in_each(await self._store.late(wall_clock.now_ms()), Room.settle)
        self._drop_idle()

    async def _in_each(self, match_ids: list[str], work: Callable[[Room], Awaitable[Any]]) -> None:
        """A match that cannot be read (its rules may have changed) must not keep the others waiting."""
        for match_id in match_ids:
            try:
                await work(await self.room(match_id))
            except Refusal as refusal:
                if refusal.errorCode is ErrorCode.STORAGE_UNAVAILABLE:
                    raise
                log.warning("match %s: %s", match_id, refusal.message)
            except Exception:
                log.exception("match %s", match_id)

    async def _repeat_presence(self) -> None:
        """What one server reports of presence expires at the others."""
        for room in list(self._rooms.values()):
            for seat in room.watchers.seats():
                await self.report_presence(room, seat, True)

    async def _expire(self) -> None:
        before = wall_clock.now_ms() - self._expire_days * DAY_MILLISECONDS
        await self._in_each(await self._store.idle_since(before), lambda room: room.act(expire))

    # Other servers.

    async def report_presence(self, room: Room, seat: int, there: bool) -> None:
        await self._store.notify(f"{self._store.process} {room.id} {'+' if there else '-'}{seat}")

    def seen(self, room: Room, seats: frozenset[int]) -> None:
        """Holders of these seats have sent something; this is reported to other servers from time to time."""
        for seat in room.presence.unreported(seats) if self._store.shared else ():
            self.spawn(self._try_to_report(room, seat))
        room.presence.seen(seats)

    async def _try_to_report(self, room: Room, seat: int) -> None:
        """While the database does not answer, nothing is reported; presence is noticed again later."""
        with contextlib.suppress(Refusal):
            await self.report_presence(room, seat, True)

    async def ask_presence(self, room: Room) -> None:
        """Ask the other servers whether holders of this match's seats are connected there; each one answers."""
        await self._store.notify(f"{self._store.process} {room.id} ?")

    async def react(self, room: Room, seat: int, reaction: Reaction) -> None:
        """Send a reaction to everyone who watches, here and at the other servers."""
        room.watchers.send(reaction_message(seat, reaction))
        await self._store.notify(f"{self._store.process} {room.id} !{seat}{reaction}")

    def on_notification(self, message: str) -> None:
        """Another server has written an action, reports that somebody came, left or reacted, or asks who is here."""
        process, match_id, what = message.split(" ")
        room = self._rooms.get(match_id)
        if process == self._store.process or room is None:
            return
        if what == "?":
            for seat in room.watchers.seats():
                self.spawn(self.report_presence(room, seat, True))
        elif what[0] in "+-":
            room.presence.seen_elsewhere(int(what[1:]), what[0] == "+")
        elif what[0] == "!":
            room.watchers.send(reaction_message(int(what[1]), cast(Reaction, what[2:])))
        elif int(what) > room.version:
            self.spawn(room.catch_up())

    def catch_up_all(self) -> None:
        """Notifications may have been missed."""
        for room in self._rooms.values():
            self.spawn(room.catch_up())
