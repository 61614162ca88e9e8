"""Pushmine as a game: its variant, its notation, what its moves do, and how a position is shown."""

import re
from collections.abc import Mapping
from enum import StrEnum
from itertools import pairwise
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.events import Ended, Event, Narration
from quincunx.engine.game import Game, Look, result_text
from quincunx.engine.kernels.bits import STRIDE, each
from quincunx.engine.moves import HIGH
from quincunx.engine.notation import bit_on_board, bit_text, cells_in, column_text, draw_cells, number_of, read_cells
from quincunx.engine.position_reader import Fields
from quincunx.engine.registry import register
from quincunx.engine.rules import DRAWN, PLAYING, play
from quincunx.engine.sides import by_seat
from quincunx.engine.variants import PresetWords, Since, Variant, original
from quincunx.games.pushmine.errors import PushmineError
from quincunx.games.pushmine.evaluation import score
from quincunx.games.pushmine.evaluation.tactics import owner
from quincunx.games.pushmine.evaluation.tuples import NETWORK
from quincunx.games.pushmine.evaluation.weights import CLEAR_LEAD
from quincunx.games.pushmine.events import (
    Ejected,
    MineDecayed,
    MineDetonated,
    MineEarned,
    MinePlaced,
    Pushed,
    SidesSwapped,
)
from quincunx.games.pushmine.metrics import GAUGE
from quincunx.games.pushmine.observation import encoding
from quincunx.games.pushmine.players import AGREED_AT, LEVELS
from quincunx.games.pushmine.principles import GUIDANCE
from quincunx.games.pushmine.purpose import purpose
from quincunx.games.pushmine.puzzles import PUZZLES
from quincunx.games.pushmine.rules import (
    DISAPPEAR,
    DOWNWARD,
    DUD,
    JUST_LAID,
    MAY_SWAP,
    MOVABLE_DUD,
    MUST_PUSH,
    NO_AGES,
    ORDINARY,
    STEADY,
    SWAP,
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
)
from quincunx.observation.encoding import Encoding

