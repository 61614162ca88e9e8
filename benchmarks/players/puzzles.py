"""Whether ratings of puzzles predict who solves them: solve rates of the levels, by the grade of the puzzle.

    python -m benchmarks.players.puzzles [--game SLUG] [--puzzles N] [--seed S] [--json FILE]

Puzzles of the package, spread over their ratings, are given once to every level but `expert`, with random numbers that
the grading did not use. The rank correlation is between a puzzle's rating and the share of levels that solve it; its
95 % interval comes from a bootstrap over the puzzles.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from scipy.stats import bootstrap, spearmanr

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.rules import observe
from quincunx.puzzles.collection import shipped
from quincunx.puzzles.kind import Finding
from quincunx.puzzles.puzzle import Puzzle
from quincunx.puzzles.verification import kind_of

SKIPPED = ("expert",)
FRESH_SEED = 20_260_000


def spread(game: AnyGame, count: int) -> list[Puzzle]:
    """Puzzles from the easiest to the hardest, at equal distances in rank."""
    rated = sorted(shipped(game), key=lambda puzzle: (puzzle.rating, puzzle.id))
    return [rated[len(rated) * k // count] for k in range(min(count, len(rated)))]


def solved(game: AnyGame, puzzle: Puzzle, level: str, seed: int) -> bool:
    position = puzzle.match().position
    scores = {game.read_move(position, text): puzzle.score(text) for text in game.legal_texts(position)}
    finding = Finding(puzzle.length, scores)
    return kind_of(game, puzzle.kind).solves(game, observe(position, position.turn), finding, level, seed)


def correlation(ratings: Sequence[float], shares: Sequence[float]) -> float:
    return float(spearmanr(ratings, shares).statistic)


def interval(ratings: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The 95 % interval of the correlation, by drawing as many puzzles again, with replacement."""
    drawn = bootstrap(
        (ratings, shares), correlation, paired=True, vectorized=False, n_resamples=2000, method="percentile",
        rng=np.random.default_rng(1),
    )  # fmt: skip
    return [round(float(end), 2) for end in drawn.confidence_interval]


def measured(game: AnyGame, count: int, seed: int) -> dict[str, Any]:
    puzzles = spread(game, count)
    levels = [level for level in game.offered_levels if level not in SKIPPED]
    table = {level: [solved(game, puzzle, level, seed + n) for n, puzzle in enumerate(puzzles)] for level in levels}
    shares = [fmean(table[level][n] for level in levels) for n in range(len(puzzles))]
    grades = sorted({puzzle.grade for puzzle in puzzles})
    ratings = [puzzle.rating for puzzle in puzzles]
    return {
        "game": game.slug,
        "puzzles": len(puzzles),
        "correlation": round(correlation(ratings, shares), 3),
        "correlation_interval": interval(ratings, shares),
        "by_grade": {
            grade: {
                "puzzles": sum(puzzle.grade == grade for puzzle in puzzles),
                "solved": round(
                    fmean(s for s, puzzle in zip(shares, puzzles, strict=True) if puzzle.grade == grade), 3
                ),
            }
            for grade in grades
        },
        "by_level": {level: round(fmean(answers), 3) for level, answers in table.items()},
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Solve rates of the levels, by the grade of the puzzle.")
    parser.add_argument("--game", choices=[game.slug for game in all_games() if game.puzzles])
    parser.add_argument("--puzzles", type=int, default=60, help="of each game")
    parser.add_argument("--seed", type=int, default=FRESH_SEED)
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    given = parser.parse_args(arguments)
    results = []
    for game in all_games():
        if game.puzzles and given.game in (None, game.slug):
            results.append(measured(game, given.puzzles, given.seed))
            print(json.dumps(results[-1]), flush=True)
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
