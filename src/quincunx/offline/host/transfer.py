"""Matches from another browser's file: what is here stays, and what is new is added.

The file has the entries of that browser's database. Secrets of seats are not among them: a browser that takes a match
in draws new ones.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pydantic import BaseModel

from quincunx.engine.errors import Refusal
from quincunx.offline.host.matches import LocalMatch, Matches, made_view, read_log
from quincunx.server.http.schemas.host import Entry

DAMAGED = "in this file is damaged; export it again"


class EntryOfFile(BaseModel):
    match: str
    number: int
    body: str


class MatchesOfFile(BaseModel):
    """What the page sends."""

    entries: list[EntryOfFile]


class Taken(NamedTuple):
    entries: list[Entry]
    """What has to be written down."""
    added: list[dict[str, Any]]
    """New matches, as if they had been made here."""
    continued: int
    """Matches that were here, and of which the file knew more."""
    kept: int
    """Matches that were here, and stay as they are."""


def take(matches: Matches, given: MatchesOfFile) -> Taken:
    """Take all matches in. If one of them is damaged, nothing has changed."""
    read = [read_log(log, DAMAGED) for log in _logs(given.entries)]
    entries: list[Entry] = []
    added: list[dict[str, Any]] = []
    continued = 0
    for match in read:
        if match.id not in matches:
            added.append(made_view(match))
            entries += [match.entry(number) for number in range(len(match.bodies))]
        elif rest := _rest(_here(matches, match.id), match):
            continued += 1
            entries += [match.entry(number) for number in rest]
        else:
            continue
        matches.add(match)
    return Taken(entries, added, continued, len(read) - len(added) - continued)


def _logs(entries: Iterable[EntryOfFile]) -> Iterable[list[Entry]]:
    logs: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.number):
        logs.setdefault(entry.match, []).append(
            {"match": entry.match, "number": entry.number, "body": entry.body, "tokens": []}
        )
    return logs.values()


def _here(matches: Matches, match_id: str) -> LocalMatch | None:
    try:
        return matches.find(match_id)
    except Refusal:  # damaged
        return None


def _rest(here: LocalMatch | None, there: LocalMatch) -> range:
    """The numbers of the entries that follow what is here; none if the matches went different ways."""
    if here is None or there.bodies[: len(here.bodies)] != here.bodies:
        return range(0)
    there.tokens = here.tokens
    return range(len(here.bodies), len(there.bodies))
