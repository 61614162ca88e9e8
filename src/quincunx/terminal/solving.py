"""Boards solved from a file, with a bar on standard error."""

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quincunx.engine.game import AnyGame, BoardsTask


def solve_with_progress(game: AnyGame, task: BoardsTask) -> dict[str, Any]:
    """What the game's solver finds; a bar shows how far it is."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True, highlight=False)) as progress:
        bar = progress.add_task("", total=len(task.lines))

        def report(done: int, known: str) -> None:
            progress.update(bar, completed=done, description=known)

        return game.solve_boards(task._replace(report=report))


def show_solved(solved: dict[str, Any]) -> None:
    for number, board in enumerate(solved["boards"], start=1):
        proof = "proven" if board["proven"] else "at most"
        print(f"{number:>6}  {board['moves']:>3} {proof:<7} {board['seconds']:>9.3f} s  {board['solution']}")
    print(f"{len(solved['boards'])} boards, {solved['total']} moves together, {solved['proven']} proven")
