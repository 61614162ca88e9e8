"""Infinity Grid Duel as a game: its variant, its notation, what its moves do, and how a position is shown."""

from collections.abc import Mapping
from enum import StrEnum
from types import ModuleType
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.events import Ended, Event, Narration, Passed, Placed
from quincunx.engine.game import Game, Look, result_text
from quincunx.engine.kernels.bits import STRIDE, each, neighbours, popcount
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.notation import bit_text, cell_text, cells_in, draw_cells, number_of, read_cell, read_cells
from quincunx.engine.player import ChoiceDetails
from quincunx.engine.position_reader import Fields
from quincunx.engine.registry import register
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.engine.sides import by_seat
from quincunx.engine.specified import Column, Row, SpecifiedMove
from quincunx.engine.variants import PresetWords, Since, Variant, original, word_for_word
from quincunx.games.duel import evaluation, tuples
from quincunx.games.duel.errors import DuelError
from quincunx.games.duel.evaluation import TILE
from quincunx.games.duel.events import Captured, Protected
from quincunx.games.duel.metrics import GAUGE
from quincunx.games.duel.observation import encoding
from quincunx.games.duel.players import LEVELS
from quincunx.games.duel.principles import GUIDANCE
from quincunx.games.duel.purpose import purpose
from quincunx.games.duel.puzzles import PUZZLES
from quincunx.games.duel.rule_based import RuleDetails
from quincunx.games.duel.rules import Duel, Options, captured, empty, judged, make_options, reach, settle
from quincunx.observation.encoding import Encoding

RED, GREEN = COLOURS = "RG"
"""The characters of seat 1 and seat 2."""


class DuelVariant(Variant):
    size: int = Field(default=6, ge=2, le=7)
    reentry: bool = True
    truce: int = Field(default=0, ge=0, le=20)
    protect_first: Annotated[bool, Since(2)] = False


class PlacedTile(SpecifiedMove):
    """Requirement 8: the row and the column of a tile."""

    row: Row
    col: Column

    @classmethod
    def of(cls, text: str) -> Self:
        [(row, col)] = cells_in(text) or []
        return cls(row=row, col=col)

    def text(self) -> str:
        return cell_text(self.row, self.col)


