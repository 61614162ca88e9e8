"""Check stored solutions of a set of Flood-It boards, by a program that knows nothing of the solver.

    python -m benchmarks.games.verify_flood FILE BOARDS

FILE holds one JSON object per line with `board` (its number, from 0), `solution` (a string of the board's characters)
and `moves`; BOARDS one board per line, row by row, one character per cell. Every solution is played through on the
cells. That no shorter one exists is the solver's claim (`proven`), and not checked here.
"""

import json
import math
import sys
from pathlib import Path


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    results = [json.loads(text) for text in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    boards = Path(sys.argv[2]).read_text(encoding="utf-8").split()
    by_board = {result["board"]: result for result in results}
    wrong = [number for number, line in enumerate(boards) if not _holds(line, by_board.get(number))]
    total = sum(result["moves"] for result in by_board.values())
    proven = sum(result["proven"] for result in by_board.values())
    print(f"{len(boards)} boards, {len(boards) - len(wrong)} flooded by their solution; total {total}, {proven} proven")
    if wrong:
        sys.exit(f"missing or wrong: boards {', '.join(map(str, wrong))}")


def _holds(line: str, result: dict[str, object] | None) -> bool:
    if result is None:
        return False
    solution = str(result["solution"])
    return len(solution) == result["moves"] and flooded(line, solution)


def flooded(line: str, solution: str) -> bool:
    """Play colour after colour; whether the board ends in one colour."""
    size = math.isqrt(len(line))
    cells = list(line)
    for colour in solution:
        for cell in _territory(cells, size):
            cells[cell] = colour
    return len(set(cells)) == 1


def _territory(cells: list[str], size: int) -> set[int]:
    """The cells of the top-left cell's colour that are connected to it."""
    territory, waiting = {0}, [0]
    while waiting:
        cell = waiting.pop()
        row, col = divmod(cell, size)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            beside = r * size + c
            if 0 <= r < size and 0 <= c < size and beside not in territory and cells[beside] == cells[0]:
                territory.add(beside)
                waiting.append(beside)
    return territory


if __name__ == "__main__":
    main()
