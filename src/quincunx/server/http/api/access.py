"""What the routes are given: the hall, the match's room, and who is asking."""

import hashlib
from typing import Annotated, cast

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.middleware import client_address
from quincunx.server.live.room import Room
from quincunx.server.live.rooms import Hall
from quincunx.server.match.commands import Holder
from quincunx.server.match.tokens import MOST_CHARACTERS, digest_of, seats_of

bearer = HTTPBearer(auto_error=False, description="a seat's token")
CLIENT_HEADER = "quincunx-client"
"""A random name that a page may give itself, so that people behind one address are told apart."""


async def hall_of(connection: HTTPConnection) -> Hall:
    return cast(Hall, connection.app.state.hall)


HallGiven = Annotated[Hall, Depends(hall_of)]
MatchId = Annotated[str, Path(max_length=64, description="the match's id")]


async def room_of(match_id: MatchId, hall: HallGiven) -> Room:
    return await hall.room(match_id)


RoomGiven = Annotated[Room, Depends(room_of)]
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def holder_of(room: RoomGiven, hall: HallGiven, credentials: Credentials) -> Holder:
    """The seats that the request's token holds in this match."""
    if credentials is None:
        raise Refusal(ErrorCode.UNAUTHORIZED, "this needs your seat's token: Authorization: Bearer …")
    return await holder_by(credentials.credentials, room, hall)


async def holder_by(token: str, room: Room, hall: Hall) -> Holder:
    if len(token) > MOST_CHARACTERS:
        raise Refusal(ErrorCode.UNAUTHORIZED, "nobody was given this token")
    seats = seats_of(token, room.tokens)
    if not seats and hall.store.shared:
        room.tokens = await hall.store.tokens_of(room.id)
        seats = seats_of(token, room.tokens)
    if seats:
        room.seen(seats)
        return Holder(seats)
    if await hall.store.is_known(digest_of(token)):
        raise Refusal(ErrorCode.NOT_YOUR_SEAT, "this token holds no seat in this match; you may watch")
    raise Refusal(ErrorCode.UNAUTHORIZED, "nobody was given this token")


HolderGiven = Annotated[Holder, Depends(holder_of)]


def client_of(request: Request) -> str:
    """A digest that tells clients apart without keeping who they are."""
    name = request.headers.get(CLIENT_HEADER, "")[:64]
    return hashlib.sha256(f"{name or client_address(request.scope)}".encode()).hexdigest()


ClientGiven = Annotated[str, Depends(client_of)]
