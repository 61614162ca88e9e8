"""`quincunx solve flood`, as a person or a program runs it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quincunx.cli import main
from quincunx.games.flood.solver import batch, solve
from quincunx.games.flood.solver.batch import BoardResult, ResultsFile, read_board, solve_boards, solves
from tests.games.flood.brute import fewest_moves, position_of, random_cells, territory_of
from tests.suite.scale import scaled
from tests.support.command import run

SIZE = scaled(6, 4)
CHARACTERS = "ABCD"


def line_of(seed: int, size: int = SIZE) -> str:
    return "".join(CHARACTERS[colour] for colour in random_cells(size, len(CHARACTERS), seed))


LINES = [line_of(seed) for seed in range(6)]


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.txt"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


class Answer(NamedTuple):
    status: object
    out: str
    err: str


Solve = Callable[..., Answer]


@pytest.fixture
def solve_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Solve:
    """The command, without the second that a new process takes."""

    def call(*arguments: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["quincunx", "solve", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return Answer(ended.value.code or 0, *capsys.readouterr())

    return call


def solved(solve_command: Solve, *arguments: str) -> dict[str, Any]:
    done = solve_command("flood", "--json", *arguments)
    assert done.status == 0, done.err
    answer: dict[str, Any] = json.loads(done.out)
    return answer


def test_the_answer_has_the_shape_that_was_asked_for(solve_command: Solve, boards: Path) -> None:
    answer = solved(solve_command, "--boards", str(boards), "--jobs", "2")
    assert list(answer) == ["boards", "total", "proven"]
    assert answer["total"] == sum(board["moves"] for board in answer["boards"])
    assert answer["proven"] == len(LINES)
    for line, board in zip(LINES, answer["boards"], strict=True):
        assert list(board) == ["moves", "solution", "proven", "expansions", "seconds"]
        assert board["proven"] is True
        assert board["moves"] == len(board["solution"]) == len(solve(read_board(line)).moves)
        assert solves(line, board["solution"])
        assert set(board["solution"]) <= set(CHARACTERS)


def test_progress_goes_to_standard_error(boards: Path) -> None:
    done = run("solve", "flood", "--boards", str(boards))
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == len(LINES) + 1
    assert lines[-1].startswith(f"{len(LINES)} boards, ")
    assert f"{len(LINES)}/{len(LINES)}" in done.stderr


def test_boards_come_from_standard_input_too() -> None:
    done = run("solve", "flood", "--boards", "-", "--json", typed="abba\r\nabab\r\n\n")
    assert [board["moves"] for board in json.loads(done.stdout)["boards"]] == [2, 1]


def test_a_later_run_reuses_stored_results(solve_command: Solve, boards: Path, tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    first = solved(solve_command, "--boards", str(boards), "--resume", str(kept))
    stored = kept.read_text(encoding="utf-8").splitlines()
    assert len(stored) == len(LINES)
    assert solved(solve_command, "--boards", str(boards), "--resume", str(kept)) == first
    assert kept.read_text(encoding="utf-8").splitlines() == stored  # nothing was solved again
    kept.write_text(
        "\n".join([*stored[:2], stored[2][: len(stored[2]) // 2]]), encoding="utf-8"
    )  # killed while writing
    again = solved(solve_command, "--boards", str(boards), "--resume", str(kept))
    assert [board["moves"] for board in again["boards"]] == [board["moves"] for board in first["boards"]]
    assert again["boards"][:2] == first["boards"][:2]
    assert len(ResultsFile(kept, LINES).read()) == len(LINES)


def test_results_of_other_boards_are_not_reused(solve_command: Solve, boards: Path, tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    solved(solve_command, "--boards", str(boards), "--resume", str(kept))
    others = [line_of(seed) for seed in range(100, 103)]
    assert ResultsFile(kept, others).read() == {}
    assert list(ResultsFile(kept, [others[0], *LINES[1:3]]).read()) == [1, 2]


def test_a_proof_belongs_to_one_board_even_if_its_solution_floods_another(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    ResultsFile(kept, ["ABBC"]).write(0, BoardResult(2, "BC", True, 1, 0.1, 2))
    assert solves("ACBC", "BC")
    assert ResultsFile(kept, ["ACBC"]).read() == {}
    assert list(ResultsFile(kept, ["ABBC"]).read()) == [0]


def test_a_stored_solution_that_does_not_flood_the_board_is_not_reused(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "results.jsonl", LINES)
    file.write(0, BoardResult(1, CHARACTERS[1], True, 1, 0.1, 1))
    assert file.read() == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there are no boards"),
        ("\n\n", "there are no boards"),
        ("ABAB\nABA\n", "line 2: a board is one line of n × n characters, n from 2 to 40; this has 3: 'ABA'"),
        ("ABAB\n\nABAB\n", "line 2: a board is one line of n × n characters, n from 2 to 40; this has 0: ''"),
        ("A\n", "line 1: a board is one line of n × n characters, n from 2 to 40; this has 1: 'A'"),
        ("A" * 41 * 41, "line 1: a board is one line of n × n characters, n from 2 to 40; this has 1681"),
        ("ABCDEFGHI\n", "line 1: a board has at most 8 colours; this has 9: 'ABCDEFGHI'"),
        ("AB CDABCD\n", "line 1: a board has no spaces between its cells: 'AB CDABCD'"),
    ],
)
def test_bad_boards_are_refused_in_one_line(solve_command: Solve, tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(text, encoding="utf-8")
    done = solve_command("flood", "--boards", str(path), "--json")
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().splitlines()[-1].startswith(f"quincunx: bad_position: {problem}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("flood",),
        ("flood", "--boards", "{boards}", "--jobs", "0"),
        ("flood", "--boards", "{boards}", "--seconds", "0"),
        ("flood", "--boards", "{boards}", "--seconds", "soon"),
        ("flood", "--boards", "no such file"),
        ("flood", "--boards", "."),
        ("flood", "--boards", "{boards}", "--resume", "."),
        ("flood", "--boards", "{boards}", "--resume", "{boards}"),
        ("duel", "--boards", "{boards}"),
        ("chess", "--boards", "{boards}"),
    ],
)
def test_bad_requests_are_refused_in_one_line(solve_command: Solve, boards: Path, arguments: tuple[str, ...]) -> None:
    before = boards.read_bytes()
    done = solve_command(*(argument.format(boards=boards) for argument in arguments))
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().splitlines()[-1].startswith("quincunx: ")
    assert boards.read_bytes() == before


def test_when_time_is_up_there_is_a_solution_with_its_bounds() -> None:
    line = "".join("ABCDEF"[colour] for colour in random_cells(scaled(30, 8), 6, 1))
    (solution,) = solve_boards([line], seconds=0.001)
    assert not solution.proven
    assert solution.lower_bound < solution.moves == len(solution.solution)
    assert solves(line, solution.solution)


def test_a_second_try_keeps_the_better_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution of one run and a bound of another prove each other."""
    (best,) = solve_boards(LINES[:1])
    poor = best._replace(moves=best.moves + 1, solution=best.solution + "?", proven=False)
    (merged,) = solve_boards(LINES[:1], known={0: poor})
    assert (merged.moves, merged.proven) == (best.moves, True)
    unproven = best._replace(proven=False, lower_bound=1)
    monkeypatch.setattr(batch, "_solve_line", lambda *_: poor)
    (merged,) = solve_boards(LINES[:1], known={0: unproven})
    assert (merged.moves, merged.proven, merged.solution) == (best.moves, True, best.solution)


def test_solutions_are_the_shortest() -> None:
    lines = [line_of(seed, 4) for seed in range(scaled(40, 3))]
    for seed, (line, solution) in enumerate(zip(lines, solve_boards(lines, jobs=3), strict=True)):
        cells = random_cells(4, len(CHARACTERS), seed)
        colours = sorted(set(cells))
        cells = [colours.index(colour) for colour in cells]
        position = position_of(cells, max(2, len(colours)))
        truth = fewest_moves(cells, territory_of(position), position.colour, len(colours))
        assert (solution.moves, solution.proven) == (truth, True), line


def test_an_interruption_ends_the_command_at_once() -> None:
    """What was finished before the interruption stays reported."""
    reported = []

    def report(number: int, result: BoardResult) -> None:
        reported.append((number, result.proven))
        if number == 1:
            raise KeyboardInterrupt

    hard = "".join("ABCDEF"[colour] for colour in random_cells(scaled(24, 9), 6, 1))
    with pytest.raises(KeyboardInterrupt):
        solve_boards([*LINES[:2], hard, hard], jobs=2, report=report)
    assert sorted(reported[:2]) == [(0, True), (1, True)]
    assert not any(proven for _, proven in reported[2:])
