"""Pushmine as a game: its variant, its notation, what its moves do, and how a position is shown."""

import re
from collections.abc import Mapping
from enum import StrEnum
from itertools import pairwise
from types import ModuleType
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.events import Ended, Event, Narration
from quincunx.engine.game import Game, Look, result_text
from quincunx.engine.kernels.bits import STRIDE, each
from quincunx.engine.moves import HIGH
from quincunx.engine.notation import bit_on_board, bit_text, cells_in, column_text, draw_cells, number_of, read_cells
from quincunx.engine.position_reader import Fields
from quincunx.engine.registry import register
from quincunx.engine.rules import DRAWN, PLAYING
from quincunx.engine.sides import by_seat
from quincunx.engine.variants import PresetWords, Variant
from quincunx.games.pushmine.errors import PushmineError
from quincunx.games.pushmine.evaluation import score
from quincunx.games.pushmine.evaluation.weights import CLEAR_LEAD
from quincunx.games.pushmine.events import Ejected, MineDecayed, MineDetonated, MineEarned, MinePlaced, Pushed
from quincunx.games.pushmine.metrics import GAUGE
from quincunx.games.pushmine.players import AGREED_AT, LEVELS
from quincunx.games.pushmine.rules import (
    DISAPPEAR,
    DOWNWARD,
    DUD,
    MOVABLE_DUD,
    NO_AGES,
    STEADY,
    Ages,
    Options,
    Push,
    Pushmine,
    backward,
    empty,
    has_line,
    judged,
    make_options,
    open_pushes,
    push,
    settle,
)

WAYS = "><v^"
LINK_WAYS = "rldu"
DECAYS = {"none": STEADY, "disappear": DISAPPEAR, "dud": DUD, "movable_dud": MOVABLE_DUD}
_FOR_LINKS = str.maketrans("*" + WAYS, "m" + LINK_WAYS)
_PUSH = re.compile(r"([1-9a-z])([><v^rldu])")


class PushmineVariant(Variant):
    size: int = Field(default=5, ge=4, le=6)
    line: int = Field(default=4, ge=3, le=6, description="a whole number from 3 to size")
    decay: Literal["none", "disappear", "dud", "movable_dud"] = "none"
    decay_turns: int = Field(default=3, ge=1, le=50)
    dud_stops: bool = True
    draw_by_repetition: int = Field(default=0, ge=0, le=10, description="0 (never) or a whole number from 2 to 10")

    @model_validator(mode="after")
    def _fields_agree(self) -> "PushmineVariant":
        if self.line > self.size:
            raise ValueError(f"line must be a whole number from 3 to size ({self.size}), not {self.line}")
        if self.draw_by_repetition == 1:
            raise ValueError("draw_by_repetition must be 0 (never) or a whole number from 2 to 10, not 1")
        return self


