"""The time of day, in one place, so that a test can move it.

It is the wall clock as it was at the start, and from then on a clock that only goes forward. If somebody sets the
machine's clock, no player's time runs out and no lease lies in the future.
"""

import time

from quincunx.engine.kernels.backend import IN_BROWSER

_PLAIN_CLOCK = getattr(time, "CLOCK_MONOTONIC", None)  # others are named there, and cannot be read
_STEADY_CLOCK = _PLAIN_CLOCK if IN_BROWSER else getattr(time, "CLOCK_BOOTTIME", _PLAIN_CLOCK)
"""Where there is a choice, the clock that also counts the time during which a laptop sleeps."""


def _steady_ns() -> int:
    return time.monotonic_ns() if _STEADY_CLOCK is None else time.clock_gettime_ns(_STEADY_CLOCK)


_STARTED_AT_NS = time.time_ns() - _steady_ns()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return (_STARTED_AT_NS + _steady_ns()) // 1_000_000
