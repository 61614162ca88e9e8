"""Infinity Grid Duel: place a tile, turn its neighbours, hold most of the board. Rule numbers are those of
`docs/games/duel.md`.

Tiles are kept from the mover's side (`own`, `other`), so that a turn is the same for both seats and ends by swapping
the two. A move is the bit of its cell.
"""

from typing import NamedTuple

from quincunx.engine.kernels.bits import neighbours, popcount, rectangle
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.kernels.randomness import mix
from quincunx.engine.moves import PASS, Moves
from quincunx.engine.rules import DRAWN, PLAYING, evaluate, hash, moves, play


class Options(NamedTuple):
    size: int
    reentry: int
    truce: int
    board: int
    """The cells of the board: they follow from `size`."""
    guard: int
    """What a side's guard is before it has placed: every cell with `protect_first`, else none."""


def make_options(size: int, reentry: bool, truce: int, protect_first: bool) -> Options:
    board = rectangle(size, size)
    return Options(size, int(reentry), truce, board, board if protect_first else 0)


class Duel(NamedTuple):
    own: int
    other: int
    own_free: int
    """Whether the side to move may, once it has no tile on the board, place on any empty cell (rule 1)."""
    other_free: int
    own_guard: int
    """Where the side to move has a tile that cannot be turned (rule 2). Every cell, as long as its first tile is still
    to be placed and will be protected; no cell without `protect_first`."""
    other_guard: int
    turn: int
    ply: int
    result: int
    options: Options


@primitive
def empty(position: Duel) -> int:
    return position.options.board & ~(position.own | position.other)


@primitive
def reach(tiles: int, free: int, empty_cells: int) -> int:
    """Where a side may place. Rule 2: on an empty cell orthogonally next to a tile of its own; rule 1: on any empty
    cell when it has no tile on the board (`reentry` false: before its very first placement alone)."""
    if tiles == 0:
        return empty_cells if free else 0
    return neighbours(tiles, empty_cells)


@primitive
def captured(position: Duel, tile: int) -> int:
    """Rule 2: the tiles of the other side orthogonally next to the new one turn, and no others; none of them while
    fewer than `truce` tiles are on the board, and never its protected tile."""
    if popcount(position.own | position.other) < position.options.truce:
        return 0
    return neighbours(tile, position.other & ~position.other_guard)


@primitive
def verdict(own: int, other: int, turn: int) -> int:
    """Rule 3: more tiles win, equal is a draw; `own` are those of seat `turn`."""
    margin = popcount(own) - popcount(other)
    if margin == 0:
        return DRAWN
    return turn if margin > 0 else 3 - turn


@primitive
def settle(position: Duel, tile: int, turned: int) -> Duel:
    """The end of a turn that placed `tile` (0: a pass) and turned these tiles. Rule 3: a full board ends the match."""
    own, other = position.own | tile | turned, position.other & ~turned
    result = verdict(own, other, position.turn) if own | other == position.options.board else PLAYING
    # The first tile keeps, of a guard that was the whole board, its own cell. A side that comes back has no guard.
    guard = position.own_guard if position.own else position.own_guard & tile
    # Only a side that can move at all is still free without `reentry`, and it loses that by moving: no pass keeps it.
    return Duel(
        other, own, position.other_free, position.options.reentry, position.other_guard, guard, 3 - position.turn,
        position.ply + 1, result, position.options,
    )  # fmt: skip


def judged(position: Duel) -> Duel:
    """A position that was set up, with the result that rule 3 gives it.

    That neither side can move, on a board with room, is possible only here: in a match there is always a tile beside
    an empty cell, and its side can move.
    """
    room = empty(position)
    if reach(position.own, position.own_free, room) or reach(position.other, position.other_free, room):
        return position
    return position._replace(result=verdict(position.own, position.other, position.turn))


@moves.register(Duel)
def duel_moves(position: Duel) -> Moves:
    """Rule 3: a side that cannot move passes."""
    if position.result != PLAYING:
        return Moves(0, 0)
    cells = reach(position.own, position.own_free, empty(position))
    return Moves(cells if cells else 1 << PASS, 0)


@play.register(Duel)
def duel_play(position: Duel, move: int) -> Duel:
    tile = 1 << move & position.options.board  # PASS is a bit beyond every board: nothing is placed, nothing turns
    return settle(position, tile, captured(position, tile))


@hash.register(Duel)
def duel_hash(position: Duel) -> int:
    """Cells, side to move, who may still place anywhere, and what is protected: what makes two positions the same."""
    free = position.own_free << 1 | position.other_free
    cells = mix(mix(position.own ^ free << 56) ^ position.other ^ position.turn << 56)
    if position.own_guard | position.other_guard == 0:
        return cells
    return mix(mix(cells ^ position.own_guard) ^ position.other_guard)


@evaluate.register(Duel)
def duel_evaluate(position: Duel) -> int:
    """Tiles; a player's own evaluation knows more."""
    return popcount(position.own) - popcount(position.other)
