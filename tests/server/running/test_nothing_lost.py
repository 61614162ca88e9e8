"""Nothing is lost: the server is killed, its disk is full, its database is gone; every acknowledged move is kept."""

import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from tests.support.fixtures import Connect, StartServer
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal
from tests.support.servers.postgres import Cluster
from tests.support.servers.server import ServerProcess
from tests.support.servers.watcher import Watcher
from tests.support.waiting import wait_until

PLAYERS = 4
MOVES_PER_LIFE = (0, 60)
"""How many moves are acknowledged between a server's start and its death."""


class Player(threading.Thread):
    """Keeps playing, whatever happens to the server, and remembers every move that was acknowledged."""

    def __init__(self, server: ServerProcess, connect: Connect, number: int) -> None:
        super().__init__()
        self._server = server
        self._connect = connect
        self._random = random.Random(number)
        self._stopped = threading.Event()
        self.problem: Exception | None = None
        self.moves = 0
        """How many of its moves were acknowledged, in all matches."""
        self.interrupted = 0
        self.over: dict[str, list[str]] = {}
        """The moves of the matches that are over, by their ids."""
        self._begin(connect(server))

    def _begin(self, client: ServerClient) -> None:
        self.hosted = client.new_match("pushmine", TWO_PEOPLE, variant={"line": 5, "size": 5})
        self.acknowledged: list[str] = []
        self.unsure: str | None = None
        """A move of which nobody knows whether it was written: the answer never came."""

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._play()
            except (httpx.TransportError, Refusal) as problem:
                if isinstance(problem, Refusal) and problem.errorCode is not ErrorCode.NOT_READY:
                    self.problem = problem
                    return
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
        """The history is what was acknowledged, in order, perhaps with the one further move that was in flight."""
        match = self.hosted.match()
        history = [entry["move"] for entry in match["history"]]
        assert history[: len(self.acknowledged)] == self.acknowledged
        assert history[len(self.acknowledged) :] in ([], [self.unsure])
        assert match["version"] == match["ply"] == len(history)
        assert self.hosted.record()["record"]["moves"] == history
        for earlier, moves in self.over.items():
            history = self.hosted.client.get(f"/api/matches/{earlier}").json()["history"]
            assert [entry["move"] for entry in history] == moves

    def _play(self) -> None:
        match = self.hosted.match()
        history = [entry["move"] for entry in match["history"]]
        assert history[: len(self.acknowledged)] == self.acknowledged
        if match["status"] != "playing":
            assert history[len(self.acknowledged) :] in ([], [self.unsure])
            self.over[self.hosted.id] = history
            self._begin(self.hosted.client)
            return
        self.acknowledged = history
        self.unsure = move = self._random.choice(match["legal"])
        answer = self.hosted.try_move(move, match["ply"], match["turn"])
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(move)
        self.moves += 1
        self.unsure = None

    def _find_server(self) -> None:
        if self.hosted.client.address != self._server.address:
            self.hosted.client = self._connect(self._server)


