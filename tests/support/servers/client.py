"""Matches on a server as the tests play them: with the tokens of all seats, and with the answers to wrong requests."""

from typing import Any
from urllib.parse import urlsplit

import httpx

from quincunx.catalogue import game as find_game
from quincunx.client import Client
from quincunx.engine.record import Record
from tests.support.waiting import LIMIT_SECONDS, wait_until

Json = dict[str, Any]
PERSON: Json = {"kind": "person"}
INVITE: Json = {"kind": "invite"}
TWO_PEOPLE = [PERSON, PERSON]
APART = [PERSON, INVITE]


def ai(level: str = "easy", **more: Any) -> Json:
    """The seat of an AI player."""
    return {"kind": "level", "level": level} | more


def usual_board(game: str, seed: int, variant: Json | str | None = None, **asked: Any) -> Json:
    """A request for the board of this seed without a salt, as engine, terminal and lab have it."""
    listed = find_game(game)
    options = listed.variant(variant).model_dump(mode="json")
    return {"record": Record(game=game, version=listed.version, variant=options, seed=seed).as_text()} | asked


class ServerClient(Client):
    """The client that everybody uses; what a server answers to a wrong request can be read as well."""

    def __init__(self, address: str, headers: Json | None = None, transport: httpx.BaseTransport | None = None) -> None:
        super().__init__(address, transport, seconds=LIMIT_SECONDS, headers=headers)
        self.server: Any = None
        """The server itself, where it runs in a thread of this process."""

    @property
    def address(self) -> str:
        return str(self.http.base_url).rstrip("/")

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, fields: Any = None, token: str | None = None) -> httpx.Response:
        return self.send("POST", path, fields, token)

    def new_match(self, game: str = "duel", seats: list[Json] | None = None, **asked: Any) -> "HostedMatch":
        """A seed gives the board that it gives everywhere. Where a server would salt it, its game id does that."""
        if "seed" in asked and find_game(game).secret:
            asked = usual_board(game, **asked)
        return HostedMatch(self, self.make(game, **asked | ({"seats": seats} if seats else {})))

    def new_remote_match(self, game: str = "duel", **asked: Any) -> "HostedMatch":
        """Two people at different screens, both there."""
        hosted = self.new_match(game, APART, **asked)
        hosted.join()
        return hosted


class HostedMatch:
    """A match on a server, and the tokens of all its seats. Seat 0 is the person who made it."""

    def __init__(self, client: ServerClient, made: Json) -> None:
        self.client = client
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
        return self.client.address.replace("http://", "ws://") + f"{self.path}/live"

    def match(self) -> Json:
        return self.client.match(self.id)

    def record(self) -> Json:
        return self.client.record(self.id)

    # What may be refused: the answer, whatever it is.

    def try_move(self, text: str, ply: int, seat: int = 1) -> httpx.Response:
        return self.try_act("moves", seat, move=text, ply=ply)

    def try_act(self, what: str, seat: int = 1, /, **fields: Any) -> httpx.Response:
        return self.client.post(f"{self.path}/{what}", fields or None, self._token(seat))

    # What must succeed: the match afterwards.

    def act(self, what: str, seat: int = 1, /, **fields: Any) -> Json:
        match: Json = self.client.seat(self.id, self._token(seat)).act(what, **fields)["match"]
        return match

    def play(self, *texts: str) -> Json:
        """Play these moves, each by the side whose turn it is."""
        match = self.match()
        for text in texts:
            match = self.act("moves", match["turn"], move=text, ply=match["ply"])
        return match

    def play_on(self, plies: int = 1000) -> Json:
        """Play the first legal move each time, for this many plies or until the match is over."""
        match = self.match()
        for _ in range(plies):
            if match["status"] != "playing":
                break
            self.play(match["legal"][0])
            match = self.wait_for_ai()
        return match

    def wait_for_ai(self) -> Json:
        """The match once the AI players have answered."""
        return wait_until(lambda: None if (match := self.match())["thinking"] else match)

    def join(self, seat: int = 2, **fields: Any) -> Json:
        invite = urlsplit(self.invites[seat]).fragment
        answer = self.client.post(f"{self.path}/join", {"invite": invite, **fields})
        assert answer.status_code == 200, answer.text
        joined: Json = answer.json()
        self.tokens[seat] = joined["token"]
        return joined

    def remembered(self, *seats: int) -> Json:
        """The match as a browser remembers it that holds these seats, or all there are."""
        match = self.made["match"]
        return {
            "id": self.id,
            "game": match["game"],
            "tokens": {str(seat): token for seat, token in self.tokens.items() if not seats or seat in seats},
            "invites": {},
            "mode": match["mode"],
            "ply": match["ply"],
            "over": False,
            "yourTurn": False,
            "ending": None,
            "daily": None,
            "seenAt": 1,
        }

    def _token(self, seat: int) -> str:
        return (self.creator or "") if seat == 0 else self.tokens[seat]


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, which has exactly the shape of every error."""
    payload = answer.json()
    assert set(payload) - {"match"} == {"errorCode", "message"}
    assert all(isinstance(payload[field], str) and payload[field] for field in ("errorCode", "message"))
    return answer.status_code, payload["errorCode"]
