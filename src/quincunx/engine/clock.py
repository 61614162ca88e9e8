"""The clock that ends a search: it only raises a flag, which the search polls."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

Flag = npt.NDArray[np.int64]
"""One number; anything but 0 means that the search must return now."""


def lowered_flag() -> Flag:
    return np.zeros(1, np.int64)


@contextmanager
def flag_after(seconds: float | None, flag: Flag | None = None) -> Iterator[Flag]:
    """A flag (a new one, or the one given) that is raised after this many seconds; None: never."""
    raised = lowered_flag() if flag is None else flag
    if seconds is None:
        yield raised
        return
    timer = threading.Timer(seconds, raised.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield raised
    finally:
        timer.cancel()
