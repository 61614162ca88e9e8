"""Draws the pictures of the README: `python docs/pictures/draw.py`."""

import io
import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, Group
from rich.text import Text

from quincunx import Match, all_games, playout
from quincunx.terminal.drawing import board, caption

SEED, PLIES = 7, 10
HERE = Path(__file__).parent
FONT_FACE = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Rich would have the reader's browser fetch a font; the picture stands alone."""


def main() -> None:
    console = Console(record=True, width=96, highlight=False, force_terminal=True, file=io.StringIO())
    console.print(Columns([_card(game.slug) for game in all_games()], padding=(1, 4)))
    picture = FONT_FACE.sub("", console.export_svg(title="quincunx play")).replace("Fira Code", "DejaVu Sans Mono")
    (HERE / "games.svg").write_text(picture, encoding="utf-8")


def _card(slug: str) -> Group:
    """A game in the middle of a random match."""
    match = Match(slug, {"size": 12} if slug == "flood" else None, SEED)
    view = match.game.describe(playout(match.position, SEED, PLIES))
    title = Text(match.game.name, style="bold")
    return Group(title, board(match.game, view), Text(caption(match.game, view), style="cyan"))


if __name__ == "__main__":
    main()
