"""The code for graphics processors, on Numba's simulator: the same matches, number for number, as on the CPU."""

import os
import subprocess
import sys

import pytest

from tests.suite.scale import COMPILED


def simulate(*slugs: str) -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    subprocess.run([sys.executable, "-m", "tests.batch.simulated", *slugs], check=True, env=environment, timeout=600)


@pytest.mark.skipif(not COMPILED, reason="the simulator runs the compiled rules")
def test_a_game_is_played_as_on_the_cpu() -> None:
    simulate("duel")


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="the simulator runs the compiled rules")
def test_every_game_is_played_as_on_the_cpu() -> None:
    simulate("flood", "pushmine", "cascade", "mosaic")
