"""Applies the events of a move to the view before it; the result must be the view after it.

Nothing here knows rules. That a stone is where an event moves it from, that a token falls on an empty cell, that what
is cleared has the colour that the event names: all of it is asserted, so that an animation made of events cannot go
wrong.
"""

from collections.abc import Sequence
from typing import Any

from quincunx.engine.events import Ended, Event, Passed, Placed
from quincunx.engine.game import AnyGame
from quincunx.engine.notation import cell_text
from quincunx.games.cascade.events import GoblinCame
from quincunx.games.duel.events import Captured, Protected
from quincunx.games.flood.events import Flooded
from quincunx.games.match3.events import Cleared, Dropped, Fell, Reshuffled, Swapped
from quincunx.games.pushmine.events import (
    Ejected,
    MineDecayed,
    MineDetonated,
    MineEarned,
    MinePlaced,
    Pushed,
    SidesSwapped,
)

EMPTY, MINE, DUD = ".", "*", "@"


class Applier:
    """A view as events change it."""

    def __init__(self, game: AnyGame, view: dict[str, Any]) -> None:
        self.rows = len(view["cells"])
        self.grid = list("".join(view["cells"]))
        self.controlled = list("".join(view.get("controlled", [])))
        self.scores = list(view.get("scores", []))
        self.mines = list(view.get("mines", []))
        self.protected = list(view.get("protected", []))
        self.earned = list(view.get("earned", []))
        self.turn = view["turn"]
        self.stones = "." + "".join(name[0] for name in game.seat_names)
        self.leaving: dict[int, str] = {}

    def apply(self, events: Sequence[Event]) -> None:
        for number, event in enumerate(events):
            if isinstance(event, Pushed):
                self._lift(events[number + 1 :])
            getattr(self, f"_{event.kind}")(event)
        assert not self.leaving, "a stone left its cell, and no event says where it went"

    def must_show(self, view: dict[str, Any]) -> None:
        """The view that the game itself gives is the one that the events lead to."""
        assert self.cells == view["cells"]
        for name in ("scores", "mines", "protected", "earned"):
            if name in view:
                assert getattr(self, name) == view[name]
        if self.controlled:
            assert self._lines(self.controlled) == view["controlled"]

    @property
    def cells(self) -> list[str]:
        """The board as rows of characters."""
        return self._lines(self.grid)

    def _lines(self, cells: list[str]) -> list[str]:
        width = len(cells) // self.rows
        return ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]

    def _take(self, cell: int) -> str:
        """Pick up what lies on a cell; something must."""
        taken = self.grid[cell]
        assert taken != EMPTY
        self.grid[cell] = EMPTY
        return taken

    def _put(self, cell: int, what: str) -> None:
        """Lay something on a cell; it must be empty."""
        assert self.grid[cell] == EMPTY
        self.grid[cell] = what

    # Swaps and what follows

    def _swapped(self, event: Swapped) -> None:
        one, other = event.cells
        assert EMPTY not in (self.grid[one], self.grid[other])
        self.grid[one], self.grid[other] = self.grid[other], self.grid[one]

    def _cleared(self, event: Cleared) -> None:
        assert [self._take(cell) for cell in event.cells] == list(event.colours)
        if self.scores:
            self.scores[self.turn - 1] += event.points

    def _fell(self, event: Fell) -> None:
        tokens = [self._take(here) for here, _ in event.steps]
        for token, (_, there) in zip(tokens, event.steps, strict=True):
            self._put(there, token)

    def _dropped(self, event: Dropped) -> None:
        for cell, colour in zip(event.cells, event.colours, strict=True):
            self._put(cell, colour)

    def _reshuffled(self, event: Reshuffled) -> None:
        assert sorted(event.colours) == sorted(self.grid)
        assert event.tries > 0
        self.grid = list(event.colours)

    def _goblin_came(self, event: GoblinCame) -> None:
        if event.cell is not None:
            assert event.cell % (len(self.grid) // self.rows) == event.column
            self._put(event.cell, event.colour)

    # Tiles

    def _placed(self, event: Placed) -> None:
        self._put(event.cell, self.stones[event.seat])

    def _captured(self, event: Captured) -> None:
        for cell in event.cells:
            assert self._take(cell) == self.stones[3 - event.seat]
            self._put(cell, self.stones[event.seat])

    def _protected(self, event: Protected) -> None:
        assert self.grid[event.cell] == self.stones[event.seat]
        self.protected.append(cell_text(*divmod(event.cell, len(self.grid) // self.rows)))

    # Pushes and mines

    def _lift(self, rest: Sequence[Event]) -> None:
        """The stones that a push drives off the board or onto a mine are gone before the others move up."""
        for event in rest:
            if isinstance(event, Ejected):
                self.leaving[event.cell] = self._take(event.cell)
            elif isinstance(event, MineDetonated) and event.stone is not None:
                self.leaving[event.stone] = self._take(event.stone)

    def _pushed(self, event: Pushed) -> None:
        stones = [self._take(here) for here, _ in event.steps]
        assert MINE not in stones
        for stone, (_, there) in zip(stones, event.steps, strict=True):
            self._put(there, stone)
        if event.entered is not None:
            self._put(event.entered, self.stones[event.seat])

    def _ejected(self, event: Ejected) -> None:
        assert self.leaving.pop(event.cell) == self._stone_of(event.owner)

    def _stone_of(self, owner: int) -> str:
        return self.stones[owner] if owner else DUD

    def _mine_earned(self, event: MineEarned) -> None:
        self.mines[event.seat - 1] += 1
        if self.earned:
            self.earned[event.seat - 1] += 1

    def _mine_placed(self, event: MinePlaced) -> None:
        self._put(event.cell, MINE)
        self.mines[event.seat - 1] -= 1

    def _mine_detonated(self, event: MineDetonated) -> None:
        assert self._take(event.cell) == MINE
        if event.stone is not None:
            assert self.leaving.pop(event.stone) == self._stone_of(event.owner)
        else:
            assert event.owner == self.turn

    def _mine_decayed(self, event: MineDecayed) -> None:
        for cell in event.cells:
            assert self._take(cell) == MINE
            if event.into == "dud":
                self._put(cell, DUD)

    def _sides_swapped(self, event: SidesSwapped) -> None:
        assert event.seat == self.turn
        first, second = self.stones[1], self.stones[2]
        self.grid = [{first: second, second: first}.get(cell, cell) for cell in self.grid]

    # Floods

    def _flooded(self, event: Flooded) -> None:
        for wave in event.waves:
            for cell in wave:
                assert self.controlled[cell] == "0"
                assert self.grid[cell] == event.colour
                self.controlled[cell] = "1"
        self.grid = [
            event.colour if mine == "1" else cell for cell, mine in zip(self.grid, self.controlled, strict=True)
        ]

    # What changes no cell

    def _passed(self, event: Passed) -> None:
        assert event.seat == self.turn

    def _ended(self, event: Ended) -> None:
        assert event.why
