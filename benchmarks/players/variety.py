"""Does a memorised game win again? Won games against a level, replayed blindly against the same level with other seeds:

    python -m benchmarks.players.variety [duel medium hard/16 [--variant NAME]] [--wins N] [--seeds M] [--json FILE]

Without names all of `CASES` are measured. The third name is the player who wins the games that are memorised, from both
seats in turn. A replay plays the next move of the list that is legal, and any legal move once the list is at its end.
So it does not give up where a person would see that this is another game.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from benchmarks.figures import Figure, write
from benchmarks.players.strength import player_of
from quincunx.catalogue import game as find_game
from quincunx.engine.game import AnyGame
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest, Player, WithoutBudget
from quincunx.engine.rules import legal, moves
from quincunx.lab.judge.statistics import wilson
from quincunx.lab.run.lab_match import LabMatch, LabResult
from quincunx.limits import PLY_CAP

MOST = 1 / 20
"""The share of replays that may win."""
TRIES = 10
"""Per game that is to be won."""


class Case(NamedTuple):
    game: str
    level: str
    winner: str
    variant: str | None = None


CASES = (
    Case("duel", "medium", "hard/16", "guarded"),
    Case("duel", "medium", "hard/16", "truce"),
    Case("duel", "medium", "hard/16", "standard"),
    Case("duel", "medium3", "hard/16", "guarded"),
    Case("duel", "medium6", "hard/4", "guarded"),
    Case("pushmine", "easy8", "hard/25"),
    Case("pushmine", "medium", "hard/25"),
)
"""Games whose boards always begin alike: in the others another seed is another board."""


@dataclass
class ReplayPlayer(WithoutBudget):
    """Plays a list of moves, whatever the other side does."""

    memorised: list[int]
    algorithm: str = "replay"
    depth: int = 0
    _left: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._left = list(self.memorised)

    def choose(self, request: MoveRequest) -> Choice:
        while self._left:
            move = self._left.pop(0)
            if legal(request.position, move):
                return Choice(move)
        return Choice(next(numbers(moves(request.position))))


@dataclass(frozen=True)
class WonGame:
    seat: int
    seed: int
    moves: list[int]
    """Of the winner."""


def play(game: AnyGame, variant: str | None, seat: int, person: Player, level: Player, seed: int) -> LabResult:
    players = (person, level) if seat == 1 else (level, person)
    return LabMatch(game, game.new(game.variant(variant), seed), seed, players).play_on(PLY_CAP, opening=0)


def won_games(game: AnyGame, variant: str | None, winner: Player, level: Player, number: int) -> Iterator[WonGame]:
    """This many games that the winner won, half of them from each seat where it can win from both."""
    found = 0
    for seed in range(TRIES * number):
        seat = 1 + seed % 2
        played = play(game, variant, seat, winner, level, seed)
        if played.result == seat and found < number:
            found += 1
            own = [move for move, before in zip(played.moves, played.positions, strict=False) if before.turn == seat]
            yield WonGame(seat, seed, own)


def again(game: AnyGame, variant: str | None, won: WonGame, level: Player, seeds: int) -> int:
    """How often the same moves win against other seeds."""
    others = range(100_000 + won.seed * seeds, 100_000 + (won.seed + 1) * seeds)
    results = [play(game, variant, won.seat, ReplayPlayer(won.moves), level, seed).result for seed in others]
    return results.count(won.seat)


def measure(case: Case, wins: int, seeds: int) -> Figure:
    game = find_game(case.game)
    level, winner = (player_of(game, name) for name in (case.level, case.winner))
    counts = []
    for won in won_games(game, case.variant, winner, level, wins):
        counts.append(again(game, case.variant, won, level, seeds))
        print(f"seat {won.seat}, {len(won.moves)} moves: {counts[-1]} of {seeds} replays win", flush=True)
    replays = len(counts) * seeds
    share = sum(counts) / replays if replays else 0.0
    low, high = wilson(share, max(1, replays))
    rules = game.variant(case.variant)
    name = f"{case.game} {game.preset_name(rules)}, {case.level}: share of replays of won games that win again"
    note = f"{len(counts)} games won by {case.winner}, {replays} replays, {low:.3f} to {high:.3f}"
    return Figure(name, share, most=MOST, note=note)


def main() -> None:
    parser = argparse.ArgumentParser(description="Does a memorised game win again?")
    parser.add_argument("game", nargs="?")
    parser.add_argument("level", nargs="?")
    parser.add_argument("winner", nargs="?", help="the player whose won games are memorised, as the lab names players")
    parser.add_argument("--variant", help="a preset of the game")
    parser.add_argument("--wins", type=int, default=10, help="games to memorise")
    parser.add_argument("--seeds", type=int, default=20, help="replays of each")
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    options = parser.parse_args()
    cases: Sequence[Case] = CASES
    if options.game:
        if not options.winner:
            parser.error("name a game, a level and a winner, or nothing")
        cases = [Case(options.game, options.level, options.winner, options.variant)]
    figures = []
    for case in cases:
        figures.append(measure(case, options.wins, options.seeds))
        print(figures[-1], flush=True)
        if options.json:
            write(options.json, figures)


if __name__ == "__main__":
    main()
