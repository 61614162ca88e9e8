"""Flood-It, naively: a second implementation for the tests, written from RULINGS.md alone."""

from __future__ import annotations

from typing import Any

from tests.naive.randomness import below

# In the order of the option `colours`, each with its cell character.
CHARACTERS = {
    "red": "r",
    "green": "g",
    "blue": "b",
    "yellow": "y",
    "purple": "p",
    "orange": "o",
    "cyan": "c",
    "pink": "k",
}


class Naive:
    """A match of flood: one player, seat 1."""

    def __init__(self, variant: dict[str, Any], seed: int) -> None:
        """A fresh match. `limit` is resolved: a number, or None where `limit_rule` is `none`."""
        self.size: int = variant["size"]
        self.colours = list(CHARACTERS)[: variant["colours"]]
        self.variant_limit: int | None = variant["limit"]
        self.absorb_at_start: bool = variant["absorb_at_start"]
        self.seed = seed
        self.setup({})

    def setup(self, fields: dict[str, Any]) -> None:
        """Take q-position's fields (and `seed`); "what is missing takes the value of a fresh match"."""
        self.seed = fields.get("seed", self.seed)
        self.cells = self._grid(fields["cells"]) if "cells" in fields else self._random_cells()
        if "controlled" in fields:
            self.controlled = self._grid(fields["controlled"])
        else:
            self._start_territory()
        self.turn: int = fields.get("turn", 1)
        self.ply: int = fields.get("ply", 0)
        self.moves: int = fields.get("moves", 0)
        self.limit: int | None = fields.get("limit", self.variant_limit)
        self.status: str = fields.get("status", "playing")
        self.winner: int | None = fields.get("winner")
        if self.status == "playing":
            self._judge()

    def legal(self) -> list[str]:
        """rule 2: "A move names a colour other than the territory's"."""
        if self.status != "playing":
            return []
        return sorted(name for name in self.colours if CHARACTERS[name] != self.cells[0][0])

    def play(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"illegal: {text}")
        self._recolour(CHARACTERS[text])
        self._absorb()
        self.moves += 1  # rule 2: "Each move counts one."
        self.ply += 1
        self._judge()

    def position(self) -> dict[str, Any]:
        return {
            "cells": ["".join(row) for row in self.cells],
            "turn": self.turn,
            "ply": self.ply,
            "status": self.status,
            "winner": self.winner,
            "controlled": ["".join(row) for row in self.controlled],
            "moves": self.moves,
            "limit": self.limit,
        }

    def _grid(self, rows: list[str]) -> list[list[str]]:
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"the board has {self.size} rows of {self.size} cells")
        return [list(row) for row in rows]

    def _random_cells(self) -> list[list[str]]:
        """rule 1: "Cell n is below(colours, seed, 0, n)." """
        rows = []
        for row in range(self.size):
            numbers = [below(len(self.colours), self.seed, 0, row * self.size + c) for c in range(self.size)]
            rows.append([CHARACTERS[self.colours[number]] for number in numbers])
        return rows

    def _start_territory(self) -> None:
        """rule 1: "The territory starts as the top-left cell's whole region of one colour
        (`absorb_at_start` false: the cell alone)." """
        self.controlled = [["0"] * self.size for _ in range(self.size)]
        self.controlled[0][0] = "1"
        if self.absorb_at_start:
            self._absorb()

    def _recolour(self, colour: str) -> None:
        """rule 2: "The territory takes it"."""
        for row in range(self.size):
            for column in range(self.size):
                if self.controlled[row][column] == "1":
                    self.cells[row][column] = colour

    def _absorb(self) -> None:
        """rule 2: the territory "absorbs, without end, orthogonal neighbours of that colour"."""
        waiting = []
        for row in range(self.size):
            for column in range(self.size):
                if self.controlled[row][column] == "1":
                    waiting.append((row, column))
        while waiting:
            row, column = waiting.pop()
            for r, c in self._neighbours(row, column):
                if self.controlled[r][c] == "0" and self.cells[r][c] == self.cells[0][0]:
                    self.controlled[r][c] = "1"
                    waiting.append((r, c))

    def _neighbours(self, row: int, column: int) -> list[tuple[int, int]]:
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [(r, c) for r, c in around if 0 <= r < self.size and 0 <= c < self.size]

    def _judge(self) -> None:
        """rule 3: "Won when every cell is controlled (also on the last allowed move); lost when the moves
        reach the limit before that." """
        if self._all_controlled() or self._one_colour():
            self.status = "won"
            self.winner = 1
        elif self.limit is not None and self.moves >= self.limit:
            self.status = "lost"

    def _all_controlled(self) -> bool:
        return all(row.count("1") == self.size for row in self.controlled)

    def _one_colour(self) -> bool:
        """rule 1: "A board of one colour starts won." (With `absorb_at_start` false too, though one cell
        is controlled there. After a move a board of one colour is controlled whole anyway.)"""
        return all(row.count(self.cells[0][0]) == self.size for row in self.cells)
