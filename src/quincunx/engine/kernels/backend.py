"""Which back end runs the kernels: machine code by Numba, plain Python, or WebAssembly compiled ahead of time.

All three keep one contract, `Backend`. `compiler` has the decorators that rules are written with; they hand every
function to the back end that was chosen, once, when the package is imported.
"""

import os
import sys
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

IN_BROWSER: Final = sys.platform == "emscripten"
COMPILES: Final = not IN_BROWSER and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether functions are compiled in this process. Modules that only a compiler can read are imported only then."""
FOR_BROWSER: Final = COMPILES and os.environ.get("QUINCUNX_COMPILE_FOR") == "browser"
"""Whether what is compiled here is to become WebAssembly."""


class Backend(Protocol):
    def kernel(self, function: F) -> F:
        """A function that Python calls and that is worth compiling."""

    def borrower(self, function: F) -> F:
        """A kernel that makes no arrays of its own."""

    def primitive(self, function: F) -> F:
        """A function that is compiled into the kernels that call it."""

    def aside(self, function: F) -> F:
        """The same for a rare case, compiled out of line."""

    def replace(
        self, plain: Callable[..., Any], make_body: Callable[[], Any], inline: bool, target: str = "generic"
    ) -> None:
        """Kernels use what `make_body` returns in place of `plain`, for this target of Numba's."""

    def dispatch(self, function: Any, choose: Callable[[type | None], Callable[..., Any] | None]) -> None:
        """Kernels that call `function` use the body that is chosen by the class of its first argument."""


class Plain:
    """Everything stays as it is written."""

    def kernel(self, function: F) -> F:
        return function

    borrower = kernel

    def primitive(self, function: F) -> F:
        return function

    def aside(self, function: F) -> F:
        return function

    def replace(
        self, plain: Callable[..., Any], make_body: Callable[[], Any], inline: bool, target: str = "generic"
    ) -> None:
        pass

    def dispatch(self, function: Any, choose: Callable[[type | None], Callable[..., Any] | None]) -> None:
        pass
