"""A match in memory from its log. A long one takes time, so this runs in a worker thread."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quincunx.server.live.messages import action_message
from quincunx.server.match.actions import Action, BaseAction, Creation
from quincunx.server.match.state import State
from quincunx.server.match.view import match_body

MOST_KEPT = 150
"""How many of the latest actions a room keeps for watchers who missed them; after more, they get only the match."""
MOST_KEPT_BYTES = 500_000


class RecentMessages:
    """The messages of the latest actions, without the match, for watchers who come back."""

    def __init__(self) -> None:
        self._messages: deque[tuple[int, bytes]] = deque()
        self._bytes = 0

    def add(self, version: int, message: bytes) -> None:
        self._messages.append((version, message))
        self._bytes += len(message)
        while len(self._messages) > MOST_KEPT or self._bytes > MOST_KEPT_BYTES:
            self._bytes -= len(self._messages.popleft()[1])

    def since(self, version: int) -> Iterable[tuple[int, bytes]]:
        """Version and message of each kept action after this version."""
        return [kept for kept in self._messages if kept[0] > version]


class Folded(NamedTuple):
    state: State
    body: bytes
    recent: RecentMessages


def fold(match_id: str, creation: Creation, log: Sequence[Action]) -> Folded:
    state, recent = State(match_id, creation), RecentMessages()
    kept_from = len(log) - MOST_KEPT
    for number, action in enumerate(log):
        events = state.apply(action)
        if number >= kept_from:
            recent.add(state.number, action_message(state.number, action, events))
    return Folded(state, match_body(state), recent)


def plies_of(creation: Creation, log: Sequence[BaseAction]) -> int:
    """About how many plies have to be played to build a match."""
    return len(creation.opening) + len(log)
