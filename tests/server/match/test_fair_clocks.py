"""Nobody's time runs while the last move is being shown: equally long for both sides, whatever their pages do."""

from quincunx.server.match.actions import ClockPlan, Creation, Moved, SeatPlan
from quincunx.server.match.clock import Clock
from quincunx.server.match.state import State

BASE = 60_000


def state_of(game: str, version: int, seed: int = 7, **variant: object) -> State:
    people = (SeatPlan(kind="person"), SeatPlan(kind="person"))
    creation = Creation(
        game=game, game_version=version, variant=variant, seed=seed, salt="", seats=people,
        clock=ClockPlan(base=BASE, increment=0), created_at=0,
    )  # fmt: skip
    return State("match", creation)


def opened(state: State, *moves: str) -> State:
    """The match after the first moves of both sides, which start their clocks, at rest at 0."""
    shown = [play(state, state.match.legal()[0] if not moves else moves[seat], at=-10_000) for seat in range(2)]
    assert state.clock is not None
    state.clock.run(1, at=-10_000, after=10_000)
    assert max(shown) < 10_000
    return state


def play(state: State, move: str, at: int) -> int:
    """Make a move; how long it takes to show."""
    state.apply(Moved(seat=state.turn, at=at, move=move, ply=state.ply, thought=None))
    return state.lengths[-1]


def left(state: State) -> list[int]:
    assert state.clock is not None
    return state.clock.view()["left"]


def test_a_side_is_charged_from_the_end_of_the_last_moves_animation() -> None:
    state = opened(state_of("duel", 2, size=6), "c3", "e5")
    assert play(state, "c4", at=1_000) == 180
    assert left(state) == [BASE - 1_000, BASE]
    shown = play(state, "e4", at=5_000)
    assert left(state) == [BASE - 1_000, BASE - 4_000 + 180]
    play(state, "b3", at=5_000 + shown + 700)
    assert left(state) == [BASE - 1_000 - 700, BASE - 4_000 + 180]


def test_who_answers_before_the_animation_is_over_is_charged_nothing() -> None:
    state = opened(state_of("mosaic", 1))
    shown = play(state, state.match.legal()[0], at=1_000)
    assert shown >= 3 * 180, "a swap, and at least one wave"
    play(state, state.match.legal()[0], at=1_000 + shown - 1)
    assert left(state) == [BASE - 1_000, BASE]


def test_the_clock_runs_out_that_much_later() -> None:
    state = opened(state_of("cascade", 1))
    shown = play(state, state.match.legal()[0], at=0)
    assert state.clock is not None
    assert state.clock.view()["since"] == shown
    assert state.clock.deadline() == shown + BASE
    assert [state.clock.late(at) for at in (BASE + shown - 1, BASE + shown)] == [None, 2]


def test_a_charge_during_the_animation_shortens_nothing() -> None:
    clock = Clock(ClockPlan(base=BASE, increment=0), 0)
    clock.run(1, at=0, after=500)
    clock.press(1, at=200)
    assert clock.deadline() == 500 + BASE
