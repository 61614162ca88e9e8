"""What a game declares: kinds of puzzles, how they are found in its matches, and how they are checked."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from quincunx.engine.kernels.randomness import Stream, word
from quincunx.engine.moves import numbers
from quincunx.engine.player import MoveRequest
from quincunx.engine.rules import PLAYING, moves, observe, play

if TYPE_CHECKING:
    from quincunx.engine.game import AnyGame
    from quincunx.puzzles.puzzle import Verification

Scores = dict[int, int]
"""What every legal move is worth to the side to move; more is better."""


class Finding(NamedTuple):
    """A position that makes a puzzle."""

    length: int
    """How many moves of the side to move the question is about."""
    scores: Scores

    @property
    def answers(self) -> list[int]:
        best = max(self.scores.values())
        return [move for move, score in self.scores.items() if score == best]


class Source(NamedTuple):
    """Where positions come from: a match of this variant, between these levels, after some random plies."""

    variant: str | Mapping[str, Any]
    levels: tuple[str, ...]
    """Each seat gets one of them."""
    random_plies: int = 0
    most_plies: int = 200
    most_puzzles: int = 2
    """Of one kind, from one match."""


class PuzzleKind(ABC):
    """One kind of puzzle of a game."""

    name: ClassVar[str]
    meaning: ClassVar[str]
    """One sentence for the documentation."""
    graders: ClassVar[tuple[str, ...]]
    """The levels whose answers say how hard a puzzle is, from the weakest to the strongest."""
    verified: ClassVar["Verification"] = "exhaustive search"

    @abstractmethod
    def source(self, seed: int) -> Source:
        """What is played to find puzzles."""

    @abstractmethod
    def question(self, length: int) -> str:
        """What is asked, in a sentence."""

    @abstractmethod
    def find(self, position: Any) -> Finding | None:
        """The puzzle in an observed position, if it makes one, by the quickest search there is."""

    @abstractmethod
    def scores(self, position: Any, length: int) -> Scores:
        """What every move is worth where `length` moves are still asked for; by the quickest search, as in `find`."""

    @abstractmethod
    def check(self, position: Any, length: int) -> Scores:
        """The same, by every move and every answer: without tables, without pruning, and by code that `scores` does not
        use."""

    def confirms(self, position: Any, length: int, scores: Scores) -> bool:
        """Whether the check finds these scores."""
        return self.check(position, length) == scores

    @abstractmethod
    def worth(self, score: int) -> str:
        """What a move with this score does, as words that go on after "it": "pays 40 points"."""

    def variant(self, given: str | Mapping[str, Any], finding: Finding) -> str | Mapping[str, Any]:
        """The variant in which the puzzle is asked: that of its source, unless its answer belongs to it."""
        return given

    def asked(self, position: Any, finding: Finding) -> Any:
        """The position in that variant."""
        return position

    def reply(self, position: Any, length: int) -> int:
        """The other side's best move where `length` moves are still asked for."""
        scores = self.scores(position, length)
        return max(scores, key=lambda move: scores[move])

    def line(self, position: Any, length: int) -> Iterator[int]:
        """What best play goes on with after a move of the side that was asked: one reply, unless a kind knows more."""
        if position.result == PLAYING:
            yield self.reply(position, length)

    def solves(self, game: "AnyGame", position: Any, finding: Finding, level: str, seed: int) -> bool:
        """Whether a level finds the answer."""
        return chosen(game, position, level, seed, variety=False) in finding.answers


def chosen(game: "AnyGame", position: Any, level: str, seed: int, variety: bool = True) -> int:
    """A level's move without a clock: the same at any time on any machine."""
    request = MoveRequest(
        game, observe(position, position.turn), word(seed, Stream.PLAYER, position.ply), variety=variety
    )
    return game.levels[level].player.choose(request).move


def wins(game: "AnyGame", position: Any, level: str, seed: int) -> bool:
    """Whether a level that plays alone wins the match from here."""
    while position.result == PLAYING:
        position = play(position, chosen(game, position, level, seed, variety=False))
    return bool(position.result == position.turn)


def all_moves(position: Any) -> list[int]:
    return list(numbers(moves(position)))
