"""What a model can do: plain methods, whose signatures and docstrings are what the model is told.

A match is named by its id and never by a position, so that nothing can be made up.
"""

import time
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from quincunx.catalogue import game as find_game
from quincunx.client import Client
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.sides import purpose_text
from quincunx.mcp.seats import HeldSeat, SeatFolder, checked_id
from quincunx.mcp.words import Json, games_text, history_text, match_text, rules_text, verdicts_text
from quincunx.server.match.new_match import MOST_NAME_CHARACTERS
from quincunx.text.answers import named_move

POLL_SECONDS = 0.1
AI_SECONDS = 30.0
"""How long a move waits for the AI player's reply."""
PERSON = "person"

MatchId = Annotated[str, Field(max_length=64, description="the id that start_match or join_match gave")]
Game = Annotated[str, Field(max_length=32, description="the game's short name, as list_games gives it")]
SeatKey = Annotated[
    str | None, Field(max_length=64, description="the key of your seat, if start_match or join_match gave you one")
]
SeatNumber = Annotated[Literal[1, 2] | None, Field(description="which seat, if you hold both")]
WaitSeconds = Annotated[float, Field(ge=0, le=60, description="wait at most this long until it is your turn")]
ListMoves = Annotated[bool, Field(description="list the legal moves")]
Preset = Annotated[str | None, Field(max_length=64, description="a preset; the standard game otherwise")]
Options = Annotated[
    dict[str, Any] | None, Field(description="options that differ from the preset, as read_rules lists them")
]


class ToolAnswer(NamedTuple):
    """An answer: words for the model, and the same as data."""

    text: str
    data: Json


