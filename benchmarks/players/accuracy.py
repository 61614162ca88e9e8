"""What accuracy means: how much random legal moves lose, and what accuracy random play and `medium` come to.

    python -m benchmarks.players.accuracy [--matches N] [--game SLUG] [--json FILE]

Matches of random players, and of `medium` against itself, on the preset that "Play" uses, are analysed as the pages do.
What each seat lost by each of its choices, forced moves apart, is one line in `benchmarks/results/accuracy.jsonl`; a
run goes on where it was interrupted. The mean of random play is the game's `random_loss`. The first matches of each
kind keep their records, so that a test can analyse them again.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from benchmarks.figures import Figure, write
from benchmarks.ledger import RESULTS, Ledger
from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.lab.run.lab_match import LabMatch
from quincunx.lab.run.players import RANDOM, find_player
from quincunx.search.analysis import LEAST_CHOICES, Analysis, accuracy, best_at, judge, losses_by_seat

LINES = RESULTS / "accuracy.jsonl"
BANDS = {RANDOM: (30.0, 50.0), "medium": (60.0, 90.0)}
MOST_PLIES = 120
"""Long matches are judged by their beginning."""
NO_CLOCK = 600_000
"""Milliseconds for a choice: the budget of nodes ends every search."""
WITH_RECORDS = 1
"""How many matches of each kind keep their moves."""


def played(game: AnyGame, player: str, seed: int) -> Match:
    variant = game.variant(game.recommended)
    players = (find_player(game, player),) * game.seats
    result = LabMatch(game, game.new(variant, seed), seed, players).play_on(MOST_PLIES, opening=0)
    match = Match(game, variant, seed)
    for move in result.moves:
        match.play(game.write_move(match.position, move))
    return match


def analysed(match: Match) -> Analysis:
    """As the pages do, but with time enough: a busy machine must not change the figures."""
    return judge(match, [best_at(match, ply, milliseconds=NO_CLOCK) for ply in range(len(match.history) + 1)])


def losses(match: Match, analysis: Analysis) -> list[list[float]]:
    """What each seat lost by each of its choices."""
    return [[round(loss, 5) for loss in seat] for seat in losses_by_seat(match, analysis.judgements)]


def observed(game: AnyGame, player: str, seed: int) -> dict[str, Any]:
    """What each seat lost by its choices in the match of this seed, and perhaps its record."""
    match = played(game, player, seed)
    row = {"losses": losses(match, analysed(match))}
    return row | ({"record": match.record().as_text()} if seed < WITH_RECORDS else {})


def rows(game: AnyGame, player: str, matches: int, file: Path) -> list[dict[str, Any]]:
    ledger = Ledger(file, {"game": game.slug, "player": player}, counter="seed")
    return [ledger.observe(seed, partial(observed, game, player)) for seed in range(matches)]


def seat_losses(rows: Iterable[dict[str, Any]]) -> list[list[float]]:
    """The losses of the seats that have an accuracy: those with enough choices."""
    return [seat for row in rows for seat in row["losses"] if len(seat) >= LEAST_CHOICES]


def all_losses(rows: Iterable[dict[str, Any]]) -> list[float]:
    """Every choice, also of a seat whose match was too short for an accuracy: short matches are often lost ones."""
    return [loss for row in rows for seat in row["losses"] for loss in seat]


def figures(game: AnyGame, matches: int, file: Path) -> Iterator[Figure]:
    for player, (least, most) in BANDS.items():
        seen = rows(game, player, matches, file)
        seats, choices = seat_losses(seen), all_losses(seen)
        if player == RANDOM:
            lost = fmean(fmean(seat) for seat in seats)
            yield Figure(f"{game.slug}: loss of a random move", round(lost, 4), note=f"in use: {game.random_loss}")
        values = [accuracy(game, seat) for seat in seats]
        error = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
        note = f"{len(values)} of {len(seen) * game.seats} seats in {matches} matches, ± {error:.1f}"
        yield Figure(f"{game.slug}, {player}: mean accuracy", round(fmean(values), 1), "", least, most, note)
        together = accuracy(game, choices)
        note = f"{len(choices)} choices, also of seats with fewer than {LEAST_CHOICES}"
        yield Figure(f"{game.slug}, {player}: accuracy of all choices together", together, "", least, most, note)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--game")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--lines", type=Path, default=LINES, help="the file of all matches")
    given = parser.parse_args(arguments)
    measured = []
    for game in all_games():
        if given.game in (None, game.slug):
            for figure in figures(game, given.matches, given.lines):
                measured.append(figure)
                print(figure, flush=True)
    if given.json:
        write(given.json, measured)


if __name__ == "__main__":
    main()
