"""Long work with progress bars, and its results as tables: the ladder, an analysis."""

from itertools import pairwise

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.ladder import Standing, climb
from quincunx.search.analysis import Analysis, analyse
from quincunx.search.chooser import level_of

STYLES = {"best": "green", "good": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}


def show_ladder(
    game: AnyGame, stronger: str | None, weaker: str | None, games: int, variant: str | None, jobs: int
) -> list[Standing]:
    """Play the pairings and print how they stand; bars and tables go to standard error."""
    console = Console(stderr=True, highlight=False)
    pairings = _pairings(game, stronger, weaker)
    rows = []
    with _progress(console) as progress:
        for strong, weak in pairings:
            task = progress.add_task(f"{strong} over {weak}", total=games)
            for standing in climb(game.slug, strong, weak, games, variant, jobs):
                label = f"{strong} over {weak} {standing.score:.3f} [{standing.low:.3f}, {standing.high:.3f}]"
                progress.update(task, completed=standing.games, description=label)
            rows.append(standing)
    console.print(_ladder_table(game, rows))
    return rows


def analyse_with_progress(match: Match, level: str) -> Analysis:
    level_of(match.game, level)
    console = Console(stderr=True, highlight=False)
    with _progress(console) as progress:
        task = progress.add_task("analysing", total=len(match.history))
        return analyse(match, level, lambda done, _: progress.update(task, completed=done))


def show_analysis(match: Match, found: Analysis) -> None:
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False)
    for heading in ("ply", "seat", "move", "best", "expected", "lost", ""):
        table.add_column(heading, justify="right" if heading in ("ply", "expected", "lost") else "left")
    for one in found.judgements:
        name = match.game.seat_names[one.seat - 1]
        label = f"[{STYLES[one.label]}]{one.label}[/]"
        table.add_row(str(one.ply + 1), name, one.move, one.best, f"{one.expected:.0%}", f"{one.loss:.0%}", label)
    console.print(table)
    for name, accuracy in zip(match.game.seat_names, found.accuracy, strict=True):
        console.print(f"{name}: accuracy {accuracy}")


def _pairings(game: AnyGame, stronger: str | None, weaker: str | None) -> list[tuple[str, str]]:
    if (stronger is None) != (weaker is None):
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, "give both --stronger and --weaker, or neither")
    if stronger is not None and weaker is not None:
        for name in (stronger, weaker):
            level_of(game, name)
        return [(stronger, weaker)]
    names = list(game.levels)
    if len(names) < 2 or game.seats != 2:
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, f"{game.slug} has no two levels that could play each other")
    return [(strong, weak) for weak, strong in pairwise(names)]


def _ladder_table(game: AnyGame, rows: list[Standing]) -> Table:
    table = Table(title=f"{game.name}: draws count half, 95 % Wilson intervals", title_justify="left", box=None)
    for heading in ("pairing", "games", "won", "drawn", "lost", "score", "interval", "plies", "slowest choice"):
        table.add_column(heading, justify="left" if heading == "pairing" else "right")
    for row in rows:
        slowest = f"{row.slowest[0] * 1000:.0f} / {row.slowest[1] * 1000:.0f} ms"
        interval = f"{row.low:.3f}–{row.high:.3f}"
        counts = (row.games, row.wins, row.draws, row.losses)
        table.add_row(
            f"{row.stronger} over {row.weaker}", *map(str, counts), f"{row.score:.3f}", interval,
            f"{row.mean_plies:.1f}", slowest,
        )  # fmt: skip
    return table


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