class Tools:
    """The tools of one MCP server. `shared`: several models use it, so that each names its seat by a key."""

    def __init__(self, client: Client, address: str, seats: SeatFolder, shared: bool = False) -> None:
        self._client = client
        self._address = address.rstrip("/")
        self._seats = seats
        self._shared = shared

    # Games.

    def list_games(self) -> ToolAnswer:
        """The games, with their presets and AI players."""
        games = self._client.games()
        listed = [{name: game[name] for name in ("game", "name", "seats", "recommended")} for game in games]
        return ToolAnswer(games_text(games), {"games": listed})

    def read_rules(self, game: Game) -> ToolAnswer:
        """The rules of a game, how its moves are written, its presets and its options."""
        return ToolAnswer(rules_text(self._client.game(find_game(game).slug)), {"game": game})

    # Matches.

    def start_match(
        self,
        game: Game,
        opponent: Annotated[
            str | None,
            Field(max_length=32, description="an AI player such as easy or hard; person: a link invites somebody"),
        ] = None,
        seat: Annotated[Literal[1, 2], Field(description="your seat; seat 1 begins")] = 1,
        preset: Preset = None,
        options: Options = None,
        name: Annotated[str | None, Field(max_length=MOST_NAME_CHARACTERS, description="what you are called")] = None,
    ) -> ToolAnswer:
        """Start a match. You get its id, a link to watch it, and, against a person, a link to invite them."""
        chosen = find_game(game)
        me: Json = {"kind": "person"} | ({"name": name} if name else {})
        other = {"kind": "invite"} if opponent == PERSON else {"kind": "level"} | _given(level=opponent)
        seats = [me] if chosen.seats == 1 else [me, other] if seat == 1 else [other, me]
        made = self._client.make(game, seats=seats, **_given(preset=preset, variant=options))
        own = next(one for one in made["seats"] if one.get("token"))
        held = self._seats.keep(made["id"], own["seat"], own["token"])
        invite = next((one["invite"] for one in made["seats"] if one.get("invite")), None)
        match = self._settled(made["match"])
        answer = self._answer(match, held, new=True)
        if invite is None:
            return answer
        words = f"Somebody who opens this link takes the other seat; a model takes it with join_match: {invite}"
        return ToolAnswer(f"{answer.text}\n{words}", answer.data | {"invite": invite})

    def join_match(
        self,
        invite: Annotated[str, Field(max_length=300, description="the link of the invitation")],
        name: Annotated[str | None, Field(max_length=MOST_NAME_CHARACTERS, description="what you are called")] = None,
    ) -> ToolAnswer:
        """Take the free seat of a match by the link that somebody gave you."""
        address, _, secret = invite.strip().partition("#")
        match_id = checked_id(address.rstrip("/").rpartition("/")[2])
        if not secret:
            problem = "an invitation is a link that ends with # and a secret; ask for the whole link"
            raise Refusal(ErrorCode.BAD_REQUEST, problem)
        joined = self._client.join(match_id, secret, **_given(name=name))
        match = joined.match()
        seat = _invited_seat(match)
        return self._answer(match, self._seats.keep(match_id, seat, joined.token), new=True)

    def look(
        self,
        match_id: MatchId,
        wait_seconds: WaitSeconds = 0,
        list_moves: ListMoves = False,
        seat: SeatNumber = None,
        seat_key: SeatKey = None,
    ) -> ToolAnswer:
        """The board, what happened since your last move, and whose turn it is. Anybody may look at any match."""
        held = self._held(match_id, seat, seat_key, must=False)
        return self._answer(self._when_my_turn(match_id, held, wait_seconds), held, list_moves=list_moves)

    def play(
        self,
        match_id: MatchId,
        move: Annotated[str, Field(max_length=2000, description="your move, as the game's rules write it")],
        ply: Annotated[
            int | None, Field(ge=0, description="the ply that you saw; refused if the match has moved on")
        ] = None,
        seat: SeatNumber = None,
        seat_key: SeatKey = None,
    ) -> ToolAnswer:
        """Play a move. Against an AI player the answer shows its reply; against others, look shows theirs."""
        match = self._client.match(checked_id(match_id))
        held = self._must_hold(match, seat, seat_key)
        if match["result"] is not None:
            raise Refusal(ErrorCode.MATCH_OVER, "the match is over; start another one")
        if match["turn"] != held.seat:
            raise Refusal(ErrorCode.NOT_YOUR_TURN, "it is not your turn; look with wait_seconds waits for it")
        seen = match["ply"] if ply is None else ply
        answer = self._client.seat(match_id, held.token).move(_read_move(match, move), seen)
        return self._answer(self._settled(answer["match"]), held)

    def hint(self, match_id: MatchId, seat: SeatNumber = None, seat_key: SeatKey = None) -> ToolAnswer:
        """The best known move and why. The match counts as assisted from then on."""
        held = self._must_hold(self._client.match(checked_id(match_id)), seat, seat_key)
        best = self._client.seat(match_id, held.token).hint()
        best["purpose"] = purpose_text(best["purpose"])
        purpose = f" It {best['purpose']}." if best["purpose"] else ""
        text = f"{best['move']} ({best['sure']}): {best['reason']}.{purpose}"
        return ToolAnswer(
            text, {"match_id": match_id} | {name: best[name] for name in ("move", "purpose", "reason", "sure")}
        )

    def resign(self, match_id: MatchId, seat: SeatNumber = None, seat_key: SeatKey = None) -> ToolAnswer:
        """Give the match up."""
        held = self._must_hold(self._client.match(checked_id(match_id)), seat, seat_key)
        return self._answer(self._client.seat(match_id, held.token).act("resign", seat=held.seat)["match"], held)

    def history(self, match_id: MatchId) -> ToolAnswer:
        """All moves so far, and what they did."""
        match = self._client.match(checked_id(match_id))
        return ToolAnswer(
            history_text(match), {"match_id": match_id, "moves": [entry["move"] for entry in match["history"]]}
        )

    # The lab.

    def run_lab(
        self,
        game: Game,
        preset: Preset = None,
        options: Options = None,
        players: Annotated[
            list[Annotated[str, Field(max_length=32)]] | None,
            Field(max_length=2, description="one or two levels, random or greedy; the weakest level otherwise"),
        ] = None,
        games: Annotated[int, Field(ge=1, le=2000, description="how many matches")] = 200,
    ) -> ToolAnswer:
        """Ask the lab whether a rule set is a good game: it plays at most a minute. read_lab gives the verdicts."""
        given = _given(preset=preset, variant=options, players=players)
        run = self._client.start_lab_run(game, games=games, **given)
        return ToolAnswer(f"The run {run['name']} has begun; read_lab gives its verdicts.", {"run": run["name"]})

    def read_lab(
        self,
        run: Annotated[
            str, Field(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", description="as run_lab named it")
        ],
        wait_seconds: Annotated[float, Field(ge=0, le=60, description="wait at most this long until it is done")] = 30,
    ) -> ToolAnswer:
        """The verdicts of a run, each with its light and its interval, or how far it is."""
        until = time.monotonic() + wait_seconds
        while True:
            progress = self._client.lab_run(run)
            if progress["state"] != "running" or time.monotonic() >= until:
                break
            time.sleep(POLL_SECONDS)
        if progress["state"] == "done":
            summary = self._client.lab_summary(run)
            report = f"{self._address}/api/lab/reports/{run}"
            return ToolAnswer(
                f"{verdicts_text(summary)}\nThe report: {report}", summary | {"state": "done", "report": report}
            )
        words = (
            f"The run is {progress['state']}: {progress['done']} of {progress['total']} matches. {progress['problem']}"
        )
        return ToolAnswer(words.strip(), progress)

    # How it is done.

    def _held(self, match_id: str, seat: int | None, key: str | None, must: bool) -> HeldSeat | None:
        """The seat that a call is about; refused if it must be held and is not."""
        held = self._seats.of_match(match_id)
        if self._shared or key is not None:
            held = [one for one in held if one.key == key]
        if seat is not None:
            held = [one for one in held if one.seat == seat]
        if len(held) == 1 or not must:
            return held[0] if len(held) == 1 else None
        if held:
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, "you hold both seats of this match; say which one: seat 1 or seat 2")
        how = "give its seat_key" if self._shared else "start_match or join_match gives you one"
        raise Refusal(ErrorCode.NOT_YOUR_SEAT, f"you hold no such seat of this match; {how}")

    def _must_hold(self, match: Json, seat: int | None, key: str | None) -> HeldSeat:
        """The seat that moves, hints or resigns; of two held seats, the one to move."""
        both = len(self._seats.of_match(match["id"])) == 2 and not self._shared and key is None
        held = self._held(match["id"], match["turn"] if seat is None and both else seat, key, must=True)
        assert held is not None
        return held

    def _settled(self, match: Json) -> Json:
        """The match once the AI player has replied."""
        until = time.monotonic() + AI_SECONDS
        while match["thinking"] and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
            match = self._client.match(match["id"])
        return match

    def _when_my_turn(self, match_id: str, held: HeldSeat | None, seconds: float) -> Json:
        until = time.monotonic() + seconds
        while True:
            match = self._client.match(checked_id(match_id))
            mine = held is None or match["turn"] == held.seat
            joined = all(one["taken"] for one in match["seats"])
            if match["result"] is not None or (mine and joined) or time.monotonic() >= until:
                return match
            time.sleep(POLL_SECONDS)

    def _answer(self, match: Json, held: HeldSeat | None, list_moves: bool = False, new: bool = False) -> ToolAnswer:
        seat = held.seat if held else None
        watch = f"{self._address}/match/{match['id']}"
        fields = {name: match[name] for name in ("game", "ply", "turn", "status", "result")}
        mine = held is not None and match["turn"] == seat and match["result"] is None
        data = {"match_id": match["id"], "seat": seat, "your_turn": mine, "watch": watch} | fields
        text = match_text(match, seat, list_moves)
        if list_moves:
            data["legal"] = match["legal"]
        if new and held is not None:
            text = f"Match {match['id']}. People can watch it at {watch}\n{text}"
            if self._shared:
                text = f"The key of your seat, for play, hint and resign: {held.key}\n{text}"
                data["seat_key"] = held.key
        return ToolAnswer(text, data)


def _given(**fields: Any) -> Json:
    return {name: value for name, value in fields.items() if value is not None}


def _invited_seat(match: Json) -> int:
    """The seat that an invitation is for: a match has one at most."""
    return int(next(one["seat"] for one in match["seats"] if one["kind"] == "invite"))


def _read_move(match: Json, text: str) -> str | Json:
    """The move that a model's words name; whether it is legal is for the server to say."""
    game = find_game(match["game"])
    position = game.place(game.variant(match["variant"]), 0, match["view"])
    named = named_move(game, position, text)
    return named if isinstance(named, str) else dict(named)
