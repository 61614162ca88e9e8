"""The page of the game gives the numbers that the players use."""

import re

from quincunx.games.pushmine.evaluation.weights import BASELINE_WEIGHTS, CLEAR_LEAD, IMPROVED_WEIGHTS, Weights
from quincunx.games.pushmine.players import LEVELS
from tests.docs.pages import DOCS, text_of

PAGE = text_of(DOCS / "games" / "pushmine.md")


def column(style: int) -> list[int]:
    """The weights of one column of the page's table, from top to bottom."""
    rows = PAGE.split("| feature | baseline | improved |")[1].split("\n\n")[0].splitlines()[2:]
    return [int(number.replace("−", "-")) for row in rows for number in row.split("|")[2 + style].split(";")]


def test_the_weights_are_those_of_the_table() -> None:
    order = Weights._fields
    assert column(0) == [getattr(BASELINE_WEIGHTS, feature) for feature in order]
    assert column(1) == [getattr(IMPROVED_WEIGHTS, feature) for feature in order]
    assert f"{CLEAR_LEAD} is the score at which a side wins" in PAGE


def test_the_budgets_are_those_of_the_levels() -> None:
    for level in ("medium", "hard", "expert"):
        nodes = int(re.search(rf"\| `{level}` \| [^|]* \| ([\d ]+) nodes", PAGE)[1].replace(" ", ""))  # type: ignore[index]
        assert LEVELS[level].player.thinker.nodes == nodes  # type: ignore[attr-defined]
