"""Language models play by the Model Context Protocol: real clients, real servers, scripted models."""

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from mcp.client.stdio import StdioServerParameters

from quincunx.client import Client
from quincunx.engine.errors import Refusal
from quincunx.mcp.seats import SeatFolder
from quincunx.mcp.server import GameServer, make_server
from quincunx.mcp.tools import Tools
from quincunx.texts_for_people import PIECE
from tests.mcp.models import Json, Model, talk
from tests.support.command import run
from tests.support.fixtures import Connect, StartServer
from tests.support.servers.client import ServerClient
from tests.support.waiting import wait_until

SMALL = {"size": 3}


def server_for(client: Client, address: str, folder: Path, shared: bool = False) -> GameServer:
    return make_server(Tools(client, address, SeatFolder(folder, address), shared))


@pytest.fixture
def server(client: ServerClient, tmp_path: Path) -> GameServer:
    return server_for(client, client.address, tmp_path / "seats")


def test_every_tool_says_what_it_does_and_none_takes_a_position(server: GameServer) -> None:
    tools = talk(Model.tools, server)
    assert list(tools) == [
        "list_games", "read_rules", "start_match", "join_match", "look", "play", "hint", "resign", "history",
        "run_lab", "read_lab",
    ]  # fmt: skip
    for tool in tools.values():
        assert tool.description.endswith(".")
        for name, argument in tool.input_schema["properties"].items():
            assert argument.get("description"), f"{tool.name} {name}"
            assert name not in ("position", "record", "seed", "cells", "token")


def test_a_model_reads_the_rules_of_every_game(server: GameServer) -> None:
    async def read(model: Model) -> None:
        games = (await model.call("list_games"))["games"]
        assert {game["game"] for game in games} >= {"duel", "flood"}
        for game in games:
            await model.call("read_rules", game=game["game"])
            assert game["name"] in model.words
            assert "## Presets" in model.words
            assert not PIECE.search(model.words), "names, and no placeholders"

    talk(read, server)


def test_a_model_plays_a_match_against_an_ai_player_to_its_end(server: GameServer, client: ServerClient) -> None:
    async def play(model: Model) -> Json:
        match = await model.call("start_match", game="duel", opponent="easy", options=SMALL, name="Ada")
        assert "You are Red, seat 1." in model.words
        assert match["watch"] in model.words
        end = await model.play_on(match["match_id"])
        assert "The match is over: you" in model.words
        moves = (await model.call("history", match_id=match["match_id"]))["moves"]
        assert moves == [entry["move"] for entry in client.match(match["match_id"])["history"]]
        assert "1. Red played" in model.words
        return end

    end = talk(play, server)
    match = client.match(end["match_id"])
    assert match["result"] == end["result"]
    assert match["seats"][0]["name"] == "Ada"


def test_a_model_may_take_the_second_seat_or_play_alone(server: GameServer) -> None:
    async def play(model: Model) -> None:
        second = await model.call("start_match", game="duel", opponent="easy", options=SMALL, seat=2)
        assert (second["seat"], second["your_turn"], second["ply"]) == (2, True, 1), "the AI player has begun"
        alone = await model.call("start_match", game="flood", options={"size": 2, "limit": 1})
        assert (await model.play_on(alone["match_id"]))["result"] in ("1", "lost")

    talk(play, server)


def test_a_person_watches_and_takes_the_other_seat(server: GameServer, client: ServerClient) -> None:
    async def play(model: Model) -> None:
        match = await model.call("start_match", game="duel", opponent="person", options=SMALL)
        assert "The other seat is free" in model.words
        match_id, secret = match["invite"].rpartition("/")[2].split("#")
        person = client.join(match_id, secret, name="Grace")
        assert client.get(match["watch"]).status_code in (200, 404, 503), "a page, where the pages are built"
        await model.call("play", match_id=match_id, move="b2")
        person.move("a1", ply=1)
        await model.call("look", match_id=match_id, wait_seconds=60)
        assert "Green played a1" in model.words
        person.act("resign")
        await model.call("look", match_id=match_id)
        assert "The match is over: you win (resignation)." in model.words

    talk(play, server)


