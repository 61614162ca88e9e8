"""All lanes on a graphics processor: one thread per lane runs the very functions that the CPU runs.

A step has two parts. The first plays, and writes the words of the planes and of the legal moves; the second makes bytes
of them, eight per thread, so that threads side by side write side by side. Arrays of the storage are laid out with the
lanes innermost, for the same reason.
"""

import importlib.util
from typing import Any, Literal, NamedTuple

import numpy as np

for _older, _newer in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _older):  # NumPy 2.5 dropped names that numba-cuda still imports
        setattr(np, _older, getattr(np, _newer))

from numba import config, cuda  # noqa: E402

from quincunx.batch.dlpack import CPU, CUDA, DeviceArray  # noqa: E402
from quincunx.batch.lanes import (  # noqa: E402
    Lanes,
    Results,
    Terms,
    is_refused,
    look_again,
    playout_lane,
    random_action,
    reset_lane,
    step_lane,
)
from quincunx.engine.moves import HIGH, numbers  # noqa: E402
from quincunx.observation.bytes import Layout  # noqa: E402

SIMULATED = bool(config.ENABLE_CUDASIM)
"""Whether Numba's simulator stands in for a device: its memory is that of NumPy."""

THREADS = 8 if SIMULATED else 128
"""Of a block."""


class Buffers(NamedTuple):
    """What a launch works with beside the state, in a tuple: the simulator leaves the arrays in it alone."""

    words: Any
    final: Any
    given: Any
    """Actions, or which lanes to reset."""


@cuda.jit  # type: ignore[untyped-decorator]
def _step(template: Any, lanes: Lanes, results: Results, terms: Terms, buffers: Buffers) -> None:
    lane = cuda.grid(1)
    if lane < terms.size:
        words, final = buffers.words[lane], buffers.final[lane]
        step_lane(template, lanes, results, terms, buffers.given[lane], lane, words, final)


@cuda.jit  # type: ignore[untyped-decorator]
def _reset(template: Any, lanes: Lanes, results: Results, terms: Terms, buffers: Buffers) -> None:
    lane = cuda.grid(1)
    if lane < terms.size and buffers.given[lane]:
        reset_lane(template, lanes, results, terms, lane, buffers.words[lane])


@cuda.jit  # type: ignore[untyped-decorator]
def _look(template: Any, lanes: Lanes, results: Results, terms: Terms, buffers: Buffers) -> None:
    lane = cuda.grid(1)
    if lane < terms.size:
        look_again(template, lanes, results, lane, buffers.words[lane])


@cuda.jit  # type: ignore[untyped-decorator]
def _find_refused(lanes: Lanes, terms: Terms, buffers: Buffers) -> None:
    lane = cuda.grid(1)
    if lane < terms.size and is_refused(lanes, terms, buffers.given[lane], lane):
        cuda.atomic.min(buffers.final, 0, lane)


@cuda.jit  # type: ignore[untyped-decorator]
def _choose(lanes: Lanes, terms: Terms, seed: int, number: int, buffers: Buffers) -> None:
    lane = cuda.grid(1)
    if lane < terms.size:
        buffers.given[lane] = random_action(lanes, terms, seed, number, lane)


@cuda.jit  # type: ignore[untyped-decorator]
def _playout(
    template: Any, lanes: Lanes, scratch: Any, seed: int, games: int, max_plies: int, size: int, buffers: Buffers
) -> None:
    lane = cuda.grid(1)
    if lane < size:
        playout_lane(template, lanes, scratch, seed, games, max_plies, buffers.given, lane)


@cuda.jit  # type: ignore[untyped-decorator]
def _write_planes(buffers: Buffers, layout: Layout, each: int, total: int) -> None:
    """Bytes of planes, `each` of them to an element of `given`."""
    element = cuda.grid(1)
    if element >= total:
        return
    cells = layout.rows * layout.cols
    byte = element * each
    lane = byte // (cells * layout.words)
    rest = byte - lane * (cells * layout.words)
    number = rest // cells
    rest -= number * cells
    row = rest // layout.cols
    col = rest - row * layout.cols
    word = buffers.words[lane, number]
    packed = 0
    for place in range(each):
        value = -1 - word if word < 0 else word >> (8 * row + col) & 1
        packed |= value << 8 * place
        col += 1
        if col == layout.cols:
            col = 0
            row += 1
            if row == layout.rows:
                row = 0
                number += 1
                if number == layout.words:
                    number = 0
                    lane += 1
                if place + 1 < each:
                    word = buffers.words[lane, number]
    buffers.given[element] = packed


