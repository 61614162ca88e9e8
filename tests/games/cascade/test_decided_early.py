"""What the counts decide: once a match counts as decided, every continuation leads to that result."""

import itertools

import pytest

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.rules import DRAWN, PLAYING
from quincunx.games.cascade.rules import BLUE, ORANGE
from quincunx.games.match3.bits import of_code
from quincunx.search.hooks import foreseen
from tests.games.cascade.positions import seen, set_up, walk
from tests.suite.scale import scaled

VARIANTS = [
    {"vanish": vanish, "no_moves": no_moves, **board}
    for vanish, no_moves in itertools.product(("wins", "loses", "none"), ("count", "draw"))
    for board in ({}, {"size": 5, "tokens": [4, 5, 8, 8]})
]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_decided_result_comes_true(variant: dict[str, object]) -> None:
    decided = 0
    for seed in range(scaled(60, 4)):
        match = list(walk(seed, variant))
        foretold = [foreseen(seen(position)) for position in match[:-1]]
        decided += sum(result != PLAYING for result in foretold)
        assert {result for result in foretold if result != PLAYING} <= {match[-1].result}
        assert foreseen(match[-1]) == match[-1].result
    assert decided > 0 or scaled(1, 0) == 0


ROWS = {
    (2, 1): ("bgv....", "gbo...."),
    (1, 2): ("bgo....", "gov...."),
    (2, 2): ("bgo....", "gbo...."),
    (3, 2): ("bgob...", "gbog..."),
    (2, 3): ("bgob...", "ogog..."),
    (3, 3): ("bgob...", "obog..."),
    (4, 2): ("bgobb..", "gbog..."),
}


@pytest.mark.parametrize(("counts", "standard", "literal", "loses"), [
    ((2, 1), 1, DRAWN, 1),
    ((1, 2), 2, DRAWN, 2),
    ((2, 2), DRAWN, DRAWN, DRAWN),
    ((3, 2), 1, PLAYING, PLAYING),
    ((2, 3), 2, PLAYING, PLAYING),
    ((3, 3), PLAYING, PLAYING, PLAYING),
    ((4, 2), PLAYING, PLAYING, PLAYING),
])  # fmt: skip
def test_which_counts_decide(counts: tuple[int, int], standard: int, literal: int, loses: int) -> None:
    for variant, result in (("standard", standard), ("literal", literal), ({"vanish": "loses"}, loses)):
        position = set_up(*ROWS[counts], variant=variant)
        assert (popcount(of_code(position.cells, BLUE)), popcount(of_code(position.cells, ORANGE))) == counts
        assert foreseen(position) == result
