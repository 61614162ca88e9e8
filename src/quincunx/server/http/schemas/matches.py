"""Answers about matches, and refusals."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from quincunx.engine.sides import PURPOSE_DESCRIPTION
from quincunx.search.analysis import LEAST_CHOICES
from quincunx.server.match.view_types import Event, MatchView, PositionView, Reaction, open_ended


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ErrorAnswer(Answer):
    errorCode: str
    message: str
    match: MatchView | None = Field(default=None, description="the match as it is, where a request was stale")


class ActionAnswer(Answer):
    match: MatchView
    events: list[Event]


class SeatToken(Answer):
    seat: int
    token: str | None = Field(default=None, description="the seat's secret: shown once, here")
    invite: str | None = Field(
        default=None, description="the link for the person who is to take this seat; it works once"
    )


class CreatedMatch(Answer):
    id: str
    seats: list[SeatToken]
    creator: str | None = Field(default=None, description="the token that owns a match between AI players")
    match: MatchView


class TakenMatches(Answer):
    """What became of the matches of another browser's file. Only the host in the browser takes them."""

    added: list[CreatedMatch] = Field(description="new matches, as if they had been made here")
    continued: int = Field(description="matches that were here, and of which the file knew more")
    kept: int = Field(description="matches that were here, and stay as they are")


class RematchAnswer(Answer):
    """The match that follows, or the offer of one."""

    id: str | None = Field(description="the match that follows; null while the other player has not agreed")
    seats: list[SeatToken] = Field(description="the seats of the request's token there; it stays valid")
    match: MatchView = Field(description="the match that follows; this one while the other player has not agreed")


class SentReaction(Answer):
    seat: int
    reaction: Reaction


class JoinedSeat(Answer):
    seat: int
    token: str
    match: MatchView


class PreviewView(Answer):
    move: str
    events: list[Event]
    view: PositionView
    told: str
    at_least: bool = Field(description="whether unknown tokens may add to what is shown")


@open_ended
class HintDetails(TypedDict):
    """What else a game knows about a hint: the `choice_details` of each game, or nothing."""


class HintView(Answer):
    move: str
    purpose: str = Field(description=f"what the move is for, {PURPOSE_DESCRIPTION}; may be empty")
    reason: str = Field(description="how it was found")
    sure: Literal["proven", "likely"]
    score: int | None
    details: HintDetails
    match: MatchView


class FewestView(Answer):
    """The fewest moves that win a match from its first position; equal where they are proven, null without a solver."""

    at_least: int | None
    at_most: int | None


class JudgementView(Answer):
    ply: int
    seat: int
    move: str
    best: str
    purpose: str = Field(description=f"what the best move would have been for, {PURPOSE_DESCRIPTION}; may be empty")
    expected: float
    loss: float
    label: Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class AnalysisView(Answer):
    status: Literal["none", "running", "done", "cancelled", "failed"]
    done: int
    total: int
    judgements: list[JudgementView] | None
    accuracy: list[float | None] | None = Field(
        description=f"for each seat, from 0 to 100; null for a seat with fewer than {LEAST_CHOICES} choices"
    )


class MatchSummary(Answer):
    """A match in a list."""

    id: str
    game: str
    variant: str
    mode: str
    level: str | None
    daily: str | None
    ply: int
    status: str
    result: str | None
    created_at: int
    updated_at: int


class MetricView(Answer):
    value: int | None = Field(description="null where the metric does not apply to this match")
    note: str
    unit: str
    range: list[int | None]


class Ready(Answer):
    ready: bool
    playable: int
    compiled: int
    games: int
    message: str
