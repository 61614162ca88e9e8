"""Everything under a path: `https://example.org/games/` in place of `https://example.org/`.

The path comes from the setting `root_path`, or from a proxy's X-Forwarded-Prefix. It does not matter whether the
proxy removes it from the addresses that it passes on.
"""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from quincunx.server.settings import PATHS

HEADER = "x-forwarded-prefix"


class PrefixMiddleware:
    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = _within(scope, self._prefix_of(scope))
        await self._app(scope, receive, send)

    def _prefix_of(self, scope: Scope) -> str:
        given = dict(scope["headers"]).get(HEADER.encode(), b"").decode("latin-1").rstrip("/")
        return given if given and re.fullmatch(PATHS, given) else self._prefix


def _within(scope: Scope, prefix: str) -> Scope:
    """The request as it is without the prefix, which Starlette knows as `root_path`."""
    path: str = scope["path"]
    if prefix and f"{path}/".startswith(f"{prefix}/"):
        path = path.removeprefix(prefix) or "/"
    return {**scope, "root_path": prefix, "path": path}
