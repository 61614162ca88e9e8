"""People: seats that are not lost, presence that is noticed, tables that say what they rank, seeds that are secret."""

import hashlib
import hmac
import json
import secrets
from typing import Any

import pytest

from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match
from quincunx.server.match.commands import AWAY_MILLISECONDS
from tests.server.http.test_lists import SMALL, scores, solve
from tests.support.fixtures import LetTimePass, Serve
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, ServerClient, ai, refusal

DAY_MILLISECONDS = 86_400_000
SECRET = ("mosaic", "cascade")


# A seat.


def test_joining_again_with_the_same_token_is_answered_the_same(client: ServerClient) -> None:
    """The answer was lost on the way: nobody has to ask for a new match."""
    hosted = client.new_match("duel", APART)
    own = {"invite": hosted.invites[2].partition("#")[2], "token": secrets.token_urlsafe(24)}
    path = f"{hosted.path}/join"
    first, again = client.post(path, own | {"name": "Ada"}), client.post(path, own | {"name": "Ada"})
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert again.json()["token"] == own["token"]
    assert again.json()["match"]["version"] == 1, "only one person has joined"
    hosted.tokens[2] = own["token"]
    hosted.play("c3", "e5")
    assert refusal(client.post(path, own | {"token": secrets.token_urlsafe(24)})) == (409, "seat_taken")
    assert refusal(client.post(path, own | {"token": hosted.tokens[1]})) == (409, "seat_taken")
    assert refusal(client.post(path, own | {"token": "short"})) == (422, "bad_request")


def test_who_asks_with_a_token_is_there(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match()
    other = client.seat(hosted.id, hosted.tokens[2])
    later(AWAY_MILLISECONDS)
    other.match()
    assert refusal(hosted.try_act("claim")) == (409, "not_away")
    later(AWAY_MILLISECONDS)
    other.wait()
    assert refusal(hosted.try_act("claim")) == (409, "not_away")
    later(AWAY_MILLISECONDS)
    client.match(hosted.id)
    assert hosted.try_act("claim").status_code == 200, "a request without a token is anybody's"


def test_who_reads_events_with_a_token_is_there(client: ServerClient, later: LetTimePass) -> None:
    hosted = client.new_remote_match()
    headers = {"authorization": f"Bearer {hosted.tokens[2]}"}
    with client.http.stream("GET", f"{hosted.path}/events", headers=headers) as events:
        lines = events.iter_lines()
        next(lines)
        later(2 * AWAY_MILLISECONDS)
        assert refusal(hosted.try_act("claim")) == (409, "not_away")


# Tables.


def test_tables_show_ids_of_public_matches_only(serve: Serve) -> None:
    own = serve()
    hidden, public = own.new_match("flood", variant=SMALL), own.new_match("flood", variant=SMALL, public=True)
    for hosted in (hidden, public):
        solve(hosted)
    listed = own.get("/api/games/flood/scores", params={"preset": json.dumps(SMALL)})
    assert hidden.id not in listed.text
    assert sorted(str(one["id"]) for one in listed.json()) == sorted(["None", public.id])


def test_a_second_name_at_the_same_address_is_no_first_try(serve: Serve, later: LetTimePass) -> None:
    own = serve()
    own.new_match("flood", variant=SMALL, seed=8)
    with ServerClient(own.address, {"quincunx-client": "somebody else"}) as other:
        second = other.new_match("flood", variant=SMALL, seed=8)
        assert second.match()["assisted"] is False, "it may be somebody else, who has had no help"
        solve(second)
        assert scores(own, json.dumps(SMALL)) == [], "but it is not ranked"
        later(DAY_MILLISECONDS)
        third = ServerClient(own.address, {"quincunx-client": "a third"})
        solve(third.new_match("flood", variant=SMALL, seed=8))
        third.close()
        assert len(scores(own, json.dumps(SMALL))) == 1, "per day"


def test_the_level_cannot_change_after_the_end(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy")])
    hosted.act("resign")
    assert refusal(hosted.try_act("level", level="expert")) == (409, "match_over")


def statistics(client: ServerClient) -> set[tuple[str, str | None]]:
    return {(row["mode"], row["level"]) for row in client.get("/api/statistics").json()}


def test_statistics_name_the_level_that_has_played(serve: Serve) -> None:
    own = serve()
    hosted = own.new_match("duel", [PERSON, ai("easy")])
    hosted.play("c3")
    hosted.wait_for_ai()
    hosted.act("level", level="hard")
    hosted.act("resign")
    assert statistics(own) == {("pvai", "easy")}


def test_a_match_begun_elsewhere_does_not_count(serve: Serve) -> None:
    own = serve()
    begun = Match("duel")
    begun.play("c3")
    own.new_match("duel", TWO_PEOPLE, record=begun.record().as_text()).act("resign")
    own.new_match("duel", TWO_PEOPLE, record=begun.exact_id()).act("resign")
    assert statistics(own) == set()
    own.new_match("duel", TWO_PEOPLE, daily=True).act("resign")
    assert statistics(own) == {("pvp", None)}


# Seeds.


@pytest.mark.parametrize("game", SECRET)
def test_a_secret_daily_seed_is_published_when_the_day_is_over(serve: Serve, later: LetTimePass, game: str) -> None:
    client = serve()
    today = client.get(f"/api/games/{game}/daily").json()
    assert (today["seed"], today["salt"]) == (None, None)
    hosted = client.new_match(game, TWO_PEOPLE, daily=True)
    hosted.act("resign")
    over = hosted.match()
    assert (over["seed"], over["salt"], over["link"]) == (None, None, None), "others are still playing this board"
    assert hosted.record()["text"] is None
    later(DAY_MILLISECONDS)
    known = client.get(f"/api/games/{game}/daily", params={"date": today["date"]}).json()
    assert known["view"] == today["view"]
    store = client.server.app.state.services.store
    digest = hmac.digest(store.daily_secret, f"{today['date']}:{game}".encode(), hashlib.sha256)
    assert known["seed"] == int.from_bytes(digest[:8], "big") % SEED_LIMIT
    assert hashlib.sha256(f"{known['seed']}:{known['salt']}".encode()).hexdigest() == over["commitment"]
    tomorrow = str(int(today["date"]) + 10_000)
    assert refusal(client.get(f"/api/games/{game}/daily", params={"date": tomorrow})) == (404, "not_found")


def test_secret_daily_boards_differ_from_server_to_server(serve: Serve) -> None:
    def board(client: ServerClient, game: str) -> Any:
        return client.get(f"/api/games/{game}/daily").json()["view"]

    one, other = serve(), serve()
    assert board(one, "mosaic") != board(other, "mosaic")
    assert board(one, "flood") == board(other, "flood")


def test_a_named_seed_is_told_before_anyone_joins(client: ServerClient) -> None:
    assert client.make("mosaic", seats=APART, seed=7)["match"]["seed_named"] is True
    assert client.make("mosaic", seats=APART)["match"]["seed_named"] is False
    assert client.make("duel", seats=APART, seed=7)["match"]["seed_named"] is False, "there is nothing to know"
