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
    told = dict(re.findall(r"^(\w+): (.*)$", rest, re.MULTILINE))
    stocks = [int(stock) for stock in told.get("mines", "0 0").split()]
    return Puzzle(
        name,
        told["levels"].split(),
        {"turn": "XO".index(told["turn"]) + 1, "mines": stocks, "barred": told.get("barred")},
        [row.replace(" ", "") for row in re.findall(r"^ +\d+((?: [XO*.])+)$", rest, re.MULTILINE)],
        told["best"].split(),
        int(told["wins"]) if "wins" in told else None,
        int(told["holds"]) if "holds" in told else None,
        told.get("reason", ""),
    )
