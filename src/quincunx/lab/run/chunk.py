"""A chunk of a run, played and measured: tables of matches, of times, and of squares."""

import threading
import time
from typing import Any

import numpy as np
import polars as pl

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.run.columns import OUTCOMES, UNFINISHED, completed, list_columns, metric_columns
from quincunx.lab.run.decisions import sample_decision
from quincunx.lab.run.lab_match import LabMatch, LabResult, random_games
from quincunx.lab.run.players import RANDOM, find_player
from quincunx.lab.run.processors import CPU, CUDA
from quincunx.lab.run.spec import Chunk, Lineup, MatchPlan, Spec, code_of
from quincunx.measure.gauge import Gauge, gauge_of
from quincunx.measure.sheet import RESULT, IntArray, Sheets

Tables = dict[str, pl.DataFrame]
GAMES, TIMES, SQUARES = "games", "times", "squares"
MOST_ROOM = 2_000_000
"""Plies for which the memory of matches has room that are played together."""


def play_chunk(spec_json: str, chunk: Chunk, device: str = CPU) -> Tables:
    """Play and measure the matches of a chunk. Everything that a worker needs is in the arguments; the tables are the
    same on every device."""
    spec = Spec.model_validate_json(spec_json)
    if spec.code != code_of(spec.game):
        problem = "this worker has another version of Quincunx than the run; install the same version everywhere"
        raise Refusal(ErrorCode.NOT_READY, problem)
    return Measurer(spec, chunk, device).tables()


