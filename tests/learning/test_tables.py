"""The tables that come with the games: symmetric, fair to both seats, and made as their files say."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from quincunx.catalogue import all_games, game
from quincunx.engine.kernels.bits import STRIDE, each
from quincunx.engine.kernels.playouts import playout
from quincunx.engine.rules import PLAYING
from quincunx.games.duel import tuples as duel
from quincunx.games.pushmine.evaluation import tuples as pushmine
from quincunx.games.pushmine.evaluation.weights import IMPROVED
from quincunx.games.pushmine.evaluation.weights import LEARNED as PUSHMINE_LEARNED
from quincunx.learning.network import Network, Symmetry
from quincunx.learning.table import SUFFIX, read_table
from quincunx.learning.training import Training, json_file
from quincunx.search.hooks import CERTAIN, rate

LEARNERS = [each.slug for each in all_games() if each.network is not None]
STYLES = {"duel": duel.LEARNED, "pushmine": PUSHMINE_LEARNED}
CELLS = {"duel": ("own", "other", "own_guard", "other_guard"), "pushmine": ("own", "other", "mines", "duds")}
"""The fields of a position that are sets of cells."""

learner = pytest.mark.parametrize("slug", LEARNERS)


def network_of(slug: str) -> Network:
    network = game(slug).network
    assert network is not None
    return network


def positions(slug: str, variant: str | dict[str, Any] | None = None, number: int = 12) -> list[Any]:
    """Unfinished positions from random games: of this variant, or of all that the network has learned."""
    chosen = game(slug)
    variants = [variant] if variant is not None else sorted(set(network_of(slug).variants))
    firsts = [chosen.new(chosen.variant(each), 1) for each in variants]
    reached = [playout(first, seed, 3 + 2 * seed) for first in firsts for seed in range(number)]
    return [unbarred(position) for position in reached if position.result == PLAYING]


def unbarred(position: Any) -> Any:
    """Pushmine bars a push, which no network sees, and which is not one of the fields that the tests mirror."""
    return position._replace(barred=0) if hasattr(position, "barred") else position


def moved(position: Any, symmetry: Symmetry, fields: tuple[str, ...], size: int) -> Any:
    def image(bits: int) -> int:
        cells = (symmetry(*divmod(bit, STRIDE), size, size) for bit in each(bits))
        return sum(1 << STRIDE * row + col for row, col in cells)

    return position._replace(**{field: image(getattr(position, field)) for field in fields})


@learner
def test_a_symmetric_position_has_the_same_score(slug: str) -> None:
    network = network_of(slug)
    for position in positions(slug):
        scores = {
            rate(moved(position, symmetry, CELLS[slug], network.rows), STYLES[slug]) for symmetry in network.symmetries
        }
        assert len(scores) == 1


@learner
def test_a_position_is_worth_the_same_to_either_seat(slug: str) -> None:
    """The score is the mover's: with the colours changed, what was good for seat 1 is as good for seat 2."""
    for position in positions(slug):
        other = position._replace(turn=3 - position.turn)
        assert rate(other, STYLES[slug]) == rate(position, STYLES[slug])


@learner
def test_scores_differ_and_stay_below_a_win(slug: str) -> None:
    scores = [rate(position, STYLES[slug]) for position in positions(slug)]
    assert all(abs(score) < CERTAIN for score in scores)
    assert len(set(scores)) > 3


@learner
def test_a_table_is_what_its_account_would_make_again(slug: str) -> None:
    network = network_of(slug)
    account = json.loads(json_file(network.table).read_text())
    again = Training.start(game(slug), account["seed"]).account()
    told = ("statistics", "learned", "version")
    assert {name: again[name] for name in again if name not in told} == {
        name: account[name] for name in account if name not in told
    }
    assert network.table.suffix == SUFFIX
    assert read_table(network).any()


@pytest.mark.parametrize(
    ("slug", "variant", "by_hand"),
    [
        ("pushmine", "blitz", lambda position: rate(position, IMPROVED)),
        ("pushmine", {"line": 3}, lambda position: rate(position, IMPROVED)),
        ("duel", {"size": 5}, lambda position: rate(position, duel.HAND)),
    ],
)
def test_boards_that_no_network_has_seen_are_judged_by_hand(
    slug: str, variant: str | dict[str, Any], by_hand: Callable[[Any], int]
) -> None:
    for position in positions(slug, variant):
        assert rate(position, STYLES[slug]) == by_hand(position)


def test_more_mines_and_fewer_threats_are_no_disadvantage() -> None:
    """Of the extra features the table has learned what anybody would say."""
    position = next(each for each in positions("pushmine") if each.stock == each.other_stock == 0)
    scores = [pushmine.learned_score(position._replace(stock=stock)) for stock in (0, 3)]
    assert scores[1] > scores[0]
