"""Standard streams: refusals in one line, text in, JSON out."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

USAGE_ERROR = 2


def fail(message: str) -> NoReturn:
    print(f"quincunx: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(USAGE_ERROR)


@contextmanager
def refusals() -> Iterator[None]:
    """Turns a refusal inside a command into its one line."""
    from quincunx.engine.errors import Refusal

    try:
        yield
    except Refusal as refusal:
        fail(f"{refusal.errorCode.value}: {refusal.message}")


def read_text(file: Path) -> str:
    """The text of a file, or of standard input for `-`."""
    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        fail(f"cannot read {file}: {getattr(problem, 'strerror', None) or 'it is not UTF-8 text'}")


def print_json(value: Any) -> None:
    print(json.dumps(value))
