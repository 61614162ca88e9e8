"""Answers about games: the catalogue, lessons, advice, daily boards, scores and statistics."""

from typing import Any, Literal

from pydantic import Field

from quincunx.engine.events import Result
from quincunx.server.http.schemas.matches import Answer
from quincunx.server.http.schemas.requests import MoveText
from quincunx.server.match.new_match import Request
from quincunx.server.match.view_types import PositionView
from quincunx.texts_for_people import OPTIONS_DESCRIPTION, PIECES_DESCRIPTION

MOST_MOVES = 2000


class OptionView(Answer):
    default: Any
    allowed: str


class LookView(Answer):
    """How a cell's character is drawn; symbols alone, or colours alone, tell all characters apart."""

    symbol: str
    name: str = Field(description="what people call it; empty where it needs no name")
    colour: str | None = Field(description="as #rrggbb")


class PresetWordsView(Answer):
    label: str
    description: str = Field(description="one sentence, or empty")


class LevelView(Answer):
    level: str
    named: bool = Field(description="whether people call it by its name; if not, by its place on the ladder alone")
    algorithm: str
    depth: int
    milliseconds: int


class PrincipleView(Answer):
    """Something that people can ask of the AI players."""

    principle: str
    example: str = Field(description="a prompt that asks for just this")
    sought: str = Field(description="what a player does that seeks it")
    avoided: str = Field(description="what a player does that avoids it")


class GuidanceView(Answer):
    """How people can tell the AI players in words how to play."""

    example: str = Field(description="a prompt that shows what can be asked for")
    unit: str = Field(description="what prices are counted in, as a plural")
    principles: list[PrincipleView]


class FitView(Answer):
    """How an opponent that fits follows a person: a place on the ladder of levels, counted from 1."""

    start: float = Field(description="the place of a newcomer")
    win: float = Field(description="by how much a win moves the place")
    draw: float
    loss: float


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
    guidance: GuidanceView | None = Field(description="what prompts can ask for; null where they are not taken")
    has_solver: bool = Field(description="whether the fewest moves that win can be proven, and boards graded by them")
    has_puzzles: bool = Field(description="whether puzzles of this game come with the package")
    ai_may_accept_draw: bool = Field(description="whether there are positions in which AI players agree to a draw")
    restart_when: Literal["any_time", "when_over"]
    levels: list[LevelView]
    hint_level: str | None = Field(description="the level that gives hints and analyses matches")
    default_level: str | None = Field(description="the level to play against unless another is chosen")
    fit: FitView
    errors: list[str] = Field(description="the codes of refusals that belong to this game")
    options: dict[str, OptionView]
    variant_schema: dict[str, Any] = Field(description="JSON Schema of the options")
    presets: dict[str, dict[str, Any]]
    preset_words: dict[str, PresetWordsView] = Field(description="what people read of each preset")
    recommended: str = Field(description='the preset that "Play" starts; a match that names none is `standard`')
    looks: dict[str, LookView] = Field(description="by the characters of `cells` in a position")
    rules: str = Field(description=f"the rules, as Markdown; {PIECES_DESCRIPTION}. {OPTIONS_DESCRIPTION}")


class LessonView(Answer):
    """One position of a game's tutorial, to be played through `POST /api/replay`."""

    title: str = Field(description="without placeholders")
    text: str = Field(description=f"Markdown; in it, in `done` and in `otherwise` {PIECES_DESCRIPTION}")
    record: str = Field(description="the position's game id; moves are appended to it")
    goals: list[str] = Field(description="the moves that show what the lesson is about; if there are none, any move")
    done: str
    otherwise: str


class DailyView(Answer):
    date: str
    game: str
    seed: int | None = Field(description="null where it is a secret until the day is over")
    salt: str | None = Field(description="the salt of such a board, once its day is over")
    variant: dict[str, Any]
    opening: list[str]
    record: str | None = Field(description="the board as a record, to play it after its day; null while it is a secret")
    view: PositionView


class DailyMoves(Request):
    """Moves on the board of a day, its opening first."""

    date: str = Field(pattern=r"^20\d{6}$")
    moves: list[MoveText] = Field(max_length=MOST_MOVES)


class DailyResult(Answer):
    ply: int
    result: Result | None = Field(description="null where the moves do not end the match")


class BestScore(Answer):
    id: str | None = Field(description="null unless the match is public")
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
    our_wins: int = Field(description="wins of the AI player")
    draws: int
    first_wins: int
    second_wins: int


class OfflineView(Answer):
    """Playing in the browser, without this server."""

    bytes: int | None = Field(description="what a browser loads for it, compressed; null if it is not offered here")
