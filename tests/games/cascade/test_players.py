"""The levels: what is obvious to all of them, courtesy, determinism, and signatures of their thinking."""

import itertools
from typing import Any

import numpy as np
import pytest

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.player import MoveRequest
from quincunx.engine.rules import PLAYING, legal, moves, play
from quincunx.games.cascade.evaluation import SCALE, SETTLED
from quincunx.games.cascade.players import (
    LEVELS,
    TreePlayer,
    courteous_moves,
    deed,
    lead_after,
    score_of,
)
from quincunx.games.cascade.rules import BLUE, ORANGE, Cascade
from quincunx.games.match3.bits import of_code
from quincunx.search.chooser import choose
from quincunx.search.hooks import WIN
from quincunx.search.players import winning_moves
from tests.games.cascade.positions import CASCADE, ask, seen, set_up, tactics, texts, walk
from tests.suite.scale import COMPILED, levels, scaled

COURTESY = {"courtesy": True}
THREATENED = [tactic for tactic in tactics() if tactic.fields["levels"] == "medium hard expert"]
QUICK = ["easy", "medium"]
every_level = pytest.mark.parametrize("level", list(LEVELS) if COMPILED else QUICK)

FRUGAL = TreePlayer(simulations=scaled(2000, 40), nodes=scaled(20_000, 300), swaps=6)


def courteous(position: Cascade) -> Cascade:
    return position._replace(options=position.options._replace(courtesy=1))


# Legal, deterministic, in time.


@pytest.mark.parametrize("variant", [
    "standard", "literal", {"goblins": 0}, {"goblins": 1, "vanish": "loses"}, {"vanish": "none", "courtesy": True},
    {"size": 5, "tokens": [6, 6, 6, 7]},
], ids=str)  # fmt: skip
def test_every_level_plays_legal_moves_to_the_end_in_every_variant(variant: Any) -> None:
    for seed, level in enumerate(QUICK):
        for position in list(walk(seed, variant))[:-1:2]:
            assert legal(position, ask(position, level).move)
            assert legal(position, FRUGAL.choose(MoveRequest(CASCADE, seen(position), 3)).move)


@levels(LEVELS if COMPILED else QUICK)
def test_the_same_question_has_the_same_answer(level: str) -> None:
    for position in list(walk(4))[:-1:8]:
        assert ask(position, level) == ask(position, level)


@every_level
def test_a_level_that_has_no_time_at_all_still_plays(level: str) -> None:
    for position in (next(iter(walk(1))), tactics()[-1].position):
        request = MoveRequest(CASCADE, seen(position), 5, stop=np.ones(1, np.int64))
        assert legal(position, LEVELS[level].player.choose(request).move)


def test_a_choice_says_how_long_it_took() -> None:
    position = next(iter(walk(8)))
    choice = choose(CASCADE, position, "medium", 8, milliseconds=600_000)
    assert not choice.cut_short
    assert choice.seconds > 0
    assert choice.depth == LEVELS["medium"].player.depth == 4


def test_levels_say_how_they_think() -> None:
    assert {name: (level.player.algorithm, level.player.depth) for name, level in LEVELS.items()} == {
        "starter": ("a random swap that takes the fewest tokens of yours", 1), "easy": ("swap evaluation", 1),
        "easy2": ("a short look at some of the moves", 2), "medium": ("negamax", 4),
        "hard": ("mcts", 0), "expert": ("mcts", 0),
    }  # fmt: skip


# What is obvious.


@every_level
def test_a_win_in_one_comes_before_anything_else(level: str) -> None:
    winnable = 0
    for seed in itertools.count():
        for position in list(walk(seed))[:-1]:
            if wins := winning_moves(position):
                winnable += 1
                choice = ask(courteous(position), level)
                assert choice.move in wins
                assert (choice.score, choice.proven) == (WIN - 1, True)
                assert choice.reason.endswith("wins at once")
        if winnable > 10:
            break


def test_a_starter_takes_no_more_of_the_other_side_than_it_must() -> None:
    for position in list(walk(12))[:-1]:
        if not winning_moves(position):
            other = ORANGE if position.turn == 1 else BLUE
            left = {move: popcount(of_code(play(position, move).cells, other)) for move in numbers(moves(position))}
            assert left[ask(position, "starter").move] == max(left.values())


def test_a_one_ply_player_counts_the_lead_after_its_swap_but_lets_nobody_vanish() -> None:
    for position in list(walk(11))[:-1]:
        leads = {move: lead_after(position, move) for move in numbers(moves(position))}
        if not winning_moves(position):
            assert leads[ask(position, "easy").move] == max(leads.values())
    gift = next(tactic for tactic in tactics() if "never" in tactic.fields)
    assert lead_after(gift.position, CASCADE.read_move(gift.position, gift.fields["never"].split()[0])) == 1 - WIN


def test_with_no_swap_left_every_level_passes_and_says_so() -> None:
    dead = set_up("bgvgvgo", "gbvgbog")
    for level in LEVELS if COMPILED else QUICK:
        choice = ask(dead, level)
        assert choice.move == PASS
        assert choice.reason.startswith("passes, for no swap is left")


