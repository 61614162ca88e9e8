"""Starting the server: what `quincunx serve` does."""

import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from quincunx import llm
from quincunx.server.app import make_app
from quincunx.server.http.connections import guarded_protocol
from quincunx.server.logs import start_logging
from quincunx.server.preload import preload_in_background
from quincunx.server.services import Services
from quincunx.server.settings import Settings
from quincunx.server.shutdown import end_children, leave_in_time
from quincunx.server.storage.store import Store

SHUTDOWN_SECONDS = 3
"""How long requests in progress may take once the server is asked to end."""
SWITCH_SECONDS = 0.0001
"""How long one thread may run while another waits: the writing thread must not starve beside the serving one."""


class Server(uvicorn.Server):
    """Prints its address once it can be reached."""

    def __init__(
        self,
        config: uvicorn.Config,
        open_browser: bool,
        on_signal: Callable[[], None] = lambda: None,
        on_end: Callable[[], None] = lambda: None,
        root_path: str = "",
    ) -> None:
        """`on_signal` is called when the process is asked to end, and `on_end` when everything is closed."""
        super().__init__(config)
        self._open_browser = open_browser
        self._on_signal = on_signal
        self._on_end = on_end
        self._root_path = root_path

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._on_signal()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if not self.started:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}{self._root_path}/"
        print(f"⁙ Quincunx is at {address}   (Ctrl+C ends it)", flush=True)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        app: Any = self.config.app
        services: Services = app.state.services
        services.rooms.close_watchers()  # their answers never end by themselves
        await super().shutdown(sockets)  # type: ignore[arg-type]
        self._on_end()


def serve(settings: Settings, open_browser: bool) -> None:
    start_logging(settings)
    llm.configure(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    Store(settings.database_url).close()  # a problem with it is reported in one line, before anything starts
    server = Server(configured(settings), open_browser, leave_in_time, end_children, settings.root_path)
    preload_in_background()
    server.run()


def configured(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(settings),
        http=guarded_protocol(settings),
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
