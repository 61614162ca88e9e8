"""The files that docs/add-a-game.md shows, and the package that they make."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
PACKAGE = "tictactoe"
_FILE_BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """The text of every file on the page, by its path."""
    return dict(_FILE_BLOCK.findall(PAGE.read_text(encoding="utf-8")))


def write_files(folder: Path, shown: dict[str, str]) -> None:
    for name, text in shown.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def install(folder: Path) -> Path:
    """Build the package as its pyproject.toml says, and unpack it as an installer would; the folder with it."""
    source, site = folder / "source", folder / "site"
    write_files(source, files())
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    return site


def search_path(installed: Path) -> str:
    """What PYTHONPATH must be in a process that has the package installed."""
    return os.pathsep.join([str(installed), *sys.path])
