"""Hints: the best known move, why, and how sure that is."""

from typing import NamedTuple

from quincunx.engine.match import Match
from quincunx.engine.player import ChoiceDetails
from quincunx.search.chooser import choose_in, hint_level_of
from quincunx.search.hooks import CERTAIN


class Hint(NamedTuple):
    move: str
    reason: str
    sure: str
    """`proven`, or `likely`: found by a search that could not look to the end."""
    score: int | None
    details: ChoiceDetails | None
    """What else the game knows: in Flood-It the cost of every colour."""


def hint(match: Match) -> Hint:
    """The best move for the side to move, by what it can see. The caller marks the match as assisted."""
    choice = choose_in(match, hint_level_of(match.game), variety=False)
    proven = choice.proven or (choice.score is not None and abs(choice.score) > CERTAIN)
    text = match.game.write_move(match.position, choice.move)
    return Hint(text, choice.reason, "proven" if proven else "likely", choice.score, choice.details)
