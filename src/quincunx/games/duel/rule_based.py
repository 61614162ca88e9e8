"""The specification's player: capture, block, expand, in this order; wishes choose among the moves of a rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quincunx.engine.kernels.bits import each, neighbours, popcount
from quincunx.engine.moves import PASS
from quincunx.engine.notation import bit_text
from quincunx.engine.player import Choice, ChoiceDetails, MoveRequest, WithoutBudget
from quincunx.engine.rules import play
from quincunx.games.duel.evaluation import TILE
from quincunx.games.duel.move_features import Features, best_weighed, features_of, most_turned
from quincunx.games.duel.principles import ABOUT_CAPTURES, TILES
from quincunx.games.duel.rules import Duel, captured, empty, reach
from quincunx.search.advice.obedience import Obedience, as_asked, obey, wishes_of, words_for
from quincunx.search.advice.principles import Wish
from quincunx.search.chooser import pick

CAPTURE, BLOCK, EXPAND = "capture", "block", "expand"
CRITICAL_TILES = 2


@dataclass(frozen=True, slots=True)
class RuleDetails(ChoiceDetails):
    """The rule that allowed a move, and the move's features."""

    rule: str
    features: Features


@dataclass(frozen=True)
class RulePlayer(WithoutBudget):
    """The first rule that allows a move, and within it the move that weighs most, or nearly as much.

    Wishes choose within the rule, except that words about captures are obeyed before any rule. What a move costs is
    judged by what it turns less what the best answer turns back.
    """

    margin: int = 0
    """Moves whose weights differ by at most this count as nearly equal."""
    algorithm: str = "rules"
    depth: int = 1

    def choose(self, request: MoveRequest) -> Choice:
        position = request.position
        cells = open_cells(position)
        if not cells:
            return Choice(PASS, reason="passes: no cell is open")
        allowed = allow(position, cells, wishes_of(request))
        weighed = {cell: features_of(position, cell) for cell in allowed.cells}
        margin = self.margin if request.variety and not is_critical(position) else 0
        move = pick(request.game, position, best_weighed(weighed, margin), request.seed)
        details = RuleDetails(allowed.rule, weighed[move])
        choice = Choice(move, line=(move,), reason=rule_text(position, allowed.rule, move), details=details)
        return as_asked(choice, allowed.words(move))

    def obeys(self, wishes: Sequence[Wish]) -> str:
        first = "Obeys your words about captures first. Otherwise it" if about_captures(wishes) else "It"
        return (
            f"{first} captures if it can, else blocks, else expands, as always; among the moves of such a rule it does "
            "as you asked, if that costs no more by what it turns and what the best answer turns back."
        )


class Allowed(NamedTuple):
    """What the wishes and the rules leave: the rule that decided, its cells, and what each wish had to do with it."""

    rule: str
    cells: list[int]
    costs: Mapping[int, int]
    """What each cell costs beside the best one that the rules allow, or beside any if words went before the rules."""
    obedience: Obedience

    def words(self, move: int) -> str:
        return words_for(self.obedience, self.costs[move], TILES)


def allow(position: Duel, cells: list[int], wishes: Sequence[Wish]) -> Allowed:
    """Words about captures, then the rules, then all other words."""
    worths = {cell: TILE * exchange(position, cell) for cell in cells} if wishes else dict.fromkeys(cells, 0)
    captures = about_captures(wishes)
    first = obey(position, captures, worths, TILES)
    rule, allowed = first_rule(position, first.moves)
    others = [wish for wish in wishes if wish not in captures]
    then = obey(position, others, {cell: worths[cell] for cell in allowed}, TILES)
    best = max(worths.values() if first.fulfilled else [worths[cell] for cell in allowed])
    both = Obedience(then.moves, first.fulfilled + then.fulfilled, first.too_dear + then.too_dear)
    return Allowed(rule, then.moves, {cell: best - worth for cell, worth in worths.items()}, both)


def about_captures(wishes: Sequence[Wish]) -> list[Wish]:
    return [wish for wish in wishes if wish.principle in ABOUT_CAPTURES]


def exchange(position: Duel, cell: int) -> int:
    """What a placement turns, less what the best answer turns back."""
    return popcount(captured(position, 1 << cell)) - most_turned(play(position, cell))


def open_cells(position: Duel) -> list[int]:
    return list(each(reach(position.own, position.own_free, empty(position))))


def is_critical(position: Duel) -> bool:
    """Whether the match hangs on the exact move: the first side's second one, while each side has one tile and may lose
    it. A choice among near-equals would cost strength here; elsewhere it costs little, and no game is won by rote."""
    return popcount(position.own | position.other) == CRITICAL_TILES


def first_rule(position: Duel, cells: list[int]) -> tuple[str, list[int]]:
    """The first rule that allows one of these moves, and those that it allows."""
    captures = [cell for cell in cells if captured(position, 1 << cell)]
    if captures:
        return CAPTURE, captures
    blocks = [cell for cell in cells if cells_blocked(position, cell)]
    return (BLOCK, blocks) if blocks else (EXPAND, cells)


def cells_blocked(position: Duel, cell: int) -> int:
    """Rule 4: a block lies next to an empty cell that the other side could play before it; these cells."""
    wanted = reach(position.other, position.other_free, empty(position))
    return neighbours(1 << cell, wanted)


def rule_text(position: Duel, rule: str, move: int) -> str:
    if rule == CAPTURE:
        return f"captures {popcount(captured(position, 1 << move))} at {bit_text(move)}"
    if rule == BLOCK:
        wanted = " and ".join(bit_text(cell) for cell in each(cells_blocked(position, move)))
        return f"blocks {wanted} from {bit_text(move)}"
    return f"expands to {bit_text(move)}"
