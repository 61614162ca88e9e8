"""The levels of Flood-It: two that grab cells, and two that ask the solver. A hint is what `hard` would do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, Level, Question, WithoutBudget, scaled_budget
from quincunx.engine.rules import PLAYING, WON_BY_1, evaluate, moves, play
from quincunx.games.flood.rules import NO_LIMIT, Flood
from quincunx.games.flood.solver import Costs, Solution, costs
from quincunx.search.chooser import pick
from quincunx.search.hooks import WIN


@dataclass(frozen=True)
class GreedyPlayer(WithoutBudget):
    """As many cells as it can have after so many moves."""

    depth: int
    algorithm: str = "greedy"

    def choose(self, question: Question) -> Choice:
        position = question.position
        worth = {move: most_cells(play(position, move), self.depth - 1) for move in numbers(moves(position))}
        most = max(worth.values())
        move = pick(question.game, position, [one for one in worth if worth[one] == most], question.seed)
        ahead = "at once" if self.depth == 1 else f"within {self.depth} moves"
        return Choice(move, depth=self.depth, line=(move,), reason=f"brings the most cells {ahead}")


def most_cells(position: Flood, further: int) -> int:
    """The most cells that so many further moves can bring; a board that is won sooner counts for more."""
    if position.result == WON_BY_1:
        return evaluate(position) + further
    if further == 0 or position.result != PLAYING:
        return evaluate(position)
    return max(most_cells(play(position, move), further - 1) for move in numbers(moves(position)))


@dataclass(frozen=True)
class SolverPlayer:
    """The fewest moves, proven as far as the budget goes, with what every colour costs."""

    expansions: int
    algorithm: str = "exact"
    depth: int = 0

    @property
    def budget(self) -> int:
        return self.expansions

    def scaled(self, factor: Fraction) -> "SolverPlayer":
        return replace(self, expansions=scaled_budget(self.expansions, factor))

    def choose(self, question: Question) -> Choice:
        found = costs(question.position, self.expansions, question.stop)
        best = found.solution
        named = {question.game.write_move(question.position, move): move for move in found.colours}
        told = {text: _cost(found, move) for text, move in named.items()}
        return Choice(
            move=best.moves[0],
            score=_score(question.position, best),
            depth=len(best.moves),
            nodes=best.expansions,
            line=tuple(best.moves),
            reason=_reason(question.position, best, told),
            proven=best.proven,
            details={"to_go": len(best.moves), "at_least": best.lower_bound, "costs": told},
        )


def _cost(found: Costs, move: int) -> dict[str, Any]:
    """What a colour costs: so many moves more than the best that is known."""
    cost = found.colours[move]
    return {"extra": cost.after + 1 - len(found.solution.moves), "proven": cost.proven}


def _score(position: Flood, best: Solution) -> int:
    """The moves that will be left over; a match that cannot be won in time any more is lost.

    Without a limit, what such boards take is a fair measure: as many moves as rows with four colours, and a fifth of
    that more with every further colour.
    """
    options = position.options
    if options.limit == NO_LIMIT:
        return options.size * (options.colours + 1) // 5 - position.moves - len(best.moves)
    left = options.limit - position.moves
    return left - len(best.moves) if best.lower_bound <= left else left - WIN


def _reason(position: Flood, best: Solution, told: Mapping[str, dict[str, Any]]) -> str:
    """Rule 5: "at most" where it is not proven, and never "optimal" then."""
    to_go = f"{len(best.moves)} {'move' if len(best.moves) == 1 else 'moves'} to go"
    if not best.proven:
        to_go = f"at most {to_go}, at least {best.lower_bound}"
    if position.options.limit and best.lower_bound > position.options.limit - position.moves:
        to_go += f", and only {position.options.limit - position.moves} left"
    return f"{to_go}; " + ", ".join(f"{text} {_extra(told[text])}" for text in sorted(told))


def _extra(cost: Mapping[str, Any]) -> str:
    return f"+{cost['extra']}" if cost["proven"] else f"at most +{cost['extra']}"


LEVELS: Mapping[str, Level] = {
    "easy": Level(GreedyPlayer(1), 1000),
    "medium": Level(GreedyPlayer(3), 1500),
    "hard": Level(SolverPlayer(40_000), 2000),
    "expert": Level(SolverPlayer(100_000), 2000),
}
