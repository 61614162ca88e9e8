"""Making a match from what somebody asked for; whatever is wrong is refused before anything exists."""

import secrets
from typing import Any, NamedTuple

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match, replay
from quincunx.engine.record import read_record
from quincunx.search.chooser import level_of
from quincunx.server.http.schemas import LevelSeat, NewMatch, PersonSeat, SeatRequest
from quincunx.server.match import daily
from quincunx.server.match.actions import ClockPlan, Founding, SeatPlan
from quincunx.server.match.state import State
from quincunx.server.match.tokens import digest_of, new_token
from quincunx.server.settings import Settings
from quincunx.server.storage.store import Token

SALT_BYTES = 16


class Board(NamedTuple):
    """What is played on: everything of a match but its people."""

    game: AnyGame
    match: Match
    opening: tuple[str, ...]
    known: bool
    """Whether whoever asked may have seen this board's future."""
    helped: bool
    """Whether it was begun elsewhere, where anybody may have helped."""
    date: str | None


class Issued(NamedTuple):
    """The tokens of a new match: digests to keep, and the secrets to hand out."""

    kept: list[Token]
    given: dict[int, str]
    """By seat; 0 is the creator's."""


def found(asked: NewMatch, settings: Settings, client: str, now: int) -> Founding:
    board = board_of(asked)
    seats = [seat_plan(board.game, seat) for seat in seats_of(asked, board.game)]
    if asked.clock is not None and not _two_people(seats):
        raise Refusal(ErrorCode.NOT_ALLOWED, "a clock runs between two people; leave it out against our players")
    return Founding(
        game=board.game.slug,
        game_version=board.game.version,
        variant=board.match.variant.model_dump(mode="json"),
        seed=board.match.seed,
        salt=secrets.token_hex(SALT_BYTES),
        seats=tuple(seats),
        setup=board.match.setup,
        opening=board.opening,
        assisted=board.helped or (board.known and board.game.secret),
        clock=ClockPlan(base=asked.clock.base * 1000, increment=asked.clock.increment * 1000) if asked.clock else None,
        response_delay=settings.response_delay_ms if asked.response_delay is None else asked.response_delay,
        daily=board.date,
        public=asked.public,
        client=client,
        created_at=now,
    )


def board_of(asked: NewMatch) -> Board:
    game = find_game(asked.game)
    if asked.record is not None:
        return _from_record(game, asked.record)
    if asked.daily:
        today = daily.today()
        board = daily.board(game, today)
        return Board(game, board.match, board.opening, False, False, today)
    variant: Any = asked.preset if asked.variant is None else asked.variant
    if asked.preset is not None and asked.variant is not None:
        variant = {"preset": asked.preset} | asked.variant
    seed = secrets.randbelow(SEED_LIMIT) if asked.seed is None else asked.seed
    return Board(game, Match(game, variant, seed), (), asked.seed is not None, False, None)


def _from_record(game: AnyGame, text: str) -> Board:
    record = read_record(text)
    if record.game != game.slug:
        raise Refusal(ErrorCode.BAD_RECORD, f"this is a record of {record.game}, and the match is to be {game.slug}")
    match = replay(record.model_copy(update={"seats": ()}))
    if match.position.result != 0:
        raise Refusal(ErrorCode.MATCH_OVER, "this match has been played to its end; look at it, or paste its id alone")
    helped = record.assisted or bool(record.moves) or record.setup is not None
    return Board(game, match, match.moves, True, helped, None)


def seats_of(asked: NewMatch, game: AnyGame) -> list[SeatRequest]:
    """As asked, or what most want: a person, against `medium` where two play."""
    if asked.seats is None:
        person = PersonSeat(kind="person")
        return [person] if game.seats == 1 else [person, LevelSeat(kind="level")]
    if len(asked.seats) != game.seats:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{game.slug} has {game.seats} seats, and {len(asked.seats)} were given")
    if all(seat.kind == "invite" for seat in asked.seats):
        raise Refusal(ErrorCode.BAD_REQUEST, "somebody has to be there: make one seat a person's")
    return list(asked.seats)


def seat_plan(game: AnyGame, seat: SeatRequest) -> SeatPlan:
    if isinstance(seat, LevelSeat):
        level_of(game, seat.level)
        advice = game.advice(seat.prompt) if seat.prompt else None
        strategy = advice["strategy"] if advice else None
        return SeatPlan(kind="level", level=seat.level, strategy=strategy, understood=advice)
    return SeatPlan(kind=seat.kind, name=seat.name if isinstance(seat, PersonSeat) else None)


def issue_tokens(seats: tuple[SeatPlan, ...]) -> Issued:
    """A secret for each person and each invitation; one for the maker where nobody sits."""
    given = {seat: new_token() for seat, plan in enumerate(seats, start=1) if plan.kind != "level"}
    kinds = {seat: "invite" if seats[seat - 1].kind == "invite" else "seat" for seat in given}
    if not given:
        given, kinds = {0: new_token()}, {0: "creator"}
    return Issued([Token(digest_of(given[seat]), seat, kinds[seat]) for seat in given], given)


def rematch_of(state: State, now: int) -> Founding:
    """The same again on another board; the sides are swapped, except that our players of mosaic and cascade stay
    second, as specified."""
    founding, game = state.founding, state.game
    seats = [
        plan.model_copy(
            update={"level": state.levels.get(seat), "joined": seat in state.joined, "name": state.names.get(seat)}
        )
        for seat, plan in state.seats
    ]
    if swaps_sides(founding):
        seats.reverse()
    seed = secrets.randbelow(SEED_LIMIT)
    variant = Match(game, game.unresolved(state.match.variant), seed).variant.model_dump(mode="json")
    changed = {"seats": tuple(seats), "seed": seed, "salt": secrets.token_hex(SALT_BYTES), "variant": variant}
    fresh = {"setup": None, "opening": (), "assisted": False, "daily": None}
    return founding.model_copy(update=changed | fresh | {"previous": state.id, "created_at": now})


def swaps_sides(founding: Founding) -> bool:
    ours = any(plan.kind == "level" for plan in founding.seats)
    return len(founding.seats) == 2 and not (ours and find_game(founding.game).secret)


def _two_people(seats: list[SeatPlan]) -> bool:
    return len(seats) == 2 and all(seat.kind != "level" for seat in seats)
