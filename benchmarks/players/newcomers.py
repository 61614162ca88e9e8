"""What a newcomer's first matches are like with an opponent that fits: simulated newcomers, three matches each.

    python -m benchmarks.players.newcomers [--newcomers N] [--game SLUG] [--json FILE]

*random* plays any legal move. *preview* plays what a look at the board's previews suggests: the most points in mosaic,
the best lead in tokens in cascade, the most tiles turned in duel; in pushmine a win in one, else a push that ejects,
else any push. They start where every newcomer starts, on the preset that "Play" uses, and the opponent follows them.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from benchmarks.figures import Figure, write
from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.player import Choice, MoveRequest, Player, WithoutBudget
from quincunx.engine.rules import WON_BY_1, WON_BY_2, moves, play
from quincunx.games.pushmine.evaluation.tactics import immediate_wins
from quincunx.lab.judge.statistics import ScoreEstimate
from quincunx.lab.run.lab_match import LabMatch
from quincunx.lab.run.players import GREEDY, LAB_PLAYERS, RANDOM
from quincunx.limits import PLY_CAP
from quincunx.search.chooser import pick
from quincunx.search.fit import FIT, rung_at

MATCHES = 3
PREVIEW = "preview"
LEAST = {RANDOM: 0.33, PREVIEW: 0.50}


class PushminePreview(WithoutBudget):
    """A win in one, else a push that ejects, else any push."""

    algorithm = PREVIEW
    depth = 1

    def choose(self, request: MoveRequest) -> Choice:
        position = request.position
        pushes = [move for move in numbers(moves(position)) if move >= HIGH]
        ejecting = [move for move in pushes if popcount(play(position, move).own) < popcount(position.other)]
        wanted = immediate_wins(position) or ejecting or pushes or list(numbers(moves(position)))
        return Choice(pick(request.game, position, wanted, request.seed))


def newcomer(game: AnyGame, kind: str) -> Player:
    if kind == RANDOM:
        return LAB_PLAYERS[RANDOM]
    return PushminePreview() if game.slug == "pushmine" else LAB_PLAYERS[GREEDY]


def first_matches(game: AnyGame, person: Player, seed: int) -> list[float]:
    """The points of a newcomer's first matches, in seat 1, where "Play" seats people."""
    levels = list(game.offered_levels)
    results: list[float] = []
    for number in range(MATCHES):
        rung = rung_at(FIT.follow(results, len(levels)))
        players = (person, game.levels[levels[rung - 1]].player)
        match_seed = seed * MATCHES + number
        first = game.new(game.variant(game.recommended), match_seed)
        result = LabMatch(game, first, match_seed, players).play_on(PLY_CAP, opening=0).result
        results.append(float(result == WON_BY_1) if result in (WON_BY_1, WON_BY_2) else 0.5)
    return results


def measure(game: AnyGame, kind: str, newcomers: int) -> Figure:
    person = newcomer(game, kind)
    points = [sum(first_matches(game, person, seed)) for seed in range(newcomers)]
    score = ScoreEstimate(kind, "fit", sum(points), MATCHES * newcomers)
    low, high = score.interval
    note = f"{newcomers} newcomers, {MATCHES} matches each, {low:.3f} to {high:.3f}"
    return Figure(f"{game.slug}, {kind} newcomers: score", score.share, least=LEAST[kind], note=note)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--newcomers", type=int, default=200)
    parser.add_argument("--game")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    figures = []
    for game in all_games():
        if game.seats == 2 and given.game in (None, game.slug):
            for kind in (RANDOM, PREVIEW):
                figures.append(measure(game, kind, given.newcomers))
                print(figures[-1], flush=True)
    if given.json:
        write(given.json, figures)


if __name__ == "__main__":
    main()