WAYS = "><v^"
LINK_WAYS = "rldu"
SWAP_TEXT = "swap"
FIRST_SHARE = 0.75
"""How much of a turn's time goes into its first move, where a push may follow: most of the choice is made there."""
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
    mine_is_free: Annotated[bool, Since(2)] = False
    mines_to_win: Annotated[int, Since(2)] = Field(
        default=0, ge=0, le=50, description="0 (off) or a whole number from 1 to 50"
    )
    swap: Annotated[bool, Since(2)] = False

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
        "you lose. The push just played may not be pushed straight back. In Sapper a mine is free: lay one, then push "
        "in the same turn. In Rush a side that has earned fifteen mines wins too. In both, the second side may answer "
        "the first push with a swap: every stone changes its owner."
    )
    notation: ClassVar[str] = (
        "A push is written as its line and its way: 3> pushes row 3 from the left, 3< from the right, bv column b from "
        "the top, b^ from the bottom; rows are numbers from the top, columns letters from the left. A mine is written "
        "*c4, and the swap of sides, where there is one, swap. On the board * is a mine and @ a dud."
    )
    version: ClassVar[int] = 2
    older_versions: ClassVar[tuple[int, ...]] = (1,)
    seat_names: ClassVar[tuple[str, ...]] = ("X", "O")
    seat_pieces: ClassVar[tuple[str, ...]] = ("X", "O")
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
        "sapper": PushmineVariant(mine_is_free=True, swap=True),
        "rush": PushmineVariant(mines_to_win=15, swap=True),
    }
    preset_words: ClassVar[Mapping[str, PresetWords]] = {
        "standard": original("Five by five; a mine lies until a stone runs into it."),
        "blitz": PresetWords("Blitz", "A board of four by four: shorter matches."),
        "decay": PresetWords("Decay", "A mine disappears three turns of each side after it was laid."),
        "dud": PresetWords("Duds", "A mine turns into a dud, a wall, three turns of each side after it was laid."),
        "sapper": PresetWords(
            "Sapper", "A mine is free: lay one, then push in the same turn; the second side may swap."
        ),
        "rush": PresetWords("Rush", "A side that has earned 15 mines wins as well; the second side may swap."),
    }
    position_class = Pushmine
    errors: ClassVar[tuple[StrEnum, ...]] = tuple(PushmineError)
    events: ClassVar[tuple[type[Event], ...]] = (
        Pushed, Ejected, MineEarned, MinePlaced, MineDetonated, MineDecayed, SidesSwapped
    )  # fmt: skip
    hooks: ClassVar[tuple[ModuleType, ...]] = (score,)
    levels = LEVELS
    hint_level: ClassVar[str] = "hard"
    default_level: ClassVar[str] = "medium"
    gauge = GAUGE
    guidance = GUIDANCE
    network = NETWORK
    puzzles = PUZZLES
    scale: ClassVar[int] = CLEAR_LEAD
    random_loss: ClassVar[float] = 0.292

    def time_share(self, position: Pushmine) -> float:
        """The push after a free mine gets what the choice of the mine has left (rule 9)."""
        if position.stage == MUST_PUSH:
            return 1 - FIRST_SHARE
        return FIRST_SHARE if position.options.mine_is_free and position.stock else 1.0

    def has_long_turns(self, position: Pushmine) -> bool:
        """Rule 9: a free mine and the push after it are one turn."""
        return bool(position.options.mine_is_free)

    def agrees_to_draw(self, seen: int) -> bool:
        """Rule 6: AI players accept a draw "once the present position has occurred three times"."""
        return seen >= AGREED_AT

    def encoding(self, variant: PushmineVariant) -> Encoding:
        return encoding(_options(variant))

    def not_batched(self, variant: PushmineVariant) -> str | None:
        return "repetitions are not counted there: set draw_by_repetition to 0" if variant.draw_by_repetition else None

    def start(self, variant: PushmineVariant, seed: int) -> Pushmine:
        return Pushmine(0, 0, 0, 0, 0, 0, 0, 0, 0, ORDINARY, 1, 0, 1, PLAYING, NO_AGES, _options(variant))

    def setup(self, variant: PushmineVariant, seed: int, fields: Mapping[str, Any]) -> Pushmine:
        given = Fields(fields, "cells", "turn", "ply", "mines", "barred", "seen", "ages", *FIELDS_OF_OPTIONS)
        _refuse_fields_of_options(variant, given)
        size = variant.size
        layers = read_cells(given.get("cells", ["." * size] * size), size, size, "XO*@")
        if layers["@"] and variant.decay not in ("dud", "movable_dud"):
            raise Refusal(ErrorCode.BAD_POSITION, "cells may hold duds (@) only where mines decay to duds")
        turn, ply = given.turn(), given.number("ply", 0)
        stocks = given.pair("mines")
        must_push = given.flag("must_push", False)
        own, other = by_seat(turn, layers["X"], layers["O"])
        position = Pushmine(
            own, other, layers["*"], layers["@"], *by_seat(turn, *stocks),
            *by_seat(turn, *_read_earned(given, variant, stocks)), 0, _stage(variant, must_push, ply), turn,
            ply, _read_seen(given, must_push), PLAYING, _read_ages(given, variant, layers["*"], must_push),
            _options(variant),
        )  # fmt: skip
        position = position._replace(barred=self._read_barred(position, given.get("barred", None)))
        if must_push and not open_pushes(position):
            raise Refusal(ErrorCode.BAD_POSITION, "must_push cannot be true where no push is legal")
        return judged(position)

    def _read_barred(self, position: Pushmine, text: object) -> int:
        if text is None:
            return 0
        try:
            move = self.read(position, text) if isinstance(text, str) else 0
        except Refusal:
            move = 0
        if not HIGH <= move < SWAP:
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
            "ages": {bit_text(bit): age % JUST_LAID for bit, age in _ages(position).items()},
        } | _details_of_options(position)

    def deciding(self, position: Pushmine) -> tuple[int, ...]:
        """Rule 5: the stones in a line, of either side."""
        length, size = position.options.line, position.options.size
        lines = _in_lines(position.own, length) | _in_lines(position.other, length)
        return tuple(number_of(bit, size) for bit in each(lines)) if position.result != PLAYING else ()

    def write(self, position: Pushmine, move: int) -> str:
        if move < HIGH:
            return "*" + bit_text(move)
        if move == SWAP:
            return SWAP_TEXT
        way, number = divmod(move - HIGH, STRIDE)
        return (str(number + 1) if way < DOWNWARD else column_text(number)) + WAYS[way]

    def link_text(self, text: str) -> str:
        return text.translate(_FOR_LINKS)

    def read(self, position: Pushmine, text: str) -> int:
        size = position.options.size
        lowered = text.lower()
        if lowered == SWAP_TEXT:
            return SWAP
        if lowered[:1] in ("*", "m"):
            cells = cells_in(lowered[1:])
            if cells is not None and len(cells) == 1:
                return bit_on_board(cells[0], size, size)
        found = _PUSH.fullmatch(lowered)
        if found is None:
            shapes = "push a row with '3>' or '3<', a column with 'bv' or 'b^', or place a mine with '*c4'"
            shapes += ", or swap sides with 'swap'" if position.options.swap else ""
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
        if move == SWAP:
            return self._refuse_swap(position)
        if move >= HIGH:
            return self._refuse_push(position, move, text)
        if position.stage == MUST_PUSH:
            problem = f"you have laid a mine in this turn; push now: {self._open_texts(position)}"
            return Refusal(PushmineError.MUST_PUSH, problem)
        if position.stock == 0:
            return Refusal(
                PushmineError.NO_MINE, f"{text} needs a mine, and you have none; eject a stone of the other side"
            )
        free = some_of(bit_text(bit) for bit in each(empty(position)))
        return Refusal(PushmineError.CELL_OCCUPIED, f"{bit_text(move)} is taken; a mine goes on an empty cell: {free}")

    def _refuse_push(self, position: Pushmine, move: int, text: str) -> Refusal:
        instead = self._open_texts(position)
        if position.barred >> (move - HIGH) & 1:
            problem = f"{text} would undo the push just played; push another line, or another end: {instead}"
            return Refusal(PushmineError.IMMEDIATE_UNDO, problem)
        return Refusal(PushmineError.BLOCKED, f"{text} is stopped by a dud; push one of {instead}")

    def _refuse_swap(self, position: Pushmine) -> Refusal:
        if not position.options.swap:
            problem = "sides are not swapped in this variant"
        elif position.stage == MUST_PUSH:
            problem = "you have laid a mine in this turn, and sides are swapped only instead of a turn"
        else:
            problem = "sides can be swapped only as the second move of the match"
        return Refusal(PushmineError.NO_SWAP, f"{problem}; push a line: {self._open_texts(position)}")

    def _open_texts(self, position: Pushmine) -> str:
        return some_of(sorted(self.write(position, HIGH + bit) for bit in each(open_pushes(position))))

    def purpose(self, position: Pushmine, move: int) -> str:
        return purpose(position, move)

    def narrate(self, position: Pushmine, move: int) -> Narration[Pushmine]:
        after = play(position, move)
        if move < HIGH:
            placed = MinePlaced(number_of(move, position.options.size), position.turn)
            return Narration([placed, *_closing(position, position.mines | 1 << move, after)], after)
        if move == SWAP:
            return Narration([SidesSwapped(position.turn), *_closing(position, position.mines, after)], after)
        way, number = divmod(move - HIGH, STRIDE)
        done = push(position, number, way)
        events = _push_events(position, self.write(position, move), way, done)
        return Narration(events + _closing(position, done.mines, after), after)


