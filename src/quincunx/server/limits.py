"""What one client may ask for: a bucket that refills at a steady rate, and counts of what runs at once.

They count per process: servers that share a database each have their own.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

from quincunx.engine.errors import Refusal
from quincunx.server.settings import Settings
from quincunx.server_errors import ServerErrorCode

MOST_CLIENTS = 20_000
"""How many clients are remembered; when there are more, those whose bucket is full again are forgotten."""
REACTIONS_PER_SECOND, REACTION_BURST = 0.5, 4
"""Of one seat."""
SHOW_SECONDS = 60
"""When to try again to start a match between AI players."""
RETRY_SECONDS = 5
"""When to try again after too many things at once."""

asker: ContextVar[str] = ContextVar("asker", default="the server")
"""The client whose request is being worked on. Whatever follows from the request, such as the turn of an AI player,
belongs to the share of this client."""


class TooMany(Refusal):
    """A refusal that says when to try again."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(ServerErrorCode.TOO_MANY_REQUESTS, message)
        self.retry_after = retry_after


class Rate:
    """At most `burst` at once, and `per_second` on average; without limit if `per_second` is None."""

    def __init__(self, per_second: float | None, burst: int, what: str) -> None:
        self._per_second = per_second
        self._burst = burst
        self._what = what
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> None:
        if self._per_second is None:
            return
        now = monotonic()
        level, at = self._buckets.get(client, (float(self._burst), now))
        level = min(self._burst, level + (now - at) * self._per_second)
        if level < 1:
            wait = int((1 - level) / self._per_second) + 1
            raise TooMany(f"too many {self._what} from one client; wait {wait} s", wait)
        if len(self._buckets) >= MOST_CLIENTS:
            self._forget(now - self._burst / self._per_second)
        self._buckets[client] = (level - 1, now)

    def _forget(self, before: float) -> None:
        self._buckets = {client: bucket for client, bucket in self._buckets.items() if bucket[1] > before}


class AtOnce:
    """At most `most` at the same time; without limit if it is None."""

    def __init__(self, most: int | None, what: str) -> None:
        self._most = most
        self._what = what
        self._running: Counter[str] = Counter()

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        if self._most is not None and self._running[client] >= self._most:
            raise TooMany(f"one client may have {self._most} {self._what} at once; end one first", RETRY_SECONDS)
        self._running[client] += 1
        try:
            yield
        finally:
            self._running[client] -= 1
            if not self._running[client]:
                del self._running[client]


class RunningShows:
    """Matches between AI players take time from those of people: how many run, of one client and in all.

    The database knows which ones run; this remembers whose they are. Nobody else may begin one between the count and
    the beginning, so a client holds the lock meanwhile.
    """

    def __init__(self, most_of_client: int | None, most: int) -> None:
        self._most_of_client = most_of_client
        self._most = most
        self._lock = asyncio.Lock()
        self._client_of: dict[str, str] = {}

    @asynccontextmanager
    async def begun(self, client: str, running: Callable[[], Awaitable[set[str]]]) -> AsyncIterator[dict[str, str]]:
        """Begin one in this block, and write down whose it is."""
        async with self._lock:
            if self._most_of_client is not None:
                self._must_have_room(client, await running())
            yield self._client_of

    def _must_have_room(self, client: str, running: set[str]) -> None:
        self._client_of = {match_id: of for match_id, of in self._client_of.items() if match_id in running}
        own = sum(of == client for of in self._client_of.values())
        if own >= (self._most_of_client or 0):
            raise TooMany(f"you already have {own} running AI-versus-AI matches; stop one first", SHOW_SECONDS)
        if len(running) >= self._most:
            problem = f"this server already runs {len(running)} AI-versus-AI matches"
            raise TooMany(f"{problem}; try again later", SHOW_SECONDS)


@dataclass(frozen=True)
class ServerLimits:
    """The limits of one server."""

    requests: Rate
    new_matches: Rate
    prompts: Rate
    live_connections: AtOnce
    analyses: AtOnce
    reactions: Rate
    shows: RunningShows


def limits_of(settings: Settings) -> ServerLimits:
    """As the settings say; for a load test, nothing is limited."""
    on = settings.limited
    return ServerLimits(
        Rate(settings.requests_per_second if on else None, settings.request_burst, "requests"),
        Rate(settings.matches_per_minute / 60 if on else None, settings.matches_per_minute, "new matches"),
        Rate(
            settings.prompts_per_minute / 60 if on and settings.llm_url else None,
            settings.prompts_per_minute,
            "prompts",
        ),
        AtOnce(settings.sockets_per_client if on else None, "live connections"),
        AtOnce(settings.analyses_per_client if on else None, "analyses"),
        Rate(REACTIONS_PER_SECOND if on else None, REACTION_BURST, "reactions"),
        RunningShows(settings.shows_per_client if on else None, settings.most_shows),
    )
