"""The live connections of one match: each has a queue of messages, and one that does not keep up is closed."""

import asyncio
from collections.abc import Iterable

MOST_WAITING = 200
"""How many messages a watcher may be behind."""

CLOSED: bytes = b""
"""The last item in the queue of a watcher that is closed."""


class Watcher:
    """One live connection. `seats` are the seats whose tokens it has shown."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING + 1)
        self.seats: frozenset[int] = frozenset()

    def send(self, message: bytes) -> bool:
        """Queue a message; whether there was room for it."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(message)
            return True
        self.close()
        return False

    def close(self) -> None:
        """Send what is queued, and nothing more."""
        if not self.queue.full():
            self.queue.put_nowait(CLOSED)


class Watchers:
    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._watchers)

    def add(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    def send(self, message: bytes) -> None:
        self._watchers = {watcher for watcher in self._watchers if watcher.send(message)}

    def send_all(self, messages: Iterable[bytes]) -> None:
        for message in messages:
            self.send(message)

    def close(self) -> None:
        for watcher in self._watchers:
            watcher.close()

    def without_seat(self) -> int:
        """How many watch who do not play."""
        return sum(not watcher.seats for watcher in self._watchers)

    def seats(self) -> set[int]:
        """The seats whose holders are watching here."""
        return {seat for watcher in self._watchers for seat in watcher.seats}
