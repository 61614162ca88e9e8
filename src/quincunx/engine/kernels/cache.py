"""Compiled kernels on disk, keyed by every source file that they were compiled from.

Numba's own cache looks at the file of the function alone: a cached search would go on playing the old rules after
`rules.py` changed. Here the key of a kernel holds a digest of its module, of the modules that give rules for the
positions in its signature, and of all that those import. There is one file per key, written whole and then renamed, so
that any number of processes may compile at the same time.

This builds on classes that Numba does not promise to keep (`_Cache`, `CompileResultCacheImpl`), so `pyproject.toml`
caps Numba's version: raise the cap after the tests have passed with the new one.
"""

import contextlib
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.caching import CompileResultCacheImpl, _Cache, dumps

from quincunx.engine.kernels.sources import modules_of, sources_digest

CACHE_VARIABLE = "QUINCUNX_CACHE"
DAYS_KEPT = 30


def folder() -> Path:
    """Where compiled kernels live: `$QUINCUNX_CACHE`, or the user's own cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("quincunx") / "kernels"


def sweep() -> int:
    """Remove kernels that nothing has loaded for a month; return how many."""
    oldest = time.time() - DAYS_KEPT * 24 * 3600
    swept = 0
    for path in folder().glob("*.nbc*"):
        with contextlib.suppress(OSError):  # another process sweeps too, or we may not write to the folder
            if path.stat().st_mtime < oldest:
                path.unlink()
                swept += 1
    return swept


class KernelCache(_Cache):  # type: ignore[misc]  # numba is untyped
    """The interface that Numba expects of a cache, with one file per key."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._impl = CompileResultCacheImpl
        self._enabled = function.__closure__ is None  # what a closure holds is not in its source, nor in the key

    @property
    def cache_path(self) -> str:
        return str(folder())

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        for path in folder().glob(f"{self._name}-*.nbc"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._enabled:
            return None
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            data = pickle.loads(path.read_bytes())
        except Exception:  # missing or damaged (a pickle can fail in any way): compile it again
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return self._impl.rebuild(None, target_context, data)

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._enabled or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        partial = path.with_suffix(f".nbc.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(dumps(self._impl.reduce(None, data)))
            partial.replace(path)
        except OSError:  # on a full or read-only disk the next process compiles again
            with contextlib.suppress(OSError):
                partial.unlink()

    def _path(self, sig: Any, codegen: Any) -> Path:
        classes = sorted(set(_position_classes(sig)), key=lambda cls: (cls.__module__, cls.__qualname__))
        names = [f"{cls.__module__}.{cls.__qualname__}" for cls in classes]
        modules = {self._function.__module__}.union(*(modules_of(cls) for cls in classes))
        parts = (numba.__version__, sys.version, codegen.magic_tuple(), str(sig), names, sources_digest(modules))
        key = hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
        return folder() / f"{self._name}-{key}.nbc"


def _position_classes(kind: Any) -> Iterator[type]:
    """Every NamedTuple class within a Numba type, however deep."""
    if isinstance(kind, tuple):
        for part in kind:
            yield from _position_classes(part)
        return
    if hasattr(kind, "instance_class"):
        yield kind.instance_class
    yield from _position_classes(tuple(getattr(kind, "types", ())))
