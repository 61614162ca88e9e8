"""What a run plays: seeds, seats, pairings and chunks."""

from itertools import pairwise

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.kernels.randomness import SEED_LIMIT, unsigned, word
from quincunx.lab.run.spec import Spec, make_spec
from tests.lab.runs import small_spec


def test_two_players_share_a_seed_and_swap_seats() -> None:
    spec = small_spec(players=("medium", "easy"), games=6)
    plans = [plan for chunk in spec.chunks() for plan in spec.plans(chunk)]
    assert [plan.seats for plan in plans] == [("medium", "easy"), ("easy", "medium")] * 3
    assert [plan.pair for plan in plans] == [0, 0, 1, 1, 2, 2]
    assert plans[0].seed == plans[1].seed != plans[2].seed
    assert all(0 <= plan.seed < SEED_LIMIT for plan in plans)


def test_a_seed_is_the_highest_53_bits_of_a_word() -> None:
    spec = small_spec(players=("medium", "easy"), games=300, seed=5, chunk=100)
    for chunk in spec.chunks():
        for plan in spec.plans(chunk):
            assert plan.seed == unsigned(word(5, 0, plan.pair)) >> 11


def test_equal_players_get_a_seed_of_their_own_for_every_match() -> None:
    spec = small_spec(players=("easy",), games=50)
    plans = [plan for chunk in spec.chunks() for plan in spec.plans(chunk)]
    assert len({plan.seed for plan in plans}) == 50
    assert {plan.seats for plan in plans} == {("easy", "easy")}


def test_in_a_game_for_one_every_player_gets_every_board() -> None:
    spec = make_spec("flood", None, ("easy", "medium"), 8)
    plans = [plan for chunk in spec.chunks() for plan in spec.plans(chunk)]
    assert [plan.seats for plan in plans] == [("easy",), ("medium",)] * 4
    assert len({plan.seed for plan in plans}) == 4


@pytest.mark.parametrize("games", [1, 7, 99, 100, 101, 250])
def test_chunks_hold_every_match_once(games: int) -> None:
    spec = make_spec("duel", None, ("medium", "easy"), games, simple=7, ladder=4)
    for pairing in spec.pairings:
        numbers = [plan.number for chunk in spec.chunks() if chunk.pairing == pairing for plan in spec.plans(chunk)]
        assert numbers == list(range(pairing.games))


def test_chunks_never_split_a_pair() -> None:
    spec = small_spec(games=1000, chunk=7)
    pairs = [{plan.pair for plan in spec.plans(chunk)} for chunk in spec.chunks()]
    assert all(not one & two for one, two in pairwise(pairs))


def test_more_matches_begin_with_the_same_ones() -> None:
    few, many = small_spec(games=20), small_spec(games=40)
    assert few.identity == many.identity
    first, longer = next(few.chunks()), next(many.chunks())
    assert many.plans(longer)[: first.games] == few.plans(first)


def test_other_seeds_rules_or_players_are_another_run() -> None:
    spec = small_spec()
    others = [small_spec(seed=2), small_spec(variant={"size": 5}), small_spec(players=("easy",)), small_spec(opening=2)]
    assert spec.identity not in {other.identity for other in others}


def test_a_run_has_a_ladder_and_the_simplest_strategy_beside_it() -> None:
    spec = make_spec("duel", None, ("hard",), 400)
    assert [pairing.name for pairing in spec.pairings] == ["main", "simple", "ladder-0", "ladder-1", "ladder-2"]
    assert spec.pairings[1].players == ("greedy", "hard")
    assert spec.pairings[4].players == ("hard/2", "hard/4")
    assert [pairing.name for pairing in make_spec("duel", None, ("random",), 400).pairings] == ["main"]


def test_a_spec_comes_back_from_its_text() -> None:
    spec = small_spec(opening=3)
    assert Spec.model_validate_json(spec.model_dump_json()) == spec


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"game": "chess"}, ErrorCode.UNKNOWN_GAME),
        ({"variant": "nopreset"}, ErrorCode.BAD_VARIANT),
        ({"players": ("grandmaster",)}, ErrorCode.UNKNOWN_LEVEL),
        ({"players": ("medium*2",)}, ErrorCode.UNKNOWN_LEVEL),
        ({"players": ("hard/0",)}, ErrorCode.UNKNOWN_LEVEL),
        ({"players": ("easy", "easy", "easy")}, ErrorCode.BAD_REQUEST),
        ({"players": ("",)}, ErrorCode.UNKNOWN_LEVEL),
        ({"seed": -1}, ErrorCode.BAD_SEED),
        ({"max_plies": 0}, ErrorCode.BAD_REQUEST),
        ({"games": 0}, ErrorCode.BAD_REQUEST),
    ],
)
def test_invalid_specs_are_refused(arguments: dict[str, object], code: ErrorCode) -> None:
    with pytest.raises(Refusal) as refused:
        make_spec(**({"game": "duel", "players": ("easy",)} | arguments))  # type: ignore[arg-type]
    assert refused.value.errorCode == code
