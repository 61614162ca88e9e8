"""How long a server takes to recover and to end, at full length:

    python -m benchmarks.server.faults [--out FILE]

Recovery: connections to PostgreSQL that lose every packet without a word, while twelve people play; the seconds from
the network's return until every one of them has a move acknowledged again. Ending: the seconds from SIGTERM until the
process is gone, while one client sends the worst requests it can (`hostile.py`) and the lab plays.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import make_url
from tests.support.servers.postgres import cluster
from tests.support.servers.proxy import Proxy, proxy
from tests.support.servers.server import ServerProcess, running_server

from benchmarks.server.client import Connection
from benchmarks.server.fairness import family
from benchmarks.server.loads import PEOPLE

HOST = "127.0.0.1"
PLAYERS = 12
LOST_SECONDS = (1.0, 3.0, 6.0, 12.0)
"""How long the network is gone. A lost connection is given up some seconds later, whenever the network is back."""
ATTACK_SECONDS = 20.0
ENDINGS = 3
CREATED = 201
WANTED = {"recovery s": 15.0, "end s": 10.0}


async def recovery(port: int, between: Proxy, lost_seconds: float) -> float:
    """Seconds from the network's return until every player has moved again."""
    returned = asyncio.Event()
    players = [asyncio.create_task(_play_until(port, returned)) for _ in range(PLAYERS)]
    await asyncio.sleep(2)
    between.frozen.set()
    between.swallow()
    await asyncio.sleep(lost_seconds)
    between.frozen.clear()
    back = time.perf_counter()
    returned.set()
    return max(await asyncio.gather(*players)) - back


async def _play_until(port: int, returned: asyncio.Event) -> float:
    """Play on; when a move was acknowledged that began after the network's return."""
    connection = await Connection.open(HOST, port)
    made = await _new_match(connection)
    while True:
        final = returned.is_set()
        path, tokens = f"/api/matches/{made['id']}", {seat["seat"]: seat["token"] for seat in made["seats"]}
        answer = await connection.get(path)
        match = answer.json()
        if answer.status == 200 and not match["legal"]:
            made = await _new_match(connection)
        elif answer.status == 200:
            asked = {"move": match["legal"][0], "ply": match["ply"]}
            answer = await connection.post(f"{path}/moves", asked, tokens[match["turn"]])
            if answer.status == 200 and final:
                return time.perf_counter()
        await asyncio.sleep(0.02)


async def _new_match(connection: Connection) -> Any:
    while (answer := await connection.post("/api/matches", {"game": "pushmine", **PEOPLE})).status != CREATED:
        await asyncio.sleep(0.1)
    return answer.json()


def measure_recovery() -> list[float]:
    with cluster() as database, tempfile.TemporaryDirectory() as folder:
        assert database is not None, "PostgreSQL is not installed"
        direct = make_url(database.new_database())
        with proxy(f"{direct.query['host']}/.s.PGSQL.5432") as between:
            url = f"postgresql://quincunx@{HOST}:{between.port}/{direct.database}"
            with running_server(url, Path(folder)) as server:
                return [asyncio.run(recovery(_port(server), between, lost)) for lost in LOST_SECONDS]


@contextmanager
def attacked(server: ServerProcess) -> Iterator[None]:
    command = [sys.executable, "-m", "benchmarks.server.hostile", HOST, str(_port(server)), "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as hostile:
        assert hostile.stdout is not None
        assert hostile.stdout.readline().strip() == "begins"
        try:
            yield
        finally:
            hostile.kill()


def measure_ending() -> float:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/matches.db"
        with running_server(database, Path(folder), rate_limit="on") as server, attacked(server):
            asked = {"game": "pushmine", "players": ["expert"], "games": 50}
            started = httpx.post(f"{server.address}/api/lab/runs", json=asked, timeout=60)
            assert started.status_code in (201, 202), started.text
            time.sleep(ATTACK_SECONDS)
            members = family(server.pid)
            began = time.perf_counter()
            server.terminate()
            seconds = time.perf_counter() - began
            time.sleep(1)
            left = [pid for pid in members if _lives(pid)]
            assert not left, f"processes that outlive their server: {left}"
            return seconds


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def _port(server: ServerProcess) -> int:
    return int(server.address.rpartition(":")[2])


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a server takes to recover and to end.")
    parser.add_argument("--out", type=Path, help="a file to write the figures to, as JSON")
    options = parser.parse_args()
    load = round(os.getloadavg()[0], 1)
    figures: dict[str, Any] = {"recovery s": measure_recovery(), "end s": [measure_ending() for _ in range(ENDINGS)]}
    for name, wanted in WANTED.items():
        worst = max(figures[name])
        print(f"{name:<12} {worst:6.1f}   {'met' if worst <= wanted else 'MISSED'}: at most {wanted:.0f}")
    if options.out:
        about = {"cores": os.cpu_count(), "load average before": load}
        options.out.write_text(json.dumps(figures | about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