class PushmineGame(Game[PushmineVariant, Pushmine]):
    slug: ClassVar[str] = "pushmine"
    name: ClassVar[str] = "Pushmine"
    tagline: ClassVar[str] = "Push a line, make four in a row, mind the mines."
    how_to_play: ClassVar[str] = (
        "Push a row or column from either end: your stone enters and the whole line moves on by one. Push a stone of "
        "the other side off the board and you earn a mine, which you may lay on an empty cell instead of pushing: a "
        "push stops there, and the stone that runs into it goes with it. Four in a row wins; give both sides four and "
        "you lose. The push just played may not be pushed straight back."
    )
    version: ClassVar[int] = 1
    seat_names: ClassVar[tuple[str, ...]] = ("X", "O")
    looks: ClassVar[Mapping[str, Look]] = {
        "X": Look("✕", "bold bright_blue"),
        "O": Look("○", "bold bright_red"),
        "*": Look("✱", "bold yellow"),
        "@": Look("▣", "bright_black"),
    }
    variant_class = PushmineVariant
    presets: Mapping[str, PushmineVariant] = {
        "standard": PushmineVariant(),
        "blitz": PushmineVariant(size=4),
        "decay": PushmineVariant(decay="disappear"),
        "dud": PushmineVariant(decay="dud"),
    }
    preset_words: ClassVar[Mapping[str, PresetWords]] = {
        "blitz": PresetWords("Blitz", "A board of four by four: shorter matches."),
        "decay": PresetWords("Decay", "A mine disappears three turns of each side after it was laid."),
        "dud": PresetWords("Duds", "A mine turns into a dud, a wall, three turns of each side after it was laid."),
    }
    position_class = Pushmine
    errors: ClassVar[tuple[StrEnum, ...]] = tuple(PushmineError)
    events: ClassVar[tuple[type[Event], ...]] = (
        Pushed, Ejected, MineEarned, MinePlaced, MineDetonated, MineDecayed
    )  # fmt: skip
    hooks: ClassVar[tuple[ModuleType, ...]] = (score,)
    levels = LEVELS
    hint_level: ClassVar[str] = "hard"
    default_level: ClassVar[str] = "medium"
    gauge = GAUGE
    scale: ClassVar[int] = CLEAR_LEAD

    def agrees_to_draw(self, seen: int) -> bool:
        """Rule 6: AI players accept a draw "once the present position has occurred three times"."""
        return seen >= AGREED_AT

    def start(self, variant: PushmineVariant, seed: int) -> Pushmine:
        return Pushmine(0, 0, 0, 0, 0, 0, 0, 1, 0, 1, PLAYING, NO_AGES, _options(variant))

    def setup(self, variant: PushmineVariant, seed: int, fields: Mapping[str, Any]) -> Pushmine:
        given = Fields(fields, "cells", "turn", "ply", "mines", "barred", "seen", "ages")
        size = variant.size
        layers = read_cells(given.get("cells", ["." * size] * size), size, size, "XO*@")
        if layers["@"] and variant.decay not in ("dud", "movable_dud"):
            raise Refusal(ErrorCode.BAD_POSITION, "cells may hold duds (@) only where mines decay to duds")
        turn, ply = given.turn(), given.number("ply", 0)
        stocks = given.pair("mines")
        own, other = by_seat(turn, layers["X"], layers["O"])
        stock, other_stock = by_seat(turn, *stocks)
        position = Pushmine(
            own, other, layers["*"], layers["@"], stock, other_stock, 0, turn, ply, given.number("seen", 1),
            PLAYING, _read_ages(given, variant, layers["*"]), _options(variant),
        )  # fmt: skip
        return judged(position._replace(barred=self._read_barred(position, given.get("barred", None))))

    def _read_barred(self, position: Pushmine, text: object) -> int:
        if text is None:
            return 0
        try:
            move = self.read(position, text) if isinstance(text, str) else 0
        except Refusal:
            move = 0
        if move < HIGH:
            raise Refusal(ErrorCode.BAD_POSITION, f"barred must be a push such as '3>', or null, not {quoted(text)}")
        return 1 << (move - HIGH)

    def details(self, position: Pushmine) -> dict[str, Any]:
        size = position.options.size
        first, second = by_seat(position.turn, position.own, position.other)
        barred = position.barred if position.result == PLAYING else 0
        return {
            "cells": draw_cells(size, size, {"X": first, "O": second, "*": position.mines, "@": position.duds}),
            "mines": list(by_seat(position.turn, position.stock, position.other_stock)),
            "barred": next((self.write(position, HIGH + bit) for bit in each(barred)), None),
            "seen": position.seen,
            "ages": {bit_text(bit): age for bit, age in _ages(position).items()},
        }

    def deciding(self, position: Pushmine) -> tuple[int, ...]:
        """Rule 5: the stones in a line, of either side."""
        length, size = position.options.line, position.options.size
        lines = _in_lines(position.own, length) | _in_lines(position.other, length)
        return tuple(number_of(bit, size) for bit in each(lines)) if position.result != PLAYING else ()

    def write(self, position: Pushmine, move: int) -> str:
        if move < HIGH:
            return "*" + bit_text(move)
        way, number = divmod(move - HIGH, STRIDE)
        return (str(number + 1) if way < DOWNWARD else column_text(number)) + WAYS[way]

    def link_text(self, text: str) -> str:
        return text.translate(_FOR_LINKS)

    def read(self, position: Pushmine, text: str) -> int:
        size = position.options.size
        lowered = text.lower()
        if lowered[:1] in ("*", "m"):
            cells = cells_in(lowered[1:])
            if cells is not None and len(cells) == 1:
                return bit_on_board(cells[0], size, size)
        found = _PUSH.fullmatch(lowered)
        if found is None:
            shapes = "push a row with '3>' or '3<', a column with 'bv' or 'b^', or place a mine with '*c4'"
            raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"{quoted(text)} is not a move; {shapes}")
        line, letter = found.groups()
        way = WAYS.find(letter) if letter in WAYS else LINK_WAYS.index(letter)
        number = int(line) - 1 if line.isdigit() else ord(line) - ord("a")
        if line.isdigit() != (way < DOWNWARD) or number >= size:
            lines = f"rows 1 to {size} go > or <, columns a to {column_text(size - 1)} go v or ^"
            raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"{quoted(text)} is not a line and a way of this board; {lines}")
        return HIGH + STRIDE * way + number

    def refuse(self, position: Pushmine, move: int) -> Refusal:
        text = self.write(position, move)
        if move >= HIGH:
            return self._refuse_push(position, move, text)
        if position.stock == 0:
            return Refusal(
                PushmineError.NO_MINE, f"{text} needs a mine, and you have none; eject a stone of the other side"
            )
        free = some_of(bit_text(bit) for bit in each(empty(position)))
        return Refusal(PushmineError.CELL_OCCUPIED, f"{bit_text(move)} is taken; a mine goes on an empty cell: {free}")

    def _refuse_push(self, position: Pushmine, move: int, text: str) -> Refusal:
        instead = some_of(sorted(self.write(position, HIGH + bit) for bit in each(open_pushes(position))))
        if position.barred >> (move - HIGH) & 1:
            problem = f"{text} would undo the push just played; push another line, or another end: {instead}"
            return Refusal(PushmineError.IMMEDIATE_UNDO, problem)
        return Refusal(PushmineError.BLOCKED, f"{text} is stopped by a dud; push one of {instead}")

    def narrate(self, position: Pushmine, move: int) -> Narration[Pushmine]:
        if move < HIGH:
            return self._narrate_mine(position, move)
        way, number = divmod(move - HIGH, STRIDE)
        done = push(position, number, way)
        events = _push_events(position, self.write(position, move), way, done)
        earned = 1 if done.ejected & position.other else 0
        opposite = 1 << ((move - HIGH) ^ STRIDE)
        after = settle(position, done.own, done.other, done.mines, done.duds, 0, position.stock + earned, opposite)
        return Narration(events + _closing(position, done.mines, after), after)

    def _narrate_mine(self, position: Pushmine, move: int) -> Narration[Pushmine]:
        mines = position.mines | 1 << move
        after = settle(position, position.own, position.other, mines, position.duds, 1 << move, position.stock - 1, 0)
        placed = MinePlaced(number_of(move, position.options.size), position.turn)
        return Narration([placed, *_closing(position, mines, after)], after)


