"""The tables of reports, for HTML and Markdown alike."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

Cell = str | int | float | None

SHORT = 28
"""Texts of up to this many characters stay on one line."""
_NUMBER = re.compile(r"[-+]?[\d. …%]+( \w+)?")


@dataclass(frozen=True)
class ReportTable:
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    @property
    def texts(self) -> list[list[str]]:
        return [[cell_text(cell) for cell in row] for row in self.rows]

    @property
    def column_classes(self) -> list[str]:
        """`n` for a column of numbers, which is aligned to the right, and `s` for one of short texts."""
        return [_column_class([row[place] for row in self.rows]) for place in range(len(self.head))]


def _column_class(cells: Sequence[Cell]) -> str:
    if all(map(_is_number, cells)):
        return "n"
    return "s" if all(len(cell_text(cell)) <= SHORT for cell in cells) else ""


def _is_number(cell: Cell) -> bool:
    return cell is None or isinstance(cell, (int, float)) or bool(_NUMBER.fullmatch(cell))


def cell_text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.0f}" if abs(cell) >= 1000 or cell == round(cell) else f"{cell:.3g}"
    return str(cell)


@dataclass(frozen=True)
class Section:
    """A table with its heading and a note."""

    title: str
    table: ReportTable
    note: str