class DuelGame(Game[DuelVariant, Duel]):
    slug: ClassVar[str] = "duel"
    name: ClassVar[str] = "Infinity Grid Duel"
    tagline: ClassVar[str] = "Place a tile, turn its neighbours, hold most of the board."
    how_to_play: ClassVar[str] = (
        "Place a tile on an empty cell beside one of your own (anywhere, if you have none). Every tile of the other "
        "side directly beside it turns to your colour. When the board is full, the side with more tiles wins. In the "
        "guarded game the first tile of each side can never be turned."
    )
    notation: ClassVar[str] = (
        "A move is written as its cell, like c4: columns are letters from the left, rows numbers from the top."
    )
    version: ClassVar[int] = 2
    older_versions: ClassVar[tuple[int, ...]] = (1,)
    seat_names: ClassVar[tuple[str, ...]] = ("Red", "Green")
    seat_pieces: ClassVar[tuple[str, ...]] = ("R", "G")
    scale: ClassVar[int] = 2 * TILE
    specified_move = PlacedTile
    random_loss: ClassVar[float] = 0.255
    looks: ClassVar[Mapping[str, Look]] = {
        RED: Look("■", "bold bright_red"),
        GREEN: Look("●", "bold bright_green"),
    }
    variant_class = DuelVariant
    presets: Mapping[str, DuelVariant] = {
        "standard": DuelVariant(),
        "literal": DuelVariant(reentry=False),
        "truce": DuelVariant(truce=4),
        "guarded": DuelVariant(protect_first=True),
    }
    preset_words: ClassVar[Mapping[str, PresetWords]] = {
        "standard": original("Every tile can be turned; a side that has lost all of them may begin again anywhere."),
        "literal": word_for_word("Every tile can be turned, and a side that has lost all of them places no more."),
        "truce": PresetWords("Truce", "Nothing turns before four tiles lie on the board."),
        "guarded": PresetWords("Guarded", "The first tile of each side can never be turned."),
    }
    recommended: ClassVar[str] = "guarded"
    position_class = Duel
    errors: ClassVar[tuple[StrEnum, ...]] = tuple(DuelError)
    events: ClassVar[tuple[type[Event], ...]] = (Placed, Protected, Captured)
    internal_fields: ClassVar[tuple[str, ...]] = ("placed",)
    hooks: ClassVar[tuple[ModuleType, ...]] = (evaluation, tuples)
    levels = LEVELS
    choice_details: ClassVar[tuple[type[ChoiceDetails], ...]] = (RuleDetails,)
    hint_level: ClassVar[str] = "hard"
    default_level: ClassVar[str] = "medium"
    gauge = GAUGE
    network = tuples.NETWORK
    guidance = GUIDANCE
    puzzles = PUZZLES

    def encoding(self, variant: DuelVariant) -> Encoding:
        return encoding(_options(variant))

    def start(self, variant: DuelVariant, seed: int) -> Duel:
        options = _options(variant)
        return Duel(0, 0, 1, 1, options.guard, options.guard, 1, 0, PLAYING, options)

    def setup(self, variant: DuelVariant, seed: int, fields: Mapping[str, Any]) -> Duel:
        given = Fields(fields, "tiles", "placed", "protected")
        size, options = variant.size, _options(variant)
        layers = read_cells(given.get("cells", ["." * size] * size), size, size, COLOURS)
        tiles = (layers[RED], layers[GREEN])
        _check_tiles(given, tiles)
        flags = given.flags("placed", [False, False])
        placed = [before or bool(here) for before, here in zip(flags, tiles, strict=True)]
        turn = given.turn()
        own, other = by_seat(turn, *tiles)
        own_free, other_free = by_seat(turn, *(int(variant.reentry or not before) for before in placed))
        if given.has("protected") and not variant.protect_first:
            raise Refusal(ErrorCode.BAD_POSITION, "protected must be left out where protect_first is off")
        guards = zip(_read_protected(given, size, tiles), placed, strict=True)
        own_guard, other_guard = by_seat(turn, *(cell if before else options.guard for cell, before in guards))
        ply = given.number("ply", 0)
        return judged(Duel(own, other, own_free, other_free, own_guard, other_guard, turn, ply, PLAYING, options))

    def details(self, position: Duel) -> dict[str, Any]:
        """`placed` too where the cells do not show whether a side without tiles has placed, and it matters."""
        size, turn, options = position.options.size, position.turn, position.options
        red, green = by_seat(turn, position.own, position.other)
        shown = {"cells": draw_cells(size, size, {RED: red, GREEN: green}), "tiles": [popcount(red), popcount(green)]}
        if options.guard:
            guards = by_seat(turn, position.own_guard, position.other_guard)
            cells = [bit_text(bit) for guard in guards if guard != options.guard for bit in each(guard)]
            return shown | {"protected": cells, "placed": [guard != options.guard for guard in guards]}
        if options.reentry:
            return shown
        free = by_seat(turn, position.own_free, position.other_free)
        return shown | {"placed": [not side for side in free]}

    def forced_rest(self, position: Duel) -> tuple[int, ...]:
        """Rule 7: once a side can never move again, the other side fills the board in reading order."""
        room = empty(position)
        if not (_is_closed_in(position.own, room) or _is_closed_in(position.other, room)):
            return ()
        rest = []
        while position.result == PLAYING:
            rest.append(min(numbers(moves(position))))
            position = play(position, rest[-1])
        return tuple(rest)

    def about(self, position: Duel, move: int) -> dict[str, Any]:
        """Rule 6: the history gives colour, row and column of every move; a pass has no cell."""
        row, column = (None, None) if move == PASS else divmod(move, STRIDE)
        return {"colour": COLOURS[position.turn - 1], "row": row, "column": column}

    def write(self, position: Duel, move: int) -> str:
        return bit_text(move)

    def read(self, position: Duel, text: str) -> int:
        return read_cell(text, position.options.size, position.options.size)

    def refuse(self, position: Duel, move: int) -> Refusal:
        cells = reach(position.own, position.own_free, empty(position))
        instead = some_of(sorted(bit_text(bit) for bit in each(cells)))
        if not empty(position) >> move & 1:
            return Refusal(DuelError.CELL_OCCUPIED, f"{bit_text(move)} is taken; place on one of {instead}")
        problem = f"{bit_text(move)} is not next to a tile of yours; place on one of {instead}"
        return Refusal(DuelError.NOT_CONNECTED, problem)

    def purpose(self, position: Duel, move: int) -> str:
        return purpose(position, move) if move != PASS else ""

    def narrate(self, position: Duel, move: int) -> Narration[Duel]:
        if move == PASS:
            return Narration([Passed(position.turn)], settle(position, 0, 0))
        size, seat = position.options.size, position.turn
        turned = captured(position, 1 << move)
        after = settle(position, 1 << move, turned)
        events: list[Event] = [Placed(number_of(move, size), seat)]
        if position.own == 0 and after.other_guard:
            events.append(Protected(number_of(move, size), seat))
        if turned:
            events.append(Captured(tuple(number_of(bit, size) for bit in each(turned)), seat))
        if after.result != PLAYING:
            events.append(Ended(result_text(after.result), "board_full"))
        return Narration(events, after)


def _is_closed_in(tiles: int, room: int) -> bool:
    """Whether a side has tiles, and none of them lies beside an empty cell."""
    return tiles != 0 and neighbours(tiles, room) == 0


def _options(variant: DuelVariant) -> Options:
    return make_options(variant.size, variant.reentry, variant.truce, variant.protect_first)


def _check_tiles(given: Fields, tiles: tuple[int, int]) -> None:
    shown = [popcount(side) for side in tiles]
    if given.has("tiles") and given.numbers("tiles", shown, 2) != shown:
        raise Refusal(ErrorCode.BAD_POSITION, f"tiles must be {shown}, as cells has them, or be left out")


def _read_protected(given: Fields, size: int, tiles: tuple[int, int]) -> list[int]:
    """The protected tile of each side, as a bit; 0 for none."""
    protected = [0, 0]
    for bit in _cells_of(given.get("protected", []), size):
        owner = next((seat for seat, side in enumerate(tiles) if side >> bit & 1), None)
        if owner is None:
            raise Refusal(ErrorCode.BAD_POSITION, f"protected may name only cells with a tile, not {bit_text(bit)}")
        if protected[owner]:
            colour = DuelGame.seat_names[owner]
            raise Refusal(ErrorCode.BAD_POSITION, f"protected may name one tile of each side, not two of {colour}")
        protected[owner] = 1 << bit
    return protected


def _cells_of(texts: object, size: int) -> list[int]:
    try:
        if isinstance(texts, list | tuple) and all(isinstance(text, str) for text in texts):
            return [read_cell(text, size, size) for text in texts]
    except Refusal:
        pass
    raise Refusal(ErrorCode.BAD_POSITION, f"protected must be a list of cells of this board, not {quoted(texts)}")


register(DuelGame())
