"""Boards drawn in the documentation, with what leads from one to the next written between them:

        a b c d e    3>      a b c d e
      3 X . . O O          3 X X . . O
    mines: [1, 0]

Rows that are not drawn are empty. Between two boards stands a move (in a block `moves`), or, in a block `steps`, first
the move and then its events, one per board, `cleared 30` with the points that it pays. Lines `name: JSON` at the end
are fields of the described position after the last move. A block goes on below an empty line.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

_LETTERS = re.compile(r"(?<!\S)a(?: [b-z](?!\S))+")
_FIELD = re.compile(r"^(\w+): (.*)$", re.MULTILINE)

Grid = list[str]


@dataclass
class Story:
    """Boards, one more than the tokens between them, and the fields at the end."""

    boards: list[Grid] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)


def read_story(text: str) -> Story:
    story = Story(fields={name: json.loads(value) for name, value in _FIELD.findall(text)})
    for part in re.split(r"\n\s*\n", _FIELD.sub("", text).rstrip()):
        _read_part(part, story)
    assert len(story.boards) == len(story.tokens) + 1, "a move or an event stands between two boards"
    return story


def _read_part(part: str, story: Story) -> None:
    header, *lines = [line for line in part.splitlines() if line.strip()]
    sizes = [len(letters.split()) for letters in _LETTERS.findall(header)]
    story.tokens += [token for token in re.split(r"\s{2,}", _LETTERS.sub("  ", header).strip()) if token]
    drawn: list[dict[int, str]] = [{} for _ in sizes]
    row_of_cells = re.compile(rf"(?<!\S)(\d+)((?: \S){{{sizes[0]}}})(?!\S)")
    for line in lines:
        rows = row_of_cells.findall(line)
        assert len(rows) == len(sizes), f"{line!r} has a row of each board"
        for rows_of_board, (number, cells) in zip(drawn, rows, strict=True):
            rows_of_board[int(number)] = cells.replace(" ", "")
    story.boards += [_whole(rows, size) for rows, size in zip(drawn, sizes, strict=True)]


def _whole(rows: dict[int, str], size: int) -> Grid:
    height = size if max(rows) <= size else max(rows)
    return [rows.get(number, "." * size) for number in range(1, height + 1)]
