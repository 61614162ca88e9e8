"""Requests to the host: which function answers, what was asked, and the reply as JSON."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from pydantic import ValidationError

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.json_bytes import dumps
from quincunx.offline.host import routes
from quincunx.offline.host.matches import Matches
from quincunx.offline.host.routes import Call, Host, Route, take_ai_turn, work_on
from quincunx.server.http.schemas.host import Entry
from quincunx.server.http.statuses import STATUS, UNPROCESSABLE, invalid
from quincunx.server.live.messages import action_message, match_message, with_match
from quincunx.server.match.view import match_body
from quincunx.server_errors import ServerErrorCode

ROUTES: dict[tuple[str, str], Route] = {
    ("GET", "/api/games"): routes.games,
    ("GET", "/api/games/{slug}"): routes.one_game,
    ("GET", "/api/games/{slug}/lessons"): routes.lessons,
    ("POST", "/api/games/{slug}/advice"): routes.advice,
    ("GET", "/api/games/{slug}/daily"): routes.daily_board,
    ("POST", "/api/games/{slug}/daily/result"): routes.daily_result,
    ("GET", "/api/games/{slug}/scores"): routes.best_scores,
    ("GET", "/api/games/{slug}/puzzles/daily"): routes.daily_puzzles,
    ("GET", "/api/games/{slug}/puzzles/practice"): routes.practice_puzzle,
    ("GET", "/api/games/{slug}/puzzles/{puzzle_id}"): routes.one_puzzle,
    ("POST", "/api/games/{slug}/puzzles/{puzzle_id}/answer"): routes.puzzle_answer,
    ("POST", "/api/matches"): routes.make,
    ("GET", "/api/matches"): routes.recent,
    ("GET", "/api/matches/{match_id}"): routes.read,
    ("GET", "/api/matches/{match_id}/record"): routes.record,
    ("GET", "/api/matches/{match_id}/replay"): routes.look_back,
    ("POST", "/api/replay"): routes.look_at_record,
    ("POST", "/api/matches/{match_id}/moves"): routes.move,
    ("POST", "/api/matches/{match_id}/preview"): routes.preview,
    ("GET", "/api/matches/{match_id}/fewest"): routes.fewest,
    ("GET", "/api/matches/{match_id}/metrics"): routes.metrics,
    ("POST", "/api/matches/{match_id}/hint"): routes.hint,
    ("POST", "/api/matches/{match_id}/fill"): routes.fill,
    ("POST", "/api/matches/{match_id}/undo"): routes.undo,
    ("POST", "/api/matches/{match_id}/redo"): routes.redo,
    ("POST", "/api/matches/{match_id}/restart"): routes.restart,
    ("POST", "/api/matches/{match_id}/takeback"): routes.takeback,
    ("POST", "/api/matches/{match_id}/draw"): routes.draw,
    ("POST", "/api/matches/{match_id}/resign"): routes.resign,
    ("POST", "/api/matches/{match_id}/level"): routes.change_level,
    ("POST", "/api/matches/{match_id}/prompt"): routes.change_prompt,
    ("POST", "/api/matches/{match_id}/stop"): routes.stop,
    ("POST", "/api/matches/{match_id}/rematch"): routes.rematch,
    ("GET", "/api/matches/{match_id}/analysis"): routes.analysis,
    ("POST", "/api/matches/{match_id}/analysis"): routes.start_analysis,
    ("DELETE", "/api/matches/{match_id}/analysis"): routes.cancel_analysis,
}

OWN_ROUTES: dict[tuple[str, str], Route] = {("POST", "/browser/matches"): routes.take_matches}
"""What a browser has and a server does not."""

LEFT_OUT: Mapping[str, str] = {
    "/api/matches/{match_id}/join": "an invitation leads to another browser",
    "/api/matches/{match_id}/events": "the worker sends messages itself",
    "/api/matches/{match_id}/picture.png": "it is for links to a server",
    "/api/days/{date}/picture.png": "it is for links to a server",
    "/api/matches/{match_id}/reaction": "reactions are for two people at different screens",
    "/api/matches/{match_id}/claim": "nobody can be away",
    "/api/statistics": "they are about everybody who plays on a server",
    "/api/offline": "these pages have loaded it already",
    "/api/lab": "the lab plays thousands of matches, for hours",
}
"""The paths of the server's API that the host does not answer, with all below them, and why."""

CREATED = {("POST", "/api/matches"): 201, ("POST", "/api/matches/{match_id}/analysis"): 202}
"""The statuses of answers other than 200."""


