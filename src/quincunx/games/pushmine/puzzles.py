"""Puzzles of Pushmine: force a line in two or three moves, whatever the other side does."""

from functools import cache
from threading import local
from typing import ClassVar

from quincunx.engine.rules import PLAYING, play
from quincunx.games.pushmine.evaluation.tactics import immediate_wins
from quincunx.games.pushmine.forced_wins import Proofs, forces, make_proofs
from quincunx.games.pushmine.rules import Pushmine
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves
from quincunx.puzzles.plain_search import plain_forces

LENGTHS = (2, 3)
MOST_STOCK = 4
"""Mines that either side may have in stock: AI players hoard them, and a person never has twenty."""
TABLE_BITS = 18


class Known(local):
    """What has been proven, for each thread: two that write to one table at once could mix up their proofs."""

    def __init__(self) -> None:
        self.proofs: Proofs = make_proofs(TABLE_BITS)


@cache
def known() -> Known:
    return Known()


def proofs() -> Proofs:
    return known().proofs


def plies_of(length: int) -> int:
    """A side that moves first makes its n-th move after this many plies."""
    return 2 * length - 1


def wins_by(position: Pushmine, move: int, length: int) -> bool:
    """Whether this move forces a win within `length` moves."""
    after = play(position, move)
    if after.result != PLAYING:
        return bool(after.result == position.turn)
    return bool(forces(after, plies_of(length) - 1, False, proofs()))


class WinInMoves(PuzzleKind):
    """One move forces a win in this many moves; no other does, and no win is sooner."""

    name: ClassVar[str] = "win_in"
    meaning: ClassVar[str] = "Force a line within `length` moves, against every defence. A score of 1 is such a win."
    graders: ClassVar[tuple[str, ...]] = ("easy2", "easy4", "easy5", "easy6", "easy7", "easy8", "medium")

    def source(self, seed: int) -> Source:
        """The beginning of a match between players who overlook much, as people do."""
        levels = ("starter2", "starter3", "easy", "easy2", "easy3", "easy4")
        return Source("standard", levels, random_plies=2, most_plies=40, most_puzzles=1)

    def question(self, length: int) -> str:
        return f"Make four in a row in {length} moves, whatever the other side does. What do you play?"

    def find(self, position: Pushmine) -> Finding | None:
        if max(position.stock, position.other_stock) > MOST_STOCK or immediate_wins(position):
            return None
        for length in LENGTHS:
            if forces(position, plies_of(length), True, proofs()):
                finding = Finding(length, self.scores(position, length))
                return finding if len(finding.answers) == 1 else None
        return None

    def scores(self, position: Pushmine, length: int) -> Scores:
        return {move: int(wins_by(position, move, length)) for move in all_moves(position)}

    def check(self, position: Pushmine, length: int) -> Scores:
        plies, seat = plies_of(length) - 1, position.turn
        return {move: int(plain_forces(play(position, move), plies, seat)) for move in all_moves(position)}

    def worth(self, score: int) -> str:
        return "forces four in a row" if score else "lets the other side defend"

    def reply(self, position: Pushmine, length: int) -> int:
        """A win at once, or the first move after which nothing is forced; else the one that holds out longest."""
        wins = immediate_wins(position)
        if wins:
            return wins[0]
        return max(all_moves(position), key=lambda move: _holds_out(position, move, length))


def _holds_out(position: Pushmine, move: int, length: int) -> int:
    """For how many more moves of the other side this move delays its win; one more than `length` if for good."""
    after = play(position, move)
    if after.result != PLAYING:
        return 0 if after.result == after.turn else length + 2
    return next((n for n in range(1, length + 1) if forces(after, plies_of(n), True, proofs())), length + 1)


PUZZLES = (WinInMoves(),)