def _options(variant: PushmineVariant) -> Options:
    return make_options(
        variant.size, variant.line, DECAYS[variant.decay], variant.decay_turns, variant.dud_stops,
        variant.draw_by_repetition,
    )  # fmt: skip


def _ages(position: Pushmine) -> dict[int, int]:
    if position.options.decay == STEADY:
        return {}
    return {bit: sum((plane >> bit & 1) << k for k, plane in enumerate(position.ages)) for bit in each(position.mines)}


def _read_ages(given: Fields, variant: PushmineVariant, mines: int) -> Ages:
    """Ages by cell, as planes; a mine without one has just been placed."""
    planes = [0] * len(NO_AGES)
    limit = 2 * variant.decay_turns - 1
    for text, age in given.mapping("ages").items():
        cells = cells_in(text) or []
        on_board = len(cells) == 1 and max(cells[0]) < variant.size
        bit = bit_on_board(cells[0], variant.size, variant.size) if on_board else -1
        if bit < 0 or not mines >> bit & 1 or variant.decay == "none":
            raise Refusal(
                ErrorCode.BAD_POSITION, f"ages may name only cells with a mine that decays, not {quoted(text)}"
            )
        if isinstance(age, bool) or not isinstance(age, int) or not 0 <= age <= limit:
            raise Refusal(ErrorCode.BAD_POSITION, f"an age is a whole number from 0 to {limit}, not {quoted(age)}")
        for k in range(len(planes)):
            planes[k] |= (age >> k & 1) << bit
    a, b, c, d, e, f, g = planes
    return a, b, c, d, e, f, g


def _push_events(position: Pushmine, text: str, way: int, done: Push) -> list[Event]:
    size = position.options.size
    path = [number_of(bit, size) for bit in each(done.path)]
    if backward(way):
        path.reverse()
    taken = {number_of(bit, size) for bit in each(position.own | position.other | position.duds)}
    steps = tuple((here, there) for here, there in pairwise(path) if here in taken)
    events: list[Event] = [Pushed(text[0], text[1], position.turn, steps, path[0] if path else None)]
    for mine in each(done.detonated):
        stone = path[-1] if path else None
        events.append(
            MineDetonated(number_of(mine, size), _owner(position, done.hit) if path else position.turn, stone)
        )
    for cell in each(done.ejected):
        events.append(Ejected(number_of(cell, size), _owner(position, done.ejected)))
        if done.ejected & position.other:
            events.append(MineEarned(position.turn))
    return events


def _owner(position: Pushmine, cell: int) -> int:
    if cell & position.duds:
        return 0
    return position.turn if cell & position.own else 3 - position.turn


def _closing(position: Pushmine, mines: int, after: Pushmine) -> list[Event]:
    """The end of a turn: what decayed, and how the match ended."""
    events: list[Event] = []
    worn = tuple(number_of(bit, position.options.size) for bit in each(mines & ~after.mines))
    if worn:
        events.append(MineDecayed(worn, "nothing" if position.options.decay == DISAPPEAR else "dud"))
    if after.result != PLAYING:
        events.append(Ended(result_text(after.result), _why(after)))
    return events


def _why(after: Pushmine) -> str:
    if after.result == DRAWN:
        return "no_moves"
    both = has_line(after.own, after.options.line) and has_line(after.other, after.options.line)
    return "both_lines" if both else "line"


def _in_lines(stones: int, length: int) -> int:
    """The stones that stand in a line of this length."""
    found = 0
    for along in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        starts = stones
        for number in range(1, length):
            starts &= stones >> along * number
        for number in range(length):
            found |= starts << along * number
    return found


register(PushmineGame())
