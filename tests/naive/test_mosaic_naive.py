"""Hand-worked examples of mosaic's rulings, for the naive implementation (and of DESIGN's random numbers)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.mosaic import Naive, has_line, legal_swaps
from tests.naive.perft import perft
from tests.naive.randomness import below, word

STANDARD: dict[str, Any] = {
    "rows": 6, "cols": 6, "colours": 5, "target": 1000, "max_moves": 20, "token_points": 10,
    "wave_bonus": 2, "queue_shown": 3, "opening_cap": 60, "opening_swaps": 4, "limit_rule": "higher_score",
}  # fmt: skip
SMALL: dict[str, Any] = STANDARD | {"rows": 4, "cols": 4, "colours": 4, "opening_cap": 0, "opening_swaps": 1}

ONE_SWAP = ["abcd", "bcda", "aabc", "cdab"]  # c3c4 brings a third a into row 3; nothing else makes a line
CORNER = ["abbc", "acdd", "baad", "acbc"]  # a3a4 makes a line of a row and of a column that share a3
DEAD = ["abcd", "cdab", "abcd", "cdab"]  # no swap makes a line


class Scripted(Naive):
    """A 4x4 match whose drops are written down: one text per column, next drop first."""

    script: list[str] | None = None

    def drop(self, column: int, d: int) -> str:
        return self.script[column][d] if self.script else super().drop(column, d)


def scripted(script: list[str], variant: dict[str, Any] | None = None, **fields: Any) -> Scripted:
    match = Scripted(SMALL | {"queue_shown": 1} | (variant or {}), 12345)
    match.setup(fields)
    match.script = script
    match.drawn = [0, 0, 0, 0]
    return match


def test_words_are_splitmix64s() -> None:
    """The first outputs of the reference generator for the seeds 0 and 1234567."""
    assert [word(0, 0, i) for i in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [word(1234567, 0, i) for i in range(2)] == [6457827717110365317, 3203168211198807973]


def test_a_stream_is_two_to_the_32_words_further_on() -> None:
    assert word(7, 1, 5) == word(7, 0, 2**32 + 5)


def test_below_takes_the_upper_half_of_the_word() -> None:
    """0xE220A839 / 2^32 is 0.8833."""
    assert [below(n, 0, 0, 0) for n in (2, 5, 10, 100)] == [1, 4, 8, 88]


def test_a_fresh_match_passes_rule_1s_test() -> None:
    for seed in range(5):
        match = Naive(STANDARD, seed)
        swaps = legal_swaps(match.cells)
        assert not has_line(match.cells)
        assert len(swaps) >= 4
        assert max(match.worth(match.cells, swap) for swap in swaps) <= 60
        assert match.legal() == sorted(match.legal())


def test_an_opening_that_nothing_satisfies_falls_back_to_the_first_board_with_a_legal_swap() -> None:
    """A swap scores 30 at least, so a cap of 1 accepts no board."""
    capped = Naive(STANDARD | {"opening_cap": 1}, 3)
    first = Naive(STANDARD | {"opening_cap": 0, "opening_swaps": 1}, 3)
    assert capped.position() == first.position()


def test_a_swap_is_legal_only_if_it_makes_a_line() -> None:
    match = scripted(["dcba"] * 4, cells=ONE_SWAP)
    assert match.legal() == ["c3c4"]
    for text in ("a1b1", "c4c3", "pass", "c3c5"):
        with pytest.raises(ValueError):
            match.play(text)
    assert match.position()["ply"] == 0


def test_one_wave_pays_ten_per_token_and_refills_the_columns() -> None:
    match = scripted(["dc", "ac", "bc", "cc"], cells=ONE_SWAP)
    match.play("c3c4")
    assert match.position() == {
        "cells": ["dabd", "abca", "bcdc", "cdbb"],
        "turn": 2,
        "ply": 1,
        "status": "playing",
        "winner": None,
        "scores": [30, 0],
        "moves_made": [1, 0],
        "queue": ["c", "c", "c", "c"],
    }


def test_the_second_wave_pays_two_more_per_token() -> None:
    """Three d drop beside the d in d1: 3 x 10, then 4 x 12."""
    match = scripted(["dba", "dca", "daa", "ba"], cells=ONE_SWAP)
    match.play("c3c4")
    assert match.position()["cells"] == ["bcab", "abca", "bcdc", "cdbb"]
    assert match.position()["scores"] == [78, 0]
    assert match.position()["queue"] == ["a", "a", "a", "a"]


def test_a_token_in_two_lines_counts_once_and_the_first_drop_lies_lowest() -> None:
    match = scripted(["cdab", "db", "ab", "b"], cells=CORNER, turn=2, ply=7)
    match.play("a3a4")
    position = match.position()
    assert position["cells"] == ["adac", "dbbd", "ccdd", "bcbc"]
    assert position["scores"] == [0, 50]
    assert (position["turn"], position["ply"]) == (1, 8)


def test_waves_stop_after_the_sixtieth() -> None:
    """Column a is refilled with a for ever: 5 x 10, then 3 x (10 + 2 x (w - 1)) for w = 2 to 60."""
    match = scripted(["a" * 200, "db", "ab", "b"], variant={"target": 100000}, cells=CORNER)
    match.play("a3a4")
    assert match.position()["cells"] == ["adac", "abbd", "acdd", "bcbc"]
    assert match.position()["scores"] == [50 + 3 * (590 + 3540), 0]
    assert match.drawn == [180, 1, 1, 0]


def test_the_first_side_at_the_target_wins_at_once() -> None:
    match = scripted(["dc", "ac", "bc", "cc"], variant={"target": 130}, cells=ONE_SWAP, scores=[100, 120])
    match.play("c3c4")
    position = match.position()
    assert (position["status"], position["winner"], position["turn"]) == ("won", 1, 2)
    assert match.legal() == []
    with pytest.raises(ValueError):
        match.play("pass")


@pytest.mark.parametrize(
    ("limit_rule", "scores", "status", "winner"),
    [
        ("higher_score", [40, 0], "won", 1),
        ("higher_score", [30, 0], "draw", None),
        ("higher_score", [20, 0], "won", 2),
        ("draw", [40, 0], "draw", None),
    ],
)
def test_the_limit(limit_rule: str, scores: list[int], status: str, winner: int | None) -> None:
    """The second side's last swap scores 30."""
    variant = {"max_moves": 5, "limit_rule": limit_rule}
    fields = {"cells": ONE_SWAP, "turn": 2, "scores": scores, "moves_made": [5, 4]}
    match = scripted(["dc", "ac", "bc", "cc"], variant, **fields)
    match.play("c3c4")
    position = match.position()
    assert (position["status"], position["winner"]) == (status, winner)
    assert position["moves_made"] == [5, 5]


