"""Matches in the browser: the same log as on the server, kept by somebody else.

An *entry* is what has to be written down: the creation of a match, or the next action of its log.
"""

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.schemas.host import Entry
from quincunx.server.match.actions import ACTION, Action, BaseAction, Creation
from quincunx.server.match.caps import Caps
from quincunx.server.match.commands import CREATOR, Command, Holder, foreign_token, missing_token, settle
from quincunx.server.match.creation import issue_tokens
from quincunx.server.match.state import State
from quincunx.server.match.tokens import Token, seats_of
from quincunx.server.match.view import match_view
from quincunx.server.match.view_types import Event
from quincunx.server_errors import NO_SUCH_MATCH, ServerErrorCode


def now_ms() -> int:
    return int(time.time() * 1000)


class Act(NamedTuple):
    """What a command did."""

    version: int
    action: BaseAction
    events: list[Event]


class LocalMatch:
    """One match: its log, and the state that follows from it."""

    def __init__(self, match_id: str, creation: Creation, tokens: list[Token], log: Iterable[Action] = ()) -> None:
        self.id = match_id
        self.tokens = tokens
        self.state = State(match_id, creation)
        self.bodies = [creation.model_dump_json()]
        """The log as JSON, the creation first."""
        for action in log:
            self._apply(action)

    def act(self, command: Command, caps: Caps) -> list[Act]:
        """Carry out a command, after whatever has to happen by itself; what was done."""
        done = self.settle(caps)
        action = command(self.state, now_ms())
        if action is not None:
            caps.must_fit(action, self.state.number)
            done.append(self._apply(action))
        return done + self.settle(caps)

    def settle(self, caps: Caps) -> list[Act]:
        """An empty clock, a limit of plies."""
        action = settle(self.state, now_ms(), caps.plies)
        return [] if action is None else [self._apply(action)]

    def _apply(self, action: BaseAction) -> Act:
        events = self.state.apply(action)
        self.bodies.append(action.model_dump_json())
        return Act(self.state.number, action, events)

    def holder(self, token: str | None) -> Holder:
        """The seats that a token holds."""
        if token is None:
            raise missing_token()
        seats = seats_of(token, self.tokens)
        if not seats:
            raise foreign_token()
        return Holder(seats)

    def entry(self, number: int) -> Entry:
        """One entry of its log; 0 is the creation's."""
        kept: Entry = {"match": self.id, "number": number, "body": self.bodies[number]}
        if number == 0:
            kept["tokens"] = [list(token) for token in self.tokens]
        return kept


def made_view(match: LocalMatch) -> dict[str, Any]:
    """Give new secrets to the seats of a match; what a server answers when one is made."""
    issued = issue_tokens(match.state.creation.seats)
    match.tokens = issued.kept
    seats = [{"seat": seat, "token": secret} for seat, secret in issued.given.items() if seat != CREATOR]
    return {"id": match.id, "seats": seats, "creator": issued.given.get(CREATOR), "match": match_view(match.state)}


class Matches:
    """All matches of this browser. A log is read when somebody asks for its match."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._logs: dict[str, list[Entry]] = {}
        self._read: dict[str, LocalMatch] = {}
        usable = [entry for entry in entries if isinstance(entry["match"], str) and isinstance(entry["number"], int)]
        for entry in sorted(usable, key=lambda entry: entry["number"]):
            self._logs.setdefault(entry["match"], []).append(entry)

    def add(self, match: LocalMatch) -> None:
        """A new match, or more of one that is here."""
        self._read[match.id] = match

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._read or match_id in self._logs

    def find(self, match_id: str) -> LocalMatch:
        if match_id not in self._read:
            log = self._logs.pop(match_id, None)
            if log is None:
                raise Refusal(ServerErrorCode.UNKNOWN_MATCH, f"{NO_SUCH_MATCH} in this browser")
            self._read[match_id] = read_log(log)
        return self._read[match_id]

    def all(self) -> list[LocalMatch]:
        """All that can be read. A damaged one stays where it is, and harms no other."""
        return [match for match in map(self._find_or_none, [*self._read, *self._logs]) if match is not None]

    def _find_or_none(self, match_id: str) -> LocalMatch | None:
        try:
            return self.find(match_id)
        except Refusal:
            return None


DAMAGED = "in this browser's database is damaged; other matches are not affected"


def read_log(log: list[Entry], damaged: str = DAMAGED) -> LocalMatch:
    """The match of a log, or a refusal if it is damaged."""
    match_id = str(log[0]["match"])
    try:
        if [entry["number"] for entry in log] != list(range(len(log))):
            raise ValueError("entries are missing")
        creation = Creation.model_validate_json(log[0]["body"])
        tokens = [Token(*token) for token in log[0]["tokens"]]
        return LocalMatch(match_id, creation, tokens, [ACTION.validate_json(entry["body"]) for entry in log[1:]])
    except (ValueError, KeyError, TypeError, Refusal) as problem:
        raise Refusal(ErrorCode.BAD_RECORD, f"match {match_id} {damaged} ({problem})") from None
