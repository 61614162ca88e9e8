"""What others notice while one client sends the worst requests it can (`hostile.py`): how long new matches, moves and
the answers of AI players take, stalls of the event loop, and memory.

    python -m benchmarks.server.fairness [--seconds 60] [--out FILE]
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.support.servers.server import running_server

from benchmarks.server.client import Connection
from benchmarks.server.loads import PEOPLE, Figures, percentile
from quincunx.server.preload import WAIT_SECONDS

HOST = "127.0.0.1"
PLAYER, WATCH = "127.0.0.3", "127.0.0.4"
MAKERS = ("127.0.0.5", "127.0.0.6", "127.0.0.7", "127.0.0.8")
"""Addresses of this machine: each is a client of its own. One client may make 60 matches in a minute."""
GAMES = ("duel", "pushmine", "mosaic", "cascade")
LEVEL = "medium"
WANTED = {
    "new match p99 ms": 250,
    "move p99 ms": 250,
    "AI answer later than its level's time, p99 ms": 500,
    "healthz slowest ms": 200,
    "resident MB": 1000,
}


async def beside(port: int, seconds: float) -> Figures:
    until = time.perf_counter() + seconds
    makes: list[float] = []
    moves: list[float] = []
    late: list[float] = []
    stalls: list[float] = []
    makers = (_make(port, maker, until, makes, moves) for maker in MAKERS)
    await asyncio.gather(*makers, _play(port, until, late), _ping(port, until, stalls))
    return {
        "new matches": len(makes),
        "new match p50 ms": percentile(makes, 0.5),
        "new match p99 ms": percentile(makes, 0.99),
        "new match slowest ms": max(makes) * 1000,
        "moves": len(moves),
        "move p50 ms": percentile(moves, 0.5),
        "move p99 ms": percentile(moves, 0.99),
        "move slowest ms": max(moves) * 1000,
        "AI answers": len(late),
        "AI answer later than its level's time, p99 ms": percentile(late, 0.99),
        "pings": len(stalls),
        "healthz p99 ms": percentile(stalls, 0.99),
        "healthz slowest ms": max(stalls) * 1000,
    }


async def _make(port: int, address: str, until: float, makes: list[float], moves: list[float]) -> None:
    """A person who makes a match and moves in it, about once in a second, which is as often as the limits allow."""
    connection = await Connection.open(HOST, port, address)
    while time.perf_counter() < until:
        began = time.perf_counter()
        answer = await connection.post("/api/matches", {"game": random.choice(GAMES), **PEOPLE})
        makes.append(time.perf_counter() - began)
        assert answer.status == 201, answer
        made = answer.json()
        match, token = made["match"], made["seats"][0]["token"]
        for _ in range(4):
            tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
            token = tokens[match["turn"]]
            asked = {"move": random.choice(match["legal"]), "ply": match["ply"]}
            began = time.perf_counter()
            answer = await connection.post(f"/api/matches/{match['id']}/moves", asked, token)
            moves.append(time.perf_counter() - began)
            match = answer.json()["match"]
        await asyncio.sleep(0.9)


async def _play(port: int, until: float, late: list[float]) -> None:
    """A person against an AI player; how much later than its level's own time each answer comes."""
    connection = await Connection.open(HOST, port, PLAYER)
    allowed = {
        game["game"]: next(level["milliseconds"] for level in game["levels"] if level["level"] == LEVEL) / 1000
        for game in (await connection.get("/api/games")).json()
        if game["game"] in GAMES
    }
    seats = [{"kind": "person"}, {"kind": "level", "level": LEVEL}]
    while time.perf_counter() < until:
        game = random.choice(GAMES)
        answer = await connection.post("/api/matches", {"game": game, "seats": seats, "response_delay": 0})
        if answer.status == 429:  # on a quiet machine matches are over sooner than the limits allow new ones
            await asyncio.sleep(1)
            continue
        made = answer.json()
        match, token = made["match"], made["seats"][0]["token"]
        while match["legal"] and time.perf_counter() < until:
            asked = {"move": random.choice(match["legal"]), "ply": match["ply"]}
            match = (await connection.post(f"/api/matches/{match['id']}/moves", asked, token)).json()["match"]
            began = time.perf_counter()
            if match["thinking"]:
                match = await _answered(connection, match)
                late.append(max(0.0, time.perf_counter() - began - allowed[game]))


async def _answered(connection: Connection, match: Any) -> Any:
    while match["thinking"]:
        await asyncio.sleep(0.03)
        match = (await connection.get(f"/api/matches/{match['id']}")).json()
    return match


async def _ping(port: int, until: float, stalls: list[float]) -> None:
    connection = await Connection.open(HOST, port, WATCH)
    while time.perf_counter() < until:
        began = time.perf_counter()
        assert (await connection.get("/healthz")).status == 200
        stalls.append(time.perf_counter() - began)
        await asyncio.sleep(0.02)


class Memory:
    """The most that a process and its children have had in memory together."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample)
        self.most = 0.0
        self._thread.start()

    def stop(self) -> float:
        self._over.set()
        self._thread.join()
        return self.most

    def _sample(self) -> None:
        while not self._over.wait(0.2):
            self.most = max(self.most, sum(_megabytes(pid) for pid in family(self._pid)))


def family(pid: int) -> list[int]:
    """A process and its descendants; each thread of it may have started some."""
    try:
        lists = [path.read_text(encoding="ascii").split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    return [pid, *(one for children in lists for child in children for one in family(int(child)))]


def _megabytes(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1000


def measure(seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/matches.db"
        with running_server(database, Path(folder), rate_limit="on") as server:
            port = int(server.address.rpartition(":")[2])
            time.sleep(2 * WAIT_SECONDS)
            quiet = asyncio.run(beside(port, seconds))
            command = [sys.executable, "-m", "benchmarks.server.hostile", HOST, str(port), str(seconds + 5)]
            memory = Memory(server.pid)
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as hostile:
                assert hostile.stdout is not None
                assert hostile.stdout.readline().strip() == "begins"
                attacked = asyncio.run(beside(port, seconds))
                answers = json.loads(hostile.stdout.readline())
            attacked["resident MB"] = memory.stop()
    return {"quiet": quiet, "attacked": attacked, "answers to the attacker": answers}


def main() -> None:
    parser = argparse.ArgumentParser(description="Others, while one client sends the worst requests it can.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--out", type=Path, help="a file to write the figures to, as JSON")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    figures = measure(options.seconds) | {"cores": os.cpu_count(), "load average before": round(load, 1)}
    for name, value in figures["attacked"].items():
        wanted = WANTED.get(name)
        quiet = figures["quiet"].get(name)
        note = "" if wanted is None else f"   {'met' if value <= wanted else 'MISSED'}: at most {wanted}"
        print(f"{name:<48} {value:8.0f}" + ("" if quiet is None else f"  (quiet: {quiet:.0f})") + note)
    print(figures["answers to the attacker"])
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
