"""The tactical detectors: wins in one, threats, moves that are safe against them, and what each push removes."""

from collections.abc import Iterable
from typing import NamedTuple

from quincunx.engine.kernels.bits import STRIDE, each, lowest
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.pushmine.evaluation.lines import ground_of, lining_up
from quincunx.games.pushmine.rules import Pushmine, blocked_pushes, first, line_cells, open_pushes, push, walls
from quincunx.search.hooks import passed


@primitive
def winning_pushes(position: Pushmine) -> int:
    """The pushes with which the side to move makes a line and wins at once, as bits of `Moves.high`. No mine ever makes
    one. A search finds a win by the last mine (rule 10) one ply later, without help."""
    found = lining_up(position.own, position.other, ground_of(position))
    return found & open_pushes(position) if found else 0


@primitive
def threats(position: Pushmine) -> int:
    """The pushes with which the other side would make a line and win if it were to move now."""
    found = lining_up(position.other, position.own, ground_of(position))
    return found & ~blocked_pushes(position) if found and walls(position) else found


@kernel
def find_winning_pushes(position: Pushmine) -> int:
    return winning_pushes(position)


@kernel
def find_threats(position: Pushmine) -> int:
    return threats(position)


# For players, who ask about one position at a time.


def immediate_wins(position: Pushmine) -> list[int]:
    """The moves that win at once, by a line or by the last mine."""
    return sorted({*(HIGH + bit for bit in each(find_winning_pushes(position))), *wins_by_mines(position)})


def threatened(position: Pushmine) -> list[int]:
    """The moves with which the other side would win if it were to move now, by a line or by the last mine."""
    return sorted({*(HIGH + bit for bit in each(find_threats(position))), *wins_by_mines(passed(position))})


def wins_by_mines(position: Pushmine) -> list[int]:
    """Rule 10: the moves that win because the side to move has then earned enough mines."""
    if not 0 < position.options.mines_to_win <= position.earned + 1:
        return []
    return [move for move in numbers(moves(position)) if play(position, move).result == position.turn]


def lets_win(position: Pushmine, move: int) -> bool:
    """Whether this move makes a line for the other side, or leaves it a win in one; after a free mine (rule 9), whether
    every push does."""
    after = play(position, move)
    if after.result != PLAYING:
        return bool(after.result == 3 - position.turn)
    if after.turn == position.turn:
        return all(lets_win(after, push) for push in numbers(moves(after)))
    return bool(immediate_wins(after))


def safe(position: Pushmine, choices: Iterable[int]) -> list[int]:
    """Those of the moves that do not let the other side win next turn."""
    return [move for move in choices if not lets_win(position, move)]


class Forecast(NamedTuple):
    """What a push would do to its line; cells are bits, None where there is no such cell."""

    stops_at: int | None
    """The mine or dud that it stops at."""
    detonates: bool
    """Whether that is a mine, and goes off."""
    removed: int | None
    """The cell whose stone leaves the board: over the far edge, or with the mine."""
    owner: int | None
    """Whose stone that is: a seat, or 0 for a dud."""
    earns: bool
    """Whether a mine is earned."""


def forecast(position: Pushmine, move: int) -> Forecast:
    """Where this push stops, and what it removes."""
    way, number = divmod(move - HIGH, STRIDE)
    done = push(position, number, way)
    stop = first((position.mines | walls(position)) & line_cells(number, way, position.options.board), way)
    removed = done.hit or done.ejected
    entering = done.detonated != 0 and not done.path
    return Forecast(
        lowest(stop) if stop else None,
        done.detonated != 0,
        lowest(removed) if removed else None,
        owner(position, removed) if removed else (position.turn if entering else None),
        done.ejected & position.other != 0,
    )


def owner(position: Pushmine, cell: int) -> int:
    """Whose stone is on this cell: a seat, or 0 for a dud."""
    if cell & position.own:
        return position.turn
    return 3 - position.turn if cell & position.other else 0
