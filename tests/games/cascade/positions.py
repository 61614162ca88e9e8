"""Positions of cascade for the tests: drawn, from random matches, mirrored, exchanged; and those of `tactics.txt`."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx.catalogue import game
from quincunx.engine.kernels.bits import STRIDE, each
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.games.cascade.players import LEVELS
from quincunx.games.cascade.rules import Cascade
from quincunx.games.match3.bits import Planes

CASCADE = game("cascade")
TACTICS = Path(__file__).with_name("tactics.txt")


def set_up(*rows: str, turn: int = 1, goblins: str = "gv", seed: int = 1, variant: Any = None) -> Cascade:
    """A position drawn row by row from below: empty rows above need not be drawn."""
    size = CASCADE.variant(variant).size
    cells = ["." * size] * (size - len(rows)) + list(rows)
    fields = {"cells": cells, "turn": turn, "goblins": goblins}
    position: Cascade = CASCADE.place(CASCADE.variant(variant), seed, fields)
    return position


def walk(seed: int, variant: Any = None) -> Iterator[Cascade]:
    """The positions of a random match, as they are, the last one finished."""
    choice = random.Random(seed)
    position: Cascade = CASCADE.new(CASCADE.variant(variant), seed)
    while position.result == PLAYING:
        yield position
        position = play(position, choice.choice(list(numbers(moves(position)))))
    yield position


def seen(position: Cascade) -> Cascade:
    """What the side to move sees."""
    observed: Cascade = observe(position, position.turn)
    return observed


def ask(position: Cascade, level: str, seed: int = 7) -> Choice:
    return LEVELS[level].player.choose(MoveRequest(CASCADE, seen(position), seed))


def texts(position: Cascade, choice: list[int]) -> list[str]:
    return sorted(CASCADE.write_move(position, move) for move in choice)


def mirrored(position: Cascade) -> Cascade:
    """The board with left and right exchanged."""
    size = position.options.size

    def flip(plane: int) -> int:
        return sum(1 << (bit // STRIDE * STRIDE + size - 1 - bit % STRIDE) for bit in each(plane))

    return position._replace(cells=Planes(*(flip(plane) for plane in position.cells)))


def exchanged(position: Cascade) -> Cascade:
    """Blue for orange and orange for blue, codes 1 and 2, with the other side to move."""
    ones, twos, fours = position.cells
    owned = (ones ^ twos) & ~fours
    return position._replace(cells=Planes(ones ^ owned, twos ^ owned, fours), turn=3 - position.turn)


@dataclass(frozen=True)
class Tactic:
    fields: dict[str, str]
    position: Cascade

    @property
    def levels(self) -> list[str]:
        return self.fields["levels"].split()


def tactics() -> list[Tactic]:
    """All positions of `tactics.txt`."""
    blocks = [block.splitlines() for block in TACTICS.read_text().split("\n\n")]
    return [_read(block) for block in blocks if block[0].startswith("name:")]


def _read(lines: list[str]) -> Tactic:
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    rows = [line for line in lines if ": " not in line]
    return Tactic(fields, set_up(*rows, turn=int(fields["turn"]), goblins=fields["goblins"]))
