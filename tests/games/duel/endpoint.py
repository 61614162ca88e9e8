"""A small real HTTP server that answers as a language model's endpoint does, or does not."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from quincunx.games.duel.advice.language_model import URL


class Asked(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Endpoint(NamedTuple):
    url: str
    asked: list[Asked]
    done: threading.Event
    """Set when the test is over, so that a slow answer need not be waited for."""

    @property
    def environment(self) -> dict[str, str]:
        return {URL: self.url}


Answer = Callable[[BaseHTTPRequestHandler, threading.Event], None]


@contextmanager
def serving(answer: Answer) -> Iterator[Endpoint]:
    asked: list[Asked] = []
    done = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append(Asked(self.path, dict(self.headers), json.loads(body)))
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
            yield Endpoint(f"http://127.0.0.1:{server.server_port}/v1", asked, done)
        finally:
            done.set()
            server.shutdown()
            thread.join()


def saying(content: str) -> Answer:
    """An answer in which the model says this."""
    return sending(json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode())


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
    done.wait(30)
    handler.close_connection = True


def trickling(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """An answer that never ends, one byte at a time: no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    while not done.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()
    handler.close_connection = True


def dripping_headers(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """The same, before the answer has even begun."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not done.wait(0.02):
        handler.wfile.write(b"x")
        handler.wfile.flush()
    handler.close_connection = True


def hanging_up(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """Half an answer."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.close_connection = True


def endless(handler: BaseHTTPRequestHandler, done: threading.Event) -> None:
    """As many bytes as the other side will take."""
    handler.send_response(200)
    handler.end_headers()
    while not done.is_set():
        handler.wfile.write(b" " * 65536)
    handler.close_connection = True