def test_hints_mark_the_match_and_resigning_ends_it(server: GameServer, client: ServerClient) -> None:
    async def play(model: Model) -> str:
        match_id: str = (await model.call("start_match", game="duel", opponent="easy", options=SMALL))["match_id"]
        best = await model.call("hint", match_id=match_id)
        assert best["move"] in model.words
        await model.call("resign", match_id=match_id)
        assert "The match is over: you lose (resignation)." in model.words
        return match_id

    match = client.match(talk(play, server))
    assert match["assisted"]
    assert match["ended_by"] == "resignation"


# Two models.


async def play_each_other(one: Model, two: Model) -> tuple[Json, Json]:
    """A match between two models, which know only what the tools told them."""
    begun = await one.call("start_match", game="pushmine", opponent="person", preset="blitz")
    joined = await two.call("join_match", invite=begun["invite"])
    keys = [{"seat_key": told["seat_key"]} if "seat_key" in told else {} for told in (begun, joined)]
    match_id = begun["match_id"]
    for _ in range(3):
        await one.call("play", match_id=match_id, move=await first_legal(one, match_id), **keys[0])
        await two.call("look", match_id=match_id, wait_seconds=60, **keys[1])
        assert "It is your move." in two.words
        await two.call("play", match_id=match_id, move=await first_legal(two, match_id), **keys[1])
    assert "seat" in await two.refusal("play", match_id=match_id, move="1>", seat=1, **keys[1])
    await two.call("resign", match_id=match_id, **keys[1])
    return await one.call("look", match_id=match_id, **keys[0]), await two.call("look", match_id=match_id, **keys[1])


async def first_legal(model: Model, match_id: str) -> str:
    return str((await model.call("look", match_id=match_id, list_moves=True))["legal"][0])


def test_two_models_with_servers_of_their_own_play_each_other(client: ServerClient, tmp_path: Path) -> None:
    servers = [server_for(client, client.address, tmp_path / name) for name in ("one", "two")]
    one, two = talk(play_each_other, *servers)
    assert (one["seat"], two["seat"], one["result"], one["ply"]) == (1, 2, "1", 6)


@contextmanager
def over_http(server: GameServer) -> Iterator[str]:
    """The address of an MCP server with streamable HTTP."""
    http = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), port=0, log_config=None, lifespan="on"))
    thread = threading.Thread(target=http.run)
    thread.start()
    wait_until(lambda: http.started)
    try:
        yield f"http://127.0.0.1:{http.servers[0].sockets[0].getsockname()[1]}/mcp"
    finally:
        http.should_exit = True
        thread.join()


def test_two_models_share_a_server_by_http_and_each_has_its_own_seat(client: ServerClient, tmp_path: Path) -> None:
    with over_http(server_for(client, client.address, tmp_path, shared=True)) as address:
        one, two = talk(play_each_other, address, address)

        async def intrude(stranger: Model) -> None:
            match = await stranger.call("look", match_id=one["match_id"])
            assert match["seat"] is None
            for key in ({}, {"seat_key": "guessed"}):
                refusal = await stranger.refusal("resign", match_id=one["match_id"], **key)
                assert "you hold no such seat of this match; give its seat_key" in refusal

        talk(intrude, address)
    assert (one["seat"], two["seat"], one["result"]) == (1, 2, "1")


def test_a_model_that_holds_both_seats_plays_the_one_to_move(server: GameServer) -> None:
    async def play(model: Model) -> None:
        begun = await model.call("start_match", game="duel", opponent="person", options=SMALL)
        await model.call("join_match", invite=begun["invite"])
        for move in ("a1", "c3", "a2"):
            await model.call("play", match_id=begun["match_id"], move=move)
        assert "it is not your turn" in await model.refusal("play", match_id=begun["match_id"], move="a3", seat=1)

    talk(play, server)


# Restarts.


