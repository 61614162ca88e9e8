"""Making a match: every kind of seat, board and request."""

import re
from typing import Any

import pytest

from quincunx.catalogue import game as find_game
from quincunx.engine.match import Match
from quincunx.server.match import daily
from tests.support.servers.client import (
    APART,
    INVITE,
    PERSON,
    TWO_PEOPLE,
    HostedMatch,
    Json,
    ServerClient,
    ai,
    refusal,
    usual_board,
)
from tests.support.waiting import wait_until

GAMES = ("cascade", "duel", "flood", "mosaic", "pushmine")
FOR_TWO = ("cascade", "duel", "mosaic", "pushmine")
SECRET = ("cascade", "mosaic")
BITS_OF_A_CHARACTER = 6

each_game = pytest.mark.parametrize("game", GAMES)


def refused(client: ServerClient, **asked: Any) -> tuple[int, str]:
    return refusal(client.post("/api/matches", asked))


def test_the_catalogue_lists_games_variants_levels_and_rules(client: ServerClient) -> None:
    listed = client.get("/api/games").json()
    assert [one["game"] for one in listed] == list(GAMES)
    for one in listed:
        assert one == client.get(f"/api/games/{one['game']}").json()
        assert "standard" in one["presets"]
        assert set(one["variant_schema"]["properties"]) == set(one["options"])
        assert {"easy", "medium", "hard"} <= {level["level"] for level in one["levels"]}
        assert len(one["rules"]) > 100
    assert refusal(client.get("/api/games/chess")) == (404, "unknown_game")


@each_game
def test_a_match_needs_nothing_but_its_game(client: ServerClient, game: str) -> None:
    answer = client.post("/api/matches", {"game": game})
    made = answer.json()
    assert answer.status_code == 201
    assert set(made) == {"id", "seats", "creator", "match"}
    assert made["match"] == client.get(f"/api/matches/{made['id']}").json()
    assert [given["seat"] for given in made["seats"]] == [1]
    assert made["match"]["mode"] == ("solo" if game == "flood" else "pvai")
    assert made["match"]["preset"] == "standard"
    assert (made["match"]["ply"], made["match"]["turn"], made["match"]["status"]) == (0, 1, "playing")
    assert made["match"]["legal"]
    assert made["match"]["history"] == []


def test_ids_and_tokens_cannot_be_guessed(client: ServerClient) -> None:
    hosted_matches = [client.new_match("duel", TWO_PEOPLE) for _ in range(5)]
    secrets = [token for hosted in hosted_matches for token in hosted.tokens.values()]
    assert len({*secrets, *(hosted.id for hosted in hosted_matches)}) == 15
    assert all(len(secret) * BITS_OF_A_CHARACTER >= 128 for secret in secrets)
    assert all(len(hosted.id) * BITS_OF_A_CHARACTER >= 90 for hosted in hosted_matches)


