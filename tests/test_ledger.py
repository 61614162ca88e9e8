"""Measurements go on where they were interrupted."""

from pathlib import Path
from typing import Any

import pytest
from benchmarks.ledger import Ledger, append, lines_of

KEY = {"game": "duel", "variant": {"tokens": (6, 7)}, "settings": ["hard", "medium"]}


class Played:
    """Notes which matches were played."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __call__(self, number: int) -> dict[str, Any]:
        self.numbers.append(number)
        return {"points": number / 2, "slowest": (1, 2)}


def test_a_match_is_played_once_and_remembered_by_the_next_run(tmp_path: Path) -> None:
    file, play = tmp_path / "lines.jsonl", Played()
    first = Ledger(file, KEY)
    assert first.observe(1, play) == first.observe(1, play) == {"number": 1, "points": 0.5, "slowest": [1, 2]}
    again = Ledger(file, KEY)
    assert again.observe(1, play)["points"] == 0.5
    assert again.observe(2, play)["points"] == 1.0
    assert play.numbers == [1, 2]
    assert [line["number"] for line in lines_of(file)] == [1, 2]


def test_only_lines_with_the_same_key_count(tmp_path: Path) -> None:
    file, play = tmp_path / "lines.jsonl", Played()
    for settings in (["hard", "medium"], ["hard", "easy"]):
        Ledger(file, KEY | {"settings": settings}).observe(0, play)
    append(file, {"game": "duel", "row": "of another kind"})
    Ledger(file, KEY).observe(0, play)
    assert play.numbers == [0, 0]


def test_a_line_that_was_not_written_to_its_end_is_replaced(tmp_path: Path) -> None:
    file, play = tmp_path / "lines.jsonl", Played()
    Ledger(file, KEY).observe(0, play)
    whole = file.read_text()
    file.write_text(whole + whole[:20])
    Ledger(file, KEY).observe(1, play)
    assert [line["number"] for line in lines_of(file)] == [0, 1]
    assert play.numbers == [0, 1]


def test_a_broken_line_in_the_middle_is_no_interruption(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text('{"number": 0\n{"number": 1}\n')
    with pytest.raises(ValueError, match="delimiter"):
        list(lines_of(file))
