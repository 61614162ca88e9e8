"""Quincunx: five grid games in one package.

The names below are the public API. They are imported when they are first asked for, so that `quincunx --help` does not
wait for a compiler.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # the same names for type checkers; `as` says that they are public
    from quincunx.catalogue import all_games as all_games
    from quincunx.catalogue import game as game
    from quincunx.engine.errors import ErrorCode as ErrorCode
    from quincunx.engine.errors import Refusal as Refusal
    from quincunx.engine.events import Event as Event
    from quincunx.engine.events import Narration as Narration
    from quincunx.engine.game import Game as Game
    from quincunx.engine.game import Position as Position
    from quincunx.engine.kernels.playouts import Playouts as Playouts
    from quincunx.engine.kernels.playouts import perft as perft
    from quincunx.engine.kernels.playouts import playout as playout
    from quincunx.engine.kernels.playouts import playouts as playouts
    from quincunx.engine.kernels.randomness import below as below
    from quincunx.engine.kernels.randomness import word as word
    from quincunx.engine.match import Match as Match
    from quincunx.engine.match import Turn as Turn
    from quincunx.engine.match import replay as replay
    from quincunx.engine.moves import Moves as Moves
    from quincunx.engine.record import Record as Record
    from quincunx.engine.record import Seat as Seat
    from quincunx.engine.record import read_record as read_record
    from quincunx.engine.registry import register as register
    from quincunx.engine.rules import evaluate as evaluate
    from quincunx.engine.rules import hash as hash
    from quincunx.engine.rules import legal as legal
    from quincunx.engine.rules import moves as moves
    from quincunx.engine.rules import observe as observe
    from quincunx.engine.rules import outcome as outcome
    from quincunx.engine.rules import play as play
    from quincunx.engine.rules import recur as recur
    from quincunx.engine.variants import Variant as Variant

_PUBLIC = {
    "quincunx.catalogue": ("all_games", "game"),
    "quincunx.engine.errors": ("ErrorCode", "Refusal"),
    "quincunx.engine.events": ("Event", "Narration"),
    "quincunx.engine.game": ("Game", "Position"),
    "quincunx.engine.match": ("Match", "Turn", "replay"),
    "quincunx.engine.moves": ("Moves",),
    "quincunx.engine.kernels.playouts": ("Playouts", "perft", "playout", "playouts"),
    "quincunx.engine.kernels.randomness": ("below", "word"),
    "quincunx.engine.record": ("Record", "Seat", "read_record"),
    "quincunx.engine.registry": ("register",),
    "quincunx.engine.rules": ("evaluate", "hash", "legal", "moves", "observe", "outcome", "play", "recur"),
    "quincunx.engine.variants": ("Variant",),
}
_HOMES = {name: module for module, names in _PUBLIC.items() for name in names}

if not TYPE_CHECKING:  # type checkers read the imports above; `__getattr__` would make them accept any name
    __all__ = sorted(["__version__", *_HOMES])

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'quincunx' has no attribute {name!r}")
        importlib.import_module("quincunx.games")
        return getattr(importlib.import_module(_HOMES[name]), name)

    def __dir__() -> list[str]:
        return __all__
