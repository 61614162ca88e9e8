"""The columns of a table of matches: how they ended, what was measured, and the moves and leads of each."""

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from quincunx.engine.game import RESULT_TEXTS
from quincunx.measure.gauge import Gauge
from quincunx.measure.sheet import NOTHING, RESULT, IntArray, Sheets

UNFINISHED = "unfinished"
OUTCOMES = {code: text or UNFINISHED for code, text in RESULT_TEXTS.items()}
LEADS_KEPT = 2**15 - 1
"""Larger leads (a certain win) are cut to this: they fit 16 bits."""


def completed(gauge: Gauge, outcomes: pl.DataFrame) -> pl.DataFrame:
    """The same columns, of the same types, for all matches."""
    texts = dict.fromkeys(("outcome", "ended_by"), pl.String)
    numbers = ("proven_from", "decision_ply", "decision_moves", "decision_good", *gauge.knowledge)
    types: dict[str, Any] = texts | dict.fromkeys(numbers, pl.Int32)
    missing = [pl.lit(None).alias(name) for name in types if name not in outcomes.columns]
    return outcomes.with_columns(missing).select(pl.col(name).cast(kind) for name, kind in types.items())


def metric_columns(gauge: Gauge, values: IntArray) -> pl.DataFrame:
    """One column per metric; null where it has no value."""
    named = {
        metric.name: pl.Series(metric.name, values[:, slot], pl.Int32)
        for slot, metric in enumerate(gauge.metrics)
        if slot != RESULT
    }
    bounded = [metric.name for metric in gauge.metrics if metric.least >= 0 and metric.name in named]
    return pl.DataFrame(named).with_columns(
        pl.when(pl.col(name) != NOTHING).then(pl.col(name)).alias(name) for name in bounded
    )


def list_columns(sheets: Sheets, played: IntArray, lengths: IntArray) -> list[pl.Series]:
    """Moves and leads, each match's as long as it was."""
    longest = int(lengths.max(initial=1))
    leads = np.clip(sheets.leads[:, :longest], -LEADS_KEPT, LEADS_KEPT).astype(np.int16)
    moves = played[:, :longest].astype(np.uint8)
    return [_lists("moves", moves, lengths), _lists("leads", leads, lengths)]


def _lists(name: str, rows: npt.NDArray[Any], lengths: IntArray) -> pl.Series:
    """One list per row, cut to its length."""
    frame = pl.DataFrame({name: rows, "length": lengths})
    return frame.select(pl.col(name).arr.to_list().list.head(pl.col("length"))).to_series()
