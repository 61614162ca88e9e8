"""What a colour is for, in words."""

from collections.abc import Sequence

from quincunx.engine.events import Ended, Event
from quincunx.games.flood.events import Flooded


def purpose(events: Sequence[Event]) -> str:
    cells = sum(len(wave) for event in events if isinstance(event, Flooded) for wave in event.waves)
    if any(isinstance(event, Ended) and event.result == "1" for event in events):
        return "floods the whole board"
    return f"brings {cells} {'cell' if cells == 1 else 'cells'}"
