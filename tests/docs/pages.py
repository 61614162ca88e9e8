"""Reading the documentation: its pages, their fenced blocks, tables and headings."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
_FENCE = re.compile(r"^```(\w+)(?: (\{[^\n]*\}))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_CELL_BREAK = re.compile(r"(?<!\\)\|")

Row = dict[str, str]


@dataclass(frozen=True)
class Block:
    """What stands between fences: its kind, the options after it (which readers do not see), its text."""

    page: Path
    line: int
    kind: str
    options: dict[str, Any]
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(DOCS)}:{self.line}"


def pages() -> list[Path]:
    """The pages that these tests answer for; the conformance table has tests of its own."""
    guides = ("gtp.md", "language-models.md", "notation-and-records.md")
    return [*sorted((DOCS / "games").glob("*.md")), *(DOCS / name for name in guides)]


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, kind: str) -> list[Block]:
    text = text_of(page)
    return [
        Block(page, text[: fence.start()].count("\n") + 1, fence[1], json.loads(fence[2] or "{}"), fence[3])
        for fence in _FENCE.finditer(text)
        if fence[1] == kind
    ]


def table(page: Path, first: str) -> list[Row]:
    """The rows of the page's tables whose first column has this name: the text of each cell, by the column's name."""
    return table_in(text_of(page), first)


def table_in(text: str, first: str) -> list[Row]:
    return [row for header, rows in _tables(text) if header[0] == first for row in rows]


def section(page: Path, heading: str) -> str:
    """The text below a heading, up to the next one of the same level."""
    level, _, rest = text_of(page).partition(f" {heading}\n")
    hashes = level.rpartition("\n")[2]
    assert rest, f"{page.name} has no heading {heading!r}"
    return re.split(rf"^{hashes} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def code(cell: str) -> str:
    """The one thing in a cell that stands between backticks."""
    names = _CODE.findall(cell)
    assert len(names) == 1, f"one name between backticks, not {cell!r}"
    return str(names[0])


def codes(cell: str) -> list[str]:
    return _CODE.findall(cell)


def headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", _FENCE.sub("", text_of(page)), re.MULTILINE)


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", _FENCE.sub("", text_of(page)))


def anchor(heading: str) -> str:
    """What a heading is called in a link, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _tables(text: str) -> Iterator[tuple[list[str], list[Row]]]:
    for part in re.findall(r"(?:^\|.*\n)+", _FENCE.sub("", text) + "\n", re.MULTILINE):
        header, _, *rows = [_cells(line) for line in part.splitlines()]
        yield header, [dict(zip(header, row, strict=True)) for row in rows]


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in _CELL_BREAK.split(line.strip())[1:-1]]
