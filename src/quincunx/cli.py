"""The command `quincunx`. What is heavy is imported by the command that needs it: `--help` answers at once."""

import json
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, NoReturn

import typer

import quincunx
from quincunx.lab.commands import app as lab_commands

if TYPE_CHECKING:
    from quincunx.engine.match import Match
    from quincunx.server.settings import Settings

USAGE_ERROR = 2

app = typer.Typer(
    name="quincunx",
    help="Five grid games in one house: play them, replay them, count them.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

database_commands = typer.Typer(help="Look after the server's database.", invoke_without_command=True)
app.add_typer(database_commands, name="db")
app.add_typer(lab_commands, name="lab")

DatabaseOption = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="SQLite or PostgreSQL (QUINCUNX_DATABASE_URL)")
]

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="mosaic, cascade, duel, pushmine or flood")]
VariantOption = Annotated[str | None, typer.Option(help="a preset's name, or options as JSON")]
SeedOption = Annotated[int, typer.Option(help="the seed of the match")]
JsonOption = Annotated[bool, typer.Option("--json", help="answer as JSON")]

DEFAULT_SEED = 12345


def main() -> None:
    """Run the command; whatever is refused becomes one line on standard error and exit status 2."""
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


def fail(message: str) -> NoReturn:
    print(f"quincunx: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(USAGE_ERROR)


@app.callback()
@database_commands.callback()
def help_without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


class Refusals:
    """Turns a refusal inside a command into its one line."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, problem: Any, trace: Any) -> None:
        from quincunx.engine.errors import Refusal

        if isinstance(problem, Refusal):
            fail(f"{problem.errorCode.value}: {problem.message}")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="which game; a menu asks otherwise")] = None,
    variant: VariantOption = None,
    seed: Annotated[int | None, typer.Option(help="the seed of the match; drawn otherwise")] = None,
    record: Annotated[str | None, typer.Option("--id", help="a pasted game id or record to go on from")] = None,
    level: Annotated[str | None, typer.Option(help="play against our player of this level")] = None,
    seat: Annotated[int, typer.Option(min=1, max=2, help="your seat against our player: 1 begins")] = 1,
    server: Annotated[str | None, typer.Option(metavar="URL", help="play a match that lives on this server")] = None,
) -> None:
    """Play in the terminal: against our players, two people at one keyboard, or Flood-It alone."""
    from quincunx.terminal import play_in_terminal
    from quincunx.terminal.remote import play_on_server

    with Refusals():
        if server is not None:
            if game is None:
                fail("say which game: quincunx play duel --server URL")
            play_on_server(server, game, variant, seed, record, level, seat)
            return
        play_in_terminal(game, variant, seed, record, level, seat)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="the address to listen on (QUINCUNX_HOST)")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="the port; 0: any (QUINCUNX_PORT)")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="SQLite or PostgreSQL (QUINCUNX_DATABASE_URL)")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the pages")] = True,
) -> None:
    """Serve the pages and the API."""
    from quincunx.server.startup import serve as start

    with Refusals():
        start(_settings(host=host, port=port, database_url=database), browser)


@database_commands.command()
def upgrade(database: DatabaseOption = None) -> None:
    """Bring the schema up to date; a server does that by itself when it starts."""
    from quincunx.server.storage import admin

    with Refusals():
        admin.upgrade(_settings(database_url=database).database_url)
    print("the database is up to date")


@database_commands.command()
def prune(
    days: Annotated[int, typer.Option(min=0, max=36500, help="how old the last move of a finished match must be")],
    database: DatabaseOption = None,
) -> None:
    """Delete matches that ended long ago."""
    import time

    from quincunx.server.storage import admin

    with Refusals():
        count = admin.prune(_settings(database_url=database).database_url, days, time.time_ns() // 1_000_000)
    print(f"{count} matches deleted")


@database_commands.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where to write; one line of JSON a row")],
    database: DatabaseOption = None,
) -> None:
    """Write everything to a file that `quincunx db import` reads, into SQLite or PostgreSQL."""
    from quincunx.server.storage import admin

    with Refusals(), _opened(file, "w") as stream:
        count = admin.export(_settings(database_url=database).database_url, stream)
    print(f"{count} matches written")


@database_commands.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="what `quincunx db export` wrote")],
    database: DatabaseOption = None,
) -> None:
    """Take over what was exported, whole or not at all."""
    from quincunx.server.storage import admin

    with Refusals(), _opened(file, "r") as stream:
        count = admin.import_(_settings(database_url=database).database_url, stream)
    print(f"{count} matches taken over")


@app.command()
def gtp(
    game: Annotated[str, typer.Option(help="which game")],
    variant: VariantOption = None,
    seed: SeedOption = DEFAULT_SEED,
    level: Annotated[str, typer.Option(help="who answers genmove: random, or a level of the game")] = "random",
) -> None:
    """Speak the Go Text Protocol on standard input and output."""
    from quincunx.catalogue import game as find
    from quincunx.gtp import Session, chooser, converse

    with Refusals():
        session = Session(find(game), variant, seed, chooser(find(game), level))
    for answer in converse(session, sys.stdin):
        sys.stdout.write(answer)
        sys.stdout.flush()


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a record, as JSON or as its line of text; - for standard input")
    ],
    step: Annotated[bool, typer.Option("--step", help="show the board after each move, one key a move")] = False,
    as_json: JsonOption = False,
) -> None:
    """Verify a record move by move and show where it leads."""
    from quincunx.engine.match import replay as verify
    from quincunx.terminal import show_replay

    with Refusals():
        match = verify(_text_of(file))
        if as_json:
            _print_json(_told(match))
        else:
            show_replay(match, step)


@app.command()
def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=20, help="how many moves deep")],
    divide: Annotated[bool, typer.Option("--divide", help="count below each first move")] = False,
    variant: VariantOption = None,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
) -> None:
    """Count the games of exactly DEPTH moves: two programs with the same rules find the same number."""
    from quincunx.bench import perft_table

    with Refusals():
        counts = perft_table(game, variant, seed, depth, divide)
    total = sum(counts.values())
    if as_json:
        _print_json({"game": game, "depth": depth, "count": total} | ({"divide": counts} if divide else {}))
        return
    if divide:
        print("\n".join(f"{move:<6} {count}" for move, count in counts.items()))
    print(total)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; all of them otherwise")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="how long to measure each game")] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Per game: a signature that changes only if the rules do, and random moves a second."""
    from quincunx.bench import bench_games

    with Refusals():
        rows = bench_games(game, seconds)
        if as_json:
            _print_json([row._asdict() for row in rows])
            return
        for row in rows:
            print(
                f"{row.game:<9} signature {row.signature:016x}   {row.moves_a_second / 1e6:8.2f} million moves/s",
                flush=True,
            )


@app.command()
def ladder(
    game: GameArgument,
    stronger: Annotated[str | None, typer.Option(help="a level; every neighbouring pair otherwise")] = None,
    weaker: Annotated[str | None, typer.Option(help="the level that it is measured against")] = None,
    games: Annotated[int, typer.Option(min=2, max=1_000_000, help="games a pairing")] = 400,
    variant: VariantOption = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="processes")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how much stronger each level is than the one below it, with 95 % intervals."""
    from quincunx.catalogue import game as find
    from quincunx.terminal.standings import show_ladder

    with Refusals():
        rows = show_ladder(find(game), stronger, weaker, games, variant, jobs)
    if as_json:
        _print_json([row._asdict() for row in rows])


@app.command()
def hint(
    record: Annotated[str, typer.Argument(metavar="ID", help="a record's line, a game id, or a file with a record")],
    as_json: JsonOption = False,
) -> None:
    """The best move in a position, why, and how sure that is."""
    from quincunx.engine.match import replay as verify
    from quincunx.search.hints import hint as ask

    with Refusals():
        told = ask(verify(_record_text(record)))
    if as_json:
        _print_json(told._asdict())
    else:
        print(f"{told.move}: {told.reason} ({told.sure})")


@app.command()
def solve(
    game: GameArgument,
    boards: Annotated[Path, typer.Option(metavar="FILE", help="a board a line, row by row; - for standard input")],
    jobs: Annotated[int, typer.Option(min=1, max=256, help="boards at a time")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="for each board; no limit otherwise")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep results in this file, and take up what it holds")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve the boards in a file, each in the fewest moves, proven."""
    from quincunx.catalogue import game as find
    from quincunx.engine.game import BoardsTask
    from quincunx.terminal.solving import show_solved, solve_with_progress

    with Refusals():
        chosen = find(game)
        lines = [line.rstrip() for line in _text_of(boards).rstrip().splitlines()]
        _must_be_writable(resume)
        task = BoardsTask(lines, jobs, seconds, resume)
        solved = solve_with_progress(chosen, task)
    if as_json:
        _print_json(solved)
    else:
        show_solved(solved)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record; - for standard input")],
    level: Annotated[str, typer.Option(help="how deeply: a level of the game")] = "hard",
    as_json: JsonOption = False,
) -> None:
    """Judge every move of a match: what was best, what was lost, and how accurately each side played."""
    from quincunx.engine.match import replay as verify
    from quincunx.terminal.standings import analyse_with_progress, show_analysis

    with Refusals():
        match = verify(_text_of(file))
        found = analyse_with_progress(match, level)
    if as_json:
        _print_json({"moves": [one._asdict() for one in found.judgements], "accuracy": found.accuracy})
    else:
        show_analysis(match, found)


