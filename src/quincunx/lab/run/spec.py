"""What a run plays: a game and its variant, pairings of players, seeds; cut into chunks that any worker can play.

Everything follows from the numbers here: which seed a match has, who sits where, and which chunk it belongs to. So a
chunk is a pure function, and a run gives the same tables on any machine and any number of workers.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame, read_seed
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.kernels.randomness import word
from quincunx.engine.kernels.sources import sources_digest
from quincunx.engine.variants import Variant
from quincunx.lab.run.players import GREEDY, RANDOM, find_player, scaled_name
from quincunx.limits import PLY_CAP
from quincunx.measure.question import Column

FORMAT: Literal["quincunx-lab/1"] = "quincunx-lab/1"
MAIN, SIMPLE, LADDER = "main", "simple", "ladder"
RUNGS = (Fraction(1, 16), Fraction(1, 8), Fraction(1, 4))
"""The budgets of the skill ladder, as parts of what the hint level has: each is played against its double."""
SIDE_SHARE = 10
"""One match of each other pairing per ten of the main pairing, unless the numbers are given."""
MOST_SIDE_GAMES = 400
CHEAP_DECISIONS = 8
"""Where matches are cheap, only one match in this many has a position searched: the search costs as much as several
matches."""
CHUNKS = {"random": 5000, "little": 100, "much": 10}
"""Matches in a chunk, by what a match costs."""


class Pairing(NamedTuple):
    """Two players (one, in a game for one) and how many matches they play; equal players do not swap seats."""

    name: str
    players: tuple[str, ...]
    games: int
    number: int
    """The stream of the run's seed that its matches draw their seeds from."""

    @property
    def seats_swap(self) -> bool:
        return len(self.players) == 2 and self.players[0] != self.players[1]


class Chunk(NamedTuple):
    """Some matches of a pairing, one after the other."""

    pairing: Pairing
    number: int
    first: int
    games: int

    @property
    def name(self) -> str:
        return f"{self.pairing.name}-{self.number:05d}"


class MatchPlan(NamedTuple):
    """One match: its number within the pairing, its seed, and who sits where."""

    number: int
    pair: int
    """Matches with the same seed have the same number here."""
    seed: int
    seats: tuple[str, ...]
    swapped: int
    """1 if the pairing's second player has seat 1."""


class Lineup(NamedTuple):
    """The plans of many matches: one number per match in each column."""

    numbers: Column
    pairs: Column
    seeds: Column
    turns: Column
    """Which of the seatings."""
    seatings: list[tuple[str, ...]]

    def __len__(self) -> int:
        return len(self.numbers)

    def part(self, rows: slice) -> "Lineup":
        return Lineup(self.numbers[rows], self.pairs[rows], self.seeds[rows], self.turns[rows], self.seatings)

    @property
    def swapped(self) -> Column:
        """1 where the pairing's second player has seat 1."""
        return self.turns if len(self.seatings[0]) == 2 else np.zeros_like(self.turns)

    def plans(self) -> list[MatchPlan]:
        columns = (self.numbers, self.pairs, self.seeds, self.turns, self.swapped)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [
            MatchPlan(number, pair, seed, self.seatings[turn], swapped) for number, pair, seed, turn, swapped in rows
        ]


class Spec(BaseModel):
    """Everything that decides what a run plays."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    format: Literal["quincunx-lab/1"] = FORMAT
    game: str
    version: int
    code: str
    """A digest of the sources that play and measure: a run is continued only by the players that began it."""
    preset: str | None
    variant: dict[str, Any]
    players: tuple[str, ...]
    seed: int
    games: int = Field(ge=1, le=10**9)
    max_plies: int = Field(default=PLY_CAP, ge=1, le=10_000)
    opening: int = Field(default=0, ge=0, le=100)
    """How many plies at the beginning are random, by the match's seed: for players that would always play the same."""
    simple: int = Field(ge=0, le=10**9)
    """Matches of the simplest strategy against the first player."""
    ladder: int = Field(ge=0, le=10**9)
    """Matches on each rung of the skill ladder."""
    chunk: int = Field(default=0, ge=0, le=100_000)
    """Matches in a chunk; 0: by what a match costs."""
    decisions: int = Field(default=1, ge=0, le=10**6)
    """In one match of this many, a position is searched for the number of its good moves; 0: in none."""

    @cached_property
    def chosen(self) -> AnyGame:
        return find_game(self.game)

    @cached_property
    def rules(self) -> Variant:
        rules: Variant = self.chosen.variant(self.variant)
        return rules

    @property
    def title(self) -> str:
        variant = self.preset or ", ".join(f"{name} {value}" for name, value in self.changes.items()) or "standard"
        return f"{self.chosen.name} · {variant}"

    @property
    def changes(self) -> dict[str, Any]:
        """The options that differ from the standard preset's."""
        standard = self.chosen.variant().model_dump(mode="json")
        return {name: value for name, value in self.variant.items() if standard.get(name) != value}

    @property
    def pairings(self) -> list[Pairing]:
        pairings = [(MAIN, self.players, self.games)]
        if self.simple:
            pairings.append((SIMPLE, (GREEDY, self.players[0]), self.simple))
        if self.ladder:
            pairings += [
                (f"{LADDER}-{rung}", _rung(self.chosen, RUNGS[rung]), self.ladder) for rung in range(len(RUNGS))
            ]
        return [Pairing(name, players, games, number) for number, (name, players, games) in enumerate(pairings)]

    @property
    def identity(self) -> str:
        """Equal for runs that can share a folder: they may differ only in the number of matches."""
        fields = self.model_dump(mode="json", exclude={"games", "simple", "ladder"})
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:16]

    def chunks(self) -> Iterator[Chunk]:
        for pairing in self.pairings:
            size = self.chunk_size(pairing)
            for number, first in enumerate(range(0, pairing.games, size)):
                yield Chunk(pairing, number, first, min(size, pairing.games - first))

    def chunk_size(self, pairing: Pairing) -> int:
        """Even, so that two matches of a seed stay together; in a game for one, all players of a board."""
        size = self.chunk + self.chunk % 2 or _usual_chunk(self.chosen, pairing)
        return size * len(pairing.players) if self.chosen.seats == 1 else size

    def lineup(self, chunk: Chunk) -> "Lineup":
        """Who plays whom with which seed: the highest 53 bits of word(run's seed, pairing's number, pair)."""
        players = chunk.pairing.players
        alone = self.chosen.seats == 1
        each = len(players) if alone else 2 if chunk.pairing.seats_swap else 1
        seatings: list[tuple[str, ...]] = [players, players[::-1]]
        if alone:
            seatings = [(player,) for player in players]
        numbers = np.arange(chunk.first, chunk.first + chunk.games)
        pairs = numbers // each
        seeds = words(self.seed, chunk.pairing.number, int(pairs[0]), int(pairs[-1] - pairs[0]) + 1) >> np.uint64(11)
        return Lineup(numbers, pairs, seeds[pairs - pairs[0]].astype(np.int64), numbers % each, seatings)

    def plans(self, chunk: Chunk) -> list[MatchPlan]:
        return self.lineup(chunk).plans()


