"""The log of a match: how it was created, and every action since, in order. It is append-only.

Everything else about a match (its position, its record, whose turn it is) is rebuilt from the log.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from quincunx.engine.sides import PURPOSE_DESCRIPTION
from quincunx.series import Series

Offer = Literal["draw", "takeback", "restart", "rematch"]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatPlan(Frozen):
    """Who holds a seat: a person at the creator's screen, somebody invited, or an AI player."""

    kind: Literal["person", "invite", "level"]
    name: str | None = None
    joined: bool = False
    """Whether the invited person took part in the match before this one."""
    level: str | None = None
    strategy: dict[str, Any] | None = None
    understood: dict[str, Any] | None = None
    """What the AI player made of a prompt beside the strategy, to be shown."""


class ClockPlan(Frozen):
    """Milliseconds to begin with, and those added for every move."""

    base: int
    increment: int


class Creation(Frozen):
    """What a match was created with."""

    game: str
    game_version: int
    variant: dict[str, Any]
    seed: int
    salt: str
    """The commitment that is published at the start of a match with a secret seed is a hash of the seed and this."""
    salted: bool = False
    """Whether hidden drops are drawn from the salt as well."""
    seats: tuple[SeatPlan, ...]
    setup: dict[str, Any] | None = None
    opening: tuple[str, ...] = ()
    """Moves that were already played: those of a pasted record, or of the opening of a daily board."""
    assisted: bool = False
    seed_named: bool = False
    """Whether somebody chose the seed: they may know how the board goes on."""
    first_try: bool = True
    """Whether nobody at the same address had played this board on the same day: tables rank nothing else."""
    address: str = ""
    """A digest of the address and the day, by which a second try under another name is noticed."""
    second_try: bool = False
    """Whether it is assisted only because the same client has played this board before."""
    clock: ClockPlan | None = None
    turn_seconds: int | None = None
    """How long a person may take for a turn; no limit if None."""
    series: Series | None = None
    """The series that the match belongs to, as it stood when the match began."""
    response_delay: int = 0
    daily: str | None = None
    public: bool = False
    previous: str | None = None
    client: str = ""
    """A digest of the client that created it, to recognise a second try at the same board."""
    created_at: int


@with_config(ConfigDict(extra="forbid"))
class Thought(TypedDict):
    """How an AI player came to its move."""

    level: str
    score: int | None
    depth: int
    nodes: int
    line: list[str]
    seconds: float
    cut_short: bool
    reason: str
    purpose: NotRequired[Annotated[str, Field(description=f"what the move is for, {PURPOSE_DESCRIPTION}")]]


class BaseAction(Frozen):
    """What all actions have: the seat that acted (0: the server), and when (milliseconds since 1970)."""

    seat: int
    at: int


class Moved(BaseAction):
    kind: Literal["moved"] = "moved"
    move: str
    ply: int
    thought: Thought | None = None


class Filled(BaseAction):
    """The rest of the match, which was certain, was played in one go."""

    kind: Literal["filled"] = "filled"
    ply: int
    moves: tuple[str, ...]


class Undone(BaseAction):
    kind: Literal["undone"] = "undone"
    to_ply: int


class Redone(BaseAction):
    kind: Literal["redone"] = "redone"
    to_ply: int


class Restarted(BaseAction):
    kind: Literal["restarted"] = "restarted"


class Hinted(BaseAction):
    """A hint was requested: the match is assisted from here on."""

    kind: Literal["hinted"] = "hinted"


class Offered(BaseAction):
    kind: Literal["offered"] = "offered"
    offer: Offer


class Declined(BaseAction):
    """An offer was declined by the other side, or withdrawn by the side that made it."""

    kind: Literal["declined"] = "declined"
    offer: Offer
    withdrawn: bool = False


class Accepted(BaseAction):
    kind: Literal["accepted"] = "accepted"
    offer: Offer


class Resigned(BaseAction):
    kind: Literal["resigned"] = "resigned"


class Claimed(BaseAction):
    """The other side is away, and this side ended the match."""

    kind: Literal["claimed"] = "claimed"
    result: Literal["win", "draw"]


class Flagged(BaseAction):
    """The clock of `seat` ran out."""

    kind: Literal["flagged"] = "flagged"


class Closed(BaseAction):
    """The server ended the match, or its creator did: a match between AI players, or one that nobody has joined yet."""

    kind: Literal["closed"] = "closed"
    why: Literal["ply_cap", "stopped", "agreement", "expired", "cancelled"]


class LevelChanged(BaseAction):
    kind: Literal["level_changed"] = "level_changed"
    of: int
    level: str


class PromptChanged(BaseAction):
    """An AI player got a new prompt; without a strategy it plays as it always does."""

    kind: Literal["prompt_changed"] = "prompt_changed"
    of: int
    strategy: dict[str, Any] | None = None
    understood: dict[str, Any] | None = None


class Joined(BaseAction):
    """Somebody opened the invite link."""

    kind: Literal["joined"] = "joined"
    name: str | None = None


class Rematched(BaseAction):
    """Another match follows this one; `seat` agreed to it last."""

    kind: Literal["rematched"] = "rematched"
    match: str


Action = Annotated[
    Moved | Filled | Undone | Redone | Restarted | Hinted | Offered | Declined | Accepted | Resigned | Claimed | Flagged
    | Closed | LevelChanged | PromptChanged | Joined | Rematched,
    Field(discriminator="kind"),
]  # fmt: skip

ACTION: TypeAdapter[Action] = TypeAdapter(Action)
