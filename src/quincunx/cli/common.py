"""What the commands share: groups, options, refusals in one line, files and JSON."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

USAGE_ERROR = 2
DEFAULT_SEED = 12345
"""As in `engine.kernels.randomness`, which needs the compiler."""
GAMES = "{games}"
"""In a help text: the names of the games."""

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAMES)]
VariantOption = Annotated[str | None, typer.Option(help="a preset's name, or options as JSON")]
SeedOption = Annotated[int, typer.Option(help="the seed of the match")]
JsonOption = Annotated[bool, typer.Option("--json", help="answer as JSON")]


class Command(TyperCommand):
    """A command whose help lists the games that are installed; they are looked up when somebody reads the help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for parameter in self.params:
            text = getattr(parameter, "help", None)
            if text and GAMES in text:
                parameter.help = text.replace(GAMES, _game_names())  # type: ignore[attr-defined]
        super().format_options(ctx, formatter)


def _game_names() -> str:
    from quincunx import discovery

    return " or ".join(", ".join(discovery.names()).rsplit(", ", 1))


def command_group(help: str) -> typer.Typer:
    """A command with commands below it; without any of them, it prints its help."""
    group = typer.Typer(
        help=help,
        invoke_without_command=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )

    @group.callback()
    def help_without_command(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    return group


def fail(message: str) -> NoReturn:
    print(f"quincunx: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(USAGE_ERROR)


@contextmanager
def refusals() -> Iterator[None]:
    """Turns a refusal inside a command into its one line."""
    from quincunx.engine.errors import Refusal

    try:
        yield
    except Refusal as refusal:
        fail(f"{refusal.errorCode.value}: {refusal.message}")


def read_text(file: Path) -> str:
    """The text of a file, or of standard input for `-`."""
    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        fail(f"cannot read {file}: {getattr(problem, 'strerror', None) or 'it is not UTF-8 text'}")


def print_json(value: Any) -> None:
    print(json.dumps(value))
