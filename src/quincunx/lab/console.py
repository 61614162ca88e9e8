"""The commands at work: what was asked for is played with a progress bar, and what was found is printed."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from quincunx.lab.judge.statistics import LEVEL
from quincunx.lab.judge.summary import Found
from quincunx.lab.judge.verdicts import AMBER, GREEN, GREY, RED, checked, thresholds_from, told
from quincunx.lab.report.comparison import check_comparable, compare, write_comparison
from quincunx.lab.report.report import HTML, subtitle, write_report
from quincunx.lab.report.sweep import (
    Setting,
    check_aim,
    setting_name,
    settings,
    summarise_sweep,
    verdict_on,
    write_sweep,
)
from quincunx.lab.report.tournament import pairing_name, specs_of, write_tournament
from quincunx.lab.report.tournament import play_tournament as play_pairings
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import RANDOM
from quincunx.lab.run.runner import Progress as Done
from quincunx.lab.run.runner import Stopped, forecast, run
from quincunx.lab.run.sequential import STATED, Checkpoint, run_until_sure
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import Crew, cores, crew_at

DEFAULT_FOLDER = Path("lab")
CAP = 16
"""`--until-sure` plays so many times the matches of its first look at most."""
STYLES = {GREEN: "green", AMBER: "yellow", RED: "bold red", GREY: "bright_black"}
Hear = Callable[[Done], None]
Swept = Sequence[tuple[Setting, Spec]]

console = Console(stderr=True, highlight=False)


@dataclass(frozen=True)
class Order:
    """A run as it was asked for on the command line."""

    game: str
    variant: Any
    players: str
    games: int
    seed: int
    simple: int | None
    ladder: int | None
    fields: Mapping[str, Any]
    thresholds: Sequence[str]

    @property
    def names(self) -> list[str]:
        return [name.strip() for name in self.players.split(",")]

    def spec(self, games: int | None = None) -> Spec:
        side = {"simple": self.simple, "ladder": self.ladder}
        return make_spec(self.game, self.variant, self.names, games or self.games, self.seed, **side, **self.fields)


# Commands.


@dataclass(frozen=True)
class Ending:
    """When a run is over, and who is told how far it is."""

    until_sure: bool = False
    cap: int | None = None
    seconds: float | None = None
    lines: bool = False
    """Progress as lines of JSON, for a program that watches."""

    def stopped(self) -> Callable[[], bool]:
        ends = None if self.seconds is None else time.monotonic() + self.seconds
        return lambda: ends is not None and time.monotonic() > ends


def play_run(order: Order, out: Path | None, cluster: str | None, ending: Ending, as_json: bool) -> None:
    spec = order.spec()
    thresholds = checked(spec.chosen, thresholds_from(order.thresholds))
    path = out or DEFAULT_FOLDER / folder_name(spec)
    with crew_at(cluster or _usual_crew(spec)) as crew:
        folder = RunFolder.create(path, spec)
        with _bar(spec.title, ending.lines) as hear:
            try:
                level, notes = _play(order, folder, crew, ending, hear)
            except Stopped:
                level, notes = LEVEL, ["Stopped when its time was up: the report tells what was played until then."]
    show_run(write_report(folder, thresholds, level, notes), path, as_json)


def _play(order: Order, folder: RunFolder, crew: Crew, ending: Ending, hear: Hear) -> tuple[float, list[str]]:
    """Play it as long as asked; the level of its intervals, and what is to be said about that."""
    if not ending.until_sure:
        run(order.spec(), folder, crew, hear, ending.stopped())
        return LEVEL, []

    def opened(spec: Spec) -> RunFolder:
        return RunFolder.create(folder.path, spec)

    cap = max(order.games, ending.cap or CAP * order.games)
    thresholds = thresholds_from(order.thresholds)
    look = run_until_sure(order.spec, opened, crew, order.games, cap, thresholds, hear, _tell_look, ending.stopped())
    return look.level, [STATED, _tell(look)]


def dry_run(order: Order, cluster: str | None) -> None:
    spec = order.spec()
    costs = forecast(spec)
    total = sum(one.games * one.seconds_a_game for one in costs)
    table = Table(box=None, pad_edge=False)
    for heading in ("pairing", "matches", "seconds a match"):
        table.add_column(heading, justify="left" if heading == "pairing" else "right")
    for one in costs:
        table.add_row(one.pairing, str(one.games), f"{one.seconds_a_game:.4f}")
    with crew_at(cluster) as crew:
        workers = crew.workers
    console.print(table)
    print(f"{spec.title}: about {_duration(total / workers)} on {workers} workers, {_duration(total)} of one core")


def play_comparison(
    first: str, second: str, order: Order, out: Path | None, cluster: str | None, as_json: bool
) -> None:
    """Each side is the folder of a run, or GAME:VARIANT:PLAYERS to be played now as `order` says otherwise."""
    sides = [_side(text, order) for text in (first, second)]
    thresholds = thresholds_from(order.thresholds)
    specs = [_spec_of(side) for side in sides]
    check_comparable(*specs)
    for spec in specs:
        checked(spec.chosen, thresholds)
    root = RunFolder.around(out or DEFAULT_FOLDER / "-and-".join(map(_side_name, sides)))
    one, two = (_played(side, root.path / label, cluster) for side, label in zip(sides, "AB", strict=True))
    found = compare(one, two, thresholds)
    write_comparison(root, found)
    _finish(found, root, as_json, [_told_change(change) for change in found["changes"] if _tells(change)])


def _side(text: str, order: Order) -> RunFolder | Spec:
    if Path(text).is_dir():
        return RunFolder.open(Path(text))
    game, variant, players = _parts(text)
    return replace(order, game=game, variant=variant or None, players=players or order.players).spec()


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
        with _bar(side.title, False) as hear:
            run(side, folder, crew, hear)
    write_report(folder)
    return folder


def _tells(change: Found) -> bool:
    return bool(change["clear"] and change["kind"] == "verdict")


def _told_change(change: Found) -> str:
    before, after = (told(change[side]["estimate"], change["unit"]) for side in ("first", "second"))
    return f"{change['name']}: {before} became {after}"


def _parts(text: str) -> tuple[str, str, str]:
    """GAME:VARIANT:PLAYERS, where the variant may be JSON and hold colons itself."""
    game, _, rest = text.partition(":")
    if rest.startswith("{"):
        end = rest.rfind("}") + 1
        return game, rest[:end], rest[end:].lstrip(":")
    variant, _, players = rest.partition(":")
    return game, variant, players


def play_sweep(
    order: Order, vary: Sequence[str], aim: str, out: Path | None, cluster: str | None, as_json: bool
) -> None:
    base = order.spec()
    thresholds = checked(base.chosen, thresholds_from(order.thresholds))
    check_aim(base.chosen, aim)
    specs = [(setting, replace(order, variant=base.variant | setting).spec()) for setting in settings(vary)]
    root = RunFolder.around(out or DEFAULT_FOLDER / f"{base.game}-sweep")
    with crew_at(cluster) as crew, _bar(f"Sweep of {base.game}", False) as hear:
        folders = list(_swept(specs, root.path, crew, hear))
    found = summarise_sweep(folders, aim, thresholds)
    write_sweep(root, found)
    _finish(found, root, as_json, [verdict_on(found)])


def _swept(specs: Swept, root: Path, crew: Crew, hear: Hear) -> Iterator[tuple[Setting, RunFolder]]:
    """Each setting played in a folder of its own."""
    sizes = [sum(pairing.games for pairing in spec.pairings) for _, spec in specs]
    for number, (setting, spec) in enumerate(specs):
        folder = RunFolder.create(root / setting_name(setting), spec)
        before = sum(sizes[:number])
        run(spec, folder, crew, lambda now, before=before: hear(Done(before + now.done, sum(sizes))))  # type: ignore[misc]
        yield setting, folder


def play_tournament(order: Order, out: Path | None, cluster: str | None, as_json: bool) -> None:
    specs = specs_of(order.game, order.variant, order.names, order.games, order.seed, **order.fields)
    root = RunFolder.around(out or DEFAULT_FOLDER / f"{order.game}-tournament")
    with crew_at(cluster) as crew, _bar(f"Tournament of {order.game}", False) as hear:
        found = play_pairings(specs, root.path, crew, hear)
    write_tournament(root, found)
    ratings = [
        f"{row['player']:<10} {row['elo']:+6.0f}  ({row['low']:+.0f} … {row['high']:+.0f})" for row in found["ratings"]
    ]
    _finish(found, root, as_json, ratings)


def rewrite_report(path: Path, changed: Sequence[str], as_json: bool) -> None:
    show_run(write_report(RunFolder.open(path), thresholds_from(changed)), path, as_json)


# Printing.


def show_run(found: Found, path: Path, as_json: bool) -> None:
    """The verdicts on standard error, where they were written on standard output; or all of it as JSON."""
    if not as_json:
        console.print(f"\n[bold]{found['title']}[/]: {subtitle(found)}")
        for text in found["known"]:
            console.print(text)
        for verdict in found["verdicts"]:
            who = f"{verdict['player']}: " if verdict["player"] else ""
            name = f"[bright_black]{verdict['name']:<13}[/]"
            console.print(f"[{STYLES[verdict['light']]}]●[/] {name}{who}{verdict['sentence']}", soft_wrap=True)
    _finish(found, RunFolder(path), as_json, [])


def _finish(found: Found, folder: RunFolder, as_json: bool, lines: Sequence[str]) -> None:
    if as_json:
        print(json.dumps(found))
        return
    for line in lines:
        console.print(line, markup=False)
    print(folder.path / HTML)


@contextmanager
def _bar(title: str, lines: bool) -> Iterator[Hear]:
    """A bar with the time to go on standard error, or lines of JSON for a program that watches."""
    if lines:
        yield lambda done: print(json.dumps(done._asdict()), flush=True)
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        task: TaskID = progress.add_task(title, total=None)

        def hear(done: Done) -> None:
            """The first matches may take a while: perhaps something has to be compiled."""
            text = title if done.done else f"{title}, waiting for the first matches"
            progress.update(task, description=text, completed=done.done, total=done.total)

        yield hear


def _tell_look(look: Checkpoint) -> None:
    console.print(_tell(look))


def _tell(look: Checkpoint) -> str:
    open_ones = f"undecided: {', '.join(look.undecided)}" if look.undecided else "every verdict is in"
    return f"Look {look.number}, {look.games} matches: {open_ones}."


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.1f} hours"


def _usual_crew(spec: Spec) -> str:
    """Processes, one a core; threads where all is played in kernels, or starting processes would take longer."""
    if len(list(spec.chunks())) == 1:
        return "threads:1"
    return f"{'threads' if set(spec.players) == {RANDOM} else 'processes'}:{cores()}"


def folder_name(spec: Spec) -> str:
    """A folder for a run that was given none: the same run, the same folder."""
    variant = spec.preset or spec.identity[:8]
    return f"{spec.game}-{variant}-{pairing_name(spec.players)}-{spec.seed}"
