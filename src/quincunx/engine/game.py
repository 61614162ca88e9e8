"""A game: a rule book's names, variants, notation, narration and views, around the kernels of its `rules.py`."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, cast

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.events import Event, Narration, Result
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.kernels.salt import SaltedSeed
from quincunx.engine.moves import ONLY_PASS, PASS, numbers
from quincunx.engine.notation import PASS_TEXT, column_text
from quincunx.engine.player import ChoiceDetails, Level
from quincunx.engine.rules import DRAWN, LOST, PLAYING, WON_BY_1, WON_BY_2, legal, moves
from quincunx.engine.specified import SpecifiedMove, specified_text
from quincunx.engine.variants import STANDARD, PresetWords, Variant, preset_of, read_variant

if TYPE_CHECKING:
    from quincunx.learning.network import Network
    from quincunx.measure.gauge import Gauge
    from quincunx.observation.encoding import Encoding
    from quincunx.puzzles.kind import PuzzleKind
    from quincunx.search.advice.principles import Guidance


class Position(Protocol):
    """What every position of every game carries."""

    @property
    def turn(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def result(self) -> int: ...


class Look(NamedTuple):
    """How a cell's character is drawn in a terminal: a symbol of its own and a colour, so that either suffices."""

    symbol: str
    style: str
    name: str = ""
    """What people call it, where they have to (a colour)."""


class BoardsTask(NamedTuple):
    """Boards to solve, one line of text per board."""

    lines: Sequence[str]
    jobs: int = 1
    """How many boards are solved at the same time."""
    seconds: float | None = None
    """The time limit per board; None for no limit."""
    kept: Path | None = None
    """A file that results are kept in, so that a later run goes on where this one ended."""
    report: Callable[[int, str], None] | None = None
    """Called with the number of boards that are done, and with what is known so far in words."""


class FewestMoves(NamedTuple):
    """Bounds of the fewest moves that win; equal where they are proven."""

    at_least: int
    at_most: int


V = TypeVar("V", bound=Variant)
P = TypeVar("P", bound=Position)

RESULT_TEXTS: Mapping[int, Result | None] = {PLAYING: None, 1: "1", 2: "2", DRAWN: "draw", LOST: "lost"}


