"""The bodies of requests (that of a new match is in `server.match.new_match`)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.server.match.new_match import MOST_RECORD_CHARACTERS, LevelName, Name, Prompt, Request
from quincunx.server.match.view_types import Reaction

MoveText = Annotated[str, Field(max_length=16)]
Ply = Annotated[int, Field(ge=0, le=100_000)]


SpecifiedFields = Annotated[dict[str, int | str], Field(max_length=8)]


class PlayRequest(Request):
    move: MoveText | SpecifiedFields = Field(
        description="the move's text, or its fields as the game's specification writes them, counted from 0: "
        '`{"row": 3, "col": 2, "direction": "right"}` in mosaic'
    )
    ply: Ply = Field(description="the ply about to be played")


class PlyRequest(Request):
    ply: Ply | None = Field(default=None, description="the ply about to be played, as the client sees the match")


class OfferRequest(Request):
    answer: Literal["offer", "accept", "decline"] = "offer"


class ResignRequest(Request):
    seat: Literal[1, 2] | None = None


class ClaimRequest(Request):
    result: Literal["win", "draw"] = "win"


class LevelRequest(Request):
    level: LevelName
    seat: Literal[1, 2] | None = None


class PromptChange(Request):
    prompt: Prompt = Field(description="how to play, in words; empty: as it always does")
    seat: Literal[1, 2] | None = None


class ReactionRequest(Request):
    reaction: Reaction


class JoinRequest(Request):
    invite: str = Field(max_length=128)
    token: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9_-]{32,128}$",
        description="the seat's token, drawn by the client; drawn by the server if left out",
    )
    name: Name | None = None


class RecordRequest(Request):
    record: str = Field(max_length=MOST_RECORD_CHARACTERS, description="a record, as JSON or as its line of text")


class PromptRequest(Request):
    prompt: Prompt


class StudyRequest(Request):
    """A study of the people who play a game here."""

    game: str = Field(max_length=32)
    games: int = Field(default=100, ge=2, le=2000, description="matches of each level, to compare with")


class LabRunRequest(Request):
    """A small run of the lab."""

    game: str = Field(max_length=32)
    preset: str | None = Field(default=None, max_length=64)
    variant: dict[str, Any] | None = None
    players: list[Annotated[str, Field(max_length=32)]] | None = Field(
        default=None, min_length=1, max_length=2, description="levels; the weakest one if left out"
    )
    games: int = Field(default=200, ge=1, le=2000)
    seed: int = Field(default=1, ge=0, lt=SEED_LIMIT)
