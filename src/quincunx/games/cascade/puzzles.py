"""Puzzles of Color Cascade Grid: the swap that leaves the best lead after the other side's best answer.

Two swaps ahead everything that counts is certain: the two next goblins can be seen, and those after them are neutral.
"""

from typing import ClassVar

from quincunx.games.cascade.rules import Cascade
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves
from quincunx.puzzles.plain_search import plain_scores
from quincunx.puzzles.puzzle import Verification

PLIES = 2
WON = 100
"""More than any lead in tokens."""
LEAST_MOVES = 5


class BestSwap(PuzzleKind):
    name: ClassVar[str] = "best_certain"
    meaning: ClassVar[str] = (
        "The best swap by what is certain. A score is the lead in tokens after the other side's best answer; 100 more "
        "if the match is won by then, 100 less if it is lost."
    )
    graders: ClassVar[tuple[str, ...]] = ("starter", "easy", "easy2", "medium")
    verified: ClassVar[Verification] = "naive game"

    def source(self, seed: int) -> Source:
        return Source("moon", ("easy", "easy2"), most_puzzles=3)

    def question(self, length: int) -> str:
        return "Which swap leaves you the best lead in tokens after the other side's best answer?"

    def find(self, position: Cascade) -> Finding | None:
        if len(all_moves(position)) < LEAST_MOVES:
            return None
        finding = Finding(1, self.scores(position, 1))
        return finding if len(finding.answers) == 1 else None

    def scores(self, position: Cascade, length: int) -> Scores:
        return plain_scores(position, PLIES, WON, count_weight=1)

    def check(self, position: Cascade, length: int) -> Scores:
        return plain_scores(position, PLIES, WON, count_weight=1)

    def worth(self, score: int) -> str:
        if abs(score) > WON // 2:
            return "wins the match" if score > 0 else "loses the match"
        if score == 0:
            return "leaves both sides level"
        tokens = "1 token" if abs(score) == 1 else f"{abs(score)} tokens"
        return f"leaves you {tokens} {'ahead' if score > 0 else 'behind'}"


PUZZLES = (BestSwap(),)
