"""What people see of the match-3 games: swaps as text, why one is refused, boards as characters, and what a wave did.

`colours` is always the characters of a game's codes 1, 2, …
"""

from collections.abc import Iterator

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.events import Event, Step
from quincunx.engine.kernels.bits import DOWN, RIGHT, STRIDE, each
from quincunx.engine.moves import HIGH, Moves, numbers
from quincunx.engine.notation import bit_on_board, bit_text, cells_in, draw_cells, number_of, read_cells
from quincunx.games.match3.bits import COLUMN, UNKNOWN, Planes, legal_swaps, lines, occupied, of_code, put
from quincunx.games.match3.errors import SwapError
from quincunx.games.match3.events import Cleared, Dropped, Fell, Swapped

UNKNOWN_CHARACTER = "?"


# Swaps as text.


def swap_bits(move: int) -> tuple[int, int]:
    """The two cells of a swap, in reading order."""
    return (move, move + RIGHT) if move < HIGH else (move - HIGH, move - HIGH + DOWN)


def write_swap(move: int) -> str:
    first, second = swap_bits(move)
    return bit_text(first) + bit_text(second)


def read_swap(text: str, rows: int, cols: int) -> int:
    """The swap that a text like `c4d4` means, its cells in either order; `not_adjacent` where they do not touch."""
    cells = cells_in(text)
    if cells is None or len(cells) != 2:
        raise Refusal(
            ErrorCode.BAD_MOVE_TEXT, f"{quoted(text)} is not a swap; name two neighbouring cells, like 'c4d4'"
        )
    first, second = sorted(bit_on_board(cell, rows, cols) for cell in cells)
    if second - first == RIGHT:
        return first
    if second - first == DOWN:
        return HIGH + first
    beside = ", ".join(bit_text(bit) for bit in sorted(_beside(first, rows, cols)))
    problem = (
        f"{bit_text(first)} and {bit_text(second)} are not neighbours; swap {bit_text(first)} with one of {beside}"
    )
    raise Refusal(SwapError.NOT_ADJACENT, problem)


def _beside(bit: int, rows: int, cols: int) -> Iterator[int]:
    row, col = divmod(bit, STRIDE)
    for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
        if 0 <= r < rows and 0 <= c < cols:
            yield r * STRIDE + c


def refuse_swap(cells: Planes, move: int) -> Refusal:
    """Why this swap is not legal, and which are."""
    instead = f"play one of {some_of(sorted_texts(legal_swaps(cells)))}"
    for bit in swap_bits(move):
        if not occupied(cells) >> bit & 1:
            return Refusal(ErrorCode.ILLEGAL_MOVE, f"{bit_text(bit)} is empty, and a swap needs two tokens; {instead}")
    return Refusal(SwapError.NO_MATCH, f"{write_swap(move)} makes no line of three or more; {instead}")


def sorted_texts(swaps: Moves) -> list[str]:
    return sorted(write_swap(move) for move in numbers(swaps))


# Boards as characters.


def draw_tokens(cells: Planes, rows: int, cols: int, colours: str) -> list[str]:
    layers = {character: of_code(cells, code) for code, character in enumerate(colours, 1)}
    return draw_cells(rows, cols, layers | {UNKNOWN_CHARACTER: of_code(cells, UNKNOWN)})


def read_tokens(given: object, rows: int, cols: int, colours: str) -> Planes:
    """The board that `draw_tokens` drew; refused where it holds a line already."""
    layers = read_cells(given, rows, cols, colours + UNKNOWN_CHARACTER)
    cells = Planes(0, 0, 0)
    for character, where in layers.items():
        cells = put(cells, where, code_of(character, colours))
    in_line = some_of(bit_text(bit) for bit in each(lines(cells)))
    if in_line:
        raise Refusal(ErrorCode.BAD_POSITION, f"cells may not hold a line of three or more, as {in_line} do")
    return cells


def code_of(character: str, colours: str) -> int:
    return UNKNOWN if character == UNKNOWN_CHARACTER else colours.index(character) + 1


def character_of(code: int, colours: str) -> str:
    return UNKNOWN_CHARACTER if code == UNKNOWN else colours[code - 1]


def characters(cells: Planes, where: int, colours: str) -> str:
    """The tokens of these cells, in reading order."""
    return "".join(character_of(code_at(cells, bit), colours) for bit in each(where))


def code_at(cells: Planes, bit: int) -> int:
    return (cells.ones >> bit & 1) | (cells.twos >> bit & 1) << 1 | (cells.fours >> bit & 1) << 2


# What happened.


def swap_event(move: int, cols: int) -> Event:
    first, second = swap_bits(move)
    return Swapped((number_of(first, cols), number_of(second, cols)))


def clear_event(cells: Planes, gone: int, wave: int, points: int, cols: int, colours: str) -> Event:
    return Cleared(_numbers(gone, cols), characters(cells, gone, colours), wave, points)


def fall_events(before: int, after: int, cols: int) -> list[Event]:
    """Which tokens fell where, from the cells that were taken before and after; nothing if none did."""
    steps: list[Step] = []
    for col in range(cols):
        falls = zip(each(before & COLUMN << col), each(after & COLUMN << col), strict=True)
        steps += ((number_of(here, cols), number_of(there, cols)) for here, there in falls if here != there)
    return [Fell(tuple(steps))] if steps else []


def drop_events(cells: Planes, new: int, cols: int, colours: str) -> list[Event]:
    return [Dropped(_numbers(new, cols), characters(cells, new, colours))] if new else []


def _numbers(where: int, cols: int) -> tuple[int, ...]:
    return tuple(number_of(bit, cols) for bit in each(where))
