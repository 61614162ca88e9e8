"""Every page of the server, in the states that people see it in, and how to get there."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from quincunx.catalogue import game as game_of
from quincunx.puzzles.collection import find
from tests.support.browsers.boards import GAMES, Board, at_random, by_clicks, by_palette, small_match
from tests.support.browsers.person import UPRIGHT, Person
from tests.support.games import SMALL
from tests.support.servers.client import APART, PERSON, HostedMatch, ServerClient, ai
from tests.support.waiting import wait_until

Scene = Callable[[Person, ServerClient], None]
RUN_SECONDS = 60
OVER = re.compile(r"\bover\b")


def running(client: ServerClient, game: str) -> HostedMatch:
    """A standard match after a move and its answer."""
    hosted = client.new_match(game, [PERSON] if game == "flood" else [PERSON, ai("easy")], seed=7)
    hosted.play_on(1)
    return hosted


def over(client: ServerClient, game: str) -> HostedMatch:
    hosted = small_match(client, game)
    choose = at_random(1)
    while (match := hosted.wait_for_ai())["result"] is None:
        hosted.play(choose(match))
    return hosted


def lost_alone(client: ServerClient) -> HostedMatch:
    hosted = client.new_match("flood", [PERSON], variant={"size": 8, "limit_rule": "fixed", "limit": 1}, seed=7)
    hosted.play_on(1)
    return hosted


def reported(client: ServerClient) -> str:
    """The name of a report of the lab; a small run makes one where there is none."""
    if not (reports := client.get("/api/lab/reports").json()):
        asked = {"game": "duel", "variant": {"size": 3}, "players": ["easy"], "games": 4}
        name = client.post("/api/lab/runs", asked).json()["name"]
        wait_until(lambda: client.get(f"/api/lab/runs/{name}").json()["state"] == "done", RUN_SECONDS)
        reports = client.get("/api/lab/reports").json()
    return str(reports[0]["name"])


# Boards.


def board(game: str) -> Scene:
    def scene(person: Person, client: ServerClient) -> None:
        person.open_match(running(client, game))
        Board(person).wait_for_turn()

    return scene


def hinted(person: Person, client: ServerClient) -> None:
    person.open_match(small_match(client, "flood"))
    Board(person).wait_for_turn()
    person.page.get_by_test_id("control-hint").click()
    person.page.get_by_test_id("hint").wait_for()


def ended(game: str) -> Scene:
    def scene(person: Person, client: ServerClient) -> None:
        person.open_match(over(client, game))
        expect(Board(person).status).to_have_class(OVER)

    return scene


def on_a_phone(scene: Scene) -> Scene:
    def small(person: Person, client: ServerClient) -> None:
        person.page.set_viewport_size(UPRIGHT)
        scene(person, client)

    return small


def newcomer(person: Person, client: ServerClient) -> None:
    person.go("/")
    person.page.get_by_test_id("newcomer").wait_for()


def first_match(person: Person, client: ServerClient) -> None:
    """The lesson of the game is offered over the board."""
    newcomer(person, client)
    person.forget("offered")
    person.page.get_by_test_id("newcomer").get_by_role("button", name="Play").click()
    person.page.get_by_test_id("first-time").wait_for()


def rematch_wanted(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", APART, variant=SMALL["duel"])
    hosted.join(name="Ada")
    hosted.play("c3")
    hosted.act("resign", 2)
    person.open_match(hosted, 2)
    Board(person).result.wait_for()
    hosted.try_act("rematch", 1)
    person.page.get_by_test_id("rematch-wanted").wait_for()


def judged(person: Person, client: ServerClient) -> None:
    """The end of a match, and what its analysis says."""
    ended("duel")(person, client)
    person.page.get_by_test_id("lesson").wait_for()


def lost(person: Person, client: ServerClient) -> None:
    person.open_match(lost_alone(client))
    expect(Board(person).status).to_contain_text("Out of moves")


def waiting(person: Person, client: ServerClient) -> None:
    person.open_match(client.new_match("duel", APART))
    expect(Board(person).status).to_contain_text("Waiting for your friend")


def together(person: Person, client: ServerClient) -> None:
    """Two people, a series, a time for each turn, reactions, and something asked."""
    hosted = client.new_match("duel", APART, series={"first_to": 2}, turn_seconds=30)
    hosted.join(name="Ada")
    hosted.play("c3")
    person.open_match(hosted, 2)
    hosted.act("takeback")
    for part in ("series", "reactions", "offer-takeback"):
        person.page.get_by_test_id(part).wait_for()
    person.page.get_by_role("timer", name="Time for this turn").wait_for()


def sheet(control: str, title: str) -> Scene:
    def scene(person: Person, client: ServerClient) -> None:
        board("duel")(person, client)
        person.page.get_by_test_id(f"control-{control}").click()
        person.page.get_by_role("dialog", name=title).wait_for()

    return scene


# The other pages.


def menu(person: Person, client: ServerClient) -> None:
    person.open_match(running(client, "duel"))
    Board(person).wait_for_turn()
    person.go("/")
    person.page.get_by_role("region", name="Unfinished matches").wait_for()
    person.page.get_by_text("Got a record or a game id?").wait_for()


def setup(game: str) -> Scene:
    def scene(person: Person, client: ServerClient) -> None:
        person.go("/")
        person.page.get_by_test_id(f"game-{game}").get_by_role("button", name="Set up").click()
        person.page.get_by_role("dialog").get_by_text("Options").click()
        if game == "duel":
            person.page.get_by_label("How the AI should play").fill("hold the edges")
            person.page.get_by_role("dialog").get_by_role("listitem").first.wait_for()

    return scene


def at(path: str, text: str) -> Scene:
    """A page that is nothing but its address."""

    def scene(person: Person, client: ServerClient) -> None:
        person.go(path)
        person.page.get_by_text(text).first.wait_for()

    return scene


def lesson(game: str) -> Scene:
    def scene(person: Person, client: ServerClient) -> None:
        person.go(f"/learn/{game}")
        person.page.get_by_test_id("lesson").get_by_role("grid").wait_for()

    return scene


def history(person: Person, client: ServerClient) -> None:
    hosted = over(client, "duel")
    hosted.client.post(f"{hosted.path}/analysis", token=hosted.tokens[1])
    wait_until(lambda: client.get(f"{hosted.path}/analysis").json()["status"] == "done", 60)
    person.go(f"/match/{hosted.id}/history")
    person.page.get_by_text(re.compile("^Accuracy:")).wait_for()


def day(person: Person, client: ServerClient) -> None:
    person.go(f"/day/{client.get('/api/games/flood/daily').json()['date']}")
    person.page.get_by_test_id("daily-duel").wait_for()


def compared_day(person: Person, client: ServerClient) -> None:
    """Medals of every kind on the days before, and somebody else's result on today's boards."""
    theirs = client.new_match("duel", [PERSON, ai("easy")], daily=True)
    theirs.play_on(1)
    client.post(f"{theirs.path}/resign", token=theirs.tokens[1])
    today = theirs.match()["daily"]
    won = {
        f"{date} {game}": {"id": f"{date}-{game}", "game": game, "ending": "won", "ply": 9, "at": 1, "feats": {}}
        for date, number in zip(days_before(today), (5, 3, 1), strict=False)
        for game in GAMES[:number]
    }
    person.keep("journal", list(won.values()))
    person.keep("dailies", {key: result["id"] for key, result in won.items()})
    person.go(f"/day/{today}?matches={theirs.id}")
    person.page.get_by_test_id("comparison").wait_for()
    for medal in ("gold", "silver", "bronze"):
        expect(person.page.get_by_test_id("archive").locator(f".{medal}")).to_have_count(1)


def days_before(date: str) -> Iterator[str]:
    day = datetime.strptime(date, "%Y%m%d").replace(tzinfo=UTC)
    while True:
        day -= timedelta(days=1)
        yield day.strftime("%Y%m%d")


def you(person: Person, client: ServerClient) -> None:
    ended("duel")(person, client)
    person.go("/you")
    person.page.get_by_test_id("progress-duel").wait_for()


def puzzle(game: str) -> Scene:
    """After a wrong answer."""

    def scene(person: Person, client: ServerClient) -> None:
        asked = client.get(f"/api/games/{game}/puzzles/daily").json()["puzzles"][0]
        answers = find(game_of(game), asked["id"]).answers
        person.go(f"/puzzles/{game}")
        board = Board(person)
        board.page.get_by_test_id("solve").get_by_role("grid").wait_for()
        wrong = next(move for move in asked["legal"] if move not in answers)
        (by_palette if game == "flood" else by_clicks)(board, wrong)
        board.page.get_by_role("button", name="Show the answer").wait_for()

    return scene


def lab(person: Person, client: ServerClient) -> None:
    name = reported(client)
    person.go("/lab")
    person.page.locator(f'a[href$="{name}"]').wait_for()


def report(person: Person, client: ServerClient) -> None:
    person.go(f"/lab/{reported(client)}")
    person.page.locator("iframe").wait_for()


def join(person: Person, client: ServerClient) -> None:
    invite = client.new_match("duel", APART).invites[2]
    person.page.goto(invite)
    person.page.get_by_role("button", name="Take the seat").wait_for()


def unknown_match(person: Person, client: ServerClient) -> None:
    person.faults.expect("404", "WebSocket")
    person.go("/match/nothing-here")
    person.page.get_by_role("heading", name="There is no such match.").wait_for()


def keys(person: Person, client: ServerClient) -> None:
    board("pushmine")(person, client)
    person.page.keyboard.press("?")
    person.page.get_by_role("dialog").wait_for()


def settings(person: Person, client: ServerClient) -> None:
    person.go("/")
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("dialog", name="Settings").wait_for()


SCENES: dict[str, Scene] = {
    "menu": menu,
    "set-up of duel": setup("duel"),
    "set-up of mosaic": setup("mosaic"),
    **{f"board of {game}": board(game) for game in GAMES},
    **{f"end of {game}": ended(game) for game in GAMES},
    "board on a phone": on_a_phone(board("cascade")),
    "end on a phone": on_a_phone(judged),
    "newcomer": newcomer,
    "first match": first_match,
    "lost alone": lost,
    "rematch wanted": rematch_wanted,
    "hint": hinted,
    "waiting for a friend": waiting,
    "between two people": together,
    "share": sheet("share", "Share"),
    "resign": sheet("resign", "Resign?"),
    "history": history,
    "replay": at("/replay#q1.duel.1.standard.5.c3-d3", "0 / 2"),
    "start": at("/start#q1.duel.1.standard.5.c3-d3", "Play on from here"),
    **{f"rules of {game}": at(f"/rules/{game}", "Rules") for game in GAMES},
    **{f"tutorial of {game}": lesson(game) for game in GAMES},
    "you": you,
    "day": day,
    "compared day": compared_day,
    "puzzles": at("/puzzles", "3 for today"),
    **{f"puzzle of {game}": puzzle(game) for game in GAMES},
    "lab": lab,
    "report": report,
    "join": join,
    "unknown match": unknown_match,
    "not found": at("/nowhere/at/all", "There is nothing at this address."),
    "settings": settings,
    "keys": keys,
}
