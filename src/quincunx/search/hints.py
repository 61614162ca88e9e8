"""Hints: the best move that we know, why, and how sure we are."""

from typing import Any, NamedTuple

from quincunx.engine.match import Match
from quincunx.search.chooser import choose_in, hint_level_of
from quincunx.search.hooks import CERTAIN


class Hint(NamedTuple):
    move: str
    reason: str
    sure: str
    """`proven`, or `likely`: found by a search that could not look to the end."""
    score: int | None
    details: dict[str, Any]
    """Whatever more the game knows: for Flood-It the cost of every colour."""


def hint(match: Match) -> Hint:
    """The best move for the side to move, by what it can see. Asking marks the match as assisted."""
    choice = choose_in(match, hint_level_of(match.game))
    match.assist()
    proven = choice.proven or (choice.score is not None and abs(choice.score) > CERTAIN)
    text = match.game.write_move(match.position, choice.move)
    return Hint(text, choice.reason, "proven" if proven else "likely", choice.score, dict(choice.details))
