"""The CUDA part of a batch on Numba's simulator, beside the CPU: `python -m tests.batch.simulated duel`, with
`NUMBA_ENABLE_CUDASIM=1`.

The simulator has to be chosen before Numba is imported, so this runs in a process of its own.
"""

import sys

import numpy as np
import pytest

from quincunx.batch import Batch

ARRAYS = ("observations", "masks", "rewards", "terminated", "truncated", "turns", "episodes", "illegal_actions")
VARIANTS = {"duel": {"size": 3}, "pushmine": {"size": 4, "mine_is_free": True}, "flood": {"size": 4, "colours": 3}}
LANES = 8
"""A multiple of eight, so that bytes are written by eights; the batch made from positions has fewer lanes."""


def same(here: Batch, there: Batch) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(here, name), np.from_dlpack(getattr(there, name)), name)
        np.testing.assert_array_equal(getattr(here, name), getattr(there, name).numpy(), name)
    assert here.positions[1] == there.positions[1]


def compare(slug: str, autoreset: str, steps: int) -> None:
    options = {"variant": VARIANTS.get(slug), "seed": 5, "autoreset": autoreset, "max_plies": 5, "illegal": "lose"}
    here, there = Batch(slug, LANES, **options), Batch(slug, LANES, device="cuda", **options)  # type: ignore[arg-type]
    for step in range(steps):
        same(here, there)
        actions, others = here.random_actions(), there.random_actions()
        np.testing.assert_array_equal(actions, others.numpy())
        if step == 2:
            actions[0] = 999
            others = actions
        here.step(actions)
        there.step(others)
    if autoreset == "SAME_STEP":
        np.testing.assert_array_equal(here.final_observations, there.final_observations.numpy())
    for counted, again in zip(here.playout(1, max_plies=3), there.playout(1, max_plies=3), strict=True):
        np.testing.assert_array_equal(counted, again)
    copy = Batch.from_positions(slug, here.positions[:3], VARIANTS.get(slug), device="cuda")
    np.testing.assert_array_equal(copy.observations.numpy(), here.observations[:3])


def refuse() -> None:
    """An illegal action is found on the device, and actions in the wrong place are refused."""
    batch = Batch("duel", 3, {"size": 3}, device="cuda")
    for actions, words in ((np.array([0, 99, 98]), "lane 1"), (np.zeros(2, np.int64), "shape"), ([0, 0, 0], "CUDA")):
        with pytest.raises((TypeError, ValueError), match=words):
            batch.step(actions)


if __name__ == "__main__":
    refuse()
    for chosen in sys.argv[1:]:
        compare(chosen, "NEXT_STEP", 8)
        compare(chosen, "SAME_STEP", 8)
