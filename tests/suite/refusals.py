"""Calls that must be refused, or at least must not fail in another way."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import pytest

from quincunx.engine.errors import Refusal
from quincunx.testing import trial


def refused(code: StrEnum, call: Callable[..., Any], *args: Any, **options: Any) -> str:
    """The message with which this call is refused, with this code."""
    with pytest.raises(Refusal) as refusal:
        call(*args, **options)
    assert refusal.value.errorCode == code, refusal.value.message
    assert refusal.value.message
    return refusal.value.message


def refusal_of(call: Callable[..., Any], *args: Any, **options: Any) -> StrEnum | None:
    """The code with which this call is refused, None if it is not refused."""
    refusal = trial.refusal_of(call, *args, **options)
    return refusal.errorCode if refusal else None
