"""nginx before a server, with the configuration that the documentation gives."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.waiting import wait_until

DOCS = Path(__file__).parents[2] / "docs" / "operations.md"
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


def program() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def documented_site() -> str:
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def configuration(folder: Path, port: int, server: str) -> str:
    """As documented, but without a certificate, on another port, and before another server."""
    site = re.sub(r"^ *(listen \[::\]|ssl_certificate).*\n", "", documented_site(), flags=re.MULTILINE)
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8000", server)
    return MAIN.format(folder=folder, site=site)


@contextmanager
def nginx(folder: Path, server: str) -> Iterator[str]:
    """The address of an nginx that passes on to this server (host and port)."""
    command = program()
    assert command is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = folder / "nginx.conf"
    file.write_text(configuration(folder, port, server), encoding="utf-8")
    process = subprocess.Popen([command, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(file)])
    try:
        wait_until(lambda: _listens(port) or process.poll() is not None)
        assert process.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True