def test_each_person_at_one_screen_gets_a_token(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    assert set(hosted.tokens) == {1, 2}
    assert hosted.creator is None
    assert hosted.match()["mode"] == "pvp"
    assert [seat["taken"] for seat in hosted.match()["seats"]] == [True, True]


def test_an_invited_seat_gets_a_link_and_no_token(client: ServerClient) -> None:
    made = client.make("duel", seats=APART)
    assert [set(given) for given in made["seats"]] == [{"seat", "token"}, {"seat", "invite"}]
    link = made["seats"][1]["invite"]
    assert re.fullmatch(re.escape(f"{client.address}/join/{made['id']}#") + r"[\w-]{22,}", link)
    assert [seat["taken"] for seat in made["match"]["seats"]] == [True, False]


def test_the_invited_person_gets_the_token_of_the_seat(client: ServerClient) -> None:
    hosted = client.new_match("duel", APART)
    assert refusal(hosted.try_move("c3", 0)) == (409, "not_your_turn")
    assert hosted.match()["legal"] == []
    joined = hosted.join(name="Ada")
    assert joined["seat"] == 2
    assert [seat["taken"] for seat in joined["match"]["seats"]] == [True, True]
    assert joined["match"]["seats"][1]["name"] == "Ada"
    hosted.play("c3", "e5")


def test_an_invitation_to_the_first_seat(client: ServerClient) -> None:
    hosted = client.new_match("duel", [INVITE, PERSON])
    hosted.join(1)
    assert hosted.play("c3", "e5")["history"][0]["seat"] == 1


def test_an_invited_person_against_an_ai_player_plays_like_any_other(client: ServerClient) -> None:
    hosted = client.new_match("duel", [ai(), INVITE])
    assert hosted.match()["thinking"] is False
    hosted.join(2)
    match = hosted.wait_for_ai()
    assert match["ply"] == 1
    hosted.try_move(match["legal"][0], 1, seat=2)
    assert hosted.wait_for_ai()["ply"] == 3
    assert hosted.match()["can"]["undo"]
    assert hosted.act("undo", 2)["ply"] == 1
    assert hosted.try_act("hint", 2).status_code == 200
    assert hosted.act("restart", 2)["ply"] == 0


def test_an_ai_player_begins_by_itself(client: ServerClient) -> None:
    hosted = client.new_match("pushmine", [ai(), PERSON])
    match = hosted.wait_for_ai()
    assert [entry["seat"] for entry in match["history"]] == [1]
    assert match["turn"] == 2
    assert match["outcome"] == "playing"


def test_two_ai_players_give_the_maker_a_token_of_another_kind(client: ServerClient) -> None:
    hosted = client.new_match("duel", [ai(), ai()], variant={"size": 3})
    assert hosted.tokens == {}
    assert hosted.creator
    assert hosted.match()["mode"] == "aivai"
    wait_until(lambda: hosted.match()["status"] != "playing")


def test_an_ai_player_alone_can_be_watched(client: ServerClient) -> None:
    hosted = client.new_match("flood", [ai()], preset="zen", variant={"size": 5})
    assert hosted.match()["mode"] == "watch"
    wait_until(lambda: hosted.match()["status"] == "won")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("duel", []),
        ("duel", [PERSON]),
        ("duel", [PERSON, PERSON, PERSON]),
        ("duel", [INVITE, INVITE]),
        ("duel", [PERSON, {"kind": "ghost"}]),
        ("duel", [PERSON, {"kind": "level", "level": 3}]),
        ("duel", [PERSON, {"kind": "person", "name": ""}]),
        ("duel", [PERSON, {"kind": "person", "name": "x" * 25}]),
        ("duel", [PERSON, {"kind": "person", "name": "a\nb"}]),
        ("duel", [PERSON, {"kind": "person", "rank": 1}]),
        ("flood", [PERSON, PERSON]),
        ("flood", [INVITE]),
    ],
)
def test_invalid_seats_are_refused(client: ServerClient, game: str, seats: list[Json]) -> None:
    assert refused(client, game=game, seats=seats) == (422, "bad_request")


def test_an_unknown_level_is_refused(client: ServerClient) -> None:
    assert refused(client, game="duel", seats=[PERSON, ai("godlike")]) == (422, "unknown_level")


def test_a_prompt_becomes_a_strategy(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("medium", prompt="hold the edges, juggle cats")])
    seat = hosted.match()["seats"][1]
    assert seat["strategy"]
    assert seat["understood"]["ignored"]
    hosted.try_move("c3", 0)
    hosted.wait_for_ai()
    assert hosted.record()["record"]["seats"][1]["strategy"] == seat["strategy"]


def test_a_prompt_for_a_game_that_takes_none_is_refused(client: ServerClient) -> None:
    assert refused(client, game="flood", seats=[ai(prompt="be bold")]) == (409, "not_allowed")
    assert refused(client, game="duel", seats=[PERSON, ai(prompt="x" * 501)]) == (422, "bad_request")


def test_advice_can_be_requested_before_a_match(client: ServerClient) -> None:
    advice = client.post("/api/games/duel/advice", {"prompt": "hold the edges"}).json()
    assert advice["strategy"]
    assert advice["understood"] == [
        {
            "principle": "edges",
            "sought": True,
            "price": 2.5,
            "text": "hold the edges",
            "sentence": "places on the edges if that costs at most 2.5 tiles",
        }
    ]
    assert set(advice["levels"]) == set(find_game("duel").levels)
    assert refusal(client.post("/api/games/flood/advice", {"prompt": "hm"})) == (409, "not_allowed")


def test_presets_variants_and_both(client: ServerClient) -> None:
    assert client.make("pushmine", preset="blitz")["match"]["variant"]["size"] == 4
    match = client.make("duel", variant={"size": 4})["match"]
    assert (match["preset"], match["variant"]["size"], len(match["view"]["cells"])) == (None, 4, 4)
    both = client.make("pushmine", preset="decay", variant={"size": 6})["match"]["variant"]
    assert (both["decay"], both["size"]) == ("disappear", 6)


@pytest.mark.parametrize(
    "asked",
    [
        {"preset": "nosuch"},
        {"variant": {"size": 99}},
        {"variant": {"size": "six"}},
        {"variant": {"nosuch": 1}},
        {"preset": "standard", "variant": {"size": 1}},
        {"variant": {"preset": 5}},
        {"variant": {"size": 10**400}},
        {"variant": {"size": [[[[]]]]}},
    ],
)
def test_a_bad_variant_is_refused(client: ServerClient, asked: Json) -> None:
    assert refused(client, game="duel", **asked) == (422, "bad_variant")


