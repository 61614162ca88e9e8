"""Limits below the application: how many connections there are, and how much and how long a request may be sent.

Without them a client that never finishes a header, or sends an endless one, costs memory and connections that others
need, and no rate limit would see it.
"""

import asyncio
import logging
from collections import Counter
from time import monotonic
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quincunx.server.addresses import client_key
from quincunx.server.settings import Settings

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

MOST_HEADER_BYTES = 32_768
HEADER_SECONDS = 10.0
"""How long a client may take for its first request, and for the header of any request."""
BODY_SECONDS = 10.0
KEPT_FILES = 128
"""Files that the server itself needs: database, pages, reports."""
REPORT_SECONDS = 60.0

TOO_MANY, TOO_LARGE, TOO_SLOW = (
    b"503 Service Unavailable",
    b"431 Request Header Fields Too Large",
    b"408 Request Timeout",
)

log = logging.getLogger("quincunx.connections")


class Guard:
    """Counts the connections of one server."""

    def __init__(self, most: int, most_per_client: int | None, trusted_proxies: str) -> None:
        self._most = most
        self._most_per_client = most_per_client
        self._proxies = ProxyHeadersMiddleware(_nothing, trusted_proxies).trusted_hosts
        self._open: dict[asyncio.Transport, str] = {}
        self._by_client: Counter[str] = Counter()
        self._refused = 0
        self._reported_at = -REPORT_SECONDS

    def admits(self, transport: asyncio.Transport, address: str | None) -> bool:
        """Whether one more connection is accepted. A trusted proxy brings many clients, so only the total counts."""
        client = "" if address is None or address in self._proxies else client_key(address)
        if not self._has_room(client):
            self._forget_closed()
            if not self._has_room(client):
                self._report(client)
                return False
        self._open[transport] = client
        self._by_client[client] += 1
        return True

    def release(self, transport: asyncio.Transport) -> None:
        client = self._open.pop(transport, None)
        if client is not None:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    def _has_room(self, client: str) -> bool:
        if len(self._open) >= self._most:
            return False
        return not client or self._most_per_client is None or self._by_client[client] < self._most_per_client

    def _forget_closed(self) -> None:
        """A connection that became a WebSocket does not say when it ends."""
        for transport in [transport for transport in self._open if transport.is_closing()]:
            self.release(transport)

    def _report(self, client: str) -> None:
        self._refused += 1
        if monotonic() - self._reported_at >= REPORT_SECONDS:
            self._reported_at = monotonic()
            log.warning(
                "too many connections (%d open): %d refused, the last of %s", len(self._open), self._refused, client
            )


class GuardedProtocol(HttpToolsProtocol):
    """HTTP with limits on the size of headers and on the time that a request takes to arrive."""

    guard: ClassVar[Guard]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._header_bytes = 0
        self._in_header = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.guard.admits(transport, self.client[0] if self.client else None):
            self._expect_within(HEADER_SECONDS)
        else:
            self._refuse(TOO_MANY, b"too many connections; close some, or try again later")

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.release(self.transport)
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_header:
            self._count_header(len(data))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_header, self._header_bytes = True, 0
        if self._timer is None:
            self._expect_within(HEADER_SECONDS)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_header(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count_header(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self._in_header = False
        if self.transport.is_closing():
            return
        self._expect_within(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade()

    def _count_header(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > MOST_HEADER_BYTES and not self.transport.is_closing():
            self._refuse(TOO_LARGE, b"the header of a request has at most %d bytes" % MOST_HEADER_BYTES)

    def _expect_within(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._is_late)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_late(self) -> None:
        if self.transport.is_closing():
            return
        if self._in_header and self.cycle is not None and not self.cycle.response_complete:
            self._expect_within(HEADER_SECONDS)  # the request before this one is still being answered
        elif self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()
        else:
            self._refuse(TOO_SLOW, b"the request did not arrive in time")

    def _refuse(self, status: bytes, message: bytes) -> None:
        self._stop_timer()
        head = b"HTTP/1.1 %s\r\ncontent-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        self.transport.write(head % (status, len(message)) + message)
        self.transport.close()


def guarded_protocol(settings: Settings) -> type[GuardedProtocol]:
    """The protocol of one server: its connections are counted together."""
    per_client = settings.connections_per_client if settings.limited else None
    guard = Guard(_possible(settings.most_connections), per_client, settings.trusted_proxies)
    return type("ServerProtocol", (GuardedProtocol,), {"guard": guard})


def _possible(most: int) -> int:
    """As many connections as the system lets this process have, after asking it for more."""
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + KEPT_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return most if soft == resource.RLIM_INFINITY else max(1, min(most, soft - KEPT_FILES))


async def _nothing(*_: object) -> None:
    """An application that is never called: only the list of proxies is wanted."""
