"""A small real HTTP server that plays the endpoint of a language model, well or badly."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from quincunx.llm import LlmSettings

DRIP_SECONDS = 0.02
PATIENCE = 60.0
"""The longest that a slow answer takes: a client that waits for it fails its test instead of hanging."""


class Received(NamedTuple):
    """A request that was received."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Endpoint(NamedTuple):
    url: str
    requests: list[Received]
    done: threading.Event
    """Set when the test is over: a slow answer ends."""

    @property
    def settings(self) -> LlmSettings:
        return LlmSettings(llm_url=self.url)


Answer = Callable[[BaseHTTPRequestHandler, threading.Event], None]


@contextmanager
def serving(answer: Answer) -> Iterator[Endpoint]:
    requests: list[Received] = []
    done = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.received = Received(self.path, dict(self.headers), json.loads(body))
            requests.append(self.received)
            try:
                answer(self, done)
            except OSError:  # the other side has gone
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Endpoint(f"http://127.0.0.1:{server.server_port}/v1", requests, done)
        finally:
            done.set()
            server.shutdown()
            thread.join()


def saying(content: str) -> Answer:
    """An answer in which the model says this."""
    return sending(json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode())


def replying(reply: Callable[[str], str]) -> Answer:
    """A model that says what this function makes of the text that it was sent."""

    def answer(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
        received: Received = handler.received  # type: ignore[attr-defined]
        saying(reply(received.body["messages"][-1]["content"]))(handler, done)

    return answer


def sending(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def silent(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """No answer at all, for as long as the test runs."""
    done.wait(PATIENCE)
    handler.close_connection = True


def trickling(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """An answer that does not end, one byte at a time: no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    _drip(handler, done, b" ")
    handler.close_connection = True


def _drip(handler: BaseHTTPRequestHandler, done: threading.Event, byte: bytes) -> None:
    for _ in range(int(PATIENCE / DRIP_SECONDS)):
        if done.wait(DRIP_SECONDS):
            return
        handler.wfile.write(byte)
        handler.wfile.flush()


def dripping_headers(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """The same, before the answer has even begun."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    _drip(handler, done, b"x")
    handler.close_connection = True


def hanging_up(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """Half an answer."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.close_connection = True


def endless(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """As many bytes as the client reads."""
    handler.send_response(200)
    handler.end_headers()
    while not done.is_set():
        handler.wfile.write(b" " * 65536)
    handler.close_connection = True
