"""A series: matches until one side has won often enough. The score goes with the people, not with the seats."""

import pytest

from tests.server.match.test_rematch import again, rematch
from tests.support.servers.client import PERSON, TWO_PEOPLE, HostedMatch, Json, ServerClient, ai, refusal


def next_match(hosted: HostedMatch, seat: int = 1) -> HostedMatch:
    payload = rematch(hosted, seat)
    swapped = payload["seats"][0]["seat"] != seat
    other = again(hosted, payload, swapped)
    other.invites = hosted.invites
    return other


def series(match: Json) -> tuple[int, list[int], int | None]:
    told = match["series"]
    return told["number"], told["wins"], told["winner"]


def test_the_score_follows_the_people_as_their_seats_alternate(client: ServerClient) -> None:
    first = client.new_remote_match("duel", series={"first_to": 2})
    assert first.match()["series"] == {"first_to": 2, "number": 1, "wins": [0, 0], "winner": None}
    assert series(first.act("resign", 2)) == (1, [1, 0], None)
    second = next_match(first)
    assert series(second.match()) == (2, [0, 1], None), "the winner sits in seat 2 now"
    assert series(second.act("resign", 2)) == (2, [1, 1], None)
    third = next_match(second)
    assert series(third.act("resign", 1)) == (3, [1, 2], 2)
    fourth = next_match(third)
    assert series(fourth.match()) == (1, [0, 0], None), "another series"


def test_a_draw_counts_for_nobody(client: ServerClient) -> None:
    hosted = client.new_match("pushmine", TWO_PEOPLE, series={"first_to": 3})
    assert series(hosted.act("draw")) == (1, [0, 0], None)
    assert series(next_match(hosted).match()) == (2, [0, 0], None)


@pytest.mark.parametrize(("game", "swapped"), [("duel", True), ("mosaic", False)])
def test_against_the_ai_the_person_stays_first_where_that_is_specified(
    client: ServerClient, game: str, swapped: bool
) -> None:
    hosted = client.new_match(game, [PERSON, ai("easy")], series={"first_to": 2})
    hosted.act("resign")
    match = next_match(hosted).match()
    assert [seat["kind"] for seat in match["seats"]] == (["level", "person"] if swapped else ["person", "level"])
    assert match["series"]["wins"] == ([1, 0] if swapped else [0, 1])


def test_a_match_of_a_series_is_not_restarted(client: ServerClient) -> None:
    hosted = client.new_match("duel", series={"first_to": 2})
    assert hosted.match()["can"]["restart"] is False
    assert refusal(hosted.try_act("restart")) == (409, "not_allowed")


def test_a_series_needs_two_sides_and_a_sensible_length(client: ServerClient) -> None:
    assert refusal(client.post("/api/matches", {"game": "flood", "series": {"first_to": 2}})) == (409, "not_allowed")
    for wrong in ({"first_to": 1}, {"first_to": 11}, {}, 2, {"first_to": 2, "best_of": 3}):
        assert refusal(client.post("/api/matches", {"game": "duel", "series": wrong})) == (422, "bad_request")
