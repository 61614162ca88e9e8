"""The arena: a rated round robin of anything that plays."""

from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.lab import JsonOption, OpeningOption, PliesOption, lab_problems
from quincunx.cli.options import GameArgument, VariantOption
from quincunx.limits import PLY_CAP


def arena(
    game: GameArgument,
    player: Annotated[
        list[str],
        typer.Option(
            metavar="[NAME=]PLAYER",
            help="a level, random or greedy; gtp:COMMAND; llm:MODEL@ADDRESS; python:MODULE:FUNCTION; repeated",
        ),
    ],
    variant: VariantOption = None,
    games: Annotated[int, typer.Option(min=1, max=10**6, help="matches per pairing; two share a seed")] = 20,
    seed: Annotated[int, typer.Option(help="the seed of the first match; the others follow")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="the folder of the arena; one below arena/ otherwise")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="for one answer; levels have no clock")] = 60.0,
    tries: Annotated[int, typer.Option(min=1, max=100, help="refused answers in a row that lose, for llm")] = 3,
    list_moves: Annotated[bool, typer.Option("--list-moves", help="show the legal moves to language models")] = False,
    opening: OpeningOption = 0,
    max_plies: PliesOption = PLY_CAP,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="matches at a time")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Rate anything that plays, everyone against everyone. Run it again to continue, or to add players or matches."""
    with lab_problems():
        from quincunx.arena.page import write_arena
        from quincunx.arena.players import AnswerLimits, read_player
        from quincunx.arena.round_robin import Arena
        from quincunx.cli.lab_output import show_result
        from quincunx.cli.progress import progress_bar
        from quincunx.lab.run.folder import RunFolder

        limits = AnswerLimits(tries, seconds, list_moves)
        players = [read_player(text) for text in player]
        path = out or Path("arena") / game
        played = Arena(game, variant, players, limits, path, seed, opening, max_plies)
        try:
            with progress_bar(f"Arena of {game}") as bar:
                played.play(games, jobs, bar.update)
        finally:  # what was played has a report, even if the arena was stopped
            result = write_arena(played)
        if result is not None:
            rows = result.tournament.ratings
            ratings = [f"{row.player:<24} {row.elo:+6.0f}  ({row.low:+.0f} … {row.high:+.0f})" for row in rows]
            show_result(result, RunFolder(path), as_json, ratings)
