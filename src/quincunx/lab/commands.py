"""The commands `quincunx lab …`. What is heavy is imported by the command that needs it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="The lab: playtests by the thousand, verdicts with intervals.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

INTERRUPTED = 130

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="mosaic, cascade, duel, pushmine or flood")]
VariantOption = Annotated[str | None, typer.Option(help="a preset's name, or options as JSON")]
PlayersOption = Annotated[
    str, typer.Option(help="levels, random, greedy, with commas; hard/4: a quarter of the budget")
]
GamesOption = Annotated[int, typer.Option(min=1, max=10**9, help="matches")]
SeedOption = Annotated[int, typer.Option(help="the seed of the run: the same seed, the same tables")]
OutOption = Annotated[Path | None, typer.Option(metavar="DIR", help="the folder of the run; lab/… otherwise")]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="threads:2, processes:2, local:2 (Dask), tcp://…"),
]
PliesOption = Annotated[int, typer.Option(min=1, max=10_000, help="a match is stopped then, as unfinished")]
OpeningOption = Annotated[int, typer.Option(min=0, max=100, help="random plies at the beginning of each match")]
SimpleOption = Annotated[int | None, typer.Option(min=0, help="matches of the simplest strategy")]
LadderOption = Annotated[int | None, typer.Option(min=0, help="matches on each rung of the skill ladder")]
ThresholdOption = Annotated[
    list[str] | None, typer.Option("--threshold", metavar="NAME=VALUE", help="change a threshold: fair.good_most=0.55")
]
JsonOption = Annotated[bool, typer.Option("--json", help="print the summary as JSON")]


@app.callback()
def help_without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def run(
    game: GameArgument,
    variant: VariantOption = None,
    players: PlayersOption = "medium",
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = 400,
    opening: OpeningOption = 0,
    simple: SimpleOption = None,
    ladder: LadderOption = None,
    threshold: ThresholdOption = None,
    until_sure: Annotated[bool, typer.Option("--until-sure", help="double the matches until all is told")] = False,
    cap: Annotated[int | None, typer.Option(min=1, max=10**9, help="no more matches than this")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="tell how long it will take, and play nothing")] = False,
    seconds: Annotated[float | None, typer.Option(min=1, help="stop then, and report on what there is")] = None,
    chunk: Annotated[int, typer.Option(min=0, max=100_000, help="matches in a chunk; 0: by what they cost")] = 0,
    progress_lines: Annotated[bool, typer.Option("--progress-lines", hidden=True)] = False,
    as_json: JsonOption = False,
) -> None:
    """Play, measure, judge, and write a report. Run it again to go on where it was interrupted."""
    with refusals():
        from quincunx.lab.console import Ending, Order, play_run
        from quincunx.lab.console import dry_run as forecast

        fields = {"max_plies": max_plies, "opening": opening, "chunk": chunk}
        order = Order(game, variant, players, games, seed, simple, ladder, fields, threshold or [])
        if dry_run:
            forecast(order, cluster)
        else:
            play_run(order, out, cluster, Ending(until_sure, cap, seconds, progress_lines), as_json)


@app.command()
def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="the folder of a run, or GAME[:VARIANT[:PLAYERS]]")],
    second: Annotated[str, typer.Argument(metavar="B", help="the other one")],
    players: PlayersOption = "medium",
    games: GamesOption = 1000,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = 400,
    opening: OpeningOption = 0,
    simple: SimpleOption = None,
    ladder: LadderOption = None,
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """Two rule sets, or two pairs of players: what changed, with intervals."""
    with refusals():
        from quincunx.lab.console import Order, play_comparison

        fields = {"max_plies": max_plies, "opening": opening}
        order = Order("", None, players, games, seed, simple, ladder, fields, threshold or [])
        play_comparison(first, second, order, out, cluster, as_json)


@app.command()
def sweep(
    game: GameArgument,
    vary: Annotated[list[str], typer.Option(metavar="OPTION=A,B,…", help="an option and its values")],
    variant: VariantOption = None,
    players: PlayersOption = "medium",
    games: GamesOption = 200,
    seed: SeedOption = 1,
    aim: Annotated[str, typer.Option(help="balanced, fair, decisive, lights, min:METRIC, METRIC:20, …")] = "balanced",
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = 400,
    opening: OpeningOption = 0,
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """Every combination of some options: a table, heat maps, and the best by a stated aim."""
    with refusals():
        from quincunx.lab.console import Order, play_sweep

        fields = {"max_plies": max_plies, "opening": opening}
        order = Order(game, variant, players, games, seed, 0, 0, fields, threshold or [])
        play_sweep(order, vary, aim, out, cluster, as_json)


@app.command()
def tournament(
    game: GameArgument,
    players: PlayersOption = "random,greedy,easy,medium,hard",
    variant: VariantOption = None,
    games: Annotated[int, typer.Option(min=2, max=10**9, help="matches a pairing")] = 100,
    seed: SeedOption = 1,
    out: OutOption = None,
    cluster: ClusterOption = None,
    max_plies: PliesOption = 400,
    opening: OpeningOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Everybody against everybody: ratings with intervals."""
    with refusals():
        from quincunx.lab.console import Order, play_tournament

        order = Order(game, variant, players, games, seed, 0, 0, {"max_plies": max_plies, "opening": opening}, [])
        play_tournament(order, out, cluster, as_json)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="the folder of a run")],
    threshold: ThresholdOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a run's report again, perhaps with other thresholds; also of a run that was interrupted."""
    with refusals():
        from quincunx.lab.console import rewrite_report

        rewrite_report(folder, threshold or [], as_json)


@contextmanager
def refusals() -> Iterator[None]:
    """Whatever is refused becomes one line and exit status 2; an interrupt says that nothing is lost."""
    from quincunx.engine.errors import Refusal

    try:
        yield
    except Refusal as refusal:
        raise typer.TyperException(f"{refusal.errorCode.value}: {refusal.message}") from None
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.partition(".")[0] in ("polars", "scipy", "plotly"):
            problem = f"the lab needs {missing.name}: install quincunx with its extra 'lab'"
            raise typer.TyperException(f"not_ready: {problem}") from None
        raise
    except KeyboardInterrupt:
        print("quincunx: stopped; what was played is kept, and the same command goes on from there", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
