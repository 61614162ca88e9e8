"""The shapes of requests and answers: what the OpenAPI description says, and the pages' types are made from."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.record import EndedBy, Result
from quincunx.server.match.actions import Offer

Name = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f]*$")]
Prompt = Annotated[str, Field(max_length=500)]
MoveText = Annotated[str, Field(max_length=16)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Seconds = Annotated[int, Field(ge=0, le=86_400)]


class Request(BaseModel):
    """What somebody sends: unknown fields are refused, and so are numbers written as texts."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


# Requests.


class PersonSeat(Request):
    kind: Literal["person"]
    name: Name | None = None


class InviteSeat(Request):
    kind: Literal["invite"]


class LevelSeat(Request):
    kind: Literal["level"]
    level: str = Field(default="medium", max_length=16)
    prompt: Prompt | None = Field(default=None, description="how to play, in words; for games that take prompts")


SeatRequest = Annotated[PersonSeat | InviteSeat | LevelSeat, Field(discriminator="kind")]


class ClockRequest(Request):
    base: Annotated[int, Field(ge=10, le=86_400)] = Field(description="seconds to begin with")
    increment: Seconds = Field(default=0, description="seconds more for every move")


class NewMatch(Request):
    game: str = Field(max_length=32)
    preset: str | None = Field(default=None, max_length=64)
    variant: dict[str, Any] | None = Field(default=None, description="options that differ from the preset")
    seed: int | None = Field(default=None, ge=0, lt=SEED_LIMIT, description="drawn if left out")
    record: str | None = Field(
        default=None, max_length=60_000, description="a pasted game id or record to go on from, instead of the above"
    )
    daily: bool = Field(default=False, description="today's board of this game, instead of the above")
    seats: list[SeatRequest] | None = Field(
        default=None, max_length=2, description="a person against `medium` if left out; a person for a game of one"
    )
    clock: ClockRequest | None = Field(default=None, description="only between people")
    response_delay: int | None = Field(
        default=None, ge=0, le=1500, description="milliseconds before our players answer"
    )
    public: bool = Field(default=False, description="whether the match is listed")


class MoveRequest(Request):
    move: MoveText
    ply: Ply = Field(description="the ply about to be played")


class OfferRequest(Request):
    answer: Literal["offer", "accept", "decline"] = "offer"


class ResignRequest(Request):
    seat: Literal[1, 2] | None = None


class ClaimRequest(Request):
    result: Literal["win", "draw"] = "win"


class LevelRequest(Request):
    level: str = Field(max_length=16)
    seat: Literal[1, 2] | None = None


class JoinRequest(Request):
    invite: str = Field(max_length=128)
    name: Name | None = None


class RecordRequest(Request):
    record: str = Field(max_length=60_000, description="a record, as JSON or as its line of text")


class PromptRequest(Request):
    prompt: Prompt


class ExperimentRequest(Request):
    """A small run of the lab."""

    game: str = Field(max_length=32)
    preset: str | None = Field(default=None, max_length=64)
    variant: dict[str, Any] | None = None
    players: list[Annotated[str, Field(max_length=32)]] = Field(default=["easy"], min_length=1, max_length=2)
    games: int = Field(default=200, ge=1, le=2000)
    seed: int = Field(default=1, ge=0, lt=SEED_LIMIT)


# Answers.


class ErrorAnswer(Answer):
    errorCode: str
    message: str
    match: dict[str, Any] | None = Field(default=None, description="the match as it is, where a request was stale")


class SeatView(Answer):
    seat: int
    kind: Literal["person", "invite", "level"]
    colour: str
    name: str | None
    taken: bool
    level: str | None
    algorithm: str | None
    depth: int | None
    strategy: dict[str, Any] | None
    understood: dict[str, Any] | None


class ThoughtView(Answer):
    level: str
    score: int | None
    depth: int
    nodes: int
    line: list[str]
    seconds: float
    cut_short: bool
    reason: str


class HistoryEntry(BaseModel):
    """One ply; games add what they know (duel: colour, row, column)."""

    model_config = ConfigDict(extra="allow")
    ply: int
    seat: int
    move: str
    told: str = Field(description="what it did, in words")
    thought: ThoughtView | None = None


class Event(BaseModel):
    """One thing that a move did; the other fields depend on `kind`."""

    model_config = ConfigDict(extra="allow")
    kind: str


class PositionView(BaseModel):
    """What a page draws; games add what they have (scores, mines, queue …)."""

    model_config = ConfigDict(extra="allow")
    cells: list[str] = Field(description="a text a row, a character a cell")
    turn: int
    ply: int
    status: Literal["playing", "won", "draw", "lost"]
    winner: int | None


class OfferView(Answer):
    offer: Offer
    seat: int


class ClockView(Answer):
    base: int
    increment: int
    left: list[int] = Field(description="milliseconds of seat 1 and 2, as they were at `since`")
    running: int | None
    since: int


