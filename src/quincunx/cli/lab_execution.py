"""Carries out the commands of the lab: plays what was ordered, with a progress bar, and writes the reports."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quincunx.catalogue import game as find_game
from quincunx.cli.lab_output import (
    ReportProgress,
    describe_checkpoint,
    run_progress,
    show_forecast,
    show_result,
    show_run,
)
from quincunx.cli.progress import console
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.judge.aims import check_sweep_aim, read_aims
from quincunx.lab.judge.statistics import LEVEL
from quincunx.lab.judge.verdicts import checked, quantity, thresholds_from
from quincunx.lab.report.comparison import Change, check_comparable, compare, write_comparison
from quincunx.lab.report.report import write_report
from quincunx.lab.report.search_page import report_on, write_search
from quincunx.lab.report.sweep import summarise_sweep, write_sweep
from quincunx.lab.report.tournament import play_tournament as play_pairings
from quincunx.lab.report.tournament import specs_of, write_tournament
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import RANDOM, find_player, pairing_name, tournament_players, usual_player, weakest_player
from quincunx.lab.run.processors import CPU, CUDA
from quincunx.lab.run.runner import Stopped, forecast, run, run_all
from quincunx.lab.run.sequential import STATED, run_until_sure
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import Crew, cores, crew_at
from quincunx.lab.search.search import LabSearch, SearchOrder
from quincunx.lab.search.space import make_space, setting_name, settings

DEFAULT_FOLDER = Path("lab")
CAP = 16
"""`--until-sure` plays at most this many times the matches of its first checkpoint."""


@dataclass(frozen=True)
class Order:
    """A run as it was ordered on the command line."""

    game: str
    variant: Any
    players: str | None
    """Their names, separated by commas; None: the usual ones."""
    games: int
    seed: int
    simple: int | None
    ladder: int | None
    fields: Mapping[str, Any]
    thresholds: Sequence[str]

    @property
    def names(self) -> list[str]:
        if self.players is None:
            return [usual_player(find_game(self.game))]
        return [name.strip() for name in self.players.split(",")]

    def spec(self, games: int | None = None) -> Spec:
        side = {"simple": self.simple, "ladder": self.ladder}
        return make_spec(self.game, self.variant, self.names, games or self.games, self.seed, **side, **self.fields)


@dataclass(frozen=True)
class RunEnding:
    """When a run is over, and in which form its progress is reported."""

    until_sure: bool = False
    cap: int | None = None
    seconds: float | None = None
    lines: bool = False
    """Progress as lines of JSON, for a program that watches."""

    def stopped(self) -> Callable[[], bool]:
        ends = None if self.seconds is None else time.monotonic() + self.seconds
        return lambda: ends is not None and time.monotonic() > ends


# One run.


def play_run(order: Order, out: Path | None, where: "Where", ending: RunEnding, as_json: bool) -> None:
    spec = order.spec()
    thresholds = checked(spec.chosen, thresholds_from(order.thresholds))
    path = out or DEFAULT_FOLDER / folder_name(spec)
    with where.crew(spec) as crew:
        folder = RunFolder.create(path, spec)
        with run_progress(spec.title, ending.lines) as report:
            try:
                level, notes = _play(order, spec, folder, crew, ending, report)
            except Stopped:
                level, notes = LEVEL, ["Stopped when its time was up: the report covers what was played until then."]
    show_run(write_report(folder, thresholds, level, notes), path, as_json)


def _play(
    order: Order, spec: Spec, folder: RunFolder, crew: Crew, ending: RunEnding, report: ReportProgress
) -> tuple[float, list[str]]:
    """Play it for as long as ordered; the level of its intervals, and the notes about that."""
    if not ending.until_sure:
        run(spec, folder, crew, report, ending.stopped())
        return LEVEL, []

    def with_games(games: int) -> Spec:
        return spec if games == spec.games else order.spec(games)

    def opened(larger: Spec) -> RunFolder:
        return RunFolder.create(folder.path, larger)

    cap = max(spec.games, ending.cap or CAP * spec.games)
    thresholds = thresholds_from(order.thresholds)
    last = run_until_sure(
        with_games, opened, crew, spec.games, cap, thresholds, report,
        lambda checkpoint: console.print(describe_checkpoint(checkpoint)), ending.stopped(),
    )  # fmt: skip
    return last.level, [STATED, describe_checkpoint(last)]


def dry_run(order: Order, cluster: str | None) -> None:
    spec = order.spec()
    costs = forecast(spec)
    with crew_at(cluster) as crew:
        show_forecast(spec.title, costs, crew.workers)


def rewrite_report(path: Path, changed: Sequence[str], as_json: bool) -> None:
    show_run(write_report(RunFolder.open(path), thresholds_from(changed)), path, as_json)


# Two runs compared.


def play_comparison(
    first: str, second: str, order: Order, out: Path | None, cluster: str | None, as_json: bool
) -> None:
    """Each side is the folder of a run, or GAME:VARIANT:PLAYERS to be played now, otherwise as `order` says."""
    sides = [_side(text, order) for text in (first, second)]
    thresholds = thresholds_from(order.thresholds)
    specs = [_spec_of(side) for side in sides]
    check_comparable(*specs)
    for spec in specs:
        checked(spec.chosen, thresholds)
    root = RunFolder.around(out or DEFAULT_FOLDER / "-and-".join(map(_side_name, sides)))
    one, two = (_played(side, root.path / label, cluster) for side, label in zip(sides, "AB", strict=True))
    comparison = compare(one, two, thresholds)
    write_comparison(root, comparison)
    changes = [_change_text(change) for change in comparison.of_kind("verdict") if change.clear]
    show_result(comparison, root, as_json, changes)


def _side(text: str, order: Order) -> RunFolder | Spec:
    if Path(text).is_dir():
        return RunFolder.open(Path(text))
    game, variant, players = _parts(text)
    return replace(order, game=game, variant=variant or None, players=players or order.players).spec()


def _parts(text: str) -> tuple[str, str, str]:
    """GAME:VARIANT:PLAYERS, where the variant may be JSON and hold colons itself."""
    game, _, rest = text.partition(":")
    if rest.startswith("{"):
        end = rest.rfind("}") + 1
        return game, rest[:end], rest[end:].lstrip(":")
    variant, _, players = rest.partition(":")
    return game, variant, players


def _spec_of(side: RunFolder | Spec) -> Spec:
    return side if isinstance(side, Spec) else side.spec()


def _side_name(side: RunFolder | Spec) -> str:
    return folder_name(side) if isinstance(side, Spec) else side.path.resolve().name


def _played(side: RunFolder | Spec, path: Path, cluster: str | None) -> RunFolder:
    """A run that is there already, or is played now."""
    if isinstance(side, RunFolder):
        return side
    with crew_at(cluster or _usual_crew(side)) as crew:
        folder = RunFolder.create(path, side)
        with run_progress(side.title) as report:
            run(side, folder, crew, report)
    write_report(folder)
    return folder


def _change_text(change: Change) -> str:
    before, after = (quantity(estimate.value, change.unit) for estimate in (change.first, change.second))
    return f"{change.name}: {before} became {after}"


# Many runs: sweeps and tournaments.


def play_sweep(
    order: Order, vary: Sequence[str], aim: str, out: Path | None, cluster: str | None, as_json: bool
) -> None:
    base = order.spec()
    thresholds = checked(base.chosen, thresholds_from(order.thresholds))
    check_sweep_aim(base.chosen, aim)
    specs = [(setting, replace(order, variant=base.variant | setting).spec()) for setting in settings(vary)]
    root = RunFolder.around(out or DEFAULT_FOLDER / f"{base.game}-sweep")
    with crew_at(cluster) as crew, run_progress(f"Sweep of {base.game}") as report:
        runs = [(spec, RunFolder.create(root.path / setting_name(setting), spec)) for setting, spec in specs]
        run_all(runs, crew, report)
    folders = [(setting, folder) for (setting, _), (_, folder) in zip(specs, runs, strict=True)]
    sweep = summarise_sweep(folders, aim, thresholds)
    write_sweep(root, sweep)
    show_result(sweep, root, as_json, [sweep.verdict])


NO_SCOUTS = "none"


@dataclass(frozen=True)
class Racing:
    """How many settings a search tries, with how many matches, and who scouts."""

    scouts: str | None
    """None: the weakest player, if the players are stronger."""
    tries: int
    first: int
    games: int
    finalists: int


def play_search(
    order: Order, vary: Sequence[str], aims: str, racing: Racing, out: Path | None, cluster: str | None, as_json: bool
) -> None:
    base = order.spec()
    if base.chosen.seats == 1 and len(base.players) > 1:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{base.game} is a game for one: name one player for a search")
    thresholds = checked(base.chosen, thresholds_from(order.thresholds))
    chosen = SearchOrder(
        base.game, base.variant, make_space(base.chosen, base.variant, vary), read_aims(base.chosen, aims, thresholds),
        tuple(order.names), _scouts(base, order.names, racing.scouts), racing.tries, racing.first,
        max(racing.games, racing.first), racing.finalists, order.seed, order.fields,
    )  # fmt: skip
    chosen.spec(chosen.space.base, chosen.players, chosen.games)  # refused before anything is played
    root = RunFolder.around(out or DEFAULT_FOLDER / f"{base.game}-search")
    with crew_at(cluster) as crew, run_progress(f"Search in {base.game}") as report:
        search = LabSearch(chosen, root.path, crew, report)
        found = search.run()
    content = report_on(found, search, thresholds)
    write_search(root, content)
    lines = [content.verdict, *(f"{place}. {patch.text}" for place, patch in enumerate(content.patches, start=1))]
    show_result(content, root, as_json, lines)


def _scouts(base: Spec, players: Sequence[str], wanted: str | None) -> tuple[str, ...] | None:
    """Scouts that are the players themselves would play the same matches twice."""
    scout = weakest_player(base.chosen) if wanted is None else wanted
    if scout == NO_SCOUTS or set(players) == {scout} or (wanted is None and RANDOM in players):
        return None
    find_player(base.chosen, scout)
    return (scout,)


def play_tournament(order: Order, out: Path | None, cluster: str | None, as_json: bool) -> None:
    names = tournament_players(find_game(order.game)) if order.players is None else order.names
    specs = specs_of(order.game, order.variant, names, order.games, order.seed, **order.fields)
    root = RunFolder.around(out or DEFAULT_FOLDER / f"{order.game}-tournament")
    with crew_at(cluster) as crew, run_progress(f"Tournament of {order.game}") as report:
        tournament = play_pairings(specs, root.path, crew, report)
    write_tournament(root, tournament)
    ratings = [f"{row.player:<10} {row.elo:+6.0f}  ({row.low:+.0f} … {row.high:+.0f})" for row in tournament.ratings]
    show_result(tournament, root, as_json, ratings)


# Where a run is played, and where it is kept.


@dataclass(frozen=True)
class Where:
    """Who plays a run: the workers at an address, or the graphics processor of this machine."""

    cluster: str | None
    device: str = CPU

    @contextmanager
    def crew(self, spec: Spec) -> Iterator[Crew]:
        if self.device == CPU:
            with crew_at(self.cluster or _usual_crew(spec)) as crew:
                yield crew
            return
        if self.cluster:
            raise Refusal(ErrorCode.BAD_REQUEST, f"--device {CUDA} plays on this machine; leave out --cluster")
        from quincunx.lab.run.device import check_device

        check_device(spec)
        with crew_at(f"threads:{cores()}") as crew:  # they measure, while one of them uses the device
            yield crew._replace(device=self.device)


def _usual_crew(spec: Spec) -> str:
    """Processes, one per core; threads where all is played in kernels, or starting processes would take longer."""
    if len(list(spec.chunks())) == 1:
        return "threads:1"
    return f"{'threads' if set(spec.players) == {RANDOM} else 'processes'}:{cores()}"


def folder_name(spec: Spec) -> str:
    """The folder of a run for which none was given: the same run has the same folder."""
    variant = spec.preset or spec.identity[:8]
    return f"{spec.game}-{variant}-{pairing_name(spec.players)}-{spec.seed}"
