"""A plain web space: static files under a path, from a server that knows nothing about them."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PREFIX = "/some/prefix/"


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012  # as the base class has it
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: Any) -> None:
        """Nothing: tests say what went wrong themselves."""

    def translate_path(self, path: str) -> str:
        if not path.startswith(PREFIX):
            return str(Path(self.directory) / "nothing-here")
        return super().translate_path("/" + path.removeprefix(PREFIX))


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """The address of the folder on a web space."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
    server.shutdown()
    thread.join()
    server.server_close()
