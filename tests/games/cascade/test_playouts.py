"""How simulated games are played on."""

from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import PLAYING, legal, moves
from quincunx.games.cascade.rollout import DECISIVE, gain
from quincunx.search.hooks import venture
from tests.games.cascade.positions import CASCADE, set_up, walk
from tests.suite.scale import scaled


def test_a_playout_tries_legal_moves_and_prefers_those_that_gain() -> None:
    chosen, all_of_them = [], []
    for seed in range(scaled(20, 3)):
        for position in walk(seed):
            if position.result == PLAYING:
                move = venture(position, seed, position.ply)
                assert legal(position, move)
                if move != PASS:
                    chosen.append(gain(position, move))
                    gains = [gain(position, other) for other in numbers(moves(position))]
                    all_of_them.append(sum(gains) / len(gains))
    assert sum(chosen) > sum(all_of_them)


def test_what_a_swap_gains() -> None:
    rows = ("o......", "g......", "o......", "bv.....", "vg.gvgv", "bo.ogvv", "bggogoo")
    for variant, blue in (("standard", DECISIVE - 3), ("literal", DECISIVE + 3), ({"vanish": "loses"}, -DECISIVE - 3)):
        position = set_up(*rows, variant=variant)
        move = CASCADE.read_move(position, "a4a5")
        assert gain(position, move) == blue
        assert gain(position._replace(turn=2), move) == -blue
    nothing = set_up(*rows, variant={"vanish": "none"})
    assert gain(nothing, CASCADE.read_move(nothing, "a4a5")) == -3
