"""Every level finds what `tactics.txt` says that it finds; and what the file says is true."""

import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.games.duel.players import LEVELS
from quincunx.search.chooser import choose
from tests.games.duel.puzzles import Puzzle, margins, puzzles
from tests.suite.scale import COMPILED, marks_of

DUEL = game("duel")
SEEDS = range(2)
NO_CLOCK = 600_000

ASKED = [(puzzle, level) for puzzle in puzzles() for level in puzzle.levels]


def affordable(puzzle: Puzzle, level: str) -> bool:
    """Whether plain Python can afford it: the search of an open board is for compiled rules."""
    return COMPILED or level in ("easy", "medium") or puzzle.margin is not None


@pytest.mark.parametrize(
    ("puzzle", "level"),
    [pytest.param(*asked, marks=marks_of(asked[1])) for asked in ASKED if affordable(*asked)],
    ids=lambda given: given if isinstance(given, str) else given.name,
)
def test_the_level_finds_the_best_move(puzzle: Puzzle, level: str) -> None:
    for seed in SEEDS:
        choice = choose(DUEL, puzzle.position, level, seed, milliseconds=NO_CLOCK)
        assert DUEL.write_move(puzzle.position, choice.move) in puzzle.best, choice.reason
        if level == "medium":
            assert choice.reason.startswith(puzzle.reason)


@pytest.mark.parametrize(
    "puzzle", [puzzle for puzzle in puzzles() if puzzle.margin is not None], ids=lambda puzzle: puzzle.name
)
def test_the_margins_are_those_of_a_brute_force(puzzle: Puzzle) -> None:
    brute_force = margins(puzzle)
    assert max(brute_force.values()) == puzzle.margin
    assert [text for text, margin in brute_force.items() if margin == puzzle.margin] == puzzle.best


def test_there_is_no_match_to_play_on_after_its_end() -> None:
    over = DUEL.place(DUEL.variant({"size": 2}), 1, {"cells": ["RR", "GG"]})
    for level in LEVELS:
        with pytest.raises(Refusal, match="over"):
            choose(DUEL, over, level, 1)