def test_a_restart_of_either_server_in_mid_match_loses_nothing(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    quincunx = start_server()
    client = connect(quincunx)
    port = quincunx.address.rpartition(":")[2]

    async def begin(model: Model) -> str:
        match = await model.call("start_match", game="duel", opponent="easy", options=SMALL)
        await model.call("play", match_id=match["match_id"], move="b2")
        # Nobody is thinking when the server dies: another one takes up a thought only once its lease has run out.
        await model.call("look", match_id=match["match_id"], wait_seconds=60)
        quincunx.kill()
        assert "not_ready: the server does not answer" in await model.refusal("look", match_id=match["match_id"])
        quincunx.launch(port)
        quincunx.wait_until_ready()
        assert (await model.call("look", match_id=match["match_id"], wait_seconds=60))["your_turn"]
        return str(match["match_id"])

    match_id = talk(begin, server_for(client, quincunx.address, tmp_path / "seats"))
    again = server_for(client, quincunx.address, tmp_path / "seats")  # another process would read the same folder
    end = talk(lambda model: model.play_on(match_id), again)
    assert end["result"] is not None


def test_a_token_is_for_one_server_only(client: ServerClient, tmp_path: Path) -> None:
    folder = SeatFolder(tmp_path, client.address)
    folder.keep("match", 1, "secret")
    assert [held.token for held in folder.of_match("match")] == ["secret"]
    assert SeatFolder(tmp_path, "http://127.0.0.1:1").of_match("match") == []
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    (tmp_path / "match.2.json").write_text("broken")
    assert len(folder.of_match("match")) == 1


# Hostile arguments.


HOSTILE: list[tuple[str, Json, str]] = [
    ("look", {"match_id": "../../etc/passwd"}, "unknown_match"),
    ("look", {"match_id": "*"}, "unknown_match"),
    ("look", {"match_id": ""}, "unknown_match"),
    ("look", {"match_id": "x" * 32}, "unknown_match"),
    ("look", {"match_id": "x" * 10_000}, "the argument match_id of look is wrong"),
    ("look", {"match_id": 7}, "the argument match_id of look is wrong"),
    ("look", {}, "the argument match_id of look is wrong: field required"),
    ("look", {"match_id": "abc", "wait_seconds": 1e9}, "the argument wait_seconds of look is wrong"),
    ("look", {"match_id": "abc", "position": "c4"}, "bad_request: look has no argument 'position'; it has match_id"),
    ("list_games", {"position": "c4"}, "list_games has no argument 'position'; it has none"),
    ("read_rules", {"game": "../matches"}, "unknown_game: there is no game"),
    ("start_match", {"game": "chess"}, "unknown_game"),
    ("start_match", {"game": "duel", "opponent": "grandmaster"}, "unknown_level"),
    ("start_match", {"game": "duel", "seat": 7}, "the argument seat of start_match is wrong"),
    ("start_match", {"game": "duel", "preset": "huge"}, "bad_variant"),
    ("start_match", {"game": "duel", "options": {"size": 10**9}}, "bad_variant"),
    ("start_match", {"game": "duel", "options": {"a": [[[]]] * 50}}, "bad_variant"),
    ("start_match", {"game": "duel", "name": "\x00"}, "bad_request"),
    ("join_match", {"invite": "not a link"}, "unknown_match"),
    ("join_match", {"invite": "http://127.0.0.1/join/abc"}, "an invitation is a link"),
    ("join_match", {"invite": "http://127.0.0.1/join/abc#guess"}, "unknown_match"),
    ("join_match", {"invite": "http://["}, "unknown_match"),
    ("join_match", {"invite": "#" * 300}, "unknown_match"),
    ("read_lab", {"run": "../../secrets"}, "the argument run of read_lab is wrong"),
    ("read_lab", {"run": "nothing"}, "not_found"),
    ("run_lab", {"game": "duel", "games": 10**9}, "the argument games of run_lab is wrong"),
    ("run_lab", {"game": "duel", "players": ["a"] * 9}, "the argument players of run_lab is wrong"),
    ("nothing", {}, "nknown tool"),
]


def test_hostile_arguments_are_refused_in_one_line(server: GameServer) -> None:
    async def attack(model: Model) -> None:
        for tool, arguments, problem in HOSTILE:
            refusal = await model.refusal(tool, **arguments)
            assert problem in refusal, (tool, arguments, refusal)
            assert "\n" not in refusal
            assert len(refusal) < 500

    talk(attack, server)


def test_moves_are_read_tolerantly_and_refused_with_the_reason(server: GameServer) -> None:
    async def play(model: Model) -> None:
        match_id = (await model.call("start_match", game="duel", opponent="easy", options=SMALL))["match_id"]
        for move, problem in (
            ("z9", "z9 is off the board"),
            ("", "the answer is empty"),
            ("a1 or a2", "names several moves"),
            ('{"row": 9, "col": 9}', "off the board"),
            ("DROP TABLE matches; --", "no move was found"),
        ):
            assert problem in await model.refusal("play", match_id=match_id, move=move)
        assert "stale_ply" in await model.refusal("play", match_id=match_id, move="b2", ply=7)
        await model.call("play", match_id=match_id, move="My move: **B2**", ply=0)
        await model.call("play", match_id=match_id, move=f'{{"move": "{await first_legal(model, match_id)}"}}')

    talk(play, server)


def test_no_model_is_told_a_token_or_a_seed(server: GameServer, tmp_path: Path) -> None:
    heard: list[str] = []

    async def play(model: Model) -> None:
        match = await model.call("start_match", game="mosaic", opponent="easy")
        heard.append(model.words + str(match))
        played = await model.call("play", match_id=match["match_id"], move=await first_legal(model, match["match_id"]))
        heard.append(model.words + str(played))

    talk(play, server)
    tokens = [re.search(r'"token":"([^"]+)"', file.read_text()) for file in (tmp_path / "seats").iterdir()]
    assert tokens
    for words in heard:
        assert "seed" not in words
        assert not [token for token in tokens if token is None or token[1] in words]


# The command, and the lab.


def test_the_command_speaks_by_standard_input_and_output(client: ServerClient, tmp_path: Path) -> None:
    arguments = ["-m", "quincunx", "mcp", "--server", client.address, "--seats", str(tmp_path)]

    async def play(model: Model) -> str:
        return str((await model.call("start_match", game="duel", opponent="easy", options=SMALL))["match_id"])

    match_id = talk(play, StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ)))
    assert client.match(match_id)["game"] == "duel"


