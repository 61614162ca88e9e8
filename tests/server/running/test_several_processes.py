"""Several server processes on one PostgreSQL: any of them serves any match, and one plays for the AI."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine, text

from tests.support.fixtures import Serve
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal
from tests.support.servers.postgres import Cluster
from tests.support.servers.server import ServerProcess
from tests.support.servers.watcher import Watcher
from tests.support.waiting import wait_until

PLIES = 8
"""Nobody has five in a row by then."""


class Pair(NamedTuple):
    """Two servers, and their common database."""

    url: str
    servers: tuple[ServerProcess, ServerProcess]
    clients: tuple[ServerClient, ServerClient]

    def elsewhere(self, hosted: HostedMatch) -> HostedMatch:
        """The same match through the other server."""
        return elsewhere(hosted, self.clients[1])


def elsewhere(hosted: HostedMatch, client: ServerClient) -> HostedMatch:
    """The same match through another server."""
    other = HostedMatch(client, hosted.made)
    other.tokens = hosted.tokens
    return other


@pytest.fixture(scope="module")
def pair(cluster_or_none: Cluster | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    if cluster_or_none is None:
        pytest.skip("PostgreSQL is not installed, and `make test` installs it only as root on Debian: see tools/")
    url, folder = cluster_or_none.new_database(), tmp_path_factory.mktemp("pair")
    first, second = ServerProcess(url, folder, can_hold_ai=True), ServerProcess(url, folder)
    with ThreadPoolExecutor(2) as both:  # both migrate at once
        list(both.map(lambda server: server.start(), (first, second)))
    clients = ServerClient(first.address), ServerClient(second.address)
    yield Pair(url, (first, second), clients)
    for client in clients:
        client.close()
    assert not [line for server in (first, second) for line in server.log if "Traceback" in line]
    for server in (first, second):
        server.close()


def moved(watcher: Watcher, count: int) -> list[tuple[int, str]]:
    """The next actions that are moves, with their versions."""
    messages = [watcher.action("moved") for _ in range(count)]
    return [(one["version"], one["action"]["move"]) for one in messages]


def test_a_move_through_one_reaches_watchers_of_the_other(pair: Pair) -> None:
    hosted = pair.clients[0].new_match("duel", TWO_PEOPLE)
    other = pair.elsewhere(hosted)
    with Watcher(hosted) as here, Watcher(other) as there:
        here.wait_for("match")
        there.wait_for("match")
        answer = hosted.try_move("c3", 0).json()
        message = there.wait_for("action")
        assert (message["version"], message["match"], message["events"]) == (1, answer["match"], answer["events"])
        other.try_move("e5", 1, seat=2)
        assert moved(here, 2) == [(1, "c3"), (2, "e5")]
        hosted.act("undo")
        assert there.action("undone")["match"]["ply"] == 1


def test_a_client_that_changes_servers_each_time_is_never_behind(pair: Pair) -> None:
    """No sticky connections: what one server has acknowledged, the other one knows at once."""
    hosted = pair.clients[0].new_match("pushmine", TWO_PEOPLE, variant={"line": 5})
    other = pair.elsewhere(hosted)
    assert other.match()["ply"] == 0
    match = hosted.match()
    for turn in range(PLIES):
        answer = (hosted, other)[turn % 2].try_move(match["legal"][0], turn, match["turn"])
        assert answer.status_code == 200, answer.text
        match = answer.json()["match"]


def test_of_two_moves_for_one_ply_exactly_one_is_played(pair: Pair) -> None:
    """And watchers at either server get every version once, in order."""
    hosted = pair.clients[0].new_match("pushmine", TWO_PEOPLE, variant={"line": 5})
    other = pair.elsewhere(hosted)
    won: list[str] = []
    with Watcher(hosted) as here, Watcher(other) as there, ThreadPoolExecutor(8) as crowd:
        here.wait_for("match")
        there.wait_for("match")
        for ply in range(PLIES):
            asked = [(one, cell) for cell in hosted.match()["legal"][:4] for one in (hosted, other)]
            answers = list(crowd.map(lambda given: given[0].try_move(given[1], ply, 1 + ply % 2), asked))  # noqa: B023
            chosen = {cell for (_, cell), answer in zip(asked, answers, strict=True) if answer.status_code == 200}
            assert len(chosen) == 1, "the same cell through both is one move, sent twice"
            assert {answer.status_code for answer in answers} <= {200, 409}
            won += chosen
            wait_until(lambda: hosted.match()["ply"] == other.match()["ply"] == ply + 1)  # noqa: B023
        for watcher in (here, there):
            assert moved(watcher, PLIES) == list(enumerate(won, start=1))
    for one in (hosted, other):
        match = one.match()
        assert [entry["move"] for entry in match["history"]] == won
        assert match["version"] == PLIES


def test_an_invitation_is_used_once_through_either(pair: Pair) -> None:
    hosted = pair.clients[0].new_match("duel", APART)
    other = pair.elsewhere(hosted)
    other.match()
    secret = hosted.invites[2].partition("#")[2]
    with ThreadPoolExecutor(4) as crowd:
        path = f"{hosted.path}/join"
        answers = list(crowd.map(lambda client: client.post(path, {"invite": secret}), pair.clients * 2))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    token = next(answer.json()["token"] for answer in answers if answer.status_code == 200)
    hosted.play("c3")
    wait_until(lambda: other.match()["ply"] == 1)
    for one in (hosted, other):
        one.tokens[2] = token
        assert refusal(one.try_move("c3", 1, seat=2)) == (422, "cell_occupied"), "the token is known to both"


def test_presence_is_reported_across_servers_at_once(
    serve: Serve, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for what the servers tell each other regularly: here they never do."""
    monkeypatch.setattr("quincunx.server.live.rooms.PRESENCE_SECONDS", 1e6)
    database = postgresql.new_database()
    hosted = serve(database).new_remote_match()
    other = elsewhere(hosted, serve(database))

    def present(watcher: Watcher) -> list[int]:
        return [seat["seat"] for seat in watcher.wait_for("presence")["seats"] if seat["present"]]

    with Watcher(hosted, hosted.tokens[1]) as here:
        here.wait_for("match")
        with Watcher(other, hosted.tokens[2]) as there:
            for watcher in (there, here):
                while present(watcher) != [1, 2]:
                    pass
        while present(here) != [1]:
            pass


