"""All lanes on a graphics processor: one thread per lane runs the very functions that the CPU runs.

A step has four parts. The first plays, the second deals to the lanes that begin again, the third writes the words of
the planes and of the legal moves, and the last makes bytes of them, eight per thread, so that threads side by side
write side by side. Arrays of the storage are laid out with the
lanes innermost, for the same reason.
"""

import importlib.util
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

for _older, _newer in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _older):  # NumPy 2.5 dropped names that numba-cuda still imports
        setattr(np, _older, getattr(np, _newer))

from numba import cuda  # noqa: E402

from quincunx.batch.dlpack import CPU, CUDA, DeviceArray  # noqa: E402
from quincunx.batch.lanes import (  # noqa: E402
    SAME_STEP,
    Lanes,
    Results,
    Terms,
    begin,
    is_refused,
    judge,
    legal_of,
    look,
    look_back,
    playout_lane,
    random_action,
    reset_lane,
    step_lane,
)
from quincunx.batch.launches import SIMULATED, Launches  # noqa: E402
from quincunx.engine.kernels.bits import STRIDE, extract, popcount  # noqa: E402
from quincunx.engine.kernels.compiler import compiled_body, primitive  # noqa: E402
from quincunx.engine.kernels.randomness import signed, unsigned  # noqa: E402
from quincunx.engine.moves import Moves  # noqa: E402
from quincunx.observation.bytes import EIGHT_ONES, Layout  # noqa: E402

WORD = 64
MOST_GIVEN = 8
"""How many arrays of actions are kept for the launches that use them."""
MOST_BYTES = 2**32 - 8
"""Of an array that is numbered with 32 bits."""
EIGHT_PLACES = 0x8040201008040201
"""Bit k of byte k."""
EIGHT_SEVENS = 0x7F7F7F7F7F7F7F7F
_ONES, _PLACES, _SEVENS, _7 = np.uint64(EIGHT_ONES), np.uint64(EIGHT_PLACES), np.uint64(EIGHT_SEVENS), np.uint64(7)


class Buffers(NamedTuple):
    """What a launch works with beside the state, in a tuple: the simulator leaves the arrays in it alone."""

    words: Any
    final: Any
    masks: Any
    beginning: Any
    """The lanes that begin their next episode, and `waiting`: how many they are."""
    waiting: Any
    keeps_final: int


class Held(NamedTuple):
    """An array in a tuple, for the same reason."""

    array: Any


def shifted(bits: int, places: int) -> int:
    """Bits moved up within a word: what leaves it at the top is gone."""
    return signed(unsigned(bits << places))


@compiled_body(shifted)
def _compiled_shifted(bits: int, places: int) -> int:
    return np.int64(np.uint64(bits) << np.uint64(places))  # type: ignore[return-value]


@primitive
def pack(word: int, layout: Layout) -> int:
    """The cells of a word without gaps between its rows; a constant stays as it is."""
    if word < 0 or layout.rows == 1:
        return word
    full_row = (1 << layout.cols) - 1
    dense = 0
    for row in range(layout.rows):
        dense |= (word >> STRIDE * row & full_row) << layout.cols * row
    return dense


@primitive
def pack_words(words: Any, layout: Layout) -> None:
    for number in range(layout.words):
        words[number] = pack(int(words[number]), layout)


@primitive
def pack_legal(lanes: Lanes, every: Moves, masks: Any, lane: int) -> None:
    """The bits of a lane's mask without gaps, in two words that follow each other."""
    choice = legal_of(lanes, lane)
    low, high = extract(choice.low, every.low), extract(choice.high, every.high)
    length = popcount(every.low)
    masks[lane, 0] = low | shifted(high, length)
    masks[lane, 1] = high >> WORD - length if length else 0


class Kernels(NamedTuple):
    """The kernels of one variant."""

    step: Any
    begin: Any
    reset: Any
    judge: Any
    look: Any
    find_refused: Any
    choose: Any
    playout: Any


