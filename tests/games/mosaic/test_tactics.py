"""Every level finds what `tactics.txt` says that it finds; and what the file says is true."""

import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import moves, observe, play
from quincunx.games.mosaic.players import LEVELS
from quincunx.games.mosaic.rules import Mosaic
from quincunx.search.chooser import choose
from tests.games.mosaic.boards import MOSAIC, set_up
from tests.games.mosaic.puzzles import Puzzle, puzzles
from tests.suite.scale import COMPILED, seeds

NO_CLOCK = 600_000
ASKED = [(puzzle, level) for puzzle in puzzles() for level in puzzle.levels if COMPILED or level in ("easy", "medium")]


@seeds(1, 3, plain=1)
@pytest.mark.parametrize(("puzzle", "level"), ASKED, ids=lambda given: given if isinstance(given, str) else given.name)
def test_the_level_finds_the_best_swap(puzzle: Puzzle, level: str, seeds: range) -> None:
    for seed in seeds:
        choice = choose(MOSAIC, puzzle.position, level, seed, milliseconds=NO_CLOCK)
        assert MOSAIC.write_move(puzzle.position, choice.move) in puzzle.best, choice.reason


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in puzzles() if puzzle.because], ids=lambda puzzle: puzzle.name)
def test_the_best_swaps_are_the_only_ones_of_their_kind(puzzle: Puzzle) -> None:
    position = observe(puzzle.position, puzzle.position.turn)
    swaps = list(numbers(moves(position)))
    kinds = {"wins": wins, "blocks": blocks, "pays most": pays_most}
    kind = kinds[puzzle.because]
    of_this_kind = [MOSAIC.write_move(position, swap) for swap in swaps if kind(position, swap)]
    assert sorted(of_this_kind) == puzzle.best
    assert len(of_this_kind) < len(swaps) or len(swaps) == len(puzzle.best)


def wins(position: Mosaic, swap: int) -> bool:
    return bool(play(position, swap).result == position.turn)


def blocks(position: Mosaic, swap: int) -> bool:
    after = play(position, swap)
    return not any(wins(after, answer) for answer in numbers(moves(after)) if answer != PASS)


def pays_most(position: Mosaic, swap: int) -> bool:
    return bool(
        play(position, swap).other_score == max(play(position, other).other_score for other in numbers(moves(position)))
    )


def test_there_is_no_match_to_play_on_after_its_end() -> None:
    over = set_up("????", "????", "????", "????", scores=[1000, 0])
    for level in LEVELS:
        with pytest.raises(Refusal, match="over"):
            choose(MOSAIC, over, level, 1)
