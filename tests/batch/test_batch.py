"""Many matches at once: the same matches as one by one, whatever the mode, the threads and the mistakes."""

from typing import Any

import numpy as np
import pytest

from quincunx.batch import WAIT, Autoreset, Batch
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import playouts
from quincunx.engine.kernels.randomness import Stream, unsigned, word
from quincunx.engine.match import Match, replay
from quincunx.engine.registry import find
from quincunx.engine.rules import moves, play
from quincunx.observation.arrays import mask_of, planes_of, rewards_of
from tests.suite.games import every_game

SMALL: dict[str, Any] = {
    "duel": {"size": 3},
    "pushmine": {"size": 4, "mine_is_free": True, "swap": True},
    "flood": {"size": 4, "colours": 3, "limit_rule": "none", "limit": None},
}
STEPS = 60


def small(game: AnyGame | str, size: int = 6, **options: Any) -> Batch:
    slug = game if isinstance(game, str) else game.slug
    return Batch(slug, size, SMALL.get(slug), **({"seed": 3, "max_plies": 30, "threads": 1} | options))


@every_game
def test_a_lane_plays_the_match_of_its_seed(game: AnyGame) -> None:
    """Observations, masks, turns, rewards and ends are those of a match that is played one move at a time, and the
    moves make a record that replays."""
    batch = small(game)
    texts: list[list[str]] = [[] for _ in range(len(batch))]
    finished = 0
    for _ in range(STEPS):
        before = batch.positions[:]
        over = [bool(batch.terminated[lane] or batch.truncated[lane]) for lane in range(len(batch))]
        actions = batch.random_actions(seed=8)
        batch.step(actions)
        for lane, position in enumerate(batch.positions):
            if over[lane]:
                texts[lane] = []
                assert position == game.new(batch.variant, batch.seed_of(lane))
                assert not batch.rewards[lane].any()
            else:
                move = batch.encoding.move_of(int(actions[lane]))
                texts[lane].append(game.write_move(before[lane], move))
                assert position == play(before[lane], move)
                assert tuple(batch.rewards[lane]) == rewards_of(position.result, game.seats)
            check_shown(batch, lane, position)
            if batch.terminated[lane]:
                finished += 1
                check_record(batch, lane, texts[lane])
    assert finished


def check_shown(batch: Batch, lane: int, position: Any) -> None:
    over = position.result != 0
    assert batch.terminated[lane] == over
    assert batch.truncated[lane] == (not over and position.ply >= 30)
    assert batch.turns[lane] == position.turn
    np.testing.assert_array_equal(batch.observations[lane], planes_of(batch.encoding, position, position.turn))
    mask = mask_of(batch.encoding, position)
    np.testing.assert_array_equal(batch.masks[lane], mask & ~batch.truncated[lane])


def check_record(batch: Batch, lane: int, texts: list[str]) -> None:
    match = Match(batch.game, batch.variant, batch.seed_of(lane))
    for text in texts:
        match.play(text)
    again = replay(match.record())
    assert again.position == batch.positions[lane]
    assert again.end is not None


def test_the_seed_of_an_episode_is_the_one_that_the_page_about_random_numbers_gives() -> None:
    batch = small("mosaic")
    batch.reset(np.arange(6) == 4)
    assert list(batch.episodes) == [0, 0, 0, 0, 1, 0]
    assert batch.seed_of(4) == unsigned(word(3, Stream.BATCH, 6 + 4)) >> 11
    assert batch.seed_of(5) == unsigned(word(3, Stream.BATCH, 5)) >> 11


@every_game
def test_same_step_shows_the_new_episode_and_keeps_the_end_of_the_old_one(game: AnyGame) -> None:
    """Both modes play the same matches; one needs a step more for each."""
    slow, quick = small(game, 1), small(game, 1, autoreset="same_step")
    for number in range(STEPS):
        actions = slow.random_actions(seed=number)
        slow.step(actions)
        quick.step(actions)
        np.testing.assert_array_equal(slow.terminated, quick.terminated)
        np.testing.assert_array_equal(slow.rewards, quick.rewards)
        if slow.terminated[0] or slow.truncated[0]:
            np.testing.assert_array_equal(quick.final_observations, slow.observations)
            assert not slow.masks.any()
            slow.step(np.array([99]))  # not played: the lane begins again
            assert not slow.rewards.any()
        np.testing.assert_array_equal(slow.observations, quick.observations)
        np.testing.assert_array_equal(slow.masks, quick.masks)
    assert quick.episodes[0]


def test_without_autoreset_a_lane_stays_where_it_ended() -> None:
    batch = small("duel", autoreset=Autoreset.DISABLED)
    for _ in range(12):
        batch.step(batch.random_actions())
    assert batch.terminated.all()
    last = batch.observations.copy()
    batch.step(np.zeros(6, np.int64))
    assert batch.terminated.all()
    assert not batch.rewards.any()
    np.testing.assert_array_equal(batch.observations, last)
    batch.reset(batch.terminated & (np.arange(6) < 2))
    assert list(batch.terminated) == [False, False, True, True, True, True]


@every_game
def test_playouts_are_those_of_the_engine(game: AnyGame) -> None:
    batch = small(game, 3)
    tally = batch.playout(games=4, seed=9, max_plies=50)
    assert tuple(int(column[0]) for column in tally) == tuple(playouts(batch.positions[0], 9, 4, 50))
    assert batch.positions[1] == small(game, 3).positions[1]


