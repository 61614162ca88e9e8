"""nginx or Caddy before a server, with the configuration that the documentation gives."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.waiting import wait_until

DOCS = Path(__file__).parents[3] / "docs" / "operations.md"
NGINX_MAIN = """
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
CADDY_MAIN = """{
    admin off
    auto_https off
"""


class ReverseProxy(NamedTuple):
    name: str
    language: str
    """Of its block in the documentation."""
    adapted: Callable[[str, Path, int], str]
    """Its documented configuration, without a certificate and on another port."""
    command: Callable[[str, Path, Path], list[str]]
    """What starts it: by its program, its folder and its configuration."""

    def program(self) -> str | None:
        return shutil.which(self.name) or shutil.which(self.name, path="/usr/sbin")

    def documented(self) -> str:
        found = re.search(rf"```{self.language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
        assert found is not None
        return found[1]

    @contextmanager
    def before(self, server: str, folder: Path) -> Iterator[str]:
        """Its address while it passes requests on to this server (host and port)."""
        program = self.program()
        assert program is not None
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        file, log = folder / self.name, folder / "error.log"
        site = self.documented().replace("127.0.0.1:8000", server)
        file.write_text(self.adapted(site, folder, port), encoding="utf-8")
        own = os.environ | {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        with log.open("ab") as output:
            process = subprocess.Popen(self.command(program, folder, file), stderr=output, env=own)
        try:
            wait_until(lambda: _listens(port) or process.poll() is not None)
            assert process.poll() is None, log.read_text(encoding="utf-8")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _nginx_configuration(site: str, folder: Path, port: int) -> str:
    plain = re.sub(r"^ *(listen \[::\]|ssl_certificate).*\n", "", site, flags=re.MULTILINE)
    return NGINX_MAIN.format(folder=folder, site=plain.replace("listen 443 ssl", f"listen 127.0.0.1:{port}"))


def _caddy_configuration(site: str, folder: Path, port: int) -> str:
    return site.replace("{\n", CADDY_MAIN, 1).replace("play.example {", f"http://:{port} {{\n    bind 127.0.0.1")


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


NGINX = ReverseProxy(
    "nginx",
    "nginx",
    _nginx_configuration,
    lambda program, folder, file: [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(file)],
)
CADDY = ReverseProxy(
    "caddy",
    "caddyfile",
    _caddy_configuration,
    lambda program, folder, file: [program, "run", "--adapter", "caddyfile", "--config", str(file)],
)
