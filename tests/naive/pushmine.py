"""Pushmine, naively: a second implementation for the tests, written from RULINGS.md alone."""

from __future__ import annotations

from typing import Any

EMPTY, MINE, DUD = ".", "*", "@"
STONE = {1: "X", 2: "O"}
LETTERS = "abcdef"
OTHER_END = {">": "<", "<": ">", "v": "^", "^": "v"}
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]

# What a push makes of a line (listed from the entry on), and what left its far end (EMPTY: nothing did).
Pushed = tuple[list[str], str]


def push_line(line: list[str], stone: str, duds: str) -> Pushed | None:
    """A push into `line`, listed from the entry on; None if it is illegal (`blocked`). `duds` says what a
    dud is here: a "wall", "passed" by the line, or "moved" like a stone."""
    if duds == "passed":
        return push_past_duds(line, stone)
    return push_stretch(line, stone, duds == "wall")


def push_stretch(line: list[str], stone: str, walls: bool) -> Pushed | None:
    """rule 1: "the *whole* line moves by one, gaps and all …; what leaves the far end is ejected", unless
    something nearer to the entry stops it."""
    for place, content in enumerate(line):
        if content == MINE:
            return push_to_mine(line, stone, place), EMPTY
        if content == DUD and walls:
            return push_to_wall(line, stone, place)
    return [stone, *line[:-1]], line[-1]


def push_to_mine(line: list[str], stone: str, mine: int) -> list[str]:
    """rule 2: "only the cells before the nearest mine (seen from the entry) move. A stone that would
    enter the mine's cell is destroyed together with the mine, and that cell is empty; if the last cell
    before it was empty, the mine stays. A mine at the entry cell destroys the entering stone and itself.
    Beyond the mine nothing changes; nothing is ejected". rule 7: a movable dud "entering a mine's cell …
    is destroyed with the mine"."""
    moved = [stone, *line[:mine]]
    arriving = moved.pop()
    left = MINE if arriving == EMPTY else EMPTY
    return [*moved, left, *line[mine + 1 :]]


def push_to_wall(line: list[str], stone: str, wall: int) -> Pushed | None:
    """rule 7: "an immovable wall; the cells before it move, and a push that would press a stone against
    it, or enter on it, is illegal"."""
    moved = [stone, *line[:wall]]
    pressed = moved.pop()
    if pressed != EMPTY:
        return None
    return moved + line[wall:], EMPTY


def push_past_duds(line: list[str], stone: str) -> Pushed | None:
    """rule 7: a dud "keeps its cell and the line moves past as if that cell were not there (the stone
    enters at the first other cell; a line of nothing but duds cannot be pushed)"."""
    others = [place for place, content in enumerate(line) if content != DUD]
    if not others:
        return None
    pushed = push_stretch([line[place] for place in others], stone, False)
    assert pushed is not None  # without walls nothing is blocked
    after = list(line)
    for place, content in zip(others, pushed[0], strict=True):
        after[place] = content
    return after, pushed[1]


