"""The commands `quincunx lab …`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.options import Command, GameArgument, VariantOption, command_group
from quincunx.cli.serve import DatabaseOption
from quincunx.cli.streams import fail, refusals
from quincunx.lab.run.processors import CPU, CUDA
from quincunx.limits import PLY_CAP

if TYPE_CHECKING:
    from quincunx.cli.lab_execution import Order

app = command_group("The lab: playtests by the thousand, verdicts with intervals.")

INTERRUPTED = 130
EXTRAS = ("jinja2", "optuna", "plotly", "polars", "scipy")
"""What only the lab needs: installed with the package's extra `lab`."""


class Device(StrEnum):
    cpu = CPU
    cuda = CUDA


PlayersOption = Annotated[
    str | None,
    typer.Option(
        help="levels, random or greedy, separated by commas; hard/4: a quarter of the budget; "
        "the level that the game suggests otherwise"
    ),
]
GamesOption = Annotated[int, typer.Option(min=1, max=10**9, help="how many matches")]
SeedOption = Annotated[int, typer.Option(help="the seed of the run: the same seed gives the same tables")]
OutOption = Annotated[Path | None, typer.Option(metavar="DIR", help="the folder of the run; one below lab/ otherwise")]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="threads:2, processes:2, local:2 (Dask), tcp://…"),
]
PliesOption = Annotated[int, typer.Option(min=1, max=10_000, help="a longer match is stopped, as unfinished")]
OpeningOption = Annotated[int, typer.Option(min=0, max=100, help="random plies at the beginning of each match")]
SimpleOption = Annotated[int | None, typer.Option(min=0, help="matches of the simplest strategy")]
LadderOption = Annotated[int | None, typer.Option(min=0, help="matches on each rung of the skill ladder")]
ThresholdOption = Annotated[
    list[str] | None, typer.Option("--threshold", metavar="NAME=VALUE", help="change a threshold: fair.good_most=0.55")
]
JsonOption = Annotated[bool, typer.Option("--json", help="print the summary as JSON")]


@app.command(cls=Command)
def run(
    game: GameArgument,
    variant: VariantOption = None,
    players: PlayersOption = None,
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    device: Annotated[
        Device, typer.Option(help="what plays the matches; cuda: a graphics processor, for random and greedy players")
    ] = Device.cpu,
    max_plies: PliesOption = PLY_CAP,
    opening: OpeningOption = 0,
    simple: SimpleOption = None,
    ladder: LadderOption = None,
    threshold: ThresholdOption = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="double the matches until every verdict is decided")
    ] = False,
    cap: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="at most this many matches, with --until-sure")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="estimate how long it will take, and play nothing")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(min=1, help="stop after this time, and report on what was played")
    ] = None,
    chunk: Annotated[int, typer.Option(min=0, max=100_000, help="matches per chunk; 0: by what they cost")] = 0,
    progress_lines: Annotated[bool, typer.Option("--progress-lines", hidden=True)] = False,
    as_json: JsonOption = False,
) -> None:
    """Play, measure, judge, and write a report. Run it again to continue where it was interrupted."""
    with lab_problems():
        from quincunx.cli.lab_execution import Order, RunEnding, Where, play_run
        from quincunx.cli.lab_execution import dry_run as forecast

        fields = {"max_plies": max_plies, "opening": opening, "chunk": chunk}
        rungs = 0 if device is Device.cuda and ladder is None else ladder  # its players search
        order = Order(game, variant, players, games, seed, simple, rungs, fields, threshold or [])
        if dry_run:
            forecast(order, cluster)
        else:
            play_run(
                order, out, Where(cluster, device.value), RunEnding(until_sure, cap, seconds, progress_lines), as_json
            )


@app.command(cls=Command)
def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="the folder of a run, or GAME[:VARIANT[:PLAYERS]]")],
    second: Annotated[str, typer.Argument(metavar="B", help="the other one")],
    players: PlayersOption = None,
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = PLY_CAP,
    opening: OpeningOption = 0,
    simple: SimpleOption = None,
    ladder: LadderOption = None,
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """What changes between two rule sets or two pairs of players."""
    with lab_problems():
        from quincunx.cli.lab_execution import Order, play_comparison

        fields = {"max_plies": max_plies, "opening": opening}
        order = Order("", None, players, games, seed, simple, ladder, fields, threshold or [])
        play_comparison(first, second, order, out, cluster, as_json)


