"""A round robin: everybody against everybody, and Bradley–Terry ratings with intervals."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.judge.statistics import ScoreEstimate, bradley_terry, wilson
from quincunx.lab.judge.summary import Found
from quincunx.lab.report.figures import FIRST, Figure
from quincunx.lab.report.report import html_table, markdown_table, plots, write_files
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import Progress, run
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import Crew

FORMAT = "quincunx-lab-tournament/1"
NOTE = (
    "Ratings by Bradley and Terry on the Elo scale, the average player at 0; a draw, and a match that was stopped, "
    "count half, and every pairing counts one drawn match more than was played, so that a clean sweep has a rating. "
    "Intervals of 95 % from the curvature of the likelihood."
)


def specs_of(
    game: str, variant: Any, players: Sequence[str], games: int, seed: int, **further: Any
) -> dict[tuple[str, ...], Spec]:
    """The runs of a tournament: one a pairing; in a game for one, a single one on the same boards."""
    names = list(dict.fromkeys(players))
    if len(names) < 2:
        raise Refusal(ErrorCode.BAD_REQUEST, "a tournament needs two players at least")
    probe = make_spec(game, variant, names[:1], games, seed, **further)
    if probe.chosen.seats == 1:
        return {tuple(names): make_spec(game, variant, names, games * len(names), seed, **further)}
    aside = {"simple": 0, "ladder": 0, "decisions": 0} | further
    return {pair: make_spec(game, variant, pair, games, seed, **aside) for pair in combinations(names, 2)}


def play_tournament(
    specs: dict[tuple[str, ...], Spec],
    out: Path,
    crew: Crew,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Found:
    """Play all pairings, each in a folder of its own, and rate the players."""
    total = sum(pairing.games for spec in specs.values() for pairing in spec.pairings)
    done = 0
    scores: list[ScoreEstimate] = []
    for spec in specs.values():
        folder = RunFolder.create(out / pairing_name(spec.players), spec)
        run(spec, folder, crew, lambda now, before=done: progress(Progress(before + now.done, total)))  # type: ignore[misc]
        done += sum(pairing.games for pairing in spec.pairings)
        scores += scores_of(spec, folder.games())
    return rated(next(iter(specs.values())), scores)


def pairing_name(players: Sequence[str]) -> str:
    return "-".join(name.replace("*", "x").replace("/", "by") for name in players)


def scores_of(spec: Spec, games: pl.DataFrame) -> list[ScoreEstimate]:
    if spec.chosen.seats == 1:
        return _scores_alone(games)
    first, second = spec.players
    points = {"1": (1.0, 0.0), "2": (0.0, 1.0)}
    made = sum(points.get(outcome, (0.5, 0.5))[swapped] for outcome, swapped in games["outcome", "swapped"].iter_rows())
    return [ScoreEstimate(first, second, made, len(games))]


def _scores_alone(games: pl.DataFrame) -> list[ScoreEstimate]:
    """Two players on the same board: fewer moves win, and a lost board is worse than any that was won."""
    worth = pl.when(pl.col("outcome") == "1").then(pl.col("plies")).otherwise(10**6)
    boards = games.with_columns(worth=worth).pivot("player_1", index="pair", values="worth")
    names = sorted(set(games["player_1"]))
    found = []
    for first, second in combinations(names, 2):
        both = boards.select(first, second).drop_nulls().to_numpy()
        points = float((both[:, 0] < both[:, 1]).sum() + (both[:, 0] == both[:, 1]).sum() / 2)
        found.append(ScoreEstimate(first, second, points, len(both)))
    return found


def rated(spec: Spec, scores: Sequence[ScoreEstimate]) -> Found:
    return {
        "format": FORMAT,
        "title": f"Tournament: {spec.title}",
        "game": spec.game,
        "variant": spec.variant,
        "seed": spec.seed,
        "games": sum(score.games for score in scores),
        "ratings": [rating._asdict() for rating in bradley_terry(scores)],
        "scores": [score._asdict() | _share(score) for score in scores],
    }


def _share(score: ScoreEstimate) -> Found:
    low, high = wilson(score.points / score.games, score.games)
    return {"share": score.points / score.games, "low": low, "high": high}


# Telling it.


def write_tournament(folder: RunFolder, found: Found) -> None:
    ratings, scores = _rating_rows(found), _score_rows(found)
    drawn = [_rating_figure(found), _cross_table(found)]
    lines = [f"# {found['title']}", "", NOTE, "", *markdown_table(ratings), ""]
    lines += ["## Pairings", "", *markdown_table(scores)]
    parts = [f"<h1>{escape(found['title'])}</h1>", html_table(ratings), f"<p class='note'>{NOTE}</p>", *plots(drawn)]
    parts += ["<h2>Pairings</h2>", html_table(scores)]
    write_files(folder, found, "\n".join(lines) + "\n", "\n".join(parts), drawn)


def _rating_rows(found: Found) -> list[list[Any]]:
    rows = [
        [row["player"], round(row["elo"]), f"{row['low']:.0f} … {row['high']:.0f}", row["points"], row["games"]]
        for row in found["ratings"]
    ]
    return [["player", "rating", "95 % interval", "points", "games"], *rows]


def _score_rows(found: Found) -> list[list[Any]]:
    rows = []
    for row in found["scores"]:
        between = f"{100 * row['low']:.1f} % … {100 * row['high']:.1f} %"
        rows.append([f"{row['first']} – {row['second']}", row["games"], f"{100 * row['share']:.1f} %", between])
    return [["pairing", "games", "first player", "95 % interval"], *rows]


def _rating_figure(found: Found) -> Figure:
    rows = found["ratings"][::-1]
    error = {
        "type": "data",
        "symmetric": False,
        "array": [row["high"] - row["elo"] for row in rows],
        "arrayminus": [row["elo"] - row["low"] for row in rows],
    }
    names = [row["player"] for row in rows]
    points = {"type": "scatter", "mode": "markers", "x": [row["elo"] for row in rows], "y": names, "error_x": error}
    layout = {
        "xaxis": {"title": {"text": "Elo"}},
        "yaxis": {"automargin": True, "type": "category"},
        "showlegend": False,
    }
    marker = {"marker": {"size": 10, "color": FIRST}}
    return Figure("Ratings", "With 95 % intervals.", [points | marker], layout | {"height": 140 + 36 * len(rows)})


def _cross_table(found: Found) -> Figure:
    names = [row["player"] for row in found["ratings"]]
    shares = {(row["first"], row["second"]): row["share"] for row in found["scores"]}
    shares |= {(second, first): 1 - share for (first, second), share in shares.items()}
    cells = [[shares.get((one, two)) for two in names] for one in names]
    heat = {"type": "heatmap", "x": names, "y": names, "z": cells, "colorscale": "RdYlGn", "zmin": 0, "zmax": 1}
    heat |= {"texttemplate": "%{z:.0%}", "hovertemplate": "%{y} against %{x}: %{z:.1%}<extra></extra>"}
    layout: dict[str, Any] = {"yaxis": {"autorange": "reversed", "automargin": True, "type": "category"}}
    return Figure("Everybody against everybody", "The score of the row against the column.", [heat], layout)
