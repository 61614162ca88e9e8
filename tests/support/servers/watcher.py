"""A WebSocket that watches a match."""

import json
import time
from contextlib import ExitStack, suppress
from typing import Any, Self

import websockets.sync.client as client
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from tests.support.servers.client import HostedMatch, Json
from tests.support.waiting import LIMIT_SECONDS


def open_socket(address: str, **options: Any) -> client.ClientConnection:
    """A WebSocket; however long the machine takes to answer."""
    opened: client.ClientConnection = client.connect(address, open_timeout=LIMIT_SECONDS, **options)
    return opened


class Watcher:
    """Says hello, and remembers everything that it receives."""

    def __init__(self, hosted: HostedMatch, token: str | None = None, since: int | None = None, **more: Any) -> None:
        self._open = ExitStack()
        self._socket = self._open.enter_context(open_socket(hosted.socket, **more))
        self.received: list[Json] = []
        asked = {"type": "hello"} | ({"token": token} if token else {}) | ({} if since is None else {"since": since})
        with suppress(ConnectionClosed):  # a server that refuses at once need not wait for this: what it said is here
            self.send(asked)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def send(self, message: Any) -> None:
        self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, seconds: float = LIMIT_SECONDS) -> Json:
        """The next message."""
        message: Json = json.loads(self._socket.recv(timeout=seconds))
        self.received.append(message)
        return message

    def wait_for(self, kind: str, seconds: float = LIMIT_SECONDS, **fields: Any) -> Json:
        """The next message of this kind with these fields."""
        until = time.monotonic() + seconds
        while True:
            message = self.receive(max(0.01, until - time.monotonic()))
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    def action(self, kind: str) -> Json:
        """The next action of this kind."""
        while (message := self.wait_for("action"))["action"]["kind"] != kind:
            pass
        return message

    def until_closed(self) -> Close | None:
        """Receive everything until the connection is closed; what the server said at the end, if it did."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd
