"""The levels of Pushmine (rule 8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.player import Choice, Level, MoveRequest, WithoutBudget
from quincunx.engine.rules import moves
from quincunx.games.pushmine.evaluation.tactics import immediate_wins, safe, threatened
from quincunx.games.pushmine.evaluation.weights import BASELINE, LEARNED, WINS_NEXT
from quincunx.games.pushmine.reasons import reason_for, win_text
from quincunx.games.pushmine.rules import Pushmine
from quincunx.search.advice.obedience import DRAWS, as_asked, obey_blindly, wishes_of, words_for
from quincunx.search.advice.principles import Wish
from quincunx.search.casual import CasualPlayer
from quincunx.search.chooser import pick
from quincunx.search.players import NegamaxPlayer, RandomPlayer, WinFirst
from quincunx.search.workspace import Shortcuts

AGREED_AT = 3
"""Rule 6: AI players agree to a draw once the present position has occurred this often."""


@dataclass(frozen=True)
class PushminePlayer(WinFirst):
    """What the specification's levels do: take a win in one before anything else, and say what the move is for."""

    def wins(self, position: Pushmine) -> list[int]:
        return immediate_wins(position)

    def win_text(self, position: Pushmine, move: int) -> str:
        return win_text(position, move)

    def think(self, request: MoveRequest) -> Choice:
        choice = self.thinker.choose(request)
        proven = choice.proven or choice.score == WINS_NEXT
        return choice._replace(reason=reason_for(request, choice), proven=proven)


@dataclass(frozen=True)
class UnwaryPlayer(PushminePlayer):
    """A player for people who are learning: it overlooks even a win in one now and then."""

    def wins(self, position: Pushmine) -> list[int]:
        return []


@dataclass(frozen=True)
class CarefulPlayer(WithoutBudget):
    """The specification's easy player: "random among legal pushes", but it avoids "obvious blunders"."""

    algorithm: str = "a random push that gives nothing away"
    depth: int = 1

    def choose(self, request: MoveRequest) -> Choice:
        position = request.position
        legal = list(numbers(moves(position)))
        sound = self._sound(position, legal)
        obedience = obey_blindly(position, wishes_of(request), sound or legal)
        move = pick(request.game, position, obedience.moves, request.seed)
        reason = "a random move that leaves no win" if sound else "every move leaves a win"
        return as_asked(Choice(move, reason=reason), words_for(obedience))

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return f"{DRAWS} It gives nothing away for that."

    def _sound(self, position: Pushmine, legal: Sequence[int]) -> Sequence[int]:
        """The pushes that leave the other side no win in one; and where it has one in hand, or no push is sound, the
        mines that prevent it."""
        pushes = safe(position, [move for move in legal if move >= HIGH])
        if pushes and not threatened(position):
            return pushes
        return pushes + safe(position, [move for move in legal if move < HIGH])


NEARLY_EQUAL = 2
"""A quarter of a stone, by the improved weights."""
WINDOW = 30
ALL_SHORTCUTS = Shortcuts(reductions=True, null_move=True, selection=True)
FULL_TURNS = 5
"""Two full turns, and the side's own move after them: with the last word always the other side's, every threat of one's
own looks parried, and a match between two such players hardly ever ends."""

BASELINE_SEARCH = NegamaxPlayer(FULL_TURNS, 200_000, BASELINE, table_bits=14, margin=NEARLY_EQUAL)
LEARNED_SEARCH = NegamaxPlayer(
    nodes=250_000, style=LEARNED, shortcuts=ALL_SHORTCUTS, margin=NEARLY_EQUAL, window=WINDOW
)


def _learner(depth: int, overlooks: int) -> Level:
    return Level(UnwaryPlayer(CasualPlayer(depth, overlooks, BASELINE)), 1000)


def _short_search(nodes: int) -> Level:
    """As `hard`, but it looks less far."""
    return Level(PushminePlayer(replace(LEARNED_SEARCH, nodes=nodes, table_bits=14)), 1500)


LEVELS: Mapping[str, Level] = {
    "starter": Level(RandomPlayer(), 1000),
    "starter2": _learner(2, 92),
    "starter3": _learner(2, 86),
    "easy": Level(PushminePlayer(CarefulPlayer()), 1000),
    "easy2": _learner(2, 70),
    "easy3": _learner(2, 60),
    "easy4": _learner(2, 45),
    "easy5": _learner(2, 32),
    "easy6": _learner(2, 15),
    "easy7": _learner(2, 0),
    "easy8": _learner(3, 0),
    "medium": Level(PushminePlayer(BASELINE_SEARCH), 1500),
    "medium2": _short_search(1000),
    "medium3": _short_search(4000),
    "medium4": _short_search(16_000),
    "medium5": _short_search(64_000),
    "hard": Level(PushminePlayer(LEARNED_SEARCH), 2000),
    "expert": Level(PushminePlayer(replace(LEARNED_SEARCH, nodes=2_000_000, table_bits=20)), 2000, offered=False),
}
