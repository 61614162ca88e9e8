"""The second part of a training, RootStrap: every position learns what a short search with the same network finds."""

from typing import Any

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.compiler import aside, kernel
from quincunx.engine.kernels.randomness import below, word
from quincunx.engine.moves import count, nth
from quincunx.engine.rules import PLAYING, observe, play
from quincunx.learning.network import NetworkLayout, Weights
from quincunx.learning.self_play import (
    GAMES,
    MOVES,
    OPENINGS,
    TIES,
    TrainingSettings,
    count_game,
    move_weights,
    ventures,
)
from quincunx.learning.values import certain, expected, note_weights, sum_of, value, value_of_end
from quincunx.search.hooks import candidates, venture
from quincunx.search.negamax import order_moves, take_best
from quincunx.search.workspace import NO_MOVE, Workspace, remember_cutoff

SOONER = 0.01
"""How much better a win is for being one ply sooner."""


@kernel
def play_with_teacher(
    start: Any, seed: int, games: int, settings: TrainingSettings, layout: NetworkLayout, weights: Weights,
    counts: Weights, workspace: Workspace,
) -> None:  # fmt: skip
    """Play these games from one position by a search, and learn from it at every move."""
    numbers = np.zeros(layout.masks.size + layout.extras.size, np.int32)
    for game in range(games):
        own_seed = word(seed, GAMES, game)
        opening = below(settings.opening, own_seed, OPENINGS, 0)
        position, ply, result = start, 0, certain(start)
        while result == PLAYING and ply < settings.longest:
            if ventures(own_seed, ply, opening):
                move = venture(position, word(own_seed, MOVES, ply), ply)
            else:
                first = below(1 << 30, own_seed, TIES, ply)
                seen = observe(position, position.turn)
                move, worth = search_root(seen, first, settings, layout, weights, workspace)
                note_weights(position, layout, numbers)
                now = expected(sum_of(numbers, weights), settings.margin)
                move_weights(expected(worth, settings.margin) - now, settings.rate, numbers, weights, counts)
            position = play(position, move)
            ply += 1
            result = certain(position)
        count_game(result, ply, counts)


@aside
def search_root(
    position: Any, first: int, settings: TrainingSettings, layout: NetworkLayout, weights: Weights, workspace: Workspace
) -> tuple[int, float]:
    """The best move and its worth; of equals the first from the `first`-th on."""
    choice = candidates(position, settings.style)
    total = count(choice)
    chosen, best = nth(choice, 0), -np.inf
    for k in range(total):
        move = nth(choice, (k + first) % total)
        after = play(position, move)
        if after.turn == position.turn:
            worth = search(after, settings.depth - 1, best, np.inf, settings, layout, weights, workspace)
        else:
            worth = -search(after, settings.depth - 1, -np.inf, -best, settings, layout, weights, workspace)
        if worth > best:
            chosen, best = move, worth
    return chosen, best


@kernel
def search(
    position: Any, depth: int, alpha: float, beta: float, settings: TrainingSettings, layout: NetworkLayout,
    weights: Weights, workspace: Workspace,
) -> float:  # fmt: skip
    """Alpha-beta as in `search.negamax`, but over the weights that are being learned, and to a depth alone."""
    result, height = certain(position), settings.depth - depth
    if result != PLAYING:
        end = value_of_end(position, result, settings.margin)
        return end * (1.0 - SOONER * height) if settings.margin == 0 else end
    if depth <= 0:
        return value(position, layout, weights)
    total = order_moves(position, candidates(position, settings.style), NO_MOVE, height, settings.style, workspace)
    best = -np.inf
    for number in range(total):
        move = take_best(number, total, height, workspace)
        after = play(position, move)
        bottom = max(alpha, best)
        if after.turn == position.turn:
            worth = search(after, depth - 1, bottom, beta, settings, layout, weights, workspace)
        else:
            worth = -search(after, depth - 1, -beta, -bottom, settings, layout, weights, workspace)
        best = max(best, worth)
        if best >= beta:
            remember_cutoff(workspace, position.turn, move, depth, height)
            break
    return best
