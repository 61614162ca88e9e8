"""A position as coloured text. Every cell has a symbol and a colour; either is enough to read it."""

from collections.abc import Collection, Sequence
from typing import Any

from rich.text import Text

from quincunx.engine.game import AnyGame, Look
from quincunx.engine.notation import cell_text, column_text
from quincunx.text.descriptions import LETTERS, shown_fields

EMPTY = Look("·", "bright_black")
UNKNOWN = Look("?", "bright_black")
MARK = " on grey30"
PROTECTED = "'"
"""Behind a tile that can never be turned."""


def board(game: AnyGame, view: dict[str, Any], marked: Collection[int] = ()) -> Text:
    """The cells with their coordinates, the next drops above them, the last changes marked."""
    rows: list[str] = view["cells"]
    protected = view.get("protected", ())
    lines = [*_queue(game, view.get("queue", [])), _letters(len(rows[0]))]
    for number, row in enumerate(rows):
        line = Text(f"{number + 1:>3} ", style="bright_black")
        for col, character in enumerate(row):
            look = game.looks.get(character, UNKNOWN if character == "?" else EMPTY)
            owned = _owned(view, number, col)
            mark = MARK if number * len(row) + col in marked or owned else ""
            sign = PROTECTED if cell_text(number, col) in protected else " "
            line.append(f"{look.symbol}{sign}", style=look.style + mark)
        lines.append(line)
    return Text("\n").join(lines)


def caption(game: AnyGame, view: dict[str, Any]) -> str:
    """The other fields of a position that are not empty: scores, stocks, what is barred."""
    fields = shown_fields(game, view, lambda sign: game.looks[sign].symbol, lambda seat: seat_label(game, seat))
    return "   ".join(fields)


def legend(game: AnyGame, view: dict[str, Any]) -> Text:
    """What the symbols are called, where the game's colours have names."""
    shown = set("".join([*view["cells"], *view.get("queue", [])]))
    named = [look for character, look in game.looks.items() if look.name and character in shown]
    return Text("  ").join(Text(f"{look.symbol} {look.name}", style=look.style) for look in named)


def seat_label(game: AnyGame, seat: int) -> str:
    """What a seat is called, with the piece that it plays: `▲ Blue`."""
    name = game.seat_names[seat - 1]
    if name in game.seat_pieces or not game.seat_pieces:
        return name
    return f"{game.looks[game.seat_pieces[seat - 1]].symbol} {name}"


def _owned(view: dict[str, Any], row: int, col: int) -> bool:
    controlled: Sequence[str] = view.get("controlled", ())
    return bool(controlled) and controlled[row][col] == "1"


def _letters(cols: int) -> Text:
    letters = " ".join(column_text(col) for col in range(cols)) if cols <= LETTERS else ""
    return Text("    " + letters, style="bright_black")


def _queue(game: AnyGame, columns: Sequence[str]) -> list[Text]:
    """The coming drops, the next one lowest, right above its column."""
    lines = []
    for depth in reversed(range(max(map(len, columns), default=0))):
        line = Text("    ")
        for column in columns:
            look = game.looks.get(column[depth], UNKNOWN)
            line.append(f"{look.symbol} ", style=f"{look.style} dim")
        lines.append(line)
    return lines