def _rung(game: AnyGame, part: Fraction) -> tuple[str, str]:
    level = game.hint_level or ""
    return scaled_name(level, 2 * part), scaled_name(level, part)


def _usual_chunk(game: AnyGame, pairing: Pairing) -> int:
    if set(pairing.players) == {RANDOM}:
        return CHUNKS["random"]
    return CHUNKS["little" if _is_cheap(game, pairing.players) else "much"]


def _is_cheap(game: AnyGame, players: Sequence[str]) -> bool:
    """Whether none of the players searches."""
    return all(find_player(game, name).budget == 0 for name in players)


def _has_ladder(game: AnyGame) -> bool:
    """Whether the level of the skill ladder can be played with a smaller budget."""
    return game.hint_level is not None and game.levels[game.hint_level].player.scaled(RUNGS[0]) is not None


def make_spec(
    game: str,
    variant: Any = None,
    players: Sequence[str] = (RANDOM,),
    games: int = 1000,
    seed: int = 1,
    simple: int | None = None,
    ladder: int | None = None,
    **further: Any,
) -> Spec:
    """A run, with everything checked that people may get wrong."""
    chosen = find_game(game)
    rules = chosen.variant(variant)
    seats = _seats(chosen, players)
    thinking = chosen.seats == 2 and set(seats) != {RANDOM}
    side = min(MOST_SIDE_GAMES, games // SIDE_SHARE // 2 * 2)
    climbs = _has_ladder(chosen)
    cheap = _is_cheap(chosen, seats)
    if ladder and chosen.seats == 2 and not climbs:
        reason = f"{chosen.slug} has no skill ladder: its hint level has no search budget to scale"
        raise Refusal(ErrorCode.BAD_REQUEST, reason)
    fields: dict[str, Any] = {
        "decisions": CHEAP_DECISIONS if cheap else 1,
        "game": chosen.slug,
        "version": chosen.version,
        "code": code_of(chosen.slug),
        "preset": chosen.preset_name(rules),
        "variant": rules.model_dump(mode="json"),
        "players": seats,
        "seed": read_seed(seed),
        "games": games,
        "simple": _side_games(side if thinking else 0, simple, chosen),
        "ladder": _side_games(side if thinking and climbs else 0, ladder, chosen),
    }
    try:
        return Spec(**(fields | further))
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in problem["loc"])
        raise Refusal(ErrorCode.BAD_REQUEST, f"{name} is wrong: {problem['msg'].lower()}") from None


@kernel
def words(seed: int, stream: int, first: int, number: int) -> Any:
    """This many words of a stream, unsigned."""
    drawn = np.zeros(number, np.int64)
    for k in range(number):
        drawn[k] = word(seed, stream, first + k)
    return drawn.view(np.uint64)


@cache
def code_of(slug: str) -> str:
    """The digest of all sources that a match of this game depends on, in this installation."""
    modules = {type(find_game(slug)).__module__, *(f"quincunx.lab.run.{name}" for name in ("lab_match", "chunk"))}
    return sources_digest(modules)[:16]


def _seats(game: AnyGame, players: Sequence[str]) -> tuple[str, ...]:
    for text in players:
        find_player(game, text)
    if game.seats == 1:
        return tuple(dict.fromkeys(players))
    if len(players) not in (1, 2):
        raise Refusal(
            ErrorCode.BAD_REQUEST, f"{game.slug} is played by two; name one player or two, not {len(players)}"
        )
    return (players[0], players[-1])


def _side_games(usual: int, wanted: int | None, game: AnyGame) -> int:
    if wanted and game.seats == 1:
        raise Refusal(
            ErrorCode.BAD_REQUEST, f"{game.slug} is a game for one: no one can play against the simplest strategy"
        )
    return usual if wanted is None else wanted
