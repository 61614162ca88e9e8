"""Matches: making, reading and playing them."""

from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.events import as_json
from quincunx.engine.match import replay
from quincunx.engine.record import read_record
from quincunx.engine.rules import observe
from quincunx.search.hints import hint as find_hint
from quincunx.sentences import join_sentences
from quincunx.server.http.api.access import ClientGiven, HallGiven, HolderGiven, RoomGiven
from quincunx.server.http.errors import WithMatch
from quincunx.server.http.limits import TooMany
from quincunx.server.http.middleware import client_address
from quincunx.server.http.schemas import (
    Acted,
    ClaimRequest,
    HintView,
    JoinedSeat,
    JoinRequest,
    LevelRequest,
    Made,
    MatchView,
    MoveRequest,
    NewMatch,
    OfferRequest,
    PreviewView,
    RecordRequest,
    RecordView,
    ReplayView,
    ResignRequest,
    Summary,
)
from quincunx.server.live.room import Acted as ActedHere
from quincunx.server.live.room import Room, now_ms
from quincunx.server.live.rooms import Hall
from quincunx.server.match import commands
from quincunx.server.match.actions import Founding, Joined, SeatPlan
from quincunx.server.match.creation import Issued, found, issue_tokens, rematch_of, swaps_sides
from quincunx.server.match.state import State
from quincunx.server.match.tokens import digest_of, new_match_id, new_token, seats_of
from quincunx.server.match.view import record_view, replay_view
from quincunx.server.storage.store import Token

router = APIRouter(tags=["matches"])
JSON = "application/json"
UNKNOWN_CELL = "?"
SHOW_SECONDS = 60
"""When to ask again for a match between our players."""


def answer(body: bytes, status: int = 200) -> Response:
    """An answer that is JSON already: a match is written once and read many times."""
    return Response(body, status, media_type=JSON)


# Making and reading.


@router.post("/matches", status_code=201, response_model=Made)
async def make(asked: NewMatch, request: Request, hall: HallGiven, client: ClientGiven) -> Response:
    """A new match. Tokens are shown here, once."""
    request.app.state.match_rate.take(client_address(request.scope))
    founding = await hall.thinkers.run(lambda: found(asked, hall.settings, client, now_ms()))
    founding = await _marked_if_known(founding, hall)
    if all(plan.kind == "level" for plan in founding.seats):
        await _must_not_have_many_shows(hall, client)
    match_id, issued = new_match_id(), issue_tokens(founding.seats)
    room = await hall.found(match_id, founding, issued.kept)
    seats = _seat_tokens(match_id, founding.seats, issued, hall.settings.public_url or str(request.base_url))
    made = {"id": match_id, "seats": seats, "creator": issued.given.get(commands.CREATOR)}
    return answer(orjson.dumps(made | {"match": orjson.Fragment(room.body)}), 201)


async def _marked_if_known(founding: Founding, hall: Hall) -> Founding:
    """Who plays a board for a second time has seen it."""
    state = State("", founding)
    if not state.game.chance:
        return founding
    known = await hall.store.has_played(founding.client, founding.game, founding.seed, state.variant_key)
    return founding.model_copy(update={"assisted": True}) if known else founding


async def _must_not_have_many_shows(hall: Hall, client: str) -> None:
    """Matches between our players take time from those that people play."""
    if not hall.settings.limited:
        return
    own, running = await hall.store.running_between_ours(client)
    if own >= hall.settings.shows_per_client:
        raise TooMany(f"{own} matches between our players are yours already; stop one first", SHOW_SECONDS)
    if running >= hall.settings.most_shows:
        raise TooMany(f"{running} matches between our players run already; come back later", SHOW_SECONDS)


def _seat_tokens(match_id: str, seats: tuple[SeatPlan, ...], issued: Issued, base: str) -> list[dict[str, Any]]:
    given = []
    for seat, plan in enumerate(seats, start=1):
        secret = issued.given.get(seat)
        if plan.kind == "person":
            given.append({"seat": seat, "token": secret})
        elif plan.kind == "invite":  # after the #: a browser never sends that part to anyone
            given.append({"seat": seat, "invite": f"{base.rstrip('/')}/join/{match_id}#{secret}"})
    return given


