"""Kernels in the browser do what native ones do: the same random games, the same choices, the same proofs."""

from typing import Any

import pytest
from benchmarks.browser import workload

from quincunx.catalogue import all_games
from tests.offline import browser_python
from tests.suite.scale import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so there is nothing to compare")


SLUGS = [game.slug for game in all_games()]


def in_browser(call: str, *slugs: str) -> Any:
    """What a call of the workload returns in the browser, and the kernels that it had to run in plain Python."""
    program = f"""
import json
from benchmarks.browser import workload
from quincunx.engine.kernels import ahead_of_time
print(json.dumps([workload.{call}, sorted(ahead_of_time.run_in_plain_python)]))
"""
    return browser_python.run(program, *slugs)


def test_a_game_is_played_in_the_browser_as_everywhere() -> None:
    games, few = "random_games('duel', 200)", workload.levels("duel", 2_000)
    chosen = ", ".join(f"workload.choices('duel', {level!r}, range(1))" for level in few)
    found = in_browser(f"{games}, {chosen}", "duel")
    native = [workload.random_games("duel", 200), *(workload.choices("duel", level, range(1)) for level in few)]
    assert found == [*native, []]


@pytest.mark.long
def test_a_hundred_thousand_random_games_of_every_game_are_the_same_in_the_browser() -> None:
    for slug in SLUGS:
        assert in_browser(f"random_games({slug!r}, 100_000)") == [workload.random_games(slug, 100_000), []]


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
def test_every_level_chooses_the_same_in_the_browser(slug: str) -> None:
    for level in workload.levels(slug):
        found = in_browser(f"choices({slug!r}, {level!r}, range(40))")
        assert found == [workload.choices(slug, level, range(40)), []]


@pytest.mark.long
def test_the_solver_proves_the_same_in_the_browser() -> None:
    assert in_browser("fewest_moves(200)") == [workload.fewest_moves(200), []]
