"""Refusals over HTTP: `{errorCode, message}` with the usual status."""

from typing import Any

import orjson
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.schemas.matches import ErrorAnswer
from quincunx.server.http.statuses import STATUS, UNPROCESSABLE, invalid
from quincunx.server.limits import TooMany
from quincunx.server_errors import ServerErrorCode

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
    return error_response(invalid(first["loc"][1:] or first["loc"][:1], first))


async def on_http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405:
        refusal = Refusal(
            ServerErrorCode.METHOD_NOT_ALLOWED, f"{request.method} is not allowed here; see /api/openapi.json"
        )
        response = error_response(refusal)
        response.headers.update(problem.headers or {})
        return response
    if problem.status_code == 404:
        return error_response(Refusal(ErrorCode.NOT_FOUND, "there is nothing at this address; see /api/openapi.json"))
    code = ErrorCode.BAD_REQUEST if problem.status_code < 500 else ServerErrorCode.INTERNAL_ERROR
    if problem.status_code == 413:
        code = ErrorCode.TOO_LARGE
    return error_response(Refusal(code, str(problem.detail)), problem.status_code)
