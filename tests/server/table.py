"""A match as the tests play it: over HTTP, with the tokens of all its seats at hand."""

from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.server.running import wait_until

Json = dict[str, Any]
PERSON: Json = {"kind": "person"}
INVITE: Json = {"kind": "invite"}
TWO_PEOPLE = [PERSON, PERSON]
APART = [PERSON, INVITE]


def ours(level: str = "easy", **more: Any) -> Json:
    return {"kind": "level", "level": level} | more


class House:
    """A server, as a client sees it."""

    def __init__(self, address: str, **headers: str) -> None:
        self.address = address
        self.server: Any = None
        """The server itself, where it runs in a thread of this process."""
        self.http = httpx.Client(base_url=address, timeout=60, headers=headers)

    def close(self) -> None:
        self.http.close()

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, fields: Any = None, token: str | None = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.http.post(path, json=fields, headers=headers)

    def made(self, game: str, **asked: Any) -> Json:
        answer = self.post("/api/matches", {"game": game, **asked})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def table(self, game: str = "duel", seats: list[Json] | None = None, **asked: Any) -> "Table":
        return Table(self, self.made(game, **asked | ({"seats": seats} if seats else {})))

    def apart(self, game: str = "duel", **asked: Any) -> "Table":
        """Two people at different screens, both there."""
        table = self.table(game, APART, **asked)
        table.join()
        return table


class Table:
    def __init__(self, house: House, made: Json) -> None:
        self.house = house
        self.made = made
        self.id: str = made["id"]
        self.tokens: dict[int, str] = {given["seat"]: given["token"] for given in made["seats"] if given.get("token")}
        self.invites = {given["seat"]: given["invite"] for given in made["seats"] if given.get("invite")}
        self.creator: str | None = made.get("creator")

    @property
    def path(self) -> str:
        return f"/api/matches/{self.id}"

    @property
    def socket(self) -> str:
        return self.house.address.replace("http://", "ws://") + f"{self.path}/live"

    def match(self) -> Json:
        answer = self.house.get(self.path)
        assert answer.status_code == 200, answer.text
        match: Json = answer.json()
        return match

    def record(self) -> Json:
        record: Json = self.house.get(f"{self.path}/record").json()
        return record

    def move(self, text: str, ply: int, seat: int = 1) -> httpx.Response:
        return self.act("moves", seat, move=text, ply=ply)

    def act(self, what: str, seat: int = 1, /, **fields: Any) -> httpx.Response:
        token = self.creator if seat == 0 else self.tokens[seat]
        return self.house.post(f"{self.path}/{what}", fields or None, token)

    def acted(self, what: str, seat: int = 1, /, **fields: Any) -> Json:
        """The match after a command that must succeed."""
        answer = self.act(what, seat, **fields)
        assert answer.status_code == 200, answer.text
        match: Json = answer.json()["match"]
        return match

    def played(self, *texts: str) -> Json:
        """Play these moves, each by whoever's turn it is."""
        match = self.match()
        for text in texts:
            match = self.acted("moves", match["turn"], move=text, ply=match["ply"])
        return match

    def play_on(self, plies: int = 1000) -> Json:
        """The first legal move each time, until so many are played or the match is over."""
        match = self.match()
        for _ in range(plies):
            if match["status"] != "playing":
                break
            match = self.played(match["legal"][0])
            match = self.waited()
        return match

    def waited(self) -> Json:
        """The match once our players have answered."""
        return wait_until(lambda: None if (match := self.match())["thinking"] else match, 30)  # type: ignore[no-any-return]

    def join(self, seat: int = 2, **fields: Any) -> Json:
        invite = urlsplit(self.invites[seat]).fragment
        answer = self.house.post(f"{self.path}/join", {"invite": invite, **fields})
        assert answer.status_code == 200, answer.text
        joined: Json = answer.json()
        self.tokens[seat] = joined["token"]
        return joined


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, which has exactly the shape of every error."""
    told = answer.json()
    assert set(told) - {"match"} == {"errorCode", "message"}
    assert all(isinstance(told[field], str) and told[field] for field in ("errorCode", "message"))
    return answer.status_code, told["errorCode"]
