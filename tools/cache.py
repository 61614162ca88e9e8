"""What tools have made, kept by a key of everything that it was made from."""

import hashlib
import os
import time

import build_pages

FOLDER = build_pages.WEB / "node_modules" / ".kept"
DAYS = 30


def key(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        contents = part.encode() if isinstance(part, str) else part
        digest.update(f"{len(contents)}\0".encode() + contents)
    return digest.hexdigest()[:32]


def find(name: str) -> bytes | None:
    file = FOLDER / name[:2] / name
    try:
        contents = file.read_bytes()
        os.utime(file)
        return contents
    except OSError:
        return None


def keep(name: str, contents: bytes) -> None:
    """Written whole and then renamed, so that any number of processes may do it at the same time."""
    file = FOLDER / name[:2] / name
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(f".{os.getpid()}")
    partial.write_bytes(contents)
    partial.replace(file)


def sweep() -> None:
    """Remove what nothing has asked for in a month."""
    oldest = time.time() - DAYS * 24 * 3600
    for file in FOLDER.glob("*/*"):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)
