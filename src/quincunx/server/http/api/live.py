"""Live updates of a match: a WebSocket, or Server-Sent Events for those who prefer them.

A WebSocket's client first says `{"type": "hello", "since": 12, "token": "…"}` (both optional), and hears everything
after version 12, then the match, then whatever happens. `{"type": "ping"}` is answered by a heartbeat.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import urlsplit

import orjson
from fastapi import APIRouter, Header, Query, Request, WebSocket, WebSocketDisconnect
from starlette.responses import StreamingResponse

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.api.access import HallGiven, RoomGiven, holder_by
from quincunx.server.http.middleware import client_address
from quincunx.server.live.messages import error_message, heartbeat_message
from quincunx.server.live.room import Room
from quincunx.server.live.rooms import Hall
from quincunx.server.live.watchers import GONE, Watcher
from quincunx.server.settings import Settings

router = APIRouter(tags=["live"])

HEARTBEAT_SECONDS = 5.0
HELLO_SECONDS = 10.0
MOST_CHARACTERS = 2048
"""A longer message ends the connection."""
MOST_FAULTS = 10

POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
PASSING = (ErrorCode.NOT_READY, ErrorCode.STORAGE_UNAVAILABLE, ErrorCode.TOO_MANY_REQUESTS)
"""Refusals that are not the client's fault, or not for long."""


@router.websocket("/matches/{match_id}/live")
async def live(socket: WebSocket, match_id: str, hall: HallGiven) -> None:
    await socket.accept()
    if not is_same_origin(socket, hall.settings):
        await socket.close(POLICY_VIOLATION, "pages of other sites may not listen here")
        return
    try:
        socket.app.state.readiness.must_be_ready()
        with socket.app.state.sockets_at_once.held(client_address(socket.scope)):
            room = await hall.room(match_id)
            await Conversation(socket, room, hall).run()
    except Refusal as refusal:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(error_message(refusal.errorCode.value, refusal.message).decode())
            await socket.close(TRY_AGAIN if refusal.errorCode in PASSING else POLICY_VIOLATION, refusal.errorCode.value)


def is_same_origin(socket: WebSocket, settings: Settings) -> bool:
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.cors_origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")


class Conversation:
    """One WebSocket: what it says is read while what it should hear is sent."""

    def __init__(self, socket: WebSocket, room: Room, hall: Hall) -> None:
        self._socket = socket
        self._room = room
        self._hall = hall
        self._watcher = Watcher()
        self._faults = 0

    async def run(self) -> None:
        tasks = [asyncio.create_task(work()) for work in (self._read, self._send, self._beat)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._leave()

    async def _read(self) -> None:
        greeted = False
        while self._faults < MOST_FAULTS:
            timeout = None if greeted else HELLO_SECONDS
            try:
                text = await asyncio.wait_for(self._socket.receive_text(), timeout)
            except TimeoutError:
                text = '{"type": "hello"}'  # a client that only listens
            except KeyError:  # bytes instead of text
                self._complain(ErrorCode.BAD_REQUEST, "send JSON as text")
                continue
            if len(text) > MOST_CHARACTERS:
                await self._socket.close(TOO_BIG, "too_large")
                return
            greeted = await self._answer(text, greeted)
        await self._socket.close(POLICY_VIOLATION, "too many messages that make no sense")

    async def _answer(self, text: str, greeted: bool) -> bool:
        try:
            message = orjson.loads(text)
            kind = message.get("type") if isinstance(message, dict) else None
        except orjson.JSONDecodeError:
            kind = None
        if kind == "ping":
            self._watcher.tell(heartbeat_message(self._room.version))
        elif kind == "hello" and not greeted:
            return await self._greet(message)
        else:
            self._complain(
                ErrorCode.BAD_REQUEST, 'say {"type": "hello", "since"?, "token"?} once, then {"type": "ping"}'
            )
        return greeted

    async def _greet(self, message: dict[str, Any]) -> bool:
        since, token = message.get("since"), message.get("token")
        if not _is_version(since) or not isinstance(token, str | None):
            self._complain(ErrorCode.BAD_REQUEST, "since is a version, and token a text")
            return False
        if token:
            try:
                self._watcher.seats = (await holder_by(token, self._room, self._hall)).seats - {0}
            except Refusal as refusal:
                self._complain(refusal.errorCode, refusal.message)
        self._room = await self._hall.room(self._room.id)  # it may have been let go since
        await self._room.catch_up_watcher(self._watcher, since)
        await self._hall.ask_presence(self._room)
        for seat in self._watcher.seats:
            await self._hall.tell_presence(self._room, seat, True)
        self._room.tell_presence()
        return True

    def _complain(self, code: ErrorCode, message: str) -> None:
        self._faults += 1
        self._watcher.tell(error_message(code.value, message))

    async def _send(self) -> None:
        while (message := await self._watcher.queue.get()) != GONE:
            await self._socket.send_text(message.decode())
        await self._socket.close(TRY_AGAIN, "come back")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._room.seen(self._watcher.seats)
            self._watcher.tell(heartbeat_message(self._room.version))

    async def _leave(self) -> None:
        self._room.watchers.remove(self._watcher)
        self._room.seen(self._watcher.seats)
        self._room.tell_presence()
        for seat in self._watcher.seats - self._room.watchers.seats():
            with contextlib.suppress(Refusal):
                await self._hall.tell_presence(self._room, seat, False)


def _is_version(since: object) -> bool:
    return since is None or (isinstance(since, int) and not isinstance(since, bool) and 0 <= since < 2**31)


@router.get(
    "/matches/{match_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "the same messages as the WebSocket's"}},
)
async def events(
    request: Request,
    room: RoomGiven,
    since: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    last_event_id: Annotated[str | None, Header(max_length=32)] = None,
) -> StreamingResponse:
    """The match as Server-Sent Events; a browser that reconnects goes on where it was."""
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        since = min(int(last_event_id), 2**31 - 1)
    watcher = Watcher()
    held = request.app.state.sockets_at_once.held(client_address(request.scope))
    held.__enter__()
    await room.catch_up_watcher(watcher, since)
    return StreamingResponse(_stream(room, watcher, held), media_type="text/event-stream")


async def _stream(room: Room, watcher: Watcher, held: Any) -> AsyncIterator[bytes]:
    try:
        while True:
            try:
                message = await asyncio.wait_for(watcher.queue.get(), HEARTBEAT_SECONDS)
            except TimeoutError:
                message = heartbeat_message(room.version)
            if message == GONE:
                return
            version = orjson.loads(message).get("version")
            mark = b"" if version is None else b"id: %d\n" % version
            yield mark + b"data: " + message + b"\n\n"
    finally:
        room.watchers.remove(watcher)
        held.__exit__(None, None, None)
