"""Hidden goblins: sampled, or branched over; never looked up."""

from collections import Counter

import numpy as np
import pytest

from quincunx.engine.kernels.randomness import word
from quincunx.engine.rules import moves, play
from quincunx.games.cascade.players import LEVELS
from quincunx.games.cascade.rules import CODE_BITS, GREEN, VIOLET
from quincunx.games.cascade.unseen_goblins import with_goblins_seen
from quincunx.games.match3.bits import UNKNOWN
from quincunx.search.hooks import reveal, sample, ways
from quincunx.search.mcts import CHANCE, grow, make_tree
from tests.games.cascade.positions import ask, seen, set_up, walk
from tests.suite.scale import COMPILED, levels, scaled


@levels(LEVELS if COMPILED else ["easy", "medium"])
def test_positions_that_look_alike_get_the_same_choice(level: str) -> None:
    for position in list(walk(3))[1:-1:6]:
        other = position._replace(goblins=position.goblins._replace(source=word(99, 0, position.ply)))
        assert other != position
        assert ask(other, level) == ask(position, level)


def test_a_sample_keeps_what_is_seen_and_draws_the_rest_from_its_seed() -> None:
    position = seen(set_up("gvgvgvb", goblins="vg"))
    samples = [sample(position, word(1, 2, k)) for k in range(scaled(200, 40))]
    assert {one.goblins.shown for one in samples} == {position.goblins.shown}
    assert {one.cells for one in samples} == {position.cells}
    assert all(one.goblins.known for one in samples)
    later = Counter(play(one, next_move(one)).goblins.shown for one in samples)
    assert len(later) == 4, "the goblins that come next may be of any colours"
    assert sample(samples[0], 5) == samples[0], "what is known stays"


def next_move(position: object) -> int:
    swaps = moves(position)
    return (swaps.low & -swaps.low).bit_length() - 1 if swaps.low else 63 + (swaps.high & -swaps.high).bit_length()


@pytest.mark.parametrize(("goblins", "shown", "total"), [
    (2, "??", 4), (2, "g?", 2), (2, "gv", 1), (1, "??", 4), (0, "??", 1),
])  # fmt: skip
def test_every_colour_of_an_unknown_goblin_is_considered(goblins: int, shown: str, total: int) -> None:
    position = set_up("gvgvgvb", goblins=shown, variant={"goblins": goblins})
    assert ways(position) == total
    revealed = {reveal(position, way).goblins.shown for way in range(total)}
    assert len(revealed) == total
    if total > 1:
        codes = {code >> CODE_BITS * place & UNKNOWN for code in revealed for place in range(2)}
        assert codes == {GREEN, VIOLET}


def test_goblins_that_a_setup_leaves_unknown_are_guessed() -> None:
    position = set_up("gvgvgvb", goblins="??")
    guesses = {with_goblins_seen(position, seed) for seed in range(20)}
    assert len(guesses) == 4
    assert all(ways(guess) == 1 for guess in guesses)
    known = set_up("gvgvgvb", goblins="gv")
    assert with_goblins_seen(known, 3) == known


def test_the_tree_visits_every_future_equally_often() -> None:
    position = seen(next(iter(walk(5))))
    tree = make_tree(scaled(200_000, 20_000), np.zeros(1, np.int64))
    grow(position, 1, scaled(5000, 150), tree)
    used = int(tree.counters[0])
    parents = [node for node in range(used) if tree.children[node] > 0 and tree.move[tree.first_child[node]] == CHANCE]
    assert len(parents) > 5
    for node in parents:
        first, total = int(tree.first_child[node]), int(tree.children[node])
        visits = tree.visits[first : first + total]
        assert total == 4
        assert visits.max() - visits.min() <= 1
        assert visits.sum() == tree.visits[node] - 1, "the first visit looked no further"
