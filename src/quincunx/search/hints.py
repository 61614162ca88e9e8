"""Hints: the best known move, why, and how sure that is."""

from typing import Any, NamedTuple

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.player import Choice, ChoiceDetails
from quincunx.engine.rules import observe
from quincunx.search.chooser import choose_in, hint_level_of
from quincunx.search.hooks import CERTAIN, WIN
from quincunx.search.players import score_text

WINS_NOW = WIN - 1
"""The score of a move that ends the match: everybody sees that."""


class Hint(NamedTuple):
    move: str
    purpose: str
    """What it is for, in words without numbers of the search; `purpose_text` names the other side in it."""
    reason: str
    """How it was found."""
    sure: str
    """`proven`, or `likely`: found by a search that could not look to the end."""
    score: int | None
    details: ChoiceDetails | None
    """What else the game knows: in Flood-It the cost of every colour."""


def purpose_of(game: AnyGame, position: Any, choice: Choice) -> str:
    """What a chosen move is for, what a person's wishes had to do with it, and what is certain to come of it."""
    parts = [choice.asked, game.purpose(observe(position, position.turn), choice.move)]
    if choice.score is not None and abs(choice.score) > CERTAIN and choice.score != WINS_NOW:
        parts.append(score_text(game, position, choice.score, choice.depth))
    return "; ".join(filter(None, parts))


def hint(match: Match) -> Hint:
    """The best move for the side to move, by what it can see. The caller marks the match as assisted."""
    choice = choose_in(match, hint_level_of(match.game), variety=False)
    proven = choice.proven or (choice.score is not None and abs(choice.score) > CERTAIN)
    text = match.game.write_move(match.position, choice.move)
    purpose = purpose_of(match.game, match.position, choice)
    return Hint(text, purpose, choice.reason, "proven" if proven else "likely", choice.score, choice.details)
