"""A proxy in front of a database that can lose connections as networks do: without a word to anybody."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Flow:
    """One connection through the proxy, with a thread for each direction."""

    def __init__(self, frozen: threading.Event, client: socket.socket, server: socket.socket) -> None:
        self._frozen = frozen
        self._ends = (client, server)
        self.swallowed = False
        self.port = int(client.getpeername()[1])
        """Where the client's end is."""
        pairs = ((client, server), (server, client))
        self._threads = [threading.Thread(target=self._carry, args=pair) for pair in pairs]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self.swallowed and not self._frozen.is_set():
                    target.sendall(data)
            if not self.swallowed:
                target.shutdown(socket.SHUT_WR)


class Proxy:
    def __init__(self, target: str) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._flows: list[Flow] = []
        self.frozen = threading.Event()
        """While it is set, nothing passes, also through new connections."""
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def swallow(self) -> None:
        """Nothing passes through the present connections any more, and nobody is told; new ones work."""
        for flow in self._flows:
            flow.swallowed = True

    def withholds(self, port: int) -> bool:
        """Whether nothing passes through the connection whose client has this port."""
        return self.frozen.is_set() or any(flow.swallowed for flow in self._flows if flow.port == port)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()
        for flow in self._flows:
            flow.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                self._flows.append(Flow(self.frozen, client, server))


@contextmanager
def proxy(target: str) -> Iterator[Proxy]:
    """A proxy to the socket with this path."""
    made = Proxy(target)
    try:
        yield made
    finally:
        made.close()
