"""The players of Infinity Grid Duel: random, the specification's rules with a strategy, and searches that solve the end."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from quincunx.engine.bits import each, neighbours, popcount
from quincunx.engine.moves import PASS
from quincunx.engine.notation import bit_text
from quincunx.engine.players import Choice, Player, Question
from quincunx.games.duel.evaluation import margin_of
from quincunx.games.duel.rules import Duel, captured, empty, reach
from quincunx.games.duel.strategy import FEATURES, Strategy, read_strategy
from quincunx.games.duel.weighing import UNITS, features_of, worth
from quincunx.search.choosing import pick
from quincunx.search.players import RandomPlayer

CAPTURE, BLOCK, EXPAND = "capture", "block", "expand"


@dataclass(frozen=True)
class RulePlayer:
    """The specification's player: capture, else block, else expand; within a rule the strategy weighs the moves."""

    algorithm: str = "rules"
    depth: int = 1

    def choose(self, question: Question) -> Choice:
        position, strategy = question.position, read_strategy(question.strategy)
        rule, cells = first_rule(position)
        if not cells:
            return Choice(PASS, reason="passes: no cell is open")
        weighed = {cell: features_of(position, cell) for cell in cells}
        most = max(worth(strategy, features) for features in weighed.values())
        equals = [cell for cell, features in weighed.items() if worth(strategy, features) == most]
        move = pick(question.game, position, equals, question.seed)
        return Choice(move, reason=reason(position, rule, move), details={"rule": rule, "features": weighed[move]})


def first_rule(position: Duel) -> tuple[str, list[int]]:
    """The first rule that allows a move, and the cells that it allows."""
    room = empty(position)
    open_cells = list(each(reach(position.own, position.own_free, room)))
    wanted = reach(position.other, position.other_free, room)
    captures = [cell for cell in open_cells if captured(position, 1 << cell)]
    if captures:
        return CAPTURE, captures
    blocks = [cell for cell in open_cells if neighbours(1 << cell, wanted)]
    return (BLOCK, blocks) if blocks else (EXPAND, open_cells)


def reason(position: Duel, rule: str, move: int) -> str:
    if rule == CAPTURE:
        return f"captures {popcount(captured(position, 1 << move))} at {bit_text(move)}"
    return f"{rule}s {bit_text(move)}"


LEVELS: Mapping[str, Player] = {"easy": RandomPlayer(), "medium": RulePlayer()}
