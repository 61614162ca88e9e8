"""Boards solved from a file, with a bar on standard error, or now and then a line where nobody watches."""

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quincunx.engine.game import AnyGame, BoardsTask

SECONDS_BETWEEN_LINES = 10.0


def solve_with_progress(game: AnyGame, task: BoardsTask) -> dict[str, Any]:
    """What the game's solver finds; on the way, how far it is."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        return game.solve_boards(task._replace(report=_lines(console, len(task.lines))))
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=len(task.lines))
        return game.solve_boards(
            task._replace(report=lambda done, known: progress.update(bar, completed=done, description=known))
        )


def _lines(console: Console, total: int) -> Callable[[int, str], None]:
    """Reports as lines: the last one, and of the others one now and then."""
    told = time.monotonic()

    def report(done: int, known: str) -> None:
        nonlocal told
        if done == total or time.monotonic() - told >= SECONDS_BETWEEN_LINES:
            told = time.monotonic()
            console.print(f"{done}/{total}: {known}", soft_wrap=True)

    return report


def show_solved(solved: dict[str, Any]) -> None:
    for number, board in enumerate(solved["boards"], start=1):
        proof = "proven" if board["proven"] else "at most"
        print(f"{number:>6}  {board['moves']:>3} {proof:<7} {board['seconds']:>9.3f} s  {board['solution']}")
    print(f"{len(solved['boards'])} boards, {solved['total']} moves together, {solved['proven']} proven")
