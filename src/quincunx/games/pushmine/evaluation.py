"""How good an unfinished position looks."""

from quincunx.engine.bits import popcount
from quincunx.engine.compiling import aside, primitive
from quincunx.engine.rules import evaluate
from quincunx.games.pushmine.rules import Pushmine, empty, open_pushes, ghosts, walls
from quincunx.games.pushmine.tactics import gaps, Gaps, safe_moves, threats, winning_pushes
from quincunx.search.heuristics import can_repeat, candidates, promise, rate
from quincunx.engine.moves import Moves, count
from quincunx.engine.rules import moves

BASELINE, IMPROVED, PLAIN = range(3)

WON = 100_000

@primitive
def all_gaps(missing: Gaps, cells: int) -> int:
    return popcount(missing.rows & cells) + popcount(missing.columns & cells) + popcount(missing.falling & cells) + popcount(missing.rising & cells)

@aside
def look(position: Pushmine, style: int) -> int:
    if winning_pushes(position):
        return WON
    danger = popcount(threats(position))
    length, board = position.options.line, position.options.board
    own, theirs = gaps(position.own, length, board), gaps(position.other, length, board)
    free = empty(position)
    score = 10 * (all_gaps(own, free) - all_gaps(theirs, free)) + 4 * (all_gaps(own, position.other) - all_gaps(theirs, position.own))
    score += 2 * (popcount(position.own) - popcount(position.other)) + 6 * (min(position.stock, 3) - min(position.other_stock, 3))
    return score - 12 * danger

@rate.register(Pushmine)
def pushmine_rate(position: Pushmine, style: int) -> int:
    if style == PLAIN:
        return evaluate(position)
    return look(position, style)

@can_repeat.register(Pushmine)
def pushmine_can_repeat(position: Pushmine) -> bool:
    return True

@candidates.register(Pushmine)
def pushmine_candidates(position: Pushmine, style: int) -> Moves:
    if style != PLAIN:
        wins = winning_pushes(position)
        if wins:
            return Moves(0, wins)
    return moves(position)
