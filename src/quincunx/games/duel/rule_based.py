"""The specification's player: capture, block, expand, in this order; the strategy weighs the moves within a rule."""

from collections.abc import Mapping
from dataclasses import dataclass

from quincunx.engine.kernels.bits import each, neighbours, popcount
from quincunx.engine.moves import PASS
from quincunx.engine.notation import bit_text
from quincunx.engine.player import Choice, ChoiceDetails, MoveRequest, WithoutBudget
from quincunx.games.duel.advice.strategy import FEATURES, Strategy, read_strategy
from quincunx.games.duel.move_features import UNITS, Features, best_weighed, features_of
from quincunx.games.duel.rules import Duel, captured, empty, reach
from quincunx.search.chooser import pick

CAPTURE, BLOCK, EXPAND = "capture", "block", "expand"
CRITICAL_TILES = 1, 2, 3


@dataclass(frozen=True, slots=True)
class RuleDetails(ChoiceDetails):
    """The rule that allowed a move, and the move's features."""

    rule: str
    features: Features


@dataclass(frozen=True)
class RulePlayer(WithoutBudget):
    """The first rule that allows a move, and within it the move that weighs most, or nearly as much."""

    margin: int = 0
    """Without a strategy, moves whose weights differ by at most this count as nearly equal."""
    algorithm: str = "rules"
    depth: int = 1

    def choose(self, request: MoveRequest) -> Choice:
        position, strategy = request.position, read_strategy(request.strategy)
        rule, cells = first_rule(position)
        if not cells:
            return Choice(PASS, reason="passes: no cell is open")
        weighed = {cell: features_of(position, cell) for cell in cells}
        margin = self.margin if request.variety and request.strategy is None and not is_critical(position) else 0
        move = pick(request.game, position, best_weighed(strategy, weighed, margin), request.seed)
        reason = rule_text(position, rule, move)
        if request.strategy is not None:
            reason += merits_text(strategy, move, weighed)
        return Choice(move, line=(move,), reason=reason, details=RuleDetails(rule, weighed[move]))


def is_critical(position: Duel) -> bool:
    """Whether the match hangs on the exact move: one to three tiles are on the board, and can all be lost at once. A
    choice among near-equals would cost strength here."""
    return popcount(position.own | position.other) in CRITICAL_TILES


def first_rule(position: Duel) -> tuple[str, list[int]]:
    """The first rule that allows a move, and the cells that it allows."""
    cells = list(each(reach(position.own, position.own_free, empty(position))))
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


def merits_text(strategy: Strategy, move: int, weighed: Mapping[int, Features]) -> str:
    """What the strategy liked most about a move beside the others that it weighed: two features at most."""
    total = {name: sum(features[name] for features in weighed.values()) for name in FEATURES}
    merits = {
        name: strategy.weight(name) * UNITS[name] * (len(weighed) * weighed[move][name] - total[name])
        for name in FEATURES
    }
    liked = sorted((name for name in FEATURES if merits[name] > 0), key=lambda name: -merits[name])[:2]
    named = [("" if strategy.weight(name) > 0 else "few ") + name.replace("_", " ") for name in liked]
    return f" (for {' and '.join(named)})" if named else ""
