"""Live updates of a match: a WebSocket, or Server-Sent Events for clients that prefer them.

A WebSocket client first sends `{"type": "hello", "since": 12, "token": "…"}` (both optional). It is sent everything
after version 12, then the match, then whatever happens. `{"type": "ping"}` is answered by a heartbeat.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import urlsplit

import orjson
from fastapi import APIRouter, Depends, Header, Query, Request, WebSocket, WebSocketDisconnect
from starlette.responses import StreamingResponse

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.api.access import (
    AddressGiven,
    LimitsGiven,
    RoomGiven,
    RoomsGiven,
    SettingsGiven,
    StoreGiven,
    holder_by,
    seats_by,
)
from quincunx.server.live.messages import error_message, heartbeat_message
from quincunx.server.live.room import Room
from quincunx.server.live.rooms import Rooms
from quincunx.server.live.watchers import Message, Watcher
from quincunx.server.settings import Settings
from quincunx.server.storage.store import Store
from quincunx.server_errors import ServerErrorCode

router = APIRouter(tags=["live"])

HEARTBEAT_SECONDS = 5.0
HELLO_SECONDS = 10.0
MOST_CHARACTERS = 2048
"""A longer message ends the connection."""
MOST_FAULTS = 10

POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
TEMPORARY = (ErrorCode.NOT_READY, ErrorCode.STORAGE_UNAVAILABLE, ServerErrorCode.TOO_MANY_REQUESTS)
"""Refusals after which a client should try again."""


@router.websocket("/matches/{match_id}/live")
async def live(
    socket: WebSocket,
    match_id: str,
    settings: SettingsGiven,
    limits: LimitsGiven,
    store: StoreGiven,
    rooms: RoomsGiven,
    address: AddressGiven,
) -> None:
    await socket.accept()
    if not is_same_origin(socket, settings):
        await socket.close(POLICY_VIOLATION, "pages of other sites may not connect")
        return
    try:
        with limits.live_connections.held(address):
            room = await rooms.room(match_id)
            await Conversation(socket, room, rooms, store).run()
    except Refusal as refusal:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(error_message(refusal.errorCode.value, refusal.message).decode())
            code = TRY_AGAIN if refusal.errorCode in TEMPORARY else POLICY_VIOLATION
            await socket.close(code, refusal.errorCode.value)


def is_same_origin(socket: WebSocket, settings: Settings) -> bool:
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.cors_origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")


class Conversation:
    """One WebSocket. It is read while messages are sent to it."""

    def __init__(self, socket: WebSocket, room: Room, rooms: Rooms, store: Store) -> None:
        self._socket = socket
        self._room = room
        self._rooms = rooms
        self._store = store
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
        await self._socket.close(POLICY_VIOLATION, "too many invalid messages")

    async def _answer(self, text: str, greeted: bool) -> bool:
        """Answer a message; whether the client has said hello by now."""
        try:
            message = orjson.loads(text)
            kind = message.get("type") if isinstance(message, dict) else None
        except orjson.JSONDecodeError:
            kind = None
        if kind == "ping":
            self._watcher.send(heartbeat_message(self._room.version))
        elif kind == "hello" and not greeted:
            return await self._greet(message)
        else:
            self._complain(
                ErrorCode.BAD_REQUEST, 'send {"type": "hello", "since"?, "token"?} once, then {"type": "ping"}'
            )
        return greeted

    async def _greet(self, message: dict[str, Any]) -> bool:
        since, token = message.get("since"), message.get("token")
        if not _is_version(since) or not isinstance(token, str | None):
            self._complain(ErrorCode.BAD_REQUEST, "since must be a version, and token a text")
            return False
        if token:
            try:
                self._watcher.seats = (await holder_by(token, self._room, self._store)).seats - {0}
            except Refusal as refusal:
                self._complain(refusal.errorCode, refusal.message)
        self._room = await self._rooms.room(self._room.id)  # it may have been dropped from memory since
        await self._room.watch(self._watcher, since)
        await report_arrival(self._room, self._watcher, self._rooms)
        return True

    def _complain(self, code: StrEnum, message: str) -> None:
        self._faults += 1
        self._watcher.send(error_message(code.value, message))

    async def _send(self) -> None:
        while (message := await self._watcher.next()) is not None:
            await self._socket.send_text(message.content.decode())
        await self._socket.close(TRY_AGAIN, "reconnect")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._room.presence.seen(self._watcher.seats)
            self._watcher.send(heartbeat_message(self._room.version))

    async def _leave(self) -> None:
        await leave(self._room, self._watcher, self._rooms)


async def report_arrival(room: Room, watcher: Watcher, rooms: Rooms) -> None:
    """Everyone learns that the holders of a watcher's seats are there."""
    await rooms.ask_presence(room)
    for seat in watcher.seats:
        await rooms.report_presence(room, seat, True)
    room.presence.publish()


async def leave(room: Room, watcher: Watcher, rooms: Rooms) -> None:
    room.watchers.remove(watcher)
    room.presence.seen(watcher.seats)
    room.presence.publish()
    for seat in watcher.seats - room.watchers.seats():
        with contextlib.suppress(Refusal):
            await rooms.report_presence(room, seat, False)


def _is_version(since: object) -> bool:
    return since is None or (isinstance(since, int) and not isinstance(since, bool) and 0 <= since < 2**31)


async def watcher_of(
    room: RoomGiven,
    rooms: RoomsGiven,
    request: Request,
    limits: LimitsGiven,
    address: AddressGiven,
    since: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    last_event_id: Annotated[str | None, Header(max_length=32)] = None,
) -> AsyncIterator[Watcher]:
    """A watcher of the match, until the answer has ended, even if it never began. With a seat's token, its holder."""
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        since = min(int(last_event_id), 2**31 - 1)
    watcher = Watcher()
    watcher.seats = seats_by(request, room)
    with limits.live_connections.held(address):
        try:
            await room.watch(watcher, since)
            if watcher.seats:
                await report_arrival(room, watcher, rooms)
            yield watcher
        finally:
            await leave(room, watcher, rooms)


@router.get(
    "/matches/{match_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "the same messages as the WebSocket's"}},
)
async def events(room: RoomGiven, watcher: Annotated[Watcher, Depends(watcher_of)]) -> StreamingResponse:
    """The match as Server-Sent Events. A browser that reconnects goes on where it was."""
    return StreamingResponse(_stream(room, watcher), media_type="text/event-stream")


async def _stream(room: Room, watcher: Watcher) -> AsyncIterator[bytes]:
    while True:
        try:
            message = await asyncio.wait_for(watcher.next(), HEARTBEAT_SECONDS)
        except TimeoutError:
            message = Message(heartbeat_message(room.version))
        if message is None:
            return
        event_id = b"" if message.version is None else b"id: %d\n" % message.version
        yield event_id + b"data: " + message.content + b"\n\n"
