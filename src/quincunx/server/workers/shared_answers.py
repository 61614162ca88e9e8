"""The same question is answered once: others who ask it meanwhile share the answer, and the latest answers are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class SharedAnswers:
    def __init__(self, most_kept: int) -> None:
        self._most_kept = most_kept
        self._tasks: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    async def find(self, question: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer: the known one, or a new one. A question that failed is asked again the next time."""
        task: asyncio.Task[T] | None = self._tasks.get(question)
        if task is None:
            task = self._tasks[question] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._finish(question, done))
        return await asyncio.shield(task)

    def _finish(self, question: Hashable, done: "asyncio.Task[Any]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._tasks.pop(question, None)
        while len(self._tasks) > self._most_kept:
            self._tasks.popitem(last=False)
