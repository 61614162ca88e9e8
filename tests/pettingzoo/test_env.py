"""The two-player games as PettingZoo's environments."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import quincunx.pettingzoo
from quincunx.catalogue import all_games
from quincunx.pettingzoo import cascade_v1, duel_v1, mosaic_v1, pushmine_v1
from quincunx.pettingzoo.module import GameModule

MODULES = {"cascade": cascade_v1, "duel": duel_v1, "mosaic": mosaic_v1, "pushmine": pushmine_v1}


def test_every_game_for_two_has_a_module_and_no_other_game() -> None:
    named = {f"{listed.slug}_v1" for listed in all_games() if listed.seats == 2}
    assert named == set(quincunx.pettingzoo.__all__) == {f"{slug}_v1" for slug in MODULES}
    assert named <= set(dir(quincunx.pettingzoo))
    assert quincunx.pettingzoo.duel_v1 is duel_v1
    with pytest.raises(AttributeError, match="has no attribute 'flood_v1'"):
        _ = quincunx.pettingzoo.flood_v1


every_module = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


@every_module
def test_the_tests_of_pettingzoo_have_nothing_to_say(module: GameModule, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings are errors here."""
    api_test(module.env(), num_cycles=60)
    api_test(module.raw_env(), num_cycles=60)
    seed_test(module.env, num_cycles=30)
    max_cycles_test(module)
    render_test(module.env)
    parallel_api_test(module.parallel_env(), num_cycles=60)


@pytest.mark.long
@every_module
def test_the_benchmark_of_pettingzoo_runs(module: GameModule) -> None:
    performance_benchmark(module.env())


def test_a_seat_that_moves_twice_is_selected_twice() -> None:
    env = pushmine_v1.raw_env(variant={"size": 4, "mine_is_free": True})
    env.reset(seed=2)
    twice = 0
    for _ in range(400):
        agent = env.agent_selection
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.reset()
            continue
        assert info["action_mask"].any()
        env.step(env.action_space(agent).sample())
        twice += not env.terminations[agent] and env.agent_selection == agent
    assert twice


def test_both_seats_can_act_at_once_also_where_one_of_them_moves_twice() -> None:
    env = pushmine_v1.parallel_env(variant={"size": 4, "mine_is_free": True}, max_cycles=30)
    results = set()
    for seed in range(8):
        env.reset(seed=seed)
        while env.agents:
            actions = {agent: env.action_space(agent).sample() for agent in env.agents}
            observations, rewards, terminated, truncated, _ = env.step(actions)
            assert set(observations) == set(rewards) == {"seat_1", "seat_2"}
        assert all(terminated.values()) != all(truncated.values())
        results.add(rewards["seat_1"])
    assert {1, -1} <= results


def test_the_winner_is_rewarded_and_the_loser_is_not() -> None:
    env = duel_v1.raw_env(variant={"size": 2})
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(env.action_space(env.agent_selection).sample())
    assert env.rewards["seat_1"] == -env.rewards["seat_2"]
    assert env.rewards["seat_1"] == {"1": 1, "2": -1, "draw": 0}[str(env.match.result)]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_keeps_the_board(copied: Any) -> None:
    env = mosaic_v1.env()
    env.reset(seed=5)
    for _ in range(7):
        env.step(env.action_space(env.agent_selection).sample())
    other = copied(env)
    np.testing.assert_array_equal(other.observe("seat_1"), env.observe("seat_1"))
    assert other.unwrapped.match.position == env.unwrapped.match.position
    other.step(other.action_space(other.agent_selection).sample())
    assert env.unwrapped.match.position.ply == 7


def test_an_illegal_action_loses() -> None:
    env = duel_v1.env()
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert env.unwrapped.rewards == {"seat_1": 0, "seat_2": -1}
    assert all(env.terminations.values())


def test_in_the_raw_environment_an_illegal_action_is_an_error() -> None:
    raw = duel_v1.raw_env()
    raw.reset(seed=1)
    for wrong in (36, 37, "a1", None):
        with pytest.raises(ValueError, match="is illegal here"):
            raw.step(wrong)
    assert raw.match.position.ply == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"render_mode": "film"}, "render_mode must be"),
        ({"max_cycles": 0}, "max_cycles must be a whole number from 1 on"),
        ({"max_cycles": "many"}, "max_cycles must be a whole number from 1 on"),
        ({"variant": {"size": 99}}, "size must be a whole number"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words):
        duel_v1.env(**options)
