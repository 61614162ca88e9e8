"""A small game with a network: three in a row. Cheap to compile, and quick to learn."""

from pathlib import Path
from typing import NamedTuple, cast

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.bits import STRIDE, popcount, rectangle
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.moves import Moves
from quincunx.engine.rules import DRAWN, PLAYING, evaluate, moves, play
from quincunx.learning.network import Network, Schedule, blocks, cells, lines
from quincunx.learning.values import planes

SIZE = 3
BOARD = rectangle(SIZE, SIZE)


class Noughts(NamedTuple):
    own: int
    other: int
    turn: int
    ply: int
    result: int


@primitive
def has_line(marks: int) -> bool:
    for step in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        if marks & marks >> step & marks >> 2 * step:
            return True
    return False


@moves.register(Noughts)
def noughts_moves(position: Noughts) -> Moves:
    return Moves(BOARD & ~(position.own | position.other) if position.result == PLAYING else 0, 0)


@play.register(Noughts)
def noughts_play(position: Noughts, move: int) -> Noughts:
    own = position.own | 1 << move
    result = position.turn if has_line(own) else (DRAWN if own | position.other == BOARD else PLAYING)
    return Noughts(position.other, own, 3 - position.turn, position.ply + 1, result)


@evaluate.register(Noughts)
def noughts_evaluate(position: Noughts) -> int:
    return popcount(position.own) - popcount(position.other)


@planes.register(Noughts)
def noughts_planes(position: Noughts) -> tuple[int, int]:
    return position.own, position.other


START = Noughts(0, 0, 1, 0, PLAYING)


class NoughtsGame:
    """As much of a game as a training asks for."""

    slug, version, seats, chance = "noughts", 1, 2, False

    def __init__(self, table: Path) -> None:
        self.network: Network | None = Network(
            table=table,
            rows=SIZE,
            cols=SIZE,
            states=3,
            patterns=(*lines(SIZE, SIZE), cells("a1 b2 c3"), *blocks(SIZE, SIZE, 2, 2)),
            scale=100,
            schedule=Schedule(games=30, search_games=6, search_depth=2, rate=0.05, search_rate=0.02, opening=3),
        )

    def variant(self, given: object = None) -> object:
        return given

    def new(self, variant: object, seed: int) -> Noughts:
        return START


def noughts(table: Path) -> AnyGame:
    return cast(AnyGame, NoughtsGame(table))
