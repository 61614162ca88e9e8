"""The file of a SQLite database: whose it is, whether it is sound, and whether it is still there.

Nothing here opens the database file itself: to close it again would drop the locks that SQLite holds on it.
"""

import os
from pathlib import Path
from typing import IO

from sqlalchemy import Engine

from quincunx.engine.errors import ErrorCode, Refusal

try:
    import fcntl
except ImportError:  # a system without POSIX locks: there, a second server is not noticed
    fcntl = None  # type: ignore[assignment]


def make_private(file: Path) -> None:
    """Create the file, for its owner only: it holds the seeds of running matches. One that is there keeps its mode."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def must_be_sound(engine: Engine) -> None:
    """Refuse a file with overwritten pages before anybody plays on it."""
    with engine.connect() as connection:
        answer = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if answer != "ok":
        raise Refusal(ErrorCode.STORAGE_UNAVAILABLE, f"the database is damaged ({answer}); restore it from a backup")


class ServedFile:
    """A database file that one server has for itself, as long as it runs. Readers and `quincunx db` may use it too."""

    def __init__(self, file: Path) -> None:
        self._file = file.resolve()  # by whatever name another server knows it
        self._lock = _locked(self._file.with_name(self._file.name + ".lock"))
        self._log = self._file.with_name(self._file.name + "-wal")
        self._has_log = False
        """Whether SQLite has a log of what was written beside it; not every file system can have one."""
        self._identity = _identity(self._file)

    def is_in_place(self) -> bool:
        """Whether the file that was opened still has its name, and its log too: nobody would find what is written into
        others."""
        is_logged = self._log.exists()
        self._has_log = self._has_log or is_logged
        return _identity(self._file) == self._identity and is_logged == self._has_log

    def close(self) -> None:
        self._lock.close()


def _locked(file: Path) -> IO[bytes]:
    """A lock of this process, which ends with it, however it ends."""
    opened = file.open("ab")
    if fcntl is not None:
        try:
            fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            opened.close()
            raise Refusal(
                ErrorCode.STORAGE_UNAVAILABLE,
                "another server uses this SQLite file; stop it, or share a PostgreSQL database between servers",
            ) from None
    return opened


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