@each_game
def test_a_given_seed_gives_the_same_board(client: ServerClient, game: str) -> None:
    """Where drops are secret, its game id does: a seed alone gets another salt each time."""
    asked = usual_board(game, 77) if find_game(game).secret else {"seed": 77}
    first, second = (client.make(game, **asked)["match"]["view"] for _ in range(2))
    assert first == second == Match(game, None, 77).describe()


def test_a_drawn_seed_differs_each_time(client: ServerClient) -> None:
    assert len({client.make("flood")["match"]["seed"] for _ in range(5)}) == 5


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7", True])
def test_a_bad_seed_is_refused(client: ServerClient, seed: object) -> None:
    assert refused(client, game="duel", seed=seed)[0] == 422


def record_of(game: str, moves: int, seed: int = 5) -> Match:
    match = Match(game, None, seed)
    for _ in range(moves):
        match.play(match.legal()[0])
    return match


@each_game
def test_a_pasted_id_gives_its_board(client: ServerClient, game: str) -> None:
    text = record_of(game, 0).record().as_text()
    match = client.make(game, record=text)["match"]
    assert match["view"] == Match(game, None, 5).describe()
    assert match["ply"] == 0
    assert match["link"] == (None if game in SECRET else text)


@each_game
def test_a_pasted_record_can_be_played_on(client: ServerClient, game: str) -> None:
    played = record_of(game, 4)
    for text in (played.record().as_text(), played.record().as_json_text()):
        hosted = HostedMatch(
            client, client.make(game, record=text, **({} if game == "flood" else {"seats": TWO_PEOPLE}))
        )
        match = hosted.match()
        assert match["view"] == played.describe()
        assert [entry["move"] for entry in match["history"]] == list(played.moves)
        assert match["can"]["undo"] is False
        assert hosted.play(match["legal"][0])["ply"] == 5
        assert hosted.act("undo")["ply"] == 4
        assert refusal(hosted.try_act("undo")) == (409, "nothing_to_undo")


@each_game
def test_a_pasted_exact_id_begins_at_its_position(client: ServerClient, game: str) -> None:
    played = record_of(game, 4)
    match = client.make(game, record=played.exact_id())["match"]
    assert match["view"]["cells"] == played.describe()["cells"]
    assert match["history"] == []
    assert match["legal"] == played.legal()


def test_records_that_cannot_be_played_on_are_refused(client: ServerClient) -> None:
    text = record_of("duel", 2).record().as_text()
    over = Match("duel", {"size": 2}, 5)
    while over.end is None:
        over.play(over.legal()[0])
    assert refused(client, game="pushmine", record=text) == (422, "bad_record")
    assert refused(client, game="duel", record=over.record().as_text()) == (409, "match_over")
    for broken in ("", "q1", "q1.duel.1.standard.x", text + "-z9", text.replace("q1.duel.2", "q1.duel.99"), "{", "[]"):
        assert refused(client, game="duel", record=broken) == (422, "bad_record"), broken
    assert refused(client, game="duel", record="x" * 60_001) == (422, "bad_request")


def test_a_clock_is_for_two_people(client: ServerClient) -> None:
    match = client.new_match("duel", TWO_PEOPLE, clock={"base": 60, "increment": 2}).match()
    assert match["clock"] | {"since": 0} == {
        "base": 60_000,
        "increment": 2000,
        "left": [60_000, 60_000],
        "running": None,
        "since": 0,
    }
    assert client.new_match("duel", APART, clock={"base": 60}).match()["clock"]["running"] is None
    assert refused(client, game="duel", clock={"base": 60}) == (409, "not_allowed")
    assert refused(client, game="flood", clock={"base": 60}) == (409, "not_allowed")
    for clock in ({"base": 9}, {"base": 86_401}, {"base": 60, "increment": -1}, {"increment": 2}, 60):
        assert refused(client, game="duel", seats=TWO_PEOPLE, clock=clock) == (422, "bad_request")


def test_the_response_delay_is_shown_and_bounded(client: ServerClient) -> None:
    assert client.make("duel", response_delay=700)["match"]["response_delay"] == 700
    assert refused(client, game="duel", response_delay=1501) == (422, "bad_request")


def test_unknown_fields_and_games_are_refused(client: ServerClient) -> None:
    assert refused(client, game="duel", colour="red") == (422, "bad_request")
    assert refused(client, game="chess") == (404, "unknown_game")
    assert refused(client) == (422, "bad_request")


