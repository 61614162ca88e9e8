"""The server exits within ten seconds of a shutdown request, whatever is running.

Every acknowledged move is on the disk already, and a move that was not acknowledged may be lost. So after a moment for
requests in progress, nothing is worth waiting for: not a search, not a solver, not a database that does not answer.
"""

import logging
import multiprocessing
import os
import threading
from collections.abc import Callable

LEAVE_SECONDS = 9.0

log = logging.getLogger("quincunx.server")


def leave_in_time(seconds: float = LEAVE_SECONDS, leave: Callable[[], None] | None = None) -> None:
    """Have the process end after this time, unless it has ended by itself before."""
    timer = threading.Timer(seconds, leave or _leave)
    timer.daemon = True
    timer.start()


def end_children() -> None:
    """Processes that still compile or search for this one would continue for no purpose."""
    for child in multiprocessing.active_children():
        child.kill()


def _leave() -> None:
    log.warning("work that did not stop in time is given up")
    end_children()
    os._exit(0)
