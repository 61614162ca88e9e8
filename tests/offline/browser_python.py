"""Runs Python programs in the browser's CPython, in Node."""

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from quincunx.offline.compiler.command import kernels_of
from tests.test_build import tool

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def run(program: str, *slugs: str) -> Any:
    """What the program prints, read as JSON. It has the kernels of these games, or of all."""
    pages, packages = tool("build_pages"), tool("browser_packages")
    settings = {
        "pyodide": str(pages.WEB / "node_modules" / "pyodide"),
        "sources": str(ROOT / "src"),
        "wheels": str(packages.fetch()),
        "kernels": str(kernels_of(*slugs)),
        "program": program,
    }
    with TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_text(json.dumps(settings))
        command = [pages.node(), str(HERE / "run.mjs"), str(file)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)
