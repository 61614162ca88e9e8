"""Flood-It as a game: its variant, its notation, what its moves do, and how a position is shown."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, model_validator

from quincunx.engine.clock import flag_after
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.events import Cells, Ended, Event, Narration
from quincunx.engine.game import BoardsTask, FewestMoves, Game, Look, result_text
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import each
from quincunx.engine.moves import numbers
from quincunx.engine.player import ChoiceDetails
from quincunx.engine.position_reader import Fields
from quincunx.engine.registry import register
from quincunx.engine.rules import LOST, PLAYING, moves
from quincunx.engine.variants import PresetWords, Variant, original, preset_of, word_for_word
from quincunx.games.flood.errors import FloodError
from quincunx.games.flood.events import Flooded
from quincunx.games.flood.metrics import GAUGE
from quincunx.games.flood.observation import encoding
from quincunx.games.flood.players import LEVELS, FloodDetails
from quincunx.games.flood.purpose import purpose
from quincunx.games.flood.puzzles import PUZZLES
from quincunx.games.flood.rules import (
    NO_LIMIT,
    Flood,
    Options,
    Planes,
    Rows,
    absorb,
    beginning,
    corner,
    deal,
    first_position,
    grow,
    judged,
    make_options,
    settle,
)
from quincunx.games.flood.solver import solve
from quincunx.games.flood.solver.batch import solve_task
from quincunx.games.flood.solver.optimum import EXPANSIONS, optimum_limit
from quincunx.observation.encoding import Encoding


class Colour(NamedTuple):
    name: str
    character: str
    look: Look


COLOURS = (
    Colour("red", "r", Look("●", "bold red", "red")),
    Colour("green", "g", Look("▲", "bold green", "green")),
    Colour("blue", "b", Look("■", "bold blue", "blue")),
    Colour("yellow", "y", Look("◆", "bold yellow", "yellow")),
    Colour("purple", "p", Look("✚", "bold magenta", "purple")),
    Colour("orange", "o", Look("★", "bold dark_orange", "orange")),
    Colour("cyan", "c", Look("▼", "bold cyan", "cyan")),
    Colour("pink", "k", Look("♥", "bold hot_pink", "pink")),
)
"""The colours in the order of their numbers; a variant with n colours has the first n of them."""

LIMIT = 25
MOST_MOVES = 2000
FEWEST_BYTES = 128_000_000
"""Of the solver's nodes, where somebody asks for the fewest moves and does not wait for a proof."""


class FloodVariant(Variant):
    size: int = Field(default=20, ge=2, le=40)
    colours: int = Field(default=4, ge=2, le=len(COLOURS))
    limit_rule: Literal["fixed", "par", "optimum", "none"] = "fixed"
    limit: int | None = Field(
        default=LIMIT, ge=1, le=MOST_MOVES, description=f"a whole number from 1 to {MOST_MOVES}, or null for no limit"
    )
    slack: int = Field(default=0, ge=0, le=100)
    absorb_at_start: bool = True

    @property
    def par(self) -> int:
        """The specification's floor(gridSize * 1.5), and the slack."""
        return self.size * 3 // 2 + self.slack

    @model_validator(mode="after")
    def _limit_follows_its_rule(self) -> "FloodVariant":
        by_rule = {"fixed": LIMIT, "par": self.par}.get(self.limit_rule)
        if "limit" not in self.model_fields_set:
            object.__setattr__(self, "limit", by_rule)  # filled in, and still not one of the options that were given
        if self.limit_rule == "fixed" and self.limit is None:
            raise ValueError(
                f"limit must be a whole number from 1 to {MOST_MOVES}; for no limit, set limit_rule to 'none'"
            )
        if self.limit_rule == "par" and self.limit != by_rule:
            raise ValueError(f"limit must be left out, or {by_rule}: it follows from limit_rule 'par'")
        if self.limit_rule == "none" and self.limit is not None:
            raise ValueError(
                "limit must be left out, or null, with limit_rule 'none'; to have one, set limit_rule to 'fixed'"
            )
        return self


