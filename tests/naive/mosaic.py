"""Stack Swap Mosaic, written a second time from RULINGS.md, plainly, to check the fast rules against.

Nothing here is clever: a board is a list of rows, a row is a list of one-character strings.
"""

from __future__ import annotations

from typing import Any

from tests.naive.randomness import below, drop_below, drop_keys, word

Board = list[list[str]]
Cell = tuple[int, int]
Swap = tuple[Cell, Cell]

COLOURS = "abcdef"
EMPTY = "."
ATTEMPTS = 1000  # rule 1: "attempt k = 0..999"
MOST_WAVES = 60  # rule 3: "60 waves at most"
LENIENT_FROM = 500  # rule 5: "From the 500th try of this reshuffle on"
MOST_TRIES = 2000  # rule 5: "after its 2000th the last board stays"


def cell_text(cell: Cell) -> str:
    """DESIGN: columns are letters from the left, rows are numbers from the top; a1 is the top-left cell."""
    row, column = cell
    return "abcdefg"[column] + str(row + 1)


def swap_text(swap: Swap) -> str:
    """DESIGN: the two cells, in reading order."""
    first, second = sorted(swap)
    return cell_text(first) + cell_text(second)


def copied(cells: Board) -> Board:
    return [list(row) for row in cells]


def swapped(cells: Board, swap: Swap) -> Board:
    (r1, c1), (r2, c2) = swap
    board = copied(cells)
    board[r1][c1] = cells[r2][c2]
    board[r2][c2] = cells[r1][c1]
    return board


def same_token(cells: Board, trio: list[Cell]) -> bool:
    """Whether three cells hold tokens of one colour."""
    (r1, c1), (r2, c2), (r3, c3) = trio
    colour = cells[r1][c1]
    return colour != EMPTY and cells[r2][c2] == colour and cells[r3][c3] == colour


def in_lines(cells: Board) -> set[Cell]:
    """Rule 2: a line is "3 or more of a colour in a row or column". All cells of all lines, each once."""
    rows, cols = len(cells), len(cells[0])
    cells_in_lines: set[Cell] = set()
    for r in range(rows):
        for c in range(cols):
            across = [(r, c), (r, c + 1), (r, c + 2)]
            down = [(r, c), (r + 1, c), (r + 2, c)]
            if c + 2 < cols and same_token(cells, across):
                cells_in_lines.update(across)
            if r + 2 < rows and same_token(cells, down):
                cells_in_lines.update(down)
    return cells_in_lines


def has_line(cells: Board) -> bool:
    """Rule 2 again, where only that is asked: "aaa", say, is in the text of a row or column."""
    texts = ["".join(row) for row in cells] + ["".join(column) for column in zip(*cells, strict=True)]
    return any(colour * 3 in text for text in texts for colour in COLOURS)


def neighbours(cells: Board) -> list[Swap]:
    """Rule 2: all pairs of orthogonally adjacent tokens."""
    rows, cols = len(cells), len(cells[0])
    pairs: list[Swap] = []
    for r in range(rows):
        for c in range(cols):
            if c + 1 < cols:
                pairs.append(((r, c), (r, c + 1)))
            if r + 1 < rows:
                pairs.append(((r, c), (r + 1, c)))
    return [((r1, c1), (r2, c2)) for (r1, c1), (r2, c2) in pairs if cells[r1][c1] != EMPTY and cells[r2][c2] != EMPTY]


def legal_swaps(cells: Board) -> list[Swap]:
    """Rule 2: swaps "so that the board then holds a line"."""
    return [swap for swap in neighbours(cells) if has_line(swapped(cells, swap))]


