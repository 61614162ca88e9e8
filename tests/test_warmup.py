"""Compiling ahead of time, once."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from quincunx.warmup import cold, warm_game

compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="plain Python compiles nothing")


def run(cache: Path, code: str) -> str:
    environment = os.environ | {"QUINCUNX_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return done.stdout.strip()


@compiled_only
def test_a_game_is_cold_until_it_is_warmed_and_then_nothing_is_compiled_again(tmp_path: Path) -> None:
    assert "duel" in run(tmp_path, "from quincunx.warmup import cold; print(cold())")
    run(tmp_path, "from quincunx.warmup import warm_game; warm_game('duel')")
    assert "duel" not in run(tmp_path, "from quincunx.warmup import cold; print(cold())")
    kernels = set(tmp_path.glob("*.nbc"))
    assert kernels
    run(tmp_path, "from quincunx.warmup import warm_game; warm_game('duel')")
    assert set(tmp_path.glob("*.nbc")) == kernels


def test_plain_python_has_nothing_to_warm() -> None:
    code = "from quincunx.warmup import cold; print(cold())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout.strip() == "[]"


def test_warming_reports_the_game_and_its_time() -> None:
    warmed = warm_game("duel")
    assert warmed.slug == "duel"
    assert warmed.seconds > 0
    assert "duel" not in cold()