# Courtesy.


@every_level
@pytest.mark.parametrize("tactic", THREATENED, ids=[tactic.fields["name"] for tactic in THREATENED])
def test_courtesy_leaves_the_other_side_its_win(tactic: Any, level: str) -> None:
    polite = courteous(tactic.position)
    for seed in range(3):
        choice = ask(polite, level, seed)
        after = play(polite, choice.move)
        assert after.result == PLAYING
        assert winning_moves(after), "the win is still there"
        assert "courtesy" in choice.reason


def test_without_a_threat_or_without_the_option_there_is_no_courtesy() -> None:
    for tactic in THREATENED:
        assert courteous_moves(tactic.position) == []
        polite = courteous(tactic.position)
        blocking = [move for move in numbers(moves(polite)) if move not in courteous_moves(polite)]
        assert set(tactic.fields["best"].split()) <= set(texts(polite, blocking))
    start = CASCADE.new(CASCADE.variant(COURTESY), 1)
    assert start.options.courtesy
    assert courteous_moves(start) == []


# Scores and words.


def test_an_expected_result_becomes_a_score_in_logarithms_of_the_odds() -> None:
    assert [score_of(share) for share in (0.0, 0.5, 1.0)] == [-SETTLED, 0, SETTLED]
    assert score_of(0.75) == -score_of(0.25) == round(SCALE * 1.0986)
    assert score_of(1 - 1e-15) == SETTLED


@pytest.mark.parametrize(("rows", "turn", "words"), [
    (("b......", "gb.....", "bvo...."), 1, "clears 3 of its own tokens"),
    (("b......", "gb.....", "bvo...."), 2, "clears 3 of the other side's"),
    (("g......", "vg.....", "gvbo..."), 1, "clears neutral tokens"),
    (("bo.....", "ob.....", "bo....."), 1, "clears 3 of its own tokens and 3 of the other side's"),
])  # fmt: skip
def test_a_reason_begins_with_what_the_swap_does_and_names_no_colours(
    rows: tuple[str, ...], turn: int, words: str
) -> None:
    position, move = set_up(*rows, turn=turn), "a6b6"
    assert deed(position, CASCADE.read_move(position, move)) == words


def test_an_exact_end_is_reported_as_proven() -> None:
    endgame = next(tactic for tactic in tactics() if tactic.fields.get("worth") == "1/2")
    choice = TreePlayer(simulations=1, nodes=10**6, swaps=6).choose(MoveRequest(CASCADE, seen(endgame.position), 1))
    assert choice.proven
    assert choice.score == 0
    assert "worth 50% of a win" in choice.reason


@pytest.mark.parametrize(("rows", "turn", "goblins", "words"), [
    (("g......", "ggvb...", "bvvoo.v", "bggob.b", "oggvbvg"), 1, "gv", "wins whatever comes"),
    (("o......", "gg...vv", "bgvggbv", "ovvgbog"), 2, "vv", "draws with best play"),
    ((".....g.", "vv...g.", "gg...vg", "oo.gvvg", "bg.vogb", "vovoogv"), 1, "gv", "loses against best play"),
])  # fmt: skip
def test_what_a_tree_has_proven_is_put_in_words(rows: tuple[str, ...], turn: int, goblins: str, words: str) -> None:
    position = seen(set_up(*rows, turn=turn, goblins=goblins))
    choice = TreePlayer(simulations=300, nodes=1, swaps=0).choose(MoveRequest(CASCADE, position, 1))
    assert choice.proven
    assert choice.reason.startswith(words)
    assert choice.nodes < 300


# Signatures: a change of search or evaluation shows here.

SIGNATURES = {
    "easy": """a5b5 54 15, b5b6 0 12, g2g3 0 3, b5c5 54 17, c4d4 90 14, d5d6 36 5, pass 999999 1, a5b5 54 16,
        b7c7 -18 6, a7b7 -18 1""",
    "medium": """a5a6 23 3276, a5b5 -2 1369, g2g3 0 51, c5c6 -4 1427, a7b7 70 1124, d5e5 999997 34, pass 999999 1,
        a5a6 -32 1316, d5d6 -2000 369, a7b7 -2000 1""",
    "hard": """a5a6 31 60000, b5c5 0 60000, g2g3 0 86217, b5c5 15 60000, a7b7 174 60000, d5e5 2000 24, pass 999999 1,
        b2b3 57 60000, d5d6 -2000 106, a7b7 -2000 4""",
}
"""Move, score, and nodes or simulations, at the start and every six plies on in three random matches."""


@pytest.mark.skipif(not COMPILED, reason="takes too long in plain Python")
@pytest.mark.parametrize("level", SIGNATURES)
def test_the_signature_of_a_level_is_unchanged(level: str) -> None:
    measured = []
    for seed in range(3):
        for position in list(walk(seed))[:-1:6]:
            choice = ask(position, level)
            measured.append(f"{CASCADE.write_move(position, choice.move)} {choice.score} {choice.nodes}")
    assert measured == [" ".join(signature.split()) for signature in SIGNATURES[level].split(",")]
