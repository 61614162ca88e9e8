"""What happened in a match, in words: this is the one place that joins the sentences of events."""

from collections.abc import Iterable

from quincunx.engine.events import Event, Names
from quincunx.engine.match import Match


def names_of(match: Match) -> Names:
    """What the sentences of a match call its seats, colours and cells."""
    game = match.game
    colours = {character: look.name for character, look in game.looks.items() if look.name}
    return Names(game.seat_names[: game.seats], colours, len(match.describe()["cells"][0]))


def join_sentences(events: Iterable[Event], names: Names) -> str:
    """Events in one line."""
    sentences = (event.sentence(names) for event in events)
    return "; ".join(sentence for sentence in sentences if sentence)
