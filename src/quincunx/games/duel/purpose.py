"""What a tile is for, in words."""

from quincunx.engine.kernels.bits import each, neighbours, popcount
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.notation import bit_text, count_text
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.duel.principles import in_the_centre
from quincunx.games.duel.rule_based import cells_blocked
from quincunx.games.duel.rules import Duel, captured, empty

EXAMINED = 6
"""The size of the board on which every first cell of a protected tile was tried (`docs/games/duel.md`)."""


def purpose(position: Duel, move: int) -> str:
    """What the tile takes or blocks, and what the opponent could take back at once."""
    if position.own | position.other == 0 and position.own_guard and position.options.size == EXAMINED:
        if in_the_centre(position, move):
            return "begins in the middle; from any other cell the first side falls far behind"
        return "falls far behind: the first tile belongs in the middle"
    cell = 1 << move
    taken = popcount(captured(position, cell))
    if taken:
        deed = f"takes {count_text(taken)}"
    elif blocked := list(each(cells_blocked(position, move))):
        deed = f"takes room beside {' and '.join(bit_text(one) for one in blocked[:2])}"
    else:
        free = popcount(neighbours(cell, empty(position)))
        deed = f"makes room for {count_text(free)} more" if free else "fills a cell"
    after = play(position, move)
    if after.result != PLAYING:
        return deed
    risk = max((popcount(captured(after, 1 << reply)) for reply in numbers(moves(after)) if reply != PASS), default=0)
    return f"{deed}, but can lose {count_text(risk)} in return" if risk else f"{deed} and loses nothing in return"