@app.command(cls=Command)
def sweep(
    game: GameArgument,
    vary: Annotated[list[str], typer.Option(metavar="OPTION=A,B,…", help="an option and its values")],
    variant: VariantOption = None,
    players: PlayersOption = None,
    games: GamesOption = 200,
    seed: SeedOption = 1,
    aim: Annotated[str, typer.Option(help="balanced, fair, decisive, lights, min:METRIC, METRIC:20, …")] = "balanced",
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = PLY_CAP,
    opening: OpeningOption = 0,
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play every combination of some options. The result is a table, heat maps, and the best combination for an aim."""
    with lab_problems():
        from quincunx.cli.lab_execution import play_sweep

        order = _plain_order(game, variant, players, games, seed, max_plies, opening, threshold)
        play_sweep(order, vary, aim, out, cluster, as_json)


@app.command(cls=Command)
def search(
    game: GameArgument,
    aim: Annotated[
        str, typer.Option(metavar="AIM,…", help="questions, or metrics with a range: fair,decisive,length=20..60")
    ] = "fair,decisive",
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION=A,B,…", help="an option and its values; everything with obvious values otherwise"),
    ] = None,
    variant: VariantOption = None,
    players: PlayersOption = None,
    scouts: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER|none", help="a cheap player that chooses who enters the race; the weakest level otherwise"
        ),
    ] = None,
    tries: Annotated[int, typer.Option(min=2, max=5000, help="settings to try, at most")] = 48,
    first: Annotated[int, typer.Option(min=2, max=100_000, help="matches of each setting at first")] = 24,
    games: Annotated[int, typer.Option(min=2, max=10**9, help="matches of each finalist")] = 384,
    finalists: Annotated[int, typer.Option(min=1, max=50, help="settings that play all of these matches")] = 3,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = PLY_CAP,
    opening: OpeningOption = 0,
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """Search an option space for good rule sets. Better ones get more matches. Run it again to continue."""
    with lab_problems():
        from quincunx.cli.lab_execution import Racing, play_search

        order = _plain_order(game, variant, players, games, seed, max_plies, opening, threshold)
        racing = Racing(scouts, tries, first, games, finalists)
        play_search(order, vary or [], aim, racing, out, cluster, as_json)


@app.command(cls=Command)
def tournament(
    game: GameArgument,
    players: Annotated[
        str | None, typer.Option(help="as for run; random, greedy and the levels up to the one for hints otherwise")
    ] = None,
    variant: VariantOption = None,
    games: Annotated[int, typer.Option(min=2, max=10**9, help="matches per pairing")] = 100,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = PLY_CAP,
    opening: OpeningOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Every player against every other: ratings with intervals."""
    with lab_problems():
        from quincunx.cli.lab_execution import play_tournament

        order = _plain_order(game, variant, players, games, seed, max_plies, opening)
        play_tournament(order, out, cluster, as_json)


@app.command(cls=Command)
def people(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; all of them otherwise")] = None,
    database: DatabaseOption = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="a folder with records, instead of a server's database")
    ] = None,
    players: Annotated[
        str | None, typer.Option(help="the levels to compare with; those up to the usual one otherwise")
    ] = None,
    games: Annotated[int, typer.Option(min=2, max=10**9, help="matches of each level")] = 100,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    progress_lines: Annotated[bool, typer.Option("--progress-lines", hidden=True)] = False,
    as_json: JsonOption = False,
) -> None:
    """The same questions about matches of people. The levels stand beside them, and the most similar one."""
    with lab_problems():
        from quincunx.cli.lab_people import study_people

        levels = [name.strip() for name in players.split(",")] if players else None
        study_people(game, database, records, levels, games, seed, out, cluster, progress_lines, as_json)


@app.command(cls=Command)
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="the folder of a run")],
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a run's report again. You may give other thresholds; an interrupted run has a report too."""
    with lab_problems():
        from quincunx.cli.lab_execution import rewrite_report

        rewrite_report(folder, threshold or [], as_json)


def _plain_order(
    game: str, variant: str | None, players: str | None, games: int, seed: int, max_plies: int, opening: int,
    threshold: list[str] | None = None,
) -> "Order":  # fmt: skip
    """A run without matches of the simplest strategy and without a skill ladder."""
    from quincunx.cli.lab_execution import Order

    fields = {"max_plies": max_plies, "opening": opening}
    return Order(game, variant, players, games, seed, 0, 0, fields, threshold or [])


@contextmanager
def lab_problems() -> Iterator[None]:
    """A refusal, or a library that is not installed, becomes one line; an interrupt says that nothing is lost."""
    try:
        with refusals():
            yield
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.partition(".")[0] in EXTRAS:
            fail(f"not_ready: this command needs {missing.name}: pip install 'quincunx[lab]'")
        raise
    except KeyboardInterrupt:
        print("quincunx: stopped; what was played is kept, and the same command continues from there", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
