"""The summary of a run: verdicts, metrics, outcomes, the ladder, matches worth a look, times.

Everything that a report shows is computed here, once. `summary.json` is `Summary.as_json()`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.lab.judge.metrics import SKIPPED_ALONE, MetricRow, metric_rows
from quincunx.lab.judge.statistics import LEVEL, Estimate, estimate
from quincunx.lab.judge.verdicts import AMBER, GREEN, GREY, RED, Light, Thresholds, Verdict, columns, judge
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.spec import LADDER, MAIN, Spec
from quincunx.measure.question import points_of, share_of

FORMAT = "quincunx-lab-summary/1"
NOTABLE = (
    ("the shortest", "plies", False),
    ("the longest", "plies", True),
    ("the most changes of lead", "lead_changes", True),
    ("the largest comeback", "comeback", True),
)


@dataclass(frozen=True)
class OutcomeRow:
    """How the matches of one pairing ended, with the same players in the same seats."""

    pairing: str
    seats: tuple[str, ...]
    """The players, seat 1 first."""
    games: int
    outcomes: Mapping[str, int]
    ended_by: Mapping[str, int]
    first_seat: Estimate | None
    """The score of seat 1; None in a game for one."""

    def as_json(self) -> dict[str, Any]:
        first_seat = self.first_seat.as_json() if self.first_seat else None
        return vars(self) | {"seats": list(self.seats), "first_seat": first_seat}


@dataclass(frozen=True)
class LadderRung:
    """What twice the budget scores against a player."""

    stronger: str
    weaker: str
    estimate: Estimate

    def as_json(self) -> dict[str, Any]:
        return {"stronger": self.stronger, "weaker": self.weaker} | self.estimate.as_json()


@dataclass(frozen=True)
class NotableMatch:
    what: str
    value: int
    number: int
    outcome: str
    record: str


@dataclass(frozen=True)
class ChoiceTimes:
    """How long the player in one seat took for a choice, in milliseconds."""

    seat: int
    mean: float
    slowest: float


@dataclass(frozen=True)
class Times:
    """How long matches and choices took, on the machines that played them."""

    seconds: float
    """All matches together."""
    choices: tuple[ChoiceTimes, ...]

    def as_json(self) -> dict[str, float]:
        numbers = {"seconds": self.seconds}
        for one in self.choices:
            numbers |= {f"milliseconds_a_choice_{one.seat}": one.mean, f"slowest_choice_{one.seat}": one.slowest}
        return numbers


@dataclass(frozen=True)
class Summary:
    title: str
    game: str
    preset: str | None
    variant: Mapping[str, Any]
    changes: Mapping[str, Any]
    """The options that differ from the standard preset's."""
    players: tuple[str, ...]
    seed: int
    games: int
    complete: bool
    """Whether all matches of the run have been played."""
    level: float
    """Of the intervals."""
    verdicts: tuple[Verdict, ...]
    known: tuple[str, ...]
    """What was proven, not only observed."""
    outcomes: tuple[OutcomeRow, ...]
    metrics: tuple[MetricRow, ...]
    ladder: tuple[LadderRung, ...]
    notable: tuple[NotableMatch, ...]
    times: Times
    manifest: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    @property
    def lights(self) -> dict[Light, int]:
        lights = [verdict.light for verdict in self.verdicts]
        return {light: lights.count(light) for light in (GREEN, AMBER, RED, GREY)}

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "title": self.title,
            "game": self.game,
            "preset": self.preset,
            "variant": self.variant,
            "changes": self.changes,
            "players": list(self.players),
            "seed": self.seed,
            "games": self.games,
            "complete": self.complete,
            "level": self.level,
            "lights": self.lights,
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
            "known": list(self.known),
            "outcomes": [row.as_json() for row in self.outcomes],
            "metrics": [row.as_json() for row in self.metrics],
            "ladder": [rung.as_json() for rung in self.ladder],
            "notable": [asdict(match) for match in self.notable],
            "times": self.times.as_json(),
            "made": self.manifest,
            "notes": list(self.notes),
        }


