"""The client in Python: a few lines make, play and watch a match."""

import subprocess
import sys

import pytest

from quincunx.client import Client
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import replay
from quincunx.server_errors import ServerErrorCode
from tests.support.servers.client import APART, TWO_PEOPLE, ServerClient, ai


def test_a_match_against_an_ai_player(client: Client) -> None:
    made = client.make("duel", seats=[{"kind": "person"}, ai("easy")])
    seat = client.seat(made["id"], made["seats"][0]["token"])
    assert seat.move("c3", ply=0)["match"]["ply"] == 1
    match = seat.wait()
    assert match["ply"] == 2
    assert seat.hint()["move"] in match["legal"]
    assert seat.act("undo")["match"]["ply"] == 0
    assert seat.act("resign")["match"]["outcome"] == "ai_wins"
    assert replay(client.record(made["id"])["record"]).result == "2"


def test_a_match_between_two_clients(client: Client) -> None:
    made = client.make("duel", seats=APART)
    first = client.seat(made["id"], made["seats"][0]["token"])
    second = client.join(made["id"], made["seats"][1]["invite"].partition("#")[2], name="Ada")
    first.move("c3", 0)
    assert client.preview(made["id"], "d3", 1)["view"]["cells"][2] == "..GG.."
    assert second.move("d3", 1)["match"] == first.match()
    assert first.act("draw", answer="offer")["match"]["offers"]


def test_a_refusal_is_the_same_as_the_engines(client: Client) -> None:
    made = client.make("duel", seats=TWO_PEOPLE)
    seat = client.seat(made["id"], made["seats"][0]["token"])
    with pytest.raises(Refusal) as refused:
        seat.move("z9", 0)
    assert refused.value.errorCode is ErrorCode.BAD_MOVE_TEXT
    with pytest.raises(Refusal) as unknown:
        client.match("nosuch")
    assert unknown.value.errorCode is ServerErrorCode.UNKNOWN_MATCH


def test_an_unreachable_server_is_reported() -> None:
    with Client("http://127.0.0.1:1") as nobody, pytest.raises(Refusal, match="does not answer") as refused:
        nobody.games()
    assert refused.value.errorCode is ErrorCode.NOT_READY


def test_an_address_may_end_with_a_slash(client: ServerClient) -> None:
    with Client(client.address + "/") as same:
        assert same.games() == client.games()


def test_the_catalogue(client: Client) -> None:
    assert {game["game"] for game in client.games()} >= {"duel", "mosaic"}
    assert client.game("flood")["seats"] == 1


def test_playing_in_the_terminal_on_a_server(client: ServerClient) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "play", "duel", "--server", client.address, "--level", "easy"],
        input="c3\nquit\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "c3" in done.stdout
    assert done.stderr == ""
