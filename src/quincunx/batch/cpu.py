"""All lanes on the processor: kernels over a range of lanes, and threads that share the ranges."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from quincunx.batch import lanes as lane_work
from quincunx.batch.lanes import SAME_STEP, Lanes, Results, Terms
from quincunx.engine.kernels.compiler import borrower, primitive
from quincunx.observation.bytes import Layout, write_all, write_mask

LANES_PER_THREAD = 2048
"""Fewer lanes than this are not worth another thread."""

LANES_AT_A_TIME = 64
"""Their positions stay in the nearest cache between the parts of a step."""


class Shown(NamedTuple):
    """What the seats see, one row of bytes per lane."""

    planes: Any
    masks: Any
    final: Any
    """The planes of the last position of each lane's last episode; a row of nothing where they are not kept."""


class Scratchpad(NamedTuple):
    """Room to work for one thread."""

    words: Any
    """The planes of one position."""
    beginning: Any
    """Which lanes begin their next episode."""


@primitive
def write_row(words: Any, layout: Layout, lanes: Lanes, terms: Terms, shown: Shown, lane: int) -> None:
    write_all(words, layout, shown.planes[lane])
    write_mask(lane_work.legal_of(lanes, lane), terms.every, shown.masks[lane])


@borrower
def step_lanes(
    template: Any, lanes: Lanes, results: Results, terms: Terms, layout: Layout, shown: Shown, actions: Any,
    scratchpad: Scratchpad, first: int, last: int,
) -> None:  # fmt: skip
    """Some lanes at a time, part by part: each part is small enough for the compiler to keep it in registers."""
    words, beginning = scratchpad.words, scratchpad.beginning
    keeps_final = shown.final.shape[0] > 0
    for start in range(first, last, LANES_AT_A_TIME):
        end = min(start + LANES_AT_A_TIME, last)
        waiting = 0
        for lane in range(start, end):
            if lane_work.step_lane(template, lanes, results, terms, actions[lane], lane):
                beginning[waiting] = lane
                waiting += 1
        for number in range(waiting):
            lane = beginning[number]
            if keeps_final and terms.autoreset == SAME_STEP:
                lane_work.look_back(template, lanes, lane, words)
                write_all(words, layout, shown.final[lane])
            lane_work.begin(template, lanes, terms, lane)
        for lane in range(start, end):
            lane_work.look(template, lanes, results, lane, words)
            write_row(words, layout, lanes, terms, shown, lane)


@borrower
def reset_lanes(
    template: Any, lanes: Lanes, results: Results, terms: Terms, layout: Layout, shown: Shown, chosen: Any,
    scratchpad: Scratchpad, first: int, last: int,
) -> None:  # fmt: skip
    words = scratchpad.words
    for lane in range(first, last):
        if chosen[lane]:
            lane_work.reset_lane(template, lanes, results, terms, lane)
            lane_work.look(template, lanes, results, lane, words)
            write_row(words, layout, lanes, terms, shown, lane)


@borrower
def look_lanes(
    template: Any, lanes: Lanes, results: Results, terms: Terms, layout: Layout, shown: Shown, scratchpad: Scratchpad,
    first: int, last: int,
) -> None:  # fmt: skip
    words = scratchpad.words
    for lane in range(first, last):
        lane_work.judge(template, lanes, results, lane)
        lane_work.look(template, lanes, results, lane, words)
        write_row(words, layout, lanes, terms, shown, lane)


@borrower
def first_refused(lanes: Lanes, terms: Terms, actions: Any) -> int:
    """The first lane that is given an illegal action; -1 if none is."""
    for lane in range(terms.size):
        if lane_work.is_refused(lanes, terms, actions[lane], lane):
            return lane
    return -1


@borrower
def random_lanes(lanes: Lanes, terms: Terms, seed: int, number: int, actions: Any) -> None:
    for lane in range(terms.size):
        actions[lane] = lane_work.random_action(lanes, terms, seed, number, lane)


@borrower
def playout_lanes(
    template: Any, lanes: Lanes, scratch: Any, seed: int, games: int, max_plies: int, tally: Any, first: int, last: int
) -> None:
    for lane in range(first, last):
        lane_work.playout_lane(template, lanes, scratch, seed, games, max_plies, tally, lane)


class Cpu:
    """Runs kernels over lanes in threads. Kernels release the GIL."""

    name = "cpu"

    def __init__(self, threads: int | None) -> None:
        self._threads = threads or os.cpu_count() or 1
        self._pool: ThreadPoolExecutor | None = None

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    storage = zeros

    def views(self, **arrays: Any) -> dict[str, Any]:
        """The arrays as callers see them."""
        return arrays

    def upload(self, array: Any) -> Any:
        return array

    def read(self, array: Any) -> Any:
        return array

    def row(self, array: Any, lane: int) -> Any:
        """A copy of one lane's row, as an array of one row."""
        return array[lane : lane + 1].copy()

    def write(self, array: Any, values: Any) -> None:
        array[...] = values

    def reset(self, state: Any, chosen: Any) -> None:
        self._share(reset_lanes, state, chosen)

    def look(self, state: Any) -> None:
        self._share(look_lanes, state)

    def step(self, state: Any, actions: Any) -> None:
        self._share(step_lanes, state, actions)

    def first_refused(self, state: Any, actions: Any) -> int:
        return first_refused(state.lanes, state.terms, actions)

    def random_actions(self, state: Any, seed: int, number: int, actions: Any) -> None:
        random_lanes(state.lanes, state.terms, seed, number, actions)

    def playout(self, state: Any, scratch: Any, seed: int, games: int, max_plies: int, tally: Any) -> None:
        arguments = (state.template, state.lanes, scratch, seed, games, max_plies, tally)
        bounds = self._bounds(state.terms.size, games)
        self._in_threads([partial(playout_lanes, *arguments, first, last) for first, last in pairwise(bounds)])

    def actions(self, given: Any) -> Any:
        """What a caller gave as an array; its shape and kind are still to be checked."""
        return np.asarray(given)

    def _share(self, run: Callable[..., None], state: Any, *given: Any) -> None:
        """Run a kernel over all lanes, in as many threads as the work is worth, each with a scratchpad of its own."""
        bounds = self._bounds(state.terms.size, 1)
        self._in_threads(
            [
                partial(run, *state.arguments, *given, scratchpad_for(state), first, last)
                for first, last in pairwise(bounds)
            ]
        )

    def _bounds(self, lanes: int, work: int) -> list[int]:
        """Where the lanes of each thread begin and end; `work` is how much there is to do for a lane."""
        parts = max(1, min(self._threads, lanes * work // LANES_PER_THREAD, lanes))
        return [lanes * part // parts for part in range(parts + 1)]

    def _in_threads(self, calls: Sequence[Callable[[], None]]) -> None:
        if len(calls) == 1:
            calls[0]()
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="quincunx-batch")
        for done in [self._pool.submit(call) for call in calls]:
            done.result()


def scratchpad_for(state: Any) -> Scratchpad:
    return Scratchpad(np.empty(state.layout.words, np.int64), np.empty(LANES_AT_A_TIME, np.int64))
