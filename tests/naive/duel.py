"""Infinity Grid Duel, naively: a second implementation for the tests, written from RULINGS.md alone."""

from __future__ import annotations

from typing import Any

EMPTY = "."
TILE = {1: "R", 2: "G"}  # rule 1: "Seat 1 is Red (R) and starts; seat 2 is Green (G)."
LETTERS = "abcdefg"


class Naive:
    """A match of duel."""

    def __init__(self, variant: dict[str, Any], seed: int) -> None:
        """A fresh match. "No randomness": the seed is not used."""
        self.size: int = variant["size"]
        self.reentry: bool = variant["reentry"]
        self.truce: int = variant["truce"]
        self.protect_first: bool = variant.get("protect_first", False)
        self.setup({})

    def setup(self, fields: dict[str, Any]) -> None:
        """Take q-position's fields, and `placed` (has seat 1, seat 2 ever placed?); "what is missing
        takes the value of a fresh match". `tiles` follows from `cells`."""
        rows = fields.get("cells", [EMPTY * self.size] * self.size)
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"the board has {self.size} rows of {self.size} cells")
        self.cells = [list(row) for row in rows]
        self.turn: int = fields.get("turn", 1)
        self.ply: int = fields.get("ply", 0)
        self.status: str = fields.get("status", "playing")
        self.winner: int | None = fields.get("winner")
        given = fields.get("placed", [False, False])
        # A side with a tile has placed: tiles come only from placing.
        self.placed = {seat: given[seat - 1] or self._tiles(seat) > 0 for seat in (1, 2)}
        self.protected: dict[int, str] = {}
        for text in fields.get("protected", []):
            row, column = int(text[1:]) - 1, LETTERS.index(text[0])
            self.protected[1 if self.cells[row][column] == TILE[1] else 2] = text
        if self.status == "playing":
            self._judge()

    def legal(self) -> list[str]:
        if self.status != "playing":
            return []
        # rule 3: "A side that cannot move passes."
        return sorted(self._placements(self.turn)) or ["pass"]

    def play(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"illegal: {text}")
        if text != "pass":
            self._place(text)
        self.ply += 1
        self.turn = 3 - self.turn
        self._judge()

    def position(self) -> dict[str, Any]:
        protected = [self.protected[seat] for seat in (1, 2) if seat in self.protected]
        return {
            "cells": ["".join(row) for row in self.cells],
            "turn": self.turn,
            "ply": self.ply,
            "status": self.status,
            "winner": self.winner,
            "tiles": [self._tiles(1), self._tiles(2)],
            **({"protected": protected} if self.protect_first else {}),
        }

    def _placements(self, seat: int) -> list[str]:
        """Where a side may place, had it the turn."""
        texts = []
        for row in range(self.size):
            for column in range(self.size):
                if self.cells[row][column] != EMPTY:
                    continue
                if self._free(seat) or self._touches(row, column, TILE[seat]):
                    texts.append(f"{LETTERS[column]}{row + 1}")
        return texts

    def _free(self, seat: int) -> bool:
        """rule 1: "A side with no tile on the board may place on any empty cell"; with `reentry` false "a
        side's very first placement alone is free"."""
        if self.reentry:
            return self._tiles(seat) == 0
        return not self.placed[seat]

    def _touches(self, row: int, column: int, tile: str) -> bool:
        """rule 2: "an empty cell orthogonally next to a tile of one's own"."""
        return any(self.cells[r][c] == tile for r, c in self._neighbours(row, column))

    def _neighbours(self, row: int, column: int) -> list[tuple[int, int]]:
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [(r, c) for r, c in around if 0 <= r < self.size and 0 <= c < self.size]

    def _place(self, text: str) -> None:
        """rule 2: "All orthogonally adjacent tiles of the other side turn; no chains. (Nothing turns by a
        placement made while fewer than `truce` tiles are on the board.)" Counted before the new tile lies
        there. `protect_first`: "the first tile that each side places in the match can never be turned"."""
        row, column = int(text[1:]) - 1, LETTERS.index(text[0])
        turning = self._tiles(1) + self._tiles(2) >= self.truce
        self.cells[row][column] = TILE[self.turn]
        if self.protect_first and not self.placed[self.turn]:
            self.protected[self.turn] = text
        self.placed[self.turn] = True
        for r, c in self._neighbours(row, column):
            safe = f"{LETTERS[c]}{r + 1}" in self.protected.values()
            if turning and not safe and self.cells[r][c] == TILE[3 - self.turn]:
                self.cells[r][c] = TILE[self.turn]

    def _tiles(self, seat: int) -> int:
        return sum(row.count(TILE[seat]) for row in self.cells)

    def _judge(self) -> None:
        """rule 3: "The match ends when the board is full (with `reentry` false also when neither can
        move); more tiles win, equal is a draw." """
        full = self._tiles(1) + self._tiles(2) == self.size * self.size
        stuck = not self.reentry and not self._placements(1) and not self._placements(2)
        if not full and not stuck:
            return
        red, green = self._tiles(1), self._tiles(2)
        if red == green:
            self.status = "draw"
        else:
            self.status = "won"
            self.winner = 1 if red > green else 2
