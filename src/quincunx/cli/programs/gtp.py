"""The Go Text Protocol on standard input and output."""

import sys
from typing import Annotated

import typer

from quincunx.cli.options import DEFAULT_SEED, GAMES, SeedOption, VariantOption
from quincunx.cli.streams import refusals


def gtp(
    game: Annotated[str, typer.Option(help=GAMES)],
    variant: VariantOption = None,
    seed: SeedOption = DEFAULT_SEED,
    level: Annotated[str, typer.Option(help="who answers genmove: random, or a level of the game")] = "random",
) -> None:
    """Speak the Go Text Protocol on standard input and output."""
    from quincunx.catalogue import game as find
    from quincunx.gtp import Session, chooser, converse

    with refusals():
        session = Session(find(game), variant, seed, chooser(find(game), level))
    for answer in converse(session, sys.stdin):
        sys.stdout.write(answer)
        sys.stdout.flush()