class Reply(NamedTuple):
    status: int
    body: bytes
    """JSON."""
    entries: list[Entry]
    """What has to be written to the browser's database before anything else is done."""
    messages: list[tuple[str, bytes]]
    """For watchers of a match: its id, and a message as the server would send it."""
    thinkers: list[str]
    """The matches among those that this was about in which an AI player is to move: `think` makes the move."""
    is_working: bool = False
    """Whether there is something to be done that nobody waits for: `work` does a part of it."""


class RequestHandler:
    def __init__(self, catalogue: Mapping[str, Any], entries: Iterable[Entry] = ()) -> None:
        self._host = Host(catalogue, Matches(entries))

    def handle(self, method: str, path: str, body: str | None = None, token: str | None = None) -> Reply:
        """Answer a request. A refusal is an answer, too."""
        try:
            wanted = _answer_for(method, path)
            call = Call(self._host, wanted.parameters, _query_of(path), _read_json(body), token)
            payload = dumps(wanted.answer(call))
            reply = self._reply(CREATED.get(wanted.route, 200), payload)
            return reply._replace(thinkers=[]) if wanted.route in OWN_ROUTES else reply
        except ValidationError as problem:
            first = problem.errors()[0]
            return self._refuse(invalid(first["loc"], first), path)
        except Refusal as refusal:
            return self._refuse(refusal, path)

    def think(self, match_id: str) -> Reply:
        """The AI player's move in a match, if it is its turn: 200, or else 204."""
        try:
            return self._reply(200 if take_ai_turn(self._host, match_id) else 204, b"{}")
        except Refusal as refusal:
            return self._refuse(refusal, "")

    def work(self) -> Reply:
        """Do a part of the background work."""
        work_on(self._host)
        return self._reply(200, b"{}")

    def watch(self, match_id: str) -> Reply:
        """The match as it is, for a new watcher."""
        try:
            state = self._host.matches.find(match_id).state
        except Refusal as refusal:
            return self._refuse(refusal, "")
        self._host.watched.add(match_id)
        message = match_message(state.number, match_body(state))
        return Reply(200, b"{}", [], [(match_id, message)], [match_id] if state.ai_turn and not state.over else [])

    def leave(self, match_id: str) -> Reply:
        """The last watcher of a match has left."""
        self._host.watched.discard(match_id)
        return self._reply(200, b"{}")

    def _reply(self, status: int, body: bytes) -> Reply:
        entries, acts = self._host.entries, self._host.acts
        self._host.entries, self._host.acts = [], []
        messages = []
        for number, (match, act) in enumerate(acts):
            message = action_message(act.version, act.action, act.events)
            is_last = all(later is not match for later, _ in acts[number + 1 :])
            messages.append((match.id, with_match(message, match_body(match.state)) if is_last else message))
        touched = dict.fromkeys(entry["match"] for entry in entries)
        states = {match_id: self._host.matches.find(match_id).state for match_id in touched}
        thinkers = [match_id for match_id, state in states.items() if state.ai_turn and not state.over]
        return Reply(status, body, entries, messages, thinkers, self._host.is_working)

    def _refuse(self, refusal: Refusal, path: str) -> Reply:
        payload: dict[str, Any] = dict(refusal.as_json())
        if refusal.errorCode is ServerErrorCode.STALE_PLY:
            matched = re.match(r"/api/matches/([^/?]+)", path)
            payload["match"] = json.loads(match_body(self._host.matches.find(matched[1]).state)) if matched else None
        return self._reply(STATUS.get(refusal.errorCode, UNPROCESSABLE), dumps(payload))


class _Wanted(NamedTuple):
    route: tuple[str, str]
    answer: Route
    parameters: Mapping[str, str]


def _answer_for(method: str, path: str) -> _Wanted:
    given = path.partition("?")[0].split("/")
    for route, answer in (ROUTES | OWN_ROUTES).items():
        named = route[1].split("/")
        if route[0] == method and len(named) == len(given) and all(map(_fits, named, given)):
            parameters = {name[1:-1]: part for name, part in zip(named, given, strict=True) if _is_parameter(name)}
            return _Wanted(route, answer, parameters)
    raise Refusal(ErrorCode.NOT_FOUND, "this needs a server: here you play by yourself, without a network")


def _is_parameter(name: str) -> bool:
    return name.startswith("{")


def _fits(name: str, part: str) -> bool:
    """Whether a part of a path can stand where a route has this name. Patterns would have to be compiled first: in the
    browser that was a quarter of the time of the first move."""
    return bool(part) if _is_parameter(name) else part == name


def _query_of(path: str) -> dict[str, str]:
    return dict(parse_qsl(path.partition("?")[2]))


def _read_json(body: str | None) -> Any:
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError:
        raise Refusal(ErrorCode.BAD_REQUEST, "the body is not JSON") from None
