"""Functions and programs that play in the tests: well, badly, late, or not at all."""

import shlex
import sys
import threading
from pathlib import Path
from typing import Any

from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import moves

NOT_A_FUNCTION = 7


def lowest(request: MoveRequest) -> int:
    return next(iter(numbers(moves(request.position))))


def lowest_as_text(request: MoveRequest) -> str:
    return request.game.write_move(request.position, lowest(request))


def lowest_as_choice(request: MoveRequest) -> Choice:
    return Choice(lowest(request))


def off_the_board(request: MoveRequest) -> str:
    return "z9"


def not_a_move(request: MoveRequest) -> Any:
    return {"move": "a1"}


def raising(request: MoveRequest) -> int:
    raise RuntimeError("out of ideas")


def silent(request: MoveRequest) -> int:
    """Never answers, so that any deadline passes, however slow the machine is."""
    threading.Event().wait()
    return 0


def program(behaviour: str, *more: object) -> str:
    """A GTP program that behaves like this, as a player's text."""
    return shlex.join(
        ["gtp:" + sys.executable, str(Path(__file__).with_name("gtp_bot.py")), behaviour, *map(str, more)]
    )
