"""The command that starts the server, and the server's settings as the command line gives them."""

import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx.cli.streams import fail, refusals

if TYPE_CHECKING:
    from quincunx.server.settings import Settings

DatabaseOption = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="SQLite or PostgreSQL (QUINCUNX_DATABASE_URL)")
]


def serve(
    host: Annotated[str | None, typer.Option(help="the address to listen on (QUINCUNX_HOST)")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="the port; 0: any (QUINCUNX_PORT)")] = None,
    database: DatabaseOption = None,
    root_path: Annotated[
        str | None, typer.Option(metavar="PATH", help="serve everything under /games, say (QUINCUNX_ROOT_PATH)")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the pages")] = True,
) -> None:
    """Serve the pages and the API."""
    # The first process of a container ignores SIGTERM unless it says otherwise; the server takes over when it is there.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    from quincunx.server.startup import serve as start

    with refusals():
        start(server_settings(host=host, port=port, database_url=database, root_path=root_path), browser)


def server_settings(**given: Any) -> "Settings":
    """The settings: as given, from the environment, or from the file that QUINCUNX_CONFIG names."""
    from pydantic import ValidationError

    from quincunx.server.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problem = error.errors()[0]
        fail(f"the setting {'.'.join(map(str, problem['loc']))} is wrong: {problem['msg'].lower()}")
    except OSError as problem:
        fail(f"cannot read {problem.filename}: {problem.strerror}")
