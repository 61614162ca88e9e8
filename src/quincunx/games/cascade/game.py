"""Color Cascade Grid as a game: its variant, what its moves do, and how a position is shown."""

from collections.abc import Mapping
from enum import StrEnum
from types import ModuleType
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from quincunx.engine.clock import lowered_flag
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.events import Ended, Event, Narration, Passed
from quincunx.engine.game import Game, Look, result_text
from quincunx.engine.kernels.bits import STRIDE, highest, popcount
from quincunx.engine.kernels.salt import drop_keys
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.notation import cell_text, cells_in, number_of
from quincunx.engine.position_reader import Fields
from quincunx.engine.registry import register
from quincunx.engine.rules import PLAYING, moves
from quincunx.engine.specified import Column, Row, SpecifiedMove
from quincunx.engine.variants import PresetWords, Variant, original, word_for_word
from quincunx.games.cascade import decided_early, evaluation, rollout, unseen_goblins
from quincunx.games.cascade.endgame import make_ledger, solve_move
from quincunx.games.cascade.evaluation import SCALE
from quincunx.games.cascade.events import GoblinCame
from quincunx.games.cascade.metrics import GAUGE
from quincunx.games.cascade.observation import encoding
from quincunx.games.cascade.players import LEVELS
from quincunx.games.cascade.principles import GUIDANCE
from quincunx.games.cascade.purpose import purpose
from quincunx.games.cascade.puzzles import PUZZLES
from quincunx.games.cascade.rules import (
    BLUE,
    CODE_BITS,
    GOBLINS_SHOWN,
    ORANGE,
    VANISH_LOSES,
    VANISH_NOTHING,
    VANISH_WINS,
    Bag,
    Cascade,
    Goblins,
    Options,
    Visit,
    after_swap,
    all_goblins,
    column_of,
    deal,
    goblins_due,
    judged,
    make_options,
    next_goblin,
    one_fewer,
    passed,
    visit,
)
from quincunx.games.match3.bits import EMPTY, Planes, fallen, lines, occupied, of_code, put, swapped, without
from quincunx.games.match3.errors import SwapError
from quincunx.games.match3.events import Cleared, Fell, Swapped
from quincunx.games.match3.swaps import (
    UNKNOWN_CHARACTER,
    character_of,
    clear_event,
    code_of,
    draw_tokens,
    fall_events,
    read_swap,
    read_tokens,
    refuse_swap,
    swap_event,
    write_swap,
)
from quincunx.observation.encoding import Encoding

COLOURS = "bogv"
NEUTRALS = "gv"
FEWEST_TOKENS = 3
VANISHING = {"wins": VANISH_WINS, "loses": VANISH_LOSES, "none": VANISH_NOTHING}


class CascadeVariant(Variant):
    size: int = Field(default=7, ge=5, le=7)
    tokens: Bag = Field(
        default=(12, 13, 12, 12),
        description=f"four whole numbers (blue, orange, green, violet), each {FEWEST_TOKENS} or more, of sum size²",
    )
    goblins: int = Field(default=2, ge=0, le=GOBLINS_SHOWN)
    goblin_trigger: Literal["both", "second"] = "both"
    vanish: Literal["wins", "loses", "none"] = "wins"
    no_moves: Literal["count", "draw"] = "count"
    courtesy: bool = False

    @model_validator(mode="after")
    def _tokens_fill_the_board(self) -> "CascadeVariant":
        if min(self.tokens) < FEWEST_TOKENS or sum(self.tokens) != self.size**2:
            allowed = f"four whole numbers, each {FEWEST_TOKENS} or more, of sum size² ({self.size**2})"
            raise ValueError(f"tokens must be {allowed}, not {list(self.tokens)} of sum {sum(self.tokens)}")
        return self


class SwapFromTo(SpecifiedMove):
    """`player_move(fromRow, fromCol, toRow, toCol)`."""

    fromRow: Row
    fromCol: Column
    toRow: Row
    toCol: Column

    @classmethod
    def of(cls, text: str) -> Self:
        (from_row, from_col), (to_row, to_col) = cells_in(text) or []
        return cls(fromRow=from_row, fromCol=from_col, toRow=to_row, toCol=to_col)

    def text(self) -> str:
        return cell_text(self.fromRow, self.fromCol) + cell_text(self.toRow, self.toCol)