def test_the_target_comes_before_the_limit() -> None:
    variant = {"max_moves": 5, "target": 30, "limit_rule": "draw"}
    match = scripted(["dc", "ac", "bc", "cc"], variant, cells=ONE_SWAP, turn=2, moves_made=[5, 4])
    match.play("c3c4")
    assert (match.status, match.winner) == ("won", 2)


def test_the_limit_waits_for_the_second_side() -> None:
    match = scripted(["dc", "ac", "bc", "cc"], {"max_moves": 5}, cells=ONE_SWAP, moves_made=[4, 4])
    match.play("c3c4")
    assert match.status == "playing"


def test_two_passes_reshuffle_a_dead_board_and_the_side_that_passed_first_moves() -> None:
    match = Naive(SMALL, 12345)
    match.setup({"cells": DEAD, "turn": 2, "ply": 9, "moves_made": [5, 4]})
    queue = match.position()["queue"]
    assert match.legal() == ["pass"]
    match.play("pass")
    assert match.position()["cells"] == DEAD
    assert match.legal() == ["pass"]
    match.play("pass")
    position = match.position()
    assert (position["turn"], position["ply"], position["status"]) == (2, 11, "playing")
    assert position["moves_made"] == [5, 4]
    assert position["queue"] == queue
    assert sorted("".join(position["cells"])) == sorted("".join(DEAD))
    assert not has_line(match.cells)
    assert match.legal() not in ([], ["pass"])


def test_a_shuffle_swaps_from_the_last_cell_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """With j always 0 the first token goes to the last cell, and every other token one cell back."""
    asked: list[tuple[int, int, int]] = []

    def zero(n: int, keys: object, seed: int, stream: int, index: int) -> int:
        asked.append((n, stream, index))
        return 0

    match = Naive(SMALL, 12345)
    match.setup({"cells": DEAD})
    match.tries = 3
    monkeypatch.setattr("tests.naive.mosaic.drop_below", zero)
    match.shuffle_once()
    assert ["".join(row) for row in match.cells] == ["bcdc", "daba", "bcdc", "daba"]
    assert asked == [(i + 1, 2, 64 * 3 + i) for i in range(15, 0, -1)]


def test_the_500th_try_is_the_first_that_asks_for_one_legal_swap_only() -> None:
    match = scripted(["dcba"] * 4, variant={"opening_swaps": 2}, cells=ONE_SWAP)
    assert not match.good_enough(499)
    assert match.good_enough(500)


def test_a_board_that_no_shuffle_helps_ends_as_at_the_limit() -> None:
    match = Naive(SMALL, 12345)
    match.setup({"cells": ["....", "....", "....", "aabb"], "scores": [10, 20]})
    match.play("pass")
    match.play("pass")
    position = match.position()
    assert (position["status"], position["winner"], position["turn"], position["ply"]) == ("won", 2, 1, 2)
    assert match.tries == 2000


def test_a_board_that_holds_a_line_is_refused() -> None:
    match = Naive(SMALL, 12345)
    before = match.position()
    with pytest.raises(ValueError):
        match.setup({"cells": ["aaab", "bcda", "aabc", "cdab"]})
    assert match.position() == before


def test_the_queue_is_what_drops_next() -> None:
    match = Naive(STANDARD | {"queue_shown": 7}, 12345)
    queue = match.position()["queue"]
    drawn = list(match.drawn)
    match.play(match.legal()[0])
    for column in range(6):
        used = match.drawn[column] - drawn[column]
        assert match.position()["queue"][column].startswith(queue[column][used:])


def test_perft_counts_leaves() -> None:
    match = scripted(["dc" * 40] * 4, cells=ONE_SWAP)
    assert perft(match, 0) == 1
    assert perft(match, 1) == 1
    match.status = "draw"
    assert perft(match, 1) == 0