class Naive:
    """One match, from its first position on."""

    seed: int
    s: int  # rule 1: word(seed, 0, k) of the attempt that was accepted
    cells: Board
    turn: int
    ply: int
    status: str
    winner: int | None
    scores: list[int]
    moves_made: list[int]
    drawn: list[int]  # how many drops of each column are used up
    passes: int  # in a row
    tries: int  # rule 5: "t counting all tries of the match"

    def __init__(self, variant: dict[str, Any], seed: int, salt: str | None = None) -> None:
        self.keys = drop_keys(seed, salt)
        self.variant = variant
        self.rows: int = variant["rows"]
        self.cols: int = variant["cols"]
        self.begin(seed)

    # --- what a comparison needs -------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Rules 2 and 5: the legal swaps; with none, "`pass` is the only move"."""
        if self.status != "playing":
            return []
        texts = sorted(swap_text(swap) for swap in legal_swaps(self.cells))
        return texts or ["pass"]

    def play(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"illegal move: {text}")
        mover = self.turn
        self.turn = 3 - mover
        self.ply += 1
        if text == "pass":
            self.pass_turn()
        else:
            self.swap(mover, text)

    def position(self) -> dict[str, Any]:
        return {
            "cells": ["".join(row) for row in self.cells],
            "turn": self.turn,
            "ply": self.ply,
            "status": self.status,
            "winner": self.winner,
            "scores": list(self.scores),
            "moves_made": list(self.moves_made),
            "queue": [self.queue(column) for column in range(self.cols)],
        }

    def setup(self, fields: dict[str, Any]) -> None:
        """q-setup: "what is missing takes the value of a fresh match"; a board with a line is refused."""
        cells = [list(row) for row in fields.get("cells", [])]
        if cells:
            self.check_cells(cells)
        self.begin(fields.get("seed", self.seed))
        self.cells = cells or self.cells
        self.turn = fields.get("turn", 1)
        self.ply = fields.get("ply", 0)
        self.scores = list(fields.get("scores", [0, 0]))
        self.moves_made = list(fields.get("moves_made", [0, 0]))
        self.status = fields.get("status", "playing")
        self.winner = fields.get("winner")

    def check_cells(self, cells: Board) -> None:
        if len(cells) != self.rows or any(len(row) != self.cols for row in cells):
            raise ValueError("cells do not fit the board")
        allowed = COLOURS[: self.variant["colours"]] + EMPTY
        if any(cell not in allowed for row in cells for cell in row):
            raise ValueError(f"cells may be {allowed}")
        if has_line(cells):
            raise ValueError("the board already holds a line")

    # --- rule 1: setup -----------------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """A fresh match."""
        self.seed = seed
        self.turn = 1
        self.ply = 0
        self.status = "playing"
        self.winner = None
        self.scores = [0, 0]
        self.moves_made = [0, 0]
        self.passes = 0
        self.tries = 0
        self.deal()

    def deal(self) -> None:
        """Rule 1: the first accepted attempt, else "the smallest k whose settled board has a legal swap"."""
        fallback: int | None = None
        for k in range(ATTEMPTS):
            self.attempt(k)
            if self.acceptable(self.cells):
                return
            if fallback is None and legal_swaps(self.cells):
                fallback = k
        if fallback is None:
            raise ValueError("bad_variant: no board of this seed has a legal swap")
        self.attempt(fallback)

    def attempt(self, k: int) -> None:
        """Rule 1: cell n gets below(colours, s, 1, n); lines go, "scoring nobody, using up drops"."""
        self.s = word(self.seed, 0, k)
        self.drawn = [0] * self.cols
        self.cells = [
            [COLOURS[below(self.variant["colours"], self.s, 1, r * self.cols + c)] for c in range(self.cols)]
            for r in range(self.rows)
        ]
        self.resolve(self.cells, self.drawn)

    def acceptable(self, cells: Board) -> bool:
        """Rule 1: "at least `opening_swaps` legal swaps and none of them would score more than
        `opening_cap`"."""
        swaps = legal_swaps(cells)
        if len(swaps) < self.variant["opening_swaps"]:
            return False
        cap: int = self.variant["opening_cap"]
        if cap == 0:  # the option table: "0 (none)"
            return True
        return all(self.worth(cells, swap) <= cap for swap in swaps)

    def worth(self, cells: Board, swap: Swap) -> int:
        """What a swap would score with its whole cascade, the drops being what they are."""
        return self.resolve(swapped(cells, swap), list(self.drawn))

    # --- rule 3: waves -----------------------------------------------------------------------------------

    def resolve(self, cells: Board, drawn: list[int]) -> int:
        """Rule 3: waves "while there is a line, 60 waves at most". Changes `cells` and `drawn`."""
        points = 0
        for w in range(1, MOST_WAVES + 1):
            line_cells = in_lines(cells)
            if not line_cells:
                break
            pay = self.variant["token_points"] + self.variant["wave_bonus"] * (w - 1)
            points += pay * len(line_cells)
            for r, c in line_cells:
                cells[r][c] = EMPTY
            for column in range(self.cols):
                self.fall_and_fill(cells, drawn, column)
        return points

    def fall_and_fill(self, cells: Board, drawn: list[int], column: int) -> None:
        """Rule 3: "columns fall; the empty cells of a column are filled from its queue, the first drawn
        lowest"."""
        tokens = [cells[r][column] for r in range(self.rows) if cells[r][column] != EMPTY]
        while len(tokens) < self.rows:
            tokens.insert(0, self.drop(column, drawn[column]))
            drawn[column] += 1
        for r in range(self.rows):
            cells[r][column] = tokens[r]

    def drop(self, column: int, d: int) -> str:
        """Rule 1: "The d-th drop (d = 0, 1, ...) of column c is below(colours, s, 16 + c, d)"."""
        return COLOURS[drop_below(self.variant["colours"], self.keys, self.s, 16 + column, d)]

    def queue(self, column: int) -> str:
        """Rule 6: "the next `queue_shown` drops of each column"."""
        start = self.drawn[column]
        return "".join(self.drop(column, start + i) for i in range(self.variant["queue_shown"]))

    # --- rules 2 and 4: a swap, and the end --------------------------------------------------------------

    def swap(self, mover: int, text: str) -> None:
        for swap in neighbours(self.cells):
            if swap_text(swap) == text:
                self.cells = swapped(self.cells, swap)
                break
        self.scores[mover - 1] += self.resolve(self.cells, self.drawn)
        self.moves_made[mover - 1] += 1
        self.passes = 0
        self.check_end(mover)

    def check_end(self, mover: int) -> None:
        """Rule 4: `target` "after its whole cascade wins at once"; "both sides have made `max_moves`"."""
        if self.scores[mover - 1] >= self.variant["target"]:
            self.status = "won"
            self.winner = mover
        elif min(self.moves_made) >= self.variant["max_moves"]:
            self.end_at_limit()

    def end_at_limit(self) -> None:
        """Rule 4: "`higher_score` wins, equal is a draw (`draw`: it is a draw)"."""
        one, two = self.scores
        if self.variant["limit_rule"] == "draw" or one == two:
            self.status = "draw"
        else:
            self.status = "won"
            self.winner = 1 if one > two else 2

    # --- rule 5: passes and the reshuffle ----------------------------------------------------------------

    def pass_turn(self) -> None:
        """Rule 5: "after two passes in a row the tokens are reshuffled", and who passed first moves."""
        self.passes += 1
        if self.passes == 2:
            self.passes = 0
            self.reshuffle()

    def reshuffle(self) -> None:
        """Rule 5: after the 2000th try "the last board stays and the match ends as at the limit"."""
        for number in range(1, MOST_TRIES + 1):
            self.shuffle_once()
            if self.good_enough(number):
                return
        self.end_at_limit()

    def good_enough(self, number: int) -> bool:
        """Rule 5: "no line and rule 1's test"; later "any line-free board with a legal swap"."""
        if has_line(self.cells):
            return False
        if self.acceptable(self.cells):
            return True
        return number >= LENIENT_FROM and bool(legal_swaps(self.cells))

    def shuffle_once(self) -> None:
        """Rule 5: Fisher-Yates in cell order, i from last down to 1, j = below(i + 1, s, 2, 64 * t + i)."""
        tokens = [cell for row in self.cells for cell in row]
        for i in range(len(tokens) - 1, 0, -1):
            j = drop_below(i + 1, self.keys, self.s, 2, 64 * self.tries + i)
            tokens[i], tokens[j] = tokens[j], tokens[i]
        self.tries += 1
        self.cells = [tokens[r * self.cols : (r + 1) * self.cols] for r in range(self.rows)]
