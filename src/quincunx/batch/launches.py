"""Launches of kernels on a device, with their arguments taken apart once.

numba-cuda looks at every argument of every launch, which takes longer than the device needs for a step of a million
lanes. A launch that comes again with the same objects is kept ready, and only its plain numbers are set again. It uses
inner parts of numba-cuda; where a version has others, kernels are launched in the ordinary way.
"""

import importlib
from collections.abc import Callable
from typing import Any

from numba import config

SIMULATED = bool(config.ENABLE_CUDASIM)
"""Whether Numba's simulator stands in for a device: its memory is that of NumPy."""
THREADS = 8 if SIMULATED else 128
"""Of a block."""
MOST_KEPT = 32
"""How many launches are kept ready. They keep what they work on: callers may hand in new actions in every step."""

Launch = Callable[..., None]
Shape = tuple[int, int]
"""How many blocks, and how many threads each has."""


def covering(items: int, per_block: int, threads: int = THREADS) -> Shape:
    """Blocks for all items, this many in each."""
    return (items + per_block - 1) // per_block, threads


class Launches:
    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], Launch] = {}

    def launch(self, kernel: Any, shape: Shape, *arguments: Any) -> None:
        """Run a kernel. Numbers may differ from call to call; other arguments are told apart as objects."""
        key = (kernel, shape, *(None if isinstance(argument, int) else id(argument) for argument in arguments))
        launch = self._kept.get(key)
        if launch is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            launch = self._kept[key] = _prepare(kernel, shape, arguments)
        launch(*(argument for argument in arguments if isinstance(argument, int)))


def _prepare(kernel: Any, shape: Shape, arguments: tuple[Any, ...]) -> Launch:
    if not SIMULATED:
        try:
            return _taken_apart(kernel, kernel[shape], arguments)
        except (AttributeError, ImportError, TypeError, ValueError):
            pass  # another version of numba-cuda

    def launch(*numbers: int) -> None:
        given = iter(numbers)
        kernel[shape](*(next(given) if isinstance(argument, int) else argument for argument in arguments))

    return launch


def _taken_apart(kernel: Any, configured: Any, arguments: tuple[Any, ...]) -> Launch:
    core = importlib.import_module("cuda.core")
    (compiled,) = kernel.specialize(*arguments).overloads.values()
    parts: list[Any] = []
    places: list[Any] = []
    for kind, argument in zip(compiled.argument_types, arguments, strict=True):
        compiled._prepare_args(kind, argument, configured.stream, [], parts)
        if isinstance(argument, int):
            places.append(parts[-1])
    function = compiled._codelibrary.get_cufunc().kernel
    shape = core.LaunchConfig(grid=configured.griddim, block=configured.blockdim, shmem_size=0)

    def launch(*numbers: int, kept: Any = arguments) -> None:  # their memory must live as long as the launch does
        for place, number in zip(places, numbers, strict=True):
            place.value = number
        core.launch(configured.stream, shape, function, *parts)

    return launch
