"""A limit for each turn of a person: `turn_seconds`. It counts from when the board has come to rest."""

import pytest

from quincunx.server.match.actions import Creation, Moved, SeatPlan
from quincunx.server.match.commands import settle
from quincunx.server.match.state import LEAST_PAUSE, State
from tests.support.fixtures import LetTimePass
from tests.support.servers.client import PERSON, TWO_PEOPLE, ServerClient, ai, refusal

LIMIT = 30_000


def state_of(game: str, version: int, *seats: SeatPlan, **variant: object) -> State:
    creation = Creation(
        game=game, game_version=version, variant=variant, seed=7, salt="", seats=seats, turn_seconds=30,
        response_delay=500, created_at=0,
    )  # fmt: skip
    return State("match", creation)


def play(state: State, at: int, move: str | None = None) -> int:
    """Make a move; how long it takes to show."""
    text = move or state.match.legal()[0]
    state.apply(Moved(seat=state.turn, at=at, move=text, ply=state.ply))
    return state.lengths[-1]


PERSON_PLAN, AI_PLAN = SeatPlan(kind="person"), SeatPlan(kind="level", level="easy")


def test_it_starts_with_the_first_move_of_a_side_and_counts_from_rest() -> None:
    state = state_of("cascade", 1, PERSON_PLAN, PERSON_PLAN)
    assert state.deadline is None
    play(state, at=1_000)
    assert state.deadline is None, "seat 2 has not moved yet"
    shown = play(state, at=90_000)
    assert state.deadline == 90_000 + shown + LIMIT
    assert settle(state, 90_000 + shown + LIMIT - 1) is None
    flagged = settle(state, 90_000 + shown + LIMIT)
    assert flagged is not None
    state.apply(flagged)
    assert (state.match.result, state.match.ended_by, state.deadline) == ("2", "clock", None)


def test_the_answer_of_an_ai_player_is_shown_after_ones_own_move() -> None:
    state = state_of("cascade", 1, PERSON_PLAN, AI_PLAN)
    own = play(state, at=0)
    assert state.deadline is None, "an AI player has its own limit"
    answer = play(state, at=100)
    assert state.deadline == own + max(LEAST_PAUSE, 500) + answer + LIMIT


def test_a_turn_of_two_moves_has_one_limit() -> None:
    state = state_of("pushmine", 2, PERSON_PLAN, PERSON_PLAN, mine_is_free=True)
    state.match.__init__(state.game, state.match.variant, 7, play_passes=True, setup={"mines": [1, 1]})  # type: ignore[misc]
    play(state, 0, "1>")
    play(state, 0, "5>")
    ends_at = state.turn_ends_at
    assert ends_at is not None
    play(state, 10_000, "*c3")
    assert (state.turn, state.turn_ends_at) == (1, ends_at)
    play(state, 20_000, "2>")
    assert state.turn_ends_at is not None
    assert state.turn_ends_at > ends_at


def test_who_lets_it_run_out_loses_by_the_clock(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, turn_seconds=30)
    match = hosted.play("c3", "e5")
    assert (match["turn_seconds"], match["clock"]) == (30, None)
    assert match["turn_ends_at"] - match["updated_at"] == 30_180
    later(30_200)
    assert refusal(hosted.try_move("c4", 2)) == (409, "match_over")
    match = hosted.match()
    assert (match["winner"], match["ended_by"], match["end"]) == (2, "clock", {"result": "2", "by": 1, "why": "clock"})


def test_an_agreed_takeback_gives_the_whole_time_again(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match("duel", turn_seconds=30)
    before = hosted.play("c3", "e5", "c4")["turn_ends_at"]
    later(20_000)
    hosted.act("takeback", 1)
    match = hosted.act("takeback", 2, answer="accept")
    assert match["turn"] == 1
    assert match["turn_ends_at"] > before


@pytest.mark.parametrize("seconds", [4, 3601, "30", 7.5])
def test_a_limit_out_of_range_is_refused(client: ServerClient, seconds: object) -> None:
    answer = client.post("/api/matches", {"game": "duel", "turn_seconds": seconds})
    assert refusal(answer) == (422, "bad_request")


def test_a_limit_needs_two_sides_and_a_person(client: ServerClient) -> None:
    for asked in ({"game": "flood"}, {"game": "duel", "seats": [ai(), ai()]}):
        assert refusal(client.post("/api/matches", asked | {"turn_seconds": 30})) == (409, "not_allowed")
    assert client.new_match("cascade", [PERSON, ai()], turn_seconds=30).match()["turn_ends_at"] is None
