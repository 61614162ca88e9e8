"""The commands `quincunx db …`."""

from pathlib import Path
from typing import IO, Annotated

import typer

from quincunx.cli.options import Command, command_group
from quincunx.cli.serve import DatabaseOption, server_settings
from quincunx.cli.streams import fail, refusals

app = command_group("Look after the server's database.")


@app.command(cls=Command)
def upgrade(database: DatabaseOption = None) -> None:
    """Bring the schema up to date. A server does that by itself when it starts."""
    from quincunx.server.storage import admin

    with refusals():
        admin.upgrade(_url(database))
    print("the database is up to date")


@app.command(cls=Command)
def prune(
    days: Annotated[int, typer.Option(min=0, max=36500, help="how old the last move of a finished match must be")],
    database: DatabaseOption = None,
) -> None:
    """Delete matches that ended long ago."""
    import time

    from quincunx.server.storage import admin

    with refusals():
        count = admin.prune(_url(database), days, time.time_ns() // 1_000_000)
    print(f"{count} matches deleted")


@app.command(cls=Command)
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where to write; one line of JSON per row")],
    database: DatabaseOption = None,
) -> None:
    """Write everything to a file. `quincunx db import` reads it into SQLite or PostgreSQL."""
    from quincunx.server.storage import admin

    with refusals(), _opened(file, "w") as stream:
        count = admin.export(_url(database), stream)
    print(f"{count} matches written")


@app.command("import", cls=Command)
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="what `quincunx db export` wrote")],
    database: DatabaseOption = None,
) -> None:
    """Import what was exported, all or nothing."""
    from quincunx.server.storage import admin

    with refusals(), _opened(file, "r") as stream:
        count = admin.import_(_url(database), stream)
    print(f"{count} matches imported")


def _url(database: str | None) -> str:
    return server_settings(database_url=database).database_url


def _opened(file: Path, mode: str) -> IO[str]:
    try:
        return file.open(mode, encoding="utf-8")
    except OSError as problem:
        fail(f"cannot open {file}: {problem.strerror}")