class Game(ABC, Generic[V, P]):
    """One rule book. The rest of the package knows a game by this class and by the generic functions alone."""

    slug: ClassVar[str]
    name: ClassVar[str]
    tagline: ClassVar[str]
    how_to_play: ClassVar[str] = ""
    """The game in a few sentences, for someone who has never seen it."""
    notation: ClassVar[str] = ""
    """How a move is written, in a sentence or two, for someone who has to write one."""
    version: ClassVar[int]
    older_versions: ClassVar[tuple[int, ...]] = ()
    """The older versions that these rules still play, move for move, as long as no later option is in use."""
    seats: ClassVar[int] = 2
    seat_names: ClassVar[tuple[str, ...]] = ("1", "2")
    seat_pieces: ClassVar[tuple[str, ...]] = ()
    """The character of each seat's pieces in `cells`, where pieces belong to seats: their look stands for the seat."""
    chance: ClassVar[bool] = False
    """Whether the seed matters."""
    secret: ClassVar[bool] = False
    """Whether the seed decides things that no one may know before they happen."""
    restart_when: ClassVar[str] = "any_time"
    """`any_time`, or `when_over` where the specification restarts only a finished match."""
    variant_class: type[V]
    presets: Mapping[str, V]
    preset_words: ClassVar[Mapping[str, PresetWords]] = {}
    """What people read of the presets by name; `standard` and `literal` have words already."""
    recommended: ClassVar[str] = STANDARD
    """The preset that "Play" on the pages starts. Whatever names no preset elsewhere is `standard`."""
    specified_move: ClassVar[type[SpecifiedMove] | None] = None
    """How the game's specification writes a move, where it does so other than by a text."""
    position_class: type[P]
    looks: ClassVar[Mapping[str, Look]]
    events: ClassVar[tuple[type[Event], ...]] = ()
    """The events that `narrate` may give, beside `Passed` and `Ended`."""
    internal_fields: ClassVar[tuple[str, ...]] = ()
    """Fields of `details` that a position needs to be set up again, and that need not be shown to people."""
    errors: ClassVar[tuple[StrEnum, ...]] = ()
    """The codes of refusals that belong to this game, beside those of `ErrorCode`."""
    levels: Mapping[str, Level] = {}
    """The AI players of this game by name, from the weakest to the strongest."""
    choice_details: ClassVar[tuple[type[ChoiceDetails], ...]] = ()
    """What its players may add to a choice, and so to a hint."""
    hooks: ClassVar[tuple[ModuleType, ...]] = ()
    """The modules that register what a search may ask of this game (`search.hooks`), imported by naming them here."""
    gauge: "Gauge | None" = None
    """What the lab measures in this game, and asks about it; None: what it measures in every game."""
    network: "Network | None" = None
    """What `quincunx train` trains for this game; None: its evaluation is not learned."""
    guidance: "Guidance | None" = None
    """The principles by which people can tell the AI players in words how to play; None: they take no prompts."""
    puzzles: "tuple[PuzzleKind, ...]" = ()
    """The kinds of puzzles that `quincunx puzzles` finds in matches of this game."""
    scale: ClassVar[int] = 10
    """A score that counts as a clear lead, so that scores of different games can be compared."""
    random_loss: ClassVar[float] = 0.15
    """How much of the expected result a random legal move loses on average, on the recommended preset: the measure of
    accuracy (`search.analysis`). `benchmarks.players.accuracy` finds it."""

    # What a game gives.

    @property
    def offered_levels(self) -> Mapping[str, Level]:
        """The levels that people choose from."""
        return {name: level for name, level in self.levels.items() if level.offered}

    def is_named_level(self, level: str) -> bool:
        """Whether people call a level by its name. `easy2` stands between levels with names, and has only its place."""
        name = level.rstrip("0123456789")
        return name == level or name not in self.levels

    @property
    def hint_level(self) -> str | None:
        """The level that gives hints and analyses matches: the strongest on offer unless a game says otherwise."""
        return next(reversed(list(self.offered_levels)), None)

    @property
    def default_level(self) -> str | None:
        """The level that people play against unless they choose another: the first unless a game says otherwise."""
        return next(iter(self.levels), None)

    @abstractmethod
    def start(self, variant: V, seed: int) -> P:
        """The first position of a match."""

    @abstractmethod
    def setup(self, variant: V, seed: int, fields: Mapping[str, Any]) -> P:
        """The position with these fields of `describe`; what is missing is as in a fresh match."""

    @abstractmethod
    def details(self, position: P) -> dict[str, Any]:
        """`cells`, and all else that people see of the position, beside what every game has."""

    @abstractmethod
    def write(self, position: P, move: int) -> str:
        """The canonical text of a move (passes apart)."""

    @abstractmethod
    def read(self, position: P, text: str) -> int:
        """The move that a text means here, legal or not; `bad_move_text` where it means none."""

    @abstractmethod
    def refuse(self, position: P, move: int) -> Refusal:
        """Why an illegal move is illegal, and what would be legal instead."""

    @abstractmethod
    def narrate(self, position: P, move: int) -> Narration[P]:
        """What a legal move does, found with the same primitives that `play` uses."""

    def purpose(self, position: P, move: int) -> str:
        """What a legal move is for, as its side sees it: in words that a person can check on the board, without a
        subject ("takes two and loses nothing in return"). The other side is `OPPONENT` or `OPPONENTS` of
        `engine/sides.py`: the code that shows the purpose puts a name there. Empty where the game has
        no words for it."""
        return ""

    def link_text(self, text: str) -> str:
        """A move's text as it stands in a link."""
        return text

    def about(self, position: P, move: int) -> dict[str, Any]:
        """What the history shows of a move made in this position, beside its text and seat."""
        return {}

    def resolve(self, variant: V, seed: int, setup: Mapping[str, Any] | None = None) -> V:
        """The variant with every number that depends on the board filled in: what a match plays and a record holds."""
        return variant

    def unresolved(self, variant: V) -> V:
        """The variant without the numbers that `resolve` filled in, as it is chosen for another board."""
        return variant

    def making_cost(self, variant: V, setup: Mapping[str, Any] | None = None) -> int:
        """How much has to be solved before a board of this variant can be played: cells times colours, about; 0 where
        a board is only dealt. A server refuses what costs too much."""
        return 0

    def warm(self) -> None:
        """Call what the first choice of each level may not reach, so that it is compiled before anyone waits for it."""

    def encoding(self, variant: V) -> "Encoding":
        """How positions and moves of this variant become arrays, for programs that learn."""
        raise Refusal(ErrorCode.UNKNOWN_COMMAND, f"{self.slug} gives no observations as arrays (Game.encoding)")

    def not_batched(self, variant: V) -> str | None:
        """Why a batch, which keeps no history and asks no solver, cannot play this variant; None if it can."""
        return None

    def solve_boards(self, task: BoardsTask) -> dict[str, Any]:
        """What a solver finds out about boards in lines of text, in a game that has a solver."""
        raise Refusal(ErrorCode.UNKNOWN_COMMAND, f"{self.slug} has no solver for boards in files")

    def fewest_moves(self, position: P, seconds: float | None = None) -> FewestMoves | None:
        """The fewest moves that win from here, as far as a solver knows them after this many seconds; None in a game
        without a solver."""
        return None

    def time_share(self, position: P) -> float:
        """How much of a turn's time an AI player may use for its move here; less than 1 where a turn can take more than
        one move."""
        return 1.0

    def has_long_turns(self, position: P) -> bool:
        """Whether a turn can take more than one move under these rules."""
        return False

    def agrees_to_draw(self, seen: int) -> bool:
        """Whether AI players accept a draw in a position that has occurred `seen` times."""
        return False

    def forced_rest(self, position: P) -> tuple[int, ...]:
        """The moves to the end, passes included, once no choice changes the result any more; none in most games.

        The server plays them in one go.
        """
        return ()

    def deciding(self, position: P) -> tuple[int, ...]:
        """The cells to show that decided a finished match (a line of four); none in most games."""
        return ()

    # What follows for every game.

    def variant(self, given: str | Mapping[str, Any] | Variant | None = None) -> V:
        return read_variant(self.variant_class, self.presets, given)

    def preset_name(self, variant: V) -> str | None:
        return preset_of(self.presets, variant)

    def new(self, variant: V, seed: int) -> P:
        return self.start(self.resolve(variant, read_seed(seed)), seed)

    def place(self, variant: V, seed: int, fields: Mapping[str, Any]) -> P:
        """The position that `describe` described: judged by the rules, unless `status` says that it ended otherwise."""
        position = self.setup(variant, _seed_of(fields, seed), fields)
        result = read_result(fields.get("status", "playing"), fields.get("winner"), self.seats)
        if result == PLAYING or position.result != PLAYING:
            return position
        return cast(P, cast(Any, position)._replace(result=result))

    def write_move(self, position: P, move: int) -> str:
        return PASS_TEXT if move == PASS else self.write(position, move)

    def legal_texts(self, position: P) -> list[str]:
        """The legal moves, as sorted texts."""
        return sorted(self.write_move(position, move) for move in numbers(moves(position)))

    def as_specified(self, text: str) -> dict[str, Any] | None:
        """The move with this canonical text as the specification writes it; None where it does not."""
        return None if self.specified_move is None or text == PASS_TEXT else self.specified_move.of(text).model_dump()

    def read_move(self, position: P, text: str | Mapping[str, Any]) -> int:
        """The legal move that this text means, or these fields of the specification; refused with the reason
        otherwise."""
        if position.result != PLAYING:
            raise Refusal(ErrorCode.MATCH_OVER, "the match is over; restart it or start a new one")
        if isinstance(text, Mapping):
            text = specified_text(self.specified_move, text)
        if not isinstance(text, str):
            raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"a move is a text such as {self.legal_texts(position)[0]!r}")
        text = text.strip()
        move = PASS if text.lower() == PASS_TEXT else self.read(position, text)
        if not legal(position, move):
            raise self._why_not(position, move)
        return move

    def only_pass(self, position: P) -> bool:
        return moves(position) == ONLY_PASS

    def describe(self, position: P) -> dict[str, Any]:
        """The position as one JSON object: what `q-position` answers and a page draws."""
        result = position.result
        standing = {"status": status_text(result), "winner": winner_of(result)}
        return self.details(position) | {"turn": position.turn, "ply": position.ply} | standing

    def draw(self, position: P) -> str:
        """The position as plain text: the board with its coordinates, the ply, and who is to move or has won."""
        rows: list[str] = self.details(position)["cells"]
        lines = ["    " + " ".join(column_text(column) for column in range(len(rows[0])))]
        lines += [f"{number:>3} {' '.join(row)}" for number, row in enumerate(rows, start=1)]
        return "\n".join([*lines, f"ply {position.ply}, {self.standing_text(position.result, position.turn)}"])

    def standing_text(self, result: int, turn: int) -> str:
        """`X to move`, `X wins`, `draw`, …"""
        if result == PLAYING:
            return f"{self.seat_names[turn - 1]} to move"
        winner = winner_of(result)
        return status_text(result) if winner is None or self.seats == 1 else f"{self.seat_names[winner - 1]} wins"

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {self.name}, version {self.version}>"

    def _why_not(self, position: P, move: int) -> Refusal:
        if move == PASS:
            instead = some_of(self.legal_texts(position))
            return Refusal(
                ErrorCode.ILLEGAL_MOVE, f"you can only pass when there is no other move; play one of {instead}"
            )
        if self.only_pass(position):
            return Refusal(ErrorCode.ILLEGAL_MOVE, "there is no move but 'pass' here")
        return self.refuse(position, move)


