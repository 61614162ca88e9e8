"""What is sent to those who watch. A message with a `version` is an action of the log, and can be had again."""

from collections.abc import Iterable
from typing import Any

import orjson

from quincunx.server.match.actions import Action, Done, Founding, Thought
from quincunx.server.match.state import State


def action_message(version: int, action: Done, events: list[dict[str, Any]], body: bytes | None = None) -> bytes:
    """What somebody did; with the match as it is since, unless more follows."""
    told = {"type": "action", "version": version, "action": action.model_dump(mode="json"), "events": events}
    if body is None:
        return orjson.dumps(told)
    return orjson.dumps(told | {"match": orjson.Fragment(body)})


def match_message(version: int, body: bytes) -> bytes:
    return orjson.dumps({"type": "match", "version": version, "match": orjson.Fragment(body)})


def thinking_message(version: int, seat: int, thought: Thought | None) -> bytes:
    told = None if thought is None else thought.model_dump(mode="json", include={"depth", "line", "score", "nodes"})
    return orjson.dumps({"type": "thinking", "at_version": version, "seat": seat, "thought": told})


def presence_message(present: dict[int, bool], watching: int) -> bytes:
    seats = [{"seat": seat, "present": there} for seat, there in sorted(present.items())]
    return orjson.dumps({"type": "presence", "seats": seats, "watching": watching})


def progress_message(what: str, done: int, total: int) -> bytes:
    return orjson.dumps({"type": "progress", "what": what, "done": done, "total": total})


def error_message(code: str, message: str) -> bytes:
    return orjson.dumps({"type": "error", "errorCode": code, "message": message})


def heartbeat_message(version: int) -> bytes:
    return orjson.dumps({"type": "heartbeat", "at_version": version})


def retold(match_id: str, founding: Founding, log: Iterable[Action], since: int) -> list[bytes]:
    """The messages of all actions after version `since`, as they were sent."""
    state = State(match_id, founding)
    messages = []
    for action in log:
        events = state.apply(action)
        if state.number > since:
            messages.append(action_message(state.number, action, events))
    return messages