def kernels_of(template: Any, layout: Layout) -> Kernels:
    """Kernels with the variant as a constant: the compiler drops every rule that it does not have."""
    variant = (template,)  # in a tuple: numba-cuda prints its constants, and a template has no board to be drawn

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers, actions: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size and step_lane(variant[0], lanes, results, terms, actions.array[lane], lane):
            buffers.beginning[cuda.atomic.add(buffers.waiting, 0, 1)] = lane

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin_episodes(lanes: Lanes, terms: Terms, buffers: Buffers) -> None:
        """Deal to the lanes that wait for it, side by side: one that goes on would idle beside one that is dealt to."""
        number = cuda.grid(1)
        if number < buffers.waiting[0]:
            lane = buffers.beginning[number]
            if buffers.keeps_final and terms.autoreset == SAME_STEP:
                look_back(variant[0], lanes, lane, buffers.final[lane])
                pack_words(buffers.final[lane], layout)
            begin(variant[0], lanes, terms, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def reset(lanes: Lanes, results: Results, terms: Terms, chosen: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size and chosen.array[lane]:
            reset_lane(variant[0], lanes, results, terms, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def judge_lanes(lanes: Lanes, results: Results, terms: Terms) -> None:
        lane = cuda.grid(1)
        if lane < terms.size:
            judge(variant[0], lanes, results, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def look_lanes(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers) -> None:
        lane = cuda.grid(1)
        if lane < terms.size:
            look(variant[0], lanes, results, lane, buffers.words[lane])
            pack_words(buffers.words[lane], layout)
            pack_legal(lanes, terms.every, buffers.masks, lane)
        if lane == 0:
            buffers.waiting[0] = 0  # for the next step: nobody waits any more

    @cuda.jit  # type: ignore[untyped-decorator]
    def find_refused(lanes: Lanes, terms: Terms, actions: Held, found: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size and is_refused(lanes, terms, actions.array[lane], lane):
            cuda.atomic.min(found.array, 0, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def choose(lanes: Lanes, terms: Terms, seed: int, number: int, actions: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size:
            actions.array[lane] = random_action(lanes, terms, seed, number, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def playout(lanes: Lanes, scratch: Any, seed: int, games: int, max_plies: int, tally: Held) -> None:
        lane = cuda.grid(1)
        if lane < tally.array.shape[0]:
            playout_lane(variant[0], lanes, scratch, seed, games, max_plies, tally.array, lane)

    return Kernels(step, begin_episodes, reset, judge_lanes, look_lanes, find_refused, choose, playout)


def spread_eight(word: int, start: int) -> int:
    """Eight bytes of a packed word from this cell on: 0 or 1 each, or the number of a constant."""
    if word < 0:
        return signed((-1 - word) * EIGHT_ONES)
    chosen = ((word >> start & 0xFF) * EIGHT_ONES) & EIGHT_PLACES
    return signed((chosen + EIGHT_SEVENS) >> 7 & EIGHT_ONES)


@compiled_body(spread_eight)
def _compiled_spread_eight(word: int, start: int) -> int:
    """In `uint64`: a compiler may take it that a product of signed numbers never overflows."""
    if word < 0:
        return np.int64(np.uint64(-1 - word) * _ONES)  # type: ignore[return-value]
    chosen = (np.uint64(word >> start & 0xFF) * _ONES) & _PLACES
    return np.int64((chosen + _SEVENS) >> _7 & _ONES)  # type: ignore[return-value]


@primitive
def first_bytes(number: int) -> int:
    """The lowest bytes of eight, this many."""
    return (1 << 8 * number) - 1 if number < 8 else -1


@cuda.jit  # type: ignore[untyped-decorator]
def _write_planes(bytes_of: Held, words: Held, cells: int, per_lane: int, total: int) -> None:
    """Eight bytes of planes per thread; they belong to at most two words, since a word has eight cells or more."""
    element = cuda.grid(1)
    if element >= total:
        return
    byte = np.uint32(element) * np.uint32(8)
    lane = byte // np.uint32(per_lane)
    rest = byte - lane * np.uint32(per_lane)
    number = rest // np.uint32(cells)
    start = int(np.int64(rest - number * np.uint32(cells)))
    left = cells - start
    row, place = int(np.int64(lane)), int(np.int64(number))
    eight = spread_eight(int(words.array[row, place]), start)
    if left < 8:
        place += 1
        if place == words.array.shape[1]:
            row, place = row + 1, 0
        eight = eight & first_bytes(left) | shifted(spread_eight(int(words.array[row, place]), 0), 8 * left)
    bytes_of.array[element] = eight


@cuda.jit  # type: ignore[untyped-decorator]
def _write_masks(bytes_of: Held, masks: Held, actions: int, total: int) -> None:
    """Eight bytes of masks per thread; they belong to at most two lanes, since there are eight actions or more."""
    element = cuda.grid(1)
    if element >= total:
        return
    byte = np.uint32(element) * np.uint32(8)
    lane = int(np.int64(byte // np.uint32(actions)))
    start = int(np.int64(byte)) - lane * actions
    left = actions - start
    eight = spread_eight(window(int(masks.array[lane, 0]), int(masks.array[lane, 1]), start), 0)
    if left < 8:
        eight = eight & first_bytes(left) | shifted(spread_eight(int(masks.array[lane + 1, 0]) & 0xFF, 0), 8 * left)
    bytes_of.array[element] = eight


@primitive
def window(low: int, high: int, start: int) -> int:
    """Eight bits of two words that follow each other, from `start` on."""
    if start >= WORD:
        return high >> (start - WORD) & 0xFF
    if start <= WORD - 8:
        return low >> start & 0xFF
    return (low >> start & ((1 << (WORD - start)) - 1) | shifted(high, WORD - start)) & 0xFF


@cuda.jit  # type: ignore[untyped-decorator]
def _write_bytes_singly(bytes_of: Held, words: Held, cells: int, per_lane: int, total: int) -> None:
    """One byte per thread, for boards and masks that are too small, or batches that are no multiple of eight."""
    byte = cuda.grid(1)
    if byte >= total:
        return
    lane = byte // per_lane
    number = (byte - lane * per_lane) // cells
    start = byte - lane * per_lane - number * cells
    word = int(words.array[lane, number])
    bytes_of.array[byte] = -1 - word if word < 0 and cells < WORD else word >> start & 1


class Cuda:
    """Runs the lanes of one batch on the current device."""

    name = "cuda"

    def __init__(self) -> None:
        if not cuda.is_available():
            missing = importlib.util.find_spec("numba_cuda") is None
            advice = "pip install 'quincunx[cuda]'" if missing else "use device='cpu'"
            raise RuntimeError(f"no CUDA device can be used here: {advice}")
        self._launches = Launches()
        self._kept: dict[Any, Any] = {}
        self._given: dict[Any, Held] = {}

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
        self._launch(self._kernels(state).reset, state.terms.size, *state[1:4], Held(chosen))
        self._show(state)

    def look(self, state: Any) -> None:
        self._launch(self._kernels(state).judge, state.terms.size, *state[1:4])
        self._show(state)

    def step(self, state: Any, actions: Any) -> None:
        kernels, buffers = self._kernels(state), self._buffers(state)
        self._launch(kernels.step, state.terms.size, *state[1:4], buffers, self._held(actions))
        self._launch(kernels.begin, state.terms.size, state.lanes, state.terms, buffers)
        self._show(state)
        if buffers.keeps_final:
            self._write(_write_planes, state.shown.final, buffers.final, state.layout.rows * state.layout.cols)

    def first_refused(self, state: Any, actions: Any) -> int:
        found = self._once("found", lambda: Held(self.zeros((1,), np.int64)))
        self.write(found.array, np.full(1, state.terms.size, np.int64))
        given = (state.lanes, state.terms, self._held(actions), found)
        self._launch(self._kernels(state).find_refused, state.terms.size, *given)
        lane = int(self.read(found.array)[0])
        return -1 if lane == state.terms.size else lane

    def random_actions(self, state: Any, seed: int, number: int, actions: Any) -> None:
        given = (state.lanes, state.terms, seed, number, self._held(actions))
        self._launch(self._kernels(state).choose, state.terms.size, *given)

    def playout(self, state: Any, scratch: Any, seed: int, games: int, max_plies: int, tally: Any) -> None:
        given = (state.lanes, scratch, seed, games, max_plies, Held(tally))
        self._launch(self._kernels(state).playout, state.terms.size, *given)

    def _once(self, name: Any, make: Callable[[], Any]) -> Any:
        """What is made when it is first needed, and kept: launches tell their arguments apart as objects."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    def _kernels(self, state: Any) -> Kernels:
        kernels: Kernels = self._once("kernels", lambda: _kernels(state.template, state.layout))
        return kernels

    def _held(self, actions: Any) -> Held:
        """Actions for a launch. Another view of the same memory is the same to it."""
        if SIMULATED:
            return Held(actions)
        key = (actions.__cuda_array_interface__["data"][0], actions.dtype)
        if key not in self._given:
            if len(self._given) >= MOST_GIVEN:
                self._given.clear()
            self._given[key] = Held(actions)
        return self._given[key]

    def _buffers(self, state: Any) -> Buffers:
        buffers: Buffers = self._once("buffers", lambda: self._make_buffers(state))
        return buffers

    def _make_buffers(self, state: Any) -> Buffers:
        size = state.terms.size
        keeps_final = int(state.shown.final.shape[0] > 0)
        words = self.storage((size, state.layout.words), np.int64)
        final = self.storage((size, state.layout.words), np.int64) if keeps_final else words
        masks = self.storage((size, 2), np.int64)
        return Buffers(words, final, masks, self.zeros((size,), np.int64), self.zeros((1,), np.int64), keeps_final)

    def _show(self, state: Any) -> None:
        """What the seats to move see, as words and then as bytes."""
        buffers = self._buffers(state)
        self._launch(self._kernels(state).look, state.terms.size, *state[1:4], buffers)
        self._write(_write_planes, state.shown.planes, buffers.words, state.layout.rows * state.layout.cols)
        self._write(_write_masks, state.shown.masks, buffers.masks, WORD)

    def _write(self, run: Any, shown: Any, words: Any, cells: int) -> None:
        """Make bytes of words that have this many cells each."""
        self._launch(*self._once(("bytes", id(shown)), lambda: _writing(run, shown, words, cells)))

    def _launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        self._launches.launch(kernel, threads, *arguments)


def _writing(run: Any, shown: Any, words: Any, cells: int) -> tuple[Any, ...]:
    """The launch that makes bytes of words: kernel, threads and arguments."""
    flat, per_lane = shown.reshape(-1), shown.shape[1]
    total = flat.shape[0]
    if total % 8 or min(cells, per_lane) < 8 or total > MOST_BYTES:
        return _write_bytes_singly, total, Held(flat), Held(words), cells, per_lane, total
    numbers = (per_lane,) if run is _write_masks else (cells, per_lane)
    return run, total // 8, Held(flat.view(np.int64)), Held(words), *numbers, total // 8


_kernels_by_variant: dict[str, Kernels] = {}


def _kernels(template: Any, layout: Layout) -> Kernels:
    """The kernels of a variant, made once in a process."""
    variant = repr((template, layout))  # positions compare themselves in ways of their own
    if variant not in _kernels_by_variant:
        _kernels_by_variant[variant] = kernels_of(template, layout)
    return _kernels_by_variant[variant]
