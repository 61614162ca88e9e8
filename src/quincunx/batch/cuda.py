"""All lanes on a graphics processor: its threads run the very functions that the CPU runs (`device_kernels`).

A step is three launches: the first plays and shows, in the second teams of threads look after the lanes that reshuffle
or begin again, and the third shows those. Arrays of the storage are laid out with the lanes innermost, so that threads
side by side read side by side.
"""

import importlib.util
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

for _older, _newer in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _older):  # NumPy 2.5 dropped names that numba-cuda still imports
        setattr(np, _older, getattr(np, _newer))

from numba import cuda  # noqa: E402

from quincunx.batch.device_kernels import TEAM, Buffers, Held, Kernels, kernels_of  # noqa: E402
from quincunx.batch.dlpack import CPU, CUDA, DeviceArray  # noqa: E402
from quincunx.batch.lanes import SAME_STEP  # noqa: E402
from quincunx.batch.launches import SIMULATED, THREADS, Launches, covering  # noqa: E402
from quincunx.engine.moves import Moves  # noqa: E402
from quincunx.engine.registry import fields_text  # noqa: E402
from quincunx.observation.bytes import Layout  # noqa: E402

MOST_GIVEN = 8
"""How many arrays of actions are kept for the launches that use them."""
MOST_TEAMS, MOST_BLOCKS = 4224, 2112
"""How many teams, or larger blocks, share work of which nobody knows how much there is: as many as a device of today
runs at the same time."""


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
        given = (*state[1:4], self._buffers(state), Held(chosen))
        self._launch(self._kernels(state).reset, covering(state.terms.size, THREADS), *given)
        self._begin(state, 0)

    def look(self, state: Any) -> None:
        kernels = self._kernels(state)
        self._launch(kernels.look, covering(state.terms.size, kernels.tile), *state[1:4], self._buffers(state))

    def step(self, state: Any, actions: Any) -> None:
        kernels = self._kernels(state)
        given = (*state[1:4], self._buffers(state), self._held(actions))
        self._launch(kernels.step, covering(state.terms.size, kernels.tile), *given)
        keeps_final = state.shown.final.shape[0] > 0 and state.terms.autoreset == SAME_STEP
        self._begin(state, int(keeps_final))

    def _begin(self, state: Any, keeps_final: int) -> None:
        """What is left of a step: the lanes that reshuffle or begin."""
        kernels, given = self._kernels(state), (*state[1:4], self._buffers(state))
        if kernels.look_after:
            self._launch(kernels.look_after, (min(state.terms.size, MOST_TEAMS), TEAM), *given)
        self._launch(kernels.show, (min(state.terms.size, MOST_BLOCKS), THREADS), *given, keeps_final)

    def first_refused(self, state: Any, actions: Any) -> int:
        found = self._once("found", lambda: Held(self.zeros((1,), np.int64)))
        self.write(found.array, np.full(1, state.terms.size, np.int64))
        given = (state.lanes, state.terms, self._held(actions), found)
        self._launch(self._kernels(state).find_refused, covering(state.terms.size, THREADS), *given)
        lane = int(self.read(found.array)[0])
        return -1 if lane == state.terms.size else lane

    def random_actions(self, state: Any, seed: int, number: int, actions: Any) -> None:
        given = (state.lanes, state.terms, seed, number, self._held(actions))
        self._launch(self._kernels(state).choose, covering(state.terms.size, THREADS), *given)

    def playout(self, state: Any, scratch: Any, seed: int, games: int, max_plies: int, tally: Any) -> None:
        given = (state.lanes, scratch, seed, games, max_plies, Held(tally))
        self._launch(self._kernels(state).playout, covering(state.terms.size, TEAM, TEAM), *given)

    def _once(self, name: Any, make: Callable[[], Any]) -> Any:
        """What is made when it is first needed, and kept: launches tell their arguments apart as objects."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    def _kernels(self, state: Any) -> Kernels:
        kernels: Kernels = self._once("kernels", lambda: _kernels(state.template, state.layout, state.terms.every))
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
        size, shown = state.terms.size, state.shown
        planes, masks, final = (array.reshape(-1) for array in shown)
        keeps_final = int(shown.final.shape[0] > 0)
        return Buffers(
            planes, masks, final if keeps_final else planes, self._by_eights(planes), self._by_eights(masks),
            self.zeros((size,), np.int64), self.zeros((size,), np.int64), self.zeros((4,), np.int64), keeps_final,
        )  # fmt: skip

    def _by_eights(self, array: Any) -> Any:
        """The bytes of an array as words of eight; what is left over has no part in it."""
        whole = array.shape[0] // 8 * 8
        return array[:whole].view(np.int64) if whole else self.zeros((1,), np.int64)

    def _launch(self, kernel: Any, shape: tuple[int, int], *arguments: Any) -> None:
        self._launches.launch(kernel, shape, *arguments)


_kernels_by_variant: dict[str, Kernels] = {}


def _kernels(template: Any, layout: Layout, every: Moves) -> Kernels:
    """The kernels of a variant, made once in a process."""
    variant = f"{fields_text(template)} {layout} {every}"  # positions compare themselves in ways of their own
    if variant not in _kernels_by_variant:
        _kernels_by_variant[variant] = kernels_of(template, layout, every)
    return _kernels_by_variant[variant]
