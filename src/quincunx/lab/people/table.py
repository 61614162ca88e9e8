"""The table of matches that people played: the columns of a run, and one row per match and person."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from quincunx.engine.game import AnyGame
from quincunx.lab.people.records import PlayedMatch
from quincunx.lab.run.columns import UNFINISHED, completed, list_columns, metric_columns
from quincunx.lab.run.spec import MAIN
from quincunx.measure.gauge import gauge_of


def table_of(game: AnyGame, played: Sequence[PlayedMatch]) -> pl.DataFrame:
    """One row per match, with the columns of a run's table; `name` is the match's."""
    gauge = gauge_of(game)
    lengths = np.array([len(one.match.history) for one in played], np.int64)
    most = int(lengths.max(initial=1))
    cells = game.details(played[0].match.first)["cells"]
    sheets = gauge.sheets(len(played), most, np.zeros((len(cells), len(cells[0])), np.int64))
    moves = np.zeros((len(played), most), np.int64)
    for row, one in enumerate(played):
        moves[row, : lengths[row]] = [turn.move for turn in one.match.history]
        rows = slice(row, row + 1)
        part = sheets._replace(values=sheets.values[rows], leads=sheets.leads[rows])
        gauge.measure(one.match.first, moves[rows], lengths[rows], part)
    outcomes = completed(gauge, pl.DataFrame([_outcome(game, one) for one in played], infer_schema_length=None))
    plans = pl.DataFrame([_plan(number, one) for number, one in enumerate(played)])
    return (
        plans.hstack(outcomes).hstack(metric_columns(gauge, sheets.values)).hstack(list_columns(sheets, moves, lengths))
    )


def _plan(number: int, one: PlayedMatch) -> dict[str, Any]:
    """The same names as in a run. Every match of people is an observation of its own."""
    seats = {f"player_{seat}": holder for seat, holder in enumerate(one.holders, start=1)}
    begin = {"pairing": MAIN, "name": one.name, "number": number, "pair": number, "seed": one.match.seed}
    return begin | seats | {"swapped": 0, "between_people": len(one.people) == 2}


def _outcome(game: AnyGame, one: PlayedMatch) -> dict[str, Any]:
    know = gauge_of(game).know
    outcome = {"outcome": one.match.result or UNFINISHED, "ended_by": one.match.ended_by}
    return outcome | (dict(know(one.match.first)) if know else {})


def player_table(game: AnyGame, played: Sequence[PlayedMatch], table: pl.DataFrame) -> pl.DataFrame:
    """One row per match and person: its points, and every metric as seen from its seat (`own_`, `other_`)."""
    rows = []
    for one, row in zip(played, table.iter_rows(named=True), strict=True):
        rows += [_player_row(game, row, seat) for seat in one.people]
    return pl.DataFrame(rows, infer_schema_length=None)


def _player_row(game: AnyGame, row: dict[str, Any], seat: int) -> dict[str, Any]:
    decided = row["outcome"] in ("1", "2")
    points = float(row["outcome"] == str(seat)) if decided else 0.0 if game.seats == 1 else 0.5
    seen: dict[str, Any] = {"match": row["name"], "game": game.slug, "seat": seat, "points": points}
    seen |= {"against": row.get(f"player_{3 - seat}"), "ended_by": row["ended_by"]}
    for metric in gauge_of(game).metrics:
        if metric.name in row:
            seen[_seen_from(seat, metric.name)] = row[metric.name]
    return seen


def _seen_from(seat: int, name: str) -> str:
    """`mines_earned_2` is `own_mines_earned` for seat 2, and `other_mines_earned` for seat 1."""
    stem, _, number = name.rpartition("_")
    if number not in ("1", "2"):
        return name
    return f"{'own' if int(number) == seat else 'other'}_{stem}"