class FloodGame(Game[FloodVariant, Flood]):
    slug: ClassVar[str] = "flood"
    name: ClassVar[str] = "Flood-It"
    tagline: ClassVar[str] = "Flood the whole board, colour by colour, in few moves."
    how_to_play: ClassVar[str] = (
        "Your territory starts in the top-left corner. Name a colour: the whole territory takes it and swallows every "
        "neighbouring cell of that colour. Flood the whole board before the moves run out."
    )
    notation: ClassVar[str] = "A move is written as the name of a colour, like red."
    version: ClassVar[int] = 1
    seats: ClassVar[int] = 1
    seat_names: ClassVar[tuple[str, ...]] = ("you",)
    chance: ClassVar[bool] = True
    looks: ClassVar[Mapping[str, Look]] = {colour.character: colour.look for colour in COLOURS}
    variant_class = FloodVariant
    presets: Mapping[str, FloodVariant] = {
        "standard": FloodVariant(),
        "easy": FloodVariant(size=12, limit_rule="optimum", slack=5),
        "hard": FloodVariant(limit_rule="optimum", slack=1),
        "expert": FloodVariant(size=14, colours=6, limit_rule="optimum"),
        "classic": FloodVariant(size=14, colours=6),
        "large": FloodVariant(size=24, colours=6, limit_rule="par"),
        "zen": FloodVariant(limit_rule="none"),
        "literal": FloodVariant(absorb_at_start=False),
    }
    preset_words: ClassVar[Mapping[str, PresetWords]] = {
        "standard": original("20 by 20, four colours, 25 moves."),
        "literal": word_for_word("As Original, but only the corner cell is yours at the beginning."),
        "easy": PresetWords("Easy", "A small board, and five moves more than the fewest possible."),
        "hard": PresetWords("Hard", "One move more than the fewest possible."),
        "expert": PresetWords("Expert", "Six colours, and not one move more than the fewest possible."),
        "classic": PresetWords("Classic", "14 by 14, six colours, 25 moves."),
        "large": PresetWords("Large", "24 by 24, six colours, 36 moves."),
        "zen": PresetWords("Zen", "As many moves as you like."),
    }
    position_class = Flood
    errors: ClassVar[tuple[StrEnum, ...]] = tuple(FloodError)
    events: ClassVar[tuple[type[Event], ...]] = (Flooded,)
    levels = LEVELS
    choice_details: ClassVar[tuple[type[ChoiceDetails], ...]] = (FloodDetails,)
    hint_level: ClassVar[str] = "hard"
    default_level: ClassVar[str] = "medium"
    gauge = GAUGE
    puzzles = PUZZLES
    scale: ClassVar[int] = 2
    random_loss: ClassVar[float] = 0.0372

    def preset_name(self, variant: FloodVariant) -> str | None:
        """A `hard` whose optimum has been found is still `hard`: the number belongs to the board, not to the preset."""
        return preset_of(self.presets, self.unresolved(variant))

    def resolve(self, variant: FloodVariant, seed: int, setup: Mapping[str, Any] | None = None) -> FloodVariant:
        """Rule 3: `optimum` is proven here, once: a record holds a plain number, and a replay needs no solver."""
        if not self.making_cost(variant, setup):
            return variant
        endless = self.variant(variant.model_dump(exclude={"limit"}) | {"limit_rule": "none", "limit": None})
        board = self.start(endless, seed) if setup is None else self.place(endless, seed, setup)
        return self.variant(variant.model_dump() | {"limit": optimum_limit(board, variant.slack)})

    def making_cost(self, variant: FloodVariant, setup: Mapping[str, Any] | None = None) -> int:
        if variant.limit_rule != "optimum" or variant.limit is not None or "limit" in (setup or {}):
            return 0
        return variant.size * variant.size * variant.colours

    def unresolved(self, variant: FloodVariant) -> FloodVariant:
        return variant.model_copy(update={"limit": None}) if variant.limit_rule == "optimum" else variant

    def warm(self) -> None:
        """A board that takes the solver through all of its stages."""
        solve(first_position(0, make_options(24, 6, None)), 40_000)

    def solve_boards(self, task: BoardsTask) -> dict[str, Any]:
        return solve_task(task)

    def fewest_moves(self, position: Flood, seconds: float | None = None) -> FewestMoves:
        with flag_after(seconds) as stop:
            found = solve(position, EXPANSIONS, stop, FEWEST_BYTES)
        return FewestMoves(position.moves + found.lower_bound, position.moves + found.upper_bound)

    def encoding(self, variant: FloodVariant) -> Encoding:
        return encoding(_options(variant, variant.limit))

    def not_batched(self, variant: FloodVariant) -> str | None:
        if variant.limit_rule != "optimum" or variant.limit is not None:
            return None
        return "limit_rule 'optimum' needs a solver for every board: set a limit"

    def start(self, variant: FloodVariant, seed: int) -> Flood:
        return first_position(seed, _options(variant, _resolved(variant)))

    def setup(self, variant: FloodVariant, seed: int, fields: Mapping[str, Any]) -> Flood:
        given = Fields(fields, "controlled", "moves", "limit")
        limit = _read_limit(given) if given.has("limit") else _resolved(variant)
        planes = _read_planes(given, variant) if given.has("cells") else deal(variant.size, variant.colours, seed)
        fresh = beginning(planes, _options(variant, limit))
        territory = _read_territory(given, fresh) if given.has("controlled") else fresh.territory
        turn, ply, made = given.number("turn", 1, 1, 1), given.number("ply", 0), given.number("moves", 0)
        return judged(fresh._replace(territory=territory, turn=turn, ply=ply, moves=made))

    def details(self, position: Flood) -> dict[str, Any]:
        limit = position.options.limit
        return {
            "cells": _draw_cells(position),
            "controlled": _draw_controlled(position),
            "moves": position.moves,
            "limit": None if limit == NO_LIMIT else limit,
        }

    def write(self, position: Flood, move: int) -> str:
        return COLOURS[move].name

    def read(self, position: Flood, text: str) -> int:
        names = [colour.name for colour in COLOURS[: position.options.colours]]
        if text.lower() not in names:
            problem = f"{quoted(text)} is not a colour of this board; choose one of {', '.join(names)}"
            raise Refusal(ErrorCode.BAD_MOVE_TEXT, problem)
        return names.index(text.lower())

    def refuse(self, position: Flood, move: int) -> Refusal:
        others = ", ".join(COLOURS[other].name for other in numbers(moves(position)))
        problem = f"your territory is {COLOURS[move].name} already; choose one of {others}"
        return Refusal(FloodError.SAME_COLOUR, problem)

    def purpose(self, position: Flood, move: int) -> str:
        return purpose(self.narrate(position, move).events)

    def narrate(self, position: Flood, move: int) -> Narration[Flood]:
        size = position.options.size
        territory = position.territory.copy()
        waves: list[Cells] = []
        before = territory.copy()
        while absorb(territory, position.planes, move, size):
            waves.append(_cell_numbers(territory & ~before, size))
            before = territory.copy()
        after = settle(position, territory, move)
        events: list[Event] = [Flooded(COLOURS[move].character, tuple(waves))]
        if after.result != PLAYING:
            why = "limit" if after.result == LOST else "flooded"
            events.append(Ended(result_text(after.result), why))
        return Narration(events, after)


