"""Every level finds what `tactics.txt` says it finds; the file and the detectors are right."""

import copy

import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.moves import HIGH, numbers
from quincunx.engine.notation import bit_text
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.pushmine.evaluation.tactics import forecast, immediate_wins, lets_win, safe, threatened
from quincunx.games.pushmine.players import LEVELS
from quincunx.search.chooser import choose
from quincunx.search.hooks import passed
from tests.games.pushmine.boards import (
    PUSHMINE,
    VARIANTS,
    forces,
    other_to_move,
    random_position,
    set_up,
    wins_after,
    wins_by_playing,
)
from tests.games.pushmine.puzzles import Puzzle, puzzles
from tests.naive.pushmine import Naive
from tests.suite.scale import COMPILED, marks_of, scaled, seeds

NO_CLOCK = 600_000
SEEDS = range(scaled(15, 3))
ASKED = [(puzzle, level) for puzzle in puzzles() for level in puzzle.levels]

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def affordable(puzzle: Puzzle, level: str) -> bool:
    """Whether plain Python can afford it: longer searches are for compiled rules."""
    return COMPILED or level == "easy" or puzzle.wins == 1


@seeds(1, 2, plain=1)
@pytest.mark.parametrize(
    ("puzzle", "level"),
    [pytest.param(*asked, marks=marks_of(asked[1])) for asked in ASKED if affordable(*asked)],
    ids=lambda given: given if isinstance(given, str) else given.name,
)
def test_the_level_finds_the_best_move(puzzle: Puzzle, level: str, seeds: range) -> None:
    for seed in seeds:
        choice = choose(PUSHMINE, puzzle.position, level, seed, milliseconds=NO_CLOCK)
        assert PUSHMINE.write_move(puzzle.position, choice.move) in puzzle.best, choice.reason
        assert choice.reason.startswith(puzzle.reason)


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.name)
def test_what_the_file_says_is_confirmed_by_playing_every_line(puzzle: Puzzle) -> None:
    position = puzzle.position
    if puzzle.wins is not None and (COMPILED or puzzle.wins < 5):
        best = [move for move in numbers(moves(position)) if wins_after(position, move, puzzle.wins)]
        assert texts(position, best) == sorted(puzzle.best)
        assert not forces(position, puzzle.wins - 1)
    if puzzle.holds is not None:
        best = [move for move in numbers(moves(position)) if holds(position, move, puzzle.holds)]
        assert texts(position, best) == sorted(puzzle.best)


def holds(position: object, move: int, plies: int) -> bool:
    after = play(position, move)
    return after.result == PLAYING and not forces(after, plies)


def texts(position: object, best: list[int]) -> list[str]:
    return sorted(PUSHMINE.write_move(position, move) for move in best)


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in puzzles() if puzzle.wins == 1], ids=lambda puzzle: puzzle.name)
def test_the_second_implementation_agrees_on_the_wins_in_one(puzzle: Puzzle) -> None:
    match = Naive(PUSHMINE.variant().model_dump(mode="json"), 1)
    match.setup({"cells": puzzle.cells, **puzzle.fields})
    winning = []
    for text in match.legal():
        after = copy.deepcopy(match)
        after.play(text)
        if after.winner == puzzle.fields["turn"]:
            winning.append(text)
    assert winning == puzzle.best


@seeds(10, 30, plain=5)
@each_variant
def test_immediate_wins_and_threats_are_those_that_playing_every_move_finds(variant: object, seeds: range) -> None:
    wins = 0
    for seed in seeds:
        for plies in (6, 14, 22, 30):
            position = random_position(seed, plies, variant)
            if position.result == PLAYING:
                assert immediate_wins(position) == wins_by_playing(position)
                assert threatened(position) == wins_by_playing(other_to_move(position))
                wins += bool(immediate_wins(position))
    assert wins


@each_variant
def test_a_safe_move_is_one_after_which_nobody_can_win_at_once(variant: object) -> None:
    for seed in SEEDS[: scaled(10, 2)]:
        position = random_position(seed, 12, variant)
        legal = list(numbers(moves(position)))
        by_playing = [move for move in legal if not gives_win(position, move)]
        assert safe(position, legal) == by_playing
        assert [move for move in legal if not lets_win(position, move)] == by_playing


