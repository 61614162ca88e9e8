"""Boards by proven difficulty: a few are dealt and solved, and the one that was asked for is taken."""

import secrets
from collections.abc import Callable

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match
from quincunx.server.match.new_match import Difficulty, VariantRequest

BOARDS = 9
"""Boards to compare, all of the same variant, so that a difficulty means something at every size."""
FEWEST_BOARDS = 3
MOST_TRIES = 18
SECONDS_PER_BOARD = 0.4

PLACES: dict[Difficulty, Callable[[int], int]] = {
    "easy": lambda boards: 0,
    "normal": lambda boards: boards // 2,
    "hard": lambda boards: boards - 1,
}
"""Which of the boards, sorted by the fewest moves that win them."""


def graded_seed(game: AnyGame, variant: VariantRequest, difficulty: Difficulty) -> int:
    """The seed of a board whose fewest moves are proven: among the boards dealt, the least of all (`easy`), in the
    middle (`normal`), or the most (`hard`)."""
    proven: list[tuple[int, int]] = []
    for _ in range(MOST_TRIES):
        seed = secrets.randbelow(SEED_LIMIT)
        fewest = game.fewest_moves(Match(game, variant, seed).first, SECONDS_PER_BOARD)
        if fewest is None:
            problem = f"{game.slug} has no solver to grade its boards; leave the difficulty out"
            raise Refusal(ErrorCode.NOT_ALLOWED, problem)
        if fewest.at_least == fewest.at_most:
            proven.append((fewest.at_most, seed))
        if len(proven) == BOARDS:
            break
    if len(proven) < FEWEST_BOARDS:
        problem = "boards of this size cannot be graded in time; choose a smaller board, or any difficulty"
        raise Refusal(ErrorCode.BAD_REQUEST, problem)
    return sorted(proven)[PLACES[difficulty](len(proven))][1]
