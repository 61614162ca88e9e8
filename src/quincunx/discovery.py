"""Which games are installed, by name and without importing them: importing a game takes a compiler along.

A game is a folder of `quincunx/games` with a module `game`, or an entry point of another package in the group
`quincunx.games`.
"""

from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

GROUP = "quincunx.games"


def folders() -> list[str]:
    """The games of this package; in the browser their modules are compiled."""
    games = Path(__file__).with_name("games")
    return sorted(folder.name for folder in games.iterdir() if any(folder.glob("game.py*")))


def plugins() -> list[EntryPoint]:
    """The games of other packages."""
    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def names() -> list[str]:
    return sorted({*folders(), *(entry.name for entry in plugins())})
