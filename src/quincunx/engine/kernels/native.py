"""The native back end: Numba compiles a kernel when it is first called, and the machine code is kept on disk."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload, register_jitable

from quincunx.engine.kernels.backend import FOR_BROWSER
from quincunx.engine.kernels.cache import KernelCache

F = TypeVar("F", bound=Callable[..., Any])

KERNELS: list[Any] = []
"""All kernels of this process, so that they can be compiled for other targets."""


class Native:
    def kernel(self, function: F) -> F:
        """Compiled on the first call from Python; it releases the GIL while it runs."""
        return self._compiled(function)

    def borrower(self, function: F) -> F:
        return self._compiled(function, _nrt=False)

    def _compiled(self, function: F, **options: bool) -> F:
        compiled = numba.njit(nogil=True, **options)(function)
        if not FOR_BROWSER:  # code from the disk lacks what it is translated from
            compiled._cache = KernelCache(function)
        KERNELS.append(compiled)
        return cast(F, compiled)

    def primitive(self, function: F) -> F:
        return cast(F, register_jitable(forceinline=True)(function))

    def aside(self, function: F) -> F:
        return cast(F, register_jitable(forceinline=False)(function))  # otherwise the caller's setting is inherited

    def replace(
        self, plain: Callable[..., Any], make_body: Callable[[], Any], inline: bool, target: str = "generic"
    ) -> None:
        overload(plain, strict=False, jit_options={"forceinline": inline}, target=target)(lambda *_: make_body())

    def dispatch(self, function: Any, choose: Callable[[type | None], Callable[..., Any] | None]) -> None:
        def body_for(position: Any, *_: Any) -> Callable[..., Any] | None:
            return choose(getattr(position, "instance_class", None))

        overload(function, strict=False, jit_options={"forceinline": True})(body_for)
