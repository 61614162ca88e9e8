"""The status of every refusal, and what is said about a request that cannot be read: for the server and the host in the
browser alike."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.server_errors import ServerErrorCode

CONFLICTS: tuple[StrEnum, ...] = (
    ServerErrorCode.STALE_PLY,
    ErrorCode.NOT_YOUR_TURN,
    ErrorCode.MATCH_OVER,
    ErrorCode.NOT_OVER,
    ErrorCode.NOTHING_TO_UNDO,
    ErrorCode.NOTHING_TO_REDO,
    ServerErrorCode.NOTHING_OFFERED,
    ErrorCode.NOT_ALLOWED,
    ServerErrorCode.NOT_AWAY,
    ServerErrorCode.SEAT_TAKEN,
    ErrorCode.CANCELLED,
)
STATUS: Mapping[StrEnum, int] = {
    ErrorCode.BAD_REQUEST: 422,
    ServerErrorCode.UNAUTHORIZED: 401,
    ErrorCode.NOT_YOUR_SEAT: 403,
    ServerErrorCode.UNKNOWN_MATCH: 404,
    ErrorCode.UNKNOWN_GAME: 404,
    ErrorCode.NOT_FOUND: 404,
    ServerErrorCode.METHOD_NOT_ALLOWED: 405,
    ErrorCode.TOO_LARGE: 413,
    ServerErrorCode.TOO_MANY_REQUESTS: 429,
    ServerErrorCode.INTERNAL_ERROR: 500,
    ErrorCode.STORAGE_UNAVAILABLE: 503,
    ErrorCode.NOT_READY: 503,
    **dict.fromkeys(CONFLICTS, 409),
}
"""All other codes, those of games among them, refuse a request that can be read and is wrong: 422."""
UNPROCESSABLE = 422


def invalid(place: Sequence[int | str], problem: Mapping[str, Any]) -> Refusal:
    """What pydantic says about one place of a request, in words."""
    name = ".".join(map(str, place))
    given = f", not {quoted(problem['input'])}" if isinstance(problem.get("input"), str | int | float | bool) else ""
    return Refusal(ErrorCode.BAD_REQUEST, f"{quoted(name)}: {problem['msg'].lower()}{given}")
