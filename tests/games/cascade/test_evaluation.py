"""The evaluation: what it counts, its symmetries and bounds."""

import pytest

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.moves import Moves, numbers
from quincunx.engine.rules import PLAYING, evaluate, moves
from quincunx.games.cascade.evaluation import (
    KEEN,
    LEAD,
    PLAIN,
    SETTLED,
    STANDING,
    VANISHES_NEXT,
    VANISHES_NOW,
    line_swaps,
)
from quincunx.games.cascade.rules import BLUE, GREEN, ORANGE, VIOLET, Cascade
from quincunx.games.match3.bits import legal_swaps, lines, occupied, of_code, swapped
from quincunx.search.hooks import CERTAIN, rate
from quincunx.search.negamax import negamax
from quincunx.search.workspace import INFINITY
from tests.games.cascade.positions import exchanged, mirrored, seen, set_up, walk
from tests.search.positions import fresh_memory
from tests.suite.scale import scaled

SEEDS = range(scaled(30, 3))
VARIANTS = ["standard", "literal", {"vanish": "loses"}, {"vanish": "none"}, {"vanish": "loses", "no_moves": "draw"}]
SMALL = {"size": 5, "tokens": [6, 6, 6, 7]}


def positions(variant: object = None) -> list[Cascade]:
    return [seen(position) for seed in SEEDS for position in walk(seed, variant) if position.result == PLAYING]


@kernel
def compiled_line_swaps(colour: int, tokens: int) -> Moves:
    return line_swaps(colour, tokens)


def test_line_swaps_are_the_legal_swaps_that_make_a_line_of_the_colour() -> None:
    for position in positions():
        tokens = occupied(position.cells)
        for code in (BLUE, ORANGE, GREEN, VIOLET):
            after = {move: swapped(position.cells, move) for move in numbers(legal_swaps(position.cells))}
            tried = [move for move, cells in after.items() if lines(cells) & of_code(cells, code)]
            swaps = line_swaps(of_code(position.cells, code), tokens)
            assert list(numbers(swaps)) == tried
            assert compiled_line_swaps(of_code(position.cells, code), tokens) == swaps


@pytest.mark.parametrize("variant", [*VARIANTS, SMALL], ids=str)
def test_the_evaluation_is_the_same_for_a_mirrored_board_and_for_exchanged_sides(variant: object) -> None:
    for position in positions(variant):
        for style in (PLAIN, KEEN):
            score = rate(position, style)
            assert rate(mirrored(position), style) == score
            assert rate(exchanged(position), style) == score


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_evaluation_stays_far_from_the_scores_of_wins(variant: object) -> None:
    scores = [rate(position, KEEN) for position in positions(variant)]
    assert max(abs(score) for score in scores) <= SETTLED < CERTAIN
    assert len(set(scores)) > 20 or variant != "standard"


def test_exchanged_sides_give_exchanged_values_in_a_search() -> None:
    for seed in SEEDS:
        for position in list(walk(seed))[2:-1:4]:
            values = [
                negamax(seen(one), scaled(4, 2), -INFINITY, INFINITY, 0, KEEN, fresh_memory())
                for one in (position, exchanged(position))
            ]
            assert values[0] == values[1]


def test_a_plain_player_counts_tokens() -> None:
    position = set_up("bbgvoog")
    assert rate(position, PLAIN) == evaluate(position) == 0
    assert LEAD > 0


def test_more_tokens_are_better() -> None:
    """Six against four, and no swap that clears any of them."""
    assert list(STANDING) == sorted(STANDING)
    ahead = set_up("g......", "gg.b...", "bvvogov", "bggobgb", "oggvbgg")
    assert rate(ahead, KEEN) > 0 > rate(ahead._replace(turn=2), KEEN)


@pytest.mark.parametrize(("turn", "vanish", "at_least", "at_most"), [
    (1, "wins", VANISHES_NOW // 2, SETTLED),
    (2, "wins", -SETTLED, 0),
    (1, "loses", -SETTLED, 0),
    (2, "loses", VANISHES_NOW // 2, SETTLED),
])  # fmt: skip
def test_the_last_three_of_a_colour_about_to_go(turn: int, vanish: str, at_least: int, at_most: int) -> None:
    """Blue's three go by a4a5: good for Blue where vanishing wins, and for Orange where it loses."""
    rows = ("o......", "g......", "o......", "bv.....", "vg.gvgv", "bo.ogvv", "bggogoo")
    assert VANISHES_NEXT < 0
    assert at_least <= rate(set_up(*rows, turn=turn, variant={"vanish": vanish}), KEEN) <= at_most


def test_a_lead_that_nothing_can_change_is_settled() -> None:
    settled = set_up("g......", "gv.....", "vgg....", "bbvoggv", goblins="gg")
    assert list(numbers(moves(settled)))
    assert rate(settled, KEEN) == SETTLED
    assert rate(settled._replace(turn=2), KEEN) == -SETTLED


def test_where_only_vanishing_wins_three_tokens_are_better_than_two() -> None:
    frozen = set_up("v......", "bgvgb..", "gvgovog", "vovgovg", turn=1, variant="literal")
    assert popcount(of_code(frozen.cells, BLUE)) == 2
    assert rate(frozen, KEEN) < 0


def test_swaps_count_by_their_bits() -> None:
    """A colour's swaps lie in the words that `Moves` has for swaps to the right and downwards."""
    position = set_up("b......", "gb.....", "bvg....", turn=2)
    across = line_swaps(of_code(position.cells, BLUE), occupied(position.cells))
    assert (across.low, across.high) == (1 << 40, 0)
    position = set_up("b......", "gbb....", turn=2)
    down = line_swaps(of_code(position.cells, BLUE), occupied(position.cells))
    assert (down.low, down.high) == (0, 1 << 40)
