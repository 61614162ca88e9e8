"""The commands `perft`, `bench`, `ladder`, `solve`, `train` and `puzzles`."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from quincunx.cli.options import DEFAULT_SEED, GameArgument, JsonOption, SeedOption, VariantOption
from quincunx.cli.streams import fail, print_json, read_text, refusals


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=20, help="how many moves deep")],
    divide: Annotated[bool, typer.Option("--divide", help="count below each first move")] = False,
    variant: VariantOption = None,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
) -> None:
    """Count the games of exactly DEPTH moves. Two programs with the same rules find the same number."""
    with refusals():
        counts = _perft_counts(game, variant, seed, depth, divide)
    total = sum(counts.values())
    if as_json:
        print_json({"game": game, "depth": depth, "count": total} | ({"divide": counts} if divide else {}))
        return
    if divide:
        print("\n".join(f"{move:<6} {count}" for move, count in counts.items()))
    print(total)


def _perft_counts(slug: str, variant: Any, seed: int, depth: int, divide: bool) -> dict[str, int]:
    """The number of games of this depth, by first move if it is to be divided."""
    from quincunx.catalogue import game as find
    from quincunx.engine.kernels.playouts import perft as count
    from quincunx.engine.moves import numbers
    from quincunx.engine.rules import moves, play

    chosen = find(slug)
    position = chosen.new(chosen.variant(variant), seed)
    if not divide or depth == 0:
        return {"": int(count(position, depth))}
    branches = {chosen.write_move(position, move): play(position, move) for move in numbers(moves(position))}
    return {text: int(count(branches[text], depth - 1)) for text in sorted(branches)}


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; all of them otherwise")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="how long to measure each game")] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Signatures of the rules, and speed. A signature changes only if the rules do; speed is in moves per second."""
    from quincunx.bench import bench_games

    with refusals():
        rows = bench_games(game, seconds)
        if as_json:
            print_json([row._asdict() for row in rows])
            return
        for row in rows:
            print(
                f"{row.game:<9} signature {row.signature:016x}   {row.moves_a_second / 1e6:8.2f} million moves/s",
                flush=True,
            )


def ladder(
    game: GameArgument,
    stronger: Annotated[str | None, typer.Option(help="a level; every neighbouring pair otherwise")] = None,
    weaker: Annotated[str | None, typer.Option(help="the level that it is measured against")] = None,
    games: Annotated[int, typer.Option(min=2, max=1_000_000, help="games per pairing")] = 400,
    variant: VariantOption = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="processes")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how much stronger each level is than the one below. Intervals are of 95 %."""
    from quincunx.catalogue import game as find
    from quincunx.cli.development.ladder import show_ladder

    with refusals():
        rows = show_ladder(find(game), stronger, weaker, games, variant, jobs)
    if as_json:
        print_json([row._asdict() for row in rows])


def solve(
    game: GameArgument,
    boards: Annotated[Path, typer.Option(metavar="FILE", help="one board per line, row by row; - for standard input")],
    jobs: Annotated[int, typer.Option(min=1, max=256, help="boards at a time")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="for each board; no limit otherwise")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep results in this file, and continue from it")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve the boards in a file, each in the fewest moves, proven."""
    from quincunx.catalogue import game as find
    from quincunx.cli.development.solutions import show_solved, solve_with_progress
    from quincunx.engine.game import BoardsTask

    with refusals():
        chosen = find(game)
        lines = [line.rstrip() for line in read_text(boards).rstrip().splitlines()]
        _must_be_writable(resume)
        solved = solve_with_progress(chosen, BoardsTask(lines, jobs, seconds, resume))
    if as_json:
        print_json(solved)
    else:
        show_solved(solved)


def _must_be_writable(file: Path | None) -> None:
    """Better now than after hours of work."""
    try:
        if file is not None:
            file.open("ab").close()
    except OSError as problem:
        fail(f"cannot write {file}: {problem.strerror}")


def train(
    game: GameArgument,
    seed: Annotated[int, typer.Option(help="the seed of all games that are played")] = DEFAULT_SEED,
    games: Annotated[int | None, typer.Option(min=1, max=10**9, help="games of self-play; else as declared")] = None,
    search_games: Annotated[
        int | None, typer.Option(min=0, max=10**9, help="games with a search as the teacher; else as declared")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the table to write; else the one that the game reads")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="continue an unfinished training")] = False,
    as_json: JsonOption = False,
) -> None:
    """Train the evaluation of a game by self-play. The same seed and budgets give the same table."""
    from quincunx.catalogue import game as find
    from quincunx.cli.development.training import show_training, train_with_progress
    from quincunx.learning.training import Training

    with refusals():
        training = Training.start(find(game), seed, games, search_games)
        table = out or training.network.table
        try:
            train_with_progress(training, table, resume)
        except KeyboardInterrupt:
            done = f"{training.next_round} of {len(training.rounds)} rounds are kept"
            print(f"quincunx: interrupted; {done}: continue with --resume", file=sys.stderr)
            raise typer.Abort from None
        except OSError as problem:
            fail(f"cannot write {problem.filename or table}: {problem.strerror}")
    if as_json:
        print_json(training.account())
    else:
        show_training(training, table)


def puzzles(
    game: GameArgument,
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="how many to find")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="the seed of the matches that are played")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="processes")] = 1,
    out: Annotated[Path, typer.Option(metavar="FILE", help="JSON lines; compressed if the name ends in .gz")] = Path(
        "puzzles.jsonl"
    ),
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="find none; check the puzzles in this file instead")
    ] = None,
) -> None:
    """Find puzzles in matches of AI players. They are graded and checked; the same seed gives the same puzzles."""
    from quincunx.catalogue import game as find
    from quincunx.cli.development.puzzles import check_with_progress, mine_with_progress, read_file, show_puzzles

    with refusals():
        chosen = find(game)
        if check is not None:
            wrong = check_with_progress(read_file(chosen, check))
            if wrong:
                fail(f"{len(wrong)} puzzles are wrong: {', '.join(wrong[:10])}")
            print(f"{check}: all puzzles are right")
            return
        _must_be_writable(out)
        try:
            show_puzzles(mine_with_progress(chosen, count, seed, jobs, out), out)
        except KeyboardInterrupt:
            print("quincunx: interrupted; run the same command to continue", file=sys.stderr)
            raise typer.Abort from None
