"""A Quincunx server of our own, in a thread, for an MCP server that was given none."""

import asyncio
import socket
import sys
import threading
from contextlib import redirect_stdout
from typing import Self

from quincunx import llm
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.logs import start_logging
from quincunx.server.settings import Settings
from quincunx.server.startup import Server, configured
from quincunx.server.storage.store import Store

START_SECONDS = 60.0
STOP_SECONDS = 10.0


class EmbeddedServer:
    """Serves the pages and the API as long as the block runs. It prints nothing to standard output, where MCP talks."""

    def __init__(self, settings: Settings) -> None:
        Store(settings.database_url).close()  # a problem with it is reported in one line, before anything starts
        start_logging(settings)
        llm.configure(settings)
        free = settings if _is_free(settings.host, settings.port) else settings.model_copy(update={"port": 0})
        self._server = Server(configured(free), open_browser=False)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="embedded server", daemon=True)

    @property
    def address(self) -> str:
        host, port = self._server.servers[0].sockets[0].getsockname()[:2]
        return f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"

    def __enter__(self) -> Self:
        with redirect_stdout(sys.stderr):
            self._thread.start()
            for _ in range(int(START_SECONDS / 0.05)):
                if self._server.started or self._ended.wait(0.05):
                    break
        if not self._server.started:
            raise Refusal(ErrorCode.NOT_READY, "the embedded server did not start; its log says why")
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._ended.wait(STOP_SECONDS)

    def _run(self) -> None:
        try:
            asyncio.run(self._server.serve())
        finally:
            self._ended.set()


def _is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
