"""The command `quincunx`: within this process, where everything is loaded already, or in a process of its own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest import mock

from quincunx.cli import main
from tests.support.waiting import LIMIT_SECONDS

WIDE = {"COLUMNS": "100"}


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, typed: str = "") -> Done:
    """Run a command within this process, with these lines typed."""
    given, out, err = (io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8") for text in (typed, "", ""))
    with (
        mock.patch.object(sys, "argv", ["quincunx", *arguments]),
        mock.patch.object(sys, "stdin", given),
        mock.patch.dict(os.environ, WIDE),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 0
    return Done(status, _text(out), _text(err))


def run_process(*arguments: str, typed: str = "", **environment: str) -> Done:
    """Run a command as a person or a program runs it."""
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=2 * LIMIT_SECONDS,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | WIDE | environment,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
