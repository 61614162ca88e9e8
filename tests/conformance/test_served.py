"""What the specifications say of matches against AI players, of seats and of saved games, as the server shows it."""

import threading
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from quincunx.catalogue import game as find_game
from quincunx.server.live import ai_turns
from quincunx.server.settings import Settings
from tests.support.fixtures import Serve
from tests.support.servers.client import PERSON, TWO_PEOPLE, HostedMatch, Json, ServerClient, ai, refusal
from tests.support.servers.server import sqlite_url

ANSWER_MILLISECONDS = 2000
match3 = pytest.mark.parametrize("game", ["mosaic", "cascade"])
SEED = 6
"""On some boards the person has to pass after a move or two."""


def hosted_match(client: ServerClient, game: str, **asked: Any) -> HostedMatch:
    return client.new_match(game, **{"seed": SEED} | asked)


@pytest.mark.statement("mosaic", "meta.3")
@pytest.mark.statement("cascade", "meta.3")
@pytest.mark.statement("mosaic", "player.1")
@pytest.mark.statement("cascade", "player.1")
@pytest.mark.statement("mosaic", "setup.3s")
@pytest.mark.statement("cascade", "setup.5s")
@match3
def test_a_match_is_one_person_who_starts_against_one_ai_player(client: ServerClient, game: str) -> None:
    match = hosted_match(client, game).match()
    assert [seat["kind"] for seat in match["seats"]] == ["person", "level"]
    assert (match["mode"], match["turn"]) == ("pvai", 1)


@pytest.mark.statement("mosaic", "ai.2")
@pytest.mark.statement("cascade", "ai.2")
@pytest.mark.statement("mosaic", "ai.5")
@pytest.mark.statement("cascade", "ai.5")
@pytest.mark.statement("mosaic", "ai.6")
@pytest.mark.statement("mosaic", "config.1")
@pytest.mark.statement("cascade", "config.1")
@match3
def test_the_ai_player_is_medium_in_seat_2_and_does_not_think_yet(client: ServerClient, game: str) -> None:
    match = hosted_match(client, game).match()
    assert match["seats"][1]["level"] == "medium"
    assert match["thinking"] is False


@pytest.mark.statement("mosaic", "config.2")
@pytest.mark.statement("cascade", "config.2")
@match3
def test_the_difficulty_can_be_changed(client: ServerClient, game: str) -> None:
    hosted = hosted_match(client, game)
    assert hosted.act("level", level="hard")["seats"][1]["level"] == "hard"


@pytest.mark.statement("mosaic", "validation.7p")
@pytest.mark.statement("cascade", "validation.8s")
@match3
def test_a_preview_shows_what_a_move_would_do_and_does_nothing(client: ServerClient, game: str) -> None:
    hosted = hosted_match(client, game)
    before = hosted.match()
    preview = client.preview(hosted.id, before["legal"][0], 0)
    assert preview["events"][0]["kind"] == "swapped"
    assert preview["view"]["cells"] != before["view"]["cells"]
    assert hosted.match() == before


@pytest.mark.statement("mosaic", "turns.4s")
@pytest.mark.statement("cascade", "turns.4s")
@match3
def test_a_person_moves_only_in_turn_and_while_the_match_runs(
    serve: Serve, game: str, held_ai: threading.Event
) -> None:
    hosted = hosted_match(serve(), game)
    ply = hosted.play(hosted.match()["legal"][0])["ply"]
    assert refusal(hosted.try_move("a1b1", ply)) == (409, "not_your_turn")
    held_ai.set()
    hosted.wait_for_ai()
    ply = hosted.act("resign")["ply"]
    assert refusal(hosted.try_move("a1b1", ply)) == (409, "match_over")


@pytest.mark.statement("mosaic", "turns.6")
@pytest.mark.statement("cascade", "turns.6")
@pytest.mark.statement("mosaic", "turns.7")
@pytest.mark.statement("cascade", "turns.7")
@match3
def test_the_ai_player_moves_by_itself_and_then_it_is_the_persons_turn(client: ServerClient, game: str) -> None:
    hosted = hosted_match(client, game)
    match = hosted.play_on(1)
    assert [entry["seat"] for entry in match["history"]] == [1, 2]
    assert match["turn"] == 1


