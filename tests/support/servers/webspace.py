"""A plain web space: static files under a path, from a server that knows nothing about them."""

import functools
import gzip
import http.server
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PREFIX = "/some/prefix/"
COMPRESSED = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest")
"""What web spaces usually compress."""


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


class CompressedFiles(Files):
    def end_headers(self) -> None:
        if self._is_compressed:
            self.send_header("content-encoding", "gzip")
        super().end_headers()

    def send_head(self) -> Any:
        """The file, compressed on the way."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        self._is_compressed = file.suffix in COMPRESSED and file.is_file()
        if not self._is_compressed:
            return super().send_head()
        contents = gzip.compress(file.read_bytes())
        self.send_response(200)
        self.send_header("content-type", self.guess_type(file))
        self.send_header("content-length", str(len(contents)))
        self.end_headers()
        return io.BytesIO(contents)


@contextmanager
def serve(folder: Path, compresses: bool = False) -> Iterator[str]:
    """The address of the folder on a web space."""
    kind = CompressedFiles if compresses else Files
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(kind, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
    server.shutdown()
    thread.join()
    server.server_close()
