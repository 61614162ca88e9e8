"""One client that sends the worst requests it can, within its rate limits. It is a program of its own, so that it does
not hold up the client that measures meanwhile:

    python -m benchmarks.server.hostile HOST PORT SECONDS
"""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any

import websockets

from benchmarks.server.client import Answer, Connection
from quincunx import Match

PLIES = 1999
"""One less than a match may have: the next move ends it."""
LARGE = {"size": 40, "colours": 8}
SOLVED = {"size": 20, "colours": 4, "limit_rule": "optimum"}
"""The largest board whose optimum a server finds."""
PAGES = range(0, PLIES, 200)
LOG_ACTIONS = 250
SHOWS = 50
HINTS = 20
REQUESTS_PER_SECOND = 48
"""A little less than one client may send."""
TOO_MANY = 429


def flood_record(plies: int = PLIES) -> str:
    """The largest board, to and fro between two colours."""
    match = Match("flood", LARGE | {"limit_rule": "none"}, 1)
    first, second = match.legal()[:2]
    moves = (first, *([second, first] * (plies // 2)))[:plies]
    return match.record().model_copy(update={"moves": moves}).as_text()


def pushmine_record(plies: int = PLIES) -> str:
    """As long a match as random moves give; one that would end is not played."""
    match, dice = Match("pushmine", None, 1), random.Random(1)
    while len(match.history) < plies:
        legal = match.legal()
        dice.shuffle(legal)
        if not any(_goes_on(match, text) for text in legal):
            break
    return match.record().as_text()


def _goes_on(match: Match, text: str) -> bool:
    match.play(text)
    if match.end is None:
        return True
    match.undo()
    return False


def unsolved_record() -> str:
    """A board without equal neighbours, whose optimum has to be found."""
    match = Match("flood", SOLVED | {"limit_rule": "none"}, 1)
    letters = sorted(set("".join(match.describe()["cells"])))
    cells = ["".join(letters[row % 2 * 2 + column % 2] for column in range(20)) for row in range(20)]
    record = match.record()
    variant = (record.variant or {}) | {"limit_rule": "optimum", "limit": None}
    return record.model_copy(update={"preset": None, "variant": variant, "setup": {"cells": cells}}).as_json_text()


class Attacker:
    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._next = 0.0
        self.answers: Counter[str] = Counter()
        self.flood, self.pushmine, self.unsolved = flood_record(), pushmine_record(), unsolved_record()

    async def prepare(self) -> None:
        """Matches to attack with: a long one, one with a long log, a finished one, and one against an AI player."""
        connection = await Connection.open(self._host, self._port)
        self.long = await self._make(connection, {"game": "flood", "record": self.flood})
        self.finished = await self._make(connection, {"game": "flood", "record": self.flood})
        match = self.finished["match"]
        move = {"move": match["legal"][0], "ply": match["ply"]}
        await self._act(connection, self.finished, "moves", move)
        self.logged = await self._make(connection, {"game": "duel", "seats": [{"kind": "person"}] * 2})
        await self._act(connection, self.logged, "moves", {"move": self.logged["match"]["legal"][0], "ply": 0})
        for number in range(LOG_ACTIONS):
            await self._act(connection, self.logged, ("undo", "redo")[number % 2])
        self.opposed = await self._make(connection, _against("duel", "expert"))
        self.hinted = await self._make(connection, {"game": "flood", "variant": LARGE | {"limit_rule": "none"}})
        connection.close()

    async def run(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        works = [
            self._pasting, self._pasting, *[self._looking_back] * 4, self._restarting, *[self._listening] * 4,
            *[self._streaming] * 10, *[self._solving] * 4, *[self._replaying] * 4, self._measuring,
            self._moving_and_undoing, self._showing, self._analysing, *[self._hinting] * HINTS,
        ]  # fmt: skip
        await asyncio.gather(*(self._repeat(work, until) for work in works))

    async def _repeat(self, work: Callable[[Connection, int], Awaitable[Answer | None]], until: float) -> None:
        connection = await Connection.open(self._host, self._port)
        number = 0
        while time.perf_counter() < until:
            await self._pace()
            answer = await work(connection, number)
            number += 1
            status = 0 if answer is None else answer.status
            self.answers[f"{work.__name__.strip('_')} {status}"] += 1
        connection.close()

    async def _pace(self) -> None:
        """Wait until another request may be sent."""
        now = time.perf_counter()
        self._next = max(now, self._next + 1 / REQUESTS_PER_SECOND)
        await asyncio.sleep(self._next - now)

    # One request of each row of the tables, and the storms.

    async def _pasting(self, connection: Connection, number: int) -> Answer:
        game = ("flood", "pushmine")[number % 2]
        return await connection.post("/api/matches", {"game": game, "record": getattr(self, game)})

    async def _looking_back(self, connection: Connection, number: int) -> Answer:
        page = PAGES[number % len(PAGES)]
        return await connection.get(f"/api/matches/{self.long['id']}/replay?from={page}")

    async def _restarting(self, connection: Connection, number: int) -> Answer:
        return await self._act(connection, self.long, "restart")

    async def _listening(self, connection: Connection, number: int) -> None:
        match = cycle((self.logged, self.long))
        for _ in range(number % 2 + 1):
            chosen = next(match)
        address = f"ws://{self._host}:{self._port}/api/matches/{chosen['id']}/live"
        try:
            async with websockets.connect(address, compression=None, max_size=None) as socket:
                await socket.send('{"type": "hello", "since": 0}')
                while '"type":"match"' not in str(await socket.recv())[:20]:
                    pass
        except websockets.InvalidStatus as refused:  # connections count as requests
            if refused.response.status_code != TOO_MANY:
                raise
        await asyncio.sleep(0.02)

    async def _streaming(self, connection: Connection, number: int) -> None:
        """An event stream that nobody reads."""
        other = await Connection.open(self._host, self._port)
        other.send("GET", f"/api/matches/{self.long['id']}/events?since=0")
        await asyncio.sleep(2)
        other.close()

    async def _solving(self, connection: Connection, number: int) -> Answer:
        if number % 3 == 0:
            return await connection.post("/api/replay", {"record": self.unsolved})
        variant = SOLVED if number % 3 == 1 else LARGE | {"limit_rule": "optimum"}
        return await connection.post("/api/matches", {"game": "flood", "variant": variant, "seed": number})

    async def _replaying(self, connection: Connection, number: int) -> Answer:
        return await connection.post(f"/api/replay?from={PAGES[-1]}", {"record": self.flood})

    async def _measuring(self, connection: Connection, number: int) -> Answer:
        return await connection.get(f"/api/matches/{self.finished['id']}/metrics")

    async def _hinting(self, connection: Connection, number: int) -> Answer:
        if number % 5 == 4:
            await self._move(connection, self.hinted)
        return await self._act(connection, self.hinted, "hint")

    async def _moving_and_undoing(self, connection: Connection, number: int) -> Answer:
        await self._move(connection, self.opposed)
        return await self._act(connection, self.opposed, "undo")

    async def _showing(self, connection: Connection, number: int) -> Answer:
        asked = {"game": "duel", "seats": [{"kind": "level", "level": "expert"}] * 2, "response_delay": 0}
        others = [await Connection.open(self._host, self._port) for _ in range(SHOWS)]
        answers = await asyncio.gather(*(other.post("/api/matches", asked) for other in others))
        for other in others:
            other.close()
        self.answers["shows begun"] += sum(answer.status == 201 for answer in answers)
        await asyncio.sleep(5)
        return answers[-1]

    async def _analysing(self, connection: Connection, number: int) -> Answer:
        await asyncio.sleep(1)
        return await connection.post(f"/api/matches/{self.finished['id']}/analysis")

    async def _move(self, connection: Connection, made: Any) -> None:
        answer = await connection.get(f"/api/matches/{made['id']}")
        match = answer.json() if answer.status == 200 else {}
        if match.get("legal") and not match["thinking"]:
            await self._act(connection, made, "moves", {"move": match["legal"][0], "ply": match["ply"]})

    async def _make(self, connection: Connection, asked: Any) -> Any:
        while (answer := await connection.post("/api/matches", asked)).status == TOO_MANY:
            await asyncio.sleep(1)
        assert answer.status == 201, answer
        return answer.json()

    async def _act(self, connection: Connection, made: Any, what: str, fields: Any = None) -> Answer:
        return await connection.post(f"/api/matches/{made['id']}/{what}", fields, made["seats"][0]["token"])


def _against(game: str, level: str) -> dict[str, Any]:
    return {"game": game, "seats": [{"kind": "person"}, {"kind": "level", "level": level}], "response_delay": 0}


async def attack(host: str, port: int, seconds: float) -> None:
    attacker = Attacker(host, port)
    await attacker.prepare()
    print("begins", flush=True)
    await attacker.run(seconds)
    print(json.dumps(dict(sorted(attacker.answers.items()))), flush=True)


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
