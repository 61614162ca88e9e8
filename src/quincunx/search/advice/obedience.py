"""Acting on wishes: play the best move that conforms if it costs at most its price.

Wishes are taken by falling price. Each of them leaves, of the moves that the wishes before it left, those that conform
and cost at most its own price, measured against the best move of all; a wish that would leave none is not fulfilled.
No wish gives away a win that is proven, or chooses a proven loss, where another move exists.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import moves
from quincunx.search.advice.principles import Unit, Wish
from quincunx.search.advice.strategy import read_strategy
from quincunx.search.chooser import pick
from quincunx.search.hooks import CERTAIN, DECISIVE
from quincunx.search.workspace import INFINITY

BEST_AT_A_PRICE = "Plays the best move that does as you asked, if it costs no more than that."
UNPRICED = Unit("point", "points", 1, 0, 0, 0)
"""For players that know no costs."""
DRAWS = "Draws its moves among those that do as you asked, whatever they cost."


@runtime_checkable
class ObedientPlayer(Protocol):
    """A player that acts on wishes, and says how."""

    def obeys(self, wishes: Sequence[Wish]) -> str: ...


class Obedience(NamedTuple):
    """The moves that wishes leave, and which of the wishes these fulfil."""

    moves: list[int]
    fulfilled: tuple[Wish, ...]
    too_dear: tuple[Wish, ...]
    """Wishes to which some move would conform, for more than their price."""


class Picked(NamedTuple):
    """A move by its score, and what wishes had to do with it, in words."""

    move: int
    score: int
    words: str = ""


def wishes_of(request: MoveRequest) -> tuple[Wish, ...]:
    if request.strategy is None or request.game.guidance is None:
        return ()
    return read_strategy(request.game.guidance, request.strategy).wishes


def obey(position: Any, wishes: Iterable[Wish], scores: Mapping[int, int], unit: Unit) -> Obedience:
    """What wishes leave of moves with these scores."""
    best = max(scores.values())
    left = [move for move, score in scores.items() if _as_safe(score, best, unit.decided)]
    fulfilled: list[Wish] = []
    too_dear: list[Wish] = []
    for wish in sorted(wishes, key=lambda wish: -_points(wish, unit)):
        conforming = [move for move in scores if wish.holds(position, move)]
        if len(conforming) in (0, len(scores)):
            continue  # there is no choice
        kept = [move for move in conforming if move in left and best - scores[move] <= _points(wish, unit)]
        left = kept or left
        (fulfilled if kept else too_dear).append(wish)
    return Obedience(left, tuple(fulfilled), tuple(too_dear))


def _as_safe(score: int, best: int, decided: int) -> bool:
    """Whether a move keeps what the best one has proven. A proven win is not postponed: that could go
    on indefinitely."""
    return score == best if best > CERTAIN else _standing(score, decided) == _standing(best, decided)


def _standing(score: int, decided: int) -> int:
    return (score >= decided) - (score <= -decided)


def _points(wish: Wish, unit: Unit) -> int:
    return 2 * INFINITY if wish.price is None else round(wish.price * unit.points)


def obey_blindly(position: Any, wishes: Iterable[Wish], choice: Sequence[int]) -> Obedience:
    """The same for a player that knows no scores: all moves cost the same."""
    return obey(position, wishes, dict.fromkeys(choice, 0), UNPRICED)


def margins_of(request: MoveRequest, style: int = 0) -> dict[int, int]:
    """How much less than the best each move may be worth and still be chosen, for moves that a wish is about."""
    wishes, guidance = wishes_of(request), request.game.guidance
    if not wishes or guidance is None:
        return {}
    prices = {
        move: [_points(wish, guidance.unit_of(style)) for wish in wishes if wish.holds(request.position, move)]
        for move in numbers(moves(request.position))
    }
    return {move: max(points) for move, points in prices.items() if points}


def pick_scored(request: MoveRequest, scores: Mapping[int, int], margin: int = 0, style: int = 0) -> Picked:
    """The best move that the request's wishes leave, by scores of an evaluation of this style; one of several that are
    worth at most `margin` less than it."""
    wishes, guidance = wishes_of(request), request.game.guidance
    if not wishes or guidance is None or len(scores) < 2:
        return _pick_near(request, scores, margin)
    unit = guidance.unit_of(style)
    obedience = obey(request.position, wishes, scores, unit)
    picked = _pick_near(request, {move: scores[move] for move in obedience.moves}, margin)
    if not obedience.fulfilled:
        picked = _pick_near(request, scores, margin)
    return picked._replace(words=words_for(obedience, max(scores.values()) - picked.score, unit))


def _pick_near(request: MoveRequest, scores: Mapping[int, int], margin: int) -> Picked:
    best = max(scores.values())
    least = best if abs(best) >= DECISIVE else best - margin
    move = pick(request.game, request.position, [move for move in scores if scores[move] >= least], request.seed)
    return Picked(move, scores[move])


def words_for(obedience: Obedience, points: int = 0, unit: Unit = UNPRICED) -> str:
    """What was asked for, and what it cost: "takes an edge, as you asked; costs 1.8 tiles". Every clause can follow
    "It", as those of a purpose do."""
    if not obedience.fulfilled:
        return "; ".join(f"finds it too costly to {wish.wording.to_do}" for wish in obedience.too_dear)
    asked = " and ".join(wish.wording.move for wish in obedience.fulfilled) + ", as you asked"
    tenths = round(10 * points / unit.points)
    return f"{asked}; costs {unit.text(tenths / 10)}" if tenths > 0 else asked


def as_asked(choice: Choice, words: str) -> Choice:
    """A choice that also says what wishes had to do with it."""
    return choice._replace(asked=words, reason="; ".join(filter(None, (words, choice.reason)))) if words else choice


def obeys_text(player: object, wishes: Sequence[Wish]) -> str:
    """How a player acts on wishes, in words."""
    if isinstance(player, ObedientPlayer):
        return player.obeys(wishes)
    return "Plays as it always does: it takes no advice."
