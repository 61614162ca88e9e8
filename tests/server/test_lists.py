"""Best scores, statistics, recent matches."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.search.chooser import choose_in
from tests.server.table import APART, PERSON, TWO_PEOPLE, House, Table, ours, refusal

Thread = Callable[..., House]
SMALL: dict[str, Any] = {"size": 5, "colours": 4, "limit_rule": "none", "limit": None}


@pytest.fixture
def own(thread: Thread) -> House:
    """A house of this test alone: lists are about everything that was played in it."""
    return thread()


def solve(table: Table) -> int:
    """Play as our best player would; how many moves."""
    match = Match("flood", table.match()["variant"], table.match()["seed"])
    for text in table.match()["history"]:
        match.play(text["move"])
    while match.end is None:
        move = match.game.write_move(match.position, choose_in(match, "hard").move)
        match.play(move)
        table.played(move)
    assert table.match()["status"] == "won"
    return len(match.history)


def waste(table: Table) -> None:
    """One move more than needed: the last colour first."""
    table.played(table.match()["legal"][-1])


def scores(house: House, variant: str | None = None, **asked: Any) -> list[dict[str, Any]]:
    query = asked | ({"preset": variant} if variant else {})
    found: list[dict[str, Any]] = house.get("/api/games/flood/scores", params=query).json()
    return found


def test_best_scores_are_the_fewest_moves_first(own: House) -> None:
    tables = [own.table("flood", preset="zen", seed=seed) for seed in (1, 2, 3)]
    waste(tables[0])
    moves = [solve(table) for table in tables]
    found = scores(own, "zen")
    assert [one["ply"] for one in found] == sorted(moves)
    assert {one["id"] for one in found} == {table.id for table in tables}
    assert {one["seed"] for one in found} == {1, 2, 3}
    assert scores(own, "zen", limit=1) == found[:1]
    assert scores(own, "standard") == scores(own) == []


def test_best_scores_of_any_variant(own: House) -> None:
    table = own.table("flood", variant=SMALL)
    solve(table)
    assert [one["id"] for one in scores(own, json.dumps(SMALL))] == [table.id]


def test_best_scores_of_a_variant_whose_limit_is_each_boards_own(own: House) -> None:
    """`optimum` fills a number in for every board: that is not another variant each time."""
    variant = {"size": 5, "colours": 5, "limit_rule": "optimum", "slack": 7}
    tables = [own.table("flood", variant=variant, seed=seed) for seed in range(1, 5)]
    assert len({table.match()["view"]["limit"] for table in tables}) > 1
    for table in tables:
        solve(table)
    assert len(scores(own, json.dumps(variant))) == 4


def assisted_by_undo(table: Table) -> None:
    waste(table)
    table.acted("undo")


def assisted_by_hint(table: Table) -> None:
    table.act("hint")


def assisted_by_restart(table: Table) -> None:
    waste(table)
    table.acted("restart")


@pytest.mark.parametrize("helped", [assisted_by_undo, assisted_by_hint, assisted_by_restart])
def test_an_assisted_match_is_no_best_score(own: House, helped: Callable[[Table], None]) -> None:
    table = own.table("flood", variant=SMALL)
    helped(table)
    solve(table)
    assert table.match()["assisted"] is True
    assert scores(own, json.dumps(SMALL)) == []


def test_a_second_try_at_the_same_seed_is_assisted(thread: Thread) -> None:
    own = thread()
    assert own.made("flood", variant=SMALL, seed=8)["match"]["assisted"] is False
    second = own.table("flood", variant=SMALL, seed=8)
    assert second.match()["assisted"] is True
    solve(second)
    assert scores(own, json.dumps(SMALL)) == []
    assert own.made("flood", variant=SMALL | {"size": 6}, seed=8)["match"]["assisted"] is False
    somebody_else = House(own.address, **{"quincunx-client": "somebody else"})
    assert somebody_else.made("flood", variant=SMALL, seed=8)["match"]["assisted"] is False
    assert somebody_else.made("flood", variant=SMALL, seed=8)["match"]["assisted"] is True
    somebody_else.close()


def test_a_game_without_chance_has_no_second_try(own: House) -> None:
    assert [own.made("duel", seed=8)["match"]["assisted"] for _ in range(2)] == [False, False]


def test_a_given_seed_of_mosaic_is_assisted_and_a_drawn_one_is_not(own: House) -> None:
    """Who gives the seed can know what falls."""
    assert own.made("mosaic", seed=8)["match"]["assisted"] is True
    assert own.made("mosaic")["match"]["assisted"] is False
    assert own.made("mosaic", daily=True)["match"]["assisted"] is False


def test_what_somebody_has_begun_elsewhere_is_no_best_score(own: House) -> None:
    """A pasted record may be a solver's, and a pasted position one move from the end."""
    begun = Match("flood", SMALL, 5)
    begun.play(begun.legal()[0])
    helped = begun.record().model_copy(update={"moves": (), "assisted": True})
    for text in (begun.record().as_text(), begun.exact_id(), helped.as_json_text()):
        table = own.table("flood", record=text)
        assert table.match()["assisted"] is True, text
    plain = own.table("flood", record=Match("flood", SMALL, 6).record().as_text())
    assert plain.match()["assisted"] is False, "a shared board is a challenge"


