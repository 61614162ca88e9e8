"""A chunk of a run, played and measured: tables of matches, of times, and of squares."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import RESULT_TEXTS
from quincunx.engine.metrics import NOTHING, RESULT, Gauge, Words, gauge_of, make_sheets
from quincunx.engine.rules import PLAYING
from quincunx.lab.decisions import sample_decision
from quincunx.lab.players import RANDOM, find_player
from quincunx.lab.playing import Played, Table, random_games
from quincunx.lab.spec import Chunk, Plan, Spec, code_of

Tables = dict[str, pl.DataFrame]
GAMES, TIMES, SQUARES = "games", "times", "squares"
UNFINISHED = "unfinished"
MOST_ROOM = 2_000_000
"""Plies for which a batch has room."""
LEADS_KEPT = 2**15 - 1
"""Larger leads (a certain win) are cut to this: they fit 16 bits."""


def play_chunk(spec_json: str, chunk: Chunk) -> Tables:
    """Play and measure the matches of a chunk. All that a worker needs is in its arguments."""
    spec = Spec.model_validate_json(spec_json)
    if spec.code != code_of(spec.game):
        problem = "this worker has another version of Quincunx than the run; install the same one everywhere"
        raise Refusal(ErrorCode.NOT_READY, problem)
    return Measurer(spec, chunk).tables()


class Measurer:
    """Plays the matches of a chunk, some at a time, and collects their rows."""

    def __init__(self, spec: Spec, chunk: Chunk) -> None:
        self.spec, self.chunk, self.game = spec, chunk, spec.chosen
        self.gauge: Gauge = gauge_of(self.game)
        self.plans = spec.plans(chunk)
        self.heat = np.zeros(_board(spec, self.plans[0]), np.int64)
        self.games: list[pl.DataFrame] = []
        self.times: list[pl.DataFrame] = []
        self._known: dict[int, dict[str, int]] = {}

    def tables(self) -> Tables:
        by_chance = all(name == RANDOM for plan in self.plans for name in plan.seats) and not self.spec.opening
        size = max(1, MOST_ROOM // self.spec.max_plies)
        for first in range(0, len(self.plans), size):
            batch = Batch(self, self.plans[first : first + size])
            batch.play_at_random() if by_chance else batch.play()
            self.games.append(batch.table())
            self.times.append(pl.DataFrame(batch.times))
        return {GAMES: pl.concat(self.games), TIMES: pl.concat(self.times), SQUARES: self._squares()}

    def know(self, plan: Plan, first: Any) -> dict[str, int]:
        """What a solver knows of this board; once for all players who get it."""
        if self.gauge.know is None:
            return {}
        if plan.pair not in self._known:
            self._known[plan.pair] = dict(self.gauge.know(first))
        return self._known[plan.pair]

    def _squares(self) -> pl.DataFrame:
        rows, cols = self.heat.shape
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        return pl.DataFrame(
            {
                "pairing": [self.chunk.pairing.name] * len(cells),
                "row": [row for row, _ in cells],
                "col": [col for _, col in cells],
                "changes": self.heat.ravel(),
            }
        )


class Batch:
    """Some matches, played and measured together."""

    def __init__(self, measurer: Measurer, plans: Sequence[Plan]) -> None:
        self.measurer, self.plans, self.game = measurer, plans, measurer.game
        self.spec, self.gauge = measurer.spec, measurer.gauge
        self.sheets = make_sheets(self.gauge, len(plans), self.spec.max_plies, measurer.heat)
        self.played = np.zeros((len(plans), self.spec.max_plies), np.int64)
        self.lengths = np.zeros(len(plans), np.int64)
        self.extras: list[dict[str, Any]] = []
        self.times: list[dict[str, Any]] = []

    # Playing.

    def play_at_random(self) -> None:
        """In kernels: all matches in one call, where they all begin alike."""
        began = time.perf_counter()
        seeds = np.array([plan.seed for plan in self.plans], np.int64)
        step = 1 if self.game.chance else len(self.plans)
        for row in range(0, len(self.plans), step):
            first = self.game.new(self.spec.rules, self.plans[row].seed)
            rows = slice(row, row + step)
            random_games(first, seeds[rows], self.played[rows], self.lengths[rows])
            self._measure(first, rows)
            self._note_random(first, rows)
        spent = (time.perf_counter() - began) / len(self.plans)
        self.times = [{"number": plan.number, "seconds": spent} for plan in self.plans]

    def _note_random(self, first: Any, rows: slice) -> None:
        for plan, result in zip(self.plans[rows], self.sheets.values[rows, RESULT].tolist(), strict=True):
            told: dict[str, Any] = {"outcome": outcome_text(result)}
            told["ended_by"] = "ply_cap" if result == PLAYING else "rules"
            self.extras.append(told | self.measurer.know(plan, first))

    def play(self) -> None:
        """One after the other, by players who are asked."""
        for row, plan in enumerate(self.plans):
            first = self.game.new(self.spec.rules, plan.seed)
            players = tuple(find_player(self.game, name) for name in plan.seats)
            done = Table(self.game, first, plan.seed, players).play_on(self.spec.max_plies, self.spec.opening)
            self.lengths[row] = len(done.moves)
            self.played[row, : len(done.moves)] = done.moves
            self._measure(first, slice(row, row + 1))
            self._note(plan, first, done)

    def _note(self, plan: Plan, first: Any, done: Played) -> None:
        wanted = self.spec.decisions and plan.pair % self.spec.decisions == 0
        decision = sample_decision(self.game, done.positions, plan.seed) if wanted else None
        told: dict[str, Any] = {}
        if decision is not None:
            told = {f"decision_{name}": value for name, value in decision._asdict().items()}
        told |= {"outcome": outcome_text(done.result), "ended_by": done.ended_by, "proven_from": done.proven_from}
        self.extras.append(told | self.measurer.know(plan, first))
        self.times.append({"number": plan.number, "seconds": sum(done.seconds)} | _by_seat(done))

    def _measure(self, first: Any, rows: slice) -> None:
        part = self.sheets._replace(values=self.sheets.values[rows], leads=self.sheets.leads[rows])
        self.gauge.measure(first, self.played[rows], self.lengths[rows], part)

    # Telling.

    def table(self) -> pl.DataFrame:
        extras = pl.DataFrame(self.extras, schema=self._extra_types())
        return self._plans().hstack(extras).hstack(self._metrics()).hstack(self._lists())

    def _plans(self) -> pl.DataFrame:
        seats = {f"player_{seat + 1}": [plan.seats[seat] for plan in self.plans] for seat in range(self.game.seats)}
        return pl.DataFrame(
            {
                "pairing": [self.measurer.chunk.pairing.name] * len(self.plans),
                "number": [plan.number for plan in self.plans],
                "pair": [plan.pair for plan in self.plans],
                "seed": [plan.seed for plan in self.plans],
                **seats,
                "swapped": [plan.swapped for plan in self.plans],
            }
        )

    def _extra_types(self) -> dict[str, Any]:
        texts = dict.fromkeys(("outcome", "ended_by"), pl.String)
        numbers = ("proven_from", "decision_ply", "decision_moves", "decision_good", *self.gauge.knowledge)
        return texts | dict.fromkeys(numbers, pl.Int32)

    def _metrics(self) -> pl.DataFrame:
        """A column a metric; nothing is null."""
        named = {
            metric.name: pl.Series(metric.name, self.sheets.values[:, slot], pl.Int32)
            for slot, metric in enumerate(self.gauge.metrics)
            if slot != RESULT
        }
        bounded = [metric.name for metric in self.gauge.metrics if metric.least >= 0 and metric.name in named]
        return pl.DataFrame(named).with_columns(
            pl.when(pl.col(name) != NOTHING).then(pl.col(name)).alias(name) for name in bounded
        )

    def _lists(self) -> list[pl.Series]:
        """Moves and leads, each match's as long as it was."""
        longest = int(self.lengths.max(initial=1))
        leads = np.clip(self.sheets.leads[:, :longest], -LEADS_KEPT, LEADS_KEPT).astype(np.int16)
        played = self.played[:, :longest].astype(np.uint8)
        return [_lists("moves", played, self.lengths), _lists("leads", leads, self.lengths)]


def outcome_text(result: int) -> str:
    return RESULT_TEXTS[result] or UNFINISHED


def _lists(name: str, rows: npt.NDArray[Any], lengths: Words) -> pl.Series:
    """A list a row, as long as it should be."""
    frame = pl.DataFrame({name: rows, "length": lengths})
    return frame.select(pl.col(name).arr.to_list().list.head(pl.col("length"))).to_series()


def _board(spec: Spec, plan: Plan) -> tuple[int, int]:
    cells = spec.chosen.details(spec.chosen.new(spec.rules, plan.seed))["cells"]
    return len(cells), len(cells[0])


def _by_seat(played: Played) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for seat in (1, 2):
        found[f"seconds_{seat}"] = played.seconds[seat - 1]
        found[f"slowest_{seat}"] = played.slowest[seat - 1]
        found[f"choices_{seat}"] = played.choices[seat - 1]
    return found
