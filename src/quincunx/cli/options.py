"""Options that several commands take, commands whose help lists the games, and groups of commands."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

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
