"""What a player is: something that is asked for a move, sees what a person in its seat sees, and gives a choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from quincunx.engine.game import AnyGame

Flag = npt.NDArray[np.int64]


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
    proven: bool = False
    """Whether the move is proven best."""
    details: Mapping[str, Any] = MappingProxyType({})
    """Whatever more a player of this game can tell."""


@dataclass(frozen=True)
class Question:
    """All that a player is told: never more than a person in its seat would see."""

    game: "AnyGame"
    position: Any
    """The observation of the seat to move."""
    seed: int
    """The player's own random numbers: word(match seed, 254, ply)."""
    past: Sequence[int] = ()
    """Hashes of the positions of the match so far."""
    stop: Flag = field(default_factory=lambda: np.zeros(1, np.int64))
    """The clock's flag."""
    strategy: Mapping[str, Any] | None = None
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

    def choose(self, question: Question) -> Choice: ...


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

    @property
    def flag_milliseconds(self) -> int:
        """When the clock tells the search to stop: early enough that a busy machine answers in time too."""
        return 17 * self.milliseconds // 20
