"""No one gets where they don't belong: tokens, limits, headers."""

import hashlib
import hmac
import json
import socket
import threading
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from quincunx.server.http.middleware import MOST_BYTES
from quincunx.server.match.tokens import Token, digest_of, seats_of
from tests.support.fixtures import Connect, LetTimePass, Serve, StartServer
from tests.support.servers.client import APART, PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal
from tests.support.servers.watcher import Watcher, open_socket
from tests.support.waiting import LIMIT_SECONDS

# Tokens.


def files_with(folder: Path, text: str) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file() and text.encode() in file.read_bytes()]


def test_tokens_are_digests_at_rest_and_never_in_the_log(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    server = start_server(log_level="debug")
    client = connect(server)
    hosted, show = client.new_remote_match(), client.new_match("duel", [ai(), ai()])
    invited = client.new_match("duel", APART)
    secrets = [*hosted.tokens.values(), str(show.creator), invited.invites[2].partition("#")[2]]
    hosted.play("c3")
    with Watcher(hosted, hosted.tokens[1]) as watcher:
        watcher.wait_for("match")
    client.post(f"{hosted.path}/moves", {"move": "c3", "ply": 9, "token": hosted.tokens[1]}, hosted.tokens[1])
    client.post(f"{hosted.path}/join", {"invite": secrets[-1]})
    client.get("/api/nowhere", headers={"authorization": f"Bearer {secrets[0]}"})
    server.terminate()
    for secret in secrets:
        assert files_with(tmp_path, secret) == []
        assert not [line for line in server.log if secret in line]
    digest = hashlib.sha256(hosted.tokens[1].encode()).hexdigest()
    assert files_with(tmp_path, digest), "it is their digests that are kept"


def test_no_answer_but_the_first_shows_a_token(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    hosted.play("c3")
    answers = [client.get(hosted.path + path).text for path in ("", "/record", "/replay")]
    answers += [hosted.try_move("c3", 0).text, hosted.act("undo")["id"], client.get("/api/matches").text]
    assert not any(token in text for token in hosted.tokens.values() for text in answers)


def test_every_digest_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    real = hmac.compare_digest

    def compare(one: str, other: str) -> bool:
        compared.append(one)
        return real(one, other)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    kept = [Token(digest_of(name), seat, "seat") for seat, name in ((1, "first"), (2, "second"))]
    assert seats_of("first", kept) == {1}
    assert compared == [token.digest for token in kept]


def test_an_invitation_works_once(client: ServerClient) -> None:
    hosted = client.new_match("duel", APART)
    secret = hosted.invites[2].partition("#")[2]
    path = f"{hosted.path}/join"
    assert refusal(client.post(path, {"invite": "nonsense"})) == (409, "seat_taken")
    other = client.new_match("duel", APART)
    assert refusal(client.post(f"{other.path}/join", {"invite": secret})) == (409, "seat_taken")
    assert client.post(path, {"invite": secret}).status_code == 200
    assert refusal(client.post(path, {"invite": secret})) == (409, "seat_taken")
    assert refusal(client.post(path, {"invite": hosted.tokens[1]})) == (409, "seat_taken")
    assert refusal(client.post(path, {"invite": "x" * 129})) == (422, "bad_request")
    assert refusal(client.post(path, {"invite": secret, "name": "x" * 25})) == (422, "bad_request")


def test_the_secret_of_an_invitation_is_not_sent_by_browsers(client: ServerClient) -> None:
    """It stands after the #, in the part that stays in the browser."""
    link = urlsplit(client.new_match("duel", APART).invites[2])
    assert link.fragment
    assert link.fragment not in link.path + link.query


def test_invite_links_begin_with_the_public_address(serve: Serve) -> None:
    client = serve(public_url="https://play.example/")
    assert client.new_match("duel", APART).invites[2].startswith("https://play.example/join/")


# Limits.


def test_a_body_that_is_too_large_is_refused(client: ServerClient) -> None:
    for size in (MOST_BYTES + 1, 5_000_000):
        body = json.dumps({"game": "duel", "record": "x" * size})
        answer = client.http.post("/api/matches", content=body, headers={"content-type": "application/json"})
        assert refusal(answer) == (413, "too_large")
    assert client.get("/healthz").status_code == 200


def test_a_body_of_unknown_length_that_is_too_large_is_refused(client: ServerClient) -> None:
    """Small chunks, and no declared length."""
    answer = client.http.post("/api/matches", content=(b"x" * 1000 for _ in range(100)))
    assert refusal(answer) == (413, "too_large")


def test_a_body_that_lies_about_its_length_is_refused(client: ServerClient) -> None:
    address = urlsplit(client.address)
    with socket.create_connection((address.hostname, address.port), timeout=LIMIT_SECONDS) as connection:
        connection.sendall(b"POST /api/matches HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n{")
        assert b" 413 " in connection.recv(4096).split(b"\r\n")[0]


def test_a_client_makes_a_burst_of_requests_and_then_one_per_second(serve: Serve, refill: LetTimePass) -> None:
    client = serve(rate_limit="on", requests_per_second=1, request_burst=5)
    assert [client.get("/api/games/duel").status_code for _ in range(5)] == [200] * 5
    answer = client.get("/api/games/duel")
    assert refusal(answer) == (429, "too_many_requests")
    assert int(answer.headers["retry-after"]) >= 1
    assert client.get("/healthz").status_code == 200, "a health check is not counted as a client's request"
    refill(1.0)
    assert [client.get("/api/games/duel").status_code for _ in range(2)] == [200, 429]


def test_live_connections_and_pages_of_matches_count_as_requests(serve: Serve, refill: LetTimePass) -> None:
    client = serve(rate_limit="on", request_burst=8, requests_per_second=1)
    hosted = client.new_match("duel", TWO_PEOPLE)
    for page in (f"/match/{hosted.id}", f"/join/{hosted.id}", f"/day/20261116?matches={hosted.id}"):
        assert client.get(page).status_code == 200
    for _ in range(4):
        with open_socket(hosted.socket):
            pass
    with pytest.raises(InvalidStatus) as problem, open_socket(hosted.socket):
        pass
    assert problem.value.response.status_code == 429
    assert int(problem.value.response.headers["retry-after"]) >= 1
    assert client.get(f"/match/{hosted.id}").status_code == 429
    assert client.get("/").status_code == 200
    refill(1)
    with open_socket(hosted.socket):
        pass


def test_the_number_of_matches_per_client_is_limited(serve: Serve, refill: LetTimePass) -> None:
    client = serve(rate_limit="on", matches_per_minute=3)
    answers = [client.post("/api/matches", {"game": "duel"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert int(answers[3].headers["retry-after"]) >= 10


def test_another_name_does_not_make_another_client(serve: Serve, refill: LetTimePass) -> None:
    """Limits count addresses: names that a client gives itself cost nothing."""
    client = serve(rate_limit="on", matches_per_minute=3)
    names = [{"quincunx-client": str(number)} for number in range(4)]
    answers = [client.http.post("/api/matches", json={"game": "duel"}, headers=name) for name in names]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]


def test_a_proxy_that_is_trusted_names_its_clients(serve: Serve, refill: LetTimePass) -> None:
    def ask(client: ServerClient, number: int) -> httpx.Response:
        return client.get("/api/games/duel", headers={"x-forwarded-for": f"10.0.0.{number}"})

    trusted = serve(rate_limit="on", request_burst=1, requests_per_second=1)
    assert [ask(trusted, number).status_code for number in range(3)] == [200, 200, 200]
    stranger = serve(rate_limit="on", request_burst=1, requests_per_second=1, trusted_proxies="10.9.9.9")
    assert [ask(stranger, number).status_code for number in range(3)] == [200, 429, 429]


def test_ai_matches_are_limited_per_client_and_in_total(serve: Serve, held_ai: threading.Event) -> None:
    client = serve(rate_limit="on", shows_per_client=2, most_shows=3)

    def show(address: str) -> httpx.Response:
        asked = {"game": "pushmine", "seats": [ai(), ai()]}
        return client.http.post("/api/matches", json=asked, headers={"x-forwarded-for": address})

    first, second = "203.0.113.1", "203.0.113.2"
    made = [show(first), show(first), show(first), show(second), show(second)]
    assert [answer.status_code for answer in made] == [201, 201, 429, 201, 429]
    assert "retry-after" in made[2].headers
    HostedMatch(client, made[0].json()).act("stop", 0)
    assert show(first).status_code == 201
    assert client.new_match("duel", [PERSON, ai()]).id, "matches of people are not counted"


def test_nothing_is_limited_for_a_load_test(serve: Serve) -> None:
    client = serve(rate_limit="off", requests_per_second=1, request_burst=1, matches_per_minute=1)
    assert {client.post("/api/matches", {"game": "duel"}).status_code for _ in range(5)} == {201}


def test_limits_are_generous_by_default(serve: Serve) -> None:
    """A script that makes its moves as fast as it can for a moment is welcome."""
    client = serve(rate_limit="on")
    hosted = client.new_match("duel", TWO_PEOPLE)
    assert {client.get(hosted.path).status_code for _ in range(200)} == {200}


# Headers.


def test_answers_carry_security_headers(client: ServerClient) -> None:
    for answer in (client.get("/"), client.get("/api/games"), client.get("/api/nowhere"), client.get("/healthz")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-inline" not in policy
        assert "unsafe-eval" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "server" not in answer.headers
    assert client.get("/api/games").headers["cache-control"] == "no-store"


def test_reports_of_the_lab_are_in_a_sandbox(client: ServerClient) -> None:
    policy = client.get("/api/lab/reports/x.html").headers["content-security-policy"]
    assert policy.startswith("sandbox")
    assert "default-src 'none'" in policy
    assert "allow-same-origin" not in policy


def test_other_origins_are_not_allowed_by_default(client: ServerClient) -> None:
    asked = {"origin": "https://other.example"}
    assert "access-control-allow-origin" not in client.get("/api/games", headers=asked).headers
    preflight = client.http.options("/api/matches", headers=asked | {"access-control-request-method": "POST"})
    assert "access-control-allow-origin" not in preflight.headers


def test_other_origins_are_allowed_by_a_setting(serve: Serve) -> None:
    client = serve(cors_origins=["https://friend.example"])
    friend, stranger = {"origin": "https://friend.example"}, {"origin": "https://other.example"}
    assert client.get("/api/games", headers=friend).headers["access-control-allow-origin"] == "https://friend.example"
    assert "access-control-allow-origin" not in client.get("/api/games", headers=stranger).headers
    wanted = {"access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"}
    preflight = client.http.options("/api/matches", headers=friend | wanted)
    assert preflight.status_code == 200
    assert "authorization" in preflight.headers["access-control-allow-headers"].lower()


def test_files_of_the_server_are_not_pages(client: ServerClient) -> None:
    for path in ("/../settings.py", "/%2e%2e/settings.py", "/..%2fsettings.py", "//etc/passwd", "/%2fetc/passwd"):
        answer = client.get(path)
        assert "QUINCUNX_" not in answer.text
        assert "root:" not in answer.text
