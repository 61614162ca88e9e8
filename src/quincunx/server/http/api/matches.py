"""Matches: making, reading and playing them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.rules import hash as hash_of
from quincunx.search.advice.prompt import advise, guidance_of
from quincunx.search.hints import hint as find_hint
from quincunx.server import wall_clock
from quincunx.server.http.api.access import (
    AddressGiven,
    ClientGiven,
    HolderGiven,
    LimitsGiven,
    ReadinessGiven,
    RoomGiven,
    RoomsGiven,
    SettingsGiven,
    StoreGiven,
    WorkersGiven,
)
from quincunx.server.http.errors import WithMatch
from quincunx.server.http.schemas.matches import (
    ActionAnswer,
    CreatedMatch,
    FewestView,
    HintView,
    JoinedSeat,
    MatchSummary,
    PreviewView,
    RematchAnswer,
    SentReaction,
)
from quincunx.server.http.schemas.requests import (
    ClaimRequest,
    JoinRequest,
    LevelRequest,
    OfferRequest,
    PlayRequest,
    PlyRequest,
    PromptChange,
    ReactionRequest,
    RecordRequest,
    ResignRequest,
)
from quincunx.server.limits import ServerLimits
from quincunx.server.live.room import Room
from quincunx.server.match import commands
from quincunx.server.match.actions import BaseAction, Creation, Joined, SeatPlan
from quincunx.server.match.caps import Caps
from quincunx.server.match.creation import (
    Issued,
    create,
    issue_tokens,
    rematch_of,
    state_of_record,
    swaps_sides,
    takes_long,
)
from quincunx.server.match.new_match import LevelSeat, NewMatch
from quincunx.server.match.state import State
from quincunx.server.match.tokens import Token, digest_of, new_match_id, new_token, seats_of
from quincunx.server.match.variant_key import variant_key
from quincunx.server.match.view import MOST_STEPS, preview_view, record_view, replay_page
from quincunx.server.match.view_types import MatchView, RecordView, ReplayView, Status, StoredSummary
from quincunx.server.storage.store import Store
from quincunx.server.workers.ai import WorkerPools
from quincunx.server_errors import ServerErrorCode

router = APIRouter(tags=["matches"])
JSON = "application/json"
FEWEST_SECONDS = 3.0
"""How long the solver may look for the fewest moves of a board."""


def answer(body: bytes, status: int = 200) -> Response:
    """An answer that is JSON already: a match is serialised once and read many times."""
    return Response(body, status, media_type=JSON)


# Making and reading.


@router.post("/matches", status_code=201, response_model=CreatedMatch)
async def make(
    body: NewMatch,
    request: Request,
    settings: SettingsGiven,
    limits: LimitsGiven,
    store: StoreGiven,
    workers: WorkersGiven,
    rooms: RoomsGiven,
    readiness: ReadinessGiven,
    address: AddressGiven,
    client: ClientGiven,
) -> Response:
    """A new match. Tokens are shown here, once."""
    limits.new_matches.take(address)
    readiness.must_play(body.game)
    if body.daily or body.difficulty is not None:
        readiness.must_think(body.game)
    if any(isinstance(seat, LevelSeat) and seat.prompt for seat in body.seats or ()):
        limits.prompts.take(address)
    now = wall_clock.now_ms()
    given = (settings.response_delay_ms, client, now, settings.caps, store.daily_secret)
    creation = await _created(workers, body, *given)
    creation = await _marked_if_known(creation.model_copy(update={"address": store.address_today(address)}), store)
    match_id, issued = new_match_id(), issue_tokens(creation.seats)
    async with _counted(match_id, creation, address, limits, store):
        room = await rooms.create(match_id, creation, issued.kept)
    seats = _seat_tokens(match_id, creation.seats, issued, settings.public_url or str(request.base_url))
    created = {"id": match_id, "seats": seats, "creator": issued.given.get(commands.CREATOR)}
    return answer(orjson.dumps(created | {"match": orjson.Fragment(room.body)}), 201)


@asynccontextmanager
async def _counted(
    match_id: str, creation: Creation, address: str, limits: ServerLimits, store: Store
) -> AsyncIterator[None]:
    """Begin a match in this block. One without people counts among the shows of its client."""
    if any(plan.kind != "level" for plan in creation.seats):
        yield
        return
    async with limits.shows.begun(address, store.running_shows) as client_of:
        yield
        client_of[match_id] = address


async def _created(workers: WorkerPools, body: NewMatch, *given: Any) -> Creation:
    """A record has many moves to play. A prompt is read in this process, which knows the language model."""
    if body.record is not None and not any(isinstance(seat, LevelSeat) for seat in body.seats or ()):
        return await workers.run_apart(create, body, *given)
    run = workers.run_making if takes_long(body) else workers.run
    return await run(lambda: create(body, *given))


async def _marked_if_known(creation: Creation, store: Store) -> Creation:
    """Anyone who replays a board has seen it."""
    game = find_game(creation.game)
    if not game.chance:
        return creation
    key = variant_key(game, game.variant(creation.variant))
    by_client, by_address = await store.has_played(creation, key)
    creation = creation.model_copy(update={"first_try": not by_address})
    second_try = by_client and not creation.assisted
    return creation.model_copy(update={"assisted": True, "second_try": second_try}) if by_client else creation


def _seat_tokens(match_id: str, seats: tuple[SeatPlan, ...], issued: Issued, base: str) -> list[dict[str, Any]]:
    shown = []
    for seat, plan in enumerate(seats, start=1):
        secret = issued.given.get(seat)
        if plan.kind == "person":
            shown.append({"seat": seat, "token": secret})
        elif plan.kind == "invite":  # after the #: a browser never sends that part to anyone
            shown.append({"seat": seat, "invite": f"{base.rstrip('/')}/join/{match_id}#{secret}"})
    return shown


@router.get("/matches", response_model=list[MatchSummary])
async def recent(
    store: StoreGiven,
    workers: WorkersGiven,
    game: Annotated[str | None, Query(max_length=32, pattern=r"^[a-z0-9_-]*$")] = None,
    status: Annotated[Status | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Any:
    """Public matches, the most recently changed first."""
    return await workers.run_listing(lambda: store.recent(game, status, limit))


@router.get("/matches/{match_id}", response_model=MatchView)
async def read(room: RoomGiven) -> Response:
    return answer(room.body)


@router.get("/matches/{match_id}/record", response_model=RecordView)
async def record(room: RoomGiven) -> Response:
    return answer(orjson.dumps(record_view(await room.current())))


FirstPly = Annotated[int, Query(alias="from", ge=0, le=2**31, description="the first ply of the page")]
LastPly = Annotated[
    int | None, Query(alias="to", ge=0, le=2**31, description=f"the last one; an answer has at most {MOST_STEPS}")
]


@router.get("/matches/{match_id}/replay", response_model=ReplayView)
async def look_back(room: RoomGiven, workers: WorkersGiven, first: FirstPly = 0, last: LastPly = None) -> Response:
    """The positions so far, and what led to them, page by page."""
    page = replay_page(await room.current(), first, last)
    return answer(await workers.run_apart(page.as_json))


@router.post("/replay", response_model=ReplayView)
async def look_at_record(
    body: RecordRequest,
    workers: WorkersGiven,
    settings: SettingsGiven,
    readiness: ReadinessGiven,
    first: FirstPly = 0,
    last: LastPly = None,
) -> Response:
    """The positions of a record, page by page. Nothing is stored."""
    readiness.must_play()
    return answer(await workers.run_apart(_replayed, body.record, settings.caps, first, last))


def _replayed(text: str, caps: Caps, first: int, last: int | None) -> bytes:
    return replay_page(state_of_record(text, caps), first, last).as_json()


# Playing.


@router.post("/matches/{match_id}/moves", response_model=ActionAnswer)
async def move(body: PlayRequest, room: RoomGiven, holder: HolderGiven) -> Response:
    """Play a move. A repeated request gets the same answer again; a stale ply gets the match as it is now."""
    try:
        result = await room.act(commands.move(holder, body.move, body.ply), ply=body.ply)
    except Refusal as refusal:
        raise _with_match_if_stale(refusal, room) from None
    return answer(result.as_json())


def _with_match_if_stale(refusal: Refusal, room: Room) -> Exception:
    """A request for another ply than the one to be played gets the match as it is."""
    return WithMatch(refusal, room.body) if refusal.errorCode is ServerErrorCode.STALE_PLY else refusal


@router.post("/matches/{match_id}/preview", response_model=PreviewView)
async def preview(body: PlayRequest, room: RoomGiven) -> Response:
    """What a move would do, as far as the side to move can see."""
    state = await room.current()
    try:
        commands.must_preview(state, body.ply)
    except Refusal as refusal:
        raise _with_match_if_stale(refusal, room) from None
    return answer(orjson.dumps(preview_view(state, body.move)))


@router.get("/matches/{match_id}/fewest", response_model=FewestView)
async def fewest(room: RoomGiven, workers: WorkersGiven, readiness: ReadinessGiven) -> Any:
    """The fewest moves that win from the match's first position, as far as the solver knows within its time."""
    state = await room.current()
    readiness.must_think(state.game.slug)
    game, creation, first = state.game, state.creation, state.match.first
    question = orjson.dumps([creation.game, creation.variant, creation.seed, creation.setup])
    bounds = await workers.answers.find(
        question, lambda: workers.run_heavy(lambda: game.fewest_moves(first, FEWEST_SECONDS))
    )
    return {"at_least": bounds and bounds.at_least, "at_most": bounds and bounds.at_most}


