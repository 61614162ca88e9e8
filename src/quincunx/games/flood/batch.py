"""Many boards solved: read from lines of text, in several threads, with results that a later run can take up.

A board is one line, row by row, one character a cell, from the top-left cell on. Its colours are its characters, and a
solution is a string of them. Results are kept in a file of one JSON object a line, written as each board is done.
"""

import hashlib
import json
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.rules import WON_BY_1, play
from quincunx.games.flood.hunt import NO_END
from quincunx.games.flood.lanes import Words
from quincunx.games.flood.rules import Flood, beginning, make_options
from quincunx.games.flood.solver import solve

SIZES = range(2, 41)
MOST_COLOURS = 8


class BoardResult(NamedTuple):
    moves: int
    solution: str
    proven: bool
    expansions: int
    seconds: float
    lower_bound: int


Report = Callable[[int, BoardResult], None]
"""Called with the number of a board (from 0) and its result, as each is done."""


def solve_boards(
    lines: Sequence[str],
    jobs: int = 1,
    seconds: float | None = None,
    budget: int = NO_END,
    known: dict[int, BoardResult] | None = None,
    report: Report | None = None,
) -> list[BoardResult]:
    """Solve every board, `jobs` at a time, with so many seconds and expansions for each.

    Boards whose optimum is `known` and proven are not solved again; of the others the better result counts.
    """
    boards = [read_board(line) for line in lines]  # all of them first: bad input is refused before hours of work
    results = dict(known or {})
    open_boards = [number for number in range(len(lines)) if not (number in results and results[number].proven)]

    def work(number: int) -> None:
        found = _solve_line(boards[number], lines[number], seconds, budget)
        results[number] = better = _better(found, results.get(number))
        if report is not None:
            report(number, better)

    with ThreadPoolExecutor(jobs) as pool:
        for _ in pool.map(work, open_boards):
            pass
    return [results[number] for number in range(len(lines))]


def summary(results: Iterable[BoardResult]) -> dict[str, Any]:
    """What `quincunx solve flood --json` prints."""
    listed = list(results)
    shown = ("moves", "solution", "proven", "expansions", "seconds")
    return {
        "boards": [{name: getattr(result, name) for name in shown} for result in listed],
        "total": sum(result.moves for result in listed),
        "proven": sum(result.proven for result in listed),
    }


def read_board(line: str) -> Flood:
    """The first position of the board in this line, without a limit of moves."""
    size = math.isqrt(len(line))
    if size * size != len(line) or size not in SIZES:
        problem = f"a board is one line of n × n characters, n from {SIZES[0]} to {SIZES[-1]}; this has {len(line)}"
        raise Refusal(ErrorCode.BAD_POSITION, f"{problem}: {quoted(line)}")
    colours = characters(line)
    if len(colours) > MOST_COLOURS:
        problem = f"a board has at most {MOST_COLOURS} colours; this has {len(colours)}"
        raise Refusal(ErrorCode.BAD_POSITION, f"{problem}: {quoted(line)}")
    planes = np.zeros((max(2, len(colours)), size), np.int64)
    for cell, character in enumerate(line):
        planes[colours.index(character), cell // size] |= 1 << cell % size
    return beginning(planes, 1, make_options(size, len(planes), None))


def characters(line: str) -> str:
    """The colours of a board, in the order of their numbers."""
    return "".join(sorted(set(line)))


def solves(line: str, solution: str) -> bool:
    """Whether these moves flood the board of this line, by the rules, with the last of them and not before."""
    position = read_board(line)
    for character in solution:
        move = characters(line).find(character)
        if move < 0 or move == position.colour or position.result == WON_BY_1:
            return False
        position = play(position, move)
    return position.result == WON_BY_1


def _solve_line(position: Flood, line: str, seconds: float | None, budget: int) -> BoardResult:
    with _alarm(seconds) as stop:
        found = solve(position, budget, stop)
    solution = "".join(characters(line)[move] for move in found.moves)
    if not solves(line, solution):
        raise AssertionError(f"the solver's moves {solution} do not flood the board {line}")
    return BoardResult(
        len(found.moves), solution, found.proven, found.expansions, round(found.seconds, 4), found.lower_bound
    )


@contextmanager
def _alarm(seconds: float | None) -> Iterator[Words]:
    """A flag that is set after so many seconds."""
    stop = np.zeros(1, np.int64)
    if seconds is None:
        yield stop
        return
    timer = threading.Timer(seconds, stop.fill, (1,))
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()


def _better(found: BoardResult, before: BoardResult | None) -> BoardResult:
    """The shorter solution, with the higher of the bounds."""
    if before is None:
        return found
    best = min(before, found, key=lambda result: result.moves)
    lower = max(before.lower_bound, found.lower_bound)
    return best._replace(lower_bound=lower, proven=lower == best.moves)


class ResultsFile:
    """Results on disk, a line each; a line that a killed process left unfinished is passed over."""

    def __init__(self, path: Path, lines: Sequence[str]) -> None:
        self._path = path
        self._digests = [hashlib.sha256(line.encode()).hexdigest()[:16] for line in lines]
        self._lock = threading.Lock()

    def read(self) -> dict[int, BoardResult]:
        """What earlier runs found out about these boards."""
        results: dict[int, BoardResult] = {}
        for text in self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []:
            try:
                stored = json.loads(text)
                number, digest = stored.pop("board"), stored.pop("digest")
                result = BoardResult(**stored)
            except (ValueError, KeyError, TypeError, AttributeError):
                continue
            if 0 <= number < len(self._digests) and self._digests[number] == digest:
                results[number] = result
        return results

    def write(self, number: int, result: BoardResult) -> None:
        text = json.dumps({"board": number, "digest": self._digests[number], **result._asdict()})
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(text + "\n")
