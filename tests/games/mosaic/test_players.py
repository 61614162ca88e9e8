"""The levels of mosaic: fair, legal, reproducible, and alert at the end of a match."""

import numpy as np
import pytest

from quincunx.engine.moves import PASS, contains
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.games.mosaic.players import LEVELS, FuturesPlayer, Ranking, score_of
from quincunx.games.mosaic.principles import points_of
from quincunx.games.mosaic.rules import Mosaic
from quincunx.search.analysis import expectation
from quincunx.search.chooser import choose
from quincunx.search.hooks import WIN
from quincunx.search.iterative_deepening import deepen
from quincunx.search.workspace import NODES
from tests.games.mosaic.boards import MOSAIC, VARIANTS, seen, set_up
from tests.search.positions import fresh_memory
from tests.suite.scale import COMPILED, scaled

NO_CLOCK = 600_000
QUICK = FuturesPlayer(nodes=scaled(50_000, 100), plies=scaled(2, 1), tries=scaled(2, 0), fewest=scaled(8, 1))
LEVELS_HERE = LEVELS if COMPILED else ("easy", "medium")
"""Plain Python cannot settle millions of boards."""

compiled_only = pytest.mark.skipif(not COMPILED, reason="too much for plain Python")
every_level = pytest.mark.parametrize("level", LEVELS_HERE)


def chosen(position: Mosaic, level: str, seed: int = 1) -> Choice:
    return choose(MOSAIC, position, level, seed, milliseconds=NO_CLOCK)


def asked(position: Mosaic, player: FuturesPlayer = QUICK, seed: int = 1) -> Choice:
    return player.choose(MoveRequest(MOSAIC, position, seed))


@every_level
def test_every_level_answers_the_same_question_with_the_same_legal_move(level: str) -> None:
    for seed in range(2):
        position = seen(seed, 5 * seed)
        choice = chosen(position, level, seed)
        assert contains(moves(position), choice.move)
        assert choice._replace(seconds=0) == chosen(position, level, seed)._replace(seconds=0)


@every_level
def test_no_level_sees_behind_the_queue(level: str) -> None:
    start = MOSAIC.new(MOSAIC.variant(), 21)
    other = start._replace(supply=start.supply._replace(source=987654321))
    assert chosen(start, level)._replace(seconds=0) == chosen(other, level)._replace(seconds=0)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_match_of_any_variant_is_played_to_its_end(variant: dict[str, int]) -> None:
    position = MOSAIC.new(MOSAIC.variant(variant), 2)
    for _ in range(scaled(1000, 3)):
        if position.result != PLAYING:
            break
        choice = asked(observe(position, position.turn), FuturesPlayer(nodes=300, plies=1, tries=0, fewest=1))
        assert contains(moves(position), choice.move)
        position = play(position, choice.move)
    assert position.result != PLAYING or not COMPILED


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_win_is_taken_at_once(level: str) -> None:
    rows = ("????b?", "?????b", "??a??b", "aa?a??")
    for turn in (1, 2):
        position = set_up(*rows, turn=turn, scores=[960, 960])
        choice = chosen(position, level)
        assert MOSAIC.write_move(position, choice.move) == "c3c4"
        assert choice.score == WIN - 1


def test_the_last_swap_wins_by_points_too() -> None:
    rows = ("????b?", "?????b", "??a??b", "aa?a??")
    position = set_up(*rows, scores=[100, 135], moves_made=[19, 20])
    choice = asked(position)
    assert (MOSAIC.write_move(position, choice.move), choice.reason, choice.proven) == ("c3c4", "wins at once", True)


def test_a_pass_is_played_where_there_is_nothing_else() -> None:
    position = set_up("????", "????", "????", "????", scores=[70, 20])
    choice = asked(position)
    assert choice.move == PASS
    assert choice.reason == "there is no swap to make"
    assert (choice.score or 0) > 0


def test_a_raised_flag_gives_the_greediest_swap_at_once() -> None:
    position = seen(6, 4)
    choice = FuturesPlayer(nodes=1 << 40).choose(MoveRequest(MOSAIC, position, 1, stop=np.ones(1, np.int64)))
    assert choice.cut_short
    assert choice.nodes == 0
    best = max(points_of(position, move) for move in range(128) if contains(moves(position), move))
    assert points_of(position, choice.move) == best


