"""A small client of the server: `quincunx play --server` uses it, and so do the tests, benchmarks and tools.

with Client("http://127.0.0.1:8000") as client:
    made = client.make("duel", seats=[{"kind": "person"}, {"kind": "level", "level": "hard"}])
    seat = client.seat(made["id"], made["seats"][0]["token"])
    seat.move("c4", ply=0)
    match = seat.wait()
"""

import secrets
import ssl
import time
from collections.abc import Mapping
from functools import cache
from typing import Any, Self

import httpx

from quincunx.catalogue import error_code
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server_errors import ServerErrorCode

SECONDS = 30.0
POLL_SECONDS = 0.05
TOKEN_BYTES = 24

Json = dict[str, Any]


@cache
def trusted() -> ssl.SSLContext:
    """The certificates that all clients trust: to read them takes longer than anything else a client does."""
    return httpx.create_ssl_context()


class Client:
    """Talks to one server. A refusal of the server is raised as the same `Refusal` that the engine would raise."""

    def __init__(
        self,
        address: str,
        transport: httpx.BaseTransport | None = None,
        seconds: float = SECONDS,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.http = httpx.Client(
            base_url=address.rstrip("/"), timeout=seconds, transport=transport, headers=headers, verify=trusted()
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def games(self) -> list[Json]:
        games: list[Json] = self._ask("GET", "/api/games")
        return games

    def game(self, slug: str) -> Json:
        return self._object("GET", f"/api/games/{slug}")

    def make(self, game: str, **fields: Any) -> Json:
        """A new match: `preset`, `variant`, `seed`, `record`, `seats`, `clock` …"""
        return self._object("POST", "/api/matches", {"game": game, **fields})

    def join(self, match_id: str, invite: str, **fields: Any) -> "SeatClient":
        """Take an invited seat. The token is drawn here: if the answer is lost, the same request can be sent again."""
        own = {"invite": invite, "token": secrets.token_urlsafe(TOKEN_BYTES)}
        joined = self._object("POST", f"/api/matches/{match_id}/join", own | fields)
        return self.seat(match_id, joined["token"])

    def match(self, match_id: str) -> Json:
        return self._object("GET", f"/api/matches/{match_id}")

    def record(self, match_id: str) -> Json:
        return self._object("GET", f"/api/matches/{match_id}/record")

    def preview(self, match_id: str, move: str | Json, ply: int) -> Json:
        return self._object("POST", f"/api/matches/{match_id}/preview", {"move": move, "ply": ply})

    def start_lab_run(self, game: str, **fields: Any) -> Json:
        """A small run of the lab: `preset`, `variant`, `players`, `games`, `seed`."""
        return self._object("POST", "/api/lab/runs", {"game": game, **fields})

    def lab_run(self, name: str) -> Json:
        """How far a run is."""
        return self._object("GET", f"/api/lab/runs/{name}")

    def lab_summary(self, name: str) -> Json:
        """The verdicts of a run that is done."""
        return self._object("GET", f"/api/lab/reports/{name}/summary")

    def seat(self, match_id: str, token: str) -> "SeatClient":
        return SeatClient(self, match_id, token)

    def send(self, method: str, path: str, fields: Any = None, token: str | None = None) -> httpx.Response:
        """Send any request; the answer is returned even if it is a refusal."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.http.request(method, path, json=fields, headers=headers)

    def _object(self, method: str, path: str, fields: Json | None = None, token: str | None = None) -> Json:
        answer: Json = self._ask(method, path, fields, token)
        return answer

    def _ask(self, method: str, path: str, fields: Json | None = None, token: str | None = None) -> Any:
        try:
            answer = self.send(method, path, fields, token)
        except httpx.HTTPError as problem:
            raise Refusal(ErrorCode.NOT_READY, f"the server does not answer: {problem}") from None
        if answer.is_success:
            return answer.json()
        raise _refusal(answer)


class SeatClient:
    """One seat of a match: what its holder can do."""

    def __init__(self, client: Client, match_id: str, token: str) -> None:
        self._client = client
        self.id = match_id
        self.token = token

    def match(self) -> Json:
        """The match. With the seat's token: asking counts as presence, so the win cannot be claimed."""
        return self._client._object("GET", f"/api/matches/{self.id}", None, self.token)

    def move(self, text: str | Json, ply: int) -> Json:
        """Play a move: its text, or its fields as the game's specification writes them."""
        return self.act("moves", move=text, ply=ply)

    def hint(self) -> Json:
        return self.act("hint")

    def act(self, what: str, **fields: Any) -> Json:
        """`undo`, `redo`, `restart`, `rematch`, `resign`, `draw`, `takeback`, `level`, `claim`, `stop` …"""
        return self._client._object("POST", f"/api/matches/{self.id}/{what}", fields or None, self.token)

    def wait(self, seconds: float = SECONDS) -> Json:
        """The match as soon as no AI player is thinking, or after this many seconds."""
        until = time.monotonic() + seconds
        while (match := self.match())["thinking"] and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
        return match


def _refusal(answer: httpx.Response) -> Refusal:
    try:
        payload = answer.json()
        return Refusal(error_code(payload["errorCode"]), payload["message"])
    except (ValueError, KeyError, TypeError):
        return Refusal(ServerErrorCode.INTERNAL_ERROR, f"the server answered {answer.status_code}")