@router.post("/matches/{match_id}/hint", response_model=HintView)
async def hint(room: RoomGiven, holder: HolderGiven, workers: WorkersGiven, readiness: ReadinessGiven) -> Response:
    """The best move known, and why. The match counts as assisted from then on."""
    readiness.must_think(room.state.game.slug)
    result = await room.act(commands.hinted(holder))
    match = (await room.current()).match.copy()
    question = ("hint", room.id, len(match.history), hash_of(match.position))
    best = await workers.answers.find(question, lambda: workers.run_heavy(lambda: find_hint(match)))
    further: dict[str, Any] = {"details": best.details or {}, "match": orjson.Fragment(result.body)}
    return answer(orjson.dumps(best._asdict() | further))


@router.post("/matches/{match_id}/fill", response_model=ActionAnswer)
async def fill(room: RoomGiven, holder: HolderGiven) -> Response:
    """Play the rest of the match in one go, once one side can never move again and it is your turn to fill."""
    return answer((await room.act(commands.fill(holder))).as_json())


@router.post("/matches/{match_id}/undo", response_model=ActionAnswer)
async def undo(room: RoomGiven, holder: HolderGiven, body: PlyRequest | None = None) -> Response:
    """Take back your last move, and the AI player's reply. A repeated request with its ply takes back nothing more."""
    return await _act_at(room, body, lambda ply: commands.undo(holder, ply))


