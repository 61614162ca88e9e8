"""What a player is: it sees what a person in that seat would see, and returns a choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from quincunx.engine.clock import Flag, lowered_flag

if TYPE_CHECKING:
    from quincunx.engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class ChoiceDetails:
    """What players of one game can add to a choice: frozen dataclasses that `Game.choice_details` lists."""


class Choice(NamedTuple):
    """A move, and how it was found."""

    move: int
    score: int | None = None
    """What the player thinks the position is worth to it; None where it did not search."""
    depth: int = 0
    nodes: int = 0
    line: tuple[int, ...] = ()
    """The moves that the player expects, its own first."""
    seconds: float = 0.0
    cut_short: bool = False
    """Whether the clock ended the search before its budget did: only then may the answer differ another time."""
    reason: str = ""
    """Why, in words."""
    asked: str = ""
    """What a person's wishes had to do with it, in words, and what that cost; the reason says it, too."""
    proven: bool = False
    """Whether the move is proven best."""
    details: ChoiceDetails | None = None
    """What else a player of this game knows."""


@dataclass(frozen=True)
class MoveRequest:
    """All that a player gets to know: never more than a person in that seat would see."""

    game: "AnyGame"
    position: Any
    """The observation of the seat to move."""
    seed: int
    """The player's own random numbers: word(match seed, Stream.PLAYER, ply)."""
    past: Sequence[int] = ()
    """Hashes of the positions of the match so far."""
    stop: Flag = field(default_factory=lowered_flag)
    """The clock's flag."""
    strategy: Mapping[str, Any] | None = None
    variety: bool = True
    """Whether the player may choose among nearly equal moves; a hint asks for the best one."""
    progress: Callable[[Choice], None] | None = None


class Player(Protocol):
    """Chooses moves. `algorithm` and `depth` say how it thinks, for people who ask."""

    @property
    def algorithm(self) -> str: ...
    @property
    def depth(self) -> int: ...
    @property
    def budget(self) -> int:
        """How many positions (or simulations) it may look at for one choice; 0 if it does not search."""

    def scaled(self, factor: Fraction) -> "Player | None":
        """The same player with this many times the budget; None if a larger budget would change nothing."""

    def choose(self, request: MoveRequest) -> Choice: ...


class WithoutBudget:
    """Base class of players that do not search."""

    @property
    def budget(self) -> int:
        return 0

    def scaled(self, factor: Fraction) -> None:
        return None


def scaled_budget(budget: int, factor: Fraction) -> int:
    return max(1, int(budget * factor))


class Level(NamedTuple):
    """A player that people choose by name, and the time limit for each of its choices."""

    player: Player
    milliseconds: int
    offered: bool = True
    """Whether people are shown it. One that is not still plays wherever a match or a record names it."""

    @property
    def flag_milliseconds(self) -> int:
        """When the clock tells the search to stop: early enough that a busy machine answers in time too."""
        return 17 * self.milliseconds // 20
