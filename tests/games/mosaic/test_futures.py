"""Sampled futures: drawn from the player's own random numbers, and never from the match's."""

import numpy as np
import pytest

from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.games.match3.bits import occupied
from quincunx.games.match3.swaps import characters
from quincunx.games.mosaic.evaluation import SURE
from quincunx.games.mosaic.rules import Mosaic
from quincunx.games.mosaic.sampled_futures import foresee, promising
from quincunx.search.hooks import sample
from tests.games.mosaic.boards import MOSAIC, VARIANTS, seen, set_up
from tests.suite.scale import scaled

NUMBER = scaled(60, 4)


def foreseen(position: Mosaic, move: int, first: int = 0, number: int = NUMBER, tries: int = 1, seed: int = 5) -> int:
    return foresee(position, move, seed, first, number, 2, tries, np.zeros(1, np.int64), np.zeros(1, np.int64))


def swap_of(position: Mosaic, number: int = 0) -> int:
    return list(numbers(moves(position)))[number]


def test_a_sample_is_consistent_with_what_is_seen() -> None:
    position = seen(3, 4)
    sampled = sample(position, 77)
    assert observe(sampled, sampled.turn) == position
    assert sample(position, 77) == sampled != sample(position, 78)
    assert sample(sampled, 78) == sampled, "what is known is not drawn again"


def test_sampled_drops_are_of_all_colours_equally() -> None:
    position = set_up("aabcd?", *["??????"] * 5, variant={"queue_shown": 0})
    position = observe(position._replace(cells=position.cells), 1)
    empty = position._replace(cells=position.cells._replace(ones=0, twos=0, fours=0))
    from quincunx.games.mosaic.rules import refilled

    counts = dict.fromkeys("abcde", 0)
    for seed in range(100):
        cells, _ = refilled(empty.cells, sample(empty, seed).supply, empty.options)
        for character in characters(cells, occupied(cells), "abcdef"):
            counts[character] += 1
    assert sum(counts.values()) == 3600
    assert all(600 < count < 840 for count in counts.values()), counts


def test_two_matches_that_look_alike_have_the_same_futures() -> None:
    start = MOSAIC.new(MOSAIC.variant(), 9)
    other = start._replace(supply=start.supply._replace(source=12345))
    swap = swap_of(start)
    assert play(start, swap) != play(other, swap)
    assert foreseen(observe(start, 1), swap) == foreseen(observe(other, 1), swap)


@pytest.mark.parametrize("tries", [0, 2])
def test_futures_add_up_and_do_not_depend_on_how_they_are_split(tries: int) -> None:
    position = seen(4, 6)
    swap = swap_of(position)
    half = NUMBER // 2
    parts = foreseen(position, swap, 0, half, tries) + foreseen(position, swap, half, NUMBER - half, tries)
    assert foreseen(position, swap, 0, NUMBER, tries) == parts
    assert foreseen(position, swap, 0, NUMBER, tries, seed=6) != parts


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_chances_lie_between_zero_and_one(variant: dict[str, int]) -> None:
    for seed in range(scaled(10, 2)):
        position = seen(seed, seed % 8, variant)
        for swap in numbers(moves(position)):
            if swap != PASS:
                assert 0 <= foreseen(position, swap, number=3) <= 3 * SURE


def test_a_raised_flag_ends_the_futures() -> None:
    position = seen(1, 2)
    spent, raised = np.zeros(1, np.int64), np.ones(1, np.int64)
    assert foresee(position, swap_of(position), 1, 0, 1_000_000, 2, 2, spent, raised) == 0
    assert spent[0] == 0


def test_what_is_won_two_plies_ahead_is_won_and_what_is_lost_is_nearly_lost() -> None:
    rows = ("????", "??a?", "aa??", "????")
    spent = np.zeros(1, np.int64)
    assert promising(set_up(*rows, scores=[970, 0]), spent) == SURE
    two_lines = ("??b???", "bb????", "??a???", "aa????")
    lost = set_up(*two_lines, scores=[0, 970])
    assert lost.result == PLAYING
    assert 0 < promising(lost, spent) < SURE // 20
