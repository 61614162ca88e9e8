"""The progress bar of every command that takes long, on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

console = Console(stderr=True, highlight=False)
"""Standard error: what is printed here while a bar is shown stays above the bar."""


class ProgressBar:
    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def update(self, done: int, total: int | None = None, text: str | None = None) -> None:
        """How far it is; the total and the text stay as they were if they are not given."""
        self._progress.update(self._task, completed=done, total=total, description=text)


@contextmanager
def progress_bar(text: str, total: int | None = None) -> Iterator[ProgressBar]:
    """A bar with a text before it and the remaining time behind it; without a total it only moves."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        yield ProgressBar(progress, progress.add_task(text, total=total))
