"""Puzzles of Infinity Grid Duel: endings that are solved to the last tile."""

from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar

from quincunx.engine.clock import lowered_flag
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import popcount
from quincunx.games.duel.evaluation import margin_of
from quincunx.games.duel.rules import Duel, empty
from quincunx.games.duel.tuples import HAND
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves
from quincunx.puzzles.plain_search import plain_scores
from quincunx.search.iterative_deepening import score_after
from quincunx.search.workspace import INFINITY, make_workspace

FEWEST_EMPTY, MOST_EMPTY = 5, 9
LEAST_MOVES = 3
MOST_NODES = 5_000_000
TABLE_BITS = 14


def plies_left(position: Duel) -> int:
    """Of two plies in a row at least one places a tile."""
    return 2 * popcount(empty(position))


@lru_cache(64)
def margins(position: Duel) -> tuple[tuple[int, int], ...]:
    """By how many tiles each move wins with best play."""
    workspace = make_workspace(MOST_NODES, np.zeros(0, np.int64), lowered_flag(), TABLE_BITS)
    plies = plies_left(position)
    return tuple(
        (move, margin_of(score_after(position, move, plies, -INFINITY, INFINITY, HAND, workspace)))
        for move in all_moves(position)
    )


class Ending(PuzzleKind):
    """An ending with one best move. A score is the lead in tiles at the end, with best play of both sides."""

    graders: ClassVar[tuple[str, ...]] = ("easy2", "easy3", "medium", "medium2", "medium3", "medium4")

    def source(self, seed: int) -> Source:
        return Source("guarded", ("medium2", "medium3"), random_plies=24)

    def find(self, position: Duel) -> Finding | None:
        if not FEWEST_EMPTY <= popcount(empty(position)) <= MOST_EMPTY or len(all_moves(position)) < LEAST_MOVES:
            return None
        finding = Finding(1, self.scores(position, 1))
        return finding if len(finding.answers) == 1 and self.asks(sorted(finding.scores.values())) else None

    @abstractmethod
    def asks(self, ranked: list[int]) -> bool:
        """Whether these scores, the worst first, make a puzzle of this kind."""

    def scores(self, position: Duel, length: int) -> Scores:
        return dict(margins(position))

    def check(self, position: Duel, length: int) -> Scores:
        return plain_scores(position, plies_left(position), result_weight=0, count_weight=1)

    def worth(self, score: int) -> str:
        if score == 0:
            return "draws"
        tiles = "1 tile" if abs(score) == 1 else f"{abs(score)} tiles"
        return f"wins by {tiles}" if score > 0 else f"loses by {tiles}"


class OnlyWin(Ending):
    name: ClassVar[str] = "only_win"
    meaning: ClassVar[str] = "The only move that wins. A score is the lead in tiles at the end, with best play."

    def question(self, length: int) -> str:
        return "Only one move wins. Which?"

    def asks(self, ranked: list[int]) -> bool:
        return ranked[-1] > 0 >= ranked[-2]


class BestEnding(Ending):
    name: ClassVar[str] = "best_ending"
    meaning: ClassVar[str] = (
        "The move with the best result in tiles, where several win or none does. A score is the lead in tiles at "
        "the end."
    )

    def question(self, length: int) -> str:
        return "Which move gets you the most tiles in the end?"

    def asks(self, ranked: list[int]) -> bool:
        return not ranked[-1] > 0 >= ranked[-2] and ranked[-1] - ranked[-2] >= 2


PUZZLES = (OnlyWin(), BestEnding())
