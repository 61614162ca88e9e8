"""A record shown in the terminal: its last position, or every move."""

from rich.console import Console

from quincunx.engine.match import Match
from quincunx.sentences import join_sentences, names_of
from quincunx.terminal.board import board, caption
from quincunx.text.descriptions import variant_text


def show_replay(match: Match, step: bool) -> None:
    """The verified match: its last board and result, or each move with its board, waiting for Enter at a terminal."""
    console = Console(highlight=False)
    console.print(f"[bold]{match.game.name}[/] · {variant_text(match.game, match.variant)} · seed {match.seed}")
    beginning = match.game.describe(match.first)
    names = names_of(match)
    if step:
        console.print(board(match.game, beginning))
    for ply, turn in enumerate(match.history):
        if step:
            happened = join_sentences(match.events(ply), names)
            console.print(f"\n[bold]{ply + 1}. {turn.text}[/]  {happened}", soft_wrap=True)
            console.print(board(match.game, match.game.describe(turn.position)))
            if console.is_interactive and not _go_on(console):
                return
    if not step:
        console.print(board(match.game, match.describe()))
    console.print(caption(match.game, match.describe()), style="cyan", soft_wrap=True)
    console.print(f"{len(match.history)} moves verified; result: {match.result or 'still being played'}")


def _go_on(console: Console) -> bool:
    try:
        return console.input("[dim]Enter for the next move, q to leave[/] ").strip().lower() != "q"
    except (EOFError, KeyboardInterrupt):
        return False
