"""What people can ask of a game's AI players: principles, wishes, and what a wish may cost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quincunx.search.hooks import DECISIVE

Holds = Callable[[Any, int], bool]
"""Whether a move, in a position, conforms to a principle."""


class Unit(NamedTuple):
    """What a game counts costs in: its names, how many points of a score it is, and the usual prices in it."""

    one: str
    many: str
    points: int
    little: float
    plain: float
    strong: float
    decided: int = DECISIVE
    """A score from which on the match is decided."""

    def text(self, amount: float) -> str:
        """An amount in words: "1 tile", "2.5 tiles"."""
        shown = f"{amount:.1f}".removesuffix(".0")
        return f"{shown} {self.one if shown == '1' else self.many}"

    def price(self, strength: int) -> float | None:
        """The price of a wish by its strength: -1 a little, 0 plain, 1 strong, 2 no limit."""
        return (self.plain, self.strong, None, self.little)[strength]


class Wording(NamedTuple):
    """A wish in words, each beginning with a verb."""

    move: str
    """What a move that conforms does, as a clause that can follow "It": "takes an edge"."""
    to_do: str
    """The same as what one could do: "take an edge"."""
    deed: str
    """What the player does in all the match: "places on the edges"."""


class Phrases(NamedTuple):
    """What people call a principle, as phrases divided by commas. A thing is sought or avoided: a verb or a negation
    before it reaches over commas. A manner says how to play. An action counts when nothing else is named beside it."""

    things: str = ""
    manners: str = ""
    actions: str = ""


NO_PHRASES = Phrases()


@dataclass(frozen=True)
class Principle:
    """A way to play that a person can ask for or forbid: a predicate on moves, and the words for it."""

    name: str
    sought: Wording
    avoided: Wording
    example: str
    """A prompt that asks for just this."""
    phrases: Phrases
    holds: Holds
    against: Phrases = NO_PHRASES
    """Phrases that mean the opposite."""
    late: "Principle | None" = None
    """What it becomes where the words put it off to the end of a match ("capture late")."""


class Wish(NamedTuple):
    """A principle that is to be followed, or its opposite, at a price: the most that it may cost; None is no limit."""

    principle: Principle
    sought: bool
    price: float | None

    @property
    def wording(self) -> Wording:
        return self.principle.sought if self.sought else self.principle.avoided

    def holds(self, position: Any, move: int) -> bool:
        return self.principle.holds(position, move) == self.sought

    def text(self, unit: Unit) -> str:
        """What the player will do: "places on the edges if that costs at most 2.5 tiles"."""
        limit = "whatever it costs" if self.price is None else f"if that costs at most {unit.text(self.price)}"
        return f"{self.wording.deed} {limit}"


@dataclass(frozen=True)
class Guidance:
    """How people can guide the AI players of a game."""

    unit: Unit
    principles: tuple[Principle, ...]
    example: str
    """A prompt that shows what can be asked for."""
    older_wishes: Callable[[Mapping[str, Any]], list[Wish]] | None = None
    """Reads strategies that earlier versions wrote into records."""
    points_by_style: tuple[tuple[int, int], ...] = ()
    """Styles of evaluation that count the unit differently, and how many points it is to them."""

    def unit_of(self, style: int) -> Unit:
        """The unit as the scores of this style of evaluation count it."""
        return self.unit._replace(points=dict(self.points_by_style).get(style, self.unit.points))

    @cached_property
    def by_name(self) -> Mapping[str, Principle]:
        return {principle.name: principle for principle in self.principles}
