"""The puzzles that come with the package: each is what a search says of it that did not find it."""

from collections import Counter

import pytest

from quincunx.catalogue import all_games, game
from quincunx.puzzles.collection import FOLDER, file_name, shipped
from quincunx.puzzles.mining import symmetric_key
from quincunx.puzzles.puzzle import Puzzle
from quincunx.puzzles.verification import is_right, kind_of
from tests.puzzles.naive_scores import must_be_right
from tests.suite.scale import COMPILED

GAMES = [listed.slug for listed in all_games() if shipped(listed)]
SAMPLE = 50
MOST_BYTES = 500_000
NAIVE_LENGTHS = {"pushmine": 2, "flood": 6}
"""The longest puzzles that the naive games search in an acceptable time; others are all short."""
MOST_NAIVE_EMPTY = 6
MOST_NAIVE = {"pushmine": 40}
"""How many puzzles the naive game checks in the long run, where not all."""


def few(slug: str) -> list[Puzzle]:
    """Fifty puzzles, spread over the collection: the short ones among neighbours."""
    puzzles = shipped(game(slug))
    step = len(puzzles) // SAMPLE
    return [min(puzzles[k * step : (k + 1) * step], key=effort) for k in range(SAMPLE)]


def effort(puzzle: Puzzle) -> tuple[int, int]:
    cells = "".join(puzzle.position["cells"])
    empty = cells.count(".") if puzzle.game == "duel" else len(cells)
    return puzzle.length, empty


def naive_can(puzzle: Puzzle) -> bool:
    if puzzle.game == "duel":
        return "".join(puzzle.position["cells"]).count(".") <= MOST_NAIVE_EMPTY
    return puzzle.length <= NAIVE_LENGTHS.get(puzzle.game, puzzle.length)


def test_all_files_together_are_small() -> None:
    assert sum(len((FOLDER / file_name(game(slug))).read_bytes()) for slug in GAMES) <= MOST_BYTES


@pytest.mark.parametrize("slug", GAMES)
def test_there_are_a_thousand_and_no_position_twice(slug: str) -> None:
    puzzles = shipped(game(slug))
    assert len(puzzles) >= 1000
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("slug", GAMES)
def test_a_puzzle_says_how_it_was_verified_and_what_is_asked(slug: str) -> None:
    for puzzle in shipped(game(slug)):
        kind = kind_of(game(slug), puzzle.kind)
        assert puzzle.verified == kind.verified
        assert puzzle.question == kind.question(puzzle.length)
        assert puzzle.answers
        assert len(puzzle.answers) == 1 or slug == "flood"


def test_puzzles_of_pushmine_are_from_the_beginning_of_a_match_with_few_mines_in_stock() -> None:
    positions = [puzzle.match().describe() for puzzle in shipped(game("pushmine"))]
    assert max(max(position["mines"]) for position in positions) <= 4
    assert max(position["ply"] for position in positions) <= 40


@pytest.mark.skipif(not COMPILED, reason="a search through everything")
@pytest.mark.parametrize("slug", GAMES)
def test_plain_search_finds_the_scores_of_fifty(slug: str) -> None:
    assert [puzzle.id for puzzle in few(slug) if not is_right(puzzle)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_naive_game_finds_the_scores_of_some(slug: str) -> None:
    """All of the fifty that no other code has verified; of the others, and of those that take samples, one."""
    searchable = [puzzle for puzzle in few(slug) if naive_can(puzzle)]
    certain = [puzzle for puzzle in searchable if puzzle.verified == "naive game"]
    others = [puzzle for puzzle in searchable if puzzle.verified != "naive game"]
    for puzzle in certain + others[:1]:
        must_be_right(puzzle)


@pytest.mark.parametrize("slug", ["cascade", "mosaic"])
def test_puzzles_by_what_is_certain_and_by_samples_are_shipped_and_say_which(slug: str) -> None:
    kinds = Counter((puzzle.kind, puzzle.verified) for puzzle in shipped(game(slug)))
    assert set(kinds) == {("best_certain", "naive game"), ("best_sampled", "fresh samples")}
    assert min(kinds.values()) >= 50


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_plain_search_finds_the_scores_of_all(slug: str) -> None:
    assert [puzzle.id for puzzle in shipped(game(slug)) if not is_right(puzzle)] == []


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_the_naive_game_finds_the_scores_of_all_that_it_can_search(slug: str) -> None:
    """All that no other code has verified; of Pushmine, where each takes a second, some."""
    searchable = [puzzle for puzzle in shipped(game(slug)) if naive_can(puzzle)]
    assert searchable
    assert all(puzzle.verified != "naive game" or puzzle in searchable for puzzle in shipped(game(slug)))
    for puzzle in searchable[: MOST_NAIVE.get(slug)]:
        must_be_right(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_no_position_is_another_one_turned(slug: str) -> None:
    matches = [puzzle.match() for puzzle in shipped(game(slug))]
    keys = {symmetric_key(match.game, match.variant, match.position) for match in matches}
    assert len(keys) == len(matches)
