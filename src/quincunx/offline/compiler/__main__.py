"""`python -m quincunx.offline.compiler FILE [GAME ...]`: the kernels of these games, or of all, in one file."""

import os
import subprocess
import sys
from pathlib import Path

SETTINGS = {
    "QUINCUNX_COMPILE_FOR": "browser",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_JIT": "0",
}
"""Numba and the kernels read these when they are imported, so that another process has to do the work."""


def compile_kernels(file: Path, *slugs: str) -> None:
    """Write the file; with no games named, of all of them."""
    command = [sys.executable, "-m", "quincunx.offline.compiler.build", str(file), *slugs]
    subprocess.run(command, env=os.environ | SETTINGS, check=True)


if __name__ == "__main__":
    compile_kernels(Path(sys.argv[1]), *sys.argv[2:])