class Measurer:
    """Plays the matches of a chunk, some at a time, and collects their rows."""

    def __init__(self, spec: Spec, chunk: Chunk, device: str = CPU) -> None:
        self.spec, self.chunk, self.device, self.game = spec, chunk, device, spec.chosen
        self.gauge: Gauge = gauge_of(self.game)
        self.lineup = spec.lineup(chunk)
        self.heat = np.zeros(_board(spec, int(self.lineup.seeds[0])), np.int64)
        self._known: dict[int, dict[str, int]] = {}

    def tables(self) -> Tables:
        size = max(1, MOST_ROOM // self.spec.max_plies)
        starts = range(0, len(self.lineup), size)
        played = [self._play(self.lineup.part(slice(start, start + size))) for start in starts]
        games, times = (pl.concat(tables) for tables in zip(*played, strict=True))
        return {GAMES: games, TIMES: times, SQUARES: self._squares()}

    def _play(self, lineup: Lineup) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The matches and their times; copied before the next matches reuse the memory."""
        matches = ChunkMatches(self, lineup)
        if set(self.chunk.pairing.players) == {RANDOM} and not self.spec.opening:
            matches.play_at_random()
        elif self.device == CUDA:
            matches.play_on_device()
        else:
            matches.play()
        return matches.table(), matches.times

    def know(self, pair: int, first: Any) -> dict[str, int]:
        """What a solver knows about this board; computed once for all players that get it."""
        if self.gauge.know is None:
            return {}
        if pair not in self._known:
            self._known[pair] = dict(self.gauge.know(first))
        return self._known[pair]

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


class ChunkMatches:
    """Some matches, played and measured together."""

    def __init__(self, measurer: Measurer, lineup: Lineup) -> None:
        self.measurer, self.lineup, self.game = measurer, lineup, measurer.game
        self.spec, self.gauge = measurer.spec, measurer.gauge
        self.sheets, self.played = _room(self.gauge, len(lineup), self.spec.max_plies, measurer.heat)
        self.lengths = np.zeros(len(lineup), np.int64)
        self.outcomes = self.times = pl.DataFrame()

    # Playing.

    def play_at_random(self) -> None:
        """In kernels: all matches in one call, where they have the same first position."""
        began = time.perf_counter()
        on_device = self.measurer.device == CUDA
        if on_device:
            self._fill_on_device()
        known: list[dict[str, int]] = []
        step = 1 if self.game.chance else len(self.lineup)
        for row in range(0, len(self.lineup), step):
            first = self.game.new(self.spec.rules, int(self.lineup.seeds[row]))
            rows = slice(row, row + step)
            if not on_device:
                random_games(first, self.lineup.seeds[rows], self.played[rows], self.lengths[rows])
            self._measure(first, rows)
            known.append(self.measurer.know(int(self.lineup.pairs[row]), first))
        spent = (time.perf_counter() - began) / len(self.lineup)
        self.times = pl.DataFrame({"number": self.lineup.numbers}).with_columns(seconds=spent)
        results = pl.Series("outcome", self.sheets.values[:, RESULT]).replace_strict(OUTCOMES, return_dtype=pl.String)
        ended_by = pl.when(pl.col("outcome") == UNFINISHED).then(pl.lit("ply_cap")).otherwise(pl.lit("rules"))
        outcomes = pl.DataFrame({"outcome": results}).with_columns(ended_by=ended_by)
        self.outcomes = completed(self.gauge, outcomes.hstack(pl.DataFrame(known)) if self.gauge.know else outcomes)

    def play(self) -> None:
        """One after the other, by asking the players."""
        outcomes, times = [], []
        for row, plan in enumerate(self.lineup.plans()):
            done = self._match(plan).play_on(self.spec.max_plies, self.spec.opening)
            self.lengths[row] = len(done.moves)
            self.played[row, : len(done.moves)] = done.moves
            outcomes.append(self._measured(row, plan, done))
            times.append({"number": plan.number, "seconds": sum(done.seconds)} | _by_seat(done))
        self.times = pl.DataFrame(times)
        self.outcomes = completed(self.gauge, pl.DataFrame(outcomes, infer_schema_length=None))

    def play_on_device(self) -> None:
        """All at once on a graphics processor; then one after the other along the moves that were played there."""
        began = time.perf_counter()
        self._fill_on_device()
        outcomes = []
        for row, plan in enumerate(self.lineup.plans()):
            moves = self.played[row, : self.lengths[row]].tolist()
            outcomes.append(self._measured(row, plan, self._match(plan).follow(moves, self.spec.max_plies)))
        spent = (time.perf_counter() - began) / len(self.lineup)
        self.times = pl.DataFrame({"number": self.lineup.numbers}).with_columns(seconds=spent)
        self.outcomes = completed(self.gauge, pl.DataFrame(outcomes, infer_schema_length=None))

    def _fill_on_device(self) -> None:
        from quincunx.lab.run.device import play_matches  # only here: it loads the code for graphics processors

        play_matches(self.spec, self.lineup, self.played, self.lengths)

    def _match(self, plan: MatchPlan) -> LabMatch:
        players = tuple(find_player(self.game, name) for name in plan.seats)
        return LabMatch(self.game, self.game.new(self.spec.rules, plan.seed), plan.seed, players)

    def _measured(self, row: int, plan: MatchPlan, done: LabResult) -> dict[str, Any]:
        first = done.positions[0]
        self._measure(first, slice(row, row + 1))
        return self._outcome(plan, done) | self.measurer.know(plan.pair, first)

    def _outcome(self, plan: MatchPlan, done: LabResult) -> dict[str, Any]:
        row = {"outcome": OUTCOMES[done.result], "ended_by": done.ended_by, "proven_from": done.proven_from}
        wanted = self.spec.decisions and plan.pair % self.spec.decisions == 0
        decision = sample_decision(self.game, done.positions, plan.seed) if wanted else None
        if decision is not None:
            row |= {f"decision_{name}": value for name, value in decision._asdict().items()}
        return row

    def _measure(self, first: Any, rows: slice) -> None:
        part = self.sheets._replace(values=self.sheets.values[rows], leads=self.sheets.leads[rows])
        self.gauge.measure(first, self.played[rows], self.lengths[rows], part)

    # Tables.

    def table(self) -> pl.DataFrame:
        metrics = metric_columns(self.gauge, self.sheets.values)
        lists = list_columns(self.sheets, self.played, self.lengths)
        return self._plans().hstack(self.outcomes).hstack(metrics).hstack(lists)

    def _plans(self) -> pl.DataFrame:
        lineup = self.lineup
        turns = pl.Series(lineup.turns)
        seats = {
            f"player_{seat + 1}": turns.replace_strict(
                {turn: seating[seat] for turn, seating in enumerate(lineup.seatings)}, return_dtype=pl.String
            )
            for seat in range(self.game.seats)
        }
        numbers = {"number": lineup.numbers, "pair": lineup.pairs, "seed": lineup.seeds}
        frame = pl.DataFrame({**numbers, **seats, "swapped": lineup.swapped})
        return frame.select(pl.lit(self.measurer.chunk.pairing.name).alias("pairing"), pl.all())


_kept = threading.local()


def _room(gauge: Gauge, matches: int, plies: int, heat: IntArray) -> tuple[Sheets, IntArray]:
    """The memory for some matches: that of the last ones of this thread if it has the right size, since fresh memory
    costs as much as hundreds of matches. Nothing is read before it is written."""
    shape = (gauge, matches, plies)
    if getattr(_kept, "shape", None) != shape:
        _kept.sheets, _kept.played = gauge.sheets(matches, plies, heat), np.zeros((matches, plies), np.int64)
        _kept.shape = shape
    return _kept.sheets._replace(heat=heat), _kept.played


def _board(spec: Spec, seed: int) -> tuple[int, int]:
    cells = spec.chosen.details(spec.chosen.new(spec.rules, seed))["cells"]
    return len(cells), len(cells[0])


def _by_seat(result: LabResult) -> dict[str, Any]:
    times: dict[str, Any] = {}
    for seat in (1, 2):
        times[f"seconds_{seat}"] = result.seconds[seat - 1]
        times[f"slowest_{seat}"] = result.slowest[seat - 1]
        times[f"choices_{seat}"] = result.choices[seat - 1]
    return times
