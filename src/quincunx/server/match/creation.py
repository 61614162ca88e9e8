"""Making a match from a request. Whatever is wrong is refused before anything exists."""

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match, replay
from quincunx.engine.record import Record, read_record
from quincunx.search.advice.prompt import advice_record, advise
from quincunx.search.chooser import level_of
from quincunx.series import Series, seats_alternate
from quincunx.server.match import daily
from quincunx.server.match.actions import ClockPlan, Creation, SeatPlan
from quincunx.server.match.caps import Caps
from quincunx.server.match.difficulty import graded_seed
from quincunx.server.match.new_match import LevelSeat, NewMatch, PersonSeat, SeatRequest, VariantRequest
from quincunx.server.match.state import State
from quincunx.server.match.tokens import Token, digest_of, new_token

MOST_MAKING_COST = 1600
"""As much as the dearest preset takes: 20 by 20 cells of 4 colours."""


class Board(NamedTuple):
    """Everything about a new match except its seats."""

    game: AnyGame
    match: Match
    opening: tuple[str, ...]
    known: bool
    """Whether the client may already know how this board goes on."""
    helped: bool
    """Whether it was begun elsewhere, perhaps with help."""
    date: str | None


def new_salt() -> str:
    return secrets.token_hex(daily.SALT_BYTES)


class Issued(NamedTuple):
    """The tokens of a new match: digests to keep, and the secrets to hand out."""

    kept: list[Token]
    given: dict[int, str]
    """By seat; 0 is the creator."""


def create(request: NewMatch, response_delay: int, client: str, now: int, caps: Caps, daily_secret: bytes) -> Creation:
    """`response_delay` is that of the server, in case the request says nothing."""
    board = board_of(request, caps, daily_secret)
    seats = [seat_plan(board.game, seat) for seat in seats_of(request, board.game)]
    _must_suit(request, seats)
    return Creation(
        game=board.game.slug,
        game_version=board.game.version,
        variant=board.match.variant.model_dump(mode="json"),
        seed=board.match.seed,
        salt=board.match.salt or new_salt(),
        salted=board.match.salt is not None,
        seed_named=board.known,
        seats=tuple(seats),
        setup=board.match.setup,
        opening=board.opening,
        assisted=board.helped or (board.known and board.game.secret) or _is_told_on_a_day(board, seats),
        clock=ClockPlan(base=request.clock.base * 1000, increment=request.clock.increment * 1000)
        if request.clock
        else None,
        turn_seconds=request.turn_seconds,
        series=Series(first_to=request.series.first_to) if request.series else None,
        response_delay=response_delay if request.response_delay is None else request.response_delay,
        daily=board.date,
        public=request.public,
        client=client,
        created_at=now,
    )


def _is_told_on_a_day(board: Board, seats: list[SeatPlan]) -> bool:
    """Whether an AI player is told how to play on a board of the day: then the result says nothing about its level."""
    return board.date is not None and any(seat.strategy is not None for seat in seats)


def takes_long(request: NewMatch) -> bool:
    """Whether making this match may take more than a moment: moves to play, or something to solve. The opening
    of a day does not: its few searches are short, and made once."""
    if request.record is not None or request.difficulty is not None:
        return True
    game = find_game(request.game)
    return game.making_cost(game.variant(game.recommended if request.daily else _variant_of(request))) > 0


def must_be_quick(game: AnyGame, variant: VariantRequest, setup: Mapping[str, Any] | None = None) -> None:
    """Refuse a variant whose boards would occupy a server for long."""
    if game.making_cost(game.variant(variant), setup) > MOST_MAKING_COST:
        problem = "a board of this variant takes too long to solve on a server"
        raise Refusal(ErrorCode.BAD_VARIANT, f"{problem}; choose a smaller one, fewer colours, or another limit_rule")


def _variant_of(request: NewMatch) -> VariantRequest:
    if request.preset is not None and request.variant is not None:
        return {"preset": request.preset} | request.variant
    return request.preset if request.variant is None else request.variant


def board_of(request: NewMatch, caps: Caps, daily_secret: bytes) -> Board:
    game = find_game(request.game)
    if request.record is not None:
        return _from_record(game, request.record, caps)
    if request.daily:
        today = daily.today()
        board = daily.board(game, today, daily_secret)
        return Board(game, board.match, board.opening, False, False, today)
    variant = _variant_of(request)
    must_be_quick(game, variant)
    salt = new_salt() if game.secret else None
    match = Match(game, variant, _seed_of(request, game, variant), salt=salt)
    return Board(game, match, (), request.seed is not None, False, None)


def _seed_of(request: NewMatch, game: AnyGame, variant: VariantRequest) -> int:
    if request.seed is not None:
        return request.seed
    if request.difficulty is not None:
        return graded_seed(game, variant, request.difficulty)
    return secrets.randbelow(SEED_LIMIT)


