"""One random match in which laws are checked, and what laws need to look at it."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

from quincunx.engine import registry
from quincunx.engine.errors import Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.rules import PLAYING, moves, play


class Step(NamedTuple):
    """One turn of a match."""

    before: Any
    move: int
    after: Any


class Trial:
    """A game, a variant and a seed, and the random match that follows from them."""

    def __init__(self, game: AnyGame, variant: Any, seed: int, plies: int = 60, milliseconds: int = 100) -> None:
        self.game = game
        self.given = variant
        self.seed = seed
        self.plies = plies
        self.milliseconds = milliseconds

    def __str__(self) -> str:
        return f"variant {self.given!r}, seed {self.seed}, at most {self.plies} plies"

    @cached_property
    def walk(self) -> list[Any]:
        """The positions of another random match, played by the rules alone: laws about texts can rely on it."""
        choice = random.Random(self.seed)
        position = self.game.new(self.game.variant(self.given), self.seed)
        reached = [position]
        while (listed := list(numbers(moves(position)))) and position.result == PLAYING and len(reached) <= self.plies:
            position = play(position, choice.choice(listed))
            reached.append(position)
        return reached

    @cached_property
    def variant(self) -> Any:
        """The variant, with every number that depends on the board filled in."""
        return self.new_match().variant

    @cached_property
    def match(self) -> Match:
        """The match after its last move; laws that change a match make one of their own."""
        return random_match(self.game, self.given, self.seed, self.plies)

    @cached_property
    def positions(self) -> list[Any]:
        """From the first to the last."""
        return [self.match.first, *(turn.position for turn in self.match.history)]

    @property
    def unfinished(self) -> list[Any]:
        """The positions in which there is a move to choose."""
        return [position for position in self.positions if position.result == PLAYING]

    @property
    def steps(self) -> Iterator[Step]:
        for before, turn in zip(self.positions, self.match.history, strict=False):
            yield Step(before, turn.move, turn.position)

    @property
    def seats(self) -> range:
        return range(1, self.game.seats + 1)

    def new_match(self) -> Match:
        """The match before its first move."""
        return Match(self.game, self.given, self.seed)

    def played(self) -> Iterator[tuple[Match, str]]:
        """A match of the caller's own before each of its moves; the caller plays the move."""
        match = self.new_match()
        for text in random_moves(match, self.seed, self.plies):
            yield match, text


def random_moves(match: Match, seed: int, plies: int = 1000) -> Iterator[str]:
    """Legal moves chosen at random until the end; the caller plays each before it asks for the next."""
    choice = random.Random(seed)
    for _ in range(plies):
        if match.end is not None:
            return
        yield choice.choice(match.legal())


def random_match(game: AnyGame, variant: Any = None, seed: int = 1, plies: int = 1000) -> Match:
    """A match after this many random moves, or at its end."""
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, plies):
        match.play(text)
    return match


def refusal_of(call: Callable[..., Any], *args: Any, **options: Any) -> Refusal | None:
    """The refusal of this call, None if it is not refused; any other exception is the caller's."""
    try:
        call(*args, **options)
    except Refusal as refusal:
        return refusal
    return None


@contextmanager
def registered(game: AnyGame) -> Iterator[None]:
    """The game is the one that its slug means, so that records of it can be replayed; afterwards all is as before."""
    before = registry.find(game.slug) if game.slug in registry.slugs() else None
    registry.register(game)
    try:
        yield
    finally:
        registry.forget(game.slug)
        if before is not None:
            registry.register(before)
