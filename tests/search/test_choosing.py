"""Asking players for moves: fair, deterministic, in time."""

import threading
import time

import numpy as np
import pytest

import quincunx
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.player import Choice, Flag, Question
from quincunx.engine.rules import legal, observe
from quincunx.search.chooser import _clock, choose, choose_in, pick
from quincunx.search.players import NegamaxPlayer
from tests.suite.scale import COMPILED

LEVELS = [(game.slug, level) for game in quincunx.all_games() for level in game.levels]
NO_CLOCK = 600_000
QUICK = None if COMPILED else 300


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_a_choice_is_legal_in_time_and_the_same_again(slug: str, level: str) -> None:
    match = quincunx.Match(slug, None, 5)
    if COMPILED:
        choose_in(match, level, NO_CLOCK)  # compiled before the clock starts
    for _ in range(3):
        if match.end is not None:
            return
        choice = choose_in(match, level, QUICK)
        assert legal(match.position, choice.move)
        assert choice.seconds * 1000 < quincunx.game(slug).levels[level].milliseconds or not COMPILED
        again = choose_in(match, level, QUICK)
        if COMPILED and not (choice.cut_short or again.cut_short):
            assert again._replace(seconds=0) == choice._replace(seconds=0)
        match.play(match.game.write_move(match.position, choice.move))


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
def test_ten_searches_at_once_on_busy_cores_all_answer_in_time() -> None:
    """The clock is a safety net: with far too large a budget each answer still comes, legal, marked as cut short."""
    match = quincunx.Match("pushmine", None, 3)
    NegamaxPlayer(depth=1).choose(Question(match.game, match.position, 1))  # compiled before the clock starts
    busy = np.zeros(1, np.int64)
    spinners = [threading.Thread(target=_spin, args=(busy,), daemon=True) for _ in range(2)]
    choices: list[tuple[float, Choice]] = []
    for spinner in spinners:
        spinner.start()
    workers = [threading.Thread(target=_search, args=(match, choices)) for _ in range(10)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    busy[0] = 1
    assert len(choices) == 10
    for seconds, choice in choices:
        assert seconds < 2.0
        assert choice.cut_short
        assert legal(match.position, choice.move)


def _search(match: quincunx.Match, choices: list[tuple[float, Choice]]) -> None:
    began = time.perf_counter()
    with _clock(1500) as stop:
        choice = NegamaxPlayer(nodes=1 << 60).choose(Question(match.game, match.position, 1, (), stop))
    choices.append((time.perf_counter() - began, choice))


def _spin(busy: Flag) -> None:
    position = quincunx.Match("duel").position
    while not busy[0]:
        quincunx.playouts(position, 1, 1000, 400)
