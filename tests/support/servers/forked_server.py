"""Server processes that start in a moment: each is forked from a process that has imported everything already.

A new interpreter needs seconds of the processor before it can serve. Here only the first one does: Python's fork server
imports the server and loads the compiled rules, and every further process is a copy of it. Nothing else differs from
`quincunx serve`; it can be killed, limited and asked to end like any other process.
"""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import IO

from quincunx.cli import main
from quincunx.server.live import ai_turns
from tests.support.draws import CURRENT_TEST, repeat_draws

PRELOADED = "tests.support.servers.loaded_server"
HOLD = "HOLD_AI_PLAYERS"
"""The variable of the environment that names a file: as long as it is there, AI players do not answer."""


def context() -> ForkServerContext:
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload([PRELOADED])
    return forking


class ForkedServer:
    """The part of `subprocess.Popen` that the tests use, for a forked `quincunx`."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        forking = context()
        readers, writers = zip(*(forking.Pipe(duplex=False) for _ in ("stdout", "stderr")), strict=True)
        self._process = forking.Process(target=_serve, args=(arguments, environment, *writers))
        self._process.start()
        for writer in writers:
            writer.close()
        self.stdout, self.stderr = (_text(reader) for reader in readers)

    @property
    def pid(self) -> int:
        pid = self._process.pid
        assert pid is not None
        return pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, seconds: float) -> int:
        self._process.join(seconds)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired("quincunx", seconds)
        return status


def _text(reader: Connection) -> IO[str]:
    """The other end of a pipe as a file of text."""
    with reader:
        return os.fdopen(os.dup(reader.fileno()), encoding="utf-8")


def _serve(arguments: list[str], environment: dict[str, str], stdout: Connection, stderr: Connection) -> None:
    """In the new process: what `python -m quincunx` does, with the arguments, environment and pipes that were given."""
    for given, number in ((stdout, 1), (stderr, 2)):
        os.dup2(given.fileno(), number)
        given.close()
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["quincunx", *arguments]
    repeat_draws(environment.get(CURRENT_TEST, ""))
    if HOLD in environment:
        vars(ai_turns)["sleep"] = _sleep_while_held
    main()


async def _sleep_while_held(seconds: float) -> None:
    while Path(os.environ[HOLD]).exists():
        await asyncio.sleep(0.01)
