"""Chances from odds, made with additions, multiplications and divisions alone, which every machine rounds alike."""

from quincunx.engine.kernels.compiler import primitive


@primitive
def logistic(x: float) -> float:
    """1 / (1 + e^-x), with (1 - x/16)^16 in the place of e^-x."""
    power = 1.0 - min(abs(x), 16.0) / 16.0
    for _ in range(4):
        power *= power
    return 1.0 / (1.0 + power) if x > 0.0 else power / (1.0 + power)
