"""Each game against its naive implementation, move by move: the legal moves, and every field of the position."""

import random
from typing import Any

import pytest

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from tests.suite.games import every_game, every_preset, playable
from tests.suite.naive_games import naive_game
from tests.suite.refusals import refused
from tests.suite.scale import scaled
from tests.suite.variants import random_options

PLIES = 150
"""How far a match is followed: matches of pushmine may go on for ever."""


def compare(game: AnyGame, variant: Any, seed: int) -> None:
    """Play one random match by both implementations; where they differ, the failure shows the record up to there."""
    try:
        naive = naive_game(game, variant, seed)
    except ValueError:
        refused(ErrorCode.BAD_VARIANT, Match, game, variant, seed)
        return
    match = Match(game, variant, seed)
    choice = random.Random(seed)
    for _ in range(PLIES):
        view, line = match.describe(), match.record().as_text()
        assert {name: view.get(name) for name in naive.position()} == naive.position(), line
        assert match.legal() == naive.legal(), line
        if not match.legal():
            break
        text = choice.choice(match.legal())
        match.play(text)
        naive.play(text)


def games_wanted(request: pytest.FixtureRequest, default: int) -> int:
    wanted = request.config.getoption("--games")
    return default if wanted is None else int(wanted)


@every_preset
def test_random_games_of_every_preset_agree(game: AnyGame, preset: str, request: pytest.FixtureRequest) -> None:
    for seed in range(games_wanted(request, scaled(4, 3))):
        compare(game, playable(game, preset), seed)


@every_game
def test_random_games_of_random_variants_agree(game: AnyGame, request: pytest.FixtureRequest) -> None:
    for seed in range(games_wanted(request, scaled(20, 10))):
        compare(game, game.variant(random_options(game, seed)), seed)


@pytest.mark.long
@every_preset
def test_thousands_of_games_of_every_preset_agree(game: AnyGame, preset: str, request: pytest.FixtureRequest) -> None:
    for seed in range(1000, 1000 + games_wanted(request, scaled(2000, 200))):
        compare(game, playable(game, preset), seed)


@pytest.mark.long
@every_game
def test_thousands_of_games_of_random_variants_agree(game: AnyGame, request: pytest.FixtureRequest) -> None:
    for seed in range(1000, 1000 + games_wanted(request, scaled(3000, 300))):
        compare(game, game.variant(random_options(game, seed)), seed)


# What random variants seldom reach


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("mosaic", {"rows": 4, "cols": 4, "colours": 6, "opening_swaps": 10, "opening_cap": 30}),  # no fair board
        ("mosaic", {"rows": 4, "cols": 4, "colours": 6, "opening_swaps": 1, "opening_cap": 0}),  # reshuffles
        ("mosaic", {"rows": 4, "cols": 5, "colours": 6, "opening_swaps": 3, "opening_cap": 40, "max_moves": 40}),
        ("mosaic", {"rows": 7, "cols": 7, "colours": 4, "wave_bonus": 50, "queue_shown": 7, "opening_cap": 0}),
        ("mosaic", {"rows": 7, "cols": 4, "queue_shown": 0}),
        ("cascade", {"size": 5, "tokens": [3, 3, 9, 10]}),
        ("cascade", {"tokens": [40, 3, 3, 3]}),  # no board without a line
        ("cascade", {"size": 6, "tokens": [3, 12, 12, 9], "vanish": "loses"}),
        ("pushmine", {"size": 6, "line": 6, "decay": "dud", "decay_turns": 1, "dud_stops": False}),
        ("pushmine", {"size": 4, "decay": "dud", "decay_turns": 1}),
        ("pushmine", {"size": 6, "line": 6, "decay": "movable_dud", "decay_turns": 1}),
        ("pushmine", {"size": 4, "line": 4, "draw_by_repetition": 2}),
        ("pushmine", {"size": 5, "line": 5, "mine_is_free": True, "draw_by_repetition": 2}),
        ("pushmine", {"size": 5, "line": 5, "mine_is_free": True, "decay": "dud", "decay_turns": 1}),
        ("pushmine", {"size": 5, "line": 5, "mine_is_free": True, "decay": "disappear", "decay_turns": 2}),
        ("pushmine", {"size": 5, "line": 5, "mine_is_free": True, "mines_to_win": 12, "swap": True}),
        ("duel", {"size": 2}),
        ("duel", {"size": 7, "reentry": False, "truce": 20}),
        ("flood", {"size": 2, "colours": 2}),
        ("flood", {"size": 40, "colours": 8, "limit": 5}),
        ("flood", {"size": 3, "colours": 2, "absorb_at_start": False, "limit": 1}),
    ],
)
def test_games_at_the_edges_of_the_rules_agree(slug: str, options: dict[str, Any], seed: int) -> None:
    game = registry.find(slug)
    compare(game, game.variant(options), seed)
