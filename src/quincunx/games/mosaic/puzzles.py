"""Puzzles of Stack Swap Mosaic: the swap that pays most, for certain or on average."""

from collections.abc import Iterator
from typing import ClassVar

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.kernels.randomness import word
from quincunx.engine.rules import PLAYING, evaluate, play
from quincunx.games.match3.bits import UNKNOWN, of_code, swapped
from quincunx.games.mosaic.principles import points_of
from quincunx.games.mosaic.rules import Mosaic, settled
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves
from quincunx.puzzles.plain_search import plain_scores
from quincunx.puzzles.puzzle import Verification
from quincunx.puzzles.sampling import DRAWS, SAMPLES, UNIT, SampledKind, Worths
from quincunx.search.hooks import sample
from quincunx.search.workspace import Words

LEAST_MOVES = 5
LEAST_POINTS = 50
"""More than a line of four pays: there is a second wave, or more than one line."""
SEED = 1


class MostPoints(PuzzleKind):
    """Which swap pays most, all waves counted."""

    graders: ClassVar[tuple[str, ...]] = ("easy", "easy2", "easy3", "easy4", "medium")
    most_puzzles: ClassVar[int]

    def source(self, seed: int) -> Source:
        return Source("standard", ("easy", "easy2", "easy3"), most_puzzles=self.most_puzzles)

    def line(self, position: Mosaic, length: int) -> Iterator[int]:
        """Nothing: what a swap pays is seen at once, and an answer of the other side would only distract from it."""
        return iter(())


class CertainPoints(MostPoints):
    name: ClassVar[str] = "best_certain"
    meaning: ClassVar[str] = (
        "The swap that pays most, all waves counted. A score is the points that a swap pays for certain."
    )
    verified: ClassVar[Verification] = "naive game"
    most_puzzles: ClassVar[int] = 3

    def question(self, length: int) -> str:
        return "Which swap pays most? Everything that falls can be seen."

    def find(self, position: Mosaic) -> Finding | None:
        swaps = all_moves(position)
        if len(swaps) < LEAST_MOVES or not _are_certain(position, swaps):
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


class AveragePoints(SampledKind, MostPoints):
    name: ClassVar[str] = "best_sampled"
    meaning: ClassVar[str] = (
        "The swap that pays most on average, where drops that cannot be seen count. A score is the points that it "
        "pays on average, in hundredths."
    )
    plies: ClassVar[int] = 1
    most_puzzles: ClassVar[int] = 1
    result_weight: ClassVar[int] = 0

    def question(self, length: int) -> str:
        return "Which swap pays most on average? Not everything that falls can be seen."

    def worths(self, position: Mosaic) -> Worths:
        found = {}
        for swap in all_moves(position):
            found[swap] = np.zeros(SAMPLES, np.int64)
            drawn_points(position, swap, found[swap])
        return found

    def lead_before(self, position: Mosaic) -> int:
        return int(evaluate(position))

    def asks(self, position: Mosaic, finding: Finding) -> bool:
        swaps = list(finding.scores)
        enough = max(finding.scores.values()) >= LEAST_POINTS * UNIT
        return enough and len(swaps) >= LEAST_MOVES and not _are_certain(position, swaps)

    def worth(self, score: int) -> str:
        return f"pays {round(score / UNIT, 1):g} points on average"


@kernel
def drawn_points(position: Mosaic, swap: int, points: Words) -> None:
    """What a swap pays in as many draws of the drops behind the queue."""
    for k in range(len(points)):
        supply = sample(position, word(SEED, DRAWS, k)).supply
        points[k] = settled(swapped(position.cells, swap), supply, position.options).points


def _are_certain(position: Mosaic, swaps: list[int]) -> bool:
    """Whether nothing unknown falls onto the board by any of these swaps, and the match goes on."""
    reached = [play(position, swap) for swap in swaps]
    return all(after.result == PLAYING and not of_code(after.cells, UNKNOWN) for after in reached)


PUZZLES = (CertainPoints(), AveragePoints())
