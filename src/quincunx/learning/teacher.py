"""The second part of a training, RootStrap: every position learns what a short search with the same network finds."""

from typing import Any

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import aside, kernel
from quincunx.engine.kernels.randomness import below, word
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, observe, play
from quincunx.learning.network import Layout, Weights
from quincunx.learning.self_play import GAMES, MOVES, OPENINGS, TIES, Lesson, count_game, move_weights, ventures
from quincunx.learning.values import certain, expected, note_weights, sum_of, value, value_of_end
from quincunx.search.hooks import candidates, venture
from quincunx.search.negamax import order_moves, take_best
from quincunx.search.workspace import NO_MOVE, Workspace, remember_cutoff

SOONER = 0.01
"""How much better a win is for being one ply sooner."""


@kernel
def play_with_teacher(
    start: Any, seed: int, games: int, lesson: Lesson, layout: Layout, weights: Weights, counts: Weights,
    workspace: Workspace,
) -> None:  # fmt: skip
    """Play these games from one position by a search, and learn from it at every move."""
    numbers = np.zeros(layout.masks.size + layout.extras.size, np.int32)
    for game in range(games):
        own_seed = word(seed, GAMES, game)
        opening = below(lesson.opening, own_seed, OPENINGS, 0)
        position, ply, result = start, 0, certain(start)
        while result == PLAYING and ply < lesson.longest:
            if ventures(own_seed, ply, opening):
                move = venture(position, word(own_seed, MOVES, ply), ply)
            else:
                first = below(1 << 30, own_seed, TIES, ply)
                seen = observe(position, position.turn)
                move, worth = search_root(seen, first, lesson, layout, weights, workspace)
                note_weights(position, layout, numbers)
                now = expected(sum_of(numbers, weights), lesson.margin)
                move_weights(expected(worth, lesson.margin) - now, lesson.rate, numbers, weights, counts)
            position = play(position, move)
            ply += 1
            result = certain(position)
        count_game(result, ply, counts)


@aside
def search_root(
    position: Any, first: int, lesson: Lesson, layout: Layout, weights: Weights, workspace: Workspace
) -> tuple[int, float]:
    """The best move and its worth; of equals the first from the `first`-th on."""
    choice = candidates(position, lesson.style)
    total = count(choice)
    chosen, best = nth(choice, 0), -np.inf
    for k in range(total):
        move = nth(choice, (k + first) % total)
        after = play(position, move)
        if after.turn == position.turn:
            worth = search(after, lesson.depth - 1, best, np.inf, lesson, layout, weights, workspace)
        else:
            worth = -search(after, lesson.depth - 1, -np.inf, -best, lesson, layout, weights, workspace)
        if worth > best:
            chosen, best = move, worth
    return chosen, best


@kernel
def search(
    position: Any, depth: int, alpha: float, beta: float, lesson: Lesson, layout: Layout, weights: Weights,
    workspace: Workspace,
) -> float:  # fmt: skip
    """Alpha-beta as in `search.negamax`, but over the weights that are being learned, and to a depth alone."""
    result, height = certain(position), lesson.depth - depth
    if result != PLAYING:
        end = value_of_end(position, result, lesson.margin)
        return end * (1.0 - SOONER * height) if lesson.margin == 0 else end
    if depth <= 0:
        return value(position, layout, weights)
    total = order_moves(position, candidates(position, lesson.style), NO_MOVE, height, lesson.style, workspace)
    best = -np.inf
    for number in range(total):
        move = take_best(number, total, height, workspace)
        after = play(position, move)
        bottom = max(alpha, best)
        if after.turn == position.turn:
            worth = search(after, depth - 1, bottom, beta, lesson, layout, weights, workspace)
        else:
            worth = -search(after, depth - 1, -beta, -bottom, lesson, layout, weights, workspace)
        best = max(best, worth)
        if best >= beta:
            remember_cutoff(workspace, position.turn, move, depth, height)
            break
    return best
