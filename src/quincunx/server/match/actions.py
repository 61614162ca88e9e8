"""The log of a match: what it was founded with, and every action since, in order. Nothing in it is ever changed.

Everything else about a match (its position, its record, whose turn it is) is rebuilt from here.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Offer = Literal["draw", "takeback", "restart"]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatPlan(Frozen):
    """Who holds a seat: a person at the maker's screen, somebody invited, or a player of ours."""

    kind: Literal["person", "invite", "level"]
    name: str | None = None
    joined: bool = False
    """Whether an invited person came to the match before this one."""
    level: str | None = None
    strategy: dict[str, Any] | None = None
    understood: dict[str, Any] | None = None
    """What of a prompt was understood, to be shown."""


class ClockPlan(Frozen):
    """Milliseconds to begin with, and for every move."""

    base: int
    increment: int


class Founding(Frozen):
    """What a match was made with."""

    game: str
    game_version: int
    variant: dict[str, Any]
    seed: int
    salt: str
    """With the seed, the commitment that is published at the start of a match whose seed is secret."""
    seats: tuple[SeatPlan, ...]
    setup: dict[str, Any] | None = None
    opening: tuple[str, ...] = ()
    """Moves that were on the board already: of a pasted record, or of a daily opening."""
    assisted: bool = False
    clock: ClockPlan | None = None
    response_delay: int = 0
    daily: str | None = None
    public: bool = False
    previous: str | None = None
    client: str = ""
    """A digest of who made it, to tell a second try at the same board from a first."""
    created_at: int


class Thought(Frozen):
    """How one of our players came to its move."""

    level: str
    score: int | None = None
    depth: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()
    seconds: float = 0.0
    cut_short: bool = False
    reason: str = ""


class Done(Frozen):
    """What all actions have: who did it (0: the house), and when (milliseconds since 1970)."""

    seat: int
    at: int


class Moved(Done):
    kind: Literal["moved"] = "moved"
    move: str
    ply: int
    thought: Thought | None = None


class Undone(Done):
    kind: Literal["undone"] = "undone"
    to_ply: int


class Redone(Done):
    kind: Literal["redone"] = "redone"
    to_ply: int


class Restarted(Done):
    kind: Literal["restarted"] = "restarted"


class Hinted(Done):
    """A hint was asked for: the match is assisted from here on."""

    kind: Literal["hinted"] = "hinted"


class Offered(Done):
    kind: Literal["offered"] = "offered"
    offer: Offer


class Declined(Done):
    """An offer was declined by the other side, or taken back by its own."""

    kind: Literal["declined"] = "declined"
    offer: Offer


class Accepted(Done):
    kind: Literal["accepted"] = "accepted"
    offer: Offer


class Resigned(Done):
    kind: Literal["resigned"] = "resigned"


class Claimed(Done):
    """The other side is away, and the one who stayed has had enough."""

    kind: Literal["claimed"] = "claimed"
    result: Literal["win", "draw"]


class Flagged(Done):
    """The clock of `seat` ran out."""

    kind: Literal["flagged"] = "flagged"


class Closed(Done):
    """The house, or the maker of a match between our players, ended it."""

    kind: Literal["closed"] = "closed"
    why: Literal["ply_cap", "stopped", "agreement", "expired"]


class LevelChanged(Done):
    kind: Literal["level_changed"] = "level_changed"
    of: int
    level: str


class Joined(Done):
    """Somebody opened the invite link."""

    kind: Literal["joined"] = "joined"
    name: str | None = None


class Rematched(Done):
    kind: Literal["rematched"] = "rematched"
    match: str


Action = Annotated[
    Moved | Undone | Redone | Restarted | Hinted | Offered | Declined | Accepted | Resigned | Claimed | Flagged
    | Closed | LevelChanged | Joined | Rematched,
    Field(discriminator="kind"),
]  # fmt: skip

ACTION: TypeAdapter[Action] = TypeAdapter(Action)