def test_the_budget_of_nodes_is_kept() -> None:
    for seed in range(scaled(6, 1)):
        budget = scaled(300_000, 3000)
        choice = asked(seen(seed, 8), FuturesPlayer(nodes=budget, plies=1, tries=0, fewest=scaled(8, 2)))
        assert budget // 3 < choice.nodes < 2 * budget


def test_the_better_half_goes_on_and_half_a_round_does_not_count() -> None:
    ranking = Ranking({7: 90, 3: 80, 5: 10}, 1, 3)
    assert list(ranking.better_half().totals) == [7, 3]
    assert list(ranking.better_half().better_half().totals) == [7]
    assert list(ranking.better_half().better_half().better_half().totals) == [7]


def test_progress_is_reported_round_by_round() -> None:
    choices: list[Choice] = []
    position = seen(2, 7)
    QUICK.choose(MoveRequest(MOSAIC, position, 1, progress=choices.append))
    assert 1 <= len(choices) <= 7
    nodes = [choice.nodes for choice in choices]
    assert nodes == sorted(nodes)
    assert all(contains(moves(position), choice.move) for choice in choices)


def test_a_score_gives_the_odds() -> None:
    assert score_of(0.5) == 0
    assert score_of(0.7) == -score_of(0.3) > 0
    for odds in (0.01, 0.2, 0.5, 0.9):
        assert expectation(score_of(odds), MOSAIC.scale) == pytest.approx(odds, abs=0.003)
    assert expectation(score_of(1.0), MOSAIC.scale) < 1


def test_reasons_are_words_with_the_result_of_the_search() -> None:
    position = seen(3, 4)
    choice = asked(position)
    points = points_of(position, choice.move)
    assert choice.reason.startswith(f"makes {points} points or more, and wins in ")


SIGNATURES = [
    # seed, plies, variant, depth; score, best moves, nodes
    (1, 0, {}, 4, 30, "d5d6", 473),
    (2, 7, {}, 4, 6, "a3b3", 165),
    (3, 12, {}, 3, -170, "c1c2", 137),
    (4, 3, {"rows": 7, "cols": 7, "colours": 4}, 3, 66, "d5e5", 1051),
    (5, 6, {"target": 300}, 4, -999996, "e1e2", 71),
    (6, 2, {"preset": "literal"}, 3, 27, "c5d5", 125),
]
"""They change when the search or the evaluation changes: a commit that does so says it."""


@pytest.mark.parametrize(("seed", "plies", "variant", "depth", "score", "best", "nodes"), SIGNATURES)
def test_the_search_has_its_signature(
    seed: int, plies: int, variant: dict[str, int], depth: int, score: int, best: str, nodes: int
) -> None:
    position, memory = seen(seed, plies, variant), fresh_memory()
    result = deepen(position, depth, 0, memory)
    texts = sorted(MOSAIC.write_move(position, move) for move in result.equals)
    assert (result.best, " ".join(texts), memory.counters[NODES]) == (score, best, nodes)


FUTURES = [
    # seed, plies, variant; score, move, nodes
    (1, 0, {}, 45, "d5d6", 9347),
    (2, 7, {}, 0, "b2b3", 1769),
    (4, 3, {"rows": 7, "cols": 7}, 25, "e4f4", 4732),
    (5, 6, {"target": 300}, -418, "e1e2", 809),
    (6, 2, {"preset": "literal"}, 257, "c5d5", 7914),
]


@pytest.mark.parametrize(("seed", "plies", "variant", "score", "best", "nodes"), FUTURES)
def test_the_futures_have_their_signature(
    seed: int, plies: int, variant: dict[str, int], score: int, best: str, nodes: int
) -> None:
    position = seen(seed, plies, variant)
    choice = asked(position, FuturesPlayer(nodes=500, plies=1, tries=1, fewest=1))
    assert (choice.score, MOSAIC.write_move(position, choice.move), choice.nodes) == (score, best, nodes)


def test_levels_are_the_common_ones_and_those_of_rule_7() -> None:
    assert list(LEVELS) == ["easy", "easy2", "easy3", "easy4", "medium", "hard", "expert"]
    limits = {"easy": 1000, "medium": 1500, "hard": 2000, "expert": 2000}
    assert {name: LEVELS[name].milliseconds for name in limits} == limits
    assert MOSAIC.levels is LEVELS
    assert [LEVELS[level].player.algorithm for level in ("easy", "medium")] == ["random", "negamax"]
    assert LEVELS["medium"].player.depth == 4
    assert LEVELS["hard"].player.depth > 4
