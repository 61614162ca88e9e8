"""The gate that every request passes: its id, its size, its rate, the headers of its answer, and a line in the log."""

import json
import logging
import random
import re
import time
from collections.abc import Callable

from prometheus_client import Counter, Histogram
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.errors import error_response
from quincunx.server.http.limits import Rate
from quincunx.server.settings import Settings

MOST_BYTES = 65_536
"""A longer body is refused."""

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; worker-src 'self'"
)
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; frame-ancestors 'self'"
)
"""A lab report is one file with everything in it; it gets an origin of its own and no network."""
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
NOT_STORED = (b"cache-control", b"no-store")
REQUEST_ID = re.compile(rb"[A-Za-z0-9_.-]{1,64}")

REQUESTS = Counter("quincunx_requests", "Requests answered", ["method", "status"])
SECONDS = Histogram("quincunx_request_seconds", "Time to an answer", ["method"])

log = logging.getLogger("quincunx.requests")


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, must_be_ready: Callable[[], None]) -> None:
        self._app = app
        self._must_be_ready = must_be_ready
        self._rate = (
            Rate(settings.requests_per_second, settings.request_burst, "requests") if settings.limited else None
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passage = Passage(scope, receive, send)
        try:
            self._check(scope, passage)
            await self._app(scope, passage.receive, passage.send)
        except TooLarge as problem:
            await self._refuse(scope, passage, Refusal(ErrorCode.TOO_LARGE, problem.detail))
        except Refusal as refusal:
            await self._refuse(scope, passage, refusal)
        except Exception:
            log.exception("request %s failed", passage.request_id)
            fault = Refusal(ErrorCode.INTERNAL_ERROR, f"that is our fault (request {passage.request_id}); try again")
            await self._refuse(scope, passage, fault)
        finally:
            passage.finish()

    def _check(self, scope: Scope, passage: "Passage") -> None:
        if passage.announced > MOST_BYTES:
            raise TooLarge
        if not scope["path"].startswith("/api/"):
            return
        if self._rate is not None:
            self._rate.take(client_address(scope))
        self._must_be_ready()

    async def _refuse(self, scope: Scope, passage: "Passage", refusal: Refusal) -> None:
        if not passage.answered:
            await error_response(refusal)(scope, passage.receive, passage.send)


class TooLarge(HTTPException):
    """Of a kind that whoever reads a body lets through."""

    def __init__(self) -> None:
        super().__init__(413, f"a request has at most {MOST_BYTES} bytes")


class Passage:
    """One request on its way in and out."""

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
            headers += REPORT_HEADERS if path.startswith(REPORTS) else PAGE_HEADERS
            if path.startswith("/api/"):
                headers.append(NOT_STORED)
            message = {**message, "headers": headers}
        await self._send(message)

    def finish(self) -> None:
        seconds = time.perf_counter() - self._began
        method = self._scope["method"]
        REQUESTS.labels(method, str(self._status)).inc()
        SECONDS.labels(method).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            told = {"method": method, "path": self._scope["path"], "status": self._status}
            told |= {"ms": round(seconds * 1000, 1), "request": self.request_id}
            log.info("%s %s %s", method, self._scope["path"], self._status, extra={"told": told})


class JsonLines(logging.Formatter):
    """One JSON object a line, for those who collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        told = {"time": self.formatTime(record), "level": record.levelname.lower(), "message": record.getMessage()}
        told |= getattr(record, "told", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def client_address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "local"
