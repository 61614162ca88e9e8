"""A story: the turns of one match with their events, as metrics read them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quincunx.engine.events import Event
from quincunx.engine.rules import WON_BY_1, WON_BY_2


class StoryTurn(NamedTuple):
    """One turn of a story."""

    before: Any
    move: int
    after: Any
    events: Sequence[Event]


@dataclass(frozen=True)
class Story:
    """One match from its first position on."""

    first: Any
    turns: Sequence[StoryTurn]
    cells: Callable[[Any], Sequence[str]]
    """The board of a position, as rows of characters."""
    lead: Callable[[Any], int]
    """The lead of seat 1 in a position that is not over."""
    margin: int
    """A smaller lead counts as none."""

    @property
    def last(self) -> Any:
        return self.turns[-1].after if self.turns else self.first

    @property
    def positions(self) -> list[Any]:
        return [self.first, *(turn.after for turn in self.turns)]

    @property
    def winner(self) -> int | None:
        return self.last.result if self.last.result in (WON_BY_1, WON_BY_2) else None

    @cached_property
    def leads(self) -> list[int]:
        """The lead of seat 1 before every turn."""
        return [self.lead(turn.before) for turn in self.turns]

    @cached_property
    def leaders(self) -> list[int]:
        """The seat that led before every turn; 0: none yet. A lead below the margin changes nothing."""
        leader, leaders = 0, []
        for lead in self.leads:
            if abs(lead) >= self.margin:
                leader = 1 if lead > 0 else 2
            leaders.append(leader)
        return leaders

    def events(self, kind: type[Event]) -> list[Any]:
        """All events of one kind."""
        return [event for turn in self.turns for event in turn.events if isinstance(event, kind)]
