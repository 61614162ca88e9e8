"""Commands for playing, and for looking at what was played."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.options import JsonOption, VariantOption
from quincunx.cli.streams import fail, print_json, read_text, refusals
from quincunx.series import LEAST_WINS, MOST_WINS

if TYPE_CHECKING:
    from quincunx.engine.match import Match


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="which game; a menu asks otherwise")] = None,
    variant: VariantOption = None,
    seed: Annotated[int | None, typer.Option(help="the seed of the match; random otherwise")] = None,
    record: Annotated[str | None, typer.Option("--id", help="a game id or record to continue from")] = None,
    level: Annotated[str | None, typer.Option(help="play against the AI player of this level")] = None,
    seat: Annotated[int, typer.Option(min=1, max=2, help="your seat against the AI player; seat 1 begins")] = 1,
    prompt: Annotated[str | None, typer.Option(help="how the AI player should play, in words")] = None,
    series: Annotated[
        int | None, typer.Option(min=LEAST_WINS, max=MOST_WINS, help="play until one side has won this often")
    ] = None,
    server: Annotated[str | None, typer.Option(metavar="URL", help="play a match on this server")] = None,
) -> None:
    """Play in the terminal. You play against AI players, with somebody at the same keyboard, or Flood-It alone."""
    from quincunx.terminal import play_in_terminal
    from quincunx.terminal.remote import play_on_server

    with refusals():
        if server is not None:
            if game is None:
                fail("say which game: quincunx play duel --server URL")
            play_on_server(server, game, variant, seed, record, level, seat, prompt, series)
            return
        play_in_terminal(game, variant, seed, record, level, seat, prompt, series)


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a record, as JSON or as its line of text; - for standard input")
    ],
    step: Annotated[bool, typer.Option("--step", help="show the board after each move; Enter continues")] = False,
    as_json: JsonOption = False,
) -> None:
    """Verify a record move by move and show where it leads."""
    from quincunx.terminal import show_replay

    with refusals():
        match = _verified(read_text(file))
        record = match.record()
        if as_json:
            print_json({"record": record.as_json(), "text": record.as_text(), "position": match.describe()})
        else:
            show_replay(match, step)


def hint(
    record: Annotated[str, typer.Argument(metavar="ID", help="a record's line, a game id, or a file with a record")],
    as_json: JsonOption = False,
) -> None:
    """The best move in a position, why, and how sure that is."""
    from quincunx.search.hints import hint as ask

    with refusals():
        text = record if record.startswith(("q1.", "{")) else read_text(Path(record))
        best = ask(_verified(text))
    if as_json:
        print_json(best._asdict())
    else:
        print(f"{best.move}: {best.reason} ({best.sure})")


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record; - for standard input")],
    level: Annotated[
        str | None, typer.Option(help="how deeply: a level of the game; the one that gives hints otherwise")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Judge every move of a match. It says what was best, what was lost, and how accurately each side played."""
    from quincunx.cli.analysis import analyse_with_progress, show_analysis

    with refusals():
        match = _verified(read_text(file))
        analysis = analyse_with_progress(match, level)
    if as_json:
        print_json({"moves": [one._asdict() for one in analysis.judgements], "accuracy": analysis.accuracy})
    else:
        show_analysis(match, analysis)


def _verified(record: str) -> "Match":
    import quincunx.games  # noqa: F401  # a record names its game
    from quincunx.engine.match import replay

    return replay(record)
