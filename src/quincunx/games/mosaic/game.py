"""Stack Swap Mosaic as a game: its variant, what its moves do, and how a position is shown."""

from collections.abc import Mapping
from enum import StrEnum
from types import ModuleType
from typing import Any, ClassVar, Literal, Self

from pydantic import Field

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.events import Ended, Event, Narration, Passed
from quincunx.engine.game import Game, Look, result_text
from quincunx.engine.kernels.bits import STRIDE
from quincunx.engine.kernels.salt import drop_keys
from quincunx.engine.moves import PASS
from quincunx.engine.notation import cell_text, cells_in
from quincunx.engine.position_reader import Fields
from quincunx.engine.registry import register
from quincunx.engine.rules import PLAYING, play
from quincunx.engine.sides import by_seat
from quincunx.engine.specified import Column, Row, SpecifiedMove
from quincunx.engine.variants import PresetWords, Variant, original, word_for_word
from quincunx.games.match3.bits import Planes, fallen, lines, occupied, put, swapped, without
from quincunx.games.match3.errors import SwapError
from quincunx.games.match3.events import Cleared, Dropped, Fell, Reshuffled, Swapped
from quincunx.games.match3.swaps import (
    UNKNOWN_CHARACTER,
    character_of,
    clear_event,
    code_at,
    code_of,
    draw_tokens,
    drop_events,
    fall_events,
    read_swap,
    read_tokens,
    refuse_swap,
    swap_event,
    write_swap,
)
from quincunx.games.mosaic import evaluation, sampled_futures
from quincunx.games.mosaic.evaluation import CLEAR_LEAD
from quincunx.games.mosaic.metrics import GAUGE
from quincunx.games.mosaic.observation import encoding
from quincunx.games.mosaic.players import LEVELS
from quincunx.games.mosaic.principles import GUIDANCE
from quincunx.games.mosaic.purpose import purpose
from quincunx.games.mosaic.puzzles import PUZZLES
from quincunx.games.mosaic.rules import (
    DROP_BITS,
    MOST_WAVES,
    Drops,
    Mosaic,
    Options,
    Settled,
    Supply,
    after_swap,
    deal,
    drops_of,
    judged,
    make_options,
    queued,
    refilled,
    wave_points,
)
from quincunx.observation.encoding import Encoding

COLOURS = "abcdef"
MOST_DROPS = 500_000
"""The most drops that a position may say a column has used up: a match from there on still fits `DROP_BITS`."""


class MosaicVariant(Variant):
    rows: int = Field(default=6, ge=4, le=7)
    cols: int = Field(default=6, ge=4, le=7)
    colours: int = Field(default=5, ge=4, le=6)
    target: int = Field(default=1000, ge=1, le=100_000)
    max_moves: int = Field(default=20, ge=1, le=500)
    token_points: int = Field(default=10, ge=1, le=100)
    wave_bonus: int = Field(default=2, ge=0, le=50)
    queue_shown: int = Field(default=3, ge=0, le=7)
    opening_cap: int = Field(default=60, ge=0, le=10_000, description="0 (none) or a whole number up to 10000")
    opening_swaps: int = Field(default=4, ge=1, le=10)
    limit_rule: Literal["higher_score", "draw"] = "higher_score"