def result_text(result: int) -> Result:
    """The result of a match that is over, as records and events write it."""
    text = RESULT_TEXTS[result]
    assert text is not None, "the match goes on"
    return text


def status_text(result: int) -> str:
    return {PLAYING: "playing", DRAWN: "draw", LOST: "lost"}.get(result, "won")


def winner_of(result: int) -> int | None:
    return result if result in (1, 2) else None


def read_result(status: object, winner: object, seats: int) -> int:
    """The result that a described position's `status` and `winner` mean in a game for this many people."""
    results = (PLAYING, WON_BY_1, LOST) if seats == 1 else (PLAYING, WON_BY_1, WON_BY_2, DRAWN)
    for result in results:
        if status == status_text(result) and winner == winner_of(result):
            return result
    allowed = (
        "'playing', 'lost', or 'won' with winner 1" if seats == 1 else "'playing', 'draw', or 'won' with winner 1 or 2"
    )
    raise Refusal(ErrorCode.BAD_POSITION, f"status must be {allowed}, not {quoted(status)} with {quoted(winner)}")


def _seed_of(fields: Mapping[str, Any], seed: int) -> int:
    """The seed that a position names, or else the match's, with the same salt."""
    named = read_seed(fields.get("seed", seed))
    return seed.instead(named) if isinstance(seed, SaltedSeed) else named


def read_seed(seed: object) -> int:
    """A seed, or `bad_seed`."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_LIMIT:
        raise Refusal(ErrorCode.BAD_SEED, f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {quoted(seed)}")
    return seed


def read_salt(salt: str | None) -> str | None:
    """A salt, or `bad_seed`."""
    if salt is not None and not re.fullmatch(r"[0-9a-f]{32}", salt):
        raise Refusal(ErrorCode.BAD_SEED, f"a salt is 32 hexadecimal digits in lower case, not {quoted(salt)}")
    return salt


AnyGame = Game[Any, Any]
Events = list[Event]
