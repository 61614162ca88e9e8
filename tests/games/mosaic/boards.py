"""Positions of mosaic for the tests: what a player sees in the middle of matches, and the same in a mirror."""

from typing import Any

from quincunx.catalogue import game
from quincunx.engine.kernels.bits import RIGHT, STRIDE, each
from quincunx.engine.moves import HIGH, PASS
from quincunx.games.match3.bits import EMPTY, UNKNOWN, Planes, of_code, put
from quincunx.games.mosaic.rules import Drops, Mosaic, Supply, drops_of
from tests.search.positions import middle

MOSAIC = game("mosaic")
COLOURS = range(1, 7)
VARIANTS: list[dict[str, Any]] = [
    {},
    {"preset": "literal"},
    {"rows": 7, "cols": 7, "colours": 6, "token_points": 1},
    {"rows": 4, "cols": 5, "colours": 4, "opening_cap": 0, "opening_swaps": 1, "queue_shown": 0},
    {"target": 200, "max_moves": 4, "token_points": 100, "wave_bonus": 50, "opening_cap": 0},
]


def seen(seed: int, plies: int, variant: dict[str, Any] | None = None) -> Mosaic:
    """What the side to move sees after this many random plies (fewer if the match ended before)."""
    position: Mosaic = middle(MOSAIC, seed, plies, variant)
    return position


def set_up(*rows: str, variant: dict[str, Any] | None = None, **fields: Any) -> Mosaic:
    """A position drawn row by row, whose queues hold nothing that is known."""
    options = {"rows": len(rows), "cols": len(rows[0])} | (variant or {})
    chosen = MOSAIC.variant(options)
    queue = ["?" * chosen.queue_shown] * chosen.cols
    position: Mosaic = MOSAIC.place(chosen, 1, {"cells": list(rows), "queue": queue, **fields})
    return position


def recoloured(planes: Planes, new_codes: dict[int, int]) -> Planes:
    """The position with every token of one code replaced by one of another."""
    result = Planes(EMPTY, EMPTY, EMPTY)
    for code in (*COLOURS, UNKNOWN):
        result = put(result, of_code(planes, code), new_codes.get(code, code))
    return result


def with_colours_turned(position: Mosaic) -> Mosaic:
    """The same position with every colour replaced by the next."""
    colours = position.options.colours
    turned = {code: code % colours + 1 for code in range(1, colours + 1)}
    supply = position.supply._replace(queue=recoloured(position.supply.queue, turned))
    return position._replace(cells=recoloured(position.cells, turned), supply=supply)


def mirrored(position: Mosaic) -> Mosaic:
    """The position with left and right exchanged."""
    cols = position.options.cols
    return position._replace(cells=_mirrored(position.cells, cols), supply=_mirrored_supply(position.supply, cols))


def mirrored_move(move: int, cols: int) -> int:
    if move == PASS:
        return PASS
    bit = move % HIGH
    if move < HIGH:  # it is named by its left cell, which was the right one
        return _mirrored_bit(bit + RIGHT, cols)
    return HIGH + _mirrored_bit(bit, cols)


def _mirrored_supply(supply: Supply, cols: int) -> Supply:
    counts = [drops_of(supply.drops, cols - 1 - column) if column < cols else 0 for column in range(STRIDE - 1)]
    packed = [sum(count << 20 * k for k, count in enumerate(counts[start : start + 3])) for start in (0, 3, 6)]
    return Supply(_mirrored(supply.queue, cols), Drops(*packed), supply.source, supply.known)


def _mirrored(planes: Planes, cols: int) -> Planes:
    return Planes(*(sum(1 << _mirrored_bit(bit, cols) for bit in each(plane)) for plane in planes))


def _mirrored_bit(bit: int, cols: int) -> int:
    row, column = divmod(bit, STRIDE)
    return row * STRIDE + cols - 1 - column
