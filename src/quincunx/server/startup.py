"""Starting the server: what `quincunx serve` does."""

import logging
import sys
import threading
import webbrowser
from typing import Any

import uvicorn

from quincunx.server.app import make_app
from quincunx.server.http.middleware import JsonLines
from quincunx.server.live.rooms import Hall
from quincunx.server.preload import settle_in_background
from quincunx.server.settings import Settings
from quincunx.server.storage.admin import upgrade

SHUTDOWN_SECONDS = 5
SWITCH_SECONDS = 0.001
"""How long one thread may keep another waiting: the one that writes must not starve beside the one that serves."""


class Server(uvicorn.Server):
    """Says where it is, once it is there."""

    def __init__(self, config: uvicorn.Config, open_browser: bool) -> None:
        super().__init__(config)
        self._open_browser = open_browser

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if not self.started:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}/"
        print(f"⁙ Quincunx is at {address}   (Ctrl+C ends it)", flush=True)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._hall().let_watchers_go()  # an endless answer would keep the end waiting
        await super().shutdown(sockets)  # type: ignore[arg-type]

    def _hall(self) -> Hall:
        app: Any = self.config.app
        hall: Hall = app.state.hall
        return hall


def serve(settings: Settings, open_browser: bool) -> None:
    start_logging(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    upgrade(settings.database_url)  # what is wrong with the database is told in a line, before anything is started
    server = Server(configured(settings), open_browser)
    settle_in_background()
    server.run()


def configured(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws_per_message_deflate=False,
        ws_max_size=65_536,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        date_header=False,
    )


def start_logging(settings: Settings) -> None:
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if settings.log_format == "json" else text)
    for name, level in {"quincunx": settings.log_level.upper(), "uvicorn": "WARNING", "asyncio": "WARNING"}.items():
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    requests = logging.getLogger("quincunx.requests")
    if settings.log_format == "text" and settings.log_level != "debug":
        requests.setLevel("WARNING")  # a person at a terminal wants to know of trouble only
