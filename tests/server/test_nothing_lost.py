"""Nothing is lost: the server is killed, its disk is full, its database is gone; every acknowledged move is there."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.server.ear import Ear
from tests.server.postgres import Cluster
from tests.server.running import ServerProcess, wait_until
from tests.server.table import APART, PERSON, TWO_PEOPLE, House, Table, ours, refusal

Process = Callable[..., ServerProcess]
Visit = Callable[[ServerProcess], House]
CLIENTS = 4
LIVES_SECONDS = (0.1, 0.9)
"""Between its start and its death a server lives about so long."""


class Client(threading.Thread):
    """Plays on, whatever happens to the server, and remembers every move that was acknowledged."""

    def __init__(self, server: ServerProcess, visit: Visit, number: int) -> None:
        super().__init__()
        self._server = server
        self._visit = visit
        self._random = random.Random(number)
        self._stopped = threading.Event()
        self.problem: Exception | None = None
        self.interrupted = 0
        self.over: dict[str, list[str]] = {}
        """The moves of the matches that are over, by their ids."""
        self._begin(visit(server))

    def _begin(self, house: House) -> None:
        self.table = house.table("pushmine", TWO_PEOPLE, variant={"line": 5, "size": 5})
        self.acknowledged: list[str] = []
        self.unsure: str | None = None
        """A move of which nobody knows whether it was written: the answer never came."""

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._play()
            except httpx.TransportError:
                self.interrupted += 1
                self._stopped.wait(0.05)
                self._find_server()
            except Exception as problem:
                self.problem = problem
                return

    def finish(self) -> None:
        self._stopped.set()
        self.join()
        if self.problem is not None:
            raise self.problem
        self._find_server()

    def check(self) -> None:
        """The history is what was acknowledged, in order; perhaps with the one move more that was under way."""
        match = self.table.match()
        history = [entry["move"] for entry in match["history"]]
        assert history[: len(self.acknowledged)] == self.acknowledged
        assert history[len(self.acknowledged) :] in ([], [self.unsure])
        assert match["version"] == match["ply"] == len(history)
        assert self.table.record()["record"]["moves"] == history
        for earlier, moves in self.over.items():
            history = self.table.house.get(f"/api/matches/{earlier}").json()["history"]
            assert [entry["move"] for entry in history] == moves

    def _play(self) -> None:
        match = self.table.match()
        history = [entry["move"] for entry in match["history"]]
        assert history[: len(self.acknowledged)] == self.acknowledged
        if match["status"] != "playing":
            assert history[len(self.acknowledged) :] in ([], [self.unsure])
            self.over[self.table.id] = history
            self._begin(self.table.house)
            return
        self.acknowledged = history
        self.unsure = move = self._random.choice(match["legal"])
        answer = self.table.move(move, match["ply"], match["turn"])
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(move)
        self.unsure = None

    def _find_server(self) -> None:
        if self.table.house.address != self._server.address:
            self.table.house = self._visit(self._server)


def survive(server: ServerProcess, visit: Visit, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    clients = [Client(server, visit, number) for number in range(CLIENTS)]
    house = visit(server)
    ours_to_move = house.table("duel", [PERSON, ours("medium")], variant={"size": 7})
    for client in clients:
        client.start()
    for _ in range(kills):
        time.sleep(chance.uniform(*LIVES_SECONDS))
        server.kill()
        server.start()
        for client in clients:
            assert client.problem is None
    time.sleep(0.2)
    for client in clients:
        client.finish()
        client.check()
        assert client.acknowledged or client.over
        assert client.interrupted
        assert play_one(client.table)
    ours_to_move.house = visit(server)
    for _ in range(2):
        assert play_one(ours_to_move)


def play_one(table: Table) -> bool:
    """Whether the match can be played on."""
    match = wait_until(lambda: None if (now := table.match())["thinking"] else now)
    return match["status"] != "playing" or table.move(match["legal"][0], match["ply"], match["turn"]).status_code == 200


def test_every_acknowledged_move_survives_being_killed(process: Process, visit: Visit, database: str) -> None:
    survive(process(database), visit, 5, 1)


@pytest.mark.long
def test_every_acknowledged_move_survives_being_killed_often(process: Process, visit: Visit, database: str) -> None:
    survive(process(database), visit, 50, 2)


def test_a_restarted_server_goes_on_with_everything(process: Process, visit: Visit) -> None:
    """Offers and invitations stand, rematches are known, watchers hear what they missed, our players move."""
    server = process()
    house = visit(server)
    joined, invited, over = house.apart(), house.table("duel", APART), house.apart()
    ours_to_move = [house.table(game, response_delay=1500) for game in ("duel", "pushmine", "mosaic")]
    with Ear(joined) as ear:
        ear.wait_for("match")
        joined.played("c3", "e5")
        joined.acted("draw", 1)
        heard = [ear.wait_for("action") for _ in range(3)]
    over.acted("resign")
    rematch = over.act("rematch").json()["id"]
    before = [table.match() for table in (joined, invited, over)]
    for table in ours_to_move:
        table.played(table.match()["legal"][0])
    server.kill()
    server.start()
    again = visit(server)
    for table in (joined, invited, over, *ours_to_move):
        table.house = again
    assert [table.match() for table in (joined, invited, over)] == before
    assert again.get(f"/api/matches/{rematch}").json()["previous"] == over.id
    with Ear(joined, since=1) as ear:
        retold = [ear.wait_for("action") for _ in range(3)]
        assert [message | {"match": None} for message in retold] == [message | {"match": None} for message in heard]
        assert ear.wait_for("match")["match"] == joined.match()
    assert joined.acted("draw", 2, answer="accept")["status"] == "draw"
    invited.join()
    invited.played("c3")
    assert over.act("rematch", 2).json()["id"] == rematch
    for table in ours_to_move:
        match = wait_until(lambda: now if (now := table.match())["ply"] == 2 else None)  # noqa: B023
        assert match["history"][1]["thought"]
        table.played(match["legal"][0])


# A full disk.


def test_a_full_disk_is_told_changes_nothing_and_heals(process: Process, visit: Visit) -> None:
    server = process()
    house = visit(server)
    table = house.table("duel", TWO_PEOPLE)
    against_us = house.table("duel", [PERSON, ours()], response_delay=800)
    table.played("c3")
    against_us.played("c3")  # our player's answer falls into the time without a disk
    before = table.match()
    server.limit_files(4096)
    for _ in range(3):
        answer = table.move("e5", 1, seat=2)
        assert refusal(answer) == (503, "storage_unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert "nothing was changed" in answer.json()["message"]
    assert refusal(house.post("/api/matches", {"game": "duel"})) == (503, "storage_unavailable")
    assert refusal(table.act("undo")) == (503, "storage_unavailable")
    assert table.match() == before
    time.sleep(1.0)
    assert against_us.match()["ply"] == 1
    server.lift_limit()
    assert table.acted("moves", 2, move="e5", ply=1)["version"] == before["version"] + 1
    assert wait_until(lambda: now if (now := against_us.match())["ply"] == 2 else None)["history"][1]["thought"]
    table.played("c4")
    server.kill()
    server.start()
    table.house = visit(server)
    assert [entry["move"] for entry in table.match()["history"]] == ["c3", "e5", "c4"]
    assert not [line for line in server.log if "Traceback" in line]


def test_many_at_once_on_a_full_disk_are_all_refused_or_all_kept(process: Process, visit: Visit) -> None:
    """Moves share a commit: what is refused is not in it, what is acknowledged is."""
    server = process()
    house = visit(server)
    tables = [house.table("duel", TWO_PEOPLE) for _ in range(12)]
    answers: dict[str, list[httpx.Response]] = {table.id: [] for table in tables}

    def play(table: Table) -> None:
        own = visit(server)
        for ply, cell in enumerate(["a1", "f6", "a2", "f5", "a3", "f4"]):
            path = f"{table.path}/moves"
            while (answer := own.post(path, {"move": cell, "ply": ply}, table.tokens[1 + ply % 2])).status_code == 503:
                answers[table.id].append(answer)
                time.sleep(0.02)
            assert answer.status_code == 200, answer.text

    with ThreadPoolExecutor(len(tables)) as crowd:
        playing = [crowd.submit(play, table) for table in tables]
        for _ in range(3):
            server.limit_files(4096)
            time.sleep(0.15)
            server.lift_limit()
            time.sleep(0.05)
        for one in playing:
            one.result()
    assert any(answers.values())
    for table in tables:
        match = table.match()
        assert [entry["move"] for entry in match["history"]] == ["a1", "f6", "a2", "f5", "a3", "f4"]
        assert match["version"] == 6


# A lost database.


def test_a_stopped_postgresql_is_told_changes_nothing_and_heals(
    process: Process, visit: Visit, postgresql: Cluster
) -> None:
    server = process(postgresql.new_database())
    house = visit(server)
    table = house.table("duel", TWO_PEOPLE)
    against_us = house.table("duel", [PERSON, ours()], response_delay=800)
    table.played("c3")
    against_us.played("c3")
    before = table.match()
    postgresql.stop()
    try:
        for _ in range(2):
            assert refusal(table.move("e5", 1, seat=2)) == (503, "storage_unavailable")
        assert refusal(house.post("/api/matches", {"game": "duel"})) == (503, "storage_unavailable")
        assert refusal(house.get("/api/statistics")) == (503, "storage_unavailable")
        assert refusal(house.get("/api/matches/notinmemory")) == (503, "storage_unavailable")
        ready = house.get("/readyz")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        assert house.get("/healthz").status_code == 200
        time.sleep(0.5)
        assert table.match() == before
    finally:
        postgresql.start()
    assert wait_until(lambda: table.move("e5", 1, seat=2).status_code == 200)
    assert table.match()["version"] == before["version"] + 1
    assert wait_until(lambda: against_us.match()["ply"] == 2)
    assert house.get("/readyz").status_code == 200
    assert not [line for line in server.log if "Traceback" in line]
