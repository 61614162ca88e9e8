"""What the routes are given: the server's services, the room of a match, and who is asking."""

import hashlib
import secrets
from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.addresses import is_private
from quincunx.server.http.middleware import client_address
from quincunx.server.limits import ServerLimits
from quincunx.server.live.room import Room
from quincunx.server.live.rooms import Rooms
from quincunx.server.match.commands import CREATOR, Holder, foreign_token, missing_token
from quincunx.server.match.tokens import MOST_CHARACTERS, digest_of, seats_of
from quincunx.server.readiness import Readiness
from quincunx.server.services import Services
from quincunx.server.settings import Settings
from quincunx.server.storage.store import Store
from quincunx.server.workers.ai import WorkerPools
from quincunx.server.workers.analyses import Analyses
from quincunx.server.workers.lab_runs import LabRuns
from quincunx.server_errors import ServerErrorCode

bearer = HTTPBearer(auto_error=False, description="a seat's token")
CLIENT_HEADER = "quincunx-client"
"""A random name that a page may give itself, so that people behind one address can be told apart."""
INVALID_TOKEN = "this token is not valid"


# Services. These functions are asynchronous because FastAPI runs others in a thread.


def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def settings_of(connection: HTTPConnection) -> Settings:
    return _services(connection).settings


async def limits_of(connection: HTTPConnection) -> ServerLimits:
    return _services(connection).limits


async def readiness_of(connection: HTTPConnection) -> Readiness:
    return _services(connection).readiness


async def store_of(connection: HTTPConnection) -> Store:
    return _services(connection).store


async def workers_of(connection: HTTPConnection) -> WorkerPools:
    return _services(connection).workers


async def rooms_of(connection: HTTPConnection) -> Rooms:
    return _services(connection).rooms


async def analyses_of(connection: HTTPConnection) -> Analyses:
    return _services(connection).analyses


async def lab_runs_of(connection: HTTPConnection) -> LabRuns:
    return _services(connection).lab_runs


SettingsGiven = Annotated[Settings, Depends(settings_of)]
LimitsGiven = Annotated[ServerLimits, Depends(limits_of)]
ReadinessGiven = Annotated[Readiness, Depends(readiness_of)]
StoreGiven = Annotated[Store, Depends(store_of)]
WorkersGiven = Annotated[WorkerPools, Depends(workers_of)]
RoomsGiven = Annotated[Rooms, Depends(rooms_of)]
AnalysesGiven = Annotated[Analyses, Depends(analyses_of)]
LabRunsGiven = Annotated[LabRuns, Depends(lab_runs_of)]


# The match.

MatchId = Annotated[str, Path(max_length=64, description="the match's id")]


async def room_of(match_id: MatchId, request: Request, rooms: RoomsGiven) -> Room:
    """The room of the match. Any request with a seat's token shows that its holder is there."""
    room = await rooms.room(match_id)
    if seats := seats_by(request, room):
        rooms.seen(room, seats)
    return room


def seats_by(request: Request, room: Room) -> frozenset[int]:
    """The seats that the request's token holds, if it has one; it need not."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token) <= MOST_CHARACTERS:
        return frozenset()
    return seats_of(token, room.tokens) - {CREATOR}


RoomGiven = Annotated[Room, Depends(room_of)]


# Who is asking.

Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def holder_of(room: RoomGiven, store: StoreGiven, credentials: Credentials) -> Holder:
    """The seats that the request's token holds in this match."""
    if credentials is None:
        raise missing_token()
    return await holder_by(credentials.credentials, room, store)


async def holder_by(token: str, room: Room, store: Store) -> Holder:
    if len(token) > MOST_CHARACTERS:
        raise Refusal(ServerErrorCode.UNAUTHORIZED, INVALID_TOKEN)
    seats = seats_of(token, room.tokens)
    if not seats and store.shared:
        room.tokens = await store.tokens_of(room.id)
        seats = seats_of(token, room.tokens)
    if seats:
        room.presence.seen(seats)
        return Holder(seats)
    if await store.is_known(digest_of(token)):
        raise foreign_token()
    raise Refusal(ServerErrorCode.UNAUTHORIZED, INVALID_TOKEN)


async def address_of(connection: HTTPConnection) -> str:
    return client_address(connection.scope)


async def client_of(request: Request) -> str:
    """A digest that tells clients apart without storing who they are."""
    name = request.headers.get(CLIENT_HEADER, "")[:64]
    return hashlib.sha256((name or client_address(request.scope)).encode()).hexdigest()


async def must_be_admin(settings: SettingsGiven, credentials: Credentials) -> None:
    """Refuse a request without the server's `admin_token`."""
    if not settings.admin_token:
        raise Refusal(ErrorCode.NOT_FOUND, "this server has no admin_token, so it does not offer this")
    if credentials is None:
        raise Refusal(ServerErrorCode.UNAUTHORIZED, "this needs the server's admin_token: Authorization: Bearer …")
    if not secrets.compare_digest(credentials.credentials.encode(), settings.admin_token.encode()):
        raise Refusal(ServerErrorCode.UNAUTHORIZED, "this is not the server's admin token")


async def must_be_operator(request: Request, settings: SettingsGiven, credentials: Credentials) -> None:
    """Refuse clients that are neither in a private network nor have the `admin_token`."""
    if request.client is not None and not is_private(request.client.host):
        await must_be_admin(settings, credentials)


AdminOnly = Depends(must_be_admin)
OperatorsOnly = Depends(must_be_operator)
HolderGiven = Annotated[Holder, Depends(holder_of)]
AddressGiven = Annotated[str, Depends(address_of)]
ClientGiven = Annotated[str, Depends(client_of)]
