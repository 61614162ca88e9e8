"""A round robin: everyone against everyone, and Bradley–Terry ratings with intervals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.judge.statistics import Estimate, Rating, ScoreEstimate, bradley_terry
from quincunx.lab.report.figures import FIRST, Figure, error_bars
from quincunx.lab.report.page import write_page
from quincunx.lab.report.table import Cell, ReportTable
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import pairing_name
from quincunx.lab.run.runner import Progress, run
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import Crew

FORMAT = "quincunx-lab-tournament/1"
SCORE_COLOURS = [[0, "#e07b39"], [0.5, "#d9d4c8"], [1, "#2f6fb3"]]
"""From orange for lost to blue for won: plotly.js has no such scale by name."""


@dataclass(frozen=True)
class Tournament:
    title: str
    game: str
    variant: Mapping[str, Any]
    seed: int
    scores: tuple[ScoreEstimate, ...]

    @property
    def games(self) -> int:
        return sum(score.games for score in self.scores)

    @cached_property
    def ratings(self) -> list[Rating]:
        """The best player first."""
        return bradley_terry(self.scores)

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "title": self.title,
            "game": self.game,
            "variant": self.variant,
            "seed": self.seed,
            "games": self.games,
            "ratings": [rating._asdict() for rating in self.ratings],
            "scores": [_score_json(score) for score in self.scores],
        }


def _score_json(score: ScoreEstimate) -> dict[str, Any]:
    low, high = score.interval
    return score._asdict() | {"share": score.share, "low": low, "high": high}


def specs_of(
    game: str, variant: Any, players: Sequence[str], games: int, seed: int, **further: Any
) -> dict[tuple[str, ...], Spec]:
    """The runs of a tournament: one per pairing; in a game for one, a single run on the same boards."""
    names = list(dict.fromkeys(players))
    if len(names) < 2:
        raise Refusal(ErrorCode.BAD_REQUEST, "a tournament needs at least two players")
    probe = make_spec(game, variant, names[:1], games, seed, **further)
    if probe.chosen.seats == 1:
        return {tuple(names): make_spec(game, variant, names, games * len(names), seed, **further)}
    main_only = {"simple": 0, "ladder": 0, "decisions": 0} | further
    return {pair: make_spec(game, variant, pair, games, seed, **main_only) for pair in combinations(names, 2)}


def play_tournament(
    specs: dict[tuple[str, ...], Spec],
    out: Path,
    crew: Crew,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Tournament:
    """Play all pairings, each in a folder of its own."""
    total = sum(pairing.games for spec in specs.values() for pairing in spec.pairings)
    done = 0
    scores: list[ScoreEstimate] = []
    for spec in specs.values():
        folder = RunFolder.create(out / pairing_name(spec.players), spec)
        run(spec, folder, crew, lambda now, before=done: progress(Progress(before + now.done, total)))  # type: ignore[misc]
        done += sum(pairing.games for pairing in spec.pairings)
        scores += scores_of(spec, folder.games())
    first = next(iter(specs.values()))
    return Tournament(f"Tournament: {first.title}", first.game, first.variant, first.seed, tuple(scores))


def scores_of(spec: Spec, games: pl.DataFrame) -> list[ScoreEstimate]:
    if spec.chosen.seats == 1:
        return _scores_alone(games)
    first, second = spec.players
    points = {"1": (1.0, 0.0), "2": (0.0, 1.0)}
    made = sum(points.get(outcome, (0.5, 0.5))[swapped] for outcome, swapped in games["outcome", "swapped"].iter_rows())
    return [ScoreEstimate(first, second, made, len(games))]


def _scores_alone(games: pl.DataFrame) -> list[ScoreEstimate]:
    """Two players on the same board: fewer moves win, and a lost board is worse than any board that was won."""
    worth = pl.when(pl.col("outcome") == "1").then(pl.col("plies")).otherwise(10**6)
    boards = games.with_columns(worth=worth).pivot("player_1", index="pair", values="worth")
    names = sorted(set(games["player_1"]))
    scores = []
    for first, second in combinations(names, 2):
        both = boards.select(first, second).drop_nulls().to_numpy()
        points = float((both[:, 0] < both[:, 1]).sum() + (both[:, 0] == both[:, 1]).sum() / 2)
        scores.append(ScoreEstimate(first, second, points, len(both)))
    return scores


# The report.


def write_tournament(folder: RunFolder, tournament: Tournament) -> None:
    context = {
        "title": tournament.title,
        "ratings": ratings_table(tournament),
        "pairings": pairings_table(tournament),
    }
    write_page(folder, "tournament", tournament, [rating_figure(tournament), cross_table(tournament)], context)


def ratings_table(tournament: Tournament) -> ReportTable:
    rows: list[list[Cell]] = [
        [row.player, round(row.elo), f"{row.low:.0f} … {row.high:.0f}", row.points, row.games]
        for row in tournament.ratings
    ]
    return ReportTable(["player", "rating", "95 % interval", "points", "games"], rows)


def pairings_table(tournament: Tournament) -> ReportTable:
    rows: list[list[Cell]] = []
    for score in tournament.scores:
        low, high = score.interval
        between = f"{100 * low:.1f} % … {100 * high:.1f} %"
        rows.append([f"{score.first} – {score.second}", score.games, f"{100 * score.share:.1f} %", between])
    return ReportTable(["pairing", "games", "first player", "95 % interval"], rows)


def rating_figure(tournament: Tournament) -> Figure:
    ratings = tournament.ratings[::-1]
    points = {
        "type": "scatter",
        "mode": "markers",
        "x": [row.elo for row in ratings],
        "y": [row.player for row in ratings],
        "error_x": error_bars([Estimate(row.elo, row.low, row.high, row.games) for row in ratings]),
        "marker": {"size": 10, "color": FIRST},
    }
    layout = {
        "xaxis": {"title": {"text": "Elo"}},
        "yaxis": {"automargin": True, "type": "category"},
        "showlegend": False,
        "height": 140 + 36 * len(ratings),
    }
    return Figure("Ratings", "With 95 % intervals.", [points], layout)


def cross_table(tournament: Tournament) -> Figure:
    names = [row.player for row in tournament.ratings]
    shares = {(score.first, score.second): score.share for score in tournament.scores}
    shares |= {(second, first): 1 - share for (first, second), share in shares.items()}
    cells = [[shares.get((one, two)) for two in names] for one in names]
    heat = {"type": "heatmap", "x": names, "y": names, "z": cells, "colorscale": SCORE_COLOURS, "zmin": 0, "zmax": 1}
    heat |= {"texttemplate": "%{z:.0%}", "hovertemplate": "%{y} against %{x}: %{z:.1%}<extra></extra>"}
    layout: dict[str, Any] = {"yaxis": {"autorange": "reversed", "automargin": True, "type": "category"}}
    return Figure("Everyone against everyone", "The score of the row against the column.", [heat], layout)
