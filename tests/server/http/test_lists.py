"""Best scores, statistics, recent matches."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.search.chooser import choose_in
from tests.support.fixtures import Serve
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal

SMALL: dict[str, Any] = {"size": 5, "colours": 4, "limit_rule": "none", "limit": None}


@pytest.fixture
def own(serve: Serve) -> ServerClient:
    """A client of a server for this test alone, because lists show everything that was played there."""
    return serve()


def solve(hosted: HostedMatch) -> int:
    """Play as the best AI player would. Returns how many moves it took."""
    match = Match("flood", hosted.match()["variant"], hosted.match()["seed"])
    for text in hosted.match()["history"]:
        match.play(text["move"])
    while match.end is None:
        move = match.game.write_move(match.position, choose_in(match, "hard").move)
        match.play(move)
        hosted.play(move)
    assert hosted.match()["status"] == "won"
    return len(match.history)


def waste(hosted: HostedMatch) -> None:
    """Play one move more than needed: the last colour first."""
    hosted.play(hosted.match()["legal"][-1])


def scores(client: ServerClient, variant: str | None = None, **asked: Any) -> list[dict[str, Any]]:
    query = asked | ({"preset": variant} if variant else {})
    best: list[dict[str, Any]] = client.get("/api/games/flood/scores", params=query).json()
    return best


def test_best_scores_are_the_fewest_moves_first(own: ServerClient) -> None:
    hosted_matches = [own.new_match("flood", preset="zen", seed=seed, public=True) for seed in (1, 2, 3)]
    waste(hosted_matches[0])
    moves = [solve(hosted) for hosted in hosted_matches]
    best = scores(own, "zen")
    assert [one["ply"] for one in best] == sorted(moves)
    assert {one["id"] for one in best} == {hosted.id for hosted in hosted_matches}
    assert {one["seed"] for one in best} == {1, 2, 3}
    assert scores(own, "zen", limit=1) == best[:1]
    assert scores(own, "standard") == scores(own) == []


def test_best_scores_of_any_variant(own: ServerClient) -> None:
    hosted = own.new_match("flood", variant=SMALL, public=True)
    solve(hosted)
    assert [one["id"] for one in scores(own, json.dumps(SMALL))] == [hosted.id]


def test_best_scores_of_a_variant_whose_limit_is_each_boards_own(own: ServerClient) -> None:
    """`optimum` fills in a number for every board; that does not make it another variant each time."""
    variant = {"size": 5, "colours": 5, "limit_rule": "optimum", "slack": 7}
    hosted_matches = [own.new_match("flood", variant=variant, seed=seed) for seed in range(1, 5)]
    assert len({hosted.match()["view"]["limit"] for hosted in hosted_matches}) > 1
    for hosted in hosted_matches:
        solve(hosted)
    assert len(scores(own, json.dumps(variant))) == 4


def test_another_board_of_a_variant_is_made_as_it_was_chosen(own: ServerClient) -> None:
    variant = {"size": 5, "colours": 5, "limit_rule": "optimum", "slack": 7}
    match = own.new_match("flood", variant=variant, seed=1).match()
    assert match["variant"]["limit"] == match["view"]["limit"]
    assert match["chosen_variant"] == match["variant"] | {"limit": None}
    for seed in range(2, 5):
        another = own.new_match("flood", variant=match["chosen_variant"], seed=seed).match()
        assert another["view"]["limit"] == own.new_match("flood", variant=variant, seed=seed).match()["view"]["limit"]


def assisted_by_undo(hosted: HostedMatch) -> None:
    waste(hosted)
    hosted.act("undo")


def assisted_by_hint(hosted: HostedMatch) -> None:
    hosted.try_act("hint")


def assisted_by_restart(hosted: HostedMatch) -> None:
    waste(hosted)
    hosted.act("restart")


@pytest.mark.parametrize("helped", [assisted_by_undo, assisted_by_hint, assisted_by_restart])
def test_an_assisted_match_is_not_a_best_score(own: ServerClient, helped: Callable[[HostedMatch], None]) -> None:
    hosted = own.new_match("flood", variant=SMALL)
    helped(hosted)
    solve(hosted)
    assert hosted.match()["assisted"] is True
    assert scores(own, json.dumps(SMALL)) == []


def test_a_second_try_at_the_same_seed_is_assisted(serve: Serve) -> None:
    own = serve()
    assert own.make("flood", variant=SMALL, seed=8)["match"]["assisted"] is False
    second = own.new_match("flood", variant=SMALL, seed=8)
    assert second.match()["assisted"] is True
    solve(second)
    assert scores(own, json.dumps(SMALL)) == []
    assert own.make("flood", variant=SMALL | {"size": 6}, seed=8)["match"]["assisted"] is False
    somebody_else = ServerClient(own.address, {"quincunx-client": "somebody else"})
    assert somebody_else.make("flood", variant=SMALL, seed=8)["match"]["assisted"] is False
    assert somebody_else.make("flood", variant=SMALL, seed=8)["match"]["assisted"] is True
    somebody_else.close()


def test_in_a_game_without_chance_a_second_try_is_not_assisted(own: ServerClient) -> None:
    assert [own.make("duel", seed=8)["match"]["assisted"] for _ in range(2)] == [False, False]


def test_a_given_seed_of_mosaic_is_assisted_and_a_drawn_one_is_not(own: ServerClient) -> None:
    """Anyone who gives the seed can know what falls."""
    assert own.make("mosaic", seed=8)["match"]["assisted"] is True
    assert own.make("mosaic")["match"]["assisted"] is False
    assert own.make("mosaic", daily=True)["match"]["assisted"] is False


def test_a_match_begun_elsewhere_is_not_a_best_score(own: ServerClient) -> None:
    """A pasted record may be a solver's, and a pasted position one move from the end."""
    begun = Match("flood", SMALL, 5)
    begun.play(begun.legal()[0])
    helped = begun.record().model_copy(update={"moves": (), "assisted": True})
    for text in (begun.record().as_text(), begun.exact_id(), helped.as_json_text()):
        hosted = own.new_match("flood", record=text)
        assert hosted.match()["assisted"] is True, text
    plain = own.new_match("flood", record=Match("flood", SMALL, 6).record().as_text())
    assert plain.match()["assisted"] is False, "a shared board is a challenge"


