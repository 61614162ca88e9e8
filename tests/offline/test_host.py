"""The host in the browser answers as the server does, for one person. Here it runs in CPython, with native kernels."""

import json
from typing import Any

import pytest

from quincunx.catalogue import all_games
from quincunx.catalogue import game as find_game
from quincunx.offline.host.requests import LEFT_OUT, ROUTES, RequestHandler
from quincunx.server.app import make_app
from quincunx.server.http.schemas.host import Entry
from quincunx.server.http.schemas.matches import TakenMatches
from quincunx.server.settings import Settings
from tests.support.servers.client import usual_board

Json = Any
SLUGS = [game.slug for game in all_games()]
WEAKEST = {game.slug: next(iter(game.offered_levels)) for game in all_games()}


class Browser:
    """A page that talks to the host, and the database that keeps what it is told."""

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries: list[Entry] = entries or []
        self.messages: list[tuple[str, Json]] = []
        self.host = RequestHandler({"/api/games": []}, self.entries)

    def ask(self, method: str, path: str, body: Json = None, token: str | None = None, status: int = 200) -> Json:
        text = None if body is None else json.dumps(body)
        return self._received(self.host.handle(method, path, text, token), status)

    def think(self, match_id: str) -> bool:
        reply = self.host.think(match_id)
        self._received(reply, reply.status)
        return reply.status == 200

    def _received(self, reply: Any, status: int) -> Json:
        assert reply.status == status, reply.body
        self.entries += json.loads(json.dumps(reply.entries))
        self.messages += [(match_id, json.loads(message)) for match_id, message in reply.messages]
        return json.loads(reply.body)


class Played:
    """A person's match in a browser."""

    def __init__(self, browser: Browser, made: Json) -> None:
        self.browser, self.id = browser, made["id"]
        self.token = made["seats"][0]["token"] if made["seats"] else made["creator"]

    def do(self, what: str, status: int = 200, **body: Any) -> Json:
        return self.browser.ask("POST", f"/api/matches/{self.id}/{what}", body or None, self.token, status)

    def see(self, what: str = "") -> Json:
        return self.browser.ask("GET", f"/api/matches/{self.id}{what}")

    def move(self) -> Json:
        """Play the first legal move, and let the AI player answer."""
        match = self.see()
        answer = self.do("moves", move=match["legal"][0], ply=match["ply"])
        while self.browser.think(self.id):
            pass
        return answer


def against_ai(slug: str, browser: Browser | None = None) -> Played:
    seats = [{"kind": "person"}, {"kind": "level", "level": WEAKEST[slug]}][: 1 if slug == "flood" else 2]
    board = usual_board(slug, 7) if find_game(slug).secret else {"seed": 7}
    opened = browser or Browser()
    return Played(opened, opened.ask("POST", "/api/matches", {"game": slug, "seats": seats, **board}, status=201))


def test_every_path_of_the_api_is_answered_or_left_out_for_a_reason() -> None:
    described = make_app(Settings(database_url="sqlite:///unused.db")).openapi()["paths"]
    paths = {path for path in described if path.startswith("/api/")}
    answered = {path for _, path in ROUTES}
    assert answered <= paths
    unanswered = paths - answered
    reasons = {path: [left for left in LEFT_OUT if f"{path}/".startswith(f"{left}/")] for path in unanswered}
    assert [path for path, found in reasons.items() if len(found) != 1] == []
    assert set(LEFT_OUT) <= unanswered


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_match_is_played_and_found_again(slug: str) -> None:
    played = against_ai(slug)
    for _ in range(400):
        if played.see()["status"] != "playing":
            break
        played.move()
    match = played.see()
    assert match["status"] != "playing"
    again = Browser(played.browser.entries)
    assert again.ask("GET", f"/api/matches/{played.id}") == match
    assert again.ask("GET", f"/api/matches/{played.id}/replay") == played.see("/replay")
    record = played.see("/record")["text"]
    assert again.ask("POST", "/api/replay", {"record": record})["plies"] == match["ply"]