@router.post("/matches/{match_id}/redo", response_model=ActionAnswer)
async def redo(room: RoomGiven, holder: HolderGiven, body: PlyRequest | None = None) -> Response:
    return await _act_at(room, body, lambda ply: commands.redo(holder, ply))


async def _act_at(room: Room, body: PlyRequest | None, command: Callable[[int | None], commands.Command]) -> Response:
    """Act at the ply that the client sees; a stale one gets the match as it is now."""
    try:
        return answer((await room.act(command(body.ply if body else None))).as_json())
    except Refusal as refusal:
        if refusal.errorCode is ServerErrorCode.STALE_PLY:
            raise WithMatch(refusal, room.body) from None
        raise


@router.post("/matches/{match_id}/restart", response_model=ActionAnswer)
async def restart(room: RoomGiven, holder: HolderGiven, body: OfferRequest | None = None) -> Response:
    """The same board from the beginning. Between two people at different screens, it is offered and accepted."""
    return answer((await room.act(commands.restart(holder, _answer_of(body)))).as_json())


@router.post("/matches/{match_id}/takeback", response_model=ActionAnswer)
async def takeback(room: RoomGiven, holder: HolderGiven, body: OfferRequest | None = None) -> Response:
    """Ask the other player to let you take your last move back, or answer. Against an AI player it is done at once."""
    return answer((await room.act(commands.takeback(holder, _answer_of(body)))).as_json())


@router.post("/matches/{match_id}/draw", response_model=ActionAnswer)
async def draw(room: RoomGiven, holder: HolderGiven, body: OfferRequest | None = None) -> Response:
    return answer((await room.act(commands.draw(holder, _answer_of(body)))).as_json())


@router.post("/matches/{match_id}/resign", response_model=ActionAnswer)
async def resign(room: RoomGiven, holder: HolderGiven, body: ResignRequest | None = None) -> Response:
    return answer((await room.act(commands.resign(holder, body.seat if body else None))).as_json())


@router.post("/matches/{match_id}/claim", response_model=ActionAnswer)
async def claim(room: RoomGiven, holder: HolderGiven, body: ClaimRequest | None = None) -> Response:
    """End a match as a win or a draw, once the other player has been away for a minute."""
    result = body.result if body else "win"
    return answer((await room.act(commands.claim(holder, result, room.presence.away_for))).as_json())


@router.post("/matches/{match_id}/level", response_model=ActionAnswer)
async def change_level(body: LevelRequest, room: RoomGiven, holder: HolderGiven) -> Response:
    """Make the AI player stronger or weaker, from its next move on."""
    return answer((await room.act(commands.change_level(holder, body.seat, body.level))).as_json())


@router.post("/matches/{match_id}/prompt", response_model=ActionAnswer)
async def change_prompt(
    body: PromptChange,
    room: RoomGiven,
    holder: HolderGiven,
    workers: WorkersGiven,
    limits: LimitsGiven,
    address: AddressGiven,
) -> Response:
    """Tell the AI player in words how to play, from its next move on."""
    limits.prompts.take(address)
    prompt = body.prompt.strip()
    game = room.state.game
    guidance_of(game)  # a game that takes no prompts refuses an empty one, too
    advice = await workers.run(lambda: advise(game, prompt)) if prompt else None
    return answer((await room.act(commands.change_prompt(holder, body.seat, advice))).as_json())


