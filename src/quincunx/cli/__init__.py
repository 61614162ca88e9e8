"""The command `quincunx`.

`play`, `serve`, `db`, `lab`, `tools` and `programs` declare the commands, and import what is heavy only when a command
runs: so `--help` answers at once. The other modules do the work of one command each, with its progress bar and its
output. Playing in the terminal itself is in `quincunx.terminal`.
"""

import sys

import typer

from quincunx.cli import db, lab, play, serve, tools
from quincunx.cli.common import Command, command_group, fail
from quincunx.cli.programs import arena, gtp, mcp

COMMANDS = (
    play.play,
    serve.serve,
    gtp.gtp,
    arena.arena,
    mcp.mcp,
    play.replay,
    tools.perft,
    tools.bench,
    tools.ladder,
    play.hint,
    tools.solve,
    tools.train,
    tools.puzzles,
    play.analyse,
    tools.games,
    tools.warm,
    tools.version,
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
