"""One match between AI players, with the clock off; random matches in one kernel."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.kernels.randomness import Stream, below, word
from quincunx.engine.moves import PASS, count, nth
from quincunx.engine.player import Player
from quincunx.engine.rules import DRAWN, PLAYING, hash, mid_turn, moves, outcome, play, recur
from quincunx.lab.run.players import UniformPlayer, ask
from quincunx.measure.sheet import IntArray

_PLAYER = int(Stream.PLAYER)
"""Kernels know numbers, not enums."""


@dataclass
class LabResult:
    """A match as it was played."""

    positions: list[Any]
    moves: list[int] = field(default_factory=list)
    ended_by: str = "rules"
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    slowest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    choices: list[int] = field(default_factory=lambda: [0, 0])
    proven_from: int | None = None
    """The first ply at which a player proved its choice."""

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def result(self) -> int:
        return DRAWN if self.ended_by == "agreement" else int(self.position.result)


@primitive
def random_game(position: Any, seed: int, played: IntArray, keys: IntArray) -> int:
    """Play at random, as `UniformPlayer` does in both seats; write the moves, and return how many there are."""
    keys[0] = hash(position)
    ply = 0
    while ply < played.size and outcome(position) == PLAYING:
        choice = moves(position)
        move = nth(choice, below(count(choice), word(seed, _PLAYER, position.ply), 0, 0))
        played[ply] = move
        position = play(position, move)
        ply += 1
        key = hash(position)
        seen = 1
        for earlier in range(ply):
            seen += 1 if keys[earlier] == key else 0
        keys[ply] = key
        if seen > 1 and not mid_turn(position):
            position = recur(position, seen)
    return ply


@kernel
def random_games(position: Any, seeds: IntArray, played: npt.NDArray[np.int64], lengths: IntArray) -> None:
    """A random match for each seed, all from one position: one row of moves per match, and the length of each."""
    keys = np.zeros(played.shape[1] + 1, np.int64)
    for match in range(seeds.size):
        lengths[match] = random_game(position, seeds[match], played[match], keys)


def opening_move(position: Any, seed: int) -> int:
    """A random move at the beginning of a match: the same for both seats of a seed."""
    legal = moves(position)
    return nth(legal, below(count(legal), word(seed, Stream.LAB_OPENINGS, position.ply), 0, 0))


class LabMatch:
    """A match in progress."""

    def __init__(
        self, game: AnyGame, first: Any, seed: int, players: tuple[Player, ...], asks_to_the_end: bool = True
    ) -> None:
        """Without `asks_to_the_end`, nobody is asked once no choice changes the result any more: quicker, and with the
        same result after as many plies."""
        self.game, self.seed, self.players, self.asks_to_the_end = game, seed, players, asks_to_the_end
        self.played = LabResult([first])
        self._keys = [hash(first)]
        self._seen = Counter(self._keys)
        self._may_agree = not any(isinstance(player, UniformPlayer) for player in players)

    def play_on(self, most_plies: int, opening: int) -> LabResult:
        """To the end, or to the cap; the first `opening` plies are random."""
        played = self.played
        while played.position.result == PLAYING:
            if len(played.moves) >= most_plies:
                played.ended_by = "ply_cap"
                break
            if self._may_agree and self._agreed():
                played.ended_by = "agreement"
                break
            self._move(self._next(len(played.moves) < opening))
        return played

    def follow(self, moves: Sequence[int], most_plies: int) -> LabResult:
        """A match that was played elsewhere, by the same players: along its moves, to its end."""
        for move in moves:
            self._move(move)
        if self.played.position.result == PLAYING:
            self.played.ended_by = "ply_cap" if len(moves) >= most_plies else "agreement"
        return self.played

    def _agreed(self) -> bool:
        """Whether both sides agree to a draw now; nobody does in the middle of a turn."""
        return not mid_turn(self.played.position) and self.game.agrees_to_draw(self._seen[self._keys[-1]])

    def _next(self, opening: bool) -> int:
        position = self.played.position
        legal = moves(position)
        if legal.low == 1 << PASS and legal.high == 0:
            return PASS
        if opening:
            return opening_move(position, self.seed)
        rest = () if self.asks_to_the_end else self.game.forced_rest(position)
        return rest[0] if rest else self._ask(position)

    def _ask(self, position: Any) -> int:
        seat = position.turn - 1
        began = time.perf_counter()
        choice = ask(self.game, self.players[seat], position, self.seed, self._keys[:-1])
        spent = time.perf_counter() - began
        played = self.played
        played.seconds[seat] += spent
        played.slowest[seat] = max(played.slowest[seat], spent)
        played.choices[seat] += 1
        if choice.proven and played.proven_from is None:
            played.proven_from = len(played.moves)
        return int(choice.move)

    def _move(self, move: int) -> None:
        after = play(self.played.position, move)
        key = hash(after)
        self._keys.append(key)
        self._seen[key] += 1
        if self._seen[key] > 1 and not mid_turn(after):
            after = recur(after, self._seen[key])
        self.played.moves.append(move)
        self.played.positions.append(after)
