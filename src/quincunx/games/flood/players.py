"""The levels of Flood-It: two that grab cells, and two that ask the solver. A hint is what `hard` would do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, ChoiceDetails, Level, MoveRequest, Player, WithoutBudget, scaled_budget
from quincunx.engine.rules import PLAYING, WON_BY_1, evaluate, moves, play
from quincunx.games.flood.rules import NO_LIMIT, Flood
from quincunx.games.flood.solver import Costs, Solution, costs
from quincunx.search.chooser import pick
from quincunx.search.hooks import WIN


@dataclass(frozen=True)
class GreedyPlayer(WithoutBudget):
    """The most cells that it can have after `depth` moves."""

    depth: int
    algorithm: str = "greedy"

    def choose(self, request: MoveRequest) -> Choice:
        position = request.position
        worth = {move: most_cells(play(position, move), self.depth - 1) for move in numbers(moves(position))}
        most = max(worth.values())
        move = pick(request.game, position, [one for one in worth if worth[one] == most], request.seed)
        ahead = "at once" if self.depth == 1 else f"within {self.depth} moves"
        return Choice(move, depth=self.depth, line=(move,), reason=f"brings the most cells {ahead}")


def most_cells(position: Flood, further: int) -> int:
    """The most cells that `further` moves can bring; a board that is won sooner counts for more."""
    if position.result == WON_BY_1:
        return evaluate(position) + further
    if further == 0 or position.result != PLAYING:
        return evaluate(position)
    return max(most_cells(play(position, move), further - 1) for move in numbers(moves(position)))


@dataclass(frozen=True, slots=True)
class ColourCost:
    """What a colour costs: this many moves more than the best solution known."""

    extra: int
    proven: bool


@dataclass(frozen=True, slots=True)
class FloodDetails(ChoiceDetails):
    """The moves to go, the fewest possible, those that a limit still allows, and each colour's cost by name."""

    to_go: int
    at_least: int
    left: int | None
    costs: dict[str, ColourCost]


@dataclass(frozen=True)
class SolverPlayer:
    """The fewest moves, proven as far as the budget goes, with what every colour costs."""

    expansions: int
    algorithm: str = "exact"
    depth: int = 0

    @property
    def budget(self) -> int:
        return self.expansions

    def scaled(self, factor: Fraction) -> Player | None:
        return replace(self, expansions=scaled_budget(self.expansions, factor))

    def choose(self, request: MoveRequest) -> Choice:
        solved = costs(request.position, self.expansions, request.stop)
        best = solved.solution
        texts = {move: request.game.write_move(request.position, move) for move in solved.colours}
        by_colour = {text: _cost(solved, move) for move, text in texts.items()}
        return Choice(
            move=best.moves[0],
            score=_score(request.position, best),
            depth=len(best.moves),
            nodes=best.expansions,
            line=tuple(best.moves),
            reason=_reason(request.position, best, by_colour),
            proven=best.proven,
            details=FloodDetails(len(best.moves), best.lower_bound, _left(request.position), by_colour),
        )


def _cost(solved: Costs, move: int) -> ColourCost:
    cost = solved.colours[move]
    return ColourCost(cost.after + 1 - len(solved.solution.moves), cost.proven)


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


def _left(position: Flood) -> int | None:
    limit = position.options.limit
    return None if limit == NO_LIMIT else limit - position.moves


def _reason(position: Flood, best: Solution, by_colour: Mapping[str, ColourCost]) -> str:
    """Rule 5: "at most" where it is not proven, and never "optimal" then."""
    to_go = f"{len(best.moves)} {'move' if len(best.moves) == 1 else 'moves'} to go"
    if not best.proven:
        to_go = f"at most {to_go}, at least {best.lower_bound}"
    left = _left(position)
    if left is not None and best.lower_bound > left:
        to_go += f", and only {left} left"
    return f"{to_go}; " + ", ".join(f"{text} {_extra(by_colour[text])}" for text in sorted(by_colour))


def _extra(cost: ColourCost) -> str:
    return f"+{cost.extra}" if cost.proven else f"at most +{cost.extra}"


LEVELS: Mapping[str, Level] = {
    "easy": Level(GreedyPlayer(1), 1000),
    "medium": Level(GreedyPlayer(3), 1500),
    "hard": Level(SolverPlayer(40_000), 2000),
    "expert": Level(SolverPlayer(100_000), 2000),
}
