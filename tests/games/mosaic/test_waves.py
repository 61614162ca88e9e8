"""The cap on waves, lowered: no natural position reaches sixty of them."""

import pytest

import quincunx
from quincunx.engine.kernels.bits import DOWN, RIGHT, popcount
from quincunx.engine.moves import HIGH, contains, numbers
from quincunx.engine.rules import moves
from quincunx.games.match3.bits import exchanged, legal_swaps, lines, occupied, swapped
from quincunx.games.mosaic import rules
from quincunx.games.mosaic.rules import Mosaic, Settled, settled


def swaps(games: int = 30) -> list[tuple[Mosaic, int]]:
    """Every legal swap of some opening boards, where long cascades are allowed; dealt before the cap is lowered."""
    game = quincunx.game("mosaic")
    positions = [game.new(game.variant({"colours": 4, "opening_cap": 0}), seed) for seed in range(games)]
    return [(position, move) for position in positions for move in numbers(moves(position))]


def stopped_after(waves: int, position: Mosaic, move: int, patch: pytest.MonkeyPatch) -> Settled:
    patch.setattr(rules, "MOST_WAVES", waves)
    return settled(swapped(position.cells, move), position.supply, position.options)


def test_waves_stop_at_the_cap_and_pay_for_what_was_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    left_a_line = 0
    for position, move in swaps():
        first = popcount(lines(swapped(position.cells, move)))
        one, two = (stopped_after(waves, position, move, monkeypatch) for waves in (1, 2))
        options = position.options
        assert one.points == first * options.token_points
        second = popcount(lines(one.cells))
        assert two.points == one.points + second * (options.token_points + options.wave_bonus)
        assert occupied(one.cells) == options.board, "still refilled"
        left_a_line += second > 0
    assert left_a_line > 10


def test_on_a_board_that_holds_a_line_a_swap_is_legal_if_the_board_then_holds_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards = [stopped_after(1, position, move, monkeypatch).cells for position, move in swaps()]
    with_lines = [cells for cells in boards if lines(cells)]
    assert with_lines
    for cells in with_lines:
        legal = legal_swaps(cells)
        for first in range(48):
            right, down = occupied(cells) & occupied(cells) >> RIGHT, occupied(cells) & occupied(cells) >> DOWN
            across = bool(right >> first & 1 and lines(exchanged(cells, first, RIGHT)))
            below = bool(down >> first & 1 and lines(exchanged(cells, first, DOWN)))
            assert contains(legal, first) == across
            assert contains(legal, HIGH + first) == below
