"""Compiles every kernel ahead of time, so that nobody waits in the middle of a game.

A marker file in the cache folder, named by a digest of a game's sources, says that its kernels are compiled: a later
start finds it and continues at once.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numba
from llvmlite import binding

from quincunx.catalogue import all_games, game
from quincunx.engine.kernels import cache
from quincunx.engine.kernels.backend import COMPILES
from quincunx.engine.kernels.playouts import perft, playout, playouts
from quincunx.engine.kernels.randomness import DEFAULT_SEED
from quincunx.engine.kernels.sources import sources_digest
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.rules import evaluate, hash, mid_turn, moves, observe, play, recur
from quincunx.puzzles.answers import judge
from quincunx.puzzles.collection import shipped
from quincunx.search.chooser import choose


class Warmed(NamedTuple):
    slug: str
    seconds: float
    complete: bool = True
    """Whether AI players can play too; otherwise only the rules are compiled."""


def is_compiling() -> bool:
    """Whether kernels are compiled at all: with Numba's JIT disabled, everything runs in plain Python."""
    return COMPILES


def cold() -> list[str]:
    """The games whose kernels have not yet been compiled on this machine from these sources."""
    if not is_compiling():
        return []
    return [listed.slug for listed in all_games() if not _marker(listed.slug).exists()]


def warm(slugs: list[str], wanted: Callable[[], Iterable[str]] = tuple) -> Iterator[Warmed]:
    """Compile the kernels of these games, one game per core at a time. The rules of all games come first, so that
    people can play; yields each game then, and again when everything is compiled. Games that somebody has asked for by
    now (`wanted`, the first one first) come before the others."""
    cache.sweep()
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        seconds: dict[str, float] = {}
        for rules in done_in_turn(pool, cores, warm_rules, slugs, wanted):
            seconds[rules.slug] = rules.seconds
            yield rules
        longest_first = sorted(slugs, key=lambda slug: -seconds[slug])  # so that all cores are busy until the end
        yield from done_in_turn(pool, cores, warm_game, longest_first, wanted)


def done_in_turn(
    pool: Executor, at_once: int, work: Callable[[str], Warmed], slugs: list[str], wanted: Callable[[], Iterable[str]]
) -> Iterator[Warmed]:
    """What the work on each game gives, as soon as it is done. The next game is chosen when a worker is free."""
    waiting, running = list(slugs), set[Future[Warmed]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            chosen = next((slug for slug in wanted() if slug in waiting), waiting[0])
            waiting.remove(chosen)
            running.add(pool.submit(work, chosen))
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for one in done:
            yield one.result()


def warm_rules(slug: str) -> Warmed:
    """Do once what a match without AI players does."""
    began = time.perf_counter()
    match = Match(game(slug), None, DEFAULT_SEED, play_passes=True)
    match.play(match.legal()[0])
    match.describe()
    observe(match.position, match.position.turn)
    recur(match.position, 2)
    match.undo()
    return Warmed(slug, time.perf_counter() - began, complete=False)


def warm_game(slug: str) -> Warmed:
    """Call each of a game's kernels once, with real positions."""
    began = time.perf_counter()
    chosen = game(slug)
    position = chosen.new(chosen.variant(), DEFAULT_SEED)
    _call_every_kernel(position)
    for level in chosen.levels:
        choose(chosen, position, level, DEFAULT_SEED, milliseconds=1)
    chosen.warm()
    for puzzle in {puzzle.kind: puzzle for puzzle in shipped(chosen)}.values():
        judge(puzzle, puzzle.answers[:1])
    marker = _marker(slug)
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.touch()
    return Warmed(slug, time.perf_counter() - began)


def _call_every_kernel(position: Any) -> None:
    last = playout(position, 1, 1)
    for current in (position, last):
        moves(current)
        hash(current)
        evaluate(current)
        mid_turn(current)
        recur(observe(current, 1), 2)
    play(position, next(numbers(moves(position))))
    playouts(position, 1, 1, 1)
    perft(position, 1)


def _marker(slug: str) -> Path:
    """The file that says: compiled, from these sources, by this compiler, for this processor."""
    listed = game(slug)
    modules = {type(listed).__module__, playout.__module__, __name__}
    parts = (sources_digest(modules), numba.__version__, sys.version, binding.get_host_cpu_name())
    return cache.folder() / f"{slug}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}.warm"
