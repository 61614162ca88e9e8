"""Threads that serve clients in turn, so that the work of one does not keep the others waiting."""

import asyncio
import sys
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from quincunx.priority import lower_priority
from quincunx.server.limits import RETRY_SECONDS, TooMany, asker

T = TypeVar("T")


class Job(NamedTuple):
    """A task that waits for a thread, and where its answer goes."""

    task: Callable[[], Any]
    answer: "asyncio.Future[Any]"


class FairPool:
    """Each client has a queue of its own, and the queues are served in turn. `at_once` tasks of one client may run
    and `most_waiting` more may wait; then its requests are refused. None: no limit. With `low_priority`, its threads
    let the others go first, above all the one that serves everybody.

    All methods are called on the event loop; only the tasks run in threads.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        at_once: int | None = None,
        most_waiting: int | None = None,
        low_priority: bool = False,
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, f"quincunx-{name}", _lower_priority, (low_priority,))
        self._free = threads
        self._at_once = at_once or threads
        self._most_waiting = most_waiting
        self._running: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        """By client; the one that has waited longest for its turn is first."""

    async def run(self, task: Callable[[], T], client: str | None = None) -> T:
        """The answer of a task, for a client: the one whose request is being worked on, unless another is given."""
        loop = asyncio.get_running_loop()
        name = client or asker.get()
        queue = self._queues.setdefault(name, deque())
        if self._most_waiting is not None and len(queue) >= self._most_waiting:
            waiting = self._running[name] + len(queue)
            raise TooMany(f"{waiting} of your requests are being worked on; wait for their answers", RETRY_SECONDS)
        job: Job = Job(task, loop.create_future())
        queue.append(job)
        self._start_waiting(loop)
        answer: T = await job.answer
        return answer

    def close(self) -> None:
        for queue in self._queues.values():
            for job in queue:
                job.answer.cancel()
        self._queues.clear()
        self._threads.shutdown(cancel_futures=True)

    def _start_waiting(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._free and (client := self._next_client()) is not None:
            job = self._queues[client].popleft()
            if self._queues[client]:
                self._queues.move_to_end(client)
            else:
                del self._queues[client]
            if not job.answer.cancelled():
                self._start(client, job, loop)

    def _next_client(self) -> str | None:
        return next((client for client in self._queues if self._running[client] < self._at_once), None)

    def _start(self, client: str, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        self._free -= 1
        self._running[client] += 1
        running = self._threads.submit(job.task)
        running.add_done_callback(lambda done: loop.call_soon_threadsafe(self._finish, client, job, done, loop))

    def _finish(self, client: str, job: Job, done: "Future[Any]", loop: asyncio.AbstractEventLoop) -> None:
        self._free += 1
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        if not job.answer.done() and not done.cancelled():
            problem = done.exception()
            if problem is None:
                job.answer.set_result(done.result())
            else:
                job.answer.set_exception(problem)
        self._start_waiting(loop)


def _lower_priority(low_priority: bool) -> None:
    """In a thread of a pool. Only Linux has a priority for each thread."""
    if low_priority and sys.platform == "linux":
        lower_priority(threading.get_native_id())
