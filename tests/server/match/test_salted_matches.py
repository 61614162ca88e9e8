"""On a server the drops of mosaic and cascade come from the salt that backs the commitment."""

import pytest

from quincunx.engine.match import Match, replay
from quincunx.server.match.actions import Creation, SeatPlan
from quincunx.server.match.state import State
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, ServerClient

SECRET = ("mosaic", "cascade")


@pytest.mark.parametrize("game", SECRET)
def test_the_salt_is_told_with_the_seed_at_the_end_and_gives_the_same_match(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game, TWO_PEOPLE)
    running = hosted.record()["record"]
    assert running["seed"] is None
    assert "salt" not in running
    hosted.play_on(6)
    if hosted.match()["status"] == "playing":
        hosted.act("resign")
    over, record = hosted.match(), hosted.record()
    assert record["record"]["salt"] == over["salt"]
    assert record["text"].split(".")[4] == f"{over['seed']}~{over['salt']}"
    for given in (record["record"], record["text"]):
        assert replay(given).describe()["cells"] == over["view"]["cells"]
    again = client.new_match(game, TWO_PEOPLE, record=over["link"])
    assert (
        again.match()["view"]["cells"] == hosted.client.get(f"{hosted.path}/replay").json()["steps"][0]["view"]["cells"]
    )


@pytest.mark.parametrize("game", SECRET)
def test_the_seed_alone_does_not_tell_what_falls(client: ServerClient, game: str) -> None:
    """Who had found the seed of a running match would know nothing: 128 bits are missing."""
    views = []
    for _ in range(4):
        hosted = client.new_match(game, TWO_PEOPLE)
        hosted.act("resign")
        match = hosted.match()
        views.append((match["view"], Match(game, None, match["seed"]).describe()))
    hidden = "queue" if game == "mosaic" else "goblins"
    assert any(with_salt[hidden] != without[hidden] for with_salt, without in views)


@pytest.mark.parametrize("game", SECRET)
def test_a_seed_that_was_named_does_not_tell_what_falls_either(client: ServerClient, game: str) -> None:
    matches = [HostedMatch(client, client.make(game, seats=TWO_PEOPLE, seed=8)) for _ in range(2)]
    for hosted in matches:
        hosted.act("resign")
        over, record = hosted.match(), hosted.record()
        assert record["text"].split(".")[4] == f"8~{over['salt']}"
        assert replay(record["text"]).describe()["cells"] == over["view"]["cells"]
    assert matches[0].match()["salt"] != matches[1].match()["salt"]


def test_a_rematch_has_a_salt_of_its_own(client: ServerClient) -> None:
    hosted = client.new_match("mosaic", TWO_PEOPLE)
    hosted.act("resign")
    again = client.seat(hosted.act("rematch")["id"], hosted.tokens[1])
    again.act("resign")
    over = again.match()
    assert client.record(over["id"])["text"].split(".")[4] == f"{over['seed']}~{over['salt']}"
    assert over["salt"] != hosted.match()["salt"]


def test_a_game_id_without_a_salt_gives_its_usual_board(client: ServerClient) -> None:
    usual = Match("mosaic", None, 8)
    hosted = client.new_match("mosaic", TWO_PEOPLE, record=usual.record().as_text())
    assert hosted.match()["view"] == usual.describe()
    hosted.act("resign")
    assert hosted.record()["text"].split(".")[4] == "8"


def test_a_match_of_an_older_server_goes_on_without_its_salt() -> None:
    """It had one for its commitment, and did not draw from it."""
    variant = Match("mosaic").variant.model_dump(mode="json")
    old = Creation.model_validate_json(
        Creation(
            game="mosaic", game_version=1, variant=variant, seed=8, salt="00" * 16,
            seats=(SeatPlan(kind="person"),) * 2, created_at=0,
        ).model_dump_json(exclude={"salted"})
    )  # fmt: skip
    assert State("", old).match.describe() == Match("mosaic", None, 8).describe()