@router.get("/matches", response_model=list[Summary])
async def recent(
    hall: HallGiven,
    game: Annotated[str | None, Query(max_length=32, pattern=r"^[a-z0-9_-]*$")] = None,
    status: Annotated[Literal["playing", "won", "draw", "lost"] | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Any:
    """Public matches, those that moved last first."""
    return await hall.store.recent(game, status, limit)


@router.get("/matches/{match_id}", response_model=MatchView)
async def read(room: RoomGiven) -> Response:
    return answer(room.body)


@router.get("/matches/{match_id}/record", response_model=RecordView)
async def record(room: RoomGiven) -> Response:
    return answer(orjson.dumps(record_view(await room.current())))


@router.get("/matches/{match_id}/replay", response_model=ReplayView)
async def look_back(room: RoomGiven) -> Response:
    """Every position so far, with what led to it."""
    return answer(orjson.dumps(replay_view(await room.current())))


@router.post("/replay", response_model=ReplayView)
async def look_at_record(asked: RecordRequest, hall: HallGiven) -> Response:
    """Every position of a record; nothing is kept."""
    return answer(await hall.thinkers.run(lambda: orjson.dumps(replay_view(_state_of_record(asked.record)))))


def _state_of_record(text: str) -> State:
    given = read_record(text)
    match = replay(given)
    founding = Founding(
        game=given.game,
        game_version=given.version,
        variant=match.variant.model_dump(mode="json"),
        seed=given.seed,
        salt="",
        seats=(SeatPlan(kind="person"),) * match.game.seats,
        setup=given.setup,
        opening=match.moves,
        created_at=0,
    )
    return State("", founding)


# Playing.


@router.post("/matches/{match_id}/moves", response_model=Acted)
async def move(asked: MoveRequest, room: RoomGiven, holder: HolderGiven) -> Response:
    """Play a move. The same move for the same ply is answered the same again; a stale ply gets the match as it is."""
    try:
        acted = await room.act(commands.move(holder, asked.move, asked.ply), ply=asked.ply)
    except Refusal as refusal:
        if refusal.errorCode is ErrorCode.STALE_PLY:
            raise WithMatch(refusal, room.body) from None
        raise
    return answer(acted.as_json())


@router.post("/matches/{match_id}/preview", response_model=PreviewView)
async def preview(asked: MoveRequest, room: RoomGiven) -> Response:
    """What a move would do, as far as the side to move can see."""
    state = await room.current()
    if asked.ply != state.ply:
        raise WithMatch(
            Refusal(ErrorCode.STALE_PLY, f"the ply to be played is {state.ply}, not {asked.ply}"), room.body
        )
    if state.over:
        raise Refusal(ErrorCode.MATCH_OVER, "the match is over; no move can follow")
    seen = observe(state.match.position, state.turn)
    found_move = state.game.read_move(seen, asked.move)
    narration = state.game.narrate(seen, found_move)
    view = state.game.describe(narration.position)
    told = {
        "move": state.game.write_move(seen, found_move),
        "events": as_json(narration.events),
        "view": view,
        "told": join_sentences(narration.events, state.event_names),
        "at_least": any(UNKNOWN_CELL in row for row in view["cells"]),
    }
    return answer(orjson.dumps(told))


@router.post("/matches/{match_id}/hint", response_model=HintView)
async def hint(room: RoomGiven, holder: HolderGiven, hall: HallGiven) -> Response:
    """The best move that we know, and why; the match counts as assisted from then on."""
    acted = await room.act(commands.hinted(holder))
    match = (await room.current()).match.copy()
    told = await hall.thinkers.run(lambda: find_hint(match))
    return answer(orjson.dumps(told._asdict() | {"match": orjson.Fragment(acted.body)}))


@router.post("/matches/{match_id}/undo", response_model=Acted)
async def undo(room: RoomGiven, holder: HolderGiven) -> Response:
    """Take back your last move, and our player's answer."""
    return answer((await room.act(commands.undo(holder))).as_json())


@router.post("/matches/{match_id}/redo", response_model=Acted)
async def redo(room: RoomGiven, holder: HolderGiven) -> Response:
    return answer((await room.act(commands.redo(holder))).as_json())


@router.post("/matches/{match_id}/restart", response_model=Acted)
async def restart(room: RoomGiven, holder: HolderGiven, asked: OfferRequest | None = None) -> Response:
    """The same board from the beginning; between two people at different screens it is offered and accepted."""
    return answer((await room.act(commands.restart(holder, _answer_of(asked)))).as_json())


@router.post("/matches/{match_id}/takeback", response_model=Acted)
async def takeback(room: RoomGiven, holder: HolderGiven, asked: OfferRequest | None = None) -> Response:
    """Ask the other side to take your last move back, or answer; against our players it is done at once."""
    return answer((await room.act(commands.takeback(holder, _answer_of(asked)))).as_json())


@router.post("/matches/{match_id}/draw", response_model=Acted)
async def draw(room: RoomGiven, holder: HolderGiven, asked: OfferRequest | None = None) -> Response:
    return answer((await room.act(commands.draw(holder, _answer_of(asked)))).as_json())


@router.post("/matches/{match_id}/resign", response_model=Acted)
async def resign(room: RoomGiven, holder: HolderGiven, asked: ResignRequest | None = None) -> Response:
    return answer((await room.act(commands.resign(holder, asked.seat if asked else None))).as_json())


@router.post("/matches/{match_id}/claim", response_model=Acted)
async def claim(room: RoomGiven, holder: HolderGiven, asked: ClaimRequest | None = None) -> Response:
    """End a match whose other side has been away for a minute, as a win or a draw."""
    result = asked.result if asked else "win"
    return answer((await room.act(commands.claim(holder, result, room.away_for))).as_json())


@router.post("/matches/{match_id}/level", response_model=Acted)
async def change_level(asked: LevelRequest, room: RoomGiven, holder: HolderGiven) -> Response:
    """Make our player stronger or weaker, from its next move on."""
    return answer((await room.act(commands.change_level(holder, asked.seat, asked.level))).as_json())


@router.post("/matches/{match_id}/stop", response_model=Acted)
async def stop(room: RoomGiven, holder: HolderGiven) -> Response:
    """End a match between two of our players, as a draw; with the token of whoever made it."""
    return answer((await room.act(commands.stop(holder))).as_json())


def _answer_of(asked: OfferRequest | None) -> commands.Answer:
    return asked.answer if asked else "offer"


@router.post("/matches/{match_id}/rematch", response_model=Made)
async def rematch(room: RoomGiven, holder: HolderGiven, hall: HallGiven) -> Response:
    """The same again on another board, sides swapped; everyone keeps the token they have."""
    state = await room.current()
    if not holder.creator and not holder.seats & state.people:
        raise Refusal(ErrorCode.NOT_YOUR_SEAT, "your token holds no seat in this match; you may watch")
    if state.rematch is None:
        await _make_rematch(room, state, hall)
        state = await room.current()
    assert state.rematch is not None
    other = await hall.room(state.rematch)
    seats = [{"seat": _seat_after(state.founding, seat)} for seat in sorted(holder.seats) if seat]
    return answer(orjson.dumps({"id": other.id, "seats": seats, "match": orjson.Fragment(other.body)}))


async def _make_rematch(room: Room, state: State, hall: Hall) -> None:
    if not state.over:
        raise Refusal(ErrorCode.NOT_OVER, "the match is not over; play on, or resign first")
    founding = await hall.thinkers.run(lambda: rematch_of(state, now_ms()))
    kept = [Token(token.digest, _seat_after(state.founding, token.seat), token.kind) for token in room.tokens]
    await hall.follow(room, new_match_id(), founding, kept)


def _seat_after(founding: Founding, seat: int) -> int:
    return 3 - seat if seat and swaps_sides(founding) else seat


@router.post("/matches/{match_id}/join", response_model=JoinedSeat)
async def join(asked: JoinRequest, room: RoomGiven, hall: HallGiven) -> Response:
    """Take the seat of an invitation; it works once."""
    token = new_token()
    invite = digest_of(asked.invite)

    def decide(state: State, now: int) -> Joined:
        seats = seats_of(asked.invite, room.tokens, ("invite",))
        if not seats or min(seats) in state.joined:
            raise Refusal(ErrorCode.SEAT_TAKEN, "this invitation has been used, or never was one; ask for a new match")
        return Joined(seat=min(seats), at=now, name=asked.name)

    async def append(number: int, action: Any, summary: dict[str, Any]) -> None:
        kept = Token(digest_of(token), action.seat, "seat")
        await hall.store.join(room.id, number, action, summary, invite, kept)
        room.tokens = [one for one in room.tokens if one.digest != invite] + [kept]

    acted: ActedHere = await room.act(decide, append)
    seat = next(one.seat for one in room.tokens if one.digest == digest_of(token))
    return answer(orjson.dumps({"seat": seat, "token": token, "match": orjson.Fragment(acted.body)}))