def test_the_log_is_that_of_a_server() -> None:
    played = against_ai("pushmine")
    played.move()
    entries = played.browser.entries
    assert [entry["number"] for entry in entries] == list(range(len(entries)))
    assert json.loads(entries[0]["body"])["game"] == "pushmine"
    assert [json.loads(entry["body"])["kind"] for entry in entries[1:3]] == ["moved", "moved"]


def test_a_watcher_receives_each_action_and_at_last_the_match() -> None:
    played = against_ai("pushmine")
    played.move()
    told = [message for match_id, message in played.browser.messages if match_id == played.id]
    assert [message["version"] for message in told] == [1, 2]
    assert told[-1]["match"] == played.see()


def test_moves_are_taken_back_and_made_again_and_a_match_restarts() -> None:
    played = against_ai("pushmine")
    played.move()
    after = played.see()
    assert played.do("undo")["match"]["ply"] == 0
    redone = played.do("redo")["match"]
    assert (redone["ply"], redone["view"]) == (after["ply"], after["view"])
    played.do("resign")
    assert played.do("restart")["match"]["ply"] == 0


def test_a_hint_an_analysis_and_metrics_are_given() -> None:
    played = against_ai("duel")
    hint = played.do("hint")
    assert hint["move"] in played.see()["legal"]
    assert hint["match"]["assisted"]
    played.move()
    played.do("resign")
    begun = played.do("analysis", status=202)
    assert (begun["status"], begun["done"], begun["total"]) == ("running", 0, 2)
    assert played.browser.host.work().is_working
    assert played.see("/analysis")["done"] == 1
    while played.browser.host.work().is_working:
        pass
    judged = played.see("/analysis")
    assert judged["status"] == "done"
    assert [judgement["ply"] for judgement in judged["judgements"]] == [0, 1]
    assert played.do("analysis", status=202) == judged
    assert "plies" in played.see("/metrics")


def test_an_analysis_rests_while_somebody_plays() -> None:
    ended = against_ai("duel")
    ended.move()
    ended.do("resign")
    host = ended.browser.host
    playing = against_ai("pushmine", ended.browser)
    host.watch(playing.id)
    ended.do("analysis", status=202)
    assert not host.work().is_working
    assert ended.see("/analysis")["done"] == 0
    assert host.leave(playing.id).is_working
    host.watch(playing.id)
    playing.do("resign")
    assert host.work().is_working
    assert ended.see("/analysis")["done"] == 1


def test_a_rematch_swaps_sides_and_keeps_the_token() -> None:
    played = against_ai("duel")
    played.do("resign")
    again = played.do("rematch")
    assert again["seats"] == [{"seat": 2}]
    played.id = again["id"]
    assert played.browser.think(played.id)
    assert played.see()["turn"] == 2


def test_a_stale_ply_is_refused_with_the_match_as_it_is() -> None:
    played = against_ai("pushmine")
    played.move()
    refused = played.do("moves", status=409, move="a1", ply=9)
    assert refused["errorCode"] == "stale_ply"
    assert refused["match"] == played.see()


def test_what_needs_other_people_is_refused_with_the_reason() -> None:
    seats = [{"kind": "person"}, {"kind": "invite"}]
    refused = Browser().ask("POST", "/api/matches", {"game": "duel", "seats": seats}, status=409)
    assert "needs a server" in refused["message"]
    assert "needs a server" in Browser().ask("GET", "/api/statistics", status=404)["message"]


def test_bad_requests_are_refused_as_by_the_server() -> None:
    played = against_ai("pushmine")
    assert played.do("moves", status=422, ply=0)["errorCode"] == "bad_request"
    assert played.browser.ask("GET", "/api/matches/none", status=404)["errorCode"] == "unknown_match"
    assert played.browser.ask("POST", f"/api/matches/{played.id}/undo", status=401)["errorCode"] == "unauthorized"
    assert played.browser.host.handle("POST", "/api/matches", "{").status == 422


