"""Runs Python programs in the browser's CPython, in Node."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import build_pages

PYODIDE = build_pages.WEB / "node_modules" / "pyodide"
DRIVER = Path(__file__).with_suffix(".mjs")


def run(program: str, folders: Mapping[str, Path], wheels: Path | None = None, kernels: Path | None = None) -> str:
    """What the program prints. It sees these folders at these places; /sources is on its path."""
    with TemporaryDirectory() as folder:
        started = command(folder, program, folders, wheels, kernels)
        answer = subprocess.run(started, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr)
    return answer.stdout


def command(
    folder: str, program: str, folders: Mapping[str, Path], wheels: Path | None = None, kernels: Path | None = None
) -> list[str]:
    """The command that runs it, with its settings in a folder that has to last as long."""
    settings = {
        "pyodide": str(PYODIDE),
        "folders": {place: str(shown) for place, shown in folders.items()},
        "wheels": wheels and str(wheels),
        "kernels": kernels and str(kernels),
        "program": program,
    }
    file = Path(folder) / "settings.json"
    file.write_text(json.dumps(settings))
    return [build_pages.node(), str(DRIVER), str(file)]
