"""Asking players for moves: fair, deterministic, ended by the clock."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.player import Level, MoveRequest
from quincunx.engine.rules import legal, observe
from quincunx.search import chooser
from quincunx.search.chooser import choose, choose_in, pick
from quincunx.search.players import NegamaxPlayer
from quincunx.search.workspace import POLL_MASK
from tests.suite.scale import COMPILED
from tests.support.games import LARGEST
from tests.support.waiting import wait_until

LEVELS = [(game.slug, level) for game in quincunx.all_games() for level in game.levels]
NO_CLOCK = 600_000
QUICK = NO_CLOCK if COMPILED else 300


@pytest.fixture
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level looks at a twentieth of the positions that it could: enough to see that it repeats itself."""

    def smaller(game: AnyGame, name: str) -> Level:
        level = game.levels[name]
        return level._replace(player=level.player.scaled(Fraction(1, 20)) or level.player)

    monkeypatch.setattr(chooser, "level_of", smaller)


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_a_choice_is_legal_and_the_same_again(slug: str, level: str) -> None:
    match = quincunx.Match(slug, None, 5)
    for _ in range(2):
        choice = choose_in(match, level, QUICK)
        assert legal(match.position, choice.move)
        if COMPILED:
            assert choose_in(match, level, QUICK)._replace(seconds=0) == choice._replace(seconds=0)
        match.play(match.game.write_move(match.position, choice.move))


# The clock. How long choices take is measured by `benchmarks/speed/choices.py`.


@pytest.mark.parametrize(("slug", "level"), LEVELS)
@pytest.mark.parametrize("board", ["standard", "largest"])
def test_a_search_whose_time_is_up_ends_after_a_few_positions(slug: str, level: str, board: str) -> None:
    match = quincunx.Match(slug, LARGEST[slug] if board == "largest" else None, 3)
    time_is_up = np.ones(1, np.int64)
    choice = match.game.levels[level].player.choose(
        MoveRequest(match.game, observe(match.position, match.position.turn), 5, (), time_is_up)
    )
    assert legal(match.position, choice.move)
    assert choice.nodes <= 2 * (POLL_MASK + 1)


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_the_clock_of_a_level_is_set_early_enough_for_its_answer(
    slug: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to: list[float] = []

    class Timer:
        """Rings as soon as it is started."""

        daemon = False

        def __init__(self, seconds: float, ring: Callable[..., None], given: Sequence[Any]) -> None:
            set_to.append(seconds)
            self._ring = partial(ring, *given)

        def start(self) -> None:
            self._ring()

        def cancel(self) -> None: ...

    monkeypatch.setattr(threading, "Timer", Timer)
    match = quincunx.Match(slug, None, 5)
    choice = choose_in(match, level)
    assert set_to == [match.game.levels[level].flag_milliseconds / 1000]
    assert set_to[0] <= 0.85 * match.game.levels[level].milliseconds / 1000
    assert choice.cut_short


@pytest.mark.usefixtures("small_budgets")
@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_a_player_is_asked_about_what_its_seat_sees(slug: str, level: str) -> None:
    """The observation asked about directly gives the same move: nothing hidden was used."""
    game = quincunx.game(slug)
    position = game.new(game.variant(), 11)
    if not COMPILED:
        pytest.skip("plain Python runs into the clock, and a choice that was cut short may differ")
    chosen = choose(game, position, level, 3, milliseconds=NO_CLOCK)
    seen = observe(position, position.turn)
    assert choose(game, seen, level, 3, milliseconds=NO_CLOCK).move == chosen.move


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    match = quincunx.Match("pushmine")
    with pytest.raises(Refusal) as refusal:
        choose_in(match, "godlike")
    assert refusal.value.errorCode == ErrorCode.UNKNOWN_LEVEL


def test_a_finished_match_has_nothing_to_choose() -> None:
    match = quincunx.Match("pushmine", setup={"cells": ["XXXX.", ".....", ".....", ".....", "....."]})
    with pytest.raises(Refusal) as refusal:
        choose_in(match, "easy")
    assert refusal.value.errorCode == ErrorCode.MATCH_OVER


def test_ties_are_broken_by_text_and_seed_alone(pushmine: AnyGame) -> None:
    position = pushmine.new(pushmine.variant(), 1)
    picked = {pick(pushmine, position, [64, 65, 66, 80], seed) for seed in range(40)}
    assert picked == {64, 65, 66, 80}
    assert pick(pushmine, position, [64, 65], 7) == pick(pushmine, position, [65, 64], 7)


@pytest.fixture
def pushmine() -> AnyGame:
    return quincunx.game("pushmine")


@pytest.mark.skipif(not COMPILED, reason="about the compiled searches")
def test_ten_searches_at_once_end_when_their_time_is_up() -> None:
    """The clock is a safety net: with far too large a budget each answer still comes, legal, marked as cut short."""
    match = quincunx.Match("pushmine", None, 3)
    NegamaxPlayer(depth=1).choose(MoveRequest(match.game, match.position, 1))  # compiled before the searches start
    stop = np.zeros(1, np.int64)
    request = MoveRequest(match.game, match.position, 1, (), stop)
    with ThreadPoolExecutor(10) as searches:
        choices = [searches.submit(NegamaxPlayer(nodes=1 << 60).choose, request) for _ in range(10)]
        wait_until(lambda: all(choice.running() for choice in choices))
        stop[0] = 1
    for choice in choices:
        assert choice.result().cut_short
        assert legal(match.position, choice.result().move)