@cuda.jit  # type: ignore[untyped-decorator]
def _write_masks(buffers: Buffers, actions: int, each: int, total: int) -> None:
    """Bytes of masks from `words`, the legal moves; `final` has the move of each action."""
    element = cuda.grid(1)
    if element >= total:
        return
    byte = element * each
    lane = byte // actions
    action = byte - lane * actions
    packed = 0
    for place in range(each):
        move = buffers.final[action]
        word = buffers.words[lane, move // HIGH]
        packed |= (word >> (move & (HIGH - 1)) & 1) << 8 * place
        action += 1
        if action == actions:
            action = 0
            lane += 1
    buffers.given[element] = packed


class Cuda:
    """Runs the lanes of one batch on the current device."""

    name = "cuda"

    def __init__(self) -> None:
        if not cuda.is_available():
            missing = importlib.util.find_spec("numba_cuda") is None
            advice = "pip install 'quincunx[cuda]'" if missing else "use device='cpu'"
            raise RuntimeError(f"no CUDA device can be used here: {advice}")
        self._buffers: dict[str, Any] = {}

    # Memory.

    def zeros(self, shape: tuple[int, ...], dtype: Any, order: Literal["C", "F"] = "C") -> Any:
        if SIMULATED:
            return np.zeros(shape, dtype, order)
        needed = int(np.prod(shape)) * np.dtype(dtype).itemsize
        free = cuda.current_context().get_memory_info().free
        if needed > free:
            raise MemoryError(f"an array of this batch needs {needed} bytes, {free} are free: make the batch smaller")
        return cuda.to_device(np.zeros(shape, dtype, order))

    def storage(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self.zeros(shape, dtype, "F")

    def upload(self, array: Any) -> Any:
        return array if SIMULATED else cuda.to_device(array)

    def read(self, array: Any) -> Any:
        return array if SIMULATED else array.copy_to_host()

    def row(self, array: Any, lane: int) -> Any:
        return np.ascontiguousarray(self.read(array)[lane : lane + 1])

    def write(self, array: Any, values: Any) -> None:
        if SIMULATED:
            array[...] = values
        else:
            array.copy_to_device(np.asfortranarray(values))

    def views(self, **arrays: Any) -> dict[str, Any]:
        """The arrays as callers see them: with DLPack."""
        return {name: self._exported(array) for name, array in arrays.items()}

    def _exported(self, array: Any) -> DeviceArray:
        if SIMULATED:
            return DeviceArray(array, array.ctypes.data, (CPU, 0), cuda.synchronize)
        address = array.__cuda_array_interface__["data"][0]
        return DeviceArray(array, address, (CUDA, cuda.current_context().device.id), cuda.synchronize)

    def actions(self, given: Any) -> Any:
        """What a caller gave, if it is on a device."""
        if isinstance(given, DeviceArray):
            return given._array
        if SIMULATED and isinstance(given, np.ndarray):
            return given
        if not hasattr(given, "__cuda_array_interface__"):
            raise TypeError(f"actions must be an array on the CUDA device, not {type(given).__name__}")
        return cuda.as_cuda_array(given)

    # Work.

    def reset(self, state: Any, chosen: Any) -> None:
        self._launch(_reset, state.terms.size, *state[:4], Buffers(self._words(state), self._words(state), chosen))
        self._show(state)

    def look(self, state: Any) -> None:
        words = self._words(state)
        self._launch(_look, state.terms.size, *state[:4], Buffers(words, words, words))
        self._show(state)

    def step(self, state: Any, actions: Any) -> None:
        keeps_final = state.shown.final.shape[0] > 0
        final = self._words(state, "final") if keeps_final else self._words(state)
        self._launch(_step, state.terms.size, *state[:4], Buffers(self._words(state), final, actions))
        self._show(state)
        if keeps_final:
            self._write_planes(state, final, state.shown.final)

    def first_refused(self, state: Any, actions: Any) -> int:
        found = self.upload(np.full(1, state.terms.size, np.int64))
        self._launch(_find_refused, state.terms.size, state.lanes, state.terms, Buffers(found, found, actions))
        lane = int(self.read(found)[0])
        return -1 if lane == state.terms.size else lane

    def random_actions(self, state: Any, seed: int, number: int, actions: Any) -> None:
        buffers = Buffers(actions, actions, actions)
        self._launch(_choose, state.terms.size, state.lanes, state.terms, seed, number, buffers)

    def playout(self, state: Any, scratch: Any, seed: int, games: int, max_plies: int, tally: Any) -> None:
        size = state.terms.size
        buffers = Buffers(tally, tally, tally)
        self._launch(_playout, size, state.template, state.lanes, scratch, seed, games, max_plies, size, buffers)

    def synchronize(self) -> None:
        cuda.synchronize()

    def _words(self, state: Any, name: str = "words") -> Any:
        if name not in self._buffers:
            self._buffers[name] = self.storage((state.terms.size, state.layout.words), np.int64)
        return self._buffers[name]

    def _moves(self, state: Any) -> Any:
        if "moves" not in self._buffers:
            self._buffers["moves"] = self.upload(np.array(list(numbers(state.terms.every)), np.int64))
        return self._buffers["moves"]

    def _show(self, state: Any) -> None:
        self._write_planes(state, self._words(state), state.shown.planes)
        out, each, total = _elements(state.shown.masks)
        buffers = Buffers(state.lanes.legal, self._moves(state), out)
        self._launch(_write_masks, total, buffers, state.shown.masks.shape[1], each, total)

    def _write_planes(self, state: Any, words: Any, planes: Any) -> None:
        out, each, total = _elements(planes)
        self._launch(_write_planes, total, Buffers(words, words, out), state.layout, each, total)

    def _launch(self, run: Any, threads: int, *arguments: Any) -> None:
        run[(threads + THREADS - 1) // THREADS, THREADS](*arguments)


def _elements(array: Any) -> tuple[Any, int, int]:
    """An array of bytes as elements of eight, or of one where its length is no multiple of eight."""
    flat = array.reshape(-1)
    if flat.shape[0] % 8:
        return flat, 1, flat.shape[0]
    return flat.view(np.uint64), 8, flat.shape[0] // 8
