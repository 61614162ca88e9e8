"""Players by name: the levels of a game, with more or less budget (`hard*2`, `hard/8`), and two of the lab's own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import PLAYER_STREAM, below, word
from quincunx.engine.moves import count, nth, numbers
from quincunx.engine.player import Choice, Player, Question
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.measure.gauge import gauge_of
from quincunx.search.chooser import pick
from quincunx.search.workspace import MOST_PLIES

RANDOM, GREEDY = "random", "greedy"
BUDGETS = ("nodes", "simulations", "expansions")
"""What a player's budget may be called."""
WORTH_OF_WIN = 10**9
_NAME = re.compile(r"([a-z_]+)(?:([*/])([0-9]{1,6}))?")


@dataclass(frozen=True)
class UniformPlayer:
    """Any legal move, all as likely: the n-th in numerical order, as the lab's kernels choose it too."""

    algorithm: str = RANDOM
    depth: int = 0

    def choose(self, question: Question) -> Choice:
        legal = moves(question.position)
        return Choice(nth(legal, below(count(legal), question.seed, 0, 0)), reason="a random move")


@dataclass(frozen=True)
class GreedyPlayer:
    """The simplest strategy: the move after which the lead, as the lab measures it, is largest."""

    algorithm: str = GREEDY
    depth: int = 1

    def choose(self, question: Question) -> Choice:
        position = question.position
        worths = {move: self._worth(question.game, position, move) for move in numbers(moves(position))}
        best = [move for move, worth in worths.items() if worth == max(worths.values())]
        return Choice(pick(question.game, position, best, question.seed), reason="the largest lead at once")

    def _worth(self, game: AnyGame, position: Any, move: int) -> int:
        after = play(position, move)
        if after.result == PLAYING:
            return gauge_of(game).lead(after) * (1 if position.turn == 1 else -1)
        return WORTH_OF_WIN if after.result == position.turn else (-WORTH_OF_WIN if after.result in (1, 2) else 0)


OURS: dict[str, Player] = {RANDOM: UniformPlayer(), GREEDY: GreedyPlayer()}


def find_player(game: AnyGame, text: str) -> Player:
    """The player that a text names; a refusal says which there are."""
    known = OURS | {name: level.player for name, level in game.levels.items()}
    found = _NAME.fullmatch(text)
    if found is None or found[1] not in known:
        names = ", ".join(known)
        problem = (
            f"{game.slug} has no player {quoted(text)}; choose one of {names}, perhaps with a budget as in 'hard/4'"
        )
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, problem)
    player = known[found[1]]
    if found[2] is None:
        return player
    if not scalable(player) or int(found[3]) == 0:
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, f"{quoted(text)} cannot be: {found[1]} has no budget to multiply")
    stronger: Player = scaled(player, Fraction(int(found[3])) if found[2] == "*" else Fraction(1, int(found[3])))
    return stronger


def times(level: str, factor: Fraction) -> str:
    """The name of a level with so many times its budget."""
    if factor == 1:
        return level
    return f"{level}*{factor.numerator}" if factor > 1 else f"{level}/{factor.denominator}"


def scaled(player: Any, factor: Fraction) -> Any:
    """The same player with so many times the budget."""
    changed: dict[str, Any] = {}
    for one in fields(player):
        value = getattr(player, one.name)
        if one.name in BUDGETS:
            changed[one.name] = max(1, int(value * factor))
        elif is_dataclass(value) and not isinstance(value, type):
            changed[one.name] = scaled(value, factor)
    return replace(player, **changed)


def scalable(player: Any) -> bool:
    """Whether more budget makes it another player: one that stops at a depth stays what it is."""
    if not is_dataclass(player) or isinstance(player, type):
        return False
    if any(hasattr(player, name) for name in BUDGETS):
        return not (player.__class__.__name__ == "NegamaxPlayer" and 0 < player.depth < MOST_PLIES)  # type: ignore[attr-defined]
    return any(scalable(getattr(player, one.name)) for one in fields(player))


def costs_little(player: Any) -> bool:
    """Whether it chooses without a search that has a budget."""
    if not is_dataclass(player) or any(hasattr(player, name) for name in BUDGETS):
        return False
    return all(
        costs_little(value)
        for value in (getattr(player, one.name) for one in fields(player))
        if is_dataclass(value) and not isinstance(value, type)
    )


def ask(game: AnyGame, player: Player, position: Any, seed: int, past: Sequence[int]) -> Choice:
    """A choice with the clock off: it ends by its budget alone, so that anyone gets the same."""
    own_seed = word(seed, PLAYER_STREAM, position.ply)
    return player.choose(Question(game, observe(position, position.turn), own_seed, tuple(past)))