@pytest.mark.statement("mosaic", "R_AI_1s")
@pytest.mark.statement("cascade", "R_AI_1s")
@match3
def test_the_ai_player_moves_within_2_seconds_of_its_turn(client: ServerClient, game: str) -> None:
    """The time that every level may think is below that; `benchmarks/speed/choices.py` measures the answers."""
    assert max(level.milliseconds for level in find_game(game).levels.values()) <= ANSWER_MILLISECONDS
    assert hosted_match(client, game, seats=[PERSON, ai("hard")]).play_on(1)["ply"] == 2


@pytest.mark.statement("mosaic", "ai.4")
@pytest.mark.statement("cascade", "ai.4")
@pytest.mark.statement("mosaic", "config.3")
@pytest.mark.statement("cascade", "config.3")
@match3
@pytest.mark.parametrize(("thought", "left"), [(0.0, 0.5), (0.2, 0.3), (3.0, 0.0)])
def test_an_ai_player_answers_500_ms_after_its_turn_began_and_later_only_if_it_thinks_longer(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, game: str, thought: float, left: float
) -> None:
    """By a clock that moves on by `thought` seconds whenever the server looks at it: what it still waits is noted."""
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(ai_turns, "sleep", wait)
    monkeypatch.setattr(ai_turns, "monotonic", partial(next, count(step=thought)))
    delay = Settings.model_fields["response_delay_ms"].default
    hosted_match(serve(response_delay_ms=delay), game, seats=[PERSON, ai("easy")]).play_on(1)
    assert waits == [pytest.approx(left)]


@pytest.mark.statement("mosaic", "game.2")
def test_the_outcome_of_a_match_of_mosaic_is_also_told_in_the_words_of_the_specification(client: ServerClient) -> None:
    first, second = [PERSON, ai("easy")], [ai("easy"), PERSON]
    quick: Json = {"target": 1}
    drawn: Json = {"max_moves": 1, "target": 100_000, "limit_rule": "draw"}
    for seats, variant, outcome in [(first, quick, "human_wins"), (second, quick, "ai_wins"), (first, drawn, "draw")]:
        hosted = hosted_match(client, "mosaic", seats=seats, variant=variant)
        if seats is first:
            assert hosted.match()["outcome"] == "playing"
        hosted.wait_for_ai()
        assert hosted.play_on()["outcome"] == outcome


@pytest.mark.statement("cascade", "game.2")
def test_the_outcome_of_a_match_of_cascade_is_also_told_in_the_words_of_the_specification(client: ServerClient) -> None:
    seen = set()
    for seed in range(40):
        small = {"size": 5, "tokens": [6, 7, 6, 6]}
        hosted = hosted_match(client, "cascade", seats=[PERSON, ai("easy")], variant=small, seed=seed)
        assert hosted.match()["outcome"] == "playing"
        match = hosted.play_on()
        tokens = match["view"]["tokens"]
        vanished = 0 in tokens
        winner = 0 if tokens[0] == tokens[1] else 1 + ((tokens[0] < tokens[1]) ^ vanished)
        assert match["outcome"] == ("draw", "human_wins", "ai_wins")[winner]
        seen.add(match["outcome"])
        if len(seen) == 3:
            return
    raise AssertionError(f"only {seen} were seen")


@pytest.mark.statement("cascade", "R1.2s")
def test_an_illegal_action_yields_an_error_with_code_and_message(client: ServerClient) -> None:
    assert refusal(hosted_match(client, "cascade").try_move("a1c1", 0))[0] == 422


@pytest.mark.statement("duel", "0.4")
@pytest.mark.statement("duel", "1.5")
def test_0_4_the_server_has_the_game_and_gives_every_match_an_identifier(client: ServerClient) -> None:
    assert client.get("/api/games/duel").json()["name"] == "Infinity Grid Duel"
    ids = {hosted_match(client, "duel").id for _ in range(20)}
    assert len(ids) == 20


