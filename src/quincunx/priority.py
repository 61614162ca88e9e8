"""The priority of work that no move waits for."""

import os
from contextlib import suppress

NICENESS = 10
"""What such work adds to the priority number of its process: the higher that is, the later comes its turn."""
LAST = 19


def lower_priority(number: int, niceness: int | None = None) -> None:
    """Let others go before the process or, on Linux, the thread with this number."""
    by = NICENESS if niceness is None else niceness
    with suppress(AttributeError, OSError):  # not every system can do that, and the process may have ended
        os.setpriority(os.PRIO_PROCESS, number, min(LAST, os.getpriority(os.PRIO_PROCESS, 0) + by))