DIRECTIONS: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows and columns to the neighbour."""


class SwapTowards(SpecifiedMove):
    """`player_move(row, col, direction)`: a token changes places with its neighbour there."""

    row: Row
    col: Column
    direction: Literal["up", "down", "left", "right"]

    @classmethod
    def of(cls, text: str) -> Self:
        (row, col), (to_row, _) = cells_in(text) or []
        return cls(row=row, col=col, direction="right" if row == to_row else "down")

    def text(self) -> str:
        down, right = DIRECTIONS[self.direction]
        row, col = self.row + down, self.col + right
        if row < 0 or col < 0:
            raise Refusal(
                ErrorCode.BAD_MOVE_TEXT, f"{cell_text(self.row, self.col)} has no neighbour {self.direction}: the edge"
            )
        return cell_text(self.row, self.col) + cell_text(row, col)


class MosaicGame(Game[MosaicVariant, Mosaic]):
    slug: ClassVar[str] = "mosaic"
    name: ClassVar[str] = "Stack Swap Mosaic"
    tagline: ClassVar[str] = "Swap two tokens, line up three, and race to the target."
    how_to_play: ClassVar[str] = (
        "Swap two neighbouring tokens so that three or more of a colour line up. They vanish and pay you, the rest "
        "falls, and new tokens drop from the queue above each column; what lines up then pays more, wave after wave. "
        "First to the target wins. If both run out of moves, the higher score wins."
    )
    notation: ClassVar[str] = (
        "A swap is written as its two cells, like c4d4: columns are letters from the left, rows numbers from the top."
    )
    version: ClassVar[int] = 1
    seat_names: ClassVar[tuple[str, ...]] = ("Player 1", "Player 2")
    chance: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    scale: ClassVar[int] = CLEAR_LEAD
    random_loss: ClassVar[float] = 0.149
    restart_when: ClassVar[str] = "when_over"
    specified_move = SwapTowards
    looks: ClassVar[Mapping[str, Look]] = {
        "a": Look("▲", "bold bright_blue", "blue"),
        "b": Look("■", "bold bright_red", "coral"),
        "c": Look("◆", "bold yellow", "yellow"),
        "d": Look("✚", "bold green", "green"),
        "e": Look("○", "bold magenta", "violet"),
        "f": Look("◠", "bold pink1", "pink"),
        "?": Look("?", "bright_black"),
    }
    variant_class = MosaicVariant
    presets: Mapping[str, MosaicVariant] = {
        "standard": MosaicVariant(),
        "literal": MosaicVariant(token_points=1, wave_bonus=0, opening_cap=0, limit_rule="draw"),
        "limit_draw": MosaicVariant(limit_rule="draw"),
    }
    preset_words: ClassVar[Mapping[str, PresetWords]] = {
        "standard": original("1000 points win, in 20 swaps each; later waves pay more for a token."),
        "literal": word_for_word("One point for each token in every wave; 20 swaps without 1000 points are a draw."),
        "limit_draw": PresetWords("All or nothing", "Only the target wins: when the swaps are used up, it is a draw."),
    }
    position_class = Mosaic
    errors: ClassVar[tuple[StrEnum, ...]] = tuple(SwapError)
    events: ClassVar[tuple[type[Event], ...]] = (Swapped, Cleared, Fell, Dropped, Reshuffled)
    internal_fields: ClassVar[tuple[str, ...]] = ("drops", "passes", "tries")
    hooks: ClassVar[tuple[ModuleType, ...]] = (
        evaluation,
        sampled_futures,
    )
    levels = LEVELS
    hint_level: ClassVar[str] = "hard"
    default_level: ClassVar[str] = "medium"
    gauge = GAUGE
    guidance = GUIDANCE
    puzzles = PUZZLES

    def encoding(self, variant: MosaicVariant) -> Encoding:
        return encoding(_options(variant))

    def start(self, variant: MosaicVariant, seed: int) -> Mosaic:
        found, position = deal(_options(variant), int(seed), *drop_keys(seed))
        if not found:
            problem = f"no board of seed {seed} has a legal swap; choose more rows, cols, or fewer colours"
            raise Refusal(ErrorCode.BAD_VARIANT, problem)
        return position

    def setup(self, variant: MosaicVariant, seed: int, fields: Mapping[str, Any]) -> Mosaic:
        given = Fields(fields, "scores", "moves_made", "queue", "drops", "passes", "tries")
        fresh = self.start(variant, seed)
        turn, scores, made = given.turn(), given.pair("scores"), given.pair("moves_made")
        own, other = turn - 1, 2 - turn
        return judged(
            fresh._replace(
                cells=self._read_cells(given, variant) if given.has("cells") else fresh.cells,
                supply=_read_supply(given, variant, fresh),
                score=scores[own], other_score=scores[other], made=made[own], other_made=made[other],
                passes=given.number("passes", 0, 0, 1), tries=given.number("tries", 0),
                turn=turn, ply=given.number("ply", 0),
            )
        )  # fmt: skip

    def _read_cells(self, given: Fields, variant: MosaicVariant) -> Planes:
        return read_tokens(given.get("cells", None), variant.rows, variant.cols, COLOURS[: variant.colours])

    def details(self, position: Mosaic) -> dict[str, Any]:
        options, turn = position.options, position.turn
        return {
            "cells": draw_tokens(position.cells, options.rows, options.cols, COLOURS),
            "scores": list(by_seat(turn, position.score, position.other_score)),
            "moves_made": list(by_seat(turn, position.made, position.other_made)),
            "queue": _draw_queue(position.supply.queue, options),
            "drops": [drops_of(position.supply.drops, column) for column in range(options.cols)],
            "passes": position.passes,
            "tries": position.tries,
        }

    def write(self, position: Mosaic, move: int) -> str:
        return write_swap(move)

    def read(self, position: Mosaic, text: str) -> int:
        return read_swap(text, position.options.rows, position.options.cols)

    def refuse(self, position: Mosaic, move: int) -> Refusal:
        return refuse_swap(position.cells, move)

    def purpose(self, position: Mosaic, move: int) -> str:
        return purpose(position, move, self.narrate(position, move).events) if move != PASS else ""

    def narrate(self, position: Mosaic, move: int) -> Narration[Mosaic]:
        if move == PASS:
            return _narrate_pass(position)
        cells = swapped(position.cells, move)
        events = [swap_event(move, position.options.cols)]
        after = after_swap(position, _narrate_waves(cells, position.supply, position.options, events))
        return Narration(events + _closing(after), after)


def _narrate_waves(cells: Planes, supply: Supply, options: Options, events: list[Event]) -> Settled:
    """The waves of rule 3, one after the other, as `settled` goes through them."""
    points = 0
    for wave in range(1, MOST_WAVES + 1):
        gone = lines(cells)
        if not gone:
            break
        paid = wave_points(gone, wave, options)
        events.append(clear_event(cells, gone, wave, paid, options.cols, COLOURS))
        hanging = without(cells, gone)
        low = fallen(hanging, options.board)
        events += fall_events(occupied(hanging), occupied(low), options.cols)
        cells, supply = refilled(low, supply, options)
        events += drop_events(cells, occupied(cells) & ~occupied(low), options.cols, COLOURS)
        points += paid
    return Settled(cells, supply, points)


def _narrate_pass(position: Mosaic) -> Narration[Mosaic]:
    after: Mosaic = play(position, PASS)
    events: list[Event] = [Passed(position.turn)]
    tries = after.tries - position.tries
    if tries:
        rows = draw_tokens(after.cells, position.options.rows, position.options.cols, COLOURS)
        events.append(Reshuffled("".join(rows), tries))
    return Narration(events + _closing(after), after)


def _closing(after: Mosaic) -> list[Event]:
    return [] if after.result == PLAYING else [Ended(result_text(after.result), _why(after))]


def _why(after: Mosaic) -> str:
    """Why the side that is not to move ended the match."""
    if after.other_score >= after.options.target:
        return "target"
    both_made = min(after.made, after.other_made) >= after.options.max_moves
    return "limit" if both_made else "no_board"


def _options(variant: MosaicVariant) -> Options:
    return make_options(
        variant.rows, variant.cols, variant.colours, variant.target, variant.max_moves, variant.token_points,
        variant.wave_bonus, variant.queue_shown, variant.opening_cap, variant.opening_swaps,
        variant.limit_rule == "draw",
    )  # fmt: skip


def _draw_queue(queue: Planes, options: Options) -> list[str]:
    """One string per column, the next drop first."""
    return [
        "".join(character_of(code_at(queue, row * STRIDE + column), COLOURS) for row in range(options.queue_shown))
        for column in range(options.cols)
    ]


def _read_supply(given: Fields, variant: MosaicVariant, fresh: Mosaic) -> Supply:
    """The drops to come: those of the seed, from the counters on, unless a queue says what comes first."""
    supply = fresh.supply
    if given.has("drops"):
        counts = given.numbers("drops", [], variant.cols, MOST_DROPS)
        supply = queued(supply._replace(drops=_packed(counts)), fresh.options)
    return supply._replace(queue=_read_queue(given, variant)) if given.has("queue") else supply


def _packed(counts: list[int]) -> Drops:
    words = [0, 0, 0]
    for column, number in enumerate(counts):
        words[column // 3] |= number << DROP_BITS * (column % 3)
    left, middle, right = words
    return Drops(left, middle, right)


def _read_queue(given: Fields, variant: MosaicVariant) -> Planes:
    columns = given.get("queue", None)
    allowed = COLOURS[: variant.colours] + UNKNOWN_CHARACTER
    shape = f"{variant.cols} strings of {variant.queue_shown} characters out of {quoted(allowed)}, next drop first"
    if not isinstance(columns, (list, tuple)) or len(columns) != variant.cols:
        raise Refusal(ErrorCode.BAD_POSITION, f"queue must be {shape}")
    queue = Planes(0, 0, 0)
    for column, text in enumerate(columns):
        if not isinstance(text, str) or len(text) != variant.queue_shown or not set(text) <= set(allowed):
            raise Refusal(ErrorCode.BAD_POSITION, f"queue must be {shape}; column {column + 1} is {quoted(text)}")
        for row, character in enumerate(text):
            queue = put(queue, 1 << row * STRIDE + column, code_of(character, COLOURS))
    return queue


register(MosaicGame())
