"""docs/opponents.md names the levels and the steps of the opponent that fits as the code has them."""

from pathlib import Path

from quincunx.catalogue import all_games
from quincunx.search.fit import FIT

PAGE = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text(encoding="utf-8")


def test_the_page_lists_every_level_from_the_weakest_to_the_strongest() -> None:
    for game in all_games():
        if game.seats == 2:
            assert f"| {game.slug} | {', '.join(f'`{level}`' for level in game.offered_levels)} |" in PAGE


def test_the_page_says_how_far_each_result_moves_the_number() -> None:
    words = " ".join(PAGE.split())
    assert f"starts at {FIT.start:g}. A win moves it up by {FIT.win:g}, a loss moves it down by {-FIT.loss:g}" in words
    assert f"and a draw by {-FIT.draw:g}" in words
