"""Reads `tactics.txt`, and checks its margins by a brute force that knows nothing of the compiled rules."""

import copy
import re
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.catalogue import game
from tests.naive.duel import Naive

FILE = Path(__file__).with_name("tactics.txt")


class Puzzle(NamedTuple):
    name: str
    levels: list[str]
    turn: int
    cells: list[str]
    best: list[str]
    reason: str
    margin: int | None
    variant: dict[str, Any]

    @property
    def position(self) -> Any:
        duel = game("duel")
        return duel.place(duel.variant(self.variant), 1, {"cells": self.cells, "turn": self.turn})


def puzzles() -> list[Puzzle]:
    return [_read(part) for part in re.split(r"^# ", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]]


def _read(part: str) -> Puzzle:
    name, _, rest = part.partition("\n")
    fields = dict(re.findall(r"^(\w+): (.*)$", rest, re.MULTILINE))
    cells = [row.replace(" ", "") for row in re.findall(r"^ +\d+((?: [RG.])+)$", rest, re.MULTILINE)]
    return Puzzle(
        name,
        fields["levels"].split(),
        "RG".index(fields["turn"]) + 1,
        cells,
        fields["best"].split(),
        fields.get("reason", ""),
        int(fields["margin"]) if "margin" in fields else None,
        {"size": len(cells), "reentry": True, "truce": 0},
    )


def margins(puzzle: Puzzle) -> dict[str, int]:
    """What every move leads to by best play on both sides, in tiles of the side to move."""
    match = Naive(puzzle.variant, 1)
    match.setup({"cells": puzzle.cells, "turn": puzzle.turn, "placed": [True, True]})
    return {text: -_margin(_after(match, text)) for text in match.legal()}


def _margin(match: Naive) -> int:
    if match.status != "playing":
        tiles = match.position()["tiles"]
        return int(tiles[match.turn - 1] - tiles[2 - match.turn])
    return max(-_margin(_after(match, text)) for text in match.legal())


def _after(match: Naive, text: str) -> Naive:
    following = copy.deepcopy(match)
    following.play(text)
    return following
