"""A position as a PNG, for the previews that messengers show of a link. Most of them know no other format.

It is drawn with NumPy from the looks that every game declares; nothing else is needed.
"""

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from quincunx.engine.game import AnyGame, Look

WIDTH, HEIGHT = 1200, 630
"""What previewers ask for."""
MARGIN = 30
SMOOTHING = 3
"""Each pixel of a piece is the mean of this many by this many."""
BACKGROUND, WELL, CELL = (20, 22, 26), (38, 42, 48), (52, 57, 65)
UNKNOWN_COLOUR = (160, 160, 160)
THEME = TerminalTheme(
    BACKGROUND,
    (240, 240, 240),
    [(70, 74, 82), (232, 80, 74), (79, 180, 99), (240, 196, 72), (62, 130, 226), (164, 104, 216), (64, 190, 200), CELL],
    [(130, 136, 146), (255, 99, 71), (88, 204, 112), (255, 214, 94), (30, 144, 255), (190, 130, 240), (90, 214, 222)],
)
"""What the colour names of terminals mean here."""
PNG_START = b"\x89PNG\r\n\x1a\n"

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float64]
Shape = Callable[[Plane, Plane], NDArray[np.bool_]]
"""The points that belong to a piece; a cell reaches from −1 to 1 in both directions."""

SHAPES: Mapping[str, Shape] = {
    "●": lambda x, y: np.hypot(x, y) < 0.78,
    "■": lambda x, y: np.maximum(abs(x), abs(y)) < 0.72,
    "◆": lambda x, y: abs(x) + abs(y) < 0.92,
    "▲": lambda x, y: (y < 0.62) & (y > 2 * abs(x) - 0.86),
    "○": lambda x, y: abs(np.hypot(x, y) - 0.58) < 0.2,
    "◠": lambda x, y: (np.hypot(x, y - 0.35) < 0.85) & (y < 0.35),
    "✚": lambda x, y: (np.minimum(abs(x), abs(y)) < 0.24) & (np.maximum(abs(x), abs(y)) < 0.76),
    "✕": lambda x, y: (abs(abs(x) - abs(y)) < 0.3) & (np.maximum(abs(x), abs(y)) < 0.68),
    "✱": lambda x, y: np.hypot(x, y) < 0.45 + 0.3 * abs(np.cos(3 * np.arctan2(y, x))),
}
"""By the symbol of a look; any other symbol is a disc."""


def position_png(game: AnyGame, cells: Sequence[str]) -> bytes:
    """The board in the middle of a picture of 1200 by 630 pixels."""
    rows, columns = len(cells), len(cells[0])
    side = min((WIDTH - 2 * MARGIN) // columns, (HEIGHT - 2 * MARGIN) // rows)
    picture = np.full((HEIGHT, WIDTH, 3), BACKGROUND, np.uint8)
    top, left = (HEIGHT - side * rows) // 2, (WIDTH - side * columns) // 2
    edge = MARGIN // 3
    picture[top - edge : top + side * rows + edge, left - edge : left + side * columns + edge] = WELL
    drawn = {character: _cell(game.looks.get(character), side) for character in set("".join(cells))}
    for row, line in enumerate(cells):
        for column, character in enumerate(line):
            y, x = top + side * row, left + side * column
            picture[y : y + side, x : x + side] = drawn[character]
    return _png(picture)


def squares_png(colours: Sequence[tuple[int, int, int]]) -> bytes:
    """A row of squares in the middle of a picture of the same size."""
    side = min((WIDTH - 2 * MARGIN) // len(colours), HEIGHT - 2 * MARGIN)
    picture = np.full((HEIGHT, WIDTH, 3), BACKGROUND, np.uint8)
    top, left = (HEIGHT - side) // 2, (WIDTH - side * len(colours)) // 2
    for place, colour in enumerate(colours):
        x = left + place * side
        picture[top : top + side, x : x + side] = _painted(np.full((side, side, 3), BACKGROUND, np.uint8), "■", colour)
    return _png(picture)


def colour_of(look: Look) -> tuple[int, int, int] | None:
    colour = Style.parse(look.style).color
    return None if colour is None else colour.get_truecolor(THEME)


def _cell(look: Look | None, side: int) -> Pixels:
    """One cell with its piece, if there is one."""
    tile = np.full((side, side, 3), WELL, np.uint8)
    gap = 1 if side > 8 else 0
    tile[gap : side - gap, gap : side - gap] = CELL
    if look is None:
        return tile
    return _painted(tile, look.symbol, colour_of(look) or UNKNOWN_COLOUR)


def _painted(tile: Pixels, symbol: str, colour: tuple[int, int, int]) -> Pixels:
    """A tile with a piece on it."""
    side = len(tile)
    fine = side * SMOOTHING
    steps = (np.arange(fine) + 0.5) / fine * 2 - 1
    inside = SHAPES.get(symbol, SHAPES["●"])(*np.meshgrid(steps, steps))
    share = inside.reshape(side, SMOOTHING, side, SMOOTHING).mean(axis=(1, 3))[..., None]
    blended: Pixels = (tile * (1 - share) + np.array(colour, float) * share).astype(np.uint8)
    return blended


def _png(picture: Pixels) -> bytes:
    height, width, _ = picture.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, RGB
    rows = np.insert(picture.reshape(height, -1), 0, 0, axis=1)  # each row begins with the number of its filter: none
    return (
        PNG_START + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)) + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