@pytest.mark.statement("duel", "0.6")
@pytest.mark.statement("duel", "0.11")
@pytest.mark.statement("duel", "1.3")
def test_1_3_in_pvp_two_people_hold_red_and_green(client: ServerClient) -> None:
    match = hosted_match(client, "duel", seats=TWO_PEOPLE).match()
    assert match["mode"] == "pvp"
    assert [(seat["kind"], seat["colour"]) for seat in match["seats"]] == [("person", "Red"), ("person", "Green")]


@pytest.mark.statement("duel", "1.4")
def test_1_4_in_pvai_one_person_plays_an_ai_player(client: ServerClient) -> None:
    match = hosted_match(client, "duel", seats=[PERSON, {"kind": "level"}]).match()
    assert (match["mode"], [seat["kind"] for seat in match["seats"]]) == ("pvai", ["person", "level"])


@pytest.mark.statement("duel", "4.2")
def test_4_2_the_turn_of_an_ai_player_starts_its_search(client: ServerClient) -> None:
    hosted = hosted_match(client, "duel", seats=[{"kind": "level"}, PERSON])
    assert [entry["seat"] for entry in hosted.wait_for_ai()["history"]] == [1]


@pytest.mark.statement("duel", "6.0")
@pytest.mark.statement("duel", "6.1")
def test_6_1_a_move_is_kept_and_a_server_that_starts_again_goes_on(serve: Serve, tmp_path: Path) -> None:
    database = sqlite_url(tmp_path)
    hosted = serve(database).new_match("duel", TWO_PEOPLE)
    before = hosted.play("c4")
    hosted.client.server.close()
    hosted.client = serve(database)
    assert hosted.match() == before
    assert hosted.play("c5")["ply"] == 2


@pytest.mark.statement("duel", "6.2")
def test_6_2_a_match_is_read_with_board_turn_mode_winner_and_history(client: ServerClient) -> None:
    hosted = hosted_match(client, "duel", seats=TWO_PEOPLE)
    hosted.play("c4")
    match = hosted.match()
    assert match["view"]["cells"][3] == "..R..."
    assert (match["turn"], match["mode"], match["winner"]) == (2, "pvp", None)
    assert [entry["move"] for entry in match["history"]] == ["c4"]


@pytest.mark.statement("duel", "6.3s")
def test_6_3_the_history_lists_all_moves_in_order(client: ServerClient) -> None:
    hosted = hosted_match(client, "duel", seats=TWO_PEOPLE)
    hosted.play("c4", "c5", "b4")
    history = [(entry["ply"], entry["seat"], entry["move"]) for entry in hosted.match()["history"]]
    assert history == [(0, 1, "c4"), (1, 2, "c5"), (2, 1, "b4")]


@pytest.mark.statement("duel", "6.4s")
def test_6_4_a_match_carries_all_that_is_needed_to_go_on(client: ServerClient) -> None:
    hosted = hosted_match(client, "duel", seats=TWO_PEOPLE)
    hosted.play("c4")
    match = hosted.match()
    continued = hosted_match(client, "duel", seats=TWO_PEOPLE, record=hosted.record()["text"]).match()
    assert (continued["view"], continued["legal"]) == (match["view"], match["legal"])


@pytest.mark.statement("duel", "9.0")
@pytest.mark.statement("duel", "9.1s")
@pytest.mark.statement("duel", "9.5")
def test_9_1_restart_empties_the_board_and_keeps_match_and_mode(client: ServerClient) -> None:
    hosted = hosted_match(client, "duel", seats=TWO_PEOPLE)
    hosted.play("c4")
    restarted = hosted.act("restart")
    assert set("".join(restarted["view"]["cells"])) == {"."}
    assert (restarted["id"], restarted["mode"], restarted["turn"]) == (hosted.id, "pvp", 1)