def test_scores_of_todays_board(own: House) -> None:
    table = own.table("flood", daily=True)
    other = own.table("flood", preset="standard", seed=4)
    for one in (table, other):
        solve(one)
    today = table.match()["daily"]
    assert [one["id"] for one in scores(own, "standard", date=today)] == [table.id]
    assert {one["id"] for one in scores(own)} == {table.id, other.id}
    assert scores(own, date="19990101") == []


def test_bad_questions_for_scores(own: House) -> None:
    assert refusal(own.get("/api/games/chess/scores")) == (404, "unknown_game")
    assert refusal(own.get("/api/games/flood/scores?preset=nosuch")) == (422, "bad_variant")
    for query in ("limit=0", "limit=51", "limit=x", "date=today"):
        assert refusal(own.get(f"/api/games/flood/scores?{query}")) == (422, "bad_request")


def test_statistics_count_finished_matches_by_game_mode_and_level(own: House) -> None:
    for level, resigned in (("easy", 1), ("easy", 1), ("hard", 1)):
        own.table("duel", [PERSON, ours(level)]).acted("resign", resigned)
    pvp = own.table("duel", TWO_PEOPLE)
    pvp.played("c3", "e5")
    pvp.acted("draw")
    own.table("duel", TWO_PEOPLE).played("c3")
    rows = {(row["mode"], row["level"]): row for row in own.get("/api/statistics").json()}
    assert set(rows) == {("pvai", "easy"), ("pvai", "hard"), ("pvp", None)}
    easy = rows["pvai", "easy"]
    assert (easy["game"], easy["matches"], easy["our_wins"], easy["person_wins"]) == ("duel", 2, 2, 0)
    draw = rows["pvp", None]
    assert (draw["matches"], draw["draws"], draw["mean_plies"]) == (1, 1, 2.0)


def test_recent_matches_are_the_public_ones(own: House) -> None:
    private = own.table("duel", TWO_PEOPLE)
    first = own.table("duel", TWO_PEOPLE, public=True)
    second = own.table("mosaic", TWO_PEOPLE, public=True)
    assert [one["id"] for one in own.get("/api/matches").json()] == [second.id, first.id]
    first.played("c3")
    assert [one["id"] for one in own.get("/api/matches").json()] == [first.id, second.id]
    assert [one["id"] for one in own.get("/api/matches?game=mosaic").json()] == [second.id]
    second.acted("resign")
    assert [one["id"] for one in own.get("/api/matches?status=won").json()] == [second.id]
    assert [one["id"] for one in own.get("/api/matches?status=playing").json()] == [first.id]
    assert own.get("/api/matches?limit=1").json()[0]["ply"] == 0
    assert private.id not in own.get("/api/matches?limit=100").text
    assert own.table("duel", APART).id not in own.get("/api/matches").text
