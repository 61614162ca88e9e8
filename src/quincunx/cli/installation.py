"""What is installed: its games, its version, and its kernels, compiled ahead of time."""

import quincunx
from quincunx.cli.options import JsonOption
from quincunx.cli.streams import print_json


def games(as_json: JsonOption = False) -> None:
    """The catalogue: games, options with their ranges, presets."""
    from quincunx.catalogue import all_games, describe
    from quincunx.cli.catalogue import show_catalogue

    if as_json:
        print_json([describe(game) for game in all_games()])
    else:
        show_catalogue()


def warm() -> None:
    """Compile every kernel now, not in the middle of a game."""
    from quincunx.warmup import cold
    from quincunx.warmup import warm as compile_games

    slugs = cold()
    if slugs:
        print(f"Compiling the rules of {len(slugs)} games, once: about a minute.", flush=True)
    complete = (done for done in compile_games(slugs) if done.complete) if slugs else ()
    for count, done in enumerate(complete, start=1):
        print(f"  {count}/{len(slugs)}  {done.slug:<9} {done.seconds:5.1f} s", flush=True)


def version(as_json: JsonOption = False) -> None:
    """The version of Quincunx, and of each game's rules."""
    if not as_json:
        print(f"quincunx {quincunx.__version__}")
        return
    from quincunx.catalogue import all_games

    print_json({"quincunx": quincunx.__version__, "games": {game.slug: game.version for game in all_games()}})