def _resolved(variant: FloodVariant) -> int | None:
    """The limit of a variant that is complete; `optimum` is not complete until the optimum is known."""
    if variant.limit_rule == "optimum" and variant.limit is None:
        wanted = f"a whole number from 1 to {MOST_MOVES}, the fewest moves that this board needs plus slack"
        raise Refusal(ErrorCode.BAD_VARIANT, f"limit must be given with limit_rule 'optimum': {wanted}")
    return variant.limit


def _options(variant: FloodVariant, limit: int | None) -> Options:
    return make_options(variant.size, variant.colours, limit, variant.absorb_at_start)


def _draw_cells(position: Flood) -> list[str]:
    size = position.options.size
    grid = [[COLOURS[position.colour].character] * size for _ in range(size)]
    for number, plane in enumerate(position.planes):
        for row in range(size):
            for col in each(int(plane[row]) & ~int(position.territory[row])):
                grid[row][col] = COLOURS[number].character
    return ["".join(line) for line in grid]


def _draw_controlled(position: Flood) -> list[str]:
    size = position.options.size
    return ["".join(str(int(row) >> col & 1) for col in range(size)) for row in position.territory[:size]]


def _cell_numbers(rows: Rows, size: int) -> Cells:
    return tuple(row * size + col for row in range(size) for col in each(int(rows[row])))


def _read_limit(given: Fields) -> int | None:
    return None if given.get("limit", None) is None else given.number("limit", LIMIT, 1, MOST_MOVES)


def _read_planes(given: Fields, variant: FloodVariant) -> Planes:
    characters = "".join(colour.character for colour in COLOURS[: variant.colours])
    layers = _read_layers("cells", given.get("cells", None), variant.size, characters)
    return np.array(list(layers.values()), np.int64)


def _read_territory(given: Fields, fresh: Flood) -> Rows:
    """The controlled cells: connected to the top-left cell, and of its colour."""
    size = fresh.options.size
    marked = np.array([_read_layers("controlled", given.get("controlled", None), size, "01")["1"]], np.int64)
    if (marked & ~fresh.planes[fresh.colour]).any():
        problem = f"controlled cells must be {COLOURS[fresh.colour].name}, as the top-left cell is"
        raise Refusal(ErrorCode.BAD_POSITION, problem)
    territory = corner(size)
    grow(territory, marked, 0, size)
    if not np.array_equal(territory[:-1], marked[0]):
        raise Refusal(ErrorCode.BAD_POSITION, "controlled must be one territory that holds the top-left cell")
    return territory


def _read_layers(name: str, lines: object, size: int, characters: str) -> dict[str, list[int]]:
    """The rows of bits of each character, of rows of text."""
    example = f"{name} must be {size} strings of {size} characters out of {quoted(characters)}"
    if not isinstance(lines, Sequence) or isinstance(lines, str) or len(lines) != size:
        raise Refusal(ErrorCode.BAD_POSITION, example)
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str) or len(line) != size or not set(line) <= set(characters):
            raise Refusal(ErrorCode.BAD_POSITION, f"{example}; row {number} is {quoted(line)}")
    return {
        character: [sum(1 << col for col, found in enumerate(line) if found == character) for line in lines]
        for character in characters
    }


register(FloodGame())