@router.post("/matches/{match_id}/stop", response_model=ActionAnswer)
async def stop(room: RoomGiven, holder: HolderGiven) -> Response:
    """End a match between two AI players as a draw, with its creator's token; or withdraw an invitation that nobody
    has accepted."""
    return answer((await room.act(commands.stop(holder))).as_json())


@router.post("/matches/{match_id}/reaction", response_model=SentReaction)
async def react(
    body: ReactionRequest, room: RoomGiven, holder: HolderGiven, rooms: RoomsGiven, limits: LimitsGiven
) -> Response:
    """Show a reaction to the other player and to everyone who watches."""
    seat = commands.reacting_seat(await room.current(), holder)
    limits.reactions.take(f"{room.id} {seat}")
    await rooms.react(room, seat, body.reaction)
    return answer(orjson.dumps({"seat": seat, "reaction": body.reaction}))


def _answer_of(body: OfferRequest | None) -> commands.Answer:
    return body.answer if body else "offer"


@router.post("/matches/{match_id}/rematch", response_model=RematchAnswer)
async def rematch(
    room: RoomGiven,
    holder: HolderGiven,
    rooms: RoomsGiven,
    workers: WorkersGiven,
    limits: LimitsGiven,
    store: StoreGiven,
    address: AddressGiven,
    body: OfferRequest | None = None,
) -> Response:
    """The same match on another board, with sides swapped. Everyone keeps their token. Between two people at different
    screens, it is offered and accepted. It counts as a new match of the client that agrees."""
    given = _answer_of(body)
    await room.act(commands.offer_rematch(holder, given))
    state = await room.current()
    if state.rematch is None and commands.agrees_to_rematch(state, holder, given):
        limits.new_matches.take(address)
        creation = await workers.run_making(lambda: rematch_of(state, wall_clock.now_ms()))
        match_id = new_match_id()
        async with _counted(match_id, creation, address, limits, store):
            kept = [Token(token.digest, _seat_after(state.creation, token.seat), token.kind) for token in room.tokens]
            await rooms.create_rematch(room, match_id, creation, kept, commands.rematched(holder, given, match_id))
        state = await room.current()
    if state.rematch is None:
        return answer(orjson.dumps({"id": None, "seats": [], "match": orjson.Fragment(room.body)}))
    other = await rooms.room(state.rematch)
    seats = [{"seat": _seat_after(state.creation, seat)} for seat in sorted(holder.seats) if seat]
    return answer(orjson.dumps({"id": other.id, "seats": seats, "match": orjson.Fragment(other.body)}))


def _seat_after(creation: Creation, seat: int) -> int:
    return 3 - seat if seat and swaps_sides(creation) else seat


@router.post("/matches/{match_id}/join", response_model=JoinedSeat)
async def join(body: JoinRequest, room: RoomGiven, store: StoreGiven) -> Response:
    """Take the seat of an invitation. It works once; a client that lost the answer repeats the request, with
    the token that it had chosen."""
    token = body.token or new_token()
    invite = digest_of(body.invite)

    def decide(state: State, now: int) -> Joined | None:
        if body.token and _has_joined(state, body.token, room):
            return None
        seats = seats_of(body.invite, room.tokens, ("invite",))
        if state.over:
            raise Refusal(ErrorCode.MATCH_OVER, "this invitation was withdrawn or is too old; ask for a new one")
        if not seats or min(seats) in state.joined:
            raise Refusal(
                ServerErrorCode.SEAT_TAKEN, "this invitation is not valid, or has been used; ask for a new match"
            )
        return Joined(seat=min(seats), at=now, name=body.name)

    async def append(number: int, action: BaseAction, summary: StoredSummary) -> None:
        kept = Token(digest_of(token), action.seat, "seat")
        await store.join(room.id, number, action, summary, invite, kept)
        room.tokens = [one for one in room.tokens if one.digest != invite] + [kept]

    result = await room.act(decide, append)
    room.presence.seen(seats_of(token, room.tokens))
    seat = next(one.seat for one in room.tokens if one.digest == digest_of(token))
    return answer(orjson.dumps({"seat": seat, "token": token, "match": orjson.Fragment(result.body)}))


def _has_joined(state: State, token: str, room: Room) -> bool:
    """Whether somebody has taken an invited seat with this token."""
    seats = seats_of(token, room.tokens) & state.joined
    return any(state.creation.seats[seat - 1].kind == "invite" for seat in seats)
