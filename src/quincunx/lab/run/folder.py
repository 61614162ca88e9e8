"""The folder of a run: a manifest, tables in chunks as Parquet, and the report.

    manifest.json          what is played, by which versions
    games/main-00000.parquet     one row per match: seed, seats, outcome, metrics, moves, leads
    squares/main-00000.parquet   how often each cell changed
    times/main-00000.parquet     seconds: the only thing that differs from run to run
    report.html  report.md  summary.json

A file is written under another name and then renamed, the matches of a chunk last: every file in the folder is valid,
even after a crash.
"""

import contextlib
import io
import json
import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import ValidationError

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.run.chunk import GAMES, SQUARES, TIMES, Tables
from quincunx.lab.run.spec import Chunk, Spec

MANIFEST = "manifest.json"
PACKAGES = ("quincunx", "numba", "numpy", "polars", "scipy")
"""The versions that a manifest names."""


class RunFolder:
    """Where one run lives."""

    def __init__(self, path: Path) -> None:
        self.path = path

    # Opening.

    @classmethod
    def create(cls, path: Path, spec: Spec) -> "RunFolder":
        """The folder for this run: new, or one in which the same run was begun."""
        folder = cls(path)
        if (path / MANIFEST).exists():
            folder._must_be(spec)
        elif not _is_free(path):
            raise Refusal(ErrorCode.BAD_REQUEST, f"{path} is not empty and contains no run; choose another folder")
        folder.write_text(MANIFEST, json.dumps(_manifest(spec), indent=1) + "\n")
        return folder

    @classmethod
    def around(cls, path: Path) -> "RunFolder":
        """A folder for several runs and their common report."""
        if (path / MANIFEST).exists() or (path.exists() and not path.is_dir()):
            raise Refusal(ErrorCode.BAD_REQUEST, f"{path} contains a run, or is a file; choose another folder")
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        if not (path / MANIFEST).is_file():
            raise Refusal(ErrorCode.NOT_FOUND, f"{path} contains no run of the lab: it has no {MANIFEST}")
        return cls(path)

    def manifest(self) -> dict[str, Any]:
        try:
            return dict(json.loads((self.path / MANIFEST).read_text(encoding="utf-8")))
        except (OSError, ValueError) as problem:
            raise Refusal(ErrorCode.BAD_REQUEST, f"cannot read {self.path / MANIFEST}: {problem}") from None

    def spec(self) -> Spec:
        try:
            return Spec.model_validate(self.manifest().get("spec"))
        except ValidationError:
            problem = f"{self.path / MANIFEST} is not a manifest that this version can read"
            raise Refusal(ErrorCode.BAD_REQUEST, problem) from None

    def _must_be(self, spec: Spec) -> None:
        there = self.spec()
        if there.identity != spec.identity:
            other = f"{there.title}, {' against '.join(there.players)}, seed {there.seed}"
            if there.code != spec.code:
                other += ", begun by another version of the code"
            problem = f"{self.path} contains another run ({other}); choose another folder, or continue that run"
            raise Refusal(ErrorCode.BAD_REQUEST, problem)

    # Writing.

    def is_done(self, chunk: Chunk) -> bool:
        """Whether the chunk is there with all of its matches."""
        file = self._file(GAMES, chunk.name)
        if not file.is_file():
            return False
        try:
            return bool(pl.scan_parquet(file).select(pl.len()).collect().item() == chunk.games)
        except (OSError, pl.exceptions.PolarsError):
            return False

    def write(self, chunk: Chunk, tables: Tables) -> None:
        """The matches last: they say that the chunk is done."""
        for name in (TIMES, SQUARES, GAMES):
            buffer = io.BytesIO()
            tables[name].write_parquet(buffer, compression="lz4", statistics=False)
            self._write(self._file(name, chunk.name), buffer.getvalue())

    def write_text(self, name: str, text: str) -> Path:
        self._write(self.path / name, text.encode())
        return self.path / name

    def _write(self, file: Path, data: bytes) -> None:
        partial = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(data)
            partial.replace(file)
        except OSError as problem:
            with contextlib.suppress(OSError):
                partial.unlink()
            why = f"cannot write {file}: {problem.strerror or problem}"
            raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, f"{why}; what was written before is valid") from None

    # Reading.

    def games(self, pairing: str | None = None) -> pl.DataFrame:
        """The matches, of all pairings or of one, in order."""
        return self._read(GAMES, pairing)

    def times(self) -> pl.DataFrame:
        return self._read(TIMES, None)

    def squares(self) -> pl.DataFrame:
        squares = self._read(SQUARES, None)
        return squares.group_by("pairing", "row", "col").agg(pl.col("changes").sum()).sort("pairing", "row", "col")

    def _read(self, table: str, pairing: str | None) -> pl.DataFrame:
        files = list(self._files(table, pairing))
        if not files:
            raise Refusal(ErrorCode.NOT_FOUND, f"{self.path} contains no finished chunk yet; run it again to continue")
        return pl.concat([pl.read_parquet(file) for file in files], how="diagonal_relaxed")

    def _files(self, table: str, pairing: str | None) -> Iterator[Path]:
        """The files of finished chunks: of an unfinished one there may be times without matches."""
        spec = self.spec()
        for one in spec.pairings:
            if pairing not in (None, one.name):
                continue
            for number in range(-(-one.games // spec.chunk_size(one))):
                name = f"{one.name}-{number:05d}"
                if self._file(GAMES, name).is_file():
                    yield self._file(table, name)

    def _file(self, table: str, name: str) -> Path:
        return self.path / table / f"{name}.parquet"


def _is_free(path: Path) -> bool:
    """Whether nothing is there yet, or an empty folder."""
    try:
        return not any(path.iterdir())
    except FileNotFoundError:
        return True
    except OSError as problem:
        why = f"cannot use {path} as a folder: {problem.strerror or problem}"
        raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, why) from None


def _manifest(spec: Spec) -> dict[str, Any]:
    return {
        "spec": spec.model_dump(mode="json"),
        "identity": spec.identity,
        "pairings": [pairing._asdict() for pairing in spec.pairings],
        "versions": {name: _version(name) for name in PACKAGES} | {"python": platform.python_version()},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
