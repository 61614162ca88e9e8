"""Analysis: what each move of a match was worth, what would have been best, and how accurately each side played.

Every position is searched once, as the side to move sees it. What a move lost is the difference between its position's
worth and that of the next one, as expected results between 0 (lost) and 1 (won): so points, tiles and distant
wins are measured alike.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice
from quincunx.engine.rules import DRAWN, PLAYING, moves, observe
from quincunx.search.chooser import choose, hint_level_of
from quincunx.search.hooks import CERTAIN

LABELS = (("best", 0.0), ("good", 0.05), ("inaccuracy", 0.1), ("mistake", 0.2), ("blunder", 1.0))
"""A label for every move, by the most that it may have lost."""


BEST_ACCURACY, RANDOM_ACCURACY = 100.0, 40.0
LEAST_CHOICES = 4
"""With fewer there is no accuracy: one mistake would say more about how short the match was than about the player."""


class Judgement(NamedTuple):
    """One ply: `expected` is the result that the side to move could expect before its move."""

    ply: int
    seat: int
    move: str
    best: str
    purpose: str
    """What the best move would have been for."""
    expected: float
    loss: float
    label: str


class Analysis(NamedTuple):
    judgements: list[Judgement]
    accuracy: tuple[float | None, ...]
    """One number per seat, from 0 to 100 (`accuracy`); None for a seat with too few choices."""


def analyse(
    match: Match,
    level: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Analysis:
    """Judge every move of a match by a level (the one that gives hints unless another is given); `progress` is called
    with the number of plies that are done and their total."""
    total = len(match.history)
    choices: list[Choice | None] = []
    for ply in range(total + 1):
        if cancelled is not None and cancelled():
            raise Refusal(ErrorCode.CANCELLED, f"the analysis was cancelled after {ply} of {total} moves")
        choices.append(best_at(match, ply, level))
        if progress is not None:
            progress(min(ply, total), total)
    return judge(match, choices)


def best_at(match: Match, ply: int, level: str | None = None, **further: Any) -> Choice | None:
    """What a level would have played at a ply, and how it judges the position; None if the match was over. `further`
    is for `choose`."""
    position = match.history[ply - 1].position if ply else match.first
    if position.result != PLAYING:
        return None
    level = level or hint_level_of(match.game)
    return choose(match.game, position, level, match.seed, variety=False, **further)


def judge(match: Match, choices: list[Choice | None]) -> Analysis:
    """The analysis that follows from the best choice at every ply, the last position included."""
    judgements = [_judge(match, ply, choices) for ply in range(len(match.history))]
    return Analysis(judgements, accuracies(match, judgements))


def expectation(score: int, scale: int) -> float:
    """The result that a score lets one expect; `scale` is the lead that a game calls clear."""
    if abs(score) > CERTAIN:
        return 1.0 if score > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-score / scale))


def _judge(match: Match, ply: int, choices: list[Choice | None]) -> Judgement:
    turn = match.history[ply]
    before = match.history[ply - 1].position if ply else match.first
    choice = choices[ply]
    assert choice is not None, "a move was played, so the match was not over"
    expected = expectation(choice.score or 0, match.game.scale)
    reached = _expected_after(match, ply, choices)
    loss = 0.0 if turn.move == choice.move else max(0.0, expected - reached)
    best = match.game.write_move(before, choice.move)
    purpose = match.game.purpose(observe(before, before.turn), choice.move)
    return Judgement(ply, turn.seat, turn.text, best, purpose, expected, loss, label(loss))


def _expected_after(match: Match, ply: int, choices: list[Choice | None]) -> float:
    """What the side that moved can expect after its move."""
    turn, answer = match.history[ply], choices[ply + 1]
    if answer is None:
        result = turn.position.result
        return 0.5 if result == DRAWN else float(result == turn.seat)
    expected = expectation(answer.score or 0, match.game.scale)
    return expected if turn.position.turn == turn.seat else 1.0 - expected


def label(loss: float) -> str:
    return next((name for name, most in LABELS if loss <= most), LABELS[-1][0])


def accuracies(match: Match, judgements: Sequence[Judgement]) -> tuple[float | None, ...]:
    """One number for each seat; None for one that had fewer than `LEAST_CHOICES`."""
    by_seat = losses_by_seat(match, judgements)
    return tuple(accuracy(match.game, losses) if len(losses) >= LEAST_CHOICES else None for losses in by_seat)


def losses_by_seat(match: Match, judgements: Sequence[Judgement]) -> list[list[float]]:
    """What each seat lost by each of its moves. A move that nobody could choose says nothing about who made it."""
    forced = forced_plies(match)
    chosen = [one for one in judgements if one.ply not in forced]
    return [[one.loss for one in chosen if one.seat == seat] for seat in range(1, match.game.seats + 1)]


def forced_plies(match: Match) -> set[int]:
    """The plies at which there was nothing to choose: one legal move, or a rest that no choice changes any more."""
    before = [match.first, *(turn.position for turn in match.history)][: len(match.history)]
    rest = next((ply for ply, position in enumerate(before) if match.game.forced_rest(position)), len(before))
    return {ply for ply, position in enumerate(before) if ply >= rest or len(list(numbers(moves(position)))) == 1}


def accuracy(game: AnyGame, losses: Sequence[float]) -> float:
    """How well moves with these losses were played: 100 is best play, and `RANDOM_ACCURACY` random legal play.

    The square root spreads the players in between: good ones lose little, and yet differ much.
    """
    lost = sum(losses) / len(losses) / game.random_loss
    return round(max(0.0, BEST_ACCURACY - (BEST_ACCURACY - RANDOM_ACCURACY) * math.sqrt(lost)), 1)