def gives_win(position: object, move: int) -> bool:
    after = play(position, move)
    return after.result == after.turn or (after.result == PLAYING and bool(wins_by_playing(after)))


@pytest.mark.parametrize(
    ("row", "push", "expected"),
    [
        ("X..OO", "3>", (None, False, "e3", 2, True)),
        ("O...X", "3>", (None, False, "e3", 1, False)),
        ("X....", "3>", (None, False, None, None, False)),
        ("XO*.O", "3>", ("c3", True, "b3", 2, False)),
        ("X.*.O", "3>", ("c3", False, None, None, False)),
        ("*X..O", "3>", ("a3", True, None, 1, False)),
        ("XO*.O", "3<", ("c3", False, None, None, False)),
    ],
)
def test_the_forecast_of_a_push_says_where_it_stops_and_what_goes(
    row: str, push: str, expected: tuple[str | None, bool, str | None, int | None, bool]
) -> None:
    position = set_up(".....", ".....", row)
    seen = forecast(position, PUSHMINE.read_move(position, push))
    stops_at = None if seen.stops_at is None else bit_text(seen.stops_at)
    removed = None if seen.removed is None else bit_text(seen.removed)
    assert (stops_at, seen.detonates, removed, seen.owner, seen.earns) == expected


def test_the_forecast_of_a_push_among_duds() -> None:
    wall = set_up(".....", ".....", "X.@..", variant="dud")
    assert bit_text(forecast(wall, PUSHMINE.read_move(wall, "3>")).stops_at or 0) == "c3"
    moved = set_up(".....", ".....", "....@", variant={"decay": "movable_dud"})
    assert forecast(moved, PUSHMINE.read_move(moved, "3>"))[2:] == (20, 0, False)


@each_variant
def test_the_forecast_is_what_happens(variant: object) -> None:
    for seed in SEEDS:
        position = random_position(seed, 20, variant)
        for move in numbers(moves(position)):
            if move >= HIGH:
                seen, after = forecast(position, move), play(position, move)
                assert seen.earns == (after.other_stock > position.stock)
                if seen.detonates:
                    assert after.mines.bit_count() < position.mines.bit_count()
                    assert seen.stops_at is not None
                    assert not after.mines >> seen.stops_at & 1


def test_there_is_no_match_to_play_on_after_its_end() -> None:
    over = set_up("XXXX.")
    for level in LEVELS:
        with pytest.raises(Refusal, match="over"):
            choose(PUSHMINE, over, level, 1)


def test_the_last_mine_wins_and_threatens_as_a_line_does() -> None:
    asked = 0
    for seed in range(scaled(60, 30)):
        position = random_position(seed, 14, {"mines_to_win": 3})
        if position.result == PLAYING:
            wins = wins_by_playing(position)
            assert immediate_wins(position) == wins
            assert threatened(position) == wins_by_playing(passed(position))
            asked += bool(wins)
    assert asked


def test_easy_neither_misses_nor_allows_a_win_by_mines() -> None:
    won = set_up(".....", ".....", "X...O", variant="rush", earned=[14, 0], ply=8)
    taken = choose(PUSHMINE, won, "easy", 1, milliseconds=NO_CLOCK)
    assert (PUSHMINE.write_move(won, taken.move), taken.reason) == ("3>", "earns mine 15")
    danger = set_up("..X..", variant="rush", earned=[0, 14], ply=8)
    answers = {choose(PUSHMINE, danger, "easy", seed, milliseconds=NO_CLOCK).move for seed in range(30)}
    assert answers == set(safe(danger, numbers(moves(danger))))
    assert "cv" in texts(danger, sorted(answers))


def test_a_free_mine_is_safe_if_a_push_after_it_is() -> None:
    lost = set_up(".O.OO", "...XO", ".....", "X...O", "....X", variant="sapper", mines=[1, 0], barred="d^", ply=8)
    for mine in (move for move in numbers(moves(lost)) if move < HIGH):
        after = play(lost, mine)
        assert after.turn == lost.turn
        assert lets_win(lost, mine) == (not safe(after, numbers(moves(after))))
    saved = [move for move in numbers(moves(lost)) if move < HIGH and not lets_win(lost, move)]
    assert saved, "a mine before the push saves what no push alone does"
    assert not safe(lost, (move for move in numbers(moves(lost)) if move >= HIGH))
