"""The decorators of the rules.

`kernel`, `primitive` and `aside` compile a function; `compiled_body` gives it another body in compiled code; `generic`
and `required` make a function whose body depends on the class of the position. All of them leave a plain Python
function plain when `NUMBA_DISABLE_JIT=1`: a debugger can walk through any rule.
"""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from typing import Generic as TypingGeneric

import numba
from numba.extending import overload, register_jitable

from quincunx.engine.kernels.cache import KernelCache, note_rules

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile on the first call from Python, keep the machine code on disk, release the GIL while it runs."""
    compiled = numba.njit(nogil=True)(function)
    if compiled is not function:
        compiled._cache = KernelCache(function)
    return cast(F, compiled)


def primitive(function: F) -> F:
    """Plain Python when Python calls it; compiled right into the kernel that calls it otherwise."""
    return cast(F, register_jitable(forceinline=True)(function))


def aside(function: F) -> F:
    """A primitive for a rare case, compiled apart so that it does not weigh on the hot path."""
    return cast(F, register_jitable(forceinline=False)(function))  # without this, the caller's setting is inherited


def compiled_body(plain: Callable[..., Any], target: str = "generic") -> Callable[[F], F]:
    """The body that kernels use in place of `plain`, where machine code has to be written another way.

    A body for one target (`cpu`) goes before the `generic` one, which a graphics processor has to use.
    """

    def keep(body: F) -> F:
        overload(plain, strict=False, jit_options={"forceinline": True}, target=target)(lambda *_: body)
        return body

    return keep


class Generic(TypingGeneric[P, R]):
    """A function over positions whose body is chosen by the position's class, in compiled and plain code alike."""

    def __init__(self, default: Callable[P, R], required: bool) -> None:
        functools.update_wrapper(self, default)
        self._default = None if required else default
        self._bodies: dict[type, Callable[..., R]] = {}
        self._entries: dict[type, Callable[..., R]] = {}

        def choose(position: Any, *_: Any) -> Callable[..., R] | None:
            return self._bodies.get(getattr(position, "instance_class", object), self._default)

        overload(self, strict=False, jit_options={"forceinline": True})(choose)

    def register(self, position_class: type) -> Callable[[F], F]:
        """Give the body for one class of positions."""

        def keep(body: F) -> F:
            note_rules(position_class, body.__module__)
            self._bodies[position_class] = body
            self._entries[position_class] = kernel(body)
            return body

        return keep

    def registered(self, position_class: type) -> bool:
        """Whether a body of its own was registered for this class."""
        return position_class in self._bodies

    def body(self, position_class: type) -> Callable[..., R]:
        """The body that was registered for this class."""
        return self._bodies[position_class]

    def knows(self, position_class: type) -> bool:
        """Whether this class has a body: one of its own, or the default."""
        return position_class in self._bodies or self._default is not None

    def __call__(self, position: Any, *args: P.args, **kwargs: P.kwargs) -> R:
        entry = self._entries.get(type(position), self._default)
        if entry is None:
            raise TypeError(f"{self.__name__} has no rules for {type(position).__name__}")  # type: ignore[attr-defined]
        return entry(position, *args, **kwargs)


def generic(default: Callable[Concatenate[Any, P], R]) -> Generic[P, R]:
    """A generic function whose own body serves every class that registers no other."""
    return Generic(cast(Callable[P, R], default), required=False)


def required(stub: Callable[Concatenate[Any, P], R]) -> Generic[P, R]:
    """A generic function that every game must give a body."""
    return Generic(cast(Callable[P, R], stub), required=True)
