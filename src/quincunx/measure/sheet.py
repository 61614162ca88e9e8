"""Sheets: the metrics of many matches, counted by compiled kernels.

A game's `measure` kernel plays the moves again and writes one row per match, with one slot per metric: the common
metrics first, then the game's own in the order of its `Gauge`.
"""

from typing import Any, Final, NamedTuple

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.bits import lowest
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import count
from quincunx.engine.rules import WON_BY_1, WON_BY_2, evaluate, hash, mid_turn, moves, play, recur

IntArray = npt.NDArray[np.int64]

NOTHING: Final = -1
"""In a sheet: the metric has no value for this match (nobody came back in a draw)."""

COMMON: Final = 11
PLIES, RESULT, CHOICES, FORCED, LEAD_CHANGES, BEHIND, SETTLED, COMEBACK, REPEATS, CYCLE, COVERED = range(COMMON)
"""The slots of the common metrics; a game's own begin at `COMMON`."""


class Sheet(NamedTuple):
    """What is written about one match."""

    values: IntArray
    """One slot per metric."""
    leads: IntArray
    """The lead of seat 1 before every turn."""
    keys: IntArray
    """Hashes of the positions so far."""
    heat: IntArray
    """How often each cell changed, by row and column: added up over all matches that are measured."""
    margin: int


class Sheets(NamedTuple):
    """What a `measure` kernel writes to: one row per match in `values` and `leads`."""

    values: IntArray
    leads: IntArray
    keys: IntArray
    heat: IntArray
    margin: int


@primitive
def sheet_of(sheets: Sheets, match: int) -> Sheet:
    return Sheet(sheets.values[match], sheets.leads[match], sheets.keys, sheets.heat, sheets.margin)


@primitive
def begin(position: Any, sheet: Sheet) -> None:
    sheet.values[:] = 0
    sheet.keys[0] = hash(position)


@primitive
def advance(position: Any, move: int, lead: int, ply: int, sheet: Sheet) -> Any:
    """Play the move of this ply, and count what is common to all games."""
    number = count(moves(position))
    sheet.values[CHOICES] += number
    sheet.values[FORCED] += 1 if number == 1 else 0
    sheet.leads[ply] = lead
    after = play(position, move)
    key = hash(after)
    seen = 1
    for earlier in range(ply + 1):  # several at a time: nothing but a sum
        seen += sheet.keys[earlier] == key
    sheet.keys[ply + 1] = key
    if seen == 1 or mid_turn(after):
        return after
    last = ply
    while sheet.keys[last] != key:
        last -= 1
    sheet.values[REPEATS] += 1
    sheet.values[CYCLE] = max(sheet.values[CYCLE], ply + 1 - last)
    return recur(after, seen)


@primitive
def note_changes(cells: int, sheet: Sheet) -> None:
    """These cells of a bit board have changed."""
    while cells:
        cell = lowest(cells)
        sheet.heat[cell >> 3, cell & 7] += 1
        cells &= cells - 1


@primitive
def finish(result: int, plies: int, covered: int, sheet: Sheet) -> None:
    """Count what is known only when the match is over."""
    values, leads, margin = sheet.values, sheet.leads, sheet.margin
    values[PLIES], values[RESULT], values[COVERED] = plies, result, covered
    winner = result if result in (WON_BY_1, WON_BY_2) else 0
    sign = 1 if winner == 2 else -1
    leader, behind, settled, comeback = 0, 0, 0, 0
    for ply in range(plies):
        lead = leads[ply]
        now = leader if abs(lead) < margin else (1 if lead > 0 else 2)
        values[LEAD_CHANGES] += 1 if leader not in (0, now) else 0
        leader = now
        behind += 1 if leader == 3 - winner else 0
        settled = settled if leader == winner else ply + 1
        comeback = max(comeback, sign * lead)
    values[BEHIND] = behind if winner else NOTHING
    values[SETTLED] = settled if winner else NOTHING
    values[COMEBACK] = comeback if winner else NOTHING


@primitive
def lead_of(position: Any) -> int:
    """The lead of seat 1, by the game's own `evaluate`."""
    worth = evaluate(position)
    return worth if position.turn == 1 else -worth


@primitive
def follow_common(position: Any, played: IntArray, plies: int, sheet: Sheet) -> None:
    begin(position, sheet)
    for ply in range(plies):
        position = advance(position, played[ply], lead_of(position), ply, sheet)
    finish(position.result, plies, 0, sheet)


@kernel
def measure_common(position: Any, played: IntArray, lengths: IntArray, sheets: Sheets) -> None:
    """For a game without a gauge of its own: the common metrics, except those about cells."""
    for match in range(lengths.size):
        follow_common(position, played[match], lengths[match], sheet_of(sheets, match))
