"""Somebody who watches a match, by WebSocket."""

import json
import time
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self

import websockets.sync.client as client
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from tests.server.table import Json, Table

SECONDS = 20.0


class Ear:
    """Says hello, and remembers everything that it hears."""

    def __init__(self, table: Table, token: str | None = None, since: int | None = None, **more: Any) -> None:
        self._open = ExitStack()
        self._socket = self._open.enter_context(client.connect(table.socket, open_timeout=SECONDS, **more))
        self.heard: list[Json] = []
        asked = {"type": "hello"} | ({"token": token} if token else {}) | ({} if since is None else {"since": since})
        with suppress(ConnectionClosed):  # a server that refuses at once need not hear us out: what it said is here
            self.say(asked)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def say(self, message: Any) -> None:
        self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, seconds: float = SECONDS) -> Json:
        """The next message."""
        message: Json = json.loads(self._socket.recv(timeout=seconds))
        self.heard.append(message)
        return message

    def wait_for(self, kind: str, seconds: float = SECONDS, **fields: Any) -> Json:
        """The next message of this kind with these fields."""
        until = time.monotonic() + seconds
        while True:
            message = self.hear(max(0.01, until - time.monotonic()))
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    def action(self, kind: str) -> Json:
        """The next action of this kind."""
        while (message := self.wait_for("action"))["action"]["kind"] != kind:
            pass
        return message

    def until_closed(self) -> Close | None:
        """Hear everything until the connection is closed; what the server said at the end, if it did."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd
