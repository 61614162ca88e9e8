"""What every request passes through: its id, its size, its rate, the headers of its answer, and a line in the log."""

import logging
import random
import re
import time

from prometheus_client import Counter, Histogram
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.addresses import AllowedHosts, client_key
from quincunx.server.http.errors import error_response
from quincunx.server.limits import Rate, asker
from quincunx.server_errors import ServerErrorCode

MOST_BYTES = 65_536
"""The largest body of a request."""

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'; worker-src 'self'"
)
OFFLINE_POLICY = f"{PAGE_POLICY}; script-src 'self' 'wasm-unsafe-eval'"
"""Pages that run without a server compile WebAssembly."""
OFFLINE = "/offline/"
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; frame-ancestors 'self'"
)
"""A lab report is one file, which may share the library of its plots. It gets an origin of its own and no network."""
REPORTS = "/api/lab/reports/"

SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
PAGE_HEADERS = [*SECURITY_HEADERS, (b"content-security-policy", PAGE_POLICY.encode()), (b"x-frame-options", b"DENY")]
REPORT_HEADERS = [
    *SECURITY_HEADERS,
    (b"content-security-policy", REPORT_POLICY.encode()),
    (b"x-frame-options", b"SAMEORIGIN"),
]
OFFLINE_HEADERS = [
    *SECURITY_HEADERS,
    (b"content-security-policy", OFFLINE_POLICY.encode()),
    (b"x-frame-options", b"DENY"),
]
NOT_STORED = (b"cache-control", b"no-store")
HEALTH = ("/healthz", "/readyz")
COUNTED = ("/api/", "/match/", "/join/", "/day/")
"""Addresses that may ask the database; everything else is a file."""
MISDIRECTED, POLICY_VIOLATION = 421, 1008
UNKNOWN_HOST = "this server does not know itself by that name; its operator can add it to allowed_hosts"
REQUEST_ID = re.compile(rb"[A-Za-z0-9_.-]{1,64}")

REQUESTS = Counter("quincunx_requests", "Requests answered", ["method", "status"])
SECONDS = Histogram("quincunx_request_seconds", "Time to an answer", ["method"])

log = logging.getLogger("quincunx.requests")


class RequestMiddleware:
    def __init__(self, app: ASGIApp, rate: Rate, hosts: AllowedHosts) -> None:
        self._app = app
        self._rate = rate
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            asker.set(client_address(scope))
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif scope["type"] == "http":
            await self._exchange(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket costs as much as a request, and counts as one."""
        if not self._is_for_us(scope):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": UNKNOWN_HOST})
            return
        try:
            self._rate.take(client_address(scope))
        except Refusal as refusal:
            await WebSocket(scope, receive, send).send_denial_response(error_response(refusal))
            return
        await self._app(scope, receive, send)

    async def _exchange(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, receive, send)
        try:
            self._check(scope, exchange)
            await self._app(scope, exchange.receive, exchange.send)
        except TooLarge as problem:
            await self._refuse(scope, exchange, Refusal(ErrorCode.TOO_LARGE, problem.detail))
        except WrongHost:
            await self._refuse(scope, exchange, Refusal(ErrorCode.BAD_REQUEST, UNKNOWN_HOST), MISDIRECTED)
        except Refusal as refusal:
            await self._refuse(scope, exchange, refusal)
        except Exception:
            log.exception("request %s failed", exchange.request_id)
            message = f"internal error (request {exchange.request_id}); please try again"
            fault = Refusal(ServerErrorCode.INTERNAL_ERROR, message)
            await self._refuse(scope, exchange, fault)
        finally:
            exchange.finish()

    def _check(self, scope: Scope, exchange: "Exchange") -> None:
        if exchange.announced > MOST_BYTES:
            raise TooLarge
        if scope["path"] not in HEALTH and not self._is_for_us(scope):
            raise WrongHost
        if scope["path"].startswith(COUNTED):
            self._rate.take(client_address(scope))

    def _is_for_us(self, scope: Scope) -> bool:
        return dict(scope["headers"]).get(b"host", b"").decode("latin-1") in self._hosts

    async def _refuse(self, scope: Scope, exchange: "Exchange", refusal: Refusal, status: int | None = None) -> None:
        if not exchange.answered:
            await error_response(refusal, status)(scope, exchange.receive, exchange.send)


class WrongHost(Exception):
    """The request is for another server, or was led here by a trick."""


class TooLarge(HTTPException):
    """An HTTPException, because Starlette lets those pass while it reads a body."""

    def __init__(self) -> None:
        super().__init__(413, f"a request has at most {MOST_BYTES} bytes")


class Exchange:
    """One request and its answer."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._began = time.perf_counter()
        self._read = 0
        self._status = 0
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        self.request_id = given.decode() if REQUEST_ID.fullmatch(given) else f"{random.getrandbits(64):016x}"
        length = headers.get(b"content-length", b"0")
        self.announced = int(length) if length.isdigit() else 0

    @property
    def answered(self) -> bool:
        return self._status != 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > MOST_BYTES:
            raise TooLarge
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = [*message["headers"], (b"x-request-id", self.request_id.encode())]
            path = self._scope["path"]
            headers += headers_of(path)
            if path.startswith("/api/") and not any(name == NOT_STORED[0] for name, _ in headers):
                headers.append(NOT_STORED)
            message = {**message, "headers": headers}
        await self._send(message)

    def finish(self) -> None:
        seconds = time.perf_counter() - self._began
        method = self._scope["method"]
        REQUESTS.labels(method, str(self._status)).inc()
        SECONDS.labels(method).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            path, milliseconds = self._scope["path"], round(seconds * 1000, 1)
            fields = {"method": method, "path": path, "status": self._status}
            fields |= {"ms": milliseconds, "request": self.request_id}
            log.info("%s %s %s", method, path, self._status, extra={"fields": fields})


def headers_of(path: str) -> list[tuple[bytes, bytes]]:
    if path.startswith(REPORTS):
        return REPORT_HEADERS
    return OFFLINE_HEADERS if path.startswith(OFFLINE) else PAGE_HEADERS


def client_address(scope: Scope) -> str:
    """What counts as one client: its address, or the network of an IPv6 address."""
    client = scope.get("client")
    return client_key(client[0]) if client else "local"
