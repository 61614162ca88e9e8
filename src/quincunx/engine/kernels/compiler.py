"""The decorators of the rules.

`kernel`, `primitive` and `aside` compile a function; `compiled_body` gives it another body in compiled code; `generic`
and `required` make a function whose body depends on the class of the position. What they do with a function is up to
the back end (`backend`): with `NUMBA_DISABLE_JIT=1` all of them leave it as it is, and a debugger can walk through any
rule.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast
from typing import Generic as TypingGeneric

from quincunx.engine.kernels.backend import COMPILES, IN_BROWSER, Backend, Plain
from quincunx.engine.kernels.sources import note_rules

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


def _chosen() -> Backend:
    if COMPILES:
        from quincunx.engine.kernels.native import Native

        return Native()
    if IN_BROWSER:  # by name: the digest of a native kernel's sources need not hold this module's
        ahead_of_time: Any = importlib.import_module("quincunx.engine.kernels.ahead_of_time")
        return cast(Backend, ahead_of_time.AheadOfTime())
    return Plain()


BACKEND: Final[Backend] = _chosen()


def kernel(function: F) -> F:
    """A function that Python calls: compiled on the first call, or ahead of time."""
    return BACKEND.kernel(function)


def borrower(function: F) -> F:
    """A kernel that only works on arrays it is given. It makes none, so references to arrays need not be counted, which
    would cost more than many a rule."""
    return BACKEND.borrower(function)


def primitive(function: F) -> F:
    """Plain Python when Python calls it; compiled right into the kernel that calls it otherwise."""
    return BACKEND.primitive(function)


def aside(function: F) -> F:
    """A primitive for a rare case, compiled apart so that it does not weigh on the hot path."""
    return BACKEND.aside(function)


def compiled_body(plain: Callable[..., Any], target: str = "generic") -> Callable[[F], F]:
    """The body that kernels use in place of `plain`, where machine code has to be written another way.

    A body for one target (`cpu`) goes before the `generic` one, which a graphics processor has to use.
    """

    def keep(body: F) -> F:
        BACKEND.replace(plain, lambda: body, inline=True, target=target)
        return body

    return keep


def late_body(plain: Callable[..., Any], make_body: Callable[[], Callable[..., Any]]) -> None:
    """The same for a body that is made, out of line, when something that calls it is compiled."""
    BACKEND.replace(plain, make_body, inline=False)


class Generic(TypingGeneric[P, R]):
    """A function over positions whose body is chosen by the position's class, in compiled and plain code alike."""

    def __init__(self, default: Callable[P, R], required: bool) -> None:
        functools.update_wrapper(self, default)
        self._default = None if required else default
        self._bodies: dict[type, Callable[..., R]] = {}
        self._entries: dict[type, Callable[..., R]] = {}

        BACKEND.dispatch(self, self._body_for)

    def register(self, position_class: type) -> Callable[[F], F]:
        """Give the body for one class of positions."""

        def keep(body: F) -> F:
            note_rules(position_class, body.__module__)
            self._bodies[position_class] = body
            self._entries[position_class] = kernel(body)
            return body

        return keep

    def _body_for(self, position_class: type | None) -> Callable[..., R] | None:
        return self._default if position_class is None else self._bodies.get(position_class, self._default)

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
