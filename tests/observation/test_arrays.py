"""Positions as arrays: what they show, what they hide, and how a symmetry of the board goes through play."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.bits import STRIDE
from quincunx.engine.moves import numbers
from quincunx.engine.registry import find
from quincunx.engine.rules import moves, observe, play, redeal
from quincunx.games.flood.rules import beginning
from quincunx.observation.arrays import layout_of, mask_of, planes_of, rewards_of
from quincunx.observation.bytes import write_all, write_mask
from quincunx.observation.encoding import Encoding, Symmetry
from quincunx.observation.planes import write_planes
from tests.suite.games import PRESETS, every_game, every_preset, playable
from tests.suite.scale import scaled

ALL_OPTIONS = {"mine_is_free": True, "swap": True, "mines_to_win": 9, "decay": "disappear", "draw_by_repetition": 3}
CHOICES = st.lists(st.integers(0, 200), max_size=40)
EXAMPLES = scaled(20, 4)
POINTS = [*((game, playable(game, preset)) for game, preset in PRESETS), (find("pushmine"), ALL_OPTIONS)]


def walk(position: Any, choices: list[int]) -> list[Any]:
    """Positions of a match in which the n-th move is the choices[n]-th legal one, counted round and round."""
    positions = [position]
    for choice in choices:
        legal = list(numbers(moves(positions[-1])))
        if not legal:
            break
        positions.append(play(positions[-1], legal[choice % len(legal)]))
    return positions


@every_preset
def test_an_action_is_a_move_and_back(game: AnyGame, preset: str) -> None:
    encoding = game.encoding(playable(game, preset))
    assert [encoding.action_of(encoding.move_of(action)) for action in range(encoding.actions)] == list(
        range(encoding.actions)
    )
    for wrong in (-1, encoding.actions):
        with pytest.raises(ValueError, match="an action is"):
            encoding.move_of(wrong)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.sampled_from(POINTS), st.integers(0, 1000), CHOICES)
def test_the_mask_is_the_set_of_legal_moves(point: tuple[AnyGame, Any], seed: int, choices: list[int]) -> None:
    game, options = point
    variant = game.variant(options)
    encoding = game.encoding(variant)
    for position in walk(game.new(variant, seed), choices):
        shown = np.flatnonzero(mask_of(encoding, position))
        assert [encoding.move_of(int(action)) for action in shown] == list(numbers(moves(position)))
        if game.seats == 2:
            assert not mask_of(encoding, position, 3 - position.turn).any()


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.sampled_from(POINTS), st.integers(0, 1000), CHOICES)
def test_planes_are_the_same_in_plain_python(point: tuple[AnyGame, Any], seed: int, choices: list[int]) -> None:
    game, options = point
    variant = game.variant(options)
    encoding = game.encoding(variant)
    position = walk(game.new(variant, seed), choices)[-1]
    for seat in range(1, game.seats + 1):
        words, plain = np.zeros(encoding.words, np.int64), np.zeros(encoding.shape, np.uint8)
        write_planes.body(type(position))(observe(position, seat), seat, words)
        write_all(words, layout_of(encoding), plain.reshape(-1))
        np.testing.assert_array_equal(planes_of(encoding, position, seat), plain)
    mask = np.zeros(encoding.actions, np.uint8)
    write_mask(moves(position), encoding.moves, mask)
    np.testing.assert_array_equal(mask_of(encoding, position), mask)


@every_game
def test_cells_are_shown_where_they_are(game: AnyGame) -> None:
    """The channels of cells, read back, are the characters that people see."""
    variant = game.variant()
    encoding = game.encoding(variant)
    for position in walk(game.new(variant, 7), list(range(3, 30))):
        for seat in range(1, game.seats + 1):
            cells = game.details(position)["cells"]
            shown = _characters(game, encoding, position, seat)
            assert shown == ["".join(row) for row in cells]


def _characters(game: AnyGame, encoding: Encoding, position: Any, seat: int) -> list[str]:
    pieces = game.seat_pieces if seat == 1 else game.seat_pieces[::-1]
    rest = {"cascade": "gv", "mosaic": "abcde", "flood": "rgby", "pushmine": "*", "duel": ""}[game.slug]
    rows = np.full((encoding.rows, encoding.cols), ".")
    for channel, character in enumerate([*pieces, *rest]):
        rows[planes_of(encoding, position, seat)[channel] == 1] = character
    return ["".join(row) for row in rows]


@pytest.mark.parametrize("slug", ["mosaic", "cascade"])
def test_positions_that_differ_in_hidden_facts_alone_look_the_same(slug: str) -> None:
    game = find(slug)
    variant = game.variant()
    encoding = game.encoding(variant)
    for position in walk(game.new(variant, 7), list(range(20))):
        hidden = "supply" if slug == "mosaic" else "goblins"
        other = position._replace(**{hidden: getattr(position, hidden)._replace(source=99)})
        assert other != position
        for seat in (1, 2):
            np.testing.assert_array_equal(planes_of(encoding, position, seat), planes_of(encoding, other, seat))
        np.testing.assert_array_equal(mask_of(encoding, position), mask_of(encoding, other))


def test_a_seat_that_moves_twice_is_to_move_in_both_positions() -> None:
    """Pushmine's free mine: the same seat goes on, and the planes say that it must push."""
    game = find("pushmine")
    variant = game.variant("sapper")
    encoding = game.encoding(variant)
    names = [channel.name for channel in encoding.channels]
    twice = 0
    for seed in range(scaled(40, 10)):
        positions = walk(game.new(variant, 0), [seed * k + k * k for k in range(40)])
        for before, after in pairwise(positions):
            to_move = planes_of(encoding, after, before.turn)[names.index("to move")]
            must_push = planes_of(encoding, after, before.turn)[names.index("must push")]
            again = after.turn == before.turn
            assert to_move.all() == again == bool(must_push.all())
            assert to_move.any() == again
            twice += again
    assert twice


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.sampled_from(["standard", "sapper", "dud", "decay"]), CHOICES)
def test_a_symmetry_of_pushmine_commutes_with_play(preset: str, choices: list[int]) -> None:
    game = find("pushmine")
    first = game.new(game.variant(preset), 0)
    commutes(game, game.encoding(game.variant(preset)), choices, lambda symmetry: (first, first))


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.sampled_from(["standard", "literal", "guarded"]), CHOICES)
def test_a_symmetry_of_duel_commutes_with_play(preset: str, choices: list[int]) -> None:
    game = find("duel")
    first = game.new(game.variant(preset), 0)
    commutes(game, game.encoding(game.variant(preset)), choices, lambda symmetry: (first, first))


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 1000), CHOICES)
def test_the_symmetry_of_flood_commutes_with_play(seed: int, choices: list[int]) -> None:
    game = find("flood")
    variant = game.variant({"size": 9, "colours": 5})
    first = game.new(variant, seed)

    def transposed(symmetry: Symmetry) -> tuple[Any, Any]:
        bits = first.planes[:, :, None] >> np.arange(9) & 1
        other = (bits.transpose(0, 2, 1) << np.arange(9)).sum(axis=2)
        return first, beginning(other, first.options) if symmetry.name == "transpose" else first

    commutes(game, game.encoding(variant), choices, transposed)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.sampled_from([("mosaic", {}), ("cascade", {"goblins": 0})]), st.integers(0, 1000), CHOICES)
