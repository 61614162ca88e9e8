"""Quincunx: five grid games in one house.

The names below are the public API. They are imported when they are first asked for, so that `quincunx --help` does not
wait for a compiler.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from quincunx.catalogue import all_games, game
    from quincunx.engine.errors import ErrorCode, Refusal
    from quincunx.engine.events import Event, Narration
    from quincunx.engine.game import Game, Position
    from quincunx.engine.kernels.playouts import Playouts, perft, playout, playouts
    from quincunx.engine.kernels.randomness import below, word
    from quincunx.engine.match import Match, Turn, replay
    from quincunx.engine.moves import Moves
    from quincunx.engine.record import Record, Seat, read_record
    from quincunx.engine.registry import register
    from quincunx.engine.rules import evaluate, hash, legal, moves, observe, outcome, play, recur
    from quincunx.engine.variants import Variant

_HOMES = {
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

__all__ = [
    "ErrorCode",
    "Event",
    "Game",
    "Match",
    "Moves",
    "Narration",
    "Playouts",
    "Position",
    "Record",
    "Refusal",
    "Seat",
    "Turn",
    "Variant",
    "__version__",
    "all_games",
    "below",
    "evaluate",
    "game",
    "hash",
    "legal",
    "moves",
    "observe",
    "outcome",
    "perft",
    "play",
    "playout",
    "playouts",
    "read_record",
    "recur",
    "register",
    "replay",
    "word",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            importlib.import_module("quincunx.games")
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module 'quincunx' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
