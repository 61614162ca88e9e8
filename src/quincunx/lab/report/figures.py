"""The plots of a report, as Plotly figures in plain data."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from quincunx.engine.game import AnyGame
from quincunx.engine.notation import column_text
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.judge.summary import LadderRung, OutcomeRow, Summary
from quincunx.lab.run.spec import MAIN
from quincunx.measure.gauge import gauge_of

FIRST, SECOND, NEITHER, STOPPED = "#1e90ff", "#ff6347", "#8d99ae", "#d6dbe3"
"""The colours of seat 1, seat 2, a draw, and a match that was stopped."""
PALETTE = ("#1e90ff", "#ff6347", "#2a9d8f", "#e9a23b", "#7b5ea7", "#6c757d")
MOST_BARS = 60
BANDS = ((0.05, 0.95, 0.12), (0.25, 0.75, 0.25))
"""Quantiles between which a band lies, and how opaque it is."""
STEPS = 20
"""The parts a match is cut into, to lay matches of different lengths over each other."""
FEWEST_RUNNING = 0.02
"""A ply is drawn only if at least this share of the matches reaches it."""


class Figure(NamedTuple):
    title: str
    note: str
    data: list[dict[str, Any]]
    layout: dict[str, Any]


def figures(game: AnyGame, games: pl.DataFrame, squares: pl.DataFrame, summary: Summary) -> list[Figure]:
    """The plots of a run."""
    main = games.filter(pl.col("pairing") == MAIN)
    drawn = [lengths(game, main), outcome_bars(game, summary.outcomes)]
    if game.seats == 2:
        drawn += [leads_by_ply(game, main), winner_leads(game, main)]
    else:
        drawn += [growth(game, main)]
    drawn.append(heat_map(squares.filter(pl.col("pairing") == MAIN), len(main)))
    if summary.ladder:
        drawn.append(ladder(summary.ladder))
    if main["decision_moves"].null_count() < len(main):
        drawn.append(decisions(main))
    return [figure for figure in drawn if figure.data]


def error_bars(estimates: Sequence[Estimate]) -> dict[str, Any]:
    """The intervals of estimates, as Plotly draws them."""
    up = [one.high - one.value for one in estimates]
    down = [one.value - one.low for one in estimates]
    return {"type": "data", "symmetric": False, "array": up, "arrayminus": down}


def _titles(x: str, y: str, **further: Any) -> dict[str, Any]:
    return {"xaxis": {"title": {"text": x}}, "yaxis": {"title": {"text": y}}} | further


def lengths(game: AnyGame, games: pl.DataFrame) -> Figure:
    """One bar per ply, or per few plies, stacked by outcome."""
    plies = games["plies"].to_numpy()
    longest, shortest = int(plies.max()), int(plies.min())
    width = max(1, -(-(longest - shortest + 1) // MOST_BARS))
    groups = games.with_columns(bar=(pl.col("plies") // width) * width, who=_group(game))
    counted = groups.group_by("bar", "who").len().sort("bar")
    data = []
    for number, who in enumerate(counted["who"].unique().sort().to_list()):
        part = counted.filter(pl.col("who") == who)
        bars = {"type": "bar", "name": _name(game, who), "x": part["bar"].to_list(), "y": part["len"].to_list()}
        data.append(bars | {"marker": {"color": _colour(who, number)}, "width": width * 0.95, "offset": 0})
    note = "How many matches took how many plies." + (f" A bar is {width} plies wide." if width > 1 else "")
    stacked = "stack" if game.seats == 2 else "overlay"
    return Figure("Length", note, data, _titles("plies", "matches", barmode=stacked))


def _group(game: AnyGame) -> pl.Expr:
    return pl.col("outcome") if game.seats == 2 else pl.col("player_1")


def _name(game: AnyGame, who: str) -> str:
    if who in ("1", "2") and game.seats == 2:
        return f"{game.seat_names[int(who) - 1]} (seat {who}) wins"
    return who


def _colour(who: str, number: int) -> str:
    return {"1": FIRST, "2": SECOND, "draw": NEITHER, "unfinished": STOPPED}.get(who, PALETTE[number % len(PALETTE)])


def outcome_bars(game: AnyGame, outcomes: Sequence[OutcomeRow]) -> Figure:
    """One bar per pairing and seating, in shares."""
    rows = outcomes[::-1]
    labels = [f"{' – '.join(row.seats)} ({row.games})" for row in rows]
    kinds = sorted({kind for row in rows for kind in row.outcomes})
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": _name(game, kind),
            "y": labels,
            "x": [row.outcomes.get(kind, 0) / row.games for row in rows],
            "marker": {"color": _colour(kind, number + 2)},
            "hovertemplate": "%{y}: %{x:.1%}<extra>%{fullData.name}</extra>",
        }
        for number, kind in enumerate(kinds)
    ]
    layout = _titles("share of matches", "", barmode="stack", height=130 + 34 * len(labels))
    layout["xaxis"] |= {"tickformat": ".0%", "range": [0, 1]}
    layout["yaxis"] |= {"automargin": True}
    note = "By seating (seat 1 first), with the number of matches."
    return Figure("Outcomes by seat", note, data, layout)


# The evaluation over time.


def leads_by_ply(game: AnyGame, games: pl.DataFrame) -> Figure:
    """Two plies are taken together: the evaluation leans towards the side to move, or away from it, with every turn."""
    leads = games.select("leads", ply=pl.int_ranges(pl.col("leads").list.len()) // 2 * 2).explode("leads", "ply")
    return Figure(
        "Evaluation over time",
        f"The lead of seat 1 ({game.seat_names[0]}), two plies at a time: median, the middle half and 90 % of the "
        "matches that were still going on.",
        _bands(_quantiles(leads.drop_nulls(), len(games)), "ply", FIRST),
        _titles("ply", f"lead in {gauge_of(game).lead_unit}"),
    )


def winner_leads(game: AnyGame, games: pl.DataFrame) -> Figure:
    won = games.filter(pl.col("outcome").is_in(["1", "2"]), pl.col("plies") > 0)
    sign = pl.when(pl.col("outcome") == "1").then(1).otherwise(-1)
    length = pl.col("leads").list.len()
    leads = won.select("leads", "plies", sign=sign, ply=pl.int_ranges(length)).explode("leads", "ply").drop_nulls()
    leads = leads.select(leads=pl.col("leads") * pl.col("sign"), ply=pl.col("ply") * STEPS // pl.col("plies"))
    part = _quantiles(leads, 0).with_columns(pl.col("ply") * (100 / STEPS))
    return Figure(
        "How winners came to win",
        "The winner's lead over the course of a match, with matches of all lengths laid over each other. Where the "
        "bands reach below zero, the winner had been behind.",
        _bands(part, "ply", "#2a9d8f"),
        _titles("% of the match", f"lead in {gauge_of(game).lead_unit}"),
    )


def growth(game: AnyGame, games: pl.DataFrame) -> Figure:
    """For a game for one: how far each player is after each ply."""
    data: list[dict[str, Any]] = []
    for number, ((player,), part) in enumerate(sorted(games.group_by("player_1"))):
        leads = part.select("leads", ply=pl.int_ranges(pl.col("leads").list.len())).explode("leads", "ply").drop_nulls()
        quantiles = _quantiles(leads, len(part))
        line = {"type": "scatter", "mode": "lines", "name": str(player), "line": {"color": PALETTE[number % 6]}}
        data.append(line | {"x": quantiles["ply"].to_list(), "y": quantiles["q0.5"].to_list()})
    note = "The median of the matches that were still going on."
    return Figure("Progress over time", note, data, _titles("ply", gauge_of(game).lead_unit))


def _quantiles(leads: pl.DataFrame, matches: int) -> pl.DataFrame:
    wanted = sorted({0.5, *(at for band in BANDS for at in band[:2])})
    quantiles = leads.group_by("ply").agg(pl.len(), *(pl.col("leads").quantile(at).alias(f"q{at}") for at in wanted))
    return quantiles.filter(pl.col("len") >= FEWEST_RUNNING * matches).sort("ply")


def _bands(quantiles: pl.DataFrame, over: str, colour: str) -> list[dict[str, Any]]:
    """Certain wins lie far outside: the plot is cut to three times the range of the middle half."""
    if not len(quantiles):
        return []
    x = quantiles[over].to_list()
    reach = 3 * max(
        1.0, float(np.abs(quantiles.select("q0.25", "q0.75").to_numpy()[: max(1, len(quantiles) * 3 // 4)]).max())
    )
    data: list[dict[str, Any]] = []
    for low, high, opacity in BANDS:
        edges = [quantiles[f"q{at}"].clip(-reach, reach).to_list() for at in (low, high)]
        name = f"{round(100 * (high - low))} % of matches"
        hidden = {"type": "scatter", "x": x, "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
        fill = {"fill": "tonexty", "fillcolor": _translucent(colour, opacity), "name": name}
        data += [hidden | {"y": edges[0], "showlegend": False}, hidden | {"y": edges[1]} | fill]
    median = quantiles["q0.5"].clip(-reach, reach).to_list()
    return [
        *data,
        {"type": "scatter", "x": x, "y": median, "mode": "lines", "name": "median", "line": {"color": colour}},
    ]


def _translucent(colour: str, opacity: float) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


# Squares, ladder, decisions.


def heat_map(squares: pl.DataFrame, matches: int) -> Figure:
    if not squares["changes"].sum():
        return Figure("Squares", "", [], {})
    rows, cols = squares["row"].n_unique(), squares["col"].n_unique()
    changes = squares.sort("row", "col")["changes"].to_numpy().reshape(rows, cols) / max(1, matches)
    data = {
        "type": "heatmap",
        "z": np.round(changes, 3).tolist(),
        "x": [column_text(col) if col < 26 else str(col + 1) for col in range(cols)],
        "y": [str(row + 1) for row in range(rows)],
        "colorscale": "YlGnBu",
        "reversescale": True,
        "hovertemplate": "%{x}%{y}: %{z} per match<extra></extra>",
        "xgap": 1,
        "ygap": 1,
    }
    layout: dict[str, Any] = {"xaxis": {"side": "top", "type": "category", "constrain": "domain"}, "height": 460}
    layout["yaxis"] = {"autorange": "reversed", "type": "category", "scaleanchor": "x", "constrain": "domain"}
    return Figure("Squares", "How often the content of each cell changed, per match.", [data], layout)


def ladder(rungs: Sequence[LadderRung]) -> Figure:
    labels = [f"{rung.stronger} over {rung.weaker}" for rung in rungs]
    scores = [rung.estimate for rung in rungs]
    points: dict[str, Any] = {"type": "scatter", "mode": "markers", "x": labels, "error_y": error_bars(scores)}
    points |= {"y": [score.value for score in scores], "marker": {"size": 10, "color": FIRST}}
    even: dict[str, Any] = {"type": "scatter", "mode": "lines", "x": labels, "y": [0.5] * len(labels)}
    even |= {"line": {"dash": "dot", "color": NEITHER}, "showlegend": False, "hoverinfo": "skip"}
    layout = _titles("", "score", showlegend=False)
    layout["yaxis"] |= {"tickformat": ".0%", "range": [0, 1]}
    note = "The score against a player with half the budget, with 95 % intervals: above 50 %, thinking longer pays."
    return Figure("Skill ladder", note, [even, points], layout)


def decisions(games: pl.DataFrame) -> Figure:
    counted = games.drop_nulls("decision_good").group_by("decision_good").len().sort("decision_good")
    data = {"type": "bar", "x": counted["decision_good"].to_list(), "y": counted["len"].to_list()}
    note = "In one position of each match: how many moves are about as good as the best, three plies ahead."
    bars = [data | {"marker": {"color": "#7b5ea7"}}]
    return Figure("Good moves", note, bars, _titles("good moves", "positions", showlegend=False))
