"""Reading `tactics.txt`."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.games.pushmine.rules import Pushmine
from tests.games.pushmine.boards import set_up

FILE = Path(__file__).with_name("tactics.txt")


class Puzzle(NamedTuple):
    name: str
    levels: list[str]
    fields: dict[str, Any]
    cells: list[str]
    best: list[str]
    wins: int | None
    holds: int | None
    reason: str

    @property
    def position(self) -> Pushmine:
        return set_up(*self.cells, **self.fields)


def puzzles() -> list[Puzzle]:
    return [_read(part) for part in re.split(r"^# ", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]]


def _read(part: str) -> Puzzle:
    name, _, rest = part.partition("\n")
    entries = dict(re.findall(r"^(\w+): (.*)$", rest, re.MULTILINE))
    stocks = [int(stock) for stock in entries.get("mines", "0 0").split()]
    return Puzzle(
        name,
        entries["levels"].split(),
        {"turn": "XO".index(entries["turn"]) + 1, "mines": stocks, "barred": entries.get("barred")},
        [row.replace(" ", "") for row in re.findall(r"^ +\d+((?: [XO*.])+)$", rest, re.MULTILINE)],
        entries["best"].split(),
        int(entries["wins"]) if "wins" in entries else None,
        int(entries["holds"]) if "holds" in entries else None,
        entries.get("reason", ""),
    )
