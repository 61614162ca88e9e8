"""A throw-away PostgreSQL: made in a temporary folder, reached through a socket there, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

INSTALLED = "/usr/lib/postgresql"
"""Where Debian keeps the programs, version by version, outside of the path."""
OPTIONS = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=60"
"""The machine does not fail during a test, only processes do: what the kernel has, the disk need not have."""
SECONDS = 60


def programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`."""
    versions = sorted(Path(INSTALLED).glob("*/bin/initdb"), key=lambda found: int(found.parts[-3].partition(".")[0]))
    found = shutil.which("initdb")
    if versions:
        return versions[-1].parent
    return Path(found).resolve().parent if found else None


def owner() -> str | None:
    """PostgreSQL refuses to run as root: who it runs as instead."""
    if os.geteuid() != 0:
        return None
    known = [line.partition(":")[0] for line in Path("/etc/passwd").read_text(encoding="utf-8").splitlines()]
    return "postgres" if "postgres" in known else "nobody"


class Cluster:
    """One PostgreSQL server, which can be stopped and started again."""

    def __init__(self, folder: Path, binaries: Path, superuser: str) -> None:
        self.folder = folder
        """Where its socket is, and in `data` everything else."""
        self._binaries = binaries
        self._owner = owner()
        if self._owner:
            shutil.chown(folder, self._owner)
        self._run("initdb", "--auth=trust", f"--username={superuser}", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.start()

    def start(self) -> None:
        self._run("pg_ctl", "--wait", f"--log={self.folder / 'log'}", f"--options=-k {self.folder} {OPTIONS}", "start")

    def stop(self) -> None:
        """As a crash would: no goodbye to anyone."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"q{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self._url(name)

    def _url(self, database: str) -> str:
        return f"postgresql://quincunx@/{database}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._binaries / program, f"--pgdata={self.folder / 'data'}", *arguments],
            stdout=subprocess.DEVNULL,  # the server inherits it: a pipe would never end
            stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            cwd=self.folder,
            user=self._owner,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{program}: {(done.stderr or b'see its log').decode()}"


@contextmanager
def cluster(superuser: str = "quincunx") -> Iterator[Cluster | None]:
    """A PostgreSQL of one's own, or None where it is not installed."""
    binaries = programs()
    if binaries is None:
        yield None
        return
    # A socket's path is short, and its folder open to the user that the server runs as: not pytest's.
    folder = Path(tempfile.mkdtemp(prefix="quincunx-"))
    try:
        made = Cluster(folder, binaries, superuser)
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
