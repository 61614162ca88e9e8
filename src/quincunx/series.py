"""A series: matches between the same two, until one of them has won often enough. Draws count for nobody."""

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from quincunx.engine.events import Result
    from quincunx.engine.game import AnyGame

LEAST_WINS, MOST_WINS = 2, 10


class Series(BaseModel):
    """How a series stands when a match of it begins."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_to: int = Field(ge=LEAST_WINS, le=MOST_WINS)
    """How many wins decide it."""
    number: int = 1
    """Which match of the series it is."""
    wins: tuple[int, int] = (0, 0)
    """Before this match, by the seats of this match."""

    def wins_after(self, result: "Result | None") -> tuple[int, int]:
        """The wins of both seats once this match has this result; as before while it runs."""
        first, second = self.wins
        return first + (result == "1"), second + (result == "2")

    def winner(self, result: "Result | None") -> int | None:
        """The seat that has won the series with this result."""
        wins = self.wins_after(result)
        return wins.index(max(wins)) + 1 if max(wins) >= self.first_to else None

    def following(self, result: "Result | None", swapped: bool) -> "Series":
        """The series as the next match sees it; a decided one is followed by another."""
        if self.winner(result) is not None:
            return Series(first_to=self.first_to)
        wins = self.wins_after(result)
        return Series(first_to=self.first_to, number=self.number + 1, wins=wins[::-1] if swapped else wins)


def seats_alternate(game: "AnyGame", has_ai: bool) -> bool:
    """Whether the sides change places after a match. The specifications of mosaic and cascade, whose drops are secret,
    have the person begin against the AI."""
    return game.seats == 2 and not (has_ai and game.secret)
