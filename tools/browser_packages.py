"""Fetches the Python packages that run in the browser, as wheels for CPython compiled to WebAssembly.

    python tools/browser_packages.py

They are those that `engine`, `games` and `search` import, in the versions of constraints.txt. It needs nothing but the
standard library and pip, and does nothing if they are there.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHEELS = ROOT / "web" / "node_modules" / ".python-packages"
STAMP = WHEELS / ".digest"
CONSTRAINTS = ROOT / "constraints.txt"
PACKAGES = (
    "annotated-types", "pydantic", "pydantic-core", "pydantic-settings", "python-dotenv", "typing-extensions",
    "typing-inspection",
)  # fmt: skip
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
"""Of the npm package `pyodide`."""


def fetch() -> Path:
    """The folder with the wheels."""
    wanted = digest()
    if not (STAMP.is_file() and STAMP.read_text() == wanted):
        shutil.rmtree(WHEELS, ignore_errors=True)
        WHEELS.mkdir(parents=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        kind = ["--only-binary=:all:", "--python-version", PYTHON, "--platform", PLATFORM]
        where = ["--constraint", str(CONSTRAINTS), "--dest", str(WHEELS)]
        subprocess.run([*pip, *kind, *where, *PACKAGES], check=True)
        STAMP.write_text(wanted)
    return WHEELS


def digest() -> str:
    return hashlib.sha256(CONSTRAINTS.read_bytes() + Path(__file__).read_bytes()).hexdigest()


if __name__ == "__main__":
    fetch()
