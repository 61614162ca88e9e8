"""Numba's simulator of a graphics processor. It is chosen before Numba is imported, so it runs in another process."""

import os
import subprocess
import sys

import pytest

from tests.suite.scale import COMPILED

runs_the_compiled_rules = pytest.mark.skipif(not COMPILED, reason="the simulator runs the compiled rules")


def simulate(module: str, *arguments: str) -> None:
    """Run a module of the tests as a program, on the simulator."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    subprocess.run([sys.executable, "-m", module, *arguments], check=True, env=environment, timeout=600)
