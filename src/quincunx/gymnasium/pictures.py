"""A board as a picture: one square per cell, in the colours of the terminal."""

from typing import Any

import numpy as np
import numpy.typing as npt
from rich.style import Style

from quincunx.engine.game import AnyGame

SQUARE = 16
EMPTY, LINE = (40, 42, 46), (24, 25, 28)


def picture(game: AnyGame, position: Any) -> npt.NDArray[np.uint8]:
    """Rows, columns and the three colours, `uint8`."""
    cells = game.details(position)["cells"]
    image = np.empty((len(cells) * SQUARE, len(cells[0]) * SQUARE, 3), np.uint8)
    image[:] = LINE
    for row, line in enumerate(cells):
        for col, character in enumerate(line):
            top, left = row * SQUARE + 1, col * SQUARE + 1
            image[top : top + SQUARE - 2, left : left + SQUARE - 2] = _colour(game, character)
    return image


def _colour(game: AnyGame, character: str) -> tuple[int, int, int]:
    look = game.looks.get(character)
    colour = Style.parse(look.style).color if look is not None else None
    if colour is None:
        return EMPTY
    red, green, blue = colour.get_truecolor()
    return red, green, blue
