"""Asking for a refusal, or for anything but an accident."""

from collections.abc import Callable
from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode, Refusal


def refused(code: ErrorCode, call: Callable[..., Any], *args: Any, **options: Any) -> str:
    """The message with which this call is refused, with this code."""
    with pytest.raises(Refusal) as refusal:
        call(*args, **options)
    assert refusal.value.errorCode == code, refusal.value.message
    assert refusal.value.message
    return refusal.value.message


def refusal_of(call: Callable[..., Any], *args: Any, **options: Any) -> ErrorCode | None:
    """The code with which this call is refused, None if it is not; any other exception goes on up."""
    try:
        call(*args, **options)
    except Refusal as refusal:
        return refusal.errorCode
    return None
