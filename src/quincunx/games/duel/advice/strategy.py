"""A strategy: how much a player cares about what, as nine numbers that anyone can read, check and keep in a record."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quincunx.engine.errors import ErrorCode, Refusal, quoted

HEAVIEST = 10
"""Weights go from -HEAVIEST (avoid it) over 0 (do not care) to HEAVIEST (seek it)."""
MOST_CHARACTERS = 500
"""A longer line of text is refused."""

Weight = Annotated[int, Field(ge=-HEAVIEST, le=HEAVIEST, strict=True)]


class Strategy(BaseModel):
    """Rule 5: weights for named features of a move. They weigh legal moves; they never choose another."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    captures: Weight = Field(default=5, description="tiles that the move turns")
    recaptures: Weight = Field(
        default=-4, description="the most tiles that the other side could turn with its next move"
    )
    frontier: Weight = Field(default=0, description="own tiles that touch an empty cell")
    edges: Weight = Field(default=1, description="tiles won on the edges of the board")
    corners: Weight = Field(default=1, description="tiles won in its corners")
    centre: Weight = Field(default=1, description="tiles won in the middle, more for each step from the nearest edge")
    mobility: Weight = Field(
        default=5, description="empty cells next to own tiles, less those next to the other side's"
    )
    compactness: Weight = Field(default=1, description="pairs of own tiles side by side")
    endgame_greed: Weight = Field(default=2, description="captures, once a third of the cells or fewer are empty")
    text: str = Field(default="", max_length=MOST_CHARACTERS, description="the words that it was made from")

    def weight(self, feature: str) -> int:
        return int(getattr(self, feature))

    def as_record(self) -> dict[str, Any]:
        """What a seat of a record keeps."""
        return self.model_dump(exclude={"text"} if not self.text else None)


FEATURES = tuple(name for name in Strategy.model_fields if name != "text")
BALANCED = Strategy()
"""The strategy of a player without a prompt."""


def read_strategy(given: Mapping[str, Any] | Strategy | None) -> Strategy:
    """The strategy that a seat of a record carries; `bad_record` names the weight that is wrong, and its range."""
    if given is None or isinstance(given, Strategy):
        return given or BALANCED
    try:
        return Strategy.model_validate(dict(given))
    except (ValidationError, TypeError, ValueError) as error:
        raise Refusal(ErrorCode.BAD_RECORD, explained(error)) from None


def explained(error: Exception) -> str:
    """One sentence about the first thing that is wrong with a strategy."""
    problems = error.errors(include_url=False) if isinstance(error, ValidationError) else []
    if not problems or not problems[0]["loc"]:
        return "a strategy is a set of weights, such as {'edges': 6, 'recaptures': -8}"
    name, value = str(problems[0]["loc"][0]), problems[0]["input"]
    if name not in Strategy.model_fields:
        return f"a strategy has no weight {quoted(name)}; the weights are {', '.join(FEATURES)}"
    if name == "text":
        return f"the strategy's text must have at most {MOST_CHARACTERS} characters"
    return f"the strategy's {name} must be a whole number from {-HEAVIEST} to {HEAVIEST}, not {quoted(value)}"
