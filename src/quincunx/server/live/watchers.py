"""The live connections of one match: each has a queue of messages, and one that does not keep up is closed."""

import asyncio
from collections import deque
from dataclasses import dataclass

MOST_WAITING = 200
"""How many messages a watcher may be behind."""
MOST_BYTES = 1_000_000
"""How large they may be together, without the match in the newest one, which all watchers share."""


@dataclass
class Message:
    """What watchers are sent. The match in it is left out where a newer one follows, and with it a message that has
    nothing else to say."""

    brief: bytes
    """Without the match; empty if it is all that there is to say."""
    full: bytes | None = None
    """With the match."""
    version: int | None = None

    @property
    def content(self) -> bytes:
        return self.brief if self.full is None else self.full


class Watcher:
    """One live connection. `seats` are the seats whose tokens it has shown."""

    def __init__(self) -> None:
        self.seats: frozenset[int] = frozenset()
        self._waiting: deque[Message] = deque()
        self._bytes = 0
        self._newest: Message | None = None
        """The message in the queue that has the match."""
        self._closed = False
        self._called = asyncio.Event()

    def send(self, brief: bytes, full: bytes | None = None, version: int | None = None) -> bool:
        """Queue a message; whether there was room for it."""
        if self._closed or len(self._waiting) >= MOST_WAITING or self._bytes + len(brief) > MOST_BYTES:
            self.close()
            return False
        message = Message(brief, full, version)
        if full is not None:
            if self._newest is not None:
                self._newest.full = None
            self._newest = message
        self._waiting.append(message)
        self._bytes += len(brief)
        self._called.set()
        return True

    def close(self) -> None:
        """Send what is queued, and nothing more."""
        self._closed = True
        self._called.set()

    async def next(self) -> Message | None:
        """The next message; None after the last one of a watcher that is closed."""
        while True:
            while self._waiting:
                message = self._waiting.popleft()
                self._bytes -= len(message.brief)
                if message is self._newest:
                    self._newest = None
                if message.content:
                    return message
            if self._closed:
                return None
            self._called.clear()
            await self._called.wait()


class Watchers:
    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._watchers)

    def add(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    def send(self, brief: bytes, full: bytes | None = None, version: int | None = None) -> None:
        self._watchers = {watcher for watcher in self._watchers if watcher.send(brief, full, version)}

    def close(self) -> None:
        for watcher in self._watchers:
            watcher.close()

    def without_seat(self) -> int:
        """How many watch who do not play."""
        return sum(not watcher.seats for watcher in self._watchers)

    def seats(self) -> set[int]:
        """The seats whose holders are watching here."""
        return {seat for watcher in self._watchers for seat in watcher.seats}
