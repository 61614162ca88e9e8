"""Puzzles of Stack Swap Mosaic: the swap that pays most, where the board and the queue say all about every swap."""

from typing import ClassVar

from quincunx.engine.rules import PLAYING, evaluate, play
from quincunx.games.match3.bits import UNKNOWN, of_code
from quincunx.games.mosaic.principles import points_of
from quincunx.games.mosaic.rules import Mosaic
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves
from quincunx.puzzles.plain_search import plain_scores
from quincunx.puzzles.puzzle import Verification

LEAST_MOVES = 5
LEAST_POINTS = 50
"""More than a line of four pays: there is a second wave, or more than one line."""


class MostPoints(PuzzleKind):
    name: ClassVar[str] = "best_certain"
    meaning: ClassVar[str] = (
        "The swap that pays most, all waves counted. A score is the points that a swap pays for certain."
    )
    graders: ClassVar[tuple[str, ...]] = ("easy", "easy2", "easy3", "easy4", "medium")
    verified: ClassVar[Verification] = "naive game"

    def source(self, seed: int) -> Source:
        return Source("standard", ("easy", "easy2", "easy3"), most_puzzles=3)

    def question(self, length: int) -> str:
        return "Which swap pays most? Everything that falls can be seen."

    def find(self, position: Mosaic) -> Finding | None:
        swaps = all_moves(position)
        if len(swaps) < LEAST_MOVES or not all(_is_certain(position, swap) for swap in swaps):
            return None
        finding = Finding(1, self.scores(position, 1))
        enough = max(finding.scores.values()) >= LEAST_POINTS
        return finding if enough and len(finding.answers) == 1 else None

    def scores(self, position: Mosaic, length: int) -> Scores:
        return {swap: points_of(position, swap) for swap in all_moves(position)}

    def check(self, position: Mosaic, length: int) -> Scores:
        """The lead after the swap, less the lead before it."""
        before = evaluate(position)
        leads = plain_scores(position, 1, result_weight=0, count_weight=1)
        return {swap: lead - before for swap, lead in leads.items()}

    def worth(self, score: int) -> str:
        return f"pays {score} points"


def _is_certain(position: Mosaic, swap: int) -> bool:
    """Whether nothing unknown falls onto the board, and the match goes on."""
    after = play(position, swap)
    return bool(after.result == PLAYING and not of_code(after.cells, UNKNOWN))


PUZZLES = (MostPoints(),)
