"""Reading `tactics.txt`."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.games.mosaic.rules import Mosaic
from tests.games.mosaic.boards import set_up

FILE = Path(__file__).with_name("tactics.txt")


class Puzzle(NamedTuple):
    name: str
    levels: list[str]
    cells: list[str]
    fields: dict[str, Any]
    variant: dict[str, Any]
    best: list[str]
    because: str

    @property
    def position(self) -> Mosaic:
        return set_up(*self.cells, variant=self.variant, **self.fields)


def puzzles() -> list[Puzzle]:
    return [_read(part) for part in re.split(r"^# ", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]]


def _read(part: str) -> Puzzle:
    name, _, rest = part.partition("\n")
    given = dict(re.findall(r"^(\w+): (.*)$", rest, re.MULTILINE))
    cells = [row.replace(" ", "") for row in re.findall(r"^ +\d+((?: [a-f?])+)$", rest, re.MULTILINE)]
    fields: dict[str, Any] = {"turn": int(given["turn"])}
    for field, key in (("scores", "scores"), ("made", "moves_made")):
        fields[key] = [int(number) for number in given.get(field, "0 0").split()]
    if "queue" in given:
        fields["queue"] = given["queue"].split()
    variant = json.loads(given.get("variant", "{}"))
    return Puzzle(
        name, given["levels"].split(), cells, fields, variant, given["best"].split(), given.get("because", "")
    )