def summarise(
    folder: RunFolder, thresholds: Thresholds | None = None, level: float = LEVEL, notes: Sequence[str] = ()
) -> Summary:
    """The summary of the matches in the folder, as far as they have been played."""
    spec, games = folder.spec(), folder.games()
    main = games.filter(pl.col("pairing") == MAIN)
    return Summary(
        title=spec.title,
        game=spec.game,
        preset=spec.preset,
        variant=spec.variant,
        changes=spec.changes,
        players=spec.players,
        seed=spec.seed,
        games=len(main),
        complete=len(games) == sum(pairing.games for pairing in spec.pairings),
        level=level,
        verdicts=tuple(judge(spec.chosen, games, thresholds, level)),
        known=tuple(_known(spec, main)),
        outcomes=tuple(_outcomes(spec.chosen, games)),
        metrics=tuple(metric_rows(spec.chosen, main)),
        ladder=tuple(_ladder(games)),
        notable=tuple(_notable(spec, main)),
        times=_times(folder.times()),
        manifest=folder.manifest(),
        notes=tuple(notes),
    )


def _known(spec: Spec, games: pl.DataFrame) -> list[str]:
    proven = games.filter((pl.col("proven_from") == 0) & (pl.col("ended_by") == "rules"))
    if spec.chosen.seats == 1 or not len(proven) or spec.opening:
        return []
    results = proven["outcome"].unique().to_list()
    if len(results) > 1:
        return []
    share = f"in {len(proven)} of {len(games)} matches the player proved its first move best"
    if results == ["draw"]:
        return [f"Solved: with best play it is a draw ({share})."]
    return [f"Solved: with best play seat {results[0]} ({spec.chosen.seat_names[int(results[0]) - 1]}) wins ({share})."]


def _outcomes(game: AnyGame, games: pl.DataFrame) -> list[OutcomeRow]:
    seats = [f"player_{seat + 1}" for seat in range(game.seats)]
    rows = []
    for (pairing, *players), part in games.group_by("pairing", *seats, maintain_order=True):
        outcomes, ends = (dict(part[name].value_counts().iter_rows()) for name in ("outcome", "ended_by"))
        matches = columns(part)
        score = estimate(share_of(matches, points_of(matches, 1)), share=True) if game.seats == 2 else None
        rows.append(OutcomeRow(pairing, tuple(players), len(part), outcomes, ends, score))
    return rows


def _ladder(games: pl.DataFrame) -> list[LadderRung]:
    rungs = []
    for (pairing,), part in sorted(games.group_by("pairing")):
        if not str(pairing).startswith(LADDER):
            continue
        matches = columns(part)
        first = part.filter(pl.col("swapped") == 0).row(0, named=True)
        score = estimate(share_of(matches, points_of(matches, 1 + matches["swapped"])), share=True)
        rungs.append(LadderRung(first["player_1"], first["player_2"], score))
    return rungs


def _notable(spec: Spec, games: pl.DataFrame) -> list[NotableMatch]:
    matches = []
    for what, column, largest in NOTABLE:
        part = games.filter(pl.col(column).is_not_null())
        if (spec.chosen.seats == 1 and column in SKIPPED_ALONE) or not len(part):
            continue
        row = part.sort(column, "number", descending=[largest, False]).row(0, named=True)
        record = record_text(spec, row["seed"], row["moves"])
        matches.append(NotableMatch(what, row[column], row["number"], row["outcome"], record))
    return matches


def record_text(spec: Spec, seed: int, moves: Sequence[int]) -> str:
    """A match of a table as one line of text, to paste wherever records are read."""
    return replayed(spec, seed, moves).record().as_text()


def replayed(spec: Spec, seed: int, moves: Sequence[int]) -> Match:
    """A match of a table, played again."""
    match = Match(spec.chosen, spec.rules, seed)
    for move in moves:
        match.play(match.game.write_move(match.position, move))
    return match


def _times(table: pl.DataFrame) -> Times:
    choices = []
    for seat in (1, 2):
        if f"choices_{seat}" not in table.columns:
            continue
        number, seconds, slowest = (table[f"{name}_{seat}"].to_numpy() for name in ("choices", "seconds", "slowest"))
        if number.sum():
            mean = 1000 * float(seconds.sum() / number.sum())
            choices.append(ChoiceTimes(seat, mean, 1000 * float(slowest.max())))
    return Times(float(table["seconds"].sum()), tuple(choices))
