"""Waiting for something to happen. The limit is for a test that will never pass, not a bound on speed."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

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


def in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: an open browser has the event loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