class CascadeGame(Game[CascadeVariant, Cascade]):
    slug: ClassVar[str] = "cascade"
    name: ClassVar[str] = "Color Cascade Grid"
    tagline: ClassVar[str] = "Hold more of your colour when the swaps run out, or lose every last one and win at once."
    how_to_play: ClassVar[str] = (
        "Swap any two neighbouring tokens so that three or more of a colour line up: they vanish and the rest falls. "
        "Then goblins bring green and violet tokens. When no swap is left, the side with more tokens wins. But a side "
        "that loses its very last token while the other still has some wins at once."
    )
    notation: ClassVar[str] = (
        "A swap is written as its two cells, like c4d4: columns are letters from the left, rows numbers from the top."
    )
    version: ClassVar[int] = 1
    seat_names: ClassVar[tuple[str, ...]] = ("Blue", "Orange")
    seat_pieces: ClassVar[tuple[str, ...]] = ("b", "o")
    chance: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    restart_when: ClassVar[str] = "when_over"
    specified_move = SwapFromTo
    looks: ClassVar[Mapping[str, Look]] = {
        "b": Look("▲", "bold bright_blue", "blue"),
        "o": Look("■", "bold dark_orange", "orange"),
        "g": Look("✚", "green", "green"),
        "v": Look("○", "magenta", "violet"),
        "?": Look("?", "bright_black"),
    }
    variant_class = CascadeVariant
    presets: Mapping[str, CascadeVariant] = {
        "standard": CascadeVariant(),
        "literal": CascadeVariant(goblin_trigger="second", no_moves="draw"),
        "moon": CascadeVariant(tokens=(6, 7, 18, 18)),
    }
    preset_words: ClassVar[Mapping[str, PresetWords]] = {
        "standard": original("Twelve or thirteen tokens of each colour; goblins come after every swap."),
        "literal": word_for_word(
            "Goblins come only after swaps of the second side; when no swap is left, it is a draw."
        ),
        "moon": PresetWords("Shoot the moon", "Few tokens of your own: losing every last one is a real way to win."),
    }
    recommended: ClassVar[str] = "moon"
    position_class = Cascade
    errors: ClassVar[tuple[StrEnum, ...]] = tuple(SwapError)
    events: ClassVar[tuple[type[Event], ...]] = (Swapped, Cleared, Fell, GoblinCame)
    internal_fields: ClassVar[tuple[str, ...]] = ("goblins_come", "passes")
    hooks: ClassVar[tuple[ModuleType, ...]] = (
        decided_early,
        evaluation,
        rollout,
        unseen_goblins,
    )
    levels = LEVELS
    hint_level: ClassVar[str] = "hard"
    default_level: ClassVar[str] = "medium"
    gauge = GAUGE
    guidance = GUIDANCE
    puzzles = PUZZLES
    scale: ClassVar[int] = SCALE
    random_loss: ClassVar[float] = 0.218

    def warm(self) -> None:
        """The endgame's solver: a match that has just begun never asks for it."""
        position = self.new(self.variant(), 1)
        solve_move(position, next(numbers(moves(position))), make_ledger(1, lowered_flag()))

    def encoding(self, variant: CascadeVariant) -> Encoding:
        return encoding(_options(variant))

    def start(self, variant: CascadeVariant, seed: int) -> Cascade:
        found, position = deal(_options(variant), variant.tokens, int(seed), *drop_keys(seed))
        if not found:
            problem = f"tokens {list(variant.tokens)} give no fair board with seed {seed}; share them out more evenly"
            raise Refusal(ErrorCode.BAD_VARIANT, problem)
        return position

    def setup(self, variant: CascadeVariant, seed: int, fields: Mapping[str, Any]) -> Cascade:
        given = Fields(fields, "tokens", "goblins", "goblins_come", "passes")
        fresh = self.start(variant, seed)
        size = variant.size
        cells = read_tokens(given.get("cells", None), size, size, COLOURS) if given.has("cells") else fresh.cells
        tokens = _tokens(cells)
        if given.pair("tokens", (tokens[0], tokens[1])) != (tokens[0], tokens[1]):
            raise Refusal(ErrorCode.BAD_POSITION, f"tokens must be what cells hold, {tokens}; leave them out")
        return judged(
            fresh._replace(
                cells=cells, goblins=_read_goblins(given, fresh.goblins), passes=given.number("passes", 0, 0, 2),
                turn=given.turn(), ply=given.number("ply", 0),
            )
        )  # fmt: skip

    def details(self, position: Cascade) -> dict[str, Any]:
        size = position.options.size
        return {
            "cells": draw_tokens(position.cells, size, size, COLOURS),
            "tokens": _tokens(position.cells),
            "goblins": _draw_goblins(position.goblins),
            "goblins_come": position.goblins.come,
            "passes": position.passes,
        }

    def write(self, position: Cascade, move: int) -> str:
        return write_swap(move)

    def read(self, position: Cascade, text: str) -> int:
        return read_swap(text, position.options.size, position.options.size)

    def refuse(self, position: Cascade, move: int) -> Refusal:
        return refuse_swap(position.cells, move)

    def purpose(self, position: Cascade, move: int) -> str:
        return purpose(position, move) if move != PASS else ""

    def narrate(self, position: Cascade, move: int) -> Narration[Cascade]:
        if move == PASS:
            after = passed(position)
            return Narration([Passed(position.turn), *_closing(after)], after)
        events = [swap_event(move, position.options.size)]
        cells = _narrate_waves(swapped(position.cells, move), position.options, events)
        cells, goblins = _narrate_goblins(position, cells, events)
        after = after_swap(position, cells, goblins)
        return Narration(events + _closing(after), after)


