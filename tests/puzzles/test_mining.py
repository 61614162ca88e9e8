"""Mining is the same wherever and whenever it is done, and goes on after an interruption."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.puzzles.collection import shipped
from quincunx.puzzles.grading import rating_of
from quincunx.puzzles.mining import CHUNK, Mined, Unverified, distinct, mine, mine_chunk, mine_match, symmetric_key
from quincunx.puzzles.puzzle import packed, read_puzzle, read_puzzles, smallest_position
from quincunx.puzzles.verification import is_right
from tests.support.command import run

SLUG = "flood"


def mined(count: int, workers: int, chunks: dict[int, list[Mined]], kept: dict[int, list[Mined]]) -> list[str]:
    with ThreadPoolExecutor(workers) as executor:
        found = mine(count, chunks, executor, workers, lambda chunk: mine_chunk(game(SLUG), 1, chunk), kept.__setitem__)
    return [puzzle.as_line() for puzzle in found]


def test_the_shipped_puzzles_are_those_of_seed_1() -> None:
    first = [puzzle for _, puzzle in mine_chunk(game(SLUG), 1, 0)]
    assert first == list(shipped(game(SLUG))[: len(first)])
    assert 0 < len(first) <= CHUNK


def test_any_number_of_workers_finds_the_same_and_goes_on_from_what_is_kept() -> None:
    kept: dict[int, list[Mined]] = {}
    alone = mined(20, 1, {}, kept)
    assert mined(20, 3, {}, {}) == alone
    some = {number: chunk for number, chunk in kept.items() if number != 0}
    again: dict[int, list[Mined]] = {}
    assert mined(20, 1, some, again) == alone
    assert 0 in again
    assert len(again) < len(kept)


def test_the_same_position_is_found_once() -> None:
    chunk = mine_chunk(game(SLUG), 1, 0)
    assert len(list(distinct([chunk, chunk]))) == len(chunk)


def test_turned_positions_have_one_key() -> None:
    duel = game("duel")
    variant = duel.variant("guarded")
    rows = ["RG....", *["......"] * 5]
    turned = [".....R", ".....G", *["......"] * 4]

    def key(cells: list[str]) -> str:
        fields = {"cells": cells, "placed": [True, True]}
        return symmetric_key(duel, variant, duel.place(variant, 1, fields))

    assert key(rows) == key(turned)
    assert key(rows) != key(["GG....", *rows[1:]])


def test_a_puzzle_that_plain_search_judges_otherwise_stops_mining(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = game(SLUG).puzzles[0]
    seed = next(seed for seed in range(20) if mine_match(game(SLUG), kind, seed))
    monkeypatch.setattr(type(kind), "check", lambda *_: {})
    with pytest.raises(Unverified):
        mine_match(game(SLUG), kind, seed)


def test_a_changed_score_or_answer_is_noticed() -> None:
    puzzle = shipped(game(SLUG))[0]
    assert is_right(puzzle)
    assert not is_right(puzzle.model_copy(update={"others": puzzle.others - 1}))
    assert not is_right(puzzle.model_copy(update={"answers": ("pink",)}))


def test_scores_are_packed_without_the_most_common_one() -> None:
    assert packed({"a": 1, "b": 0, "c": 0}) == ({"a": 1}, 0)


def test_a_position_keeps_what_the_seed_would_change() -> None:
    mosaic = game("mosaic")
    position = mosaic.new(mosaic.variant(), 77)
    assert "queue" in smallest_position(mosaic, mosaic.variant(), position)
    assert set(smallest_position(game("pushmine"), game("pushmine").variant(), game("pushmine").new(
        game("pushmine").variant(), 1))) == {"cells", "turn"}  # fmt: skip


def test_what_nobody_solves_is_rated_higher() -> None:
    assert rating_of(0, 21) > rating_of(10, 21) > rating_of(21, 21)
    assert rating_of(5, 10) == 1500


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nonsense", "this is not a puzzle: invalid json"),
        ("{}", "this is not a puzzle: id: field required"),
        (json.dumps({"id": 1}), "this is not a puzzle: id: input should be a valid string"),
    ],
)
def test_a_line_that_is_no_puzzle_is_refused_in_a_sentence(line: str, problem: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_puzzle(line)
    assert refused.value.message.startswith(problem)
    with pytest.raises(Refusal, match="line 2: this is not a puzzle"):
        list(read_puzzles(["", line]))


def test_the_command_checks_a_file_and_says_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    puzzle = shipped(game(SLUG))[0]
    file.write_text(puzzle.as_line() + "\n")
    done = run("puzzles", SLUG, "--check", str(file))
    assert done.returncode == 0, done.stderr
    file.write_text(puzzle.model_copy(update={"others": -99}).as_line() + "\n")
    wrong = run("puzzles", SLUG, "--check", str(file))
    assert wrong.returncode == 2
    assert f"quincunx: 1 puzzles are wrong: {puzzle.id}" in wrong.stderr


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        ("nonsense\n", "is damaged; delete it"),
        ('{"game": "flood", "version": 1, "seed": 9}\n', "holds puzzles of another game or seed"),
    ],
)
def test_what_an_interrupted_command_left_must_fit(tmp_path: Path, kept: str, problem: str) -> None:
    (tmp_path / "mine.jsonl.partial").write_text(kept)
    done = run("puzzles", SLUG, "--out", str(tmp_path / "mine.jsonl"))
    assert done.returncode == 2
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_of_another_game_is_not_checked(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(shipped(game(SLUG))[0].as_line() + "\n")
    done = run("puzzles", "duel", "--check", str(file))
    assert done.returncode == 2
    assert "is not a puzzle of duel" in done.stderr
