"""The shapes of what everyone sees of a match. They are declared here, once.

The server builds them as plain dictionaries, at no cost; mypy checks those, OpenAPI describes them, and the types of
the pages are generated from that description.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from quincunx.engine.events import Result
from quincunx.engine.record import EndedBy
from quincunx.server.match.actions import Offer, Thought

Status = Literal["playing", "won", "draw", "lost"]
Mode = Literal["pvp", "pvai", "aivai", "solo", "watch"]
Outcome = Literal["playing", "human_wins", "ai_wins", "draw"]

Reaction = Literal["👍", "👏", "😄", "😮", "🤔", "😅"]
"""What people can say to each other during a match."""

closed = with_config(ConfigDict(extra="forbid"))
open_ended = with_config(ConfigDict(extra="allow"))


@closed
class WishView(TypedDict):
    """A wish as it will act."""

    principle: str
    sought: Annotated[bool, Field(description="false where the principle's opposite is wished for")]
    price: Annotated[float | None, Field(description="the most that it may cost, in the game's unit; null: no limit")]
    text: Annotated[str, Field(description="the person's own words; empty where a language model read them")]
    sentence: str


@closed
class AdviceView(TypedDict):
    """What AI players make of a prompt."""

    strategy: Annotated[dict[str, Any], Field(description="as the record's seat keeps it")]
    source: Annotated[str, Field(description="`embedded` for the built-in interpreter, or `model`")]
    understood: list[WishView]
    ignored: Annotated[list[str], Field(description="the parts that were not understood")]
    problem: Annotated[str, Field(description="why the language model was not used, where one is configured")]
    levels: Annotated[dict[str, str], Field(description="how each level acts on it, in words")]


@closed
class SeatView(TypedDict):
    seat: int
    kind: Literal["person", "invite", "level"]
    colour: str
    name: str | None
    taken: bool
    level: str | None
    algorithm: str | None
    depth: int | None
    strategy: dict[str, Any] | None
    understood: AdviceView | None


@open_ended
class Event(TypedDict):
    """One thing that a move did. The other fields depend on `kind`: see the events of each game."""

    kind: str


@open_ended
class HistoryEntry(TypedDict):
    """One ply. Games add what they know (duel: colour, row, column)."""

    ply: int
    seat: int
    move: str
    events: Annotated[list[Event], Field(description="what the move did")]
    told: Annotated[str, Field(description="the same in words, for terminals and logs")]
    specified: NotRequired[
        Annotated[dict[str, int | str], Field(description="the move as the game's specification writes it")]
    ]
    thought: NotRequired[Thought]


@open_ended
class PositionView(TypedDict):
    """What a page draws. Games add what they have (scores, mines, queue …)."""

    cells: Annotated[list[str], Field(description="one text per row, one character per cell")]
    turn: int
    ply: int
    status: Status
    winner: int | None


@closed
class EndView(TypedDict):
    """How a match ended."""

    result: Result
    by: Annotated[
        int | None,
        Field(
            description="the seat that moved last, resigned, ran out of time or was away; null if no single seat did"
        ),
    ]
    why: Annotated[
        str, Field(description="a word: `why` of the event `ended`, or `resignation`, `agreement`, `clock` …")
    ]


@closed
class OfferView(TypedDict):
    offer: Offer
    seat: int


@closed
class ClockView(TypedDict):
    base: int
    increment: int
    left: Annotated[list[int], Field(description="milliseconds of seat 1 and 2, as they were at `since`")]
    running: int | None
    since: Annotated[
        int,
        Field(description="may lie ahead: nobody is charged while the last move is being shown"),
    ]


@closed
class SeriesView(TypedDict):
    """How a series stands. Draws count for nobody."""

    first_to: Annotated[int, Field(description="how many wins decide it")]
    number: Annotated[int, Field(description="which match of the series this is")]
    wins: Annotated[list[int], Field(description="of seat 1 and 2, this match included once it is over")]
    winner: Annotated[int | None, Field(description="the seat that has won the series")]


@closed
class Possibilities(TypedDict):
    """What the buttons of a page may offer now."""

    undo: bool
    redo: bool
    takeback: bool
    restart: bool
    rematch: bool
    resign: bool
    draw: bool
    fill: Annotated[bool, Field(description="whether the rest is certain, and a person may play it in one go")]
    hint: bool
    analyse: bool
    stop: bool
    level: bool
    prompt: Annotated[bool, Field(description="whether an AI player may be told in words how to play")]


@closed
class MatchView(TypedDict):
    """A match as everyone sees it."""

    id: str
    game: str
    name: str
    preset: str | None
    variant: dict[str, Any]
    chosen_variant: Annotated[
        dict[str, Any],
        Field(description="the variant without the numbers that follow from this board, as another match asks for it"),
    ]
    seed: Annotated[int | None, Field(description="null while it is a secret")]
    seed_named: Annotated[
        bool, Field(description="whether the seed was chosen by a person, who may know how the board goes on")
    ]
    commitment: Annotated[
        str | None, Field(description="SHA-256 of 'seed:salt', where the seed is secret until the end")
    ]
    salt: str | None
    link: Annotated[str | None, Field(description="the game id, to play the same board again")]
    version: Annotated[int, Field(description="how many actions the match's log has")]
    mode: Mode
    seats: list[SeatView]
    ply: int
    turn: int
    status: Status
    winner: int | None
    result: Result | None
    ended_by: EndedBy | None
    end: Annotated[EndView | None, Field(description="null while the match runs")]
    outcome: Outcome | None
    legal: list[str]
    view: PositionView
    history: list[HistoryEntry]
    last_move: HistoryEntry | None
    move_count: int
    pieces_played: Annotated[list[int], Field(description="by each seat, without passes")]
    repetitions: int
    thinking: bool
    response_delay: int
    assisted: bool
    second_try: bool
    offers: list[OfferView]
    can: Possibilities
    clock: ClockView | None
    turn_seconds: Annotated[int | None, Field(description="how long a person may take for a turn")]
    turn_ends_at: Annotated[
        int | None,
        Field(description="when the person to move loses (milliseconds since 1970); null if no limit runs"),
    ]
    series: Annotated[SeriesView | None, Field(description="the series that this match belongs to")]
    daily: str | None
    opening: int
    previous: str | None
    rematch: str | None
    created_at: int
    updated_at: int


@closed
class RecordView(TypedDict):
    record: dict[str, Any]
    text: Annotated[str | None, Field(description="the record as one line; null while the seed is secret")]
    commitment: NotRequired[str | None]
    salt: NotRequired[str | None]


@closed
class ReplayStep(TypedDict):
    ply: int
    view: PositionView
    events: list[Event]
    move: str | None
    seat: int | None
    told: str
    length: Annotated[int, Field(description="milliseconds that it takes to show the move at normal speed")]


@closed
class ReplayView(TypedDict):
    """Positions of a match, and what led to them: all of them, or a part of a long match."""

    game: str
    variant: dict[str, Any]
    plies: Annotated[int, Field(description="how many plies the match has: the ply of its last step")]
    steps: list[ReplayStep]
    legal: Annotated[list[str], Field(description="the moves that can follow the last ply")]


class StoredSummary(TypedDict):
    """What lists and statistics know of a match: columns of its row in the database."""

    variant: str
    mode: Mode
    number: int
    ply: int
    status: Status
    result: Result | None
    outcome: Outcome | None
    level: str | None
    assisted: bool
    counts: bool
    updated_at: int
    deadline: int | None
    our_turn: bool
