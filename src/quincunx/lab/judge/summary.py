"""What a run found, as plain data: verdicts, metrics, outcomes, the ladder, matches worth a look, times.

Everything that a report shows is computed here, once; `summary.json` is this as it stands.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.lab.judge.statistics import LEVEL, Estimate, estimate
from quincunx.lab.judge.verdicts import Thresholds, Verdict, columns, judge
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.spec import LADDER, MAIN, Spec
from quincunx.measure.gauge import gauge_of
from quincunx.measure.questions import mean_of, points_of, share_of

FORMAT = "quincunx-lab-summary/1"
QUANTILES = {"p05": 0.05, "median": 0.5, "p95": 0.95}
NOTABLE = (
    ("the shortest", "plies", False),
    ("the longest", "plies", True),
    ("the most changes of lead", "lead_changes", True),
    ("the largest comeback", "comeback", True),
)

Found = dict[str, Any]


def summarise(folder: RunFolder, thresholds: Thresholds | None = None, level: float = LEVEL) -> Found:
    """What the matches in the folder tell, so far as they have been played."""
    spec, games = folder.spec(), folder.games()
    verdicts = judge(spec.chosen, games, thresholds, level)
    main = games.filter(pl.col("pairing") == MAIN)
    return {
        "format": FORMAT,
        "title": spec.title,
        "game": spec.game,
        "preset": spec.preset,
        "variant": spec.variant,
        "changes": spec.changes,
        "players": list(spec.players),
        "seed": spec.seed,
        "games": len(main),
        "complete": len(games) == sum(pairing.games for pairing in spec.pairings),
        "level": level,
        "lights": count_lights(verdicts),
        "verdicts": [verdict.as_json() for verdict in verdicts],
        "known": known(spec, main),
        "outcomes": outcomes(spec.chosen, games),
        "metrics": metrics(spec.chosen, main),
        "ladder": ladder(games),
        "notable": notable(spec, main),
        "times": times(folder.times()),
        "made": folder.manifest(),
    }


def count_lights(verdicts: Sequence[Verdict]) -> dict[str, int]:
    lights = [verdict.light for verdict in verdicts]
    return {light: lights.count(light) for light in ("green", "amber", "red", "grey")}


def as_json(found: Estimate) -> Found:
    """Numbers that are not numbers are null."""
    named = zip(("estimate", "low", "high"), found[:3], strict=True)
    return {name: value if math.isfinite(value) else None for name, value in named} | {"n": found.n}


def known(spec: Spec, games: pl.DataFrame) -> list[str]:
    """What was proven, and not only observed."""
    proven = games.filter((pl.col("proven_from") == 0) & (pl.col("ended_by") == "rules"))
    if spec.chosen.seats == 1 or not len(proven) or spec.opening:
        return []
    results = proven["outcome"].unique().to_list()
    if len(results) > 1:
        return []
    whole = f"in {len(proven)} of {len(games)} matches the player proved its first move best"
    if results == ["draw"]:
        return [f"Solved: with best play it is a draw ({whole})."]
    return [f"Solved: with best play seat {results[0]} ({spec.chosen.seat_names[int(results[0]) - 1]}) wins ({whole})."]


# Outcomes.


def outcomes(game: AnyGame, games: pl.DataFrame) -> list[Found]:
    """Per pairing and seating: how matches ended."""
    seats = [f"player_{seat + 1}" for seat in range(game.seats)]
    rows = []
    for key, part in games.group_by("pairing", *seats, maintain_order=True):
        counts = dict(part["outcome"].value_counts().iter_rows())
        ends = dict(part["ended_by"].value_counts().iter_rows())
        found = columns(part)
        score = estimate(share_of(found, points_of(found, 1)), share=True) if game.seats == 2 else None
        rows.append(
            {
                "pairing": key[0],
                "seats": list(key[1:]),
                "games": len(part),
                "outcomes": counts,
                "ended_by": ends,
                "first_seat": as_json(score) if score else None,
            }
        )
    return rows


def ladder(games: pl.DataFrame) -> list[Found]:
    """What twice the budget makes of it, rung by rung."""
    rows = []
    for (name,), part in sorted(games.group_by("pairing")):
        if not str(name).startswith(LADDER):
            continue
        found = columns(part)
        stronger = part.filter(pl.col("swapped") == 0).row(0, named=True)
        score = estimate(share_of(found, points_of(found, 1 + found["swapped"])), share=True)
        rows.append({"stronger": stronger["player_1"], "weaker": stronger["player_2"], **as_json(score)})
    return rows


# Metrics.


def metrics(game: AnyGame, games: pl.DataFrame) -> list[Found]:
    """Mean with interval, and the spread, of every metric; in a game for one, per player."""
    groups = sorted(games.group_by("player_1")) if game.seats == 1 else [((None,), games)]
    return [row for (player,), part in groups for row in _metric_rows(game, part, player)]


def _metric_rows(game: AnyGame, games: pl.DataFrame, player: Any) -> list[Found]:
    found = columns(games)
    described = described_columns(game)
    rows = []
    for name, values in _derived(game, games).items():
        there = ~np.isnan(values)
        if not there.any():
            continue
        part = {"pair": found["pair"][there]}
        mean = estimate(mean_of(part, values[there]), share=False)
        spread = {label: float(np.quantile(values[there], at)) for label, at in QUANTILES.items()}
        row = {"name": name, "player": player, **described[name], **as_json(mean), **spread}
        rows.append(row | {"least": float(values[there].min()), "most": float(values[there].max())})
    return rows


def _derived(game: AnyGame, games: pl.DataFrame) -> dict[str, Any]:
    """The columns that are metrics, as numbers, and those that follow from them."""
    names = [name for name in described_columns(game) if name in games.columns]
    found = {name: games[name].cast(pl.Float64).to_numpy() for name in names}
    plies = np.maximum(games["plies"].to_numpy(), 1)
    found["branching"] = games["choices"].to_numpy() / plies
    return found


SKIPPED_ALONE = ("lead_changes", "behind", "settled", "comeback")
"""Metrics that say nothing of a game for one."""


def described_columns(game: AnyGame) -> dict[str, Found]:
    """Note and unit of every metric that a report tells of."""
    gauge = gauge_of(game)
    skipped = {"result", "choices", *(SKIPPED_ALONE if game.seats == 1 else ())}
    found: dict[str, Found] = {
        metric.name: {"note": metric.note, "unit": metric.unit}
        for metric in gauge.metrics
        if metric.name not in skipped
    }
    if "comeback" in found:  # a lead, in what this game's leads are told in
        found["comeback"]["unit"] = gauge.lead_unit
    found["branching"] = {"note": "legal moves a turn", "unit": "moves"}
    found["decision_good"] = {"note": "good moves of a position that was looked at", "unit": "moves"}
    found["decision_moves"] = {"note": "legal moves of that position", "unit": "moves"}
    found["proven_from"] = {"note": "the first ply at which a player proved its move", "unit": "ply"}
    return found | {name: {"note": note, "unit": ""} for name, note in gauge.knowledge.items()}


# Matches worth a look.


def notable(spec: Spec, games: pl.DataFrame) -> list[Found]:
    rows = []
    for what, column, largest in NOTABLE:
        part = games.filter(pl.col(column).is_not_null())
        if (spec.chosen.seats == 1 and column in SKIPPED_ALONE) or not len(part):
            continue
        row = part.sort(column, "number", descending=[largest, False]).row(0, named=True)
        rows.append(
            {"what": what, "value": row[column], "number": row["number"], "outcome": row["outcome"]}
            | {"record": record_text(spec, row["seed"], row["moves"])}
        )
    return rows


def record_text(spec: Spec, seed: int, moves: Sequence[int]) -> str:
    """The line of text of a match in a table, to paste wherever records are read."""
    return replayed(spec, seed, moves).record().as_text()


def replayed(spec: Spec, seed: int, moves: Sequence[int]) -> Match:
    """The match that a row of a table tells."""
    match = Match(spec.chosen, spec.rules, seed)
    for move in moves:
        match.play(match.game.write_move(match.position, move))
    return match


def times(table: pl.DataFrame) -> Found:
    """How long matches and choices took, on the machines that played them."""
    found: Found = {"seconds": float(table["seconds"].sum())}
    for seat in (1, 2):
        if f"choices_{seat}" not in table.columns:
            continue
        choices, seconds, slowest = (table[f"{name}_{seat}"].to_numpy() for name in ("choices", "seconds", "slowest"))
        if choices.sum():
            found[f"milliseconds_a_choice_{seat}"] = 1000 * float(seconds.sum() / choices.sum())
            found[f"slowest_choice_{seat}"] = 1000 * float(slowest.max())
    return found
