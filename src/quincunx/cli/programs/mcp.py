"""A server of the Model Context Protocol, for language models that use tools."""

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.serve import DatabaseOption, server_settings
from quincunx.cli.streams import fail, refusals

PORT = 8765


def mcp(
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="play on this running server; one of its own otherwise")
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="streamable HTTP instead of standard input and output")] = False,
    host: Annotated[str, typer.Option(help="the address to listen on, with --http")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="the port, with --http")] = PORT,
    seats: Annotated[Path | None, typer.Option(metavar="DIR", help="where the tokens of seats are kept")] = None,
    database: DatabaseOption = None,
) -> None:
    """Let language models play: a server of the Model Context Protocol."""
    with refusals(), extra_installed(), ExitStack() as stack:
        from platformdirs import user_data_path

        from quincunx.client import Client
        from quincunx.mcp.seats import SeatFolder
        from quincunx.mcp.server import make_server
        from quincunx.mcp.tools import Tools

        if server is None:
            from quincunx.mcp.embedded import EmbeddedServer

            address = stack.enter_context(EmbeddedServer(server_settings(database_url=database))).address
        else:
            address = checked_address(server)
        folder = seats or user_data_path("quincunx", appauthor=False) / "mcp-seats"
        client = stack.enter_context(Client(address))
        kept = SeatFolder(folder, "embedded" if server is None else server.rstrip("/"))
        offered = make_server(Tools(client, address, kept, shared=http))
        if http:
            must_be_free(host, port)
            print(f"⁙ MCP is at http://{host}:{port}/mcp, playing on {address}   (Ctrl+C ends it)", flush=True)
            offered.run("streamable-http", host=host, port=port)
        else:
            offered.run()


def checked_address(server: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#@\[\]]+/?", server):
        fail(f"the address of a server looks like http://127.0.0.1:8000, not {server!r}")
    return server


def must_be_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            fail(f"cannot listen on {host}:{port}: {problem.strerror or problem}")


@contextmanager
def extra_installed() -> Iterator[None]:
    """The package `mcp` may not be installed, or be too old."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "mcp":
            raise
        fail("not_ready: quincunx mcp needs the package mcp, version 2: pip install 'quincunx[mcp]'")
