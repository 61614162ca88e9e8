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
    settings = {
        "pyodide": str(PYODIDE),
        "folders": {place: str(folder) for place, folder in folders.items()},
        "wheels": wheels and str(wheels),
        "kernels": kernels and str(kernels),
        "program": program,
    }
    with TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_text(json.dumps(settings))
        command = [build_pages.node(), str(DRIVER), str(file)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr)
    return answer.stdout
