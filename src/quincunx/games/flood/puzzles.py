"""Puzzles of Flood-It: small boards to be flooded in the fewest moves."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, WON_BY_1, moves, play
from quincunx.games.flood.rules import NO_LIMIT, Flood
from quincunx.games.flood.solver import costs
from quincunx.puzzles.kind import Finding, PuzzleKind, Scores, Source, all_moves, wins

if TYPE_CHECKING:
    from quincunx.engine.game import AnyGame

SIZES = (5, 6, 7)
COLOURS = 4
SHORTEST, LONGEST = 5, 10


def endless(position: Flood) -> Flood:
    """The position without a limit: how far it is to the end does not depend on one."""
    return position._replace(options=position.options._replace(limit=NO_LIMIT), result=PLAYING)


@kernel
def plain_distance(position: Flood, most: int) -> int:
    """The fewest moves that win, by trying all; one more than `most` if that many do not."""
    if position.result == WON_BY_1:
        return 0
    best = most + 1
    if most > 0:
        choice = moves(position)
        for k in range(count(choice)):
            best = min(best, 1 + plain_distance(play(position, nth(choice, k)), most - 1))
    return best


class ShortestFlood(PuzzleKind):
    name: ClassVar[str] = "shortest_flood"
    meaning: ClassVar[str] = (
        "Flood the board in `length` moves, the fewest possible. A score is minus the moves to go after this colour; "
        "every colour with the best score is an answer."
    )
    graders: ClassVar[tuple[str, ...]] = ("easy", "medium")

    def source(self, seed: int) -> Source:
        options = {"size": SIZES[seed % len(SIZES)], "colours": COLOURS, "limit_rule": "none", "limit": None}
        return Source(options, ("easy",), most_plies=1)

    def question(self, length: int) -> str:
        return f"Flood the board in {length} moves."

    def find(self, position: Flood) -> Finding | None:
        solved = costs(endless(position))
        length = len(solved.solution.moves)
        if not SHORTEST <= length <= LONGEST or not all(cost.proven for cost in solved.colours.values()):
            return None
        finding = Finding(length, {colour: -cost.after for colour, cost in solved.colours.items()})
        return finding if len(finding.answers) < len(finding.scores) else None

    def scores(self, position: Flood, length: int) -> Scores:
        return {colour: -cost.after for colour, cost in costs(endless(position)).colours.items()}

    def check(self, position: Flood, length: int) -> Scores:
        start = endless(position)
        return {colour: -int(plain_distance(play(start, colour), length)) for colour in all_moves(start)}

    def worth(self, score: int) -> str:
        if score == 0:
            return "floods the board"
        return "leaves 1 move to go" if score == -1 else f"leaves {-score} moves to go"

    def variant(self, given: str | Mapping[str, Any], finding: Finding) -> Mapping[str, Any]:
        assert isinstance(given, Mapping)
        return {"size": given["size"], "colours": given["colours"], "limit": finding.length}

    def asked(self, position: Flood, finding: Finding) -> Flood:
        return position._replace(options=position.options._replace(limit=finding.length))

    def line(self, position: Flood, length: int) -> Iterator[int]:
        """The fewest moves from here on."""
        if position.result == PLAYING:
            yield from costs(endless(position)).solution.moves

    def solves(self, game: "AnyGame", position: Flood, finding: Finding, level: str, seed: int) -> bool:
        """Whether a level floods the board in time, once it is given some of the moves; the seed says how many."""
        for colour in costs(endless(position)).solution.moves[: seed % finding.length]:
            position = play(position, colour)
        return wins(game, position, level, seed)


PUZZLES = (ShortestFlood(),)