@pytest.mark.long
def test_without_an_address_the_command_has_a_server_of_its_own(tmp_path: Path) -> None:
    arguments = ["-m", "quincunx", "mcp", "--seats", str(tmp_path), "--database", f"sqlite:///{tmp_path / 'own.db'}"]
    parameters = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def begin(model: Model) -> str:
        match = await model.call("start_match", game="duel", opponent="easy", options=SMALL)
        with Client(match["watch"].partition("/match/")[0]) as watching:
            assert watching.match(match["match_id"])["game"] == "duel"
        return str(match["match_id"])

    match_id = talk(begin, parameters)
    assert talk(lambda model: model.play_on(match_id), parameters)["result"] is not None, "it goes on after a restart"


@pytest.mark.long
def test_a_model_asks_the_lab_and_reads_its_verdicts(server: GameServer) -> None:
    async def ask(model: Model) -> Json:
        started = await model.call("run_lab", game="duel", options=SMALL, players=["random"], games=20)
        return await model.call("read_lab", run=started["run"], wait_seconds=60)

    summary = talk(ask, server)
    assert summary["state"] == "done"
    assert {"fair", "decisive"} <= {verdict["name"] for verdict in summary["verdicts"]}


def test_a_missing_extra_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "quincunx.mcp.server")
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    done = run("mcp", "--server", "http://127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr.startswith("quincunx: not_ready: quincunx mcp needs the package mcp")
    assert "pip install 'quincunx[mcp]'" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--server", "nowhere"), "the address of a server looks like"),
        (("--server", "http://["), "the address of a server looks like"),
        (("--server", "http://127.0.0.1:1", "--seats", "/dev/null/seats"), "cannot keep seats in /dev/null/seats"),
        (("--server", "http://127.0.0.1:1", "--http", "--host", "203.0.113.1"), "cannot listen on 203.0.113.1:8765"),
        (("--database", "nonsense://"), "database"),
    ],
)
def test_a_wrong_argument_gives_one_line(arguments: tuple[str, ...], problem: str, tmp_path: Path) -> None:
    seats = () if "--seats" in arguments else ("--seats", str(tmp_path))
    done = run("mcp", *arguments, *seats)
    assert done.returncode == 2, done.stderr
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_for_seats_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="cannot keep seats in"):
        SeatFolder(tmp_path / "file", "http://127.0.0.1:1")
