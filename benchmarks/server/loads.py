"""What people do to a server, many at once: each load gives the figures that it measured."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import websockets

from benchmarks.server.client import Connection

PEOPLE = {"seats": [{"kind": "person"}, {"kind": "person"}]}
FLOOD = {"variant": {"limit_rule": "fixed", "limit": 99}}
GAMES = ("duel", "pushmine", "mosaic", "cascade")

Figures = dict[str, float]


def percentile(times: list[float], share: float) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] * 1000


async def durable_moves(host: str, port: int, seconds: float = 10, at_once: int = 12) -> Figures:
    """Two people at one screen, `at_once` times: every move waits for the last one's answer."""
    times: list[float] = []

    async def play(until: float) -> None:
        connection = await Connection.open(host, port)
        while time.perf_counter() < until:
            made = (await connection.post("/api/matches", {"game": "duel", **PEOPLE})).json()
            match, tokens = made["match"], {seat["seat"]: seat["token"] for seat in made["seats"]}
            while match["legal"] and time.perf_counter() < until:
                asked = {"move": random.choice(match["legal"]), "ply": match["ply"]}
                began = time.perf_counter()
                answer = await connection.post(f"/api/matches/{match['id']}/moves", asked, tokens[match["turn"]])
                times.append(time.perf_counter() - began)
                assert answer.status == 200, answer
                match = answer.json()["match"]
        connection.close()

    await _together(play, seconds, at_once)
    return {
        "moves per second": len(times) / seconds,
        "p50 ms": percentile(times, 0.5),
        "p99 ms": percentile(times, 0.99),
    }


async def storing(host: str, port: int, matches: int = 10_000, at_once: int = 12) -> Figures:
    """Fill the server: what it keeps of matches that nobody plays any more has to fit too."""
    began = time.perf_counter()

    async def store(number: int) -> None:
        connection = await Connection.open(host, port)
        for _ in range(number):
            await _match_with_moves(connection, 4)
        connection.close()

    await asyncio.gather(*(store(matches // at_once + 1) for _ in range(at_once)))
    return {"seconds": time.perf_counter() - began}


async def reading(host: str, port: int, seconds: float = 10, at_once: int = 16) -> Figures:
    """Many read matches in which something has happened."""
    times: list[float] = []
    first = await Connection.open(host, port)
    ids = [await _match_with_moves(first) for _ in range(20)]

    async def read(until: float) -> None:
        connection = await Connection.open(host, port)
        while time.perf_counter() < until:
            began = time.perf_counter()
            answer = await connection.get(f"/api/matches/{random.choice(ids)}")
            times.append(time.perf_counter() - began)
            assert answer.status == 200, answer
        connection.close()

    await _together(read, seconds, at_once)
    first.close()
    return {
        "reads per second": len(times) / seconds,
        "p50 ms": percentile(times, 0.5),
        "p99 ms": percentile(times, 0.99),
    }


async def against_medium(host: str, port: int, seconds: float = 60, at_once: int = 200) -> Figures:
    """People who move every 2 to 4 s against `medium`; how long AI players take, from their turn's start."""
    waits: list[float] = []
    errors: list[str] = []

    async def play(until: float) -> None:
        await asyncio.sleep(random.uniform(0, 3))
        while time.perf_counter() < until:
            await _play_one(host, port, until, waits, errors)

    await _together(play, seconds, at_once)
    assert not errors, errors[:3]
    return {
        "answers": len(waits),
        "p50 ms": percentile(waits, 0.5),
        "p99 ms": percentile(waits, 0.99),
        "slowest ms": max(waits) * 1000,
    }


async def _play_one(host: str, port: int, until: float, waits: list[float], errors: list[str]) -> None:
    """One match, watched by its player; each AI move is timed from the acknowledgement of the person's."""
    connection = await Connection.open(host, port)
    made = (await connection.post("/api/matches", {"game": random.choice(GAMES)})).json()
    match, token = made["match"], made["seats"][0]["token"]
    address = f"ws://{host}:{port}/api/matches/{match['id']}/live"
    async with websockets.connect(address, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        while match["legal"] and time.perf_counter() < until:
            asked = {"move": random.choice(match["legal"]), "ply": match["ply"]}
            answer = await connection.post(f"/api/matches/{match['id']}/moves", asked, token)
            began = time.perf_counter()
            if answer.status != 200:
                errors.append(answer.body.decode()[:200])
                break
            match = answer.json()["match"]
            while match["thinking"]:  # more than once, where the person has to pass
                match = await _answer_of(socket, match["version"])
                waits.append(time.perf_counter() - began)
                began = time.perf_counter()
            await asyncio.sleep(random.uniform(2, 4))
    connection.close()


async def _answer_of(socket: Any, version: int) -> Any:
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 30))
        match = message.get("match")
        if match and match["version"] > version:
            return match


async def watchers(host: str, port: int, sockets: int = 500, moves: int = 20) -> Figures:
    """Many watch one match; how long until the last of them has received a move."""
    connection = await Connection.open(host, port)
    made = (await connection.post("/api/matches", {"game": "duel", **PEOPLE})).json()
    match, tokens = made["match"], {seat["seat"]: seat["token"] for seat in made["seats"]}
    address = f"ws://{host}:{port}/api/matches/{match['id']}/live"
    watching = [await websockets.connect(address, compression=None) for _ in range(sockets)]
    for socket in watching:
        await socket.send('{"type": "hello"}')
    await asyncio.gather(*(_until_version(socket, 0) for socket in watching))
    slowest = []
    for _ in range(moves):
        asked = {"move": match["legal"][0], "ply": match["ply"]}
        began = time.perf_counter()
        hearing = [asyncio.create_task(_until_version(socket, match["version"] + 1)) for socket in watching]
        match = (await connection.post(f"/api/matches/{match['id']}/moves", asked, tokens[match["turn"]])).json()[
            "match"
        ]
        await asyncio.gather(*hearing)
        slowest.append(time.perf_counter() - began)
    await asyncio.gather(*(socket.close() for socket in watching))
    return {"p50 ms": percentile(slowest, 0.5), "slowest ms": max(slowest) * 1000}


async def _until_version(socket: Any, version: int) -> None:
    while True:
        text = await socket.recv()
        head = text[:60]
        if '"version":' in head and int(head.split('"version":')[1].split(",")[0]) >= version:
            return


async def _match_with_moves(connection: Connection, moves: int = 12) -> str:
    made = (await connection.post("/api/matches", {"game": "duel", **PEOPLE})).json()
    match, tokens = made["match"], {seat["seat"]: seat["token"] for seat in made["seats"]}
    for _ in range(moves):
        asked = {"move": match["legal"][0], "ply": match["ply"]}
        answer = await connection.post(f"/api/matches/{match['id']}/moves", asked, tokens[match["turn"]])
        match = answer.json()["match"]
    return str(match["id"])


async def _together(work: Callable[[float], Awaitable[None]], seconds: float, at_once: int) -> None:
    until = time.perf_counter() + seconds
    await asyncio.gather(*(work(until) for _ in range(at_once)))