def survive(server: ServerProcess, connect: Connect, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    players = [Player(server, connect, number) for number in range(PLAYERS)]
    client = connect(server)
    ai_to_move = client.new_match("duel", [PERSON, ai("medium")], variant={"size": 7})
    for player in players:
        player.start()
    for _ in range(kills):
        wait_for_moves(players, chance.randint(*MOVES_PER_LIFE))
        server.kill()
        server.start()
    for player in players:
        wait_for_moves([player], 1)
        player.finish()
        player.check()
        assert player.acknowledged or player.over
        assert player.interrupted
        assert play_one(player.hosted)
    ai_to_move.client = connect(server)
    for _ in range(2):
        assert play_one(ai_to_move)


def wait_for_moves(players: Sequence[Player], count: int) -> None:
    """Until this many more moves of theirs are acknowledged."""
    enough = sum(player.moves for player in players) + count

    def arrived() -> bool:
        assert not [player.problem for player in players if player.problem]
        return sum(player.moves for player in players) >= enough

    wait_until(arrived)


def play_one(hosted: HostedMatch) -> bool:
    """Whether the match can be played on."""
    match = wait_until(lambda: None if (now := hosted.match())["thinking"] else now)
    return (
        match["status"] != "playing"
        or hosted.try_move(match["legal"][0], match["ply"], match["turn"]).status_code == 200
    )


def test_every_acknowledged_move_survives_being_killed(
    start_server: StartServer, connect: Connect, database: str
) -> None:
    survive(start_server(database), connect, 2, 1)


@pytest.mark.long
def test_every_acknowledged_move_survives_being_killed_often(
    start_server: StartServer, connect: Connect, database: str
) -> None:
    survive(start_server(database), connect, 50, 2)


def test_a_restarted_server_goes_on_with_everything(start_server: StartServer, connect: Connect) -> None:
    """Offers and invitations stand, rematches are known, watchers get what they missed, AI players move."""
    server = start_server(hold_ai=True)
    client = connect(server)
    joined, invited, over = client.new_remote_match(), client.new_match("duel", APART), client.new_remote_match()
    ai_to_move = [client.new_match(game) for game in ("duel", "pushmine", "mosaic")]
    with Watcher(joined) as watcher:
        watcher.wait_for("match")
        joined.play("c3", "e5")
        joined.act("draw", 1)
        received = [watcher.wait_for("action") for _ in range(3)]
    over.act("resign")
    over.act("rematch")
    rematch = over.try_act("rematch", 2, answer="accept").json()["id"]
    before = [hosted.match() for hosted in (joined, invited, over)]
    for hosted in ai_to_move:
        hosted.play(hosted.match()["legal"][0])
    server.kill()
    server.start()
    again = connect(server)
    for hosted in (joined, invited, over, *ai_to_move):
        hosted.client = again
    assert [hosted.match() for hosted in (joined, invited, over)] == before
    assert again.get(f"/api/matches/{rematch}").json()["previous"] == over.id
    with Watcher(joined, since=1) as watcher:
        repeated = [watcher.wait_for("action") for _ in range(3)]
        assert [message | {"match": None} for message in repeated] == [
            message | {"match": None} for message in received
        ]
        assert watcher.wait_for("match")["match"] == joined.match()
    assert joined.act("draw", 2, answer="accept")["status"] == "draw"
    invited.join()
    invited.play("c3")
    assert over.try_act("rematch", 2).json()["id"] == rematch
    server.release_ai_players()
    for hosted in ai_to_move:
        match = wait_until(lambda: now if (now := hosted.match())["ply"] == 2 else None)  # noqa: B023
        assert match["history"][1]["thought"]
        hosted.play(match["legal"][0])


# A full disk.


def test_a_full_disk_is_reported_changes_nothing_and_heals(start_server: StartServer, connect: Connect) -> None:
    server = start_server(hold_ai=True)
    client = connect(server)
    hosted = client.new_match("duel", TWO_PEOPLE)
    against_ai = client.new_match("duel", [PERSON, ai()])
    hosted.play("c3")
    against_ai.play("c3")
    before = hosted.match()
    server.limit_files(4096)
    server.release_ai_players()  # the AI player answers during the time without a disk
    for _ in range(3):
        answer = hosted.try_move("e5", 1, seat=2)
        assert refusal(answer) == (503, "storage_unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert "nothing was changed" in answer.json()["message"]
    assert refusal(client.post("/api/matches", {"game": "duel"})) == (503, "storage_unavailable")
    assert refusal(hosted.try_act("undo")) == (503, "storage_unavailable")
    assert hosted.match() == before
    wait_until(lambda: [line for line in server.log if against_ai.id in line and "did not move" in line])
    assert against_ai.match()["ply"] == 1
    server.lift_limit()
    assert hosted.act("moves", 2, move="e5", ply=1)["version"] == before["version"] + 1
    assert wait_until(lambda: now if (now := against_ai.match())["ply"] == 2 else None)["history"][1]["thought"]
    hosted.play("c4")
    server.kill()
    server.start()
    hosted.client = connect(server)
    assert [entry["move"] for entry in hosted.match()["history"]] == ["c3", "e5", "c4"]
    assert not [line for line in server.log if "Traceback" in line]


def test_many_at_once_on_a_full_disk_are_all_refused_or_all_kept(start_server: StartServer, connect: Connect) -> None:
    """Moves share a commit: what is refused is not in it, what is acknowledged is."""
    server = start_server()
    client = connect(server)
    hosted_matches = [client.new_match("duel", TWO_PEOPLE) for _ in range(12)]
    answers: list[int] = []

    def play(hosted: HostedMatch) -> None:
        own = connect(server)
        for ply, cell in enumerate(["a1", "f6", "a2", "f5", "a3", "f4"]):
            path = f"{hosted.path}/moves"
            while (answer := own.post(path, {"move": cell, "ply": ply}, hosted.tokens[1 + ply % 2])).status_code == 503:
                answers.append(503)
            answers.append(answer.status_code)
            assert answer.status_code == 200, answer.text

    with ThreadPoolExecutor(len(hosted_matches)) as crowd:
        server.limit_files(4096)
        playing = [crowd.submit(play, hosted) for hosted in hosted_matches]
        for times in range(1, 4):
            server.limit_files(4096)
            wait_until(lambda: answers.count(503) >= 8 * times)  # noqa: B023
            server.lift_limit()
            wait_until(lambda: answers.count(200) >= 8 * times)  # noqa: B023
        for one in playing:
            one.result()
    for hosted in hosted_matches:
        match = hosted.match()
        assert [entry["move"] for entry in match["history"]] == ["a1", "f6", "a2", "f5", "a3", "f4"]
        assert match["version"] == 6


# A lost database.


def test_a_stopped_postgresql_is_reported_changes_nothing_and_heals(
    start_server: StartServer, connect: Connect, postgresql: Cluster
) -> None:
    server = start_server(postgresql.new_database(), hold_ai=True)
    client = connect(server)
    hosted = client.new_match("duel", TWO_PEOPLE)
    against_ai = client.new_match("duel", [PERSON, ai()])
    hosted.play("c3")
    against_ai.play("c3")
    before = hosted.match()
    postgresql.stop()
    try:
        for _ in range(2):
            assert refusal(hosted.try_move("e5", 1, seat=2)) == (503, "storage_unavailable")
        assert refusal(client.post("/api/matches", {"game": "duel"})) == (503, "storage_unavailable")
        assert refusal(client.get("/api/statistics")) == (503, "storage_unavailable")
        assert refusal(client.get("/api/matches/notinmemory")) == (503, "storage_unavailable")
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        assert client.get("/healthz").status_code == 200
        server.release_ai_players()
        wait_until(lambda: [line for line in server.log if against_ai.id in line and "did not move" in line])
        assert hosted.match() == before
    finally:
        postgresql.start()
    assert wait_until(lambda: hosted.try_move("e5", 1, seat=2).status_code == 200)
    assert hosted.match()["version"] == before["version"] + 1
    assert wait_until(lambda: against_ai.match()["ply"] == 2)
    assert client.get("/readyz").status_code == 200
    assert not [line for line in server.log if "Traceback" in line]
