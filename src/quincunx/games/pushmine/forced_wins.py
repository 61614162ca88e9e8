"""Forced wins in Pushmine: whether a side can force a win within a number of plies.

A forced win is proven against every defence, and that there is none within n plies against every attack. Repetitions
need no rule here: the shortest win never comes back to a position. Positions that can be turned or mirrored into each
other share their proofs.
"""

from typing import NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import STRIDE
from quincunx.engine.kernels.compiler import aside, kernel, primitive
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, hash, moves, play
from quincunx.games.pushmine.evaluation.tactics import winning_pushes
from quincunx.games.pushmine.rules import Pushmine

TABLE_BITS = 24
SYMMETRIC_FROM = 3
"""With fewer plies to go it is quicker to search than to look for turned positions."""
NEVER = 255
HALF = (1 << 2 * STRIDE) - 1
"""The pushes along rows, among the bits of a barred push; those along columns lie above."""


class Proofs(NamedTuple):
    """By position: within how many plies the attack is known to succeed, and within how many to fail, packed."""

    keys: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]
    visited: npt.NDArray[np.int64]


def make_proofs(bits: int = TABLE_BITS) -> Proofs:
    return Proofs(np.zeros(1 << bits, np.int64), np.zeros(1 << bits, np.int64), np.zeros(1, np.int64))


@primitive
def flip_rows(cells: int, size: int) -> int:
    """Mirrored top to bottom."""
    flipped = 0
    for row in range(size):
        flipped |= (cells >> STRIDE * row & (1 << STRIDE) - 1) << STRIDE * (size - 1 - row)
    return flipped


@primitive
def transpose(cells: int) -> int:
    """Mirrored at the diagonal that falls from a1: rows become columns, by swapping ever larger blocks."""
    t = (cells ^ cells >> 7) & 0x00AA00AA00AA00AA
    cells = cells ^ t ^ t << 7
    t = (cells ^ cells >> 14) & 0x0000CCCC0000CCCC
    cells = cells ^ t ^ t << 14
    t = (cells ^ cells >> 28) & 0x00000000F0F0F0F0
    return cells ^ t ^ t << 28


@primitive
def flip_barred(barred: int, size: int) -> int:
    """Pushes of rows change their row; those of columns go the other way."""
    rows = 0
    for way in range(2):
        for number in range(size):
            rows |= (barred >> (STRIDE * way + number) & 1) << (STRIDE * way + size - 1 - number)
    columns = barred >> 2 * STRIDE
    return rows | (columns << STRIDE & HALF | columns >> STRIDE) << 2 * STRIDE


@primitive
def with_cells(position: Pushmine, own: int, other: int, mines: int, barred: int) -> Pushmine:
    return Pushmine(
        own, other, mines, position.duds, position.stock, position.other_stock, position.earned, position.other_earned,
        barred, position.stage, position.turn, position.ply, position.seen, position.result,
        position.ages, position.options,
    )  # fmt: skip


@primitive
def flipped(position: Pushmine) -> Pushmine:
    """The position mirrored top to bottom."""
    size = position.options.size
    own, other, mines = position.own, position.other, position.mines
    barred = flip_barred(position.barred, size)
    return with_cells(position, flip_rows(own, size), flip_rows(other, size), flip_rows(mines, size), barred)


@primitive
def transposed(position: Pushmine) -> Pushmine:
    """The position with rows for columns."""
    barred = (position.barred & HALF) << 2 * STRIDE | position.barred >> 2 * STRIDE
    return with_cells(position, transpose(position.own), transpose(position.other), transpose(position.mines), barred)


@aside
def shared_key(position: Pushmine) -> int:
    """The smallest hash of the eight ways to turn the board: mirrored in turn at two axes, all of them come by."""
    key = hash(position)
    for number in range(7):
        position = transposed(position) if number & 1 else flipped(position)
        key = min(key, hash(position))
    return key


@primitive
def note(proofs: Proofs, slot: int, key: int, plies: int, found: bool) -> None:
    """Keep what was proven, beside what was known of the same position."""
    succeeds, fails = NEVER, 0
    if proofs.keys[slot] == key:
        succeeds, fails = proofs.bounds[slot] >> 8, proofs.bounds[slot] & NEVER
    proofs.keys[slot] = key
    proofs.bounds[slot] = plies << 8 | fails if found else succeeds << 8 | plies


@kernel
def forces(position: Pushmine, plies: int, attacking: bool, proofs: Proofs) -> bool:
    """Whether the attacker forces a win within this many plies; `attacking` if it is the attacker's turn."""
    proofs.visited[0] += 1
    if plies <= 0:
        return False
    if winning_pushes(position) != 0:
        return attacking
    if attacking and plies == 1 and position.options.mines_to_win == 0:
        return False
    key = shared_key(position) if plies >= SYMMETRIC_FROM else hash(position)
    slot = (key ^ (1 if attacking else 0)) & proofs.keys.size - 1
    if proofs.keys[slot] == key:
        if plies >= proofs.bounds[slot] >> 8:
            return True
        if plies <= proofs.bounds[slot] & NEVER:
            return False
    choice = moves(position)
    found = not attacking
    for k in range(count(choice) - 1, -1, -1):
        after = play(position, nth(choice, k))
        if after.result == PLAYING:
            goes_on = after.turn == position.turn
            forced = forces(after, plies - 1, attacking if goes_on else not attacking, proofs)
        else:
            forced = after.result == (position.turn if attacking else 3 - position.turn)
        if forced == attacking:
            found = attacking
            break
    note(proofs, slot, key, plies, found)
    return found