class Naive:
    """A match of pushmine."""

    def __init__(self, variant: dict[str, Any], seed: int) -> None:
        """A fresh match. "No randomness": the seed is not used."""
        self.size: int = variant["size"]
        self.line: int = variant["line"]
        self.decay: str = variant["decay"]
        self.decay_turns: int = variant["decay_turns"]
        self.dud_stops: bool = variant["dud_stops"]
        self.draw_by_repetition: int = variant["draw_by_repetition"]
        self.mine_is_free: bool = variant["mine_is_free"]
        self.mines_to_win: int = variant["mines_to_win"]
        self.swap: bool = variant["swap"]
        self.setup({})

    def setup(self, fields: dict[str, Any]) -> None:
        """Take q-position's fields; "what is missing takes the value of a fresh match"."""
        self._set_cells(fields.get("cells", [EMPTY * self.size] * self.size))
        self.turn: int = fields.get("turn", 1)
        self.ply: int = fields.get("ply", 0)
        self.status: str = fields.get("status", "playing")
        self.winner: int | None = fields.get("winner")
        mines = fields.get("mines", [0, 0])
        self.mines = {1: mines[0], 2: mines[1]}
        earned = fields.get("earned", mines)  # "missing: equal to `mines`"
        if any(total < stock for total, stock in zip(earned, mines, strict=True)):
            raise ValueError("less is earned than is in stock")
        self.earned = {1: earned[0], 2: earned[1]}
        self.barred: str | None = fields.get("barred")
        self.must_push: bool = fields.get("must_push", False)
        self.laid: str | None = fields.get("laid")  # the cell of the mine laid in this turn, where mines decay
        self.ages: dict[str, int] = {}  # of mines, by cell; kept only where mines decay
        if self.decay != "none":
            given = fields.get("ages", {})
            self.ages = {cell: given.get(cell, 0) for cell in self._cells_with(MINE)}
        self.occurrences: dict[object, int] = {self._identity(): fields.get("seen", 1)}
        self.seen = self.occurrences[self._identity()]
        if self.status == "playing":
            if not self.must_push:
                self._judge(3 - self.turn)
        else:
            self.barred = None

    def legal(self) -> list[str]:
        if self.status != "playing":
            return []
        if self.must_push:
            return sorted(self._pushes())
        return sorted(self._pushes() + self._placements() + self._swaps())

    def play(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"illegal: {text}")
        self.ply += 1
        if text == "swap":
            self._swap()
        elif text[0] == MINE:
            self._place(text[1:])
            if self._goes_on():
                return
            self.barred = None  # rule 3: "After a mine placement there is no such bar."
        else:
            self._push(text)
        self._end_turn()

    def _goes_on(self) -> bool:
        """`mine_is_free`: "laying a mine does not end the turn. The same seat must then push …. If no push is
        legal then …, laying the mine ends the turn". Between them "the bar of rule 3 stands as before the
        mine, nothing ages, no line is judged, the position is not counted for repetition (`seen` is 1)"."""
        if not self.mine_is_free or not self._pushes():
            return False
        self.must_push = True
        self.seen = 1
        if self.decay != "none":
            assert self.laid is not None
            self.ages[self.laid] = 0
        return True

    def _end_turn(self) -> None:
        mover = self.turn
        self._age_mines()
        self.must_push = False
        self.laid = None
        self.turn = 3 - mover
        self._count()
        self._judge(mover)

    def position(self) -> dict[str, Any]:
        """ "Every option is off in `standard`; where it is off, its fields are left out of `describe`." """
        fields = {
            "cells": ["".join(row) for row in self.cells],
            "turn": self.turn,
            "ply": self.ply,
            "status": self.status,
            "winner": self.winner,
            "mines": [self.mines[1], self.mines[2]],
            "barred": self.barred,
            "seen": self.seen,
            "ages": dict(self.ages),
        }
        if self.mine_is_free:
            fields["must_push"] = self.must_push
            if self.decay != "none":
                fields["laid"] = self.laid
        if self.mines_to_win:
            fields["earned"] = [self.earned[1], self.earned[2]]
        return fields

    # The board

    def _set_cells(self, rows: list[str]) -> None:
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"the board has {self.size} rows of {self.size} cells")
        if self.decay in ("none", "disappear") and any(DUD in row for row in rows):
            raise ValueError("this variant has no duds")
        self.cells = [list(row) for row in rows]

    def _cells_with(self, content: str) -> list[str]:
        cells = []
        for row in range(self.size):
            for column in range(self.size):
                if self.cells[row][column] == content:
                    cells.append(f"{LETTERS[column]}{row + 1}")
        return cells

    def _set(self, cell: str, content: str) -> None:
        self.cells[int(cell[1]) - 1][LETTERS.index(cell[0])] = content

    # Pushes

    def _pushes(self) -> list[str]:
        """Every push but the barred one (rule 3) and the blocked ones (rule 7)."""
        texts = []
        for number in range(self.size):
            texts += [f"{number + 1}>", f"{number + 1}<", f"{LETTERS[number]}v", f"{LETTERS[number]}^"]
        return [text for text in texts if text != self.barred and self._pushed(text) is not None]

    def _places(self, text: str) -> list[tuple[int, int]]:
        """Row and column of every cell of a push's line, from the entry on. `3>` is row 3, its stones
        travelling to the right, so that the left end is the entry; `bv` is column b from the top, `b^`
        from the bottom."""
        along = list(range(self.size))
        if text[1] in "<^":
            along.reverse()
        if text[1] in "<>":
            return [(int(text[0]) - 1, column) for column in along]
        return [(row, LETTERS.index(text[0])) for row in along]

    def _pushed(self, text: str) -> Pushed | None:
        line = [self.cells[row][column] for row, column in self._places(text)]
        return push_line(line, STONE[self.turn], self._what_duds_are())

    def _what_duds_are(self) -> str:
        """rule 7, its three kinds."""
        if self.decay == "movable_dud":
            return "moved"
        return "wall" if self.dud_stops else "passed"

    def _push(self, text: str) -> None:
        pushed = self._pushed(text)
        assert pushed is not None  # it was legal
        line, ejected = pushed
        for (row, column), content in zip(self._places(text), line, strict=True):
            self.cells[row][column] = content
        # rule 1: "Ejecting an opponent's stone earns one mine."
        if ejected == STONE[3 - self.turn]:
            self.mines[self.turn] += 1
            self.earned[self.turn] += 1
        # rule 3: "if the *preceding turn* was a push, the same line may not be pushed from the other end now"
        self.barred = text[0] + OTHER_END[text[1]]

    # Mines

    def _placements(self) -> list[str]:
        """rule 4: "A mine is placed on an empty cell, from one's own stock"."""
        if self.mines[self.turn] == 0:
            return []
        return [MINE + cell for cell in self._cells_with(EMPTY)]

    def _place(self, cell: str) -> None:
        """rule 4"""
        self._set(cell, MINE)
        self.mines[self.turn] -= 1
        if self.decay != "none":
            self.laid = cell

    def _age_mines(self) -> None:
        """rule 7: "a mine's age is the number of turns since it was placed; when it reaches 2 ×
        `decay_turns` after a turn has resolved, it goes (`disappear`), or becomes a dud". The mine of
        this turn, if any, is 0 turns old."""
        if self.decay == "none":
            return
        ages = {}
        for cell in self._cells_with(MINE):
            age = 0 if cell == self.laid else self.ages[cell] + 1
            if age >= 2 * self.decay_turns:
                self._set(cell, EMPTY if self.decay == "disappear" else DUD)
            else:
                ages[cell] = age
        self.ages = ages

    # Sides

    def _swaps(self) -> list[str]:
        """`swap`: "at ply 1, and only there, the side to move may play `swap`"."""
        return ["swap"] if self.swap and self.ply == 1 else []

    def _swap(self) -> None:
        """ "every stone changes its owner, stocks stay, nothing is barred afterwards, the turn passes"."""
        other = {STONE[1]: STONE[2], STONE[2]: STONE[1]}
        self.cells = [[other.get(content, content) for content in row] for row in self.cells]
        self.barred = None

    # The end

    def _identity(self) -> object:
        """For all games: "two positions are the same if cells, stocks, side to move, the barred push and
        (with decay) mine ages are the same". `earned` (where mines win) and whether the swap is on offer
        belong to it too; so does `must_push`, but positions in the middle of a turn are not counted."""
        cells = tuple("".join(row) for row in self.cells)
        ages = tuple(sorted(self.ages.items()))
        earned = (self.earned[1], self.earned[2]) if self.mines_to_win else ()
        return cells, self.mines[1], self.mines[2], self.turn, self.barred, ages, earned, tuple(self._swaps())

    def _count(self) -> None:
        """rule 6: "repetition is counted and shown". "The first occurrence counts 1." """
        self.seen = self.occurrences.get(self._identity(), 0) + 1
        self.occurrences[self._identity()] = self.seen

    def _judge(self, mover: int) -> None:
        """rule 5: "`line` stones of a side in a row, column or diagonal win; if both have one, the side
        that did **not** move wins". `mines_to_win`: "at the end of a turn that no line decides, the side
        that made it wins if it has earned at least that many mines". rule 6: a repetition (if the variant
        says so) or "no legal move at all" is a draw."""
        if self._has_line(STONE[3 - mover]):
            self._end("won", 3 - mover)
        elif self._has_line(STONE[mover]) or 0 < self.mines_to_win <= self.earned[mover]:
            self._end("won", mover)
        elif 0 < self.draw_by_repetition <= self.seen or not self.legal():
            self._end("draw", None)

    def _end(self, status: str, winner: int | None) -> None:
        """For all games: "After the end: … `barred` is null, all else stands as it is." """
        self.status = status
        self.winner = winner
        self.barred = None

    def _has_line(self, stone: str) -> bool:
        for row in range(self.size):
            for column in range(self.size):
                if any(self._run(row, column, down, right, stone) for down, right in DIRECTIONS):
                    return True
        return False

    def _run(self, row: int, column: int, down: int, right: int, stone: str) -> bool:
        """Do `line` stones of one side begin here and go that way?"""
        for step in range(self.line):
            r, c = row + step * down, column + step * right
            if not (0 <= r < self.size and 0 <= c < self.size) or self.cells[r][c] != stone:
                return False
        return True
