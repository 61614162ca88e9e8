"""The games as Gymnasium's environments."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import gymnasium
import quincunx.gymnasium  # noqa: F401  # registers the environments
from quincunx.engine.registry import find
from quincunx.gymnasium import name_of
from quincunx.observation.arrays import planes_of

NAMES = ["cascade", "duel", "flood", "mosaic", "pushmine"]
SMALL: dict[str, Any] = {
    "duel": {"size": 3}, "flood": {"size": 4, "colours": 3}, "pushmine": {"size": 4, "mine_is_free": True}
}  # fmt: skip


def make(slug: str, **options: Any) -> Any:
    return gymnasium.make(name_of(slug), variant=SMALL.get(slug), **options)


@pytest.mark.parametrize("slug", NAMES)
def test_the_checker_of_gymnasium_has_nothing_to_say(slug: str) -> None:
    """Warnings are errors here."""
    check_env(make(slug).unwrapped)


@pytest.mark.parametrize("slug", NAMES)
def test_an_episode_is_a_match(slug: str) -> None:
    env = make(slug, opponent="random", seat=min(2, find(slug).seats)).unwrapped
    observation, info = env.reset(seed=4)
    terminated = truncated = False
    reward = 0.0
    generator = np.random.default_rng(1)
    while not (terminated or truncated):
        np.testing.assert_array_equal(observation, planes_of(env.encoding, env.match.position, env.seat))
        assert env.match.position.turn == env.seat
        action = generator.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
    assert not info["action_mask"].any()
    assert terminated
    results = {"1": (1, -1), "2": (-1, 1), "draw": (0, 0), "lost": (-1,)}
    assert reward == results[env.match.result][env.seat - 1]


def test_a_level_or_a_function_plays_the_other_seat() -> None:
    env = make("duel", opponent="easy", seat=2).unwrapped
    env.reset(seed=1)
    assert env.match.position.ply == 1
    asked = []

    def first_legal(observation: Any, mask: Any) -> int:
        asked.append(observation.shape)
        return int(np.flatnonzero(mask)[0])

    env = make("duel", opponent=first_legal).unwrapped
    env.reset(seed=1)
    env.step(4)
    assert asked == [env.encoding.shape]
    assert env.match.moves == ("b2", "a1")


@pytest.mark.parametrize(("slug", "result"), [("duel", "2"), ("flood", "lost")])
def test_an_illegal_action_loses(slug: str, result: str) -> None:
    env = make(slug).unwrapped
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(9)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    assert not info["action_mask"].any()
    assert env.match.result == result
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step(0)


def test_an_illegal_action_is_an_error_where_it_was_asked_for() -> None:
    env = make("duel", illegal="error").unwrapped
    env.reset(seed=1)
    for wrong in (9, 10, -1, "b2", None):
        with pytest.raises(ValueError, match="is illegal here"):
            env.step(wrong)


def test_a_match_of_a_chosen_seed() -> None:
    env = make("mosaic").unwrapped
    _, info = env.reset(options={"seed": 77})
    assert list(info) == ["action_mask"], "an agent is told no seed"
    assert env.match.seed == 77
    assert env.match.first == find("mosaic").new(env.variant, 77)


def test_an_episode_that_is_too_long_is_truncated() -> None:
    env = make("pushmine", max_plies=2).unwrapped
    env.reset(seed=1)
    _, _, terminated, truncated, info = env.step(int(np.flatnonzero(env.reset(seed=1)[1]["action_mask"])[0]))
    assert (terminated, truncated) == (False, True)
    assert not info["action_mask"].any()
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step(0)


@pytest.mark.parametrize("wrong", [9, -1, 10**6, "b2", None, 1.5])
def test_a_function_that_chooses_an_illegal_action_is_an_error_and_no_win(wrong: Any) -> None:
    env = make("duel", opponent=lambda observation, mask: wrong)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"the opponent chose .* not a legal action"):
        env.step(0)
    envs: Any = gymnasium.make_vec(
        name_of("duel"), num_envs=2, variant=SMALL["duel"], opponent=lambda observation, mask: wrong
    )
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"the opponent chose .* not a legal action"):
        envs.step(np.zeros(2, int))


@pytest.mark.parametrize("slug", NAMES)
def test_boards_are_drawn_as_text_and_as_pictures(slug: str) -> None:
    env = make(slug, render_mode="ansi")
    env.reset(seed=1)
    assert "ply 0" in env.render()
    env = make(slug, render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.dtype == np.uint8
    assert image.shape[2] == 3


@pytest.mark.parametrize("slug", NAMES)
def test_a_vector_of_matches_over_a_batch(slug: str) -> None:
    size = 12
    envs: Any = gymnasium.make_vec(name_of(slug), num_envs=size, variant=SMALL.get(slug), seat=find(slug).seats)
    observations, infos = envs.reset(seed=5)
    again, _ = envs.reset(seed=5)
    np.testing.assert_array_equal(observations, again)
    ended = np.zeros(size, bool)
    episodes = 0
    generator = np.random.default_rng(2)
    for _ in range(60):
        masks = infos["action_mask"]
        assert (masks.any(axis=1) | ended).all()
        actions = np.array([generator.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert not rewards[ended].any()
        assert not (rewards[~terminated]).any()
        assert (envs.unwrapped.batch.turns == envs.unwrapped.seat)[~(terminated | truncated)].all()
        ended = terminated | truncated
        episodes += int(ended.sum())
    assert episodes


@pytest.mark.parametrize(("slug", "seat", "copy"), [("duel", 1, True), ("duel", 2, False), ("pushmine", 1, True)])
def test_a_vector_shows_everything_as_the_agent_sees_it(slug: str, seat: int, copy: bool) -> None:
    """The end of a match, too, no matter which side ended it."""
    envs: Any = gymnasium.make_vec(name_of(slug), num_envs=8, variant=SMALL[slug], seat=seat, copy=copy, max_plies=30)
    _, infos = envs.reset(seed=5)
    batch, ends = envs.unwrapped.batch, set()
    generator = np.random.default_rng(2)
    for _ in range(40):
        actions = [generator.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in infos["action_mask"]]
        observations, _, terminated, truncated, infos = envs.step(np.array(actions))
        for lane, shown in enumerate(observations):
            np.testing.assert_array_equal(shown, planes_of(batch.encoding, batch.positions[lane], seat))
        ends |= set(batch.turns[terminated | truncated])
    assert ends == {1, 2}


def test_a_vector_against_a_level_and_without_autoreset() -> None:
    envs: Any = gymnasium.make_vec(
        name_of("duel"), num_envs=2, variant={"size": 2}, opponent="easy", autoreset_mode=AutoresetMode.DISABLED
    )
    _, infos = envs.reset(seed=5)
    for _ in range(4):
        _, _, terminated, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert terminated.all()
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert list(envs.unwrapped.batch.terminated) == [False, True]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponent": "wizard"}, "opponent must be one of random"),
        ({"seat": 3}, "seat must be from 1 to 2"),
        ({"illegal": "no"}, "illegal must be 'lose' or 'error', not 'no'"),
        ({"max_plies": 0}, "max_plies must be a whole number from 1 on"),
        ({"variant": "huge"}, "there is no preset"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words):
        gymnasium.make(name_of("duel"), **options)


def test_the_environments_are_found_by_the_name_of_the_module() -> None:
    """In a fresh process, without importing anything but Gymnasium."""
    code = "import gymnasium; print(gymnasium.make('quincunx.gymnasium:Quincunx/Duel-v1').action_space)"
    assert "Discrete(37)" in subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo", "openspiel"])
def test_without_the_extra_there_is_one_clear_error(module: str) -> None:
    package = {"openspiel": "pyspiel"}.get(module, module)
    code = f"import sys; sys.modules[{package!r}] = None; import quincunx.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install 'quincunx[rl]'" in done.stderr.splitlines()[-1]
