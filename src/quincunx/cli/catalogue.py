"""The catalogue of games as tables: options, ranges, presets."""

from rich.console import Console
from rich.table import Table

from quincunx.catalogue import all_games, describe


def show_catalogue() -> None:
    console = Console(highlight=False)
    for game in all_games():
        table = Table(
            title=f"{game.slug} — {game.name}: {game.tagline}", title_justify="left", box=None, pad_edge=False
        )
        table.add_column("option", style="cyan", no_wrap=True)
        table.add_column("default")
        table.add_column("allowed")
        for name, option in describe(game)["options"].items():
            table.add_row(name, str(option["default"]), option["allowed"])
        console.print(table)
        console.print(f"presets: {', '.join(game.presets)}\n", style="bold")