def _options(variant: PushmineVariant) -> Options:
    return make_options(
        variant.size, variant.line, DECAYS[variant.decay], variant.decay_turns, variant.dud_stops,
        variant.draw_by_repetition, variant.mine_is_free, variant.mines_to_win, variant.swap,
    )  # fmt: skip


FIELDS_OF_OPTIONS = {"must_push": "mine_is_free", "laid": "mine_is_free", "earned": "mines_to_win"}
"""The fields of a position that only some variants have, and the options that they need."""


def _refuse_fields_of_options(variant: PushmineVariant, given: Fields) -> None:
    for name, option in FIELDS_OF_OPTIONS.items():
        if given.has(name) and not getattr(variant, option):
            raise Refusal(ErrorCode.BAD_POSITION, f"{name} needs the option {option}, which is off in this variant")
    if given.has("laid") and variant.decay == "none":
        raise Refusal(ErrorCode.BAD_POSITION, "laid needs the option decay, which is off in this variant")


def _details_of_options(position: Pushmine) -> dict[str, Any]:
    details: dict[str, Any] = {}
    options = position.options
    if options.mine_is_free:
        details["must_push"] = position.stage == MUST_PUSH
        if options.decay != STEADY:
            laid = (bit_text(bit) for bit, age in _ages(position).items() if age == JUST_LAID)
            details["laid"] = next(laid, None)
    if options.mines_to_win:
        details["earned"] = list(by_seat(position.turn, position.earned, position.other_earned))
    return details


