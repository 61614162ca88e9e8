"""Everything under a path: pages, API and live connections, whether a proxy removes the path or not."""

import json
from pathlib import Path

import pytest

from quincunx.server.http import static
from tests.support.fixtures import Serve
from tests.support.servers.client import APART, ServerClient, refusal
from tests.support.servers.watcher import open_socket

INDEX = '<!doctype html><html lang="en"><head><base href="/" /></head><body></body></html>'
UNDER = "/some/games"


@pytest.fixture(autouse=True)
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    monkeypatch.setattr(static, "folder", lambda: folder)


@pytest.fixture
def under(serve: Serve) -> ServerClient:
    return serve(root_path=UNDER)


@pytest.mark.parametrize("removed_by_proxy", [False, True])
def test_pages_and_api_answer_under_the_path(under: ServerClient, removed_by_proxy: bool) -> None:
    path = "" if removed_by_proxy else UNDER
    for page in ("/", "/rules/duel", "/match/unknown"):
        assert f'<base href="{UNDER}/" />' in under.get(path + page).text
    assert len(under.get(f"{path}/api/games").json()) == 5
    assert refusal(under.get(f"{path}/api/nothing")) == (404, "not_found")


def test_links_to_a_match_begin_with_the_path(under: ServerClient) -> None:
    hosted = under.new_match("duel", APART)
    assert hosted.invites[2].startswith(f"{under.address}{UNDER}/join/{hosted.id}#")
    page = under.get(f"{UNDER}/join/{hosted.id}").text
    assert f'content="{under.address}{UNDER}/join/{hosted.id}"' in page
    assert f'<base href="{UNDER}/" />' in page


def test_live_connections_are_made_under_the_path(under: ServerClient) -> None:
    hosted = under.new_match("duel", APART)
    with open_socket(hosted.socket.replace("/api/", f"{UNDER}/api/")) as socket:
        socket.send(json.dumps({"type": "hello"}))
        assert json.loads(socket.recv(timeout=60))["type"] == "match"


def test_a_proxy_names_the_path_in_a_header(client: ServerClient) -> None:
    named = client.http.get("/rules/duel", headers={"x-forwarded-prefix": "/elsewhere/"})
    assert '<base href="/elsewhere/" />' in named.text
    assert "x-forwarded-prefix" in named.headers["vary"]
    assert '<base href="/" />' in client.get("/rules/duel").text


@pytest.mark.parametrize("header", ["//evil.example", "https://evil.example", '/"><script>', "/a/../b c", "games"])
def test_a_header_that_is_no_path_is_ignored(client: ServerClient, header: str) -> None:
    assert '<base href="/" />' in client.http.get("/", headers={"x-forwarded-prefix": header}).text


def test_the_site_for_playing_offline_is_served_if_it_was_made(serve: Serve, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    without = serve(offline_folder=folder)
    assert refusal(without.get("/offline/")) == (404, "not_found")
    assert without.get("/api/offline").json() == {"bytes": None}
    (folder / "runtime").mkdir(parents=True)
    (folder / "index.html").write_text("the site")
    (folder / "runtime" / "packages.zip.gz").write_bytes(b"packed")
    listed = {"packages.zip": {"address": "packages.zip.gz", "bytes": 6}, "kernels.wasm": {"address": "k", "bytes": 4}}
    (folder / "runtime" / "files.json").write_text(json.dumps({"files": listed, "lock": {}}))
    assert without.get("/api/offline").json() == {"bytes": 10}
    (tmp_path / "secret").write_text("not part of it")
    page = without.get("/offline/")
    assert page.text == "the site"
    assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
    assert "wasm" not in without.get("/").headers["content-security-policy"]
    packed = without.get("/offline/runtime/packages.zip.gz")
    assert packed.content == b"packed"
    assert "content-encoding" not in packed.headers
    assert refusal(without.get("/offline/%2e%2e/secret")) == (404, "not_found")
    assert without.get("/offline", follow_redirects=False).headers["location"] == "/offline/"