def _narrate_waves(cells: Planes, options: Options, events: list[Event]) -> Planes:
    """Rule 3, wave by wave, as `settled` goes through them."""
    wave = 1
    while gone := lines(cells):
        events.append(clear_event(cells, gone, wave, 0, options.size, COLOURS))
        hanging = without(cells, gone)
        cells = fallen(hanging, options.board)
        events += fall_events(occupied(hanging), occupied(cells), options.size)
        wave += 1
    return cells


def _narrate_goblins(position: Cascade, cells: Planes, events: list[Event]) -> tuple[Planes, Goblins]:
    """Rule 4, goblin by goblin, as `visited` goes through them."""
    goblins, options = position.goblins, position.options
    room = options.board & ~occupied(cells)
    for _ in range(goblins_due(position)):
        drawn = next_goblin(goblins)
        coming = visit(cells, room, drawn)
        events.append(_goblin_event(coming, drawn, options.size))
        goblins = one_fewer(goblins)
        if coming.cell:
            cells = put(cells, coming.cell, coming.code)
            room &= ~column_of(coming.cell, room)
    return cells, goblins


def _goblin_event(coming: Visit, drawn: int, size: int) -> Event:
    if not coming.cell:
        return GoblinCame(None, None, character_of(drawn, COLOURS))
    bit = highest(coming.cell)
    if coming.code == EMPTY:
        return GoblinCame(None, bit % STRIDE, character_of(drawn, COLOURS))
    return GoblinCame(number_of(bit, size), bit % STRIDE, character_of(coming.code, COLOURS))


def _closing(after: Cascade) -> list[Event]:
    return [] if after.result == PLAYING else [Ended(result_text(after.result), _why(after))]


def _why(after: Cascade) -> str:
    if after.passes == 0:
        return "vanish"
    return "no_moves" if after.options.no_moves_draws else "count"


def _options(variant: CascadeVariant) -> Options:
    return make_options(
        variant.size, variant.goblins, variant.goblin_trigger == "second", VANISHING[variant.vanish],
        variant.no_moves == "draw", variant.courtesy,
    )  # fmt: skip


def _tokens(cells: Planes) -> list[int]:
    """How many tokens seat 1 and seat 2 have."""
    return [popcount(of_code(cells, BLUE)), popcount(of_code(cells, ORANGE))]


def _draw_goblins(goblins: Goblins) -> str:
    codes = (goblins.shown >> CODE_BITS * place & 7 for place in range(GOBLINS_SHOWN))
    return "".join(character_of(code, COLOURS) for code in codes)


def _read_goblins(given: Fields, fresh: Goblins) -> Goblins:
    """The goblins to come: those of the seed, from the counter on, unless a text says what the next two are."""
    goblins = all_goblins(given.number("goblins_come", 0), fresh.source, fresh.known)
    if not given.has("goblins"):
        return goblins
    text = given.get("goblins", None)
    allowed = NEUTRALS + UNKNOWN_CHARACTER
    if not isinstance(text, str) or len(text) != GOBLINS_SHOWN or not set(text) <= set(allowed):
        problem = f"goblins must be {GOBLINS_SHOWN} characters out of {quoted(allowed)}, next one first"
        raise Refusal(ErrorCode.BAD_POSITION, f"{problem}, not {quoted(text)}")
    shown = sum(code_of(character, COLOURS) << CODE_BITS * place for place, character in enumerate(text))
    return goblins._replace(shown=shown)


register(CascadeGame())
