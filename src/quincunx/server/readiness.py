"""Kernels that are not compiled yet are compiled before the first match; clients can ask how far that is."""

import asyncio
from collections.abc import Callable
from typing import Any

from quincunx.catalogue import all_games
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.warmup import cold, warm


class Readiness:
    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._cold = cold()
        self._total = len(all_games())
        self._waiting = len(self._cold)
        self._problem = ""

    @property
    def ready(self) -> bool:
        return self._waiting == 0 and not self._problem

    def message(self) -> str | None:
        """Why no match can be played yet."""
        if self._problem:
            return self._problem
        if self._waiting:
            done = self._total - self._waiting
            return f"the rules are being compiled, once: {done} of {self._total} games are done; try again in a minute"
        return None

    def must_be_ready(self) -> None:
        if (message := self.message()) is not None:
            raise Refusal(ErrorCode.NOT_READY, message)

    def view(self) -> dict[str, Any]:
        done = self._total - self._waiting
        return {"ready": self.ready, "compiled": done, "games": self._total, "message": self.message() or "ready"}

    async def prepare(self) -> None:
        """Compile what is not compiled yet, in separate processes."""
        if not self._cold:
            return
        self._report(f"Compiling the rules of {len(self._cold)} games, once: about a minute.")
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(None, self._compile, loop)
        except Exception as problem:
            self._problem = f"the rules could not be compiled: {problem}"
            self._report(self._problem)
            raise

    def _compile(self, loop: asyncio.AbstractEventLoop) -> None:
        for done in warm(self._cold):
            loop.call_soon_threadsafe(self._finished, done.slug, done.seconds)

    def _finished(self, slug: str, seconds: float) -> None:
        self._waiting -= 1
        self._report(f"  {self._total - self._waiting}/{self._total}  {slug:<9} {seconds:5.1f} s")
