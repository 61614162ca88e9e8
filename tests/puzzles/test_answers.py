"""Answers are judged move by move: the other side replies, and a wrong move is refuted."""

import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.engine.rules import PLAYING
from quincunx.puzzles.answers import judge, solution
from quincunx.puzzles.collection import near, of_the_day, shipped
from quincunx.puzzles.puzzle import Puzzle
from quincunx.puzzles.verification import kind_of
from tests.puzzles.test_shipped import GAMES, few


@pytest.mark.parametrize("slug", GAMES)
def test_right_moves_solve_a_puzzle(slug: str) -> None:
    for puzzle in few(slug)[:5]:
        moves = solution(puzzle)
        assert moves[0] in puzzle.answers
        assert len(moves) == puzzle.length
        assert judge(puzzle, moves)[:2] == (True, True)
        assert solution(puzzle, moves[:1]) == moves
        if slug in ("pushmine", "flood"):
            assert judge(puzzle, moves).match.position.result == puzzle.match().position.turn


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.match().legal() if move not in puzzle.answers)


@pytest.mark.parametrize("slug", GAMES)
def test_a_wrong_move_is_worth_less_and_nothing_more_is_asked(slug: str) -> None:
    for puzzle in few(slug)[:5]:
        judged = judge(puzzle, [wrong_move(puzzle)])
        assert judged.done
        assert not judged.right
        assert judged.shown == 1
        assert judged.worth.given < judged.worth.best
        assert judged.worth.reason.startswith("It ")


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "mosaic"])
def test_a_wrong_move_is_refuted_by_a_move_that_follows_it(slug: str) -> None:
    for puzzle in few(slug)[:5]:
        judged = judge(puzzle, [wrong_move(puzzle)])
        over = judged.match.history[0].position.result != PLAYING
        assert over or len(judged.match.history) > 1


def test_what_a_swap_of_mosaic_pays_is_seen_without_an_answer_of_the_other_side() -> None:
    for puzzle in few("mosaic")[:5]:
        for move in (puzzle.answers[0], wrong_move(puzzle)):
            assert len(judge(puzzle, [move]).match.history) == 1


def test_the_board_shows_the_lead_that_the_judgement_of_a_certain_swap_of_cascade_names() -> None:
    """Moves that are won or lost at once count a hundred more."""
    shown = 0
    for puzzle in (one for one in few("cascade") if one.kind == "best_certain"):
        for move in puzzle.match().legal():
            judged = judge(puzzle, [move])
            if judged.match.position.result == PLAYING:
                tokens, turn = judged.match.describe()["tokens"], puzzle.match().position.turn
                assert tokens[turn - 1] - tokens[2 - turn] == judged.worth.given
                shown += 1
    assert shown > 100


def test_a_swap_of_cascade_that_is_best_on_average_is_followed_by_an_answer_and_by_the_swap_after_it() -> None:
    for puzzle in [one for one in shipped(game("cascade")) if one.kind == "best_sampled"][:5]:
        for move in (puzzle.answers[0], wrong_move(puzzle)):
            match = judge(puzzle, [move]).match
            assert len(match.history) == 3 or match.position.result != PLAYING


def test_nothing_comes_after_a_wrong_move() -> None:
    puzzle = shipped(game("pushmine"))[0]
    with pytest.raises(Refusal, match="move 1 was wrong"):
        judge(puzzle, [wrong_move(puzzle), puzzle.answers[0]])


def test_too_many_moves_and_none_are_refused() -> None:
    puzzle = shipped(game("pushmine"))[0]
    for moves in ([], ["1>"] * (puzzle.length + 1)):
        with pytest.raises(Refusal, match="answered by 1 to"):
            judge(puzzle, moves)


@pytest.mark.parametrize("slug", GAMES)
def test_the_puzzles_of_a_day_are_three_from_easy_to_hard_and_others_on_the_next(slug: str) -> None:
    days = [of_the_day(game(slug), day) for day in ("20260131", "20260201")]
    for puzzles in days:
        assert len(puzzles) == 3
        assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    assert not {puzzle.id for puzzle in days[0]} & {puzzle.id for puzzle in days[1]}
    assert of_the_day(game(slug), "20260131") == days[0]


def test_a_day_that_does_not_exist_has_no_puzzles() -> None:
    with pytest.raises(Refusal, match="there is no day '20260231'"):
        of_the_day(game("pushmine"), "20260231")


@pytest.mark.parametrize("slug", GAMES)
def test_practice_gives_a_puzzle_near_a_rating(slug: str) -> None:
    ratings = sorted(puzzle.rating for puzzle in shipped(game(slug)))
    assert near(game(slug), 0, 1).rating <= ratings[20]
    assert near(game(slug), 4000, 1).rating >= ratings[-21]
    assert len({near(game(slug), 1500, seed).id for seed in range(20)}) > 3


@pytest.mark.parametrize(
    ("slug", "kind", "score", "words"),
    [
        ("pushmine", "win_in", 1, "forces four in a row"),
        ("duel", "only_win", -1, "loses by 1 tile"),
        ("duel", "best_ending", 0, "draws"),
        ("mosaic", "best_certain", 90, "pays 90 points"),
        ("cascade", "best_certain", 3, "leaves you 3 tokens ahead"),
        ("cascade", "best_certain", -97, "loses the match"),
        ("cascade", "best_sampled", 250, "leaves you 2.5 tokens ahead on average"),
        ("cascade", "best_sampled", -2400, "may lose the match"),
        ("cascade", "best_sampled", 10400, "wins the match"),
        ("mosaic", "best_sampled", 8437, "pays 84.4 points on average"),
        ("flood", "shortest_flood", -1, "leaves 1 move to go"),
    ],
)
def test_a_score_is_said_in_words(slug: str, kind: str, score: int, words: str) -> None:
    assert kind_of(game(slug), kind).worth(score) == words
