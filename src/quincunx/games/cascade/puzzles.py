"""Puzzles of Color Cascade Grid: the swap that leaves the best lead, for certain or on average.

Two swaps ahead everything that counts is certain: the two next goblins can be seen, and those after them are neutral.
Three swaps ahead the colours of two goblins count that nobody has seen yet. The side that swaps second sees them.
"""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, evaluate, moves, play
from quincunx.games.cascade.rules import GOBLINS_SHOWN, Cascade
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves
from quincunx.puzzles.plain_search import plain_scores
from quincunx.puzzles.puzzle import Verification
from quincunx.puzzles.sampling import UNIT, SampledKind, Worths
from quincunx.search.hooks import reveal
from quincunx.search.workspace import INFINITY, Words

CERTAIN_PLIES, SAMPLED_PLIES = 2, 3
WON = 100
"""More than any lead in tokens."""
MOST_LEAD = 10
"""On average, where the match goes on whatever is drawn; beyond it, some draws decide the match."""
DECIDED = 90
"""Where every draw decides the match."""
LEAST_MOVES = 5
COLOURINGS = 1 << GOBLINS_SHOWN
"""Of two goblins that nobody has seen: all are equally likely."""


@primitive
def lead_of(position: Cascade) -> int:
    """The lead of the side to move as it is."""
    decided = 0 if position.result == PLAYING else WON if position.result == position.turn else -WON
    return evaluate(position) + decided


@primitive
def after_one(position: Cascade, enough: int) -> int:
    """The lead of the side to move after its best swap; where that is `enough`, perhaps not the best."""
    if position.result != PLAYING:
        return lead_of(position)
    best = -INFINITY
    choice = moves(position)
    for k in range(count(choice)):
        best = max(best, -lead_of(play(position, nth(choice, k))))
        if best >= enough:
            break
    return best


@primitive
def after_two(position: Cascade) -> int:
    """The same after the other side's best answer to it."""
    if position.result != PLAYING:
        return lead_of(position)
    best = -INFINITY
    choice = moves(position)
    for k in range(count(choice)):
        best = max(best, -after_one(play(position, nth(choice, k)), -best))
    return best


@kernel
def certain_lead(position: Cascade, swap: int) -> int:
    """The lead that a swap leaves after the other side's best answer."""
    return -after_one(play(position, swap), INFINITY)


@kernel
def revealed_leads(position: Cascade, swap: int, leads: Words) -> None:
    """The lead that a swap leaves after an answer and a further swap, for each colouring of the goblins that come into
    sight after it."""
    after = play(position, swap)
    for way in range(len(leads)):
        leads[way] = -after_two(reveal(after, way))


def best_at_once(position: Cascade) -> int:
    """The swap with the best lead before any answer."""
    return min(all_moves(position), key=lambda swap: int(lead_of(play(position, swap))))


class BestLead(PuzzleKind):
    """Which swap leaves the best lead in tokens."""

    graders: ClassVar[tuple[str, ...]] = ("starter", "easy", "easy2", "medium")

    def source(self, seed: int) -> Source:
        return Source("moon", ("easy", "easy2"), most_puzzles=3)


class CertainLead(BestLead):
    name: ClassVar[str] = "best_certain"
    meaning: ClassVar[str] = (
        "The best swap by what is certain. A score is the lead in tokens after the other side's best answer; 100 more "
        "if the match is won by then, 100 less if it is lost."
    )
    verified: ClassVar[Verification] = "naive game"

    def question(self, length: int) -> str:
        return "Which swap leaves you the best lead in tokens after the other side's best answer?"

    def find(self, position: Cascade) -> Finding | None:
        if len(all_moves(position)) < LEAST_MOVES:
            return None
        finding = Finding(1, self.scores(position, 1))
        return finding if len(finding.answers) == 1 else None

    def scores(self, position: Cascade, length: int) -> Scores:
        return {swap: int(certain_lead(position, swap)) for swap in all_moves(position)}

    def check(self, position: Cascade, length: int) -> Scores:
        return plain_scores(position, CERTAIN_PLIES, WON, count_weight=1)

    def reply(self, position: Cascade, length: int) -> int:
        """The answer that counts: by the lead at once, without what comes after it."""
        return best_at_once(position)

    def worth(self, score: int) -> str:
        if abs(score) > WON // 2:
            return "wins the match" if score > 0 else "loses the match"
        if score == 0:
            return "leaves both sides level"
        tokens = "1 token" if abs(score) == 1 else f"{abs(score)} tokens"
        return f"leaves you {tokens} {'ahead' if score > 0 else 'behind'}"


class AverageLead(SampledKind, BestLead):
    name: ClassVar[str] = "best_sampled"
    meaning: ClassVar[str] = (
        "The best swap on average, where goblins that cannot be seen yet count. A score is the lead in tokens after "
        "the other side's best answer and the best swap after that, in hundredths; "
        "a match that is won or lost by then counts 100 tokens."
    )
    plies: ClassVar[int] = SAMPLED_PLIES
    result_weight: ClassVar[int] = WON

    def question(self, length: int) -> str:
        return (
            "Which swap leaves you the best lead on average, after the other side's best answer and your best swap "
            "after that? Two of the goblins cannot be seen yet."
        )

    def worths(self, position: Cascade) -> Worths:
        found = {}
        for swap in all_moves(position):
            found[swap] = np.zeros(COLOURINGS, np.int64)
            revealed_leads(position, swap, found[swap])
        return found

    def reply(self, position: Cascade, length: int) -> int:
        """The answer after which even the best swap leaves the least."""
        return max(all_moves(position), key=lambda swap: int(certain_lead(position, swap)))

    def line(self, position: Cascade, length: int) -> Iterator[int]:
        """The answer and the swap after it: the lead is counted then."""
        for choose in (partial(self.reply, length=length), best_at_once):
            if position.result == PLAYING:
                move = choose(position)
                yield move
                position = play(position, move)

    def asks(self, position: Cascade, finding: Finding) -> bool:
        """Something has to depend on the goblins."""
        scores = finding.scores.values()
        return len(scores) >= LEAST_MOVES and any(score % UNIT for score in scores)

    def worth(self, score: int) -> str:
        if abs(score) > DECIDED * UNIT:
            return "wins the match" if score > 0 else "loses the match"
        if abs(score) > MOST_LEAD * UNIT:
            return "may win the match" if score > 0 else "may lose the match"
        if score == 0:
            return "leaves both sides level on average"
        return f"leaves you {abs(score) / UNIT:.2g} tokens {'ahead' if score > 0 else 'behind'} on average"


PUZZLES = (CertainLead(), AverageLead())
