"""Cells as people write them: columns are letters from the left, rows numbers from the top; `a1` is the top left."""

import re
from collections.abc import Sequence

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.kernels.bits import STRIDE

PASS_TEXT = "pass"
_CELL = re.compile(r"([a-z])([1-9][0-9]?)")


def column_text(col: int) -> str:
    return chr(ord("a") + col)


NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count_text(number: int) -> str:
    """A small number as a word."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def cell_text(row: int, col: int) -> str:
    return f"{column_text(col)}{row + 1}"


def bit_text(bit: int) -> str:
    """The name of the cell that is this bit of a board."""
    return cell_text(bit // STRIDE, bit % STRIDE)


def cells_in(text: str) -> list[tuple[int, int]] | None:
    """The cells that a text like `c4` or `c4d4` is made of, in either case; None if it is not made of cells."""
    pairs = _CELL.findall(text.lower())
    if "".join(letter + digits for letter, digits in pairs) != text.lower():
        return None
    return [(int(digits) - 1, ord(letter) - ord("a")) for letter, digits in pairs]


def read_cell(text: str, rows: int, cols: int) -> int:
    """The bit of the one cell that this text names, on a board of this size."""
    cells = cells_in(text)
    if cells is None or len(cells) != 1:
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"{quoted(text)} is not a cell; write one like {cell_text(rows - 1, 0)}")
    return bit_on_board(cells[0], rows, cols)


def bit_on_board(cell: tuple[int, int], rows: int, cols: int) -> int:
    row, col = cell
    if row >= rows or col >= cols:
        corner = cell_text(rows - 1, cols - 1)
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"{cell_text(row, col)} is off the board; cells go from a1 to {corner}")
    return row * STRIDE + col


def number_of(bit: int, cols: int) -> int:
    """The cell's number in reading order (row * columns + column), as events and random numbers count."""
    return bit // STRIDE * cols + bit % STRIDE


def draw_cells(rows: int, cols: int, layers: dict[str, int]) -> list[str]:
    """Rows with one character per cell: the character whose set of bits holds it, `.` for none."""
    grid = [["."] * cols for _ in range(rows)]
    for character, bits in layers.items():
        for row in range(rows):
            for col in range(cols):
                if bits >> (row * STRIDE + col) & 1:
                    grid[row][col] = character
    return ["".join(line) for line in grid]


def read_cells(cells: object, rows: int, cols: int, characters: str) -> dict[str, int]:
    """The sets of bits of each character in rows of text, as `draw_cells` writes them; `.` is always allowed."""
    example = f"{rows} strings of {cols} characters out of {quoted(characters + '.')}"
    if not isinstance(cells, Sequence) or isinstance(cells, str) or len(cells) != rows:
        raise Refusal(ErrorCode.BAD_POSITION, f"cells must be {example}")
    layers = dict.fromkeys(characters, 0)
    for row, line in enumerate(cells):
        if not isinstance(line, str) or len(line) != cols or not set(line) <= set(characters + "."):
            raise Refusal(ErrorCode.BAD_POSITION, f"cells must be {example}; row {row + 1} is {quoted(line)}")
        for col, character in enumerate(line):
            if character != ".":
                layers[character] |= 1 << (row * STRIDE + col)
    return layers
