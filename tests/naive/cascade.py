"""Color Cascade Grid, written a second time from RULINGS.md, plainly, to check the fast rules against.

Nothing here is clever: a board is a list of rows, a row is a list of one-character strings. It shares
nothing with the naive mosaic, so that a slip in one is not a slip in both.
"""

from __future__ import annotations

from typing import Any

from tests.naive.randomness import below, drop_below, drop_keys, word

Board = list[list[str]]

BLUE, ORANGE, GREEN, VIOLET, EMPTY = "b", "o", "g", "v", "."
LETTERS = "abcdefg"
ATTEMPTS = 10000  # rule 1: "attempt k = 0..9999"
LEAST_SWAPS = 6  # rule 1: "at least 6 legal swaps"


def run_length(cells: Board, row: int, column: int, down: int, right: int) -> int:
    """How many cells of one colour follow each other from here, this one included (an empty cell: 0)."""
    size = len(cells)
    colour = cells[row][column]
    if colour == EMPTY:
        return 0
    length = 0
    while row < size and column < size and cells[row][column] == colour:
        length += 1
        row += down
        column += right
    return length


def line_marks(cells: Board) -> list[list[bool]]:
    """Rule 2: "a line of 3 or more", in a row or a column: for every cell, whether it is in one."""
    size = len(cells)
    marks = [[False] * size for _ in range(size)]
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0)):
                length = run_length(cells, row, column, down, right)
                if length >= 3:
                    for step in range(length):
                        marks[row + step * down][column + step * right] = True
    return marks


def has_line(cells: Board) -> bool:
    """Rule 2 again, where only that is asked: "bbb", say, is in the text of a row or column."""
    texts = ["".join(row) for row in cells]
    texts += ["".join(row[column] for row in cells) for column in range(len(cells))]
    return any(colour * 3 in text for text in texts for colour in (BLUE, ORANGE, GREEN, VIOLET))


def fall(cells: Board) -> None:
    """Rule 3: "columns fall"; "Nothing drops from the top"."""
    size = len(cells)
    for column in range(size):
        tokens = [cells[row][column] for row in range(size) if cells[row][column] != EMPTY]
        settled = [EMPTY] * (size - len(tokens)) + tokens
        for row in range(size):
            cells[row][column] = settled[row]


def settle(cells: Board) -> None:
    """Rule 3: "All lines at once are removed, columns fall, repeat until stable"."""
    size = len(cells)
    while has_line(cells):
        marks = line_marks(cells)
        for row in range(size):
            for column in range(size):
                if marks[row][column]:
                    cells[row][column] = EMPTY
        fall(cells)


def after_swap(cells: Board, row: int, column: int, down: int, right: int) -> Board:
    """The board with a token and its right or lower neighbour exchanged, nothing else done yet."""
    board = [list(line) for line in cells]
    board[row][column] = cells[row + down][column + right]
    board[row + down][column + right] = cells[row][column]
    return board


def legal_swaps(cells: Board) -> dict[str, Board]:
    """Rule 2: two adjacent tokens, "any owner, that make a line": texts, and boards after the swap alone."""
    size = len(cells)
    swaps: dict[str, Board] = {}
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0)):
                other_row, other_column = row + down, column + right
                if other_row == size or other_column == size:
                    continue
                if EMPTY in (cells[row][column], cells[other_row][other_column]):
                    continue  # rule 2: "no empty cells"
                board = after_swap(cells, row, column, down, right)
                if has_line(board):
                    text = f"{LETTERS[column]}{row + 1}{LETTERS[other_column]}{other_row + 1}"
                    swaps[text] = board
    return swaps