def test_a_damaged_match_harms_no_other() -> None:
    played = against_ai("pushmine")
    other = against_ai("duel", played.browser)
    played.move()
    entries = [entry for entry in played.browser.entries if (entry["match"], entry["number"]) != (played.id, 1)]
    again = Browser(entries)
    assert "damaged" in again.ask("GET", f"/api/matches/{played.id}", status=422)["message"]
    assert [match["id"] for match in again.ask("GET", "/api/matches")] == [other.id]


def test_puzzles_are_asked_and_judged() -> None:
    browser = Browser()
    daily = browser.ask("GET", "/api/games/pushmine/puzzles/daily")["puzzles"]
    assert len(daily) == 3
    path = f"/api/games/pushmine/puzzles/{daily[0]['id']}"
    assert browser.ask("GET", path) == daily[0]
    judged = [browser.ask("POST", f"{path}/answer", {"moves": [move]}) for move in daily[0]["legal"]]
    assert sum(one["right"] for one in judged) == 1
    assert browser.ask("GET", "/api/games/flood/puzzles/practice?rating=900&seed=1")["grade"] == 1


def test_a_result_of_a_day_is_told_by_its_moves_also_on_a_board_with_secrets() -> None:
    browser = Browser()
    made = browser.ask("POST", "/api/matches", {"game": "mosaic", "daily": True}, status=201)["match"]
    path, move = "/api/games/mosaic/daily/result", made["legal"][0]
    assert browser.ask("POST", path, {"date": made["daily"], "moves": [move]}) == {"ply": 1, "result": None}
    forged = browser.ask("POST", path, {"date": made["daily"], "moves": [move, "a1a1"]}, status=422)
    assert forged["message"].startswith("move 2 is not possible on the board of that day")


def exported(browser: Browser) -> Json:
    """A file with the browser's matches, as its page writes it."""
    return {"entries": [{key: value for key, value in entry.items() if key != "tokens"} for entry in browser.entries]}


def test_matches_move_to_another_browser_and_go_on_there() -> None:
    played = against_ai("pushmine")
    played.move()
    other = Browser()
    taken = other.ask("POST", "/browser/matches", exported(played.browser))
    assert [made["id"] for made in taken["added"]] == [played.id]
    assert TakenMatches.model_validate(taken).continued == 0, "it answers what the description says"
    assert other.ask("GET", f"/api/matches/{played.id}") == played.see()
    there = Played(other, taken["added"][0])
    there.move()
    again = Browser(other.entries)
    assert again.ask("GET", f"/api/matches/{played.id}") == there.see()
    back = played.browser.ask("POST", "/browser/matches", exported(other))
    assert (back["added"], back["continued"], back["kept"]) == ([], 1, 0)
    assert played.see() == there.see()
    played.move()
    assert Browser(played.browser.entries).ask("GET", f"/api/matches/{played.id}") == played.see()


def test_a_match_that_went_another_way_here_stays_as_it_is() -> None:
    played = against_ai("pushmine")
    other = Browser()
    taken = other.ask("POST", "/browser/matches", exported(played.browser))
    there = Played(other, taken["added"][0])
    played.move()
    there.do("resign")
    before = played.see()
    back = played.browser.ask("POST", "/browser/matches", exported(other))
    assert (back["continued"], back["kept"]) == (0, 1)
    assert played.see() == before


def test_a_file_with_a_damaged_match_is_refused_whole() -> None:
    played = against_ai("pushmine")
    against_ai("duel", played.browser)
    played.move()
    file = exported(played.browser)
    file["entries"] = [entry for entry in file["entries"] if (entry["match"], entry["number"]) != (played.id, 1)]
    other = Browser()
    assert "in this file is damaged" in other.ask("POST", "/browser/matches", file, status=422)["message"]
    assert (other.entries, other.ask("GET", "/api/matches")) == ([], [])
    assert other.ask("POST", "/browser/matches", {"entries": 5}, status=422)["errorCode"] == "bad_request"
