"""Boards solved from a file, with a bar on a terminal, or a line now and then where standard error is a file."""

import time
from collections.abc import Callable
from typing import Any

from quincunx.cli.progress import console, progress_bar
from quincunx.engine.game import AnyGame, BoardsTask

SECONDS_BETWEEN_LINES = 10.0


def solve_with_progress(game: AnyGame, task: BoardsTask) -> dict[str, Any]:
    """The solutions of the game's solver."""
    if not console.is_terminal:
        return game.solve_boards(task._replace(report=_lines(len(task.lines))))
    with progress_bar("", len(task.lines)) as bar:
        return game.solve_boards(task._replace(report=lambda done, text: bar.update(done, text=text)))


def _lines(total: int) -> Callable[[int, str], None]:
    """Reports as lines: the last one, and of the others one now and then."""
    printed = time.monotonic()

    def report(done: int, text: str) -> None:
        nonlocal printed
        if done == total or time.monotonic() - printed >= SECONDS_BETWEEN_LINES:
            printed = time.monotonic()
            console.print(f"{done}/{total}: {text}", soft_wrap=True)

    return report


def show_solved(solved: dict[str, Any]) -> None:
    for number, board in enumerate(solved["boards"], start=1):
        proof = "proven" if board["proven"] else "at most"
        print(f"{number:>6}  {board['moves']:>3} {proof:<7} {board['seconds']:>9.3f} s  {board['solution']}")
    print(f"{len(solved['boards'])} boards, {solved['total']} moves together, {solved['proven']} proven")
