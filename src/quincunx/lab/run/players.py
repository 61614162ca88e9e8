"""Players by name: the levels of a game, with more or less budget (`hard*2`, `hard/8`), and two of the lab's own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import Stream, below, word
from quincunx.engine.moves import count, nth, numbers
from quincunx.engine.player import Choice, MoveRequest, Player, WithoutBudget
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.measure.gauge import gauge_of
from quincunx.search.chooser import pick

RANDOM, GREEDY = "random", "greedy"
WIN_VALUE = 10**9
_NAME = re.compile(r"([a-z_][a-z0-9_]*)(?:([*/])([0-9]{1,6}))?")


@dataclass(frozen=True)
class UniformPlayer(WithoutBudget):
    """Any legal move with the same probability: the n-th in numerical order, as the lab's kernels choose it too."""

    algorithm: str = RANDOM
    depth: int = 0

    def choose(self, request: MoveRequest) -> Choice:
        legal = moves(request.position)
        return Choice(nth(legal, below(count(legal), request.seed, 0, 0)), reason="a random move")


@dataclass(frozen=True)
class GreedyPlayer(WithoutBudget):
    """The simplest strategy: the move after which the lead, as the lab measures it, is largest."""

    algorithm: str = GREEDY
    depth: int = 1

    def choose(self, request: MoveRequest) -> Choice:
        position = request.position
        values = {move: self._value(request.game, position, move) for move in numbers(moves(position))}
        best = [move for move, value in values.items() if value == max(values.values())]
        return Choice(pick(request.game, position, best, request.seed), reason="the largest lead at once")

    def _value(self, game: AnyGame, position: Any, move: int) -> int:
        after = play(position, move)
        if after.result == PLAYING:
            return gauge_of(game).lead(after) * (1 if position.turn == 1 else -1)
        return WIN_VALUE if after.result == position.turn else (-WIN_VALUE if after.result in (1, 2) else 0)


LAB_PLAYERS: dict[str, Player] = {RANDOM: UniformPlayer(), GREEDY: GreedyPlayer()}


def usual_player(game: AnyGame) -> str:
    """Who plays a run if nobody is named: the level that the game suggests, or random moves where it has none."""
    return game.default_level or RANDOM


def weakest_player(game: AnyGame) -> str:
    """Who plays a small run if nobody is named: the quickest to play."""
    return next(iter(game.levels), RANDOM)


def tournament_players(game: AnyGame) -> list[str]:
    """Who plays a tournament if nobody is named: the lab's own players, and the levels up to the one for hints."""
    levels = list(game.levels)
    return [RANDOM, GREEDY, *levels[: levels.index(game.hint_level) + 1 if game.hint_level else 0]]


def find_player(game: AnyGame, text: str) -> Player:
    """The player with this name, or a refusal that lists the names."""
    known = LAB_PLAYERS | {name: level.player for name, level in game.levels.items()}
    parts = _NAME.fullmatch(text)
    if parts is None or parts[1] not in known:
        names = ", ".join(known)
        problem = (
            f"{game.slug} has no player {quoted(text)}; choose one of {names}, perhaps with a budget as in 'hard/4'"
        )
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, problem)
    player = known[parts[1]]
    if parts[2] is None:
        return player
    number = int(parts[3])
    factor = Fraction(0) if number == 0 else Fraction(number) if parts[2] == "*" else Fraction(1, number)
    scaled = player.scaled(factor) if factor else None
    if scaled is None:
        problem = f"{quoted(text)} is not possible: {parts[1]} has no search budget to scale"
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, problem)
    return scaled


def scaled_name(level: str, factor: Fraction) -> str:
    """The name of a level with this many times its budget."""
    if factor == 1:
        return level
    return f"{level}*{factor.numerator}" if factor > 1 else f"{level}/{factor.denominator}"


def pairing_name(players: Sequence[str]) -> str:
    """The names of players as the name of a folder."""
    return "-".join(name.replace("*", "x").replace("/", "by") for name in players)


def ask(game: AnyGame, player: Player, position: Any, seed: int, past: Sequence[int]) -> Choice:
    """A choice with the clock off: only the budget ends it, so that it is the same on every machine."""
    own_seed = word(seed, Stream.PLAYER, position.ply)
    return player.choose(MoveRequest(game, observe(position, position.turn), own_seed, tuple(past)))
