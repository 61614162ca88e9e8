"""What the host in the browser hands to the pages' worker. No route of the server has it."""

from typing import Any, NotRequired

from typing_extensions import TypedDict

from quincunx.server.match.view_types import closed


@closed
class Entry(TypedDict):
    """One line of a match's log, as the browser keeps it."""

    match: str
    number: int
    """0 for the creation."""
    body: str
    """JSON."""
    tokens: NotRequired[list[Any]]
    """Of a creation: the seats' tokens as they are kept, each an array."""


@closed
class HostMessage(TypedDict):
    """A message for the watchers of a match, as the server would send it."""

    match: str
    text: str


@closed
class HostReply(TypedDict):
    """The answer to a request, and what follows from it."""

    status: int
    body: str
    entries: list[Entry]
    messages: list[HostMessage]
    thinkers: list[str]
    working: bool
