"""Those who watch a match: each has a queue of messages, and one that does not keep up is let go."""

import asyncio
from collections.abc import Iterable, Iterator

MOST_WAITING = 200
"""Messages that a watcher may be behind."""

GONE: bytes = b""
"""The last thing in the queue of a watcher who is let go."""


class Watcher:
    """One live connection; `seat` is set once it has shown a seat's token."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING + 1)
        self.seats: frozenset[int] = frozenset()

    def tell(self, message: bytes) -> bool:
        """Whether there was room for it."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(message)
            return True
        self.let_go()
        return False

    def let_go(self) -> None:
        """Nothing more is going to be told."""
        if not self.queue.full():
            self.queue.put_nowait(GONE)


class Watchers:
    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._watchers)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(self._watchers)

    def add(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    def tell(self, message: bytes) -> None:
        self._watchers = {watcher for watcher in self._watchers if watcher.tell(message)}

    def tell_all(self, messages: Iterable[bytes]) -> None:
        for message in messages:
            self.tell(message)

    def let_go(self) -> None:
        for watcher in self._watchers:
            watcher.let_go()

    def seats(self) -> set[int]:
        """The seats whose holders are watching here."""
        return {seat for watcher in self._watchers for seat in watcher.seats}
