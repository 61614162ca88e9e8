"""What can be seen, and what cannot: previews, hints, and the seed of a running match."""

import hashlib
import json
from typing import Any

import pytest

from quincunx.engine.match import Match, replay
from quincunx.engine.record import read_record
from tests.server.table import TWO_PEOPLE, House, Table, refusal

SEED = 8_675_309_123_457
"""Long enough not to stand in an answer by chance."""
OTHER_SEED = 4
SECRET = ("cascade", "mosaic")

each_secret = pytest.mark.parametrize("game", SECRET)


def preview(table: Table, move: str, ply: int) -> Any:
    answer = table.house.post(f"{table.path}/preview", {"move": move, "ply": ply})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_preview_shows_what_the_move_would_do_and_changes_nothing(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    table.played("c3")
    told = preview(table, "D3", 1)
    assert told["move"] == "d3"
    assert told["view"]["cells"][2] == "..GG.."
    assert [event["kind"] for event in told["events"]] == ["placed", "captured"]
    assert told["at_least"] is False
    assert told["told"]
    assert table.match()["version"] == 1
    assert table.match()["assisted"] is False
    assert table.played("d3")["view"]["cells"] == told["view"]["cells"]


def test_a_preview_of_what_cannot_be_played_is_refused(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    table.played("c3")
    path = f"{table.path}/preview"
    assert refusal(house.post(path, {"move": "c3", "ply": 1})) == (422, "cell_occupied")
    stale = house.post(path, {"move": "d3", "ply": 0})
    assert refusal(stale) == (409, "stale_ply")
    assert stale.json()["match"]["ply"] == 1
    table.acted("resign")
    assert refusal(house.post(path, {"move": "d3", "ply": 1}))[1] in ("match_over",)


def lookalike(match: dict[str, Any]) -> str:
    """The exact id of this board with these queues; whatever falls after those comes from another seed."""
    fields = {"game": "mosaic", "version": 1, "preset": "standard", "seed": OTHER_SEED, "setup": match["view"]}
    return read_record(fields).as_text()


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_of_mosaic_tells_nothing_of_drops_beyond_the_queues(house: House, seed: int) -> None:
    """Boards that look alike have the same previews, whatever is going to fall; and what falls is not the same."""
    table = house.table("mosaic", TWO_PEOPLE, seed=SEED + seed)
    real = Match("mosaic", None, SEED + seed)
    unknown = differing = 0
    for _ in range(5):
        match = table.match()
        assert match["view"] == real.describe()
        other = house.table("mosaic", TWO_PEOPLE, record=lookalike(match))
        for move in match["legal"]:
            told = preview(table, move, match["ply"])
            assert told == preview(other, move, 0)
            assert told["at_least"] == any("?" in row for row in told["view"]["cells"])
            for shown, left in zip(match["view"]["queue"], told["view"]["queue"], strict=True):
                assert shown.endswith(left.rstrip("?"))
            unknown += told["at_least"]
            differing += after(real.copy(), move) != after(replay(lookalike(match)), move)
        real.play(match["legal"][-1])
        table.played(match["legal"][-1])
    assert unknown
    assert differing


def after(match: Match, move: str) -> Any:
    match.play(move)
    return match.describe()["cells"]


def test_an_unknown_goblin_is_a_question_mark_in_a_preview(house: House) -> None:
    """Cascade shows two goblins; a preview of a move brings no more than these, and says nothing of the next two."""
    table = house.table("cascade", TWO_PEOPLE, seed=SEED)
    match = table.match()
    for move in match["legal"]:
        told = preview(table, move, 0)
        assert set(told["view"]["goblins"]) <= {"?"}
        assert told["at_least"] == any("?" in row for row in told["view"]["cells"])


def everything_told(house: House, table: Table) -> list[str]:
    paths = ("", "/record", "/replay", "/analysis")
    told = [house.get(table.path + path).text for path in paths]
    return [*told, house.get("/api/matches").text]


@each_secret
def test_the_seed_of_a_running_match_is_nowhere(house: House, game: str) -> None:
    table = house.table(game, TWO_PEOPLE, seed=SEED, public=True)
    told = [json.dumps(table.made)]
    for _ in range(3):
        move = table.match()["legal"][0]
        told.append(json.dumps(preview(table, move, table.match()["ply"])))
        told.append(table.move(move, table.match()["ply"], table.match()["turn"]).text)
        told.append(table.move(move, 99).text)
        told += everything_told(house, table)
    told.append(table.act("hint", table.match()["turn"]).text)
    for text in told:
        assert str(SEED) not in text
    match = table.match()
    assert (match["seed"], match["salt"], match["link"]) == (None, None, None)
    record = table.record()
    assert (record["record"]["seed"], record["text"]) == (None, None)
    assert record["record"]["commitment"] == match["commitment"]


@each_secret
def test_a_seed_inside_of_an_exact_id_is_a_secret_too(house: House, game: str) -> None:
    start = Match(game, None, 3)
    fields = start.record().as_json() | {"setup": start.describe() | {"seed": SEED}}
    table = house.table(game, TWO_PEOPLE, record=read_record(fields).as_text())
    for text in everything_told(house, table):
        assert str(SEED) not in text
    table.acted("resign")
    assert table.record()["record"]["setup"]["seed"] == SEED


@each_secret
def test_seed_and_salt_at_the_end_open_the_commitment(house: House, game: str) -> None:
    table = house.table(game, TWO_PEOPLE)
    commitment = table.match()["commitment"]
    assert commitment != house.table(game, TWO_PEOPLE).match()["commitment"]
    match = table.acted("resign")
    opened = f"{match['seed']}:{match['salt']}"
    assert hashlib.sha256(opened.encode()).hexdigest() == commitment == match["commitment"]
    record = table.record()
    assert record["record"]["seed"] == match["seed"]
    assert (record["salt"], record["commitment"]) == (match["salt"], commitment)
    assert match["link"] == f"q1.{game}.{record['record']['version']}.standard.{match['seed']}"
    assert house.made(game, record=record["text"], seats=TWO_PEOPLE)["match"]["view"]["cells"] == match["view"]["cells"]


@pytest.mark.parametrize("game", ["duel", "flood", "pushmine"])
def test_a_seed_that_is_no_secret_is_told(house: House, game: str) -> None:
    match = house.made(game, seed=SEED)["match"]
    assert match["seed"] == SEED
    assert match["link"] == f"q1.{game}.1.standard.{SEED}"
    assert (match["commitment"], match["salt"]) == (None, None)


@pytest.mark.parametrize("game", ["cascade", "duel", "flood", "mosaic", "pushmine"])
def test_a_hint_is_a_legal_move_and_marks_the_match_for_good(house: House, game: str) -> None:
    table = house.table(game)
    answer = table.act("hint")
    told = answer.json()
    assert answer.status_code == 200
    assert told["move"] in table.match()["legal"]
    assert told["reason"]
    assert told["match"]["assisted"] is True
    assert told["match"]["ply"] == 0
    table.played(told["move"])
    assert table.waited()["assisted"] is True
    assert table.record()["record"]["assisted"] is True


def test_a_hint_of_flood_is_exact(house: House) -> None:
    table = house.table("flood", variant={"size": 6}, seed=4)
    told = table.act("hint").json()
    assert told["sure"] == "proven"
    assert told["details"]


def test_hints_are_for_the_side_to_move_alone(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE)
    assert refusal(table.act("hint", 2)) == (409, "not_your_turn")
    apart = house.apart()
    assert refusal(apart.act("hint", 1)) == (409, "not_allowed")
    apart.acted("resign")
    assert refusal(apart.act("hint", 1)) == (409, "match_over")
    assert not apart.match()["assisted"]
