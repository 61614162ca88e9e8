"""What somebody may ask for when they make a match."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.search.advice.strategy import MOST_CHARACTERS
from quincunx.series import LEAST_WINS, MOST_WINS
from quincunx.server.match.names import must_be_visible

MOST_NAME_CHARACTERS = 24
MOST_RECORD_CHARACTERS = 60_000

Name = Annotated[
    str,
    Field(min_length=1, max_length=MOST_NAME_CHARACTERS, pattern=r"^[^\x00-\x1f]*$"),
    AfterValidator(must_be_visible),
]
Prompt = Annotated[str, Field(max_length=MOST_CHARACTERS)]
LevelName = Annotated[str, Field(max_length=16)]
Difficulty = Literal["easy", "normal", "hard"]
VariantRequest = str | dict[str, Any] | None
Seconds = Annotated[int, Field(ge=0, le=86_400)]


class Request(BaseModel):
    """The body of a request. Unknown fields are refused, and so are numbers written as texts."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PersonSeat(Request):
    kind: Literal["person"]
    name: Name | None = None


class InviteSeat(Request):
    kind: Literal["invite"]


class LevelSeat(Request):
    kind: Literal["level"]
    level: LevelName | None = Field(default=None, description="the game's default level if left out")
    prompt: Prompt | None = Field(default=None, description="how to play, in words; for games that take prompts")


SeatRequest = Annotated[PersonSeat | InviteSeat | LevelSeat, Field(discriminator="kind")]


class ClockRequest(Request):
    base: Annotated[int, Field(ge=10, le=86_400)] = Field(description="seconds to begin with")
    increment: Seconds = Field(default=0, description="seconds added for every move")


class SeriesRequest(Request):
    first_to: Annotated[int, Field(ge=LEAST_WINS, le=MOST_WINS)] = Field(description="how many wins decide the series")


class NewMatch(Request):
    game: str = Field(max_length=32)
    preset: str | None = Field(default=None, max_length=64)
    variant: dict[str, Any] | None = Field(default=None, description="options that differ from the preset")
    seed: int | None = Field(
        default=None,
        ge=0,
        lt=SEED_LIMIT,
        description="drawn if left out; where the seed is a secret, only a game id gives the same drops again",
    )
    difficulty: Difficulty | None = Field(
        default=None,
        description="draw a board by the fewest moves that win it, proven; for games that have a solver",
    )
    record: str | None = Field(
        default=None,
        max_length=MOST_RECORD_CHARACTERS,
        description="a pasted game id or record to go on from, instead of the above",
    )
    daily: bool = Field(default=False, description="today's board of this game, instead of the above")
    seats: list[SeatRequest] | None = Field(
        default=None,
        max_length=2,
        description="if left out: one person, and in a game for two an AI player at the game's default level",
    )
    clock: ClockRequest | None = Field(default=None, description="only between people")
    turn_seconds: int | None = Field(
        default=None,
        ge=5,
        le=3600,
        description="a person who takes longer for a turn loses; counted from when the last move has been shown",
    )
    series: SeriesRequest | None = Field(default=None, description="matches for two until one side has won enough")
    response_delay: int | None = Field(
        default=None, ge=0, le=1500, description="minimum delay before an AI move, in milliseconds"
    )
    public: bool = Field(default=False, description="whether the match is listed")