def _stage(variant: PushmineVariant, must_push: bool, ply: int) -> int:
    if must_push:
        return MUST_PUSH
    return MAY_SWAP if variant.swap and ply == 1 else ORDINARY


def _read_earned(given: Fields, variant: PushmineVariant, stocks: tuple[int, int]) -> tuple[int, int]:
    if not variant.mines_to_win:
        return 0, 0
    earned = given.pair("earned", stocks)
    if earned[0] < stocks[0] or earned[1] < stocks[1]:
        problem = f"earned must be at least mines ({list(stocks)}) for each side, not {list(earned)}"
        raise Refusal(ErrorCode.BAD_POSITION, problem)
    return earned


def _read_seen(given: Fields, must_push: bool) -> int:
    seen = given.number("seen", 1)
    if must_push and seen != 1:
        raise Refusal(ErrorCode.BAD_POSITION, f"seen must be 1 where must_push is true, not {seen}")
    return seen


def _ages(position: Pushmine) -> dict[int, int]:
    if position.options.decay == STEADY:
        return {}
    return {bit: sum((plane >> bit & 1) << k for k, plane in enumerate(position.ages)) for bit in each(position.mines)}


def _read_ages(given: Fields, variant: PushmineVariant, mines: int, must_push: bool) -> Ages:
    """Ages by cell, as planes; a mine without one has just been placed."""
    if variant.decay == "none":
        if given.mapping("ages"):
            raise Refusal(ErrorCode.BAD_POSITION, "ages must be empty, or left out, where mines do not decay")
        return NO_AGES
    ages = dict.fromkeys(each(mines), 0)
    limit = 2 * variant.decay_turns - 1
    for text, age in given.mapping("ages").items():
        if isinstance(age, bool) or not isinstance(age, int) or not 0 <= age <= limit:
            raise Refusal(ErrorCode.BAD_POSITION, f"an age is a whole number from 0 to {limit}, not {quoted(age)}")
        ages[_mine_at(text, variant.size, mines, "ages")] = age
    if must_push:
        ages[_read_laid(given, variant, ages)] = JUST_LAID
    planes = (sum((age >> k & 1) << bit for bit, age in ages.items()) for k in range(len(NO_AGES)))
    a, b, c, d, e, f, g = planes
    return a, b, c, d, e, f, g


def _mine_at(text: object, size: int, mines: int, name: str) -> int:
    """The mine on the cell that a field names, as a bit."""
    cells = cells_in(text) or [] if isinstance(text, str) else []
    on_board = len(cells) == 1 and max(cells[0]) < size
    bit = bit_on_board(cells[0], size, size) if on_board else -1
    if bit < 0 or not mines >> bit & 1:
        raise Refusal(ErrorCode.BAD_POSITION, f"{name} may name only cells with a mine, not {quoted(text)}")
    return bit


def _read_laid(given: Fields, variant: PushmineVariant, ages: Mapping[int, int]) -> int:
    """The mine that was laid in this turn. It need not be named if only one can have been."""
    fresh = [bit for bit, age in ages.items() if age == 0]
    if (named := given.get("laid", None)) is not None:
        fresh = [_mine_at(named, variant.size, sum(1 << bit for bit in fresh), "laid")]
    if len(fresh) != 1:
        raise Refusal(ErrorCode.BAD_POSITION, "where must_push is true, laid must name the mine just laid, of age 0")
    return fresh[0]


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
        hit = owner(position, done.hit) if path else position.turn
        events.append(MineDetonated(number_of(mine, size), hit, stone))
    for cell in each(done.ejected):
        events.append(Ejected(number_of(cell, size), owner(position, done.ejected)))
        if done.ejected & position.other:
            events.append(MineEarned(position.turn))
    return events


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
    lines = [has_line(stones, after.options.line) for stones in (after.own, after.other)]
    if all(lines):
        return "both_lines"
    return "line" if any(lines) else "mines"


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