class Possibilities(Answer):
    undo: bool
    redo: bool
    takeback: bool
    restart: bool
    rematch: bool
    resign: bool
    draw: bool
    hint: bool
    analyse: bool
    stop: bool
    level: bool


class MatchView(Answer):
    id: str
    game: str
    name: str
    preset: str | None
    variant: dict[str, Any]
    seed: int | None = Field(description="null while it is a secret")
    commitment: str | None = Field(description="SHA-256 of 'seed:salt', where the seed is secret until the end")
    salt: str | None
    link: str | None = Field(description="the game id, to play the same board again")
    version: int = Field(description="how many actions the match's log has")
    mode: Literal["pvp", "pvai", "aivai", "solo", "watch"]
    seats: list[SeatView]
    ply: int
    turn: int
    status: Literal["playing", "won", "draw", "lost"]
    winner: int | None
    result: Result | None
    ended_by: EndedBy | None
    outcome: Literal["playing", "human_wins", "ai_wins", "draw"] | None
    legal: list[str]
    view: PositionView
    history: list[HistoryEntry]
    last_move: HistoryEntry | None
    move_count: int
    pieces_played: int
    repetitions: int
    thinking: bool
    response_delay: int
    assisted: bool
    offers: list[OfferView]
    can: Possibilities
    clock: ClockView | None
    daily: str | None
    previous: str | None
    rematch: str | None
    created_at: int
    updated_at: int


class Acted(Answer):
    match: MatchView
    events: list[Event]


class SeatToken(Answer):
    seat: int
    token: str | None = Field(default=None, description="the seat's secret: shown once, here")
    invite: str | None = Field(default=None, description="the link for whoever is to take this seat; it works once")


class Made(Answer):
    id: str
    seats: list[SeatToken]
    creator: str | None = Field(default=None, description="the token that owns a match between our players")
    match: MatchView


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


class HintView(Answer):
    move: str
    reason: str
    sure: Literal["proven", "likely"]
    score: int | None
    details: dict[str, Any]
    match: MatchView


class RecordView(Answer):
    record: dict[str, Any]
    text: str | None = Field(description="the record as one line; null while the seed is secret")
    commitment: str | None = None
    salt: str | None = None


class ReplayStep(Answer):
    ply: int
    view: PositionView
    events: list[Event]
    move: str | None
    seat: int | None
    told: str


class ReplayView(Answer):
    game: str
    variant: dict[str, Any]
    steps: list[ReplayStep]
    legal: list[str] = Field(description="the moves that can follow the last step")


class LessonView(Answer):
    """One position of a game's tutorial, to be played through `POST /api/replay`."""

    title: str
    text: str
    record: str = Field(description="the position's game id; moves are appended to it")
    goals: list[str] = Field(description="the moves that show what the lesson is about; none: any move does")
    done: str
    otherwise: str


class JudgementView(Answer):
    ply: int
    seat: int
    move: str
    best: str
    expected: float
    loss: float
    label: Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class AnalysisView(Answer):
    status: Literal["none", "running", "done", "cancelled", "failed"]
    done: int
    total: int
    judgements: list[JudgementView] | None
    accuracy: list[float] | None


class OptionView(Answer):
    default: Any
    allowed: str


class LookView(Answer):
    symbol: str
    name: str


class LevelView(Answer):
    level: str
    algorithm: str
    depth: int
    milliseconds: int


class GameView(Answer):
    game: str
    name: str
    tagline: str
    how_to_play: str
    version: int
    seats: int
    seat_names: list[str]
    chance: bool
    secret: bool
    takes_prompts: bool
    restart_when: Literal["any_time", "when_over"]
    levels: list[LevelView]
    options: dict[str, OptionView]
    variant_schema: dict[str, Any] = Field(description="JSON Schema of the options")
    presets: dict[str, dict[str, Any]]
    looks: dict[str, LookView]
    rules: str = Field(description="the rules, as Markdown")


class Summary(Answer):
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


class Score(Answer):
    id: str
    ply: int
    seed: int
    daily: str | None
    updated_at: int


class Statistic(Answer):
    game: str
    mode: str
    level: str | None
    matches: int
    mean_plies: float
    person_wins: int
    our_wins: int
    draws: int
    first_wins: int
    second_wins: int


class DailyView(Answer):
    date: str
    game: str
    seed: int
    variant: dict[str, Any]
    opening: list[str]
    view: PositionView


class AdviceView(Answer):
    strategy: dict[str, Any]
    source: str
    problem: str
    understood: list[dict[str, Any]]
    ignored: list[str]


class Ready(Answer):
    ready: bool
    compiled: int
    games: int
    message: str


class MetricView(Answer):
    value: int | None = Field(description="null where the metric says nothing of this match")
    note: str
    unit: str
    range: list[int | None]


class ReportView(Answer):
    name: str
    title: str
    game: str | None
    players: list[str]
    games: int | None
    lights: dict[str, int]
    written_at: float


class ExperimentView(Answer):
    name: str
    state: Literal["running", "done", "cancelled", "failed"]
    problem: str
    done: int
    total: int