@every_game
def test_a_batch_can_begin_anywhere(game: AnyGame) -> None:
    batch = small(game)
    for _ in range(3):
        batch.step(batch.random_actions())
    positions = batch.positions[:]
    again = Batch.from_positions(game.slug, positions, SMALL.get(game.slug), seed=3)
    assert again.positions[:] == positions
    np.testing.assert_array_equal(again.observations, batch.observations)
    np.testing.assert_array_equal(again.masks, batch.masks & ~batch.truncated[:, None])
    assert moves(again.positions[0]) == moves(positions[0])


def test_threads_change_nothing() -> None:
    one, four = Batch("duel", 8192, seed=1, threads=1), Batch("duel", 8192, seed=1, threads=4)
    for _ in range(3):
        actions = one.random_actions()
        one.step(actions)
        four.step(actions)
    np.testing.assert_array_equal(one.observations, four.observations)
    np.testing.assert_array_equal(one.playout(1).signature, four.playout(1).signature)


def test_arrays_are_written_in_place_and_shared_without_a_copy() -> None:
    batch = small("duel")
    shared = np.from_dlpack(batch.observations)
    before = shared.copy()
    batch.step(batch.random_actions())
    assert np.shares_memory(shared, batch.observations)
    assert (shared != before).any()
    assert batch.observe() is batch.observations


def test_a_lane_that_waits_stays_as_it_is() -> None:
    batch = small("duel", 3)
    batch.step(np.array([0, WAIT, 1]))
    assert [position.ply for position in batch.positions] == [1, 0, 1]
    assert not batch.rewards.any()


# Mistakes.


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = small("duel")
    batch.step(np.zeros(6, np.int64))
    before, episodes = batch.observations.copy(), batch.episodes.copy()
    for wrong in (0, 10, -2, 2**40):
        actions = np.array([1, 1, 1, wrong, 1, 1])
        with pytest.raises(ValueError, match="lane 3 was given an illegal action; nothing was played"):
            batch.step(actions)
    np.testing.assert_array_equal(batch.observations, before)
    np.testing.assert_array_equal(batch.episodes, episodes)


@pytest.mark.parametrize("slug", ["duel", "flood"])
def test_an_illegal_action_loses_where_the_caller_wants_that(slug: str) -> None:
    batch = small(slug, illegal="lose")
    actions = batch.random_actions()
    actions[2] = 77
    batch.step(actions)
    assert list(batch.terminated) == [False, False, True, False, False, False]
    assert list(batch.rewards[2]) == ([-1, 1] if slug == "duel" else [-1])
    assert list(batch.illegal_actions) == [0, 0, 1, 0, 0, 0]
    batch.step(actions * 0 + 1)
    assert batch.episodes[2] == 1


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        (np.zeros(5, np.int64), ValueError, r"the shape \(6,\), not \(5,\)"),
        (np.zeros((6, 1), np.int64), ValueError, r"the shape \(6,\), not \(6, 1\)"),
        (np.zeros(6), TypeError, "must be whole numbers, not float64"),
        (np.zeros(6, np.bool_), TypeError, "must be whole numbers, not bool"),
        ("a1", ValueError, "the shape"),
    ],
)
def test_wrong_actions_are_refused(actions: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        small("duel").step(actions)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": 0}, "size must be a whole number from 1 on, not 0"),
        ({"size": 2.5}, "size must be a whole number"),
        ({"autoreset": "later"}, "autoreset must be one of NEXT_STEP, SAME_STEP, DISABLED, not 'later'"),
        ({"illegal": "ignore"}, "illegal must be 'error' or 'lose'"),
        ({"max_plies": 0}, "max_plies must be a whole number from 1 on"),
        ({"device": "tpu"}, "device must be 'cpu' or 'cuda', not 'tpu'"),
        ({"seed": -1}, "a seed is a whole number"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words):
        Batch("duel", **({"size": 2} | options))


def test_variants_that_need_a_history_or_a_solver_are_refused() -> None:
    with pytest.raises(ValueError, match="repetitions are not counted"):
        Batch("pushmine", 2, {"draw_by_repetition": 3})
    with pytest.raises(ValueError, match="needs a solver"):
        Batch("flood", 2, "hard")


def test_wrong_positions_and_lanes_are_refused() -> None:
    duel = find("duel")
    with pytest.raises(ValueError, match="position 1 is not one of duel"):
        Batch.from_positions("duel", [duel.new(duel.variant(), 0), duel.new(duel.variant("truce"), 0)])
    with pytest.raises(ValueError, match="at least one position"):
        Batch.from_positions("duel", [])
    with pytest.raises(ValueError, match="a mask of booleans"):
        small("duel").reset([1, 2])
    with pytest.raises(ValueError, match="keep_final=True"):
        small("duel").final_observations  # noqa: B018
    with pytest.raises(IndexError):
        small("duel").positions[6]


def test_there_are_only_so_many_episodes() -> None:
    batch = small("duel")
    batch._state.lanes.episodes[:] = 2**32 // 6
    batch._last_episode = 2**32
    with pytest.raises(OverflowError, match="at most 4294967296 episodes"):
        batch.step(batch.random_actions())


def test_boards_that_are_won_from_the_start_are_passed_over() -> None:
    batch = Batch("flood", 64, {"size": 2, "colours": 2}, seed=0)
    assert batch.masks.any(axis=1).all()
    assert batch.episodes.max() > 0


def test_without_a_device_there_is_one_clear_error() -> None:
    with pytest.raises(RuntimeError, match=r"no CUDA device can be used here: (pip install 'quincunx\[cuda\]'|use)"):
        Batch("duel", 2, device="cuda")
