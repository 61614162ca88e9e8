"""Servers to talk to: a process of its own, or the same in a thread, where nothing has to die."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Self

import httpx

from quincunx.client import trusted
from quincunx.server.match.commands import expire
from quincunx.server.settings import Settings
from quincunx.server.startup import Server, configured
from tests.support.servers.forked_server import HOLD, ForkedServer
from tests.support.waiting import wait_until

START_SECONDS = 120
STOP_SECONDS = 60
ADDRESS_MARK = "Quincunx is at "
UNLIMITED: dict[str, Any] = {"rate_limit": "off", "response_delay_ms": 0}


def sqlite_url(folder: Path, name: str = "matches") -> str:
    return f"sqlite:///{folder / name}.db"


class ServerProcess:
    """`quincunx serve` on a free port. Killed and started again, it goes on with the same database.

    It is `forked`, which starts in a moment, or has an interpreter of its own, as when people start it. The AI players
    of a forked one can be held.
    """

    def __init__(
        self, database: str, folder: Path, can_hold_ai: bool = False, forked: bool = True, **settings: Any
    ) -> None:
        given = UNLIMITED | {"log_format": "json"} | settings
        self._environment = {name: value for name, value in os.environ.items() if not _is_setting(name)}
        self._environment |= {f"QUINCUNX_{name.upper()}": str(value) for name, value in given.items()}
        self._environment |= {"XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
        self._hold = folder / f"hold-{uuid.uuid4().hex}"
        if can_hold_ai:
            assert forked
            self._environment |= {HOLD: str(self._hold)}
        self._forked = forked
        self._arguments = ["serve", "--no-browser", "--database", database]
        self._process: subprocess.Popen[str] | ForkedServer | None = None
        self._lines: list[str] = []
        self._seen = 0
        """How many lines it had printed when it was started the last time."""
        self._listeners: list[threading.Thread] = []
        self.address = ""

    def hold_ai_players(self) -> None:
        """AI players do not answer before `release_ai_players`."""
        self._hold.touch()

    def release_ai_players(self) -> None:
        self._hold.unlink()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> list[str]:
        """Everything that it has printed, line by line."""
        return list(self._lines)

    def start(self) -> None:
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        self.address = wait_until(self._printed_address, START_SECONDS)
        wait_until(self._is_ready, START_SECONDS)

    def close(self) -> None:
        if self._process is not None:
            self.kill()

    def launch(self, port: str = "0") -> None:
        """Start it without waiting for anything. Its output goes through pipes, which no limit on files stops up."""
        self._seen = len(self._lines)
        start = ForkedServer if self._forked else interpreter
        self._process = process = start([*self._arguments, "--port", port], self._environment)
        assert process.stdout is not None
        assert process.stderr is not None
        self._listeners = [
            threading.Thread(target=self._listen, args=(stream,)) for stream in (process.stdout, process.stderr)
        ]
        for listener in self._listeners:
            listener.start()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def ask_to_end(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def terminate(self) -> int:
        """Ask it to end, and wait for that; its exit status."""
        return self._end(signal.SIGTERM)

    def ended(self) -> int:
        """Wait until it ends by itself; its exit status."""
        assert self._process is not None
        status = self._process.wait(STOP_SECONDS)
        for listener in self._listeners:
            listener.join()
        self._process = None
        return status

    def limit_files(self, most: int) -> None:
        """No file may grow beyond this size: as if the disk were full."""
        hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (most, hard))

    def lift_limit(self) -> None:
        hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        return self.ended()

    def _listen(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._lines.append(line.rstrip("\n"))

    def _printed_address(self) -> str | None:
        assert self._process is not None
        assert self._process.poll() is None, f"the server ended: {self.log[self._seen :]}"
        return address_in(self._lines[self._seen :])

    def _is_ready(self) -> bool:
        return is_ready(self.address)


def interpreter(arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    """The command in an interpreter of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "quincunx", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
    )


def is_ready(address: str) -> bool:
    try:
        answer = httpx.get(f"{address}/readyz", timeout=START_SECONDS, verify=trusted())
    except httpx.TransportError:
        return False
    return answer.status_code == 200


def address_in(lines: list[str]) -> str | None:
    """The address that a server has printed, or none yet."""
    printed = [line for line in lines if ADDRESS_MARK in line]
    return printed[0].split(ADDRESS_MARK)[1].split()[0].rstrip("/") if printed else None


def _is_setting(name: str) -> bool:
    """The developer's own settings do not reach the tests; the folder of compiled kernels does."""
    return name.startswith("QUINCUNX_") and name != "QUINCUNX_CACHE"


@contextmanager
def running_server(database: str, folder: Path, **settings: Any) -> Iterator[ServerProcess]:
    """A server process for the length of a block, with an interpreter of its own."""
    server = ServerProcess(database, folder, forked=False, **settings)
    try:
        server.start()
        yield server
    finally:
        server.close()


class ServerThread:
    """The same server in a thread of this process: it starts quickly, and a test can reach into it."""

    def __init__(self, database: str, folder: Path, **settings: Any) -> None:
        own = {"database_url": database, "reports_folder": folder / "reports", "port": 0}
        given: dict[str, Any] = own | UNLIMITED | settings
        self.settings = Settings(**given)
        config = configured(self.settings)
        self.app: Any = config.app
        self._server = Server(config, open_browser=False)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._loop: asyncio.AbstractEventLoop

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive(), START_SECONDS, 0.002)
        assert self._server.started
        self.socket = self._server.servers[0].sockets[0]
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        return self

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something on the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(STOP_SECONDS)

    async def expire(self, match_id: str) -> None:
        """Close a match as the server does after waiting for too long."""
        await (await self.app.state.services.rooms.room(match_id)).act(expire)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve()

    def close(self) -> None:
        """End as at a signal; a second time, nothing happens."""
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        assert not self._thread.is_alive()

    def __exit__(self, *_: object) -> None:
        self.close()
