"""The messages of a live connection, in both directions. They are declared here, once; OpenAPI describes them too.

A message with a `version` is an action of the log, or the match after it, and can be requested again.
"""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from quincunx.json_bytes import dumps
from quincunx.server.match.actions import Action, BaseAction, Thought
from quincunx.server.match.commands import AWAY_MILLISECONDS
from quincunx.server.match.view_types import Event, MatchView, Reaction, closed

# What the server sends.


@closed
class ActionMessage(TypedDict):
    """Something was done: the action, what it changed, and the match since then, unless more follows."""

    type: Literal["action"]
    version: int
    action: Action
    events: list[Event]
    match: NotRequired[MatchView]


@closed
class MatchMessage(TypedDict):
    """The match as it is now."""

    type: Literal["match"]
    version: int
    match: MatchView


@closed
class ThoughtSoFar(TypedDict):
    depth: int
    line: list[str]
    score: int | None
    nodes: int


@closed
class ThinkingMessage(TypedDict):
    """An AI player is thinking; null before it has considered anything."""

    type: Literal["thinking"]
    at_version: int
    seat: int
    thought: ThoughtSoFar | None


@closed
class SeatPresence(TypedDict):
    seat: int
    present: bool


@closed
class PresenceMessage(TypedDict):
    """Which seats' holders are connected, and how many others watch."""

    type: Literal["presence"]
    seats: list[SeatPresence]
    watching: Annotated[int, Field(description="connections that hold no seat")]
    claim_after: Annotated[
        int, Field(description="milliseconds that a holder must be away before the other side may end the match")
    ]


@closed
class ReactionMessage(TypedDict):
    """The holder of a seat reacts to what happened. It is sent once and kept nowhere."""

    type: Literal["reaction"]
    seat: int
    reaction: Reaction


@closed
class ProgressMessage(TypedDict):
    """How far an analysis of the match is."""

    type: Literal["progress"]
    what: Literal["analysis"]
    done: int
    total: int


@closed
class ErrorMessage(TypedDict):
    type: Literal["error"]
    errorCode: str
    message: str


@closed
class HeartbeatMessage(TypedDict):
    type: Literal["heartbeat"]
    at_version: int


LiveMessage = Annotated[
    ActionMessage
    | MatchMessage
    | ThinkingMessage
    | PresenceMessage
    | ReactionMessage
    | ProgressMessage
    | ErrorMessage
    | HeartbeatMessage,
    Field(discriminator="type"),
]


# What a client sends.


class HelloMessage(TypedDict):
    """The first message of a WebSocket client. It is sent everything after version `since`, then the match."""

    type: Literal["hello"]
    since: NotRequired[Annotated[int | None, Field(ge=0, lt=2**31)]]
    token: NotRequired[Annotated[str | None, Field(description="a seat's token: its holder counts as present")]]


class PingMessage(TypedDict):
    """Answered by a heartbeat."""

    type: Literal["ping"]


ClientMessage = Annotated[HelloMessage | PingMessage, Field(discriminator="type")]


# Building them.


def action_message(version: int, action: BaseAction, events: list[Event]) -> bytes:
    message: ActionMessage = {
        "type": "action",
        "version": version,
        "action": action.model_dump(mode="json"),  # type: ignore[typeddict-item]  # as JSON already
        "events": events,
    }
    return dumps(message)


def match_message(version: int, body: bytes) -> bytes:
    return with_match(dumps({"type": "match", "version": version}), body)


def with_match(message: bytes, body: bytes) -> bytes:
    """A message with a match that is JSON already."""
    return b'%s,"match":%s}' % (message[:-1], body)


def thinking_message(version: int, seat: int, thought: Thought | None) -> bytes:
    so_far = None if thought is None else _so_far(thought)
    message: ThinkingMessage = {"type": "thinking", "at_version": version, "seat": seat, "thought": so_far}
    return dumps(message)


def presence_message(present: dict[int, bool], watching: int) -> bytes:
    seats: list[SeatPresence] = [{"seat": seat, "present": there} for seat, there in sorted(present.items())]
    message: PresenceMessage = {
        "type": "presence",
        "seats": seats,
        "watching": watching,
        "claim_after": AWAY_MILLISECONDS,
    }
    return dumps(message)


def reaction_message(seat: int, reaction: Reaction) -> bytes:
    message: ReactionMessage = {"type": "reaction", "seat": seat, "reaction": reaction}
    return dumps(message)


def progress_message(what: Literal["analysis"], done: int, total: int) -> bytes:
    message: ProgressMessage = {"type": "progress", "what": what, "done": done, "total": total}
    return dumps(message)


def error_message(code: str, text: str) -> bytes:
    message: ErrorMessage = {"type": "error", "errorCode": code, "message": text}
    return dumps(message)


def heartbeat_message(version: int) -> bytes:
    message: HeartbeatMessage = {"type": "heartbeat", "at_version": version}
    return dumps(message)


def _so_far(thought: Thought) -> ThoughtSoFar:
    return {"depth": thought["depth"], "line": thought["line"], "score": thought["score"], "nodes": thought["nodes"]}