@app.command()
def games(as_json: JsonOption = False) -> None:
    """The catalogue: games, options with their ranges, presets."""
    from quincunx.catalogue import all_games, describe
    from quincunx.terminal import show_catalogue

    if as_json:
        _print_json([describe(game) for game in all_games()])
    else:
        show_catalogue()


@app.command()
def warm() -> None:
    """Compile every kernel now, once, instead of in the middle of a game."""
    from quincunx.warmup import cold
    from quincunx.warmup import warm as compile_games

    slugs = cold()
    if slugs:
        print(f"Compiling the rules of {len(slugs)} games, once: about a minute.", flush=True)
    for count, done in enumerate(compile_games(slugs) if slugs else [], start=1):
        print(f"  {count}/{len(slugs)}  {done.slug:<9} {done.seconds:5.1f} s", flush=True)


@app.command()
def version(as_json: JsonOption = False) -> None:
    """The version of Quincunx, and of each game's rules."""
    if not as_json:
        print(f"quincunx {quincunx.__version__}")
        return
    from quincunx.catalogue import all_games

    _print_json({"quincunx": quincunx.__version__, "games": {game.slug: game.version for game in all_games()}})


def _settings(**given: Any) -> "Settings":
    """The server's settings: as given, from the environment, or from the file that QUINCUNX_CONFIG names."""
    from pydantic import ValidationError

    from quincunx.server.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problem = error.errors()[0]
        fail(f"the setting {'.'.join(map(str, problem['loc']))} is wrong: {problem['msg'].lower()}")
    except OSError as problem:
        fail(f"cannot read {problem.filename}: {problem.strerror}")


def _opened(file: Path, mode: str) -> IO[str]:
    try:
        return file.open(mode, encoding="utf-8")
    except OSError as problem:
        fail(f"cannot open {file}: {problem.strerror}")


def _record_text(given: str) -> str:
    """A record as it was pasted, or the text of the file of that name."""
    import quincunx.games  # noqa: F401  # a record names its game

    return given if given.startswith(("q1.", "{")) else _text_of(Path(given))


def _text_of(file: Path) -> str:
    import quincunx.games  # noqa: F401  # a record names its game

    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        fail(f"cannot read {file}: {getattr(problem, 'strerror', None) or 'it is not UTF-8 text'}")


def _must_be_writable(file: Path | None) -> None:
    """Better now than after hours of work."""
    try:
        if file is not None:
            file.open("ab").close()
    except OSError as problem:
        fail(f"cannot write {file}: {problem.strerror}")


def _told(match: "Match") -> dict[str, Any]:
    return {"record": match.record().as_json(), "text": match.record().as_text(), "position": match.describe()}


def _print_json(value: Any) -> None:
    print(json.dumps(value))


if __name__ == "__main__":
    main()
