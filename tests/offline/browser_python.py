"""Runs Python programs in the browser's CPython, in Node."""

import json
from pathlib import Path
from typing import Any

from quincunx.offline.compiler.command import kernels_of
from tests.support.tools import tool

PROJECT = Path(__file__).parents[2]
SOURCES = PROJECT / "src"


def run(program: str, *slugs: str) -> Any:
    """What the program prints, read as JSON. It has the kernels of these games, or of all."""
    wheels = tool("browser_packages").fetch()
    folders = {"/sources": SOURCES, "/beside/benchmarks": PROJECT / "benchmarks"}
    # Not below /sources, which is a real folder: the place would be made there, and stay.
    program = "import sys; sys.path.append('/beside')\n" + program
    return json.loads(tool("browser_python").run(program, folders, wheels, kernels_of(*slugs)))
