"""Events as sentences, for histories that people read."""

from collections.abc import Callable, Sequence
from typing import Any

from quincunx.engine.events import (
    Captured,
    Cleared,
    Dropped,
    Ejected,
    Ended,
    Event,
    Fell,
    Flooded,
    GoblinCame,
    MineDecayed,
    MineDetonated,
    MineEarned,
    MinePlaced,
    Passed,
    Placed,
    Pushed,
    Reshuffled,
    Swapped,
)
from quincunx.engine.game import AnyGame
from quincunx.engine.notation import cell_text, column_text


class Teller:
    """Knows the names of a game's seats and cells."""

    def __init__(self, game: AnyGame, cols: int) -> None:
        self._game = game
        self._cols = cols
        self._tellers: dict[type, Callable[[Any], str]] = {
            Swapped: lambda event: f"{self._cell(event.cells[0])} and {self._cell(event.cells[1])} swap",
            Cleared: self._cleared,
            Fell: lambda event: "",
            Dropped: lambda event: "",
            Reshuffled: lambda event: "no swap was left: the board is reshuffled",
            GoblinCame: self._goblin,
            Placed: lambda event: f"{self._seat(event.seat)} takes {self._cell(event.cell)}",
            Captured: lambda event: f"{self._seat(event.seat)} captures {self._cells(event.cells)}",
            Pushed: lambda event: f"{self._seat(event.seat)} pushes {event.line}{event.way}",
            Ejected: lambda event: f"{self._stone(event.owner)} leaves the board at {self._cell(event.cell)}",
            MineEarned: lambda event: f"{self._seat(event.seat)} earns a mine",
            MinePlaced: lambda event: f"{self._seat(event.seat)} lays a mine on {self._cell(event.cell)}",
            MineDetonated: lambda event: (
                f"the mine on {self._cell(event.cell)} takes {self._stone(event.owner)} with it"
            ),
            MineDecayed: self._decayed,
            Flooded: lambda event: f"{self._colour(event.colour)}: {sum(map(len, event.waves))} cells flooded",
            Passed: lambda event: f"{self._seat(event.seat)} has no move and passes",
            Ended: self._ended,
        }

    def tell(self, events: Sequence[Event]) -> str:
        """What happened, in one line."""
        sentences = [self._tellers[type(event)](event) for event in events]
        return "; ".join(sentence for sentence in sentences if sentence)

    def _seat(self, seat: int) -> str:
        return self._game.seat_names[seat - 1]

    def _colour(self, character: str) -> str:
        return self._game.looks[character].name or character

    def _stone(self, owner: int) -> str:
        return f"a stone of {self._seat(owner)}" if owner else "a dud"

    def _cell(self, number: int) -> str:
        return cell_text(number // self._cols, number % self._cols)

    def _cells(self, numbers: Sequence[int]) -> str:
        return ", ".join(map(self._cell, numbers))

    def _cleared(self, event: Cleared) -> str:
        wave = f" in wave {event.wave}" if event.wave > 1 else ""
        points = f" for {event.points}" if event.points else ""
        return f"{len(event.cells)} clear{points}{wave}"

    def _goblin(self, event: GoblinCame) -> str:
        if event.cell is not None:
            return f"a {self._colour(event.colour)} goblin comes to {self._cell(event.cell)}"
        return (
            f"a goblin is lost over {column_text(event.column)}"
            if event.column is not None
            else "a goblin finds no room"
        )

    def _decayed(self, event: MineDecayed) -> str:
        cells = self._cells(event.cells)
        return f"the mine on {cells} is gone" if event.into == "nothing" else f"the mine on {cells} is a dud now"

    def _ended(self, event: Ended) -> str:
        why = event.why.replace("_", " ")
        if event.result in ("1", "2") and self._game.seats == 2:
            return f"{self._seat(int(event.result))} wins ({why})"
        return f"{'won' if event.result == '1' else event.result} ({why})"
