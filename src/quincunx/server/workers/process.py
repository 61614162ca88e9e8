"""A process beside the server, for long work in plain Python, which in a thread would hold Python's lock.

It starts when it is first needed, and lets the server go first where both want a processor.
"""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from quincunx import priority
from quincunx.priority import lower_priority

T = TypeVar("T")


class WorkerProcess:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None

    def run(self, task: Callable[..., T], *given: Any) -> T:
        """The answer of a task, called from a thread that waits for it. A task whose process died is tried once
        more: another task may have been the cause."""
        try:
            return self._started().submit(task, *given).result()
        except BrokenProcessPool:
            self.close()
            return self._started().submit(task, *given).result()

    def close(self) -> None:
        with self._lock:
            if self._executor is not None:
                for process in list((self._executor._processes or {}).values()):
                    process.kill()
                self._executor.shutdown(wait=False, cancel_futures=True)
                self._executor = None

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._executor is None:
                self._executor = ProcessPoolExecutor(1, get_context("spawn"), _begin, (priority.NICENESS,))
            return self._executor


def _begin(niceness: int) -> None:
    """In the process: the server decides when it ends, and it does not outlive the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority(os.getpid(), niceness)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)
