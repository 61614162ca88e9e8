"""The command `quincunx`.

`play`, `serve`, `db`, `lab`, `installation`, `development` and `programs` declare the commands, and import what is
heavy only when a command runs: so `--help` answers at once. `options` and `streams` are what they share. The other
modules do the work of one command each, with its progress bar and its output. Playing in the terminal itself is in
`quincunx.terminal`.
"""

import sys

import typer

from quincunx.cli import db, installation, lab, play, serve
from quincunx.cli.development import commands as development
from quincunx.cli.options import Command, command_group
from quincunx.cli.programs import arena, gtp, mcp
from quincunx.cli.streams import fail

COMMANDS = (
    play.play,
    serve.serve,
    gtp.gtp,
    arena.arena,
    mcp.mcp,
    play.replay,
    development.perft,
    development.bench,
    development.ladder,
    play.hint,
    development.solve,
    development.train,
    development.puzzles,
    play.analyse,
    installation.games,
    installation.warm,
    installation.version,
)

app = command_group("Five grid games in one package: play them, replay them, count them.")
for _command in COMMANDS:
    app.command(cls=Command)(_command)
app.add_typer(db.app, name="db")
app.add_typer(lab.app, name="lab")


def main() -> None:
    """Run the command; a refusal becomes one line on standard error and exit status 2."""
    try:
        status = app(standalone_mode=False)
    except typer.TyperException as problem:
        fail(problem.format_message())
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    sys.exit(status)
