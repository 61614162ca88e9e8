"""Where measurements are written down, one JSON line per match, so that a run goes on where it was interrupted.

A line has the *key* of its measurement (game, rules, players and their settings), the *number* of the match in it, and
what was observed. A match counts if its line has the same key: after a change of settings the old lines stay in the
file, and nobody reads them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from json import JSONDecodeError
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


class Ledger:
    """The matches of one measurement in a file of results: those that are there, and those that are added."""

    def __init__(self, file: Path, key: Mapping[str, Any], counter: str = "number") -> None:
        self._file, self._key, self._counter = file, as_read(key), counter
        self._lines = {line[counter]: line for line in lines_of(file) if self._belongs(line)}

    def observe(self, number: int, play: Callable[[int], Mapping[str, Any]]) -> dict[str, Any]:
        """What was observed in this match, which is played now if it has not been played before."""
        if number not in self._lines:
            line = as_read({**self._key, self._counter: number, **play(number)})
            append(self._file, line)
            self._lines[number] = line
        return {name: value for name, value in self._lines[number].items() if name not in self._key}

    def _belongs(self, line: Mapping[str, Any]) -> bool:
        return self._counter in line and all(line.get(name) == value for name, value in self._key.items())


def as_read(line: Mapping[str, Any]) -> dict[str, Any]:
    """The line as it will be when it is read again: tuples become lists."""
    read: dict[str, Any] = json.loads(json.dumps(line))
    return read


def lines_of(file: Path) -> Iterator[dict[str, Any]]:
    """All lines of a file; the last one is left out if writing it was interrupted."""
    texts = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for place, text in enumerate(texts, start=1):
        try:
            yield json.loads(text)
        except JSONDecodeError:
            if place < len(texts):
                raise


def append(file: Path, line: Mapping[str, Any]) -> None:
    """Add a line at the end, in place of one that is not complete."""
    with file.open("a+b") as opened:
        opened.seek(0)
        opened.truncate(opened.read().rfind(b"\n") + 1)
        opened.write(json.dumps(line).encode() + b"\n")