class Naive:
    """One match, from its first position on."""

    seed: int
    s: int  # rule 1: word(seed, 0, k) of the attempt that was accepted
    cells: Board
    turn: int
    ply: int
    status: str
    winner: int | None
    passes: int  # in a row
    goblins_gone: int  # rule 4: the number g of the next goblin

    def __init__(self, variant: dict[str, Any], seed: int, salt: str | None = None) -> None:
        self.keys = drop_keys(seed, salt)
        self.variant = variant
        self.size: int = variant["size"]
        self.begin(seed)

    # --- what a comparison needs -------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Rules 2 and 6: the legal swaps, "No voluntary pass"; with none, a pass."""
        if self.status != "playing":
            return []
        return sorted(legal_swaps(self.cells)) or ["pass"]

    def play(self, text: str) -> None:
        if self.status != "playing":
            raise ValueError("the match is over")
        boards = legal_swaps(self.cells)
        if text in boards:
            self.swap(boards[text])
        elif text == "pass" and not boards:
            self.pass_turn()
        else:
            raise ValueError(f"illegal move: {text}")
        self.turn = 3 - self.turn
        self.ply += 1

    def position(self) -> dict[str, Any]:
        return {
            "cells": ["".join(row) for row in self.cells],
            "turn": self.turn,
            "ply": self.ply,
            "status": self.status,
            "winner": self.winner,
            "tokens": self.tokens(),
            "goblins": self.goblin_colour(self.goblins_gone) + self.goblin_colour(self.goblins_gone + 1),
        }

    def setup(self, fields: dict[str, Any]) -> None:
        """q-setup: "what is missing takes the value of a fresh match"; a board with a line is refused.

        `tokens` follows from the cells, `goblins` from the seed and how many have gone.
        """
        cells = [list(row) for row in fields.get("cells", [])]
        if cells:
            self.check_cells(cells)
        self.begin(fields.get("seed", self.seed))
        self.cells = cells or self.cells
        self.turn = fields.get("turn", 1)
        self.ply = fields.get("ply", 0)
        self.status = fields.get("status", "playing")
        self.winner = fields.get("winner")

    def check_cells(self, cells: Board) -> None:
        if len(cells) != self.size or any(len(row) != self.size for row in cells):
            raise ValueError("cells do not fit the board")
        allowed = BLUE + ORANGE + GREEN + VIOLET + EMPTY
        if any(cell not in allowed for row in cells for cell in row):
            raise ValueError(f"cells may be {allowed}")
        if has_line(cells):
            raise ValueError("the board already holds a line")

    # --- rule 1: setup -----------------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """A fresh match. Rule 1: attempts until "there is no line and at least 6 legal swaps"."""
        self.seed = seed
        self.turn = 1
        self.ply = 0
        self.status = "playing"
        self.winner = None
        self.passes = 0
        self.goblins_gone = 0
        if sum(self.variant["tokens"]) != self.size**2:
            raise ValueError("bad_variant: the tokens do not fill the board")
        for k in range(ATTEMPTS):
            self.s = word(seed, 0, k)
            self.cells = self.dealt()
            if not has_line(self.cells) and len(legal_swaps(self.cells)) >= LEAST_SWAPS:
                return
        raise ValueError("bad_variant: no board of this seed is fit to begin with")

    def dealt(self) -> Board:
        """Rule 1: the bag is shuffled by Fisher-Yates, j = below(i + 1, s, 1, i), and dealt in cell order."""
        blues, oranges, greens, violets = self.variant["tokens"]
        bag = [BLUE] * blues + [ORANGE] * oranges + [GREEN] * greens + [VIOLET] * violets
        for i in range(len(bag) - 1, 0, -1):
            j = below(i + 1, self.s, 1, i)
            bag[i], bag[j] = bag[j], bag[i]
        return [bag[row * self.size : (row + 1) * self.size] for row in range(self.size)]

    # --- rules 2 to 5: a swap ----------------------------------------------------------------------------

    def swap(self, board: Board) -> None:
        self.passes = 0
        self.cells = board
        settle(self.cells)
        if self.variant["goblin_trigger"] == "both" or self.turn == 2:
            self.send_goblins()
        self.check_vanished()

    def send_goblins(self) -> None:
        """Rule 4: after a swap, "the goblins, `goblins` times"."""
        visited: list[int] = []
        for _ in range(self.variant["goblins"]):
            column = self.goblin_column(visited)
            if column is not None:
                visited.append(column)
                self.place_goblin(column)
            self.goblins_gone += 1  # a goblin that is lost has used up its number too

    def goblin_column(self, visited: list[int]) -> int | None:
        """Rule 4: "the column with the fewest tokens that is not full and got no goblin after this move,
        leftmost if equal"."""
        best: int | None = None
        best_height = self.size  # a full column never qualifies
        for column in range(self.size):
            height = self.height(column)
            if column not in visited and height < best_height:
                best = column
                best_height = height
        return best

    def height(self, column: int) -> int:
        return sum(1 for row in self.cells if row[column] != EMPTY)

    def place_goblin(self, column: int) -> None:
        """Rule 4: "on its lowest empty cell", in its colour, "if that makes a line, in the other neutral; if
        that does too [...] it is lost"."""
        row = max(row for row in range(self.size) if self.cells[row][column] == EMPTY)
        colour = self.goblin_colour(self.goblins_gone)
        other = VIOLET if colour == GREEN else GREEN
        for attempt in (colour, other):
            self.cells[row][column] = attempt
            if not has_line(self.cells):
                return
        self.cells[row][column] = EMPTY

    def goblin_colour(self, g: int) -> str:
        """Rule 4: "in neutral below(2, s, 2, g) (0 green, 1 violet)"."""
        return VIOLET if drop_below(2, self.keys, self.s, 2, g) == 1 else GREEN

    def tokens(self) -> list[int]:
        """The options' table: blue is seat 1's, orange seat 2's."""
        return [sum(row.count(colour) for row in self.cells) for colour in (BLUE, ORANGE)]

    def check_vanished(self) -> None:
        """Rule 5: "seat 1 has no token left and seat 2 has some: seat 1 wins, and the other way round.
        Both gone: play on." With `vanish` = `loses` the side without tokens loses, with `none` nothing."""
        one, two = self.tokens()
        if self.variant["vanish"] == "none" or (one == 0) == (two == 0):
            return
        without = 1 if one == 0 else 2
        self.status = "won"
        self.winner = without if self.variant["vanish"] == "wins" else 3 - without

    # --- rule 6: passes and the count --------------------------------------------------------------------

    def pass_turn(self) -> None:
        """Rule 6: "both sides pass (two in a row), the match ends"."""
        self.passes += 1
        if self.passes == 2:
            self.count()

    def count(self) -> None:
        """Rule 6: "the side with more tokens of its colour wins; equal is a draw"; `no_moves` = `draw`:
        "a draw whatever the counts"."""
        one, two = self.tokens()
        if self.variant["no_moves"] == "draw" or one == two:
            self.status = "draw"
        else:
            self.status = "won"
            self.winner = 1 if one > two else 2
