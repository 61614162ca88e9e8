"""`python -m quincunx.offline.compiler FILE [GAME ...]`: the kernels of these games, or of all, in one file."""

import argparse
import shutil
from pathlib import Path

from quincunx.catalogue import all_games
from quincunx.offline.compiler.command import kernels_of

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m quincunx.offline.compiler", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE")
    slugs = [game.slug for game in all_games()]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(slugs)}; all unless given")
    given = parser.parse_args()
    if unknown := [slug for slug in given.games if slug not in slugs]:
        parser.error(f"there is no game {unknown[0]}; choose from {', '.join(slugs)}")
    given.file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(kernels_of(*given.games), given.file)
