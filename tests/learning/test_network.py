"""Networks: which weights a position adds up, and that symmetric positions add up the same ones."""

from pathlib import Path

import numpy as np
import pytest

from quincunx.engine.kernels.bits import STRIDE, each
from quincunx.learning.network import MIRROR, SQUARE, Network, Symmetry, blocks, cells, lines
from quincunx.learning.values import note_weights
from tests.learning.noughts import SIZE, Noughts, noughts

NETWORK = noughts(Path("none.weights")).network


def moved(bits: int, symmetry: Symmetry) -> int:
    images = (symmetry(*divmod(bit, STRIDE), SIZE, SIZE) for bit in each(bits))
    return sum(1 << STRIDE * row + col for row, col in images)


def boards() -> list[tuple[int, int]]:
    draw = np.random.default_rng(3).integers(0, 3, (20, SIZE, SIZE))
    bits = [
        [sum(1 << STRIDE * r + c for r, c in np.argwhere(board == side).tolist()) for side in (1, 2)] for board in draw
    ]
    return [(own, other) for own, other in bits]


def weights_of(own: int, other: int) -> list[int]:
    assert NETWORK is not None
    numbers = np.zeros(NETWORK.layout.masks.size + 1, np.int32)
    note_weights(Noughts(own, other, 1, 0, 0), NETWORK.layout, numbers)
    return sorted(numbers.tolist())


@pytest.mark.parametrize("symmetry", SQUARE)
def test_a_symmetric_position_adds_up_the_same_weights(symmetry: Symmetry) -> None:
    for own, other in boards():
        assert weights_of(moved(own, symmetry), moved(other, symmetry)) == weights_of(own, other)


def test_positions_that_no_symmetry_makes_equal_differ() -> None:
    assert weights_of(cells("a1"), 0) != weights_of(cells("b1"), 0)
    assert weights_of(cells("a1"), 0) != weights_of(0, cells("a1"))
    assert weights_of(cells("a1 b2"), cells("c1")) != weights_of(cells("a1 b2"), cells("b1"))


def test_a_square_has_eight_symmetries_and_a_game_in_which_tokens_fall_two() -> None:
    corner, edge = cells("a1"), cells("a1 b1")
    assert {moved(corner, symmetry) for symmetry in SQUARE} == {cells(text) for text in ("a1", "c1", "a3", "c3")}
    assert len({moved(edge, symmetry) for symmetry in SQUARE}) == 8
    assert {moved(edge, symmetry) for symmetry in MIRROR} == {cells("a1 b1"), cells("b1 c1")}


def test_a_pattern_that_a_symmetry_brings_is_not_counted_twice() -> None:
    assert NETWORK is not None
    masks = NETWORK.layout.masks.tolist()
    assert sorted(masks) == sorted(
        {*lines(SIZE, SIZE), *blocks(SIZE, SIZE, 2, 2), cells("a1 b2 c3"), cells("c1 b2 a3")}
    )


def test_states_that_a_symmetry_makes_equal_share_a_weight() -> None:
    """A row has 27 states; read from either end they are 18. Rows at the edge share theirs, the middle has its own."""
    network = Network(Path("none.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 1)
    assert network.weights == 18 + 18 + 1
    unshared = Network(
        Path("none.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 1, symmetries=SQUARE[:1]
    )
    assert unshared.weights == 3 * 27 + 1


def test_a_fingerprint_changes_with_anything_that_gives_the_weights_another_meaning() -> None:
    assert NETWORK is not None
    rows = Network(Path("a.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 1)
    others = [
        Network(Path("a.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 2),
        Network(Path("a.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 1, symmetries=MIRROR),
        Network(Path("a.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, 2)), 1),
        Network(Path("a.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 1, extras=(2,)),
    ]
    assert len({rows.fingerprint, *(other.fingerprint for other in others)}) == 5
    assert (
        rows.fingerprint == Network(Path("b.weights"), SIZE, SIZE, 3, tuple(blocks(SIZE, SIZE, 1, SIZE)), 1).fingerprint
    )


def test_patterns_are_sets_of_cells() -> None:
    assert cells("a1 c2") == 1 | 1 << STRIDE + 2
    assert sum(1 for _ in blocks(6, 6, 3, 3)) == 16
    assert sum(1 for _ in lines(5, 4)) == 9
