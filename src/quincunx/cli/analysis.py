"""A match judged move by move, with a progress bar, and the judgements as a table."""

from rich.console import Console
from rich.table import Table

from quincunx.cli.progress import progress_bar
from quincunx.engine.match import Match
from quincunx.search.analysis import Analysis, analyse
from quincunx.search.chooser import hint_level_of, level_of

STYLES = {"best": "green", "good": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}


def analyse_with_progress(match: Match, level: str | None) -> Analysis:
    """By this level, or by the one that gives hints."""
    level = level or hint_level_of(match.game)
    level_of(match.game, level)  # refuses an unknown level before the progress bar begins
    with progress_bar("analysing", len(match.history)) as bar:
        return analyse(match, level, lambda done, _: bar.update(done))


def show_analysis(match: Match, analysis: Analysis) -> None:
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False)
    for heading in ("ply", "seat", "move", "best", "expected", "lost", ""):
        table.add_column(heading, justify="right" if heading in ("ply", "expected", "lost") else "left")
    for one in analysis.judgements:
        name = match.game.seat_names[one.seat - 1]
        label = f"[{STYLES[one.label]}]{one.label}[/]"
        table.add_row(str(one.ply + 1), name, one.move, one.best, f"{one.expected:.0%}", f"{one.loss:.0%}", label)
    console.print(table)
    for name, accuracy in zip(match.game.seat_names, analysis.accuracy, strict=True):
        console.print(f"{name}: {'too few choices for an accuracy' if accuracy is None else f'accuracy {accuracy}'}")
