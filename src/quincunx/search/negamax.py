"""Negamax: alpha-beta with principal-variation windows and a transposition table, over any game.

A search ends at its budget of nodes; the clock only sets a flag that the search polls. A search that returned because
of the flag says so.

Shortcuts (`workspace.Shortcuts`) make it look deeper with the same nodes. They never turn into a proof what is none: a
pass proves nothing about a score that decides the match, and a move that was searched less deep is refuted by what was
found there.
"""

from typing import Any

from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import Moves, count, nth
from quincunx.engine.rules import PLAYING, hash, outcome, play
from quincunx.search.hooks import DECISIVE, can_repeat, candidates, is_quiet, passed, promise, rate, relevant, reward
from quincunx.search.workspace import (
    EXACT,
    INFINITY,
    LOWER,
    MOST_MOVES,
    MOST_PLIES,
    NO_MOVE,
    OVER,
    PASS_FIRST,
    PASSED,
    REDUCE,
    SELECT,
    SHORTCUTS,
    UPPER,
    Workspace,
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
"""A repeated position is worth a little less than a draw to the side that repeats it: a last resort."""

LEAST_DEPTH = 3
"""Shortcuts are taken where at least this many plies are left; a pass is searched this many plies less deep."""
FIRST_REDUCED, FIRST_REDUCED_TWICE = 4, 12
"""The moves from these on are searched one ply less deep, and two."""


@primitive
def order_moves(position: Any, choice: Moves, first: int, height: int, style: int, workspace: Workspace) -> int:
    """Write the moves of this ply, and how early each is to be tried; how many there are."""
    row = height * MOST_MOVES
    side = (position.turn - 1) * MOST_MOVES
    total = count(choice)
    for k in range(total):
        move = nth(choice, k)
        worth = workspace.history[side + move] + promise(position, move, style)
        if move == first:
            worth += FIRST
        elif move == workspace.killers[2 * height] or move == workspace.killers[2 * height + 1]:
            worth += KILLER
        workspace.moves[row + k] = move
        workspace.worths[row + k] = worth
    return total


@primitive
def take_best(number: int, total: int, height: int, workspace: Workspace) -> int:
    """Bring the most promising of the moves from `number` on to its place, and take it."""
    row = height * MOST_MOVES
    best = number
    for k in range(number + 1, total):
        if workspace.worths[row + k] > workspace.worths[row + best]:
            best = k
    move = workspace.moves[row + best]
    workspace.moves[row + best], workspace.worths[row + best] = (
        workspace.moves[row + number],
        workspace.worths[row + number],
    )
    workspace.moves[row + number] = move
    return int(move)


@primitive
def seen_after(alpha: int, beta: int, again: bool) -> tuple[int, int]:
    """The window of the side that moves next: the same one if that side moves `again`."""
    return (alpha, beta) if again else (-beta, -alpha)


@primitive
def own_score(score: int, again: bool) -> int:
    """The score of the next position, for the side that moved into it."""
    return score if again else -score


@primitive
def reduction(number: int) -> int:
    """How many plies less a move is searched, by its place in the order."""
    if number < FIRST_REDUCED:
        return 0
    return 1 if number < FIRST_REDUCED_TWICE else 2


@primitive
def allows_pass(depth: int, alpha: int, beta: int, height: int, workspace: Workspace) -> bool:
    """Whether a pass may be tried against this window: one that only asks whether a modest score is reached, and not
    twice in a row."""
    if workspace.counters[SHORTCUTS] & PASS_FIRST == 0 or depth < LEAST_DEPTH or workspace.counters[PASSED] == height:
        return False
    return beta - alpha == 1 and abs(beta) < DECISIVE


@kernel
def negamax(position: Any, depth: int, alpha: int, beta: int, height: int, style: int, workspace: Workspace) -> int:
    """The worth of a position for the side to move, searched `depth` plies deep within the window."""
    workspace.line[height * MOST_PLIES] = NO_MOVE
    if count_node(workspace):
        return 0
    if outcome(position) != PLAYING:
        return reward(position, height, style)
    if depth <= 0 or height >= MOST_PLIES - 1:
        return rate(position, style)
    key = hash(position)
    if can_repeat(position):
        if on_the_way(workspace, key, height):
            return -REPEATED
        workspace.path[workspace.path.size - MOST_PLIES + height] = key
    entry = entry_of(workspace, key)
    if entry != 0 and entry_depth(entry) >= depth:
        known = entry_score(entry, height)
        bound = entry_bound(entry)
        if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
            return known
    choice = candidates(position, style)
    reducing = False
    if workspace.counters[SHORTCUTS] != 0:
        if workspace.counters[SHORTCUTS] & SELECT:
            choice = relevant(position, choice)
        if depth >= LEAST_DEPTH and is_quiet(position):
            reducing = workspace.counters[SHORTCUTS] & REDUCE != 0
            if allows_pass(depth, alpha, beta, height, workspace):
                workspace.counters[PASSED] = height + 1
                score = -negamax(passed(position), depth - LEAST_DEPTH, -beta, -alpha, height + 1, style, workspace)
                workspace.counters[PASSED] = 0
                if workspace.counters[OVER]:
                    return 0
                if score >= beta:
                    return beta
    total = order_moves(position, choice, entry_move(entry), height, style, workspace)
    best, best_move, bottom = -INFINITY, NO_MOVE, alpha
    for number in range(total):
        move = take_best(number, total, height, workspace)
        after = play(position, move)
        again = after.turn == position.turn
        ceiling = beta if number == 0 else bottom + 1
        low, high = seen_after(bottom, ceiling, again)
        less = reduction(number) if reducing else 0
        score = own_score(negamax(after, depth - 1 - less, low, high, height + 1, style, workspace), again)
        if less and score > bottom:
            score = own_score(negamax(after, depth - 1, low, high, height + 1, style, workspace), again)
        if ceiling <= score < beta:
            low, high = seen_after(bottom, beta, again)
            score = own_score(negamax(after, depth - 1, low, high, height + 1, style, workspace), again)
        if workspace.counters[OVER]:
            return 0
        if score > best:
            best, best_move = score, move
            if score > bottom:
                bottom = score
                extend_line(workspace, height, move)
        if best >= beta:
            remember_cutoff(workspace, position.turn, move, depth, height)
            break
    bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
    store(workspace, key, best_move, depth, bound, best, height)
    return best