def test_the_mirror_of_a_match_3_board_commutes_with_play(
    point: tuple[str, dict[str, Any]], seed: int, choices: list[int]
) -> None:
    """In an observation: what is drawn later differs from column to column."""
    game = find(point[0])
    variant = game.variant(point[1])
    encoding = game.encoding(variant)
    first = observe(game.new(variant, seed), 1)

    def mirrored(symmetry: Symmetry) -> tuple[Any, Any]:
        if symmetry.name == "identity":
            return first, first
        other = first._replace(cells=_mirror(first.cells, encoding.cols))
        if point[0] == "mosaic":
            other = other._replace(supply=first.supply._replace(queue=_mirror(first.supply.queue, encoding.cols)))
        return first, other

    commutes(game, encoding, choices[:6], mirrored)


def _mirror(planes: Any, cols: int) -> Any:
    def turned(bit: int) -> int:
        return bit // STRIDE * STRIDE + cols - 1 - bit % STRIDE

    return type(planes)(*(sum(1 << turned(bit) for bit in range(63) if plane >> bit & 1) for plane in planes))


def commutes(game: AnyGame, encoding: Encoding, choices: list[int], pair: Any) -> None:
    """Playing the turned moves on the turned board gives the turned planes and masks, move by move."""
    for symmetry in encoding.symmetries:
        here, there = pair(symmetry)
        for choice in [*choices, 0]:
            for seat in range(1, game.seats + 1):
                turned = symmetry.of_planes(planes_of(encoding, here, seat))
                np.testing.assert_array_equal(planes_of(encoding, there, seat), turned)
            np.testing.assert_array_equal(mask_of(encoding, there), symmetry.of_mask(mask_of(encoding, here)))
            legal = np.flatnonzero(mask_of(encoding, here))
            if not len(legal):
                break
            action = int(legal[choice % len(legal)])
            here = play(here, encoding.move_of(action))
            there = play(there, encoding.move_of(int(symmetry.actions[action])))


def test_rewards_are_for_each_seat() -> None:
    assert [rewards_of(result, 2) for result in range(4)] == [(0, 0), (1, -1), (-1, 1), (0, 0)]
    assert [rewards_of(result, 1) for result in (0, 1, 4)] == [(0,), (1,), (-1,)]


@every_preset
def test_a_board_dealt_again_is_the_board_of_its_seed(game: AnyGame, preset: str) -> None:
    variant = playable(game, preset)
    for seed in (1, 2**53 - 1):
        older = game.new(variant, 77)
        assert redeal(older, seed) == game.new(variant, seed)
