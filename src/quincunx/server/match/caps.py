"""How long a match on a server may become. The rules know no such limits, and neither do other front ends."""

from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.record import Record
from quincunx.server.match.actions import (
    BaseAction,
    Declined,
    Hinted,
    LevelChanged,
    Offered,
    PromptChanged,
    Redone,
    Restarted,
    Undone,
)

MOST_PLIES = 2000
MOST_ACTIONS = 6000

ENDLESS = (Undone, Redone, Restarted, Hinted, Offered, Declined, LevelChanged, PromptChanged)
"""Actions that could follow one another for ever; all others bring a match nearer to its end."""


class Caps(NamedTuple):
    """The caps of one server."""

    plies: int = MOST_PLIES
    """A match that reaches this ends by `ply_cap`."""
    actions: int = MOST_ACTIONS
    """A log of this length takes only moves, and whatever else brings the match nearer to its end."""

    def must_fit(self, action: BaseAction, number: int) -> None:
        """Refuse an action after `number` others if the log is full."""
        if number >= self.actions and isinstance(action, ENDLESS):
            problem = f"the log of this match is full ({self.actions} actions)"
            raise Refusal(ErrorCode.NOT_ALLOWED, f"{problem}; play on to the end, resign, or start a new match")

    def must_be_short(self, record: Record, more: int) -> None:
        """Refuse a record that is too long, if `more` plies are to follow."""
        if len(record.moves) + more > self.plies:
            problem = f"the record has {len(record.moves)} moves, and this server takes at most {self.plies - more}"
            raise Refusal(ErrorCode.BAD_RECORD, f"{problem}; `quincunx replay` has no such limit")
