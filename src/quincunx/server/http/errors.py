"""Refusals over HTTP: `{errorCode, message}` with the usual status."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import orjson
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.server.http.schemas.answers import ErrorAnswer
from quincunx.server.limits import TooMany

CONFLICTS: tuple[StrEnum, ...] = (
    ErrorCode.STALE_PLY,
    ErrorCode.NOT_YOUR_TURN,
    ErrorCode.MATCH_OVER,
    ErrorCode.NOT_OVER,
    ErrorCode.NOTHING_TO_UNDO,
    ErrorCode.NOTHING_TO_REDO,
    ErrorCode.NOTHING_OFFERED,
    ErrorCode.NOT_ALLOWED,
    ErrorCode.NOT_AWAY,
    ErrorCode.SEAT_TAKEN,
    ErrorCode.CANCELLED,
)
STATUS: Mapping[StrEnum, int] = {
    ErrorCode.BAD_REQUEST: 422,
    ErrorCode.UNAUTHORIZED: 401,
    ErrorCode.NOT_YOUR_SEAT: 403,
    ErrorCode.UNKNOWN_MATCH: 404,
    ErrorCode.UNKNOWN_GAME: 404,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.METHOD_NOT_ALLOWED: 405,
    ErrorCode.TOO_LARGE: 413,
    ErrorCode.TOO_MANY_REQUESTS: 429,
    ErrorCode.INTERNAL_ERROR: 500,
    ErrorCode.STORAGE_UNAVAILABLE: 503,
    ErrorCode.NOT_READY: 503,
    **dict.fromkeys(CONFLICTS, 409),
}
"""All other codes, those of games among them, refuse a request that can be read and is wrong: 422."""
UNPROCESSABLE = 422

RETRY_SECONDS = 1

DESCRIPTIONS = {
    400: "The body is not JSON",
    401: "No token, or one that is not valid",
    403: "A token of another match, or of another seat",
    404: "Not found",
    409: "Not now: out of turn, a stale ply, or the match is over",
    413: "The body is too large",
    422: "The request is invalid",
    429: "Too many requests; `Retry-After` says when to come back",
    503: "The database does not answer, or the rules are still being compiled; nothing was changed",
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": text} for status, text in DESCRIPTIONS.items()
}


class WithMatch(Refusal):
    """A refusal that comes with the match as it is now."""

    def __init__(self, refusal: Refusal, body: bytes) -> None:
        super().__init__(refusal.errorCode, refusal.message)
        self.body = body


def error_response(refusal: Refusal, status: int | None = None) -> Response:
    payload: dict[str, Any] = dict(refusal.as_json())
    headers = {}
    if isinstance(refusal, WithMatch):
        payload["match"] = orjson.Fragment(refusal.body)
    if isinstance(refusal, TooMany):
        headers["retry-after"] = str(refusal.retry_after)
    code = status or STATUS.get(refusal.errorCode, UNPROCESSABLE)
    if code == 503:
        headers["retry-after"] = str(RETRY_SECONDS)
    if code == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(orjson.dumps(payload), code, headers, "application/json")


async def on_refusal(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return error_response(refusal)


async def on_invalid(request: Request, problem: Exception) -> Response:
    """The first thing that is wrong with a request, in words."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    if first["type"] == "json_invalid":
        return error_response(Refusal(ErrorCode.BAD_REQUEST, "the body is not JSON"), 400)
    place = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    given = f", not {quoted(first['input'])}" if isinstance(first.get("input"), str | int | float | bool) else ""
    return error_response(Refusal(ErrorCode.BAD_REQUEST, f"{quoted(place)}: {first['msg'].lower()}{given}"))


async def on_http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405:
        refusal = Refusal(ErrorCode.METHOD_NOT_ALLOWED, f"{request.method} is not allowed here; see /api/openapi.json")
        response = error_response(refusal)
        response.headers.update(problem.headers or {})
        return response
    if problem.status_code == 404:
        return error_response(Refusal(ErrorCode.NOT_FOUND, "there is nothing at this address; see /api/openapi.json"))
    code = ErrorCode.BAD_REQUEST if problem.status_code < 500 else ErrorCode.INTERNAL_ERROR
    if problem.status_code == 413:
        code = ErrorCode.TOO_LARGE
    return error_response(Refusal(code, str(problem.detail)), problem.status_code)
