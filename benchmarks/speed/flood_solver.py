"""How fast the Flood-It solver is, and whether it reproduces what is known of public sets of boards.

    python -m benchmarks.speed.flood_solver                      seeded random boards, in CPU seconds
    python -m benchmarks.speed.flood_solver --hints              every colour's cost, as a player asks for it
    python -m benchmarks.speed.flood_solver --boards FILE [--results FILE] [--jobs N] [--seconds S]
    python -m benchmarks.speed.flood_solver --public FOLDER      all sets of that folder whose total is known

A file of boards has one board per line, row by row, one character per cell. With `--results`, every board that is done
is written to that file at once, and a later run goes on where this one ended. The public sets are other people's: they
are not in this project.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from quincunx.engine.kernels.randomness import below
from quincunx.engine.moves import numbers
from quincunx.engine.rules import moves, play
from quincunx.games.flood.rules import Flood, first_position, make_options
from quincunx.games.flood.solver import costs, solve
from quincunx.games.flood.solver.batch import BoardResult, ResultsFile, solve_boards, summary


class Set(NamedTuple):
    """Random boards, with the CPU seconds that a C++ prototype and the best public solver took for as many."""

    boards: int
    size: int
    colours: int
    prototype: float
    public: str


SETS = (
    Set(500, 20, 4, 0.4, "4.2"),
    Set(20, 14, 6, 0.16, "0.5"),
    Set(20, 19, 6, 8, "21"),
    Set(10, 20, 6, 12, "27"),
    Set(5, 24, 6, 15, "one of five not in 30 s"),
)
SLOWER_AT_MOST = 1.5

KNOWN_TOTALS = {"pc19": 20086, "b24c4n1000": 21952, "b18c6n1000": 24837}
"""Proven totals of moves of the public sets."""


HINTS = 200
"""Positions that hints are measured at, of 20×20×4: after 0 to 19 random moves."""
HINT_MILLISECONDS = 100
NEW_GAMES = ((12, 4), (20, 4), (14, 6))
"""Size and colours of the presets whose limit is the optimum."""
NEW_GAME_MILLISECONDS = 300


def main() -> None:
    options = _options()
    if options.boards:
        _solve_file(Path(options.boards), options)
    elif options.public:
        _check_public(Path(options.public), options)
    elif options.hints:
        _measure_hints()
    else:
        _measure_sets()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The Flood-It solver, measured.")
    parser.add_argument("--boards", help="solve the boards in this file")
    parser.add_argument("--results", help="keep results in this file, and take up what is there")
    parser.add_argument("--public", help="a folder with the public sets of boards")
    parser.add_argument("--hints", action="store_true", help="measure hints and new games instead")
    parser.add_argument("--jobs", type=int, default=1, help="boards at a time")
    parser.add_argument("--seconds", type=float, default=None, help="for one board; none for no limit")
    parser.add_argument("--json", action="store_true", help="print every board's result")
    return parser.parse_args()


def _board(size: int, colours: int, seed: int) -> Flood:
    return first_position(seed, make_options(size, colours, None))


def _measure_sets() -> None:
    solve(_board(24, 6, 0))  # compiles what is not compiled yet
    print(f"{'boards':<22} {'CPU s':>8} {'prototype':>10} {'public solver':>24}   moves  expansions  slowest")
    for chosen in SETS:
        moves = expansions = 0
        slowest = spent = 0.0
        for seed in range(chosen.boards):
            position = _board(chosen.size, chosen.colours, seed)
            began = time.process_time()
            solution = solve(position)
            took = time.process_time() - began
            spent, slowest = spent + took, max(slowest, took)
            moves, expansions = moves + len(solution.moves), expansions + solution.expansions
        name = f"{chosen.boards} of {chosen.size}×{chosen.size}×{chosen.colours}"
        met = "met" if spent <= SLOWER_AT_MOST * chosen.prototype else "MISSED"
        print(
            f"{name:<22} {spent:>8.2f} {chosen.prototype:>10} {chosen.public:>24}   {moves:>5} {expansions:>11}"
            f" {slowest:>7.2f} s  {met}"
        )


def _measure_hints() -> None:
    costs(_board(24, 6, 0), 40_000)
    positions = [_later(_board(20, 4, seed), seed, seed % 20) for seed in range(HINTS)]
    _quantiles("hint, 20×20×4", [_milliseconds(costs, position) for position in positions], HINT_MILLISECONDS)
    for size, colours in NEW_GAMES:
        boards = [_board(size, colours, seed) for seed in range(HINTS)]
        name = f"optimum, {size}×{size}×{colours}"
        _quantiles(name, [_milliseconds(solve, board) for board in boards], NEW_GAME_MILLISECONDS)


def _later(position: Flood, seed: int, moves_made: int) -> Flood:
    for ply in range(moves_made):
        choices = list(numbers(moves(position)))
        position = play(position, choices[below(len(choices), seed, 9, ply)])
    return position


def _milliseconds(work: Callable[[Flood], object], position: Flood) -> float:
    began = time.process_time()
    work(position)
    return 1000 * (time.process_time() - began)


def _quantiles(name: str, taken: list[float], most: float) -> None:
    ordered = sorted(taken)
    half, nearly_all = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    met = "met" if nearly_all <= most else "MISSED"
    print(
        f"{name:<20} {len(taken)} times: half within {half:.1f} ms, 95 % within {nearly_all:.1f} ms (at most {most} ms:"
        f" {met}), the slowest {ordered[-1]:.1f} ms, CPU"
    )


def _check_public(folder: Path, options: argparse.Namespace) -> None:
    for name, total in KNOWN_TOTALS.items():
        path = folder / f"{name}.txt"
        if not path.exists():
            print(f"{name}: {path} is not there; the public sets are not part of this project")
            continue
        began = time.process_time()
        results = _solve_lines(path.read_text(encoding="utf-8").split(), None, options)
        moves, proven = sum(result.moves for result in results), sum(result.proven for result in results)
        verdict = "as known" if (moves, proven) == (total, len(results)) else f"MISSED: known is {total}"
        spent = time.process_time() - began
        print(f"{name}: total {moves}, {proven} of {len(results)} proven, {spent:.1f} s CPU, {verdict}")


def _solve_file(path: Path, options: argparse.Namespace) -> None:
    lines = path.read_text(encoding="utf-8").split()
    results = _solve_lines(lines, Path(options.results) if options.results else None, options)
    totals = summary(results)
    if options.json:
        print(json.dumps(totals))
        return
    least = sum(result.lower_bound for result in results)
    print(f"{path.name}: total {totals['total']}, {totals['proven']} of {len(lines)} proven, at least {least}")


def _solve_lines(lines: list[str], kept: Path | None, options: argparse.Namespace) -> list[BoardResult]:
    """Solve the boards, with a line about each on standard error."""
    file = ResultsFile(kept, lines) if kept else None
    known = file.read() if file else {}
    done = sum(result.proven for result in known.values())

    def report(number: int, result: BoardResult) -> None:
        nonlocal done
        done += 1
        if file:
            file.write(number, result)
        proof = "proven" if result.proven else f"at least {result.lower_bound}"
        print(
            f"{done} of {len(lines)}: board {number}, {result.moves} moves, {proof}, {result.expansions} expansions,"
            f" {result.seconds:.2f} s",
            file=sys.stderr,
        )

    return solve_boards(lines, options.jobs, options.seconds, known=known, report=report)


if __name__ == "__main__":
    main()
