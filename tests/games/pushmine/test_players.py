"""The levels: wins in one and blocks, the same answer on every machine, and no walking in circles."""

import numpy as np
import pytest

import quincunx
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import HIGH, contains, numbers
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, hash, moves, play
from quincunx.games.pushmine.evaluation.tactics import immediate_wins, lets_win, safe, threatened
from quincunx.games.pushmine.evaluation.weights import BASELINE, IMPROVED, PLAIN, WINS_NEXT
from quincunx.games.pushmine.players import AGREED_AT, LEVELS, CarefulPlayer, PushminePlayer, UnwaryPlayer
from quincunx.games.pushmine.rules import Pushmine
from quincunx.search.chooser import choose, choose_in
from quincunx.search.hooks import WIN
from quincunx.search.iterative_deepening import deepen
from quincunx.search.negamax import REPEATED
from quincunx.search.players import NegamaxPlayer, RandomPlayer
from quincunx.search.workspace import NODES
from tests.games.pushmine.boards import PUSHMINE, VARIANTS, forces, random_position, set_up
from tests.search.positions import fresh_memory
from tests.suite.scale import COMPILED, levels, scaled

NO_CLOCK = 600_000
AFFORDABLE = list(LEVELS) if COMPILED else ["easy"]
"""Plain Python is for the random level; the others' thinking is the search's, which has tests of its own."""
compiled_only = pytest.mark.skipif(not COMPILED, reason="too much for plain Python")
each_level = pytest.mark.parametrize("level", AFFORDABLE)
UNWARY = [name for name, level in LEVELS.items() if isinstance(level.player, UnwaryPlayer | RandomPlayer)]
"""For people who are learning: they overlook wins."""
each_wary_level = levels(name for name in AFFORDABLE if name not in UNWARY)


def chosen(position: Pushmine, level: str, seed: int = 1) -> Choice:
    return choose(PUSHMINE, position, level, seed, milliseconds=NO_CLOCK)


def some_positions(count: int, variant: object = None) -> list[Pushmine]:
    candidates = (random_position(seed, 6 + seed % 12, variant) for seed in range(count))
    return [position for position in candidates if position.result == PLAYING]


@each_wary_level
def test_every_wary_level_takes_a_win_in_one(level: str) -> None:
    asked = 0
    for position in some_positions(40):
        if wins := immediate_wins(position):
            choice = chosen(position, level)
            asked += 1
            assert choice.move in wins
            assert (choice.score, choice.proven, choice.line) == (WIN - 1, True, (choice.move,))
            assert choice.reason.startswith("makes four in ")
    assert asked


@each_wary_level
def test_no_wary_level_allows_a_win_that_it_could_prevent(level: str) -> None:
    asked = 0
    for position in some_positions(scaled({"hard": 8, "expert": 8}.get(level, 40), 12)):
        legal = list(numbers(moves(position)))
        if not immediate_wins(position) and (sound := safe(position, legal)) and len(sound) < len(legal):
            asked += 1
            assert chosen(position, level).move in sound
    assert asked


def test_easy_pushes_at_random_and_lays_mines_only_against_a_win() -> None:
    quiet = set_up("X....", ".....", "..O..", mines=[3, 0])
    picked = {chosen(quiet, "easy", seed).move for seed in range(200)}
    assert min(picked) >= HIGH
    assert len(picked) == popcount(moves(quiet).high)
    threatened_now = set_up("OOO..", "X....", mines=[1, 0])
    answers = {chosen(threatened_now, "easy", seed).move for seed in range(200)}
    assert answers == set(safe(threatened_now, numbers(moves(threatened_now))))
    assert min(answers) < HIGH <= max(answers)


def test_easy_plays_on_when_nothing_helps() -> None:
    lost = set_up(".O.OO", "...XO", ".....", "X...O", "....X", barred="d^")
    assert threatened(lost)
    assert not safe(lost, numbers(moves(lost)))
    assert "every move leaves a win" in chosen(lost, "easy").reason


@compiled_only
def test_medium_sees_what_two_full_turns_show_and_lays_mines_in_its_tree() -> None:
    player = LEVELS["medium"].player
    assert player.depth == 5, "and its own move after them"
    for position in some_positions(30):
        choice = chosen(position, "medium")
        if not immediate_wins(position) and forces(position, 3):
            assert (choice.score or 0) >= WINS_NEXT
            assert not lets_win(position, choice.move)


@compiled_only
def test_hard_looks_six_plies_ahead_or_more() -> None:
    depths = [chosen(position, "hard") for position in some_positions(12)]
    quiet = [choice.depth for choice in depths if abs(choice.score or 0) < WINS_NEXT]
    assert min(quiet) >= 5
    assert sum(depth >= 6 for depth in quiet) >= 0.7 * len(quiet)


