"""What can be seen, and what cannot: previews, hints, and the seed of a running match."""

import hashlib
import json
from typing import Any

import pytest

from quincunx.catalogue import game as find
from quincunx.engine.match import Match, replay
from quincunx.engine.record import read_record
from tests.support.servers.client import TWO_PEOPLE, HostedMatch, ServerClient, refusal

SEED = 8_675_309_123_457
"""Long enough not to stand in an answer by chance."""
OTHER_SEED = 4
SECRET = ("cascade", "mosaic")

each_secret = pytest.mark.parametrize("game", SECRET)


def preview(hosted: HostedMatch, move: str, ply: int) -> Any:
    answer = hosted.client.post(f"{hosted.path}/preview", {"move": move, "ply": ply})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_preview_shows_what_the_move_would_do_and_changes_nothing(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")
    shown = preview(hosted, "D3", 1)
    assert shown["move"] == "d3"
    assert shown["view"]["cells"][2] == "..GG.."
    assert [event["kind"] for event in shown["events"]] == ["placed", "captured"]
    assert shown["at_least"] is False
    assert shown["told"]
    assert hosted.match()["version"] == 1
    assert hosted.match()["assisted"] is False
    assert hosted.play("d3")["view"]["cells"] == shown["view"]["cells"]


def test_a_preview_of_what_cannot_be_played_is_refused(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")
    path = f"{hosted.path}/preview"
    assert refusal(client.post(path, {"move": "c3", "ply": 1})) == (422, "cell_occupied")
    stale = client.post(path, {"move": "d3", "ply": 0})
    assert refusal(stale) == (409, "stale_ply")
    assert stale.json()["match"]["ply"] == 1
    hosted.act("resign")
    assert refusal(client.post(path, {"move": "d3", "ply": 1}))[1] in ("match_over",)


def lookalike(match: dict[str, Any]) -> str:
    """The exact id of this board with these queues; what falls after them comes from another seed."""
    fields = {"game": "mosaic", "version": 1, "preset": "standard", "seed": OTHER_SEED, "setup": match["view"]}
    return read_record(fields).as_text()


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_of_mosaic_reveals_no_drops_beyond_the_queues(client: ServerClient, seed: int) -> None:
    """Boards that look alike have the same previews, whatever is going to fall; and what falls is not the same."""
    hosted = client.new_match("mosaic", TWO_PEOPLE, seed=SEED + seed)
    real = Match("mosaic", None, SEED + seed)
    unknown = differing = 0
    for _ in range(5):
        match = hosted.match()
        assert match["view"] == real.describe()
        other = client.new_match("mosaic", TWO_PEOPLE, record=lookalike(match))
        for move in match["legal"]:
            seen = preview(hosted, move, match["ply"])
            assert seen == preview(other, move, 0)
            assert seen["at_least"] == any("?" in row for row in seen["view"]["cells"])
            for shown, left in zip(match["view"]["queue"], seen["view"]["queue"], strict=True):
                assert shown.endswith(left.rstrip("?"))
            unknown += seen["at_least"]
            differing += after(real.copy(), move) != after(replay(lookalike(match)), move)
        real.play(match["legal"][-1])
        hosted.play(match["legal"][-1])
    assert unknown
    assert differing


def after(match: Match, move: str) -> Any:
    match.play(move)
    return match.describe()["cells"]


def test_an_unknown_goblin_is_a_question_mark_in_a_preview(client: ServerClient) -> None:
    """Cascade shows two goblins; a preview uses only these, and says nothing of the next two."""
    hosted = client.new_match("cascade", TWO_PEOPLE, seed=SEED)
    match = hosted.match()
    for move in match["legal"]:
        seen = preview(hosted, move, 0)
        assert set(seen["view"]["goblins"]) <= {"?"}
        assert seen["at_least"] == any("?" in row for row in seen["view"]["cells"])


def all_answers(client: ServerClient, hosted: HostedMatch) -> list[str]:
    paths = ("", "/record", "/replay", "/analysis")
    texts = [client.get(hosted.path + path).text for path in paths]
    return [*texts, client.get("/api/matches").text]


@each_secret
def test_the_seed_of_a_running_match_is_nowhere(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game, TWO_PEOPLE, seed=SEED, public=True)
    texts = [json.dumps(hosted.made)]
    for _ in range(3):
        move = hosted.match()["legal"][0]
        texts.append(json.dumps(preview(hosted, move, hosted.match()["ply"])))
        texts.append(hosted.try_move(move, hosted.match()["ply"], hosted.match()["turn"]).text)
        texts.append(hosted.try_move(move, 99).text)
        texts += all_answers(client, hosted)
    texts.append(hosted.try_act("hint", hosted.match()["turn"]).text)
    for text in texts:
        assert str(SEED) not in text
    match = hosted.match()
    assert (match["seed"], match["salt"], match["link"]) == (None, None, None)
    record = hosted.record()
    assert (record["record"]["seed"], record["text"]) == (None, None)
    assert record["record"]["commitment"] == match["commitment"]


@each_secret
def test_a_seed_inside_an_exact_id_is_secret_too(client: ServerClient, game: str) -> None:
    start = Match(game, None, 3)
    fields = start.record().as_json() | {"setup": start.describe() | {"seed": SEED}}
    hosted = client.new_match(game, TWO_PEOPLE, record=read_record(fields).as_text())
    for text in all_answers(client, hosted):
        assert str(SEED) not in text
    hosted.act("resign")
    assert hosted.record()["record"]["setup"]["seed"] == SEED


@each_secret
def test_seed_and_salt_at_the_end_open_the_commitment(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game, TWO_PEOPLE)
    commitment = hosted.match()["commitment"]
    assert commitment != client.new_match(game, TWO_PEOPLE).match()["commitment"]
    match = hosted.act("resign")
    opened = f"{match['seed']}:{match['salt']}"
    assert hashlib.sha256(opened.encode()).hexdigest() == commitment == match["commitment"]
    record = hosted.record()
    assert record["record"]["seed"] == match["seed"]
    assert (record["salt"], record["commitment"]) == (match["salt"], commitment)
    assert match["link"] == f"q1.{game}.{record['record']['version']}.standard.{match['seed']}~{match['salt']}"
    assert (
        client.make(game, record=record["text"], seats=TWO_PEOPLE)["match"]["view"]["cells"] == match["view"]["cells"]
    )


@pytest.mark.parametrize("game", ["duel", "flood", "pushmine"])
def test_a_seed_that_is_not_secret_is_shown(client: ServerClient, game: str) -> None:
    match = client.make(game, seed=SEED)["match"]
    assert match["seed"] == SEED
    assert match["link"] == f"q1.{game}.{find(game).version}.standard.{SEED}"
    assert (match["commitment"], match["salt"]) == (None, None)


@pytest.mark.parametrize("game", ["cascade", "duel", "flood", "mosaic", "pushmine"])
def test_a_hint_is_a_legal_move_and_marks_the_match_for_good(client: ServerClient, game: str) -> None:
    hosted = client.new_match(game)
    answer = hosted.try_act("hint")
    hint = answer.json()
    assert answer.status_code == 200
    assert hint["move"] in hosted.match()["legal"]
    assert hint["reason"]
    assert hint["match"]["assisted"] is True
    assert hint["match"]["ply"] == 0
    hosted.play(hint["move"])
    assert hosted.wait_for_ai()["assisted"] is True
    assert hosted.record()["record"]["assisted"] is True


def test_a_hint_of_flood_is_exact(client: ServerClient) -> None:
    hosted = client.new_match("flood", variant={"size": 6}, seed=4)
    hint = hosted.try_act("hint").json()
    assert hint["sure"] == "proven"
    assert hint["details"]


def test_hints_are_for_the_side_to_move_alone(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    assert refusal(hosted.try_act("hint", 2)) == (409, "not_your_turn")
    apart = client.new_remote_match()
    assert refusal(apart.try_act("hint", 1)) == (409, "not_allowed")
    apart.act("resign")
    assert refusal(apart.try_act("hint", 1)) == (409, "match_over")
    assert not apart.match()["assisted"]
