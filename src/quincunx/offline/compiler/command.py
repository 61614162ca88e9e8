"""The file of kernels of some games, made by another process unless it was made before."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numba

from quincunx.catalogue import all_games, game
from quincunx.engine.kernels import cache
from quincunx.engine.kernels.sources import sources_digest

SETTINGS = {
    "QUINCUNX_COMPILE_FOR": "browser",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_JIT": "0",
}
"""Numba and the kernels read these when they are imported, so that another process has to do the work."""

BUILD = "quincunx.offline.compiler.build"


def kernels_of(*slugs: str) -> Path:
    """The file with the kernels of these games; of all of them if none are named. It is kept where native kernels are,
    under a name that depends on everything that it was made from."""
    chosen = sorted(slugs) or [listed.slug for listed in all_games()]
    file = cache.folder() / f"browser-{_digest(chosen)[:24]}.wasm"
    if not file.is_file():
        partial = file.with_suffix(f".wasm.{os.getpid()}")
        subprocess.run([sys.executable, "-m", BUILD, str(partial), *chosen], env=os.environ | SETTINGS, check=True)
        partial.replace(file)
    return file


def _digest(slugs: list[str]) -> str:
    modules = {BUILD, *(type(game(slug)).__module__ for slug in slugs)}
    parts = (sources_digest(modules), slugs, numba.__version__)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
