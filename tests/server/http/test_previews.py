"""What a link to a match shows in a messenger: `og:` tags, and a picture that the server draws."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.server.http import days, static
from quincunx.server.http.picture import HEIGHT, WIDTH
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, ServerClient, ai, refusal

INDEX = "<!doctype html><html><head><title>Quincunx</title></head><body></body></html>"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text(INDEX)
    monkeypatch.setattr(static, "folder", lambda: tmp_path)


def tags(client: ServerClient, path: str) -> dict[str, str]:
    html = client.get(path).text
    assert html.startswith("<!doctype html>")
    return dict(re.findall(r'<meta property="(.*?)" content="(.*?)" />', html))


@pytest.mark.usefixtures("pages")
def test_an_invitation_says_from_whom_and_to_what(client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON | {"name": '<Ada> & "Bob"'}, APART[1]])
    shown = tags(client, f"/join/{hosted.id}")
    assert shown["og:title"] == "&lt;Ada&gt; &amp; &quot;Bob&quot; invites you to Infinity Grid Duel"
    assert shown["og:url"] == f"{client.address}/join/{hosted.id}"
    assert shown["og:image"].startswith(f"{client.address}/api/matches/{hosted.id}/picture.png")
    nameless = client.new_match("duel", APART)
    assert tags(client, f"/join/{nameless.id}")["og:title"] == "A friend invites you to Infinity Grid Duel"


@pytest.mark.usefixtures("pages")
def test_the_page_of_a_match_says_who_plays(client: ServerClient) -> None:
    hosted = client.new_match("pushmine", [PERSON | {"name": "Ada"}, APART[1]])
    hosted.join(name="Bea")
    for path in (f"/match/{hosted.id}", f"/match/{hosted.id}/history"):
        assert tags(client, path)["og:title"] == "Ada and Bea: Pushmine"
    assert tags(client, f"/match/{client.new_match('flood').id}")["og:title"] == "Flood-It"


@pytest.mark.usefixtures("pages")
def test_an_unknown_match_has_the_page_without_tags(client: ServerClient) -> None:
    for path in ("/match/unknown", "/join/unknown", "/match/..", "/match/" + "x" * 100):
        assert tags(client, path) == {}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_picture_shows_the_position(client: ServerClient, game: AnyGame) -> None:
    hosted = client.new_match(game.slug, TWO_PEOPLE[: game.seats])
    hosted.play_on(2)
    answer = client.get(f"{hosted.path}/picture.png")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("image/png", "public, max-age=60")
    assert len(answer.content) < 60_000
    picture = Image.open(io.BytesIO(answer.content))
    picture.load()
    assert picture.size == (WIDTH, HEIGHT)
    hosted.play_on(1)
    assert client.get(f"{hosted.path}/picture.png").content != answer.content


def test_an_empty_board_is_shown_by_a_position_with_pieces(client: ServerClient) -> None:
    empty = client.get(f"{client.new_match('duel', TWO_PEOPLE).path}/picture.png").content
    assert len(Image.open(io.BytesIO(empty)).convert("P").getcolors() or []) > 4
    assert refusal(client.get("/api/matches/unknown/picture.png")) == (404, "unknown_match")


@pytest.mark.usefixtures("pages")
def test_a_day_tells_results_without_a_word_about_the_boards(client: ServerClient) -> None:
    tried = client.new_match("pushmine", [PERSON, ai("easy")], daily=True)
    client.post(f"{tried.path}/resign", token=tried.tokens[1])
    today = tried.match()["daily"]
    strange = client.new_match("flood")  # of no day
    begun = client.new_match("duel", [PERSON, ai("easy")], daily=True)
    link = f"/day/{today}?matches={tried.id},{strange.id},{begun.id},nonsense,"
    shown = tags(client, link)
    assert shown["og:description"] == "Pushmine: lost against easy."
    assert shown["og:image"].startswith(f"{client.address}/api/days/{today}/picture.png?matches={tried.id}")
    picture = Image.open(io.BytesIO(client.get(shown["og:image"].removeprefix(client.address)).content)).convert("RGB")
    assert picture.size == (WIDTH, HEIGHT)
    colours = {colour for _, colour in picture.getcolors(1 << 20) or []}
    assert days.COLOURS["lost"] in colours
    assert days.COLOURS["won"] not in colours
    alone = tags(client, f"/day/{today}")
    assert alone["og:title"].startswith("Quincunx, ")
    assert alone["og:description"] == days.DESCRIPTION


@pytest.mark.usefixtures("pages")
def test_a_day_that_does_not_exist_has_the_page_without_tags(client: ServerClient) -> None:
    for date in ("99991231", "20240230", "yesterday", "2024011"):
        assert tags(client, f"/day/{date}") == {}
        assert refusal(client.get(f"/api/days/{date}/picture.png")) == (404, "not_found")
