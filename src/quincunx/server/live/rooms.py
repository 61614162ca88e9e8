"""The hall: all rooms of this process, and what has to be done regularly.

Rooms are a cache of the database. Where several servers share one (PostgreSQL), they hear of each other's writing.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.live.room import Room, now_ms, summary_of
from quincunx.server.match.actions import Done, Founding
from quincunx.server.match.commands import expire, rematched
from quincunx.server.match.tokens import is_match_id
from quincunx.server.settings import Settings
from quincunx.server.storage.store import Store, Stored, Token
from quincunx.server.workers.ai import Thinkers

SWEEP_SECONDS = 1.0
PRESENCE_SECONDS = 15.0
EXPIRE_SECONDS = 3600.0
DAY_MILLISECONDS = 86_400_000

NO_SUCH_MATCH = "there is no match with this id; check the link"

log = logging.getLogger("quincunx.server")


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.process = secrets.token_hex(8)
        self.settings = settings
        self.store = Store(settings.database_url, self.process)
        self.thinkers = Thinkers(settings.think_workers, settings.think_ms)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Rooms.

    async def room(self, match_id: str) -> Room:
        """The room of a match, loaded if need be; `unknown_match` otherwise."""
        room = self._rooms.get(match_id)
        if room is None:
            if not is_match_id(match_id):
                raise Refusal(ErrorCode.UNKNOWN_MATCH, NO_SUCH_MATCH)
            if match_id not in self._loading:
                self._loading[match_id] = asyncio.create_task(self._load(match_id))
            room = await asyncio.shield(self._loading[match_id])
        room.used_at = time.monotonic()
        return room

    async def _load(self, match_id: str) -> Room:
        try:
            stored = await self.store.load(match_id)
            if stored is None:
                raise Refusal(ErrorCode.UNKNOWN_MATCH, NO_SUCH_MATCH)
            return self._keep(Room(match_id, stored, self.store, self.thinkers))
        finally:
            del self._loading[match_id]

    async def found(self, match_id: str, founding: Founding, tokens: list[Token]) -> Room:
        """A new match, durable when this returns."""
        room = Room(match_id, Stored(founding, [], tokens), self.store, self.thinkers)
        await self.store.found(match_id, founding, summary_of(room.state), tokens)
        self._keep(room)
        room.take_over()
        return room

    async def follow(self, room: Room, match_id: str, founding: Founding, tokens: list[Token]) -> None:
        """The match that comes after another one: made when that one says so, in one transaction, and only once."""
        other = Room(match_id, Stored(founding, [], tokens), self.store, self.thinkers)
        made = self.store.founded(match_id, founding, summary_of(other.state), tokens)

        async def append(number: int, action: Done, summary: dict[str, Any]) -> None:
            await self.store.append(room.id, number, action, summary, made)
            self._keep(other).take_over()

        await room.act(rematched(match_id), append)

    def _keep(self, room: Room) -> Room:
        if len(self._rooms) >= self.settings.most_rooms:
            self._let_go()
        return self._rooms.setdefault(room.id, room)

    def _let_go(self) -> None:
        """Forget the tenth that was used longest ago; the database has them."""
        idle = sorted((room for room in self._rooms.values() if not room.busy), key=lambda room: room.used_at)
        for room in idle[: max(1, self.settings.most_rooms // 10)]:
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
        task.add_done_callback(self._tasks.discard)
        return task

    def let_watchers_go(self) -> None:
        """The server is about to end: whoever watches comes back to the next one."""
        for room in self._rooms.values():
            room.watchers.let_go()

    async def close(self) -> None:
        """Finish the moves under way, then stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*(room.finish() for room in self._rooms.values()))
        self.thinkers.close()
        self.store.close()

    async def _repeat(self, seconds: float, work: Any) -> None:
        while True:
            try:
                await work()
            except Refusal as refusal:
                log.warning("%s", refusal.message)
            except Exception:
                log.exception("a regular task failed")
            await asyncio.sleep(seconds)

    async def _sweep(self) -> None:
        """Take up what a dead process left, and end matches whose clock is empty."""
        await self._in_each(await self.store.lease_again(now_ms()), Room.take_up)
        await self._in_each(await self.store.late(now_ms()), Room.settle)

    async def _in_each(self, match_ids: list[str], work: Callable[[Room], Awaitable[Any]]) -> None:
        """One match that cannot be read, of other rules perhaps, must not keep the others waiting."""
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
        """Other servers believe that somebody is there for so long only."""
        for room in list(self._rooms.values()):
            for seat in room.watchers.seats():
                await self.tell_presence(room, seat, True)

    async def _expire(self) -> None:
        before = now_ms() - self.settings.expire_days * DAY_MILLISECONDS
        await self._in_each(await self.store.idle_since(before), lambda room: room.act(expire))

    # Other servers.

    async def tell_presence(self, room: Room, seat: int, there: bool) -> None:
        await self.store.broadcast(f"{self.process} {room.id} {'+' if there else '-'}{seat}")

    async def ask_presence(self, room: Room) -> None:
        """Who of this match is at another server; each of them answers."""
        await self.store.broadcast(f"{self.process} {room.id} ?")

    def heard(self, message: str) -> None:
        """Another server has written an action, has seen somebody come or go, or asks who is here."""
        process, match_id, what = message.split(" ")
        room = self._rooms.get(match_id)
        if process == self.process or room is None:
            return
        if what == "?":
            for seat in room.watchers.seats():
                self.spawn(self.tell_presence(room, seat, True))
        elif what[0] in "+-":
            room.seen_elsewhere(int(what[1:]), what[0] == "+")
        elif int(what) > room.version:
            self.spawn(room.catch_up())

    def catch_up_all(self) -> None:
        """The line to the other servers was down for a while."""
        for room in self._rooms.values():
            self.spawn(room.catch_up())
