"""The server under load, on one machine with the program that loads it:

    python -m benchmarks.server [--database URL] [--only NAME]

Starts a server of its own (on a database in a temporary folder by default) and prints what it measured
beside the least that is wanted.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.support.servers.server import running_server

from benchmarks.server import loads
from quincunx.server.preload import WAIT_SECONDS
from quincunx.server.settings import Settings

HOST = "127.0.0.1"
AS_BY_DEFAULT = {name: Settings.model_fields[name].default for name in ("log_format", "response_delay_ms")}
MOVES = "moves per second"


class Wanted(NamedTuple):
    figure: str
    limit: float
    most: bool
    """Whether the limit is the most that it may be, or the least."""


LOADS = {
    "durable moves": (loads.durable_moves, (Wanted(MOVES, 600, False), Wanted("p99 ms", 100, True))),
    "10 000 stored matches": (loads.storing, ()),
    "reading": (loads.reading, (Wanted("reads per second", 1500, False),)),
    "watchers": (loads.watchers, (Wanted("slowest ms", 250, True),)),
    "against medium": (loads.against_medium, (Wanted("p99 ms", 2000, True),)),
}
MOST_MEGABYTES = 400
POSTGRESQL_MOVES = 500
"""The moves per second that are enough on PostgreSQL."""


def main() -> None:
    parser = argparse.ArgumentParser(description="The server under load.")
    parser.add_argument("--database", help="a database to use, instead of SQLite in a temporary folder")
    parser.add_argument("--only", choices=LOADS, help="one load")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/matches.db"
        began = time.perf_counter()
        with running_server(database, Path(folder), **AS_BY_DEFAULT) as server:
            print(f"ready after {time.perf_counter() - began:.2f} s (at most 2 s wanted)")
            port = int(server.address.rpartition(":")[2])
            time.sleep(2 * WAIT_SECONDS)
            for name, (load, wanted) in LOADS.items():
                if options.only in (None, name):
                    figures = asyncio.run(load(HOST, port))
                    _tell(name, figures, [_for(database, one) for one in wanted])
            print(f"memory: {_megabytes(server.pid):.0f} MB (at most {MOST_MEGABYTES} wanted)")


def _for(database: str, wanted: Wanted) -> Wanted:
    slower = database.startswith("postgresql") and wanted.figure == MOVES
    return wanted._replace(limit=POSTGRESQL_MOVES) if slower else wanted


def _tell(name: str, figures: loads.Figures, wanted: list[Wanted]) -> None:
    print(f"{name}: " + ", ".join(f"{value:.0f} {figure}" for figure, value in figures.items()))
    for one in wanted:
        value = figures[one.figure]
        met = value <= one.limit if one.most else value >= one.limit
        print(f"  {'met' if met else 'MISSED'}: {one.figure} {'at most' if one.most else 'at least'} {one.limit:.0f}")


def _megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


if __name__ == "__main__":
    main()
