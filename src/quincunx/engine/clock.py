"""The clock that ends a search: the search polls a flag, which a timer raises, or which knows its own deadline."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.backend import FOR_BROWSER, IN_BROWSER
from quincunx.engine.kernels.compiler import compiled_body

if FOR_BROWSER:
    from quincunx.engine.kernels import instructions

Flag = npt.NDArray[np.int64]
"""Two numbers. The search must return when the first is not 0, or when the second, a deadline in milliseconds, is over:
in the browser, where no timer can run beside the search. A flag of one number has no deadline."""

RAISED: Final = 0
DEADLINE: Final = 1


def lowered_flag() -> Flag:
    return np.zeros(2, np.int64)


def is_raised(flag: Flag) -> bool:
    """Whether the search must return now."""
    return bool(flag[RAISED] != 0) or (len(flag) > DEADLINE and 0 < flag[DEADLINE] <= milliseconds())


def milliseconds() -> float:
    """The clock that deadlines are read from; in the browser kernels read the same one."""
    return time.perf_counter() * 1000


def _flag_is_up(flag: Flag) -> bool:
    return bool(flag[RAISED] != 0)


def _flag_is_up_or_time_is_over(flag: Flag) -> bool:
    return flag[RAISED] != 0 or (len(flag) > DEADLINE and 0 < flag[DEADLINE] <= instructions.now())


compiled_body(is_raised)(_flag_is_up_or_time_is_over if FOR_BROWSER else _flag_is_up)


@contextmanager
def flag_after(seconds: float | None, flag: Flag | None = None) -> Iterator[Flag]:
    """A flag (a new one, or the one given) that is raised after this many seconds; None: never."""
    raised = lowered_flag() if flag is None else flag
    if seconds is None:
        yield raised
        return
    if IN_BROWSER:
        raised[DEADLINE] = max(1, int(milliseconds() + 1000 * seconds))
        yield raised
        return
    timer = threading.Timer(seconds, raised.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield raised
    finally:
        timer.cancel()
