"""Negamax: alpha-beta with principal-variation windows and a transposition table, over any game.

A search ends at its budget of nodes; the clock only sets a flag that the search polls, and a search that came back for
the flag says so.
"""

from typing import Any

from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import Moves, count, nth
from quincunx.engine.rules import PLAYING, hash, outcome, play
from quincunx.search.hooks import can_repeat, candidates, promise, rate, reward
from quincunx.search.workspace import (
    EXACT,
    INFINITY,
    LOWER,
    MOST_MOVES,
    MOST_PLIES,
    NO_MOVE,
    OVER,
    UPPER,
    Memory,
    count_node,
    entry_bound,
    entry_depth,
    entry_move,
    entry_of,
    entry_score,
    extend_line,
    on_the_way,
    remember_cutoff,
    store,
)

FIRST = 1 << 50
KILLER = 1 << 40
REPEATED = -5
"""For the side that comes back to a position it is worth a little less than a draw: only when nothing is better."""


@primitive
def order_moves(position: Any, choice: Moves, first: int, height: int, style: int, memory: Memory) -> int:
    """Write the moves of this ply, and how early each is to be tried; how many there are."""
    row = height * MOST_MOVES
    side = (position.turn - 1) * MOST_MOVES
    total = count(choice)
    for k in range(total):
        move = nth(choice, k)
        worth = memory.history[side + move] + promise(position, move, style)
        if move == first:
            worth += FIRST
        elif move == memory.killers[2 * height] or move == memory.killers[2 * height + 1]:
            worth += KILLER
        memory.moves[row + k] = move
        memory.worths[row + k] = worth
    return total


@primitive
def take_best(number: int, total: int, height: int, memory: Memory) -> int:
    """Bring the most promising of the moves from `number` on to its place, and take it."""
    row = height * MOST_MOVES
    best = number
    for k in range(number + 1, total):
        if memory.worths[row + k] > memory.worths[row + best]:
            best = k
    move = memory.moves[row + best]
    memory.moves[row + best], memory.worths[row + best] = memory.moves[row + number], memory.worths[row + number]
    memory.moves[row + number] = move
    return int(move)


@kernel
def negamax(position: Any, depth: int, alpha: int, beta: int, height: int, style: int, memory: Memory) -> int:
    """The worth of a position for the side to move, searched `depth` plies deep within the window."""
    memory.line[height * MOST_PLIES] = NO_MOVE
    if count_node(memory):
        return 0
    if outcome(position) != PLAYING:
        return reward(position, height, style)
    if depth <= 0 or height >= MOST_PLIES - 1:
        return rate(position, style)
    key = hash(position)
    if can_repeat(position):
        if on_the_way(memory, key, height):
            return -REPEATED
        memory.path[memory.path.size - MOST_PLIES + height] = key
    entry = entry_of(memory, key)
    if entry != 0 and entry_depth(entry) >= depth:
        known = entry_score(entry, height)
        bound = entry_bound(entry)
        if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
            return known
    total = order_moves(position, candidates(position, style), entry_move(entry), height, style, memory)
    best, best_move, bottom = -INFINITY, NO_MOVE, alpha
    for number in range(total):
        move = take_best(number, total, height, memory)
        after = play(position, move)
        ceiling = beta if number == 0 else bottom + 1
        score = -negamax(after, depth - 1, -ceiling, -bottom, height + 1, style, memory)
        if ceiling <= score < beta:
            score = -negamax(after, depth - 1, -beta, -bottom, height + 1, style, memory)
        if memory.counters[OVER]:
            return 0
        if score > best:
            best, best_move = score, move
            if score > bottom:
                bottom = score
                extend_line(memory, height, move)
        if best >= beta:
            remember_cutoff(memory, position.turn, move, depth, height)
            break
    bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
    store(memory, key, best_move, depth, bound, best, height)
    return best
