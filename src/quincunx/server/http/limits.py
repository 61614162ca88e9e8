"""How much one client may ask for: a bucket that fills at a steady rate, and counts of what runs at once."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.engine.errors import ErrorCode, Refusal

MOST_CLIENTS = 20_000
"""Clients remembered; when there are more, those who have been quiet are forgotten."""


class TooMany(Refusal):
    """A refusal that says when to come back."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(ErrorCode.TOO_MANY_REQUESTS, message)
        self.retry_after = retry_after


class Rate:
    """So many a second on average, and so many at once."""

    def __init__(self, per_second: float, burst: int, what: str) -> None:
        self._per_second = per_second
        self._burst = burst
        self._what = what
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> None:
        now = time.monotonic()
        level, at = self._buckets.get(client, (float(self._burst), now))
        level = min(self._burst, level + (now - at) * self._per_second)
        if level < 1:
            wait = int((1 - level) / self._per_second) + 1
            raise TooMany(f"that is more {self._what} than one client may make; wait {wait} s", wait)
        if len(self._buckets) >= MOST_CLIENTS:
            self._forget(now)
        self._buckets[client] = (level - 1, now)

    def _forget(self, now: float) -> None:
        full = self._burst / self._per_second
        self._buckets = {client: bucket for client, bucket in self._buckets.items() if now - bucket[1] < full}


class AtOnce:
    """So many at the same time."""

    def __init__(self, most: int, what: str) -> None:
        self._most = most
        self._what = what
        self._running: Counter[str] = Counter()

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        if self._running[client] >= self._most:
            raise TooMany(f"{self._most} {self._what} at once are the most for one client; end one first", 5)
        self._running[client] += 1
        try:
            yield
        finally:
            self._running[client] -= 1
            if not self._running[client]:
                del self._running[client]