def test_exactly_one_server_plays_for_the_ai(pair: Pair) -> None:
    hosted_matches = [pair.clients[0].new_match("pushmine", [PERSON, ai("easy")]) for _ in range(6)]
    for hosted in hosted_matches:
        other = pair.elsewhere(hosted)
        for ply in (0, 2, 4):
            match = wait_until(lambda: now if (now := other.match())["ply"] == ply else None)  # noqa: B023
            assert (hosted, other)[ply // 2 % 2].try_move(match["legal"][0], ply).status_code == 200
        wait_until(lambda: hosted.match()["ply"] == 6)  # noqa: B023
    for hosted in hosted_matches:
        match = hosted.match()
        assert [entry["seat"] for entry in match["history"]] == [1, 2, 1, 2, 1, 2]
        assert match["version"] == 6


def thinker(url: str, match_id: str) -> Any:
    """Which process holds the lease."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        holder = connection.scalar(text("SELECT thinker FROM matches WHERE id = :id"), {"id": match_id})
    engine.dispose()
    return holder


def test_when_the_server_that_thinks_is_killed_the_other_takes_over(pair: Pair) -> None:
    thinking = pair.servers[0]
    hosted = pair.clients[0].new_match("duel", [PERSON, ai("medium")])
    other = pair.elsewhere(hosted)
    with Watcher(other) as watcher:
        watcher.wait_for("match")
        thinking.hold_ai_players()
        hosted.play("c3")
        first = thinker(pair.url, hosted.id)
        thinking.kill()
        thinking.release_ai_players()
        try:
            own, answer = watcher.action("moved"), watcher.action("moved")
            assert [(one["action"]["seat"], one["version"]) for one in (own, answer)] == [(1, 1), (2, 2)]
            assert first
            match = other.match()
            assert (match["ply"], match["thinking"]) == (2, False)
            other.play(match["legal"][0])
            assert thinker(pair.url, hosted.id) != first
        finally:
            thinking.start()
