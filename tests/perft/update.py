"""Write the perft files again: `python -m tests.perft.update [slug …]`.

The counts are the engine's; the tests compare them with those of the naive games. Read the difference before
committing it: a count that changed means that a rule changed.
"""

import sys
from collections.abc import Iterator

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import perft
from quincunx.engine.kernels.randomness import DEFAULT_SEED
from tests.perft.counts import HEADER, Line, path_of, reached
from tests.suite.games import built_in_games

MOST_LEAVES = 1_000_000
NAIVE_LEAVES = {"mosaic": 150, "cascade": 250, "duel": 1300, "pushmine": 800, "flood": 81}
"""What the naive game counts in about a quarter of a second."""

MIDGAME = {"mosaic": 15, "cascade": 12, "duel": 20, "pushmine": 34, "flood": 20}
"""After how many plies a second count begins: there mines lie, boards are full, and matches end."""


def lines_of(game: AnyGame) -> Iterator[Line]:
    for preset in game.presets:
        yield from deepening(game, preset, DEFAULT_SEED, 0)
        yield from deepening(game, preset, *midgame(game, preset))


def midgame(game: AnyGame, preset: str) -> tuple[int, int]:
    """A seed, and a number of plies after which its match is still being played; the later the better."""
    for plies in range(MIDGAME.get(game.slug, 4), 0, -1):
        for seed in range(1, 11):
            if lasts(game, preset, seed, plies + 2):
                return seed, plies
    raise ValueError(f"every match of {game.slug} {preset} is over at once")


def lasts(game: AnyGame, preset: str, seed: int, plies: int) -> bool:
    """Whether a match goes on for this many plies."""
    return all(reached(game, preset, seed, fewer).end is None for fewer in range(plies))


def deepening(game: AnyGame, preset: str, seed: int, after: int) -> Iterator[Line]:
    """Every depth until there are too many games to count, or no games."""
    position = reached(game, preset, seed, after).position
    for depth in range(1, 12):
        leaves = perft(position, depth)
        if not 0 < leaves <= MOST_LEAVES:
            break
        within_reach = leaves <= NAIVE_LEAVES.get(game.slug, 300)
        yield Line(preset, seed, after, depth, leaves, "both" if within_reach else "compiled")


def main(slugs: list[str]) -> None:
    for game in built_in_games():
        if not slugs or game.slug in slugs:
            lines = [" ".join(str(part) for part in line) for line in lines_of(game)]
            path_of(game).write_text(HEADER.format(name=game.name) + "\n".join(lines) + "\n")
            print(f"{path_of(game).name}: {len(lines)} counts")


if __name__ == "__main__":
    main(sys.argv[1:])