def test_scores_of_todays_board(own: ServerClient) -> None:
    hosted = own.new_match("flood", daily=True, public=True)
    other = own.new_match("flood", preset="standard", seed=4, public=True)
    for one in (hosted, other):
        solve(one)
    today = hosted.match()["daily"]
    assert [one["id"] for one in scores(own, "standard", date=today)] == [hosted.id]
    assert {one["id"] for one in scores(own)} == {hosted.id, other.id}
    assert scores(own, date="19990101") == []


def test_bad_queries_for_scores_are_refused(own: ServerClient) -> None:
    assert refusal(own.get("/api/games/chess/scores")) == (404, "unknown_game")
    assert refusal(own.get("/api/games/flood/scores?preset=nosuch")) == (422, "bad_variant")
    for query in ("limit=0", "limit=51", "limit=x", "date=today"):
        assert refusal(own.get(f"/api/games/flood/scores?{query}")) == (422, "bad_request")


def test_statistics_count_finished_matches_by_game_mode_and_level(own: ServerClient) -> None:
    for level, resigned in (("easy", 1), ("easy", 1), ("hard", 1)):
        own.new_match("duel", [PERSON, ai(level)]).act("resign", resigned)
    pvp = own.new_match("duel", TWO_PEOPLE)
    pvp.play("c3", "e5")
    pvp.act("draw")
    own.new_match("duel", TWO_PEOPLE).play("c3")
    rows = {(row["mode"], row["level"]): row for row in own.get("/api/statistics").json()}
    assert set(rows) == {("pvai", "easy"), ("pvai", "hard"), ("pvp", None)}
    easy = rows["pvai", "easy"]
    assert (easy["game"], easy["matches"], easy["our_wins"], easy["person_wins"]) == ("duel", 2, 2, 0)
    draw = rows["pvp", None]
    assert (draw["matches"], draw["draws"], draw["mean_plies"]) == (1, 1, 2.0)


def test_recent_matches_are_the_public_ones(own: ServerClient) -> None:
    private = own.new_match("duel", TWO_PEOPLE)
    first = own.new_match("duel", TWO_PEOPLE, public=True)
    second = own.new_match("mosaic", TWO_PEOPLE, public=True)
    assert [one["id"] for one in own.get("/api/matches").json()] == [second.id, first.id]
    first.play("c3")
    assert [one["id"] for one in own.get("/api/matches").json()] == [first.id, second.id]
    assert [one["id"] for one in own.get("/api/matches?game=mosaic").json()] == [second.id]
    second.act("resign")
    assert [one["id"] for one in own.get("/api/matches?status=won").json()] == [second.id]
    assert [one["id"] for one in own.get("/api/matches?status=playing").json()] == [first.id]
    assert own.get("/api/matches?limit=1").json()[0]["ply"] == 0
    assert private.id not in own.get("/api/matches?limit=100").text
    assert own.new_match("duel", APART).id not in own.get("/api/matches").text
