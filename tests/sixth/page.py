"""The files that docs/add-a-game.md shows, and the package that they make."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "add-a-game.md"
LEARNING = DOCS / "learning.md"
"""Has the game learn an evaluation: it shows more files, and others of the same name."""
PACKAGE = "tictactoe"
_FILE_BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files(page: Path = PAGE) -> dict[str, str]:
    """The text of every file on the page, by its path."""
    return dict(_FILE_BLOCK.findall(page.read_text(encoding="utf-8")))


def files_that_learn() -> dict[str, str]:
    """The same with what docs/learning.md changes."""
    shown = files() | files(LEARNING)
    game = f"{PACKAGE}/game.py"
    shown[game] = shown[game].replace("    levels = LEVELS\n", "    levels = LEVELS\n    network = NETWORK\n")
    imported = f"from {PACKAGE}.rules import"
    shown[game] = shown[game].replace(imported, f"from {PACKAGE}.tuples import NETWORK\n{imported}")
    return shown


def write_files(folder: Path, shown: dict[str, str]) -> None:
    for name, text in shown.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def install(folder: Path, shown: dict[str, str] | None = None) -> Path:
    """Build the package as its pyproject.toml says, and unpack it as an installer would; the folder with it."""
    source, site = folder / "source", folder / "site"
    write_files(source, files() if shown is None else shown)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    return site


def search_path(installed: Path) -> str:
    """What PYTHONPATH must be in a process that has the package installed."""
    return os.pathsep.join([str(installed), *sys.path])
