"""Two plies ahead: what a plain search of two plies finds, with fewer boards."""

import numpy as np
import pytest

from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.mosaic.lookahead import WON, look
from quincunx.games.mosaic.rules import Mosaic
from tests.games.mosaic.boards import VARIANTS, mirrored, seen, set_up
from tests.suite.scale import scaled

SEEDS = range(scaled(60, 8))


def gain_of(position: Mosaic, start: int = 0) -> int:
    return look(position, start, np.zeros(1, np.int64)).gain


def plain_gain(position: Mosaic, move: int) -> int:
    """What a swap gains, its best answer counted, by the rules alone."""
    after = play(position, move)
    gain = after.other_score - position.score
    if after.other_score >= after.options.target:
        return WON
    if after.result != PLAYING:
        return int(gain)
    answers = [play(after, answer) for answer in numbers(moves(after)) if answer != PASS]
    if any(answer.other_score >= answer.options.target for answer in answers):
        return int(gain) - WON
    return int(gain) - max((answer.other_score - after.score for answer in answers), default=0)


@pytest.mark.parametrize("variant", [*VARIANTS, {"target": 150}, {"max_moves": 3}], ids=str)
def test_it_finds_what_a_plain_search_finds(variant: dict[str, int]) -> None:
    for seed in SEEDS:
        position = seen(seed, seed % 10, variant)
        swaps = [move for move in numbers(moves(position)) if move != PASS]
        gains = {move: plain_gain(position, move) for move in swaps}
        best = max(gains.values(), default=0)
        outlook = look(position, seed, np.zeros(1, np.int64))
        assert outlook.gain == (best if best > -WON // 2 else outlook.gain)
        assert (best <= -WON // 2) == (outlook.gain <= -WON // 2)
        if swaps and best > -WON // 2:
            assert gains[outlook.move] == best


def test_it_settles_fewer_boards_than_a_plain_search() -> None:
    spent = np.zeros(1, np.int64)
    plain = 0
    for seed in range(scaled(40, 5)):
        position = seen(seed, 6)
        look(position, 0, spent)
        swaps = [move for move in numbers(moves(position)) if move != PASS]
        plain += sum(1 + len(list(numbers(moves(play(position, move))))) for move in swaps)
    assert 0 < spent[0] < plain // 2


def test_it_sees_the_same_in_a_mirror_and_wherever_it_begins() -> None:
    for seed in SEEDS:
        position = seen(seed, 5)
        assert gain_of(position) == gain_of(mirrored(position)) == gain_of(position, 3)


def test_without_a_swap_there_is_nothing_to_gain() -> None:
    outlook = look(set_up("????", "????", "????", "????"), 0, np.zeros(1, np.int64))
    assert outlook == (PASS, 0)
