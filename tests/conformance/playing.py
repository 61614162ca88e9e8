"""What the tests of all specifications do with a match."""

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

import quincunx.games  # noqa: F401  # registers the games
from quincunx.engine.errors import Refusal
from quincunx.engine.events import Event
from quincunx.engine.match import Match


def played(match: Match, *texts: str) -> Match:
    """The match, after these moves."""
    for text in texts:
        match.play(text)
    return match


def refused(match: Match, text: str) -> str:
    """The code with which a move is refused; nothing may have changed."""
    before = match.describe(), match.moves
    with pytest.raises(Refusal) as refusal:
        match.play(text)
    assert (match.describe(), match.moves) == before
    assert refusal.value.message
    return refusal.value.errorCode.value


def bad_variant(game: str, **options: Any) -> str:
    """The message with which a variant is refused."""
    with pytest.raises(Refusal) as refusal:
        Match(game, options)
    assert refusal.value.errorCode == "bad_variant"
    return refusal.value.message


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def random_plies(match: Match, plies: int, seed: int = 1) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    """Play random legal moves until the end; the position before each of them, and what it did."""
    choice = random.Random(seed)
    for _ in range(plies):
        if match.end:
            return
        before = match.describe()
        yield before, match.play(choice.choice(match.legal()))


def ended(view: Mapping[str, Any]) -> tuple[str, int | None]:
    return view["status"], view["winner"]
