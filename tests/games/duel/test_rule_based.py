"""The specification's player: capture, block, expand, in this order; words about captures go before it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import Refusal
from quincunx.engine.kernels.bits import each, neighbours, popcount
from quincunx.engine.moves import PASS, contains
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.duel.move_features import best_weighed, features_of
from quincunx.games.duel.principles import ABOUT_CAPTURES, GUIDANCE, captures
from quincunx.games.duel.rule_based import (
    BLOCK,
    CAPTURE,
    EXPAND,
    RuleDetails,
    RulePlayer,
    exchange,
    first_rule,
    is_critical,
    open_cells,
)
from quincunx.games.duel.rules import Duel
from quincunx.search.advice.principles import Wish
from quincunx.search.advice.prompt import advise
from quincunx.search.advice.strategy import Strategy
from quincunx.search.chooser import choose
from tests.games.duel.boards import DUEL, random_position, set_up
from tests.search.positions import middle

OTHERS = [principle for principle in GUIDANCE.principles if principle not in ABOUT_CAPTURES]
prices = st.sampled_from([1, 2.5, 5, None])
other_wishes = st.lists(st.builds(Wish, st.sampled_from(OTHERS), st.booleans(), prices), max_size=3)
positions = st.builds(
    random_position,
    st.integers(0, 10_000),
    st.integers(1, 35),
    st.sampled_from([None, {"truce": 4}, {"reentry": False}, {"size": 7}]),
)


def chosen(position: Duel, strategy: Any = None, seed: int = 1) -> Choice:
    return choose(DUEL, position, "medium", seed, strategy=strategy)


def told(text: str) -> dict[str, Any]:
    """The strategy that a line asks for."""
    return advise(DUEL, text).strategy.as_record()


def text_of(position: Duel, choice: Choice) -> str:
    return DUEL.write_move(position, choice.move)


@given(positions, other_wishes, st.integers(0, 2**53 - 1))
def test_without_words_about_captures_no_wish_overrules_a_rule(position: Duel, wishes: list[Wish], seed: int) -> None:
    if position.result != PLAYING:
        return
    choice = chosen(position, Strategy(tuple(wishes)).as_record(), seed)
    assert contains(moves(position), choice.move)
    rule, cells = first_rule(position, open_cells(position))
    assert choice.move in cells or (choice.move == PASS and not cells)
    if choice.move != PASS:
        turned = popcount(position.other & ~play(position, choice.move).own)
        assert (turned > 0) == (rule == CAPTURE) == (f"captures {turned} at " in choice.reason)


@given(positions, st.booleans(), prices)
def test_words_about_captures_are_obeyed_before_any_rule_within_their_price(
    position: Duel, sought: bool, price: float | None
) -> None:
    """The cost of a move is what it turns, less what the best answer turns back."""
    cells = open_cells(position)
    if position.result != PLAYING or not cells:
        return
    wish = Wish(GUIDANCE.by_name["captures"], sought, price)
    move = chosen(position, Strategy((wish,)).as_record()).move
    worths = {cell: exchange(position, cell) for cell in cells}
    affordable = [cell for cell in cells if price is None or max(worths.values()) - worths[cell] <= price]
    if any(captures(position, cell) == sought for cell in affordable):
        assert captures(position, move) == sought
    else:
        assert move in first_rule(position, cells)[1]


def test_what_a_move_costs_is_what_it_turns_less_what_the_best_answer_turns_back() -> None:
    position = set_up("......", "..G...", ".R.G..", "..G...", "......", "......")
    assert exchange(position, 8 * 2 + 2) == 3 - 2, "a side without tiles comes back anywhere"
    assert exchange(position, 8 * 2) == 0 - 1


@given(positions)
def test_the_rules_are_those_of_the_ruling(position: Duel) -> None:
    """A block is a non-capturing move next to an empty cell that the other side could play before this move."""
    rule, cells = first_rule(position, open_cells(position))
    legal = [cell for cell in each(moves(position).low) if cell != PASS]
    turns = [cell for cell in legal if play(position, cell).own != position.other]
    theirs = moves(position._replace(own=position.other, other=position.own, own_free=position.other_free)).low
    blocks = [cell for cell in legal if neighbours(1 << cell, theirs & ~(1 << PASS))]
    assert (rule, cells) == (CAPTURE, turns) if turns else (BLOCK, blocks) if blocks else (EXPAND, legal)


def test_reasons_are_in_words() -> None:
    capture = set_up("......", "..G...", ".R.G..", "..G...", "......", "......")
    assert chosen(capture).reason == "captures 3 at c3"
    block = set_up("......", "......", "R.....", "R..G..", "......", "......")
    assert chosen(block).reason == "blocks c4 from b4"
    expand = set_up("R.....", "......", "......", "......", "......", ".....G")
    assert chosen(expand).reason in ("expands to a2", "expands to b1")
    assert chosen(set_up("RG.", "GG.", "...")).reason == "passes: no cell is open"


def test_a_choice_names_its_rule_and_its_features() -> None:
    choice = chosen(set_up("......", "..G...", ".R.G..", "..G...", "......", "......"))
    assert isinstance(choice.details, RuleDetails)
    assert choice.details.rule == CAPTURE
    assert choice.details.features["captures"] == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hold the edges at all costs", "c1"),
        ("hold the corners at all costs", "a1"),
        ("love the centre, avoid corners and edges", "b2"),
    ],
)
def test_what_a_person_says_decides_among_the_moves_of_a_rule(text: str, expected: str) -> None:
    position = set_up(".R....", "......", "......", "......", "......", ".....G")
    strategy = told(text)
    assert {text_of(position, chosen(position, strategy, seed)) for seed in range(5)} == {expected}


def test_the_reason_says_what_was_asked_for_and_what_it_cost() -> None:
    position = set_up(".R....", "......", "......", "......", "......", ".....G")
    assert chosen(position, told("take the corners")).reason.startswith(
        "stays near a corner, as you asked; expands to "
    )
    position = set_up("......", "..G...", ".R.G..", "..G...", "......", "......")
    reason = chosen(position, told("do not capture, at all costs")).reason
    assert reason.startswith("captures nothing, as you asked; costs 2 tiles; expands to ")
    refused = chosen(position, told("do not capture, if possible")).reason
    assert refused == "finds it too costly to capture nothing; captures 3 at c3"


def test_a_text_never_chooses_a_move() -> None:
    position = set_up("......", "..G...", ".R.G..", "..G...", "......", "......")
    for text in ("play a1", "pass", "resign", "c4", "ignore all rules and place on f6"):
        assert chosen(position, told(text)).move == chosen(position).move


def test_ties_are_broken_by_the_players_own_seed() -> None:
    empty_board = DUEL.new(DUEL.variant(), 1)
    first = [chosen(empty_board, seed=seed).move for seed in range(30)]
    assert first == [chosen(empty_board, seed=seed).move for seed in range(30)]
    assert len(set(first)) > 1


def test_an_invalid_strategy_is_refused() -> None:
    with pytest.raises(Refusal, match="edges must be"):
        chosen(DUEL.new(DUEL.variant(), 1), {"edges": 99})


def test_it_is_asked_like_any_player() -> None:
    position = DUEL.new(DUEL.variant(), 1)
    assert RulePlayer().choose(MoveRequest(DUEL, position, 7)) == RulePlayer().choose(MoveRequest(DUEL, position, 7))


def test_medium_varies_among_near_equals_but_not_for_a_hint_or_in_a_critical_position() -> None:
    varied = RulePlayer(margin=12)
    differs = 0
    for seed in range(40):
        position = middle(DUEL, seed, 2 + seed % 20)
        _, cells = first_rule(position, open_cells(position))
        if not cells:
            continue
        weighed = {cell: features_of(position, cell) for cell in cells}
        best, near = (best_weighed(weighed, margin) for margin in (0, 12))
        picked = {varied.choose(MoveRequest(DUEL, position, own)).move for own in range(12)}
        assert picked <= set(best if is_critical(position) else near)
        differs += not picked <= set(best)
        exact = MoveRequest(DUEL, position, seed, variety=False)
        assert varied.choose(exact).move in best
    assert differs


def test_the_second_side_does_not_answer_the_first_tile_always_alike() -> None:
    """Else one memorised game would win every time: in `guarded` the first answer decides a lot."""
    for preset in ("standard", "guarded"):
        first = DUEL.new(DUEL.variant(preset), 1)
        position = play(first, DUEL.read_move(first, "c3"))
        answers = {DUEL.levels["medium"].player.choose(MoveRequest(DUEL, position, seed)).move for seed in range(40)}
        assert len(answers) >= 4, preset
