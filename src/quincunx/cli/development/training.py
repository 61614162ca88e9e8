"""A training with its progress bar, kept after every round so that it can go on after an interruption."""

from pathlib import Path

from quincunx.cli.progress import progress_bar
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.learning.table import SUFFIX
from quincunx.learning.training import PARTS, Training, json_file, partial_file


def train_with_progress(training: Training, table: Path, resume: bool) -> None:
    """Train to the end and write the table; refuse before any work is done if that cannot be."""
    _must_be_table(table)
    if resume:
        training.resume(table)
    elif partial_file(table).exists():
        raise Refusal(
            ErrorCode.NOT_ALLOWED,
            f"{partial_file(table)} holds an unfinished training; continue with --resume, or delete it",
        )
    training.keep(table)  # finds out now whether the folder can be written to
    rounds = training.rounds
    with progress_bar("training", len(rounds)) as bar:

        def report(now: Training) -> None:
            now.keep(table)
            part = PARTS[rounds[now.next_round - 1].part]
            last = now.statistics[-1] if now.statistics else None
            error = f", error {last['error']:.3f}" if last is not None else ""
            bar.update(now.next_round, text=f"{now.game.slug}: {part}{error}")

        training.run(report)
    training.save(table)


def _must_be_table(table: Path) -> None:
    if table.suffix != SUFFIX:
        raise Refusal(ErrorCode.BAD_REQUEST, f"a table's name ends in {SUFFIX}, not {table.name!r}")


def show_training(training: Training, table: Path) -> None:
    account = training.account()
    print(f"{table}: {account['learned']} of {account['weights']} weights learned; {json_file(table)} says how")
