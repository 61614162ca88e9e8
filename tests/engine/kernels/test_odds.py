"""Chances from odds."""

import math

import pytest

from quincunx.engine.kernels.odds import logistic


@pytest.mark.parametrize("x", [0.0, 0.3, -0.3, 1.0, -2.0, 5.0, -16.0, 100.0])
def test_the_fast_logistic_function_is_close_to_the_exact_one(x: float) -> None:
    assert logistic(x) == pytest.approx(1 / (1 + math.exp(-x)), abs=0.02)
    assert logistic(x) + logistic(-x) == pytest.approx(1)
