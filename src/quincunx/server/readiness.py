"""Kernels that are not compiled yet are compiled while the server already answers; clients can ask how far that is.

The rules of a game come first: then people can play it. Its AI players follow; until then, their turns wait. A game
that somebody wants to play comes before the others.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from quincunx.catalogue import all_games
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.warmup import Warmed, cold, warm


class Readiness:
    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._total = len(all_games())
        self._without_rules = set(cold())
        self._without_players = set(self._without_rules)
        self._compiled: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        """By game: set once its AI players can play."""
        self._wanted: dict[str, None] = {}
        """Games that somebody wants to play, in the order in which they were asked for."""
        self._problem = ""

    @property
    def ready(self) -> bool:
        return not self._without_players and not self._problem

    def must_play(self, slug: str | None = None) -> None:
        """Refuse what needs the rules of a game, or those of all games, before they are compiled."""
        self._want(slug)
        self._must_not_be_in(self._without_rules, slug, "the rules are being compiled, once")

    def must_think(self, slug: str) -> None:
        """Refuse what needs the AI players of a game before they are compiled."""
        self._must_not_be_in(self._without_players, slug, "the AI players of this game are being compiled, once")

    async def players(self, slug: str) -> None:
        """Wait until the AI players of a game are compiled."""
        if slug in self._without_players:
            self._want(slug)
            await self._compiled[slug].wait()

    def message(self) -> str | None:
        """Why not everything can be played yet."""
        if self._problem:
            return self._problem
        return self._progress("the rules are being compiled, once") if self._without_players else None

    def view(self) -> dict[str, Any]:
        return {
            "ready": self.ready,
            "playable": self._total - len(self._without_rules),
            "compiled": self._done,
            "games": self._total,
            "message": self.message() or "ready",
        }

    async def prepare(self) -> None:
        """Compile what is not compiled yet, in separate processes."""
        if not self._without_players:
            return
        self._report(f"Compiling the rules of {len(self._without_players)} games, once: about a minute.")
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(None, self._compile, loop)
        except Exception as problem:
            self._problem = f"the rules could not be compiled: {problem}"
            self._report(self._problem)
            raise

    @property
    def _done(self) -> int:
        return self._total - len(self._without_players)

    def _want(self, slug: str | None) -> None:
        if slug in self._without_players:
            self._wanted.setdefault(slug)

    def _must_not_be_in(self, missing: set[str], slug: str | None, what: str) -> None:
        if slug in missing or (slug is None and missing):
            raise Refusal(ErrorCode.NOT_READY, self._problem or self._progress(what))

    def _progress(self, what: str) -> str:
        return f"{what}: {self._done} of {self._total} games are done; it takes about a minute in all"

    def _compile(self, loop: asyncio.AbstractEventLoop) -> None:
        for done in warm(sorted(self._without_players), lambda: tuple(self._wanted)):
            loop.call_soon_threadsafe(self._finish, done)

    def _finish(self, done: Warmed) -> None:
        self._without_rules.discard(done.slug)
        if done.complete:
            self._without_players.discard(done.slug)
            self._compiled[done.slug].set()
            self._report(f"  {self._done}/{self._total}  {done.slug:<9} {done.seconds:5.1f} s")
