"""What a law is, and how a broken law is reported."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quincunx.engine.registry import fields_text
from quincunx.testing.trial import Trial


class BrokenLaw(AssertionError):
    """A game breaks a law: `law` is its name, `trial` the match, `seen` what happened instead."""

    def __init__(self, law: str, statement: str, trial: Trial, seen: str) -> None:
        super().__init__(f"{trial.game.slug} breaks the law {law!r}: {statement}\nseen: {seen}\nwith: {trial}")
        self.law = law
        self.trial = trial
        self.seen = seen


@dataclass(frozen=True)
class Law:
    """One law: its name, its statement, and the function that looks for a case against it."""

    name: str
    statement: str
    body: Callable[[Trial], None]

    def check(self, trial: Trial) -> None:
        """Raise `BrokenLaw` if the game breaks this law in this trial; an exception of the game's own breaks it too."""
        try:
            self.body(trial)
        except Exception as error:
            seen = str(error) if isinstance(error, _Seen) else f"{type(error).__name__}: {error}"
            raise BrokenLaw(self.name, self.statement, trial, seen) from error


class _Seen(AssertionError):
    """What `require` found."""


def law(body: Callable[[Trial], None]) -> Law:
    """Make a law of a function: its name is the law's name, its docstring the statement."""
    return Law(body.__name__, " ".join((body.__doc__ or "").split()), body)


def require(holds: bool, seen: str, *values: Any) -> None:
    """Go on if it holds. The message is formatted only when it does not: most of these calls are in inner loops."""
    if not holds:
        raise _Seen(seen.format(*values))


def require_equal(one: Any, other: Any, what: str, *values: Any) -> None:
    """Two things that must be equal; `what` says what they are."""
    if one != other:
        raise _Seen(f"{what.format(*values)}: {_short(one)} is not {_short(other)}")


def _short(value: Any, most: int = 300) -> str:
    text = fields_text(value) if isinstance(value, tuple) and hasattr(value, "_fields") else repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"
