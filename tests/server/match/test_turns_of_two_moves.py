"""A turn of two moves, as in Pushmine's sapper: undo and redo by whole turns, and one clock for both moves."""

from typing import Any

from quincunx.catalogue import game
from quincunx.server.match.actions import ClockPlan, Creation, Moved, Redone, SeatPlan, Undone
from quincunx.server.match.state import State

PERSON = SeatPlan(kind="person")
AI = SeatPlan(kind="level", level="easy")


def sapper(*seats: SeatPlan, clock: ClockPlan | None = None) -> State:
    """A match in which both sides have mines to lay."""
    chosen = game("pushmine")
    setup: dict[str, Any] = {"mines": [3, 3], "ply": 4}
    variant = chosen.variant("sapper").model_dump(mode="json")
    creation = Creation(
        game="pushmine", game_version=chosen.version, variant=variant, seed=1, salt="s", seats=seats, opening=(),
        clock=clock, created_at=1_000, setup=setup,
    )  # fmt: skip
    return State("match", creation)


def play(state: State, *texts: str, at: int = 1_000) -> None:
    for text in texts:
        state.apply(Moved(seat=state.turn, at=at, move=text, ply=state.ply))


def undo(state: State, seat: int = 0) -> int:
    back = state.can_undo(seat)
    assert back is not None
    state.apply(Undone(seat=1, at=9_000, to_ply=back))
    return state.ply


def redo(state: State) -> int:
    forward = state.can_redo()
    assert forward is not None
    state.apply(Redone(seat=1, at=9_000, to_ply=forward))
    return state.ply


def test_undo_and_redo_go_from_turn_to_turn() -> None:
    state = sapper(PERSON, PERSON)
    play(state, "*c3", "1>", "*c4", "2>", "3>")
    assert [undo(state) for _ in range(3)] == [4, 2, 0]
    assert state.can_undo(0) is None
    assert [redo(state) for _ in range(3)] == [2, 4, 5]


def test_a_mine_alone_is_taken_back_and_laid_again() -> None:
    state = sapper(PERSON, PERSON)
    play(state, "*c3")
    assert undo(state) == 0
    assert redo(state) == 1
    assert state.match.describe()["must_push"] is True


def test_a_takeback_goes_to_the_beginning_of_the_turn_of_the_side_that_asks() -> None:
    state = sapper(PERSON, PERSON)
    play(state, "*c3", "1>", "*c4", "2>", "3>")
    assert (state.can_undo(1), state.can_undo(2)) == (4, 2)


def test_against_an_ai_player_a_whole_round_is_taken_back_and_redone() -> None:
    state = sapper(PERSON, AI)
    play(state, "*c3", "1>", "*c4", "2>", "*d4", "3>", "*d5")
    assert [undo(state) for _ in range(2)] == [4, 0]
    assert [redo(state) for _ in range(2)] == [4, 7]


def test_the_clock_runs_on_through_a_turn_and_gains_one_increment() -> None:
    state = sapper(PERSON, PERSON, clock=ClockPlan(base=60_000, increment=1_000))
    assert state.clock is not None
    play(state, "3>")
    play(state, "2>")
    state.clock.run(1, at=1_000)  # both sides have moved, and the board is at rest
    play(state, "*c4", at=3_000)
    shown = state.lengths[-1]
    view = state.clock.view()
    assert (view["left"], view["running"]) == ([58_000, 60_000], 1)
    play(state, "1>", at=4_000)
    view = state.clock.view()
    assert (view["left"], view["running"]) == ([58_000 + shown, 60_000], 2), "laying the mine was shown meanwhile"


def test_the_time_of_an_ai_player_is_for_the_whole_turn() -> None:
    chosen = game("pushmine")
    state = sapper(PERSON, PERSON)
    first = chosen.time_share(state.match.position)
    play(state, "*c3")
    assert first + chosen.time_share(state.match.position) == 1
    assert chosen.time_share(chosen.new(chosen.variant("sapper"), 1)) == 1, "without a mine a turn is one move"
    assert chosen.time_share(chosen.new(chosen.variant(), 1)) == 1