@pytest.mark.parametrize("game", SECRET)
def test_the_record_of_a_day_that_is_over_brings_the_drops_of_that_day(client: ServerClient, game: str) -> None:
    past = client.get(f"/api/games/{game}/daily?date=20260101").json()
    on_the_day = Match(game, past["variant"], past["seed"], salt=past["salt"], play_passes=True)
    practice = client.new_match(game, TWO_PEOPLE, record=past["record"])
    for _ in range(4):
        move = on_the_day.legal()[0]
        on_the_day.play(move)
        practice.play(move)
    assert practice.match()["view"]["cells"] == on_the_day.describe()["cells"]


@each_game
def test_the_daily_board_is_the_same_for_everyone(client: ServerClient, game: str) -> None:
    board = client.get(f"/api/games/{game}/daily").json()
    match = client.make(game, daily=True)["match"]
    assert board["seed"] == (None if game in SECRET else int(board["date"]))
    assert match["daily"] == board["date"]
    assert match["view"] == board["view"]
    assert [entry["move"] for entry in match["history"]] == board["opening"]
    assert match["seed"] == (None if game in SECRET else board["seed"])
    assert bool(board["opening"]) == (game in ("duel", "pushmine"))
    assert board == client.get(f"/api/games/{game}/daily").json()


@pytest.mark.parametrize("game", ["duel", "pushmine"])
def test_the_opening_of_a_day_is_judged_without_a_clock(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """A slow machine would judge otherwise than others, and have another board."""

    def no_timer(*given: Any) -> Any:
        raise AssertionError("an opening is judged within a time")

    monkeypatch.setattr("quincunx.engine.clock.threading.Timer", no_timer)
    for date in ("20261101", "20261102"):
        assert len(daily.board.__wrapped__(find_game(game), date, b"").opening) == daily.OPENING_PLIES


def test_a_result_on_the_board_of_a_day_is_what_its_moves_reach(client: ServerClient) -> None:
    tried = client.new_match("duel", [PERSON, ai("easy")], daily=True)
    ended = tried.play_on()
    moves = [entry["move"] for entry in ended["history"]]
    path = "/api/games/duel/daily/result"
    reached = client.post(path, {"date": ended["daily"], "moves": moves}).json()
    assert reached == {"ply": ended["ply"], "result": ended["result"]}
    unfinished = client.post(path, {"date": ended["daily"], "moves": moves[:-1]}).json()
    assert unfinished["result"] is None
    assert refusal(client.post(path, {"date": ended["daily"], "moves": moves[1:]})) == (422, "bad_record")
    assert refusal(client.post(path, {"date": ended["daily"], "moves": moves[:-1] + moves[:1]})) == (422, "bad_record")
    assert refusal(client.post(path, {"date": "20991231", "moves": moves})) == (404, "not_found")
    assert refusal(client.post(path, {"date": "yesterday", "moves": moves})) == (422, "bad_request")


@pytest.mark.parametrize("game", SECRET)
def test_nobody_learns_from_a_claimed_result_what_falls_today(client: ServerClient, game: str) -> None:
    today, past = (client.get(f"/api/games/{game}/daily{date}").json() for date in ("", "?date=20260101"))
    path = f"/api/games/{game}/daily/result"
    assert refusal(client.post(path, {"date": today["date"], "moves": []})) == (409, "not_allowed")
    first = Match(game, past["variant"], past["seed"], salt=past["salt"]).legal()[0]
    assert client.post(path, {"date": "20260101", "moves": [first]}).json() == {"ply": 1, "result": None}


def test_a_try_is_against_the_level_that_it_was_begun_with(client: ServerClient) -> None:
    tried = client.new_match("duel", [PERSON, ai("easy")], daily=True)
    before = client.post(f"{tried.path}/level", {"seat": 2, "level": "medium"}, token=tried.tokens[1]).json()
    assert before["match"]["assisted"] is False
    tried.play_on(1)
    after = client.post(f"{tried.path}/level", {"seat": 2, "level": "easy"}, token=tried.tokens[1]).json()
    assert after["match"]["assisted"] is True
    usual = client.new_match("duel", [PERSON, ai("easy")])
    usual.play_on(1)
    changed = client.post(f"{usual.path}/level", {"seat": 2, "level": "medium"}, token=usual.tokens[1]).json()
    assert changed["match"]["assisted"] is False


def test_a_try_against_an_opponent_that_was_told_how_to_play_is_practice(client: ServerClient) -> None:
    told = {"kind": "level", "level": "easy", "prompt": "take as few tiles as you can"}
    assert client.make("duel", seats=[PERSON, told], daily=True)["match"]["assisted"] is True
    assert client.make("duel", seats=[PERSON, told])["match"]["assisted"] is False
    tried = client.new_match("duel", [PERSON, ai("easy")], daily=True)
    body = {"seat": 2, "prompt": "keep to the corners"}
    assert client.post(f"{tried.path}/prompt", body, token=tried.tokens[1]).json()["match"]["assisted"] is True
