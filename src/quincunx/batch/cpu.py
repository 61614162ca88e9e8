"""All lanes on the processor: kernels over a range of lanes, and threads that share the ranges."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from quincunx.batch.lanes import (
    Lanes,
    Results,
    Terms,
    begin_again,
    ends_here,
    is_refused,
    legal_of,
    look,
    look_again,
    play_lane,
    playout_lane,
    random_action,
    reset_lane,
    rest_lane,
    rests,
    show,
)
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.observation.bytes import Layout, write_all, write_mask

LANES_PER_THREAD = 2048
"""Fewer lanes than this are not worth another thread."""


class Shown(NamedTuple):
    """What the seats see, one row of bytes per lane."""

    planes: Any
    masks: Any
    final: Any
    """The planes of the last position of each lane's last episode; a row of nothing where they are not kept."""


@primitive
def write_row(words: Any, layout: Layout, lanes: Lanes, terms: Terms, shown: Shown, lane: int) -> None:
    write_all(words, layout, shown.planes[lane])
    write_mask(legal_of(lanes, lane), terms.every, shown.masks[lane])


@kernel
def step_lanes(
    template: Any, lanes: Lanes, results: Results, terms: Terms, layout: Layout, shown: Shown, actions: Any,
    first: int, last: int,
) -> None:  # fmt: skip
    words = np.empty(layout.words, np.int64)
    keeps_final = shown.final.shape[0] > 0
    for lane in range(first, last):
        # In a function of its own this would be two times slower: Numba would count references to every array.
        action = actions[lane]
        if rests(lanes, terms, action, lane):
            rest_lane(template, lanes, results, terms, action, lane, words)
        else:
            position = play_lane(template, lanes, results, terms, action, lane)
            if ends_here(lanes, terms, lane):
                if keeps_final:
                    show(position, words)
                    write_all(words, layout, shown.final[lane])
                begin_again(template, lanes, results, terms, lane, words)
            else:
                look(position, lanes, results, lane, words)
        write_row(words, layout, lanes, terms, shown, lane)


@kernel
def reset_lanes(
    template: Any, lanes: Lanes, results: Results, terms: Terms, layout: Layout, shown: Shown, chosen: Any,
    first: int, last: int,
) -> None:  # fmt: skip
    words = np.empty(layout.words, np.int64)
    for lane in range(first, last):
        if chosen[lane]:
            reset_lane(template, lanes, results, terms, lane, words)
            write_row(words, layout, lanes, terms, shown, lane)


@kernel
def look_lanes(
    template: Any, lanes: Lanes, results: Results, terms: Terms, layout: Layout, shown: Shown, first: int, last: int
) -> None:
    words = np.empty(layout.words, np.int64)
    for lane in range(first, last):
        look_again(template, lanes, results, lane, words)
        write_row(words, layout, lanes, terms, shown, lane)


@kernel
def first_refused(lanes: Lanes, terms: Terms, actions: Any) -> int:
    """The first lane that is given an illegal action; -1 if none is."""
    for lane in range(terms.size):
        if is_refused(lanes, terms, actions[lane], lane):
            return lane
    return -1


@kernel
def random_lanes(lanes: Lanes, terms: Terms, seed: int, number: int, actions: Any) -> None:
    for lane in range(terms.size):
        actions[lane] = random_action(lanes, terms, seed, number, lane)


@kernel
def playout_lanes(
    template: Any, lanes: Lanes, scratch: Any, seed: int, games: int, max_plies: int, tally: Any, first: int, last: int
) -> None:
    for lane in range(first, last):
        playout_lane(template, lanes, scratch, seed, games, max_plies, tally, lane)


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
        self._share(reset_lanes, state.terms.size, *state.arguments, chosen)

    def look(self, state: Any) -> None:
        self._share(look_lanes, state.terms.size, *state.arguments)

    def step(self, state: Any, actions: Any) -> None:
        self._share(step_lanes, state.terms.size, *state.arguments, actions)

    def first_refused(self, state: Any, actions: Any) -> int:
        return first_refused(state.lanes, state.terms, actions)

    def random_actions(self, state: Any, seed: int, number: int, actions: Any) -> None:
        random_lanes(state.lanes, state.terms, seed, number, actions)

    def playout(self, state: Any, scratch: Any, seed: int, games: int, max_plies: int, tally: Any) -> None:
        arguments = (state.template, state.lanes, scratch, seed, games, max_plies, tally)
        self._share(playout_lanes, state.terms.size * games, *arguments, lanes=state.terms.size)

    def actions(self, given: Any) -> Any:
        """What a caller gave as an array; its shape and kind are still to be checked."""
        return np.asarray(given)

    def _share(self, run: Callable[..., None], work: int, *arguments: Any, lanes: int | None = None) -> None:
        """Run a kernel over all lanes, in as many threads as the work is worth."""
        total = work if lanes is None else lanes
        parts = max(1, min(self._threads, work // LANES_PER_THREAD, total))
        if parts == 1:
            run(*arguments, 0, total)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="quincunx-batch")
        bounds = [total * part // parts for part in range(parts + 1)]
        for done in [self._pool.submit(run, *arguments, first, last) for first, last in pairwise(bounds)]:
            done.result()
