"""Kernels in the browser do what native ones do: the same random games, the same choices, the same proofs."""

import inspect
from typing import Any

import pytest

from quincunx.catalogue import all_games
from tests.offline import browser_python, choices
from tests.suite.scale import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so there is nothing to compare")


def in_browser(call: str, *slugs: str) -> Any:
    """What a function of `choices` returns in the browser, and the kernels that it had to run in plain Python."""
    program = f"""
{inspect.getsource(choices)}
import json
from quincunx.engine.kernels import ahead_of_time
print(json.dumps([{call}, sorted(ahead_of_time.run_in_plain_python)]))
"""
    return browser_python.run(program, *slugs)


def test_a_game_is_played_in_the_browser_as_everywhere() -> None:
    found = in_browser("everything_of('duel', 200, 1, 2_000)", "duel")
    assert found == [choices.everything_of("duel", 200, 1, 2_000), []]


@pytest.mark.long
def test_a_hundred_thousand_random_games_of_every_game_are_the_same_in_the_browser() -> None:
    slugs = [game.slug for game in all_games()]
    found = in_browser(f"[random_games(slug, 100_000) for slug in {slugs}]")
    assert found == [[choices.random_games(slug, 100_000) for slug in slugs], []]


@pytest.mark.long
@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_every_level_chooses_the_same_in_the_browser(slug: str) -> None:
    found = in_browser(f"everything_of({slug!r}, 1000, 40)")
    assert found == [choices.everything_of(slug, 1000, 40), []]


@pytest.mark.long
def test_the_solver_proves_the_same_in_the_browser() -> None:
    found = in_browser("fewest_moves(200)")
    assert found == [choices.fewest_moves(200), []]