@levels(AFFORDABLE)
def test_every_level_answers_the_same_question_with_the_same_legal_move(level: str) -> None:
    for variant in VARIANTS[: scaled(8, 2)] if level in ("easy", "medium") else VARIANTS[:1]:
        position = random_position(3, 12, variant)
        choice = chosen(position, level)
        assert contains(moves(position), choice.move)
        assert choice._replace(seconds=0) == chosen(position, level)._replace(seconds=0)


@pytest.mark.parametrize("level", [level for level in AFFORDABLE if level != "expert"])
def test_another_seed_opens_differently(level: str) -> None:
    """Among equals the player's own seed decides."""
    start = PUSHMINE.new(PUSHMINE.variant(), 1)
    assert len({chosen(start, level, seed).move for seed in range(6)}) > 1


@compiled_only
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_player_that_is_ahead_does_not_repeat(level: str) -> None:
    """X is well ahead. Whatever it plays, the position after it is new to the match."""
    match = quincunx.Match("pushmine", None, 4, setup={"cells": ["X.X..", ".X..X", "..O..", "X....", ".O..X"]})
    for _ in range(12):
        if match.end is not None:
            break
        past = {hash(match.first), *(hash(turn.position) for turn in match.history)}
        mover = match.position.turn
        choice = choose_in(match, level if mover == 1 else "easy", NO_CLOCK)
        match.play(PUSHMINE.write_move(match.position, choice.move))
        assert mover == 2 or match.end is not None or hash(match.position) not in past


def test_a_repetition_costs_the_side_that_repeats() -> None:
    """The only moves of the past and a fresh one: the search of two plies counts the known position as bad for X."""
    position = set_up("X....", "....O")
    move = PUSHMINE.read_move(position, "1>")
    past = (hash(play(position, move)),)
    memory = fresh_memory()
    known = memory._replace(path=np.concatenate([np.array(past, np.int64), memory.path]))
    result = deepen(position, 2, PLAIN, known)
    assert result.scores[move] <= REPEATED < 0


def test_players_agree_on_a_draw_at_the_third_occurrence() -> None:
    agreed = [PUSHMINE.agrees_to_draw(seen) for seen in (1, 2, 3, 4)]
    assert agreed == [False, False, True, True]
    assert AGREED_AT == 3


def test_a_flag_that_is_up_ends_the_search_at_once_with_a_legal_move() -> None:
    position = random_position(1, 8)
    raised = np.ones(1, np.int64)
    player = PushminePlayer(NegamaxPlayer(nodes=1 << 40, style=IMPROVED))
    choice = player.choose(MoveRequest(PUSHMINE, position, 1, stop=raised))
    assert choice.cut_short
    assert choice.nodes <= 1024
    assert contains(moves(position), choice.move)


SIGNATURES = [
    # seed, plies, variant, style, depth; score, best moves, nodes
    (1, 0, None, IMPROVED, 5, 10, "3< 3> c^ cv", 36318),
    (2, 9, None, BASELINE, 4, 5, "1> 4>", 4434),
    (3, 14, None, IMPROVED, 5, 45, "5<", 23434),
    (4, 8, "blitz", IMPROVED, 6, 8, "1< a^", 47623),
    (5, 12, "decay", IMPROVED, 4, -5, "av", 2968),
    (6, 16, "dud", BASELINE, 4, -4, "c^", 1152),
    (7, 10, {"size": 6, "line": 5}, IMPROVED, 4, -17, "av", 10786),
    (8, 11, None, PLAIN, 4, -1, "2> 3< a^", 3686),
    (9, 6, {"line": 3}, IMPROVED, 2, WIN - 1, "3< ev", 2),
]
"""They change when the search, its order or the evaluation changes: a commit that does so says it."""


@pytest.mark.parametrize(("seed", "plies", "variant", "style", "depth", "score", "best", "nodes"), SIGNATURES)
def test_the_search_has_its_signature(
    seed: int, plies: int, variant: object, style: int, depth: int, score: int, best: str, nodes: int
) -> None:
    if not COMPILED and nodes > 2000:
        pytest.skip("too much for plain Python")
    position, memory = random_position(seed, plies, variant), fresh_memory()
    result = deepen(position, depth, style, memory)
    texts = sorted(PUSHMINE.write_move(position, move) for move in result.equals)
    assert (result.best, " ".join(texts), memory.counters[NODES]) == (score, best, nodes)


def test_the_game_has_the_common_levels() -> None:
    assert list(LEVELS)[:4] == ["starter", "starter2", "starter3", "easy"]
    rungs = ["medium", "medium2", "medium3", "medium4", "medium5", "hard", "expert"]
    assert list(LEVELS)[-7:] == rungs
    assert PUSHMINE.levels is LEVELS
    assert LEVELS["easy"].player.algorithm == CarefulPlayer().algorithm
    assert BASELINE != IMPROVED
