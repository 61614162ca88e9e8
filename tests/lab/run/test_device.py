"""Runs on a graphics processor: the same tables as on the CPU, on Numba's simulator; and what is refused."""

import pytest

from quincunx.engine.errors import Refusal
from quincunx.lab.run.device import check_device
from tests.lab.runs import small_spec
from tests.support.simulator import runs_the_compiled_rules, simulate

PROGRAM = "tests.lab.run.simulated"


@runs_the_compiled_rules
def test_a_run_gives_the_same_tables_as_on_the_cpu() -> None:
    simulate(PROGRAM, "duel")


@pytest.mark.long
@runs_the_compiled_rules
def test_runs_of_every_other_game_do_so_too() -> None:
    simulate(PROGRAM, "pushmine", "flood", "cascade", "mosaic")


@pytest.mark.parametrize(
    ("game", "variant", "players", "reason"),
    [
        ("duel", None, ("easy", "random"), "only random and greedy play, not 'easy'"),
        ("flood", "hard", ("random",), "needs a solver"),
    ],
)
def test_what_a_device_cannot_play_is_refused(game: str, variant: str, players: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        check_device(small_spec(game, variant, players))


def test_a_machine_without_a_device_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.lab.run.device.cuda.is_available", lambda: False)
    with pytest.raises(Refusal, match="no CUDA device can be used here"):
        check_device(small_spec(players=("random", "greedy")))
