"""Many boards solved: read from lines of text, in several threads, with results that a later run can take up.

A board is one line, row by row, one character per cell, from the top-left cell on. Its colours are its characters, and
a solution is a string of them. Results are kept in a file with one JSON object per line, written as each board is done.
"""

import hashlib
import json
import math
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from quincunx.engine.clock import flag_after
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import BoardsTask
from quincunx.engine.kernels.arrays import np
from quincunx.engine.rules import WON_BY_1, play
from quincunx.games.flood.rules import Flood, beginning, make_options
from quincunx.games.flood.solver import solve
from quincunx.games.flood.solver.simd import Words
from quincunx.games.flood.solver.stages import MOST_BYTES, NO_END

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


def solve_task(task: BoardsTask) -> dict[str, Any]:
    """What `quincunx solve flood --json` prints."""
    if not task.lines:
        raise Refusal(
            ErrorCode.BAD_POSITION, "there are no boards; write one per line, row by row, one character per cell"
        )
    file = ResultsFile(task.kept, task.lines) if task.kept else None
    results = file.read() if file else {}

    def report(number: int, result: BoardResult) -> None:
        results[number] = result
        if file:
            file.write(number, result)
        _tell(task, results)

    known = dict(results)
    _tell(task, known)
    return summary(solve_boards(task.lines, task.jobs, task.seconds, known=known, report=report))


def _tell(task: BoardsTask, results: dict[int, BoardResult]) -> None:
    if task.report is not None:
        listed = list(results.values())
        total, proven = sum(result.moves for result in listed), sum(result.proven for result in listed)
        task.report(len(listed), f"{total} moves, {proven} of {len(listed)} boards proven")


def solve_boards(
    lines: Sequence[str],
    jobs: int = 1,
    seconds: float | None = None,
    budget: int = NO_END,
    known: dict[int, BoardResult] | None = None,
    report: Report | None = None,
) -> list[BoardResult]:
    """Solve every board, `jobs` at a time, with this many seconds and expansions for each, and one share of the memory.

    Boards whose optimum is `known` and proven are not solved again; of the others the better result counts.
    """
    boards = [_read_line(number, line) for number, line in enumerate(lines, start=1)]  # bad input is refused at once
    results = dict(known or {})
    open_boards = [number for number in range(len(lines)) if not (number in results and results[number].proven)]
    stops = np.zeros((len(lines), 1), np.int64)

    def work(number: int) -> None:
        result = _solve_line(boards[number], lines[number], seconds, budget, stops[number], MOST_BYTES // jobs)
        results[number] = better = _better(result, results.get(number))
        if report is not None:
            report(number, better)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for _ in pool.map(work, open_boards):
                pass
        except BaseException:  # also when the user interrupts: what is running ends now
            stops.fill(1)
            pool.shutdown(cancel_futures=True)
            raise
    return [results[number] for number in range(len(lines))]


def summary(results: Iterable[BoardResult]) -> dict[str, Any]:
    """The results as one JSON object."""
    listed = list(results)
    shown = ("moves", "solution", "proven", "expansions", "seconds")
    return {
        "boards": [{name: getattr(result, name) for name in shown} for result in listed],
        "total": sum(result.moves for result in listed),
        "proven": sum(result.proven for result in listed),
    }


def _read_line(number: int, line: str) -> Flood:
    try:
        return read_board(line)
    except Refusal as refusal:
        raise Refusal(refusal.errorCode, f"line {number}: {refusal.message}") from None


def read_board(line: str) -> Flood:
    """The first position of the board in this line, without a limit of moves."""
    size = math.isqrt(len(line))
    if size * size != len(line) or size not in SIZES:
        problem = f"a board is one line of n × n characters, n from {SIZES[0]} to {SIZES[-1]}; this has {len(line)}"
        raise Refusal(ErrorCode.BAD_POSITION, f"{problem}: {quoted(line)}")
    if any(character.isspace() for character in line):
        raise Refusal(ErrorCode.BAD_POSITION, f"a board has no spaces between its cells: {quoted(line)}")
    colours = characters(line)
    if len(colours) > MOST_COLOURS:
        problem = f"a board has at most {MOST_COLOURS} colours; this has {len(colours)}"
        raise Refusal(ErrorCode.BAD_POSITION, f"{problem}: {quoted(line)}")
    planes = np.zeros((max(2, len(colours)), size), np.int64)
    for cell, character in enumerate(line):
        planes[colours.index(character), cell // size] |= 1 << cell % size
    return beginning(planes, make_options(size, len(planes), None))


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


def _solve_line(
    position: Flood, line: str, seconds: float | None, budget: int, stop: Words, most_bytes: int
) -> BoardResult:
    with flag_after(seconds, stop):
        solved = solve(position, budget, stop, most_bytes)
    solution = "".join(characters(line)[move] for move in solved.moves)
    if not solves(line, solution):
        raise AssertionError(f"the solver's moves {solution} do not flood the board {line}")
    return BoardResult(
        len(solved.moves), solution, solved.proven, solved.expansions, round(solved.seconds, 4), solved.lower_bound
    )


def _better(latest: BoardResult, before: BoardResult | None) -> BoardResult:
    """The shorter solution, with the higher of the bounds."""
    if before is None:
        return latest
    best = min(before, latest, key=lambda result: result.moves)
    lower = max(before.lower_bound, latest.lower_bound)
    return best._replace(lower_bound=lower, proven=lower == best.moves)


class ResultsFile:
    """Results on disk, one line per board; a line that a killed process left unfinished is skipped."""

    def __init__(self, path: Path, lines: Sequence[str]) -> None:
        self._path = path
        self._lines = lines
        self._digests = [hashlib.sha256(line.encode()).hexdigest()[:16] for line in lines]
        self._lock = threading.Lock()

    def read(self) -> dict[int, BoardResult]:
        """What earlier runs found out about these boards; a file of anything else is refused, and left as it is."""
        results: dict[int, BoardResult] = {}
        texts = self._path.read_text(encoding="utf-8", errors="replace").splitlines() if self._path.exists() else []
        stored = [one for one in map(_read_result, texts) if one is not None]
        if texts and not stored:
            problem = f"{self._path} does not contain results; name a new file, or one that this command wrote"
            raise Refusal(ErrorCode.BAD_RECORD, problem)
        for number, digest, result in stored:
            if self._fits(number, digest, result):
                results[number] = result
        return results

    def _fits(self, number: int, digest: str, result: BoardResult) -> bool:
        """Whether this is a solution of the board that has this number now."""
        if not 0 <= number < len(self._lines) or self._digests[number] != digest:
            return False
        return len(result.solution) == result.moves and solves(self._lines[number], result.solution)

    def write(self, number: int, result: BoardResult) -> None:
        text = json.dumps({"board": number, "digest": self._digests[number], **result._asdict()})
        with self._lock, self._path.open("a+b") as file:
            if file.tell() and not self._ends_a_line(file):
                text = "\n" + text
            file.write((text + "\n").encode())

    @staticmethod
    def _ends_a_line(file: BinaryIO) -> bool:
        """Whether the file ends with a whole line; a process that was killed may have left a part of one."""
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _read_result(text: str) -> tuple[int, str, BoardResult] | None:
    try:
        stored = json.loads(text)
        number, digest = stored.pop("board"), stored.pop("digest")
        return int(number), str(digest), BoardResult(**stored)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