def _from_record(game: AnyGame, text: str, caps: Caps) -> Board:
    record = read_short_record(text, caps, more=1)
    if record.game != game.slug:
        raise Refusal(ErrorCode.BAD_RECORD, f"this is a record of {record.game}, but the match is {game.slug}")
    match = replay(record.model_copy(update={"seats": ()}))
    if match.position.result != 0:
        raise Refusal(ErrorCode.MATCH_OVER, "this match is over; replay it, or paste its game id alone")
    helped = record.assisted or bool(record.moves) or record.setup is not None
    return Board(game, match, match.moves, True, helped, None)


def read_short_record(text: str, caps: Caps, more: int = 0) -> Record:
    """A record that a server can replay in a moment, if `more` plies are to follow."""
    record = read_record(text)
    caps.must_be_short(record, more)
    must_be_quick(find_game(record.game), record.preset if record.variant is None else record.variant, record.setup)
    return record


def seats_of(request: NewMatch, game: AnyGame) -> list[SeatRequest]:
    """As requested, or else a person, against an AI player of the default level if the game is for two."""
    if request.seats is None:
        person = PersonSeat(kind="person")
        return [person] if game.seats == 1 else [person, LevelSeat(kind="level")]
    if len(request.seats) != game.seats:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{game.slug} has {game.seats} seats, but {len(request.seats)} were given")
    if all(seat.kind == "invite" for seat in request.seats):
        raise Refusal(ErrorCode.BAD_REQUEST, "at least one seat must be a person")
    return list(request.seats)


def seat_plan(game: AnyGame, seat: SeatRequest) -> SeatPlan:
    if isinstance(seat, LevelSeat):
        level = seat.level or game.default_level or ""
        level_of(game, level)
        if not seat.prompt:
            return SeatPlan(kind="level", level=level)
        advice = advise(game, seat.prompt)
        strategy, understood = advice.strategy.as_record(), advice_record(advice)
        return SeatPlan(kind="level", level=level, strategy=strategy, understood=understood)
    return SeatPlan(kind=seat.kind, name=seat.name if isinstance(seat, PersonSeat) else None)


def issue_tokens(seats: tuple[SeatPlan, ...]) -> Issued:
    """A secret for each person and each invitation; for the creator, if there is neither."""
    given = {seat: new_token() for seat, plan in enumerate(seats, start=1) if plan.kind != "level"}
    kinds = {seat: "invite" if seats[seat - 1].kind == "invite" else "seat" for seat in given}
    if not given:
        given, kinds = {0: new_token()}, {0: "creator"}
    return Issued([Token(digest_of(given[seat]), seat, kinds[seat]) for seat in given], given)


def rematch_of(state: State, now: int) -> Creation:
    """The same match on another board. Sides are swapped, except that the AI players of mosaic and cascade stay
    second, as specified."""
    creation, game = state.creation, state.game
    seats = [
        plan.model_copy(
            update={
                "level": state.levels.get(seat),
                "strategy": state.strategies.get(seat),
                "understood": state.understood.get(seat),
                "joined": seat in state.joined,
                "name": state.names.get(seat),
            }
        )
        for seat, plan in state.seats
    ]
    if swaps_sides(creation):
        seats.reverse()
    seed = secrets.randbelow(SEED_LIMIT)
    variant = Match(game, game.unresolved(state.match.variant), seed).variant.model_dump(mode="json")
    changed = {"seats": tuple(seats), "seed": seed, "salt": new_salt(), "salted": game.secret, "variant": variant}
    fresh = {"setup": None, "opening": (), "assisted": False, "second_try": False, "daily": None} | {
        "seed_named": False,
        "first_try": True,
    }
    chained = {"previous": state.id, "series": next_in_series(state), "created_at": now}
    return creation.model_copy(update=changed | fresh | chained)


def next_in_series(state: State) -> Series | None:
    """The series of the match after this one."""
    series = state.creation.series
    return series and series.following(state.match.result, swaps_sides(state.creation))


def swaps_sides(creation: Creation) -> bool:
    return seats_alternate(find_game(creation.game), any(plan.kind == "level" for plan in creation.seats))


def _must_suit(request: NewMatch, seats: list[SeatPlan]) -> None:
    """Refuse a clock, a limit for turns or a series that these seats cannot have."""
    people = sum(seat.kind != "level" for seat in seats)
    if request.clock is not None and people != 2:
        raise Refusal(ErrorCode.NOT_ALLOWED, "a clock needs two people; leave it out against AI players")
    if request.turn_seconds is not None and (len(seats) != 2 or people == 0):
        raise Refusal(ErrorCode.NOT_ALLOWED, "a limit for turns needs two sides and a person; leave turn_seconds out")
    if request.series is not None and len(seats) != 2:
        raise Refusal(ErrorCode.NOT_ALLOWED, "a series needs two sides; leave it out")


def state_of_record(text: str, caps: Caps) -> State:
    """A match that exists nowhere, with all moves of a record played."""
    record = read_short_record(text, caps)
    match = replay(record)
    creation = Creation(
        game=record.game,
        game_version=record.version,
        variant=match.variant.model_dump(mode="json"),
        seed=record.seed,
        salt=record.salt or "",
        salted=record.salt is not None,
        seats=(SeatPlan(kind="person"),) * match.game.seats,
        setup=record.setup,
        opening=match.moves,
        created_at=0,
    )
    return State("", creation)
