"""Puzzles as JSON, as pages see them: without the answer, until it is found or missed."""

from collections.abc import Sequence
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.puzzles.answers import Judged, solution
from quincunx.puzzles.collection import of_the_day
from quincunx.puzzles.puzzle import Puzzle


def puzzle_view(puzzle: Puzzle) -> dict[str, Any]:
    match = puzzle.match()
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "variant": match.variant.model_dump(mode="json"),
        "kind": puzzle.kind,
        "question": puzzle.question,
        "length": puzzle.length,
        "rating": puzzle.rating,
        "grade": puzzle.grade,
        "verified": puzzle.verified,
        "record": match.record().as_text(),
        "view": match.describe(),
        "legal": match.legal(),
    }


def daily_view(game: AnyGame, date: str, today: str) -> dict[str, Any]:
    """The puzzles of a day that is not to come."""
    if date > today:
        raise Refusal(ErrorCode.NOT_FOUND, f"the puzzles of {date} are not known yet; today is {today}")
    return {"date": date, "game": game.slug, "puzzles": [puzzle_view(puzzle) for puzzle in of_the_day(game, date)]}


def judgement_view(puzzle: Puzzle, given: Sequence[str], judged: Judged, replay: Any) -> dict[str, Any]:
    """What an answer is worth; `replay` shows the judged match."""
    right = given if judged.right else given[:-1]
    return {
        "right": judged.right,
        "done": judged.done,
        "answers": list(puzzle.answers) if judged.done else [],
        "solution": solution(puzzle, right) if judged.done else [],
        "score": judged.worth.given,
        "best": judged.worth.best,
        "reason": judged.worth.reason,
        "line": judged.shown + 1,
        "replay": replay,
    }
