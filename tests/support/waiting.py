"""Waiting for something to happen. The limit is for a test that will never pass, not a bound on speed."""

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

LIMIT_SECONDS = 60.0
POLL_SECONDS = 0.02


def wait_until(ask: Callable[[], Answer | None], seconds: float = LIMIT_SECONDS, every: float = POLL_SECONDS) -> Answer:
    """The first true answer; the test fails when there is none within the limit."""
    limit = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < limit, f"nothing happened within {seconds} s"
        time.sleep(every)
    return answer
