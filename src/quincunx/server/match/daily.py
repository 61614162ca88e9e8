"""The board of the day: the same for everyone.

It is a board of the recommended preset, and its seed is the date. Where the seed is a secret, that would tell
everybody what falls: there it comes from a secret of the server's database, and is published when the day is over. A
game without chance gets an opening of a few plies, drawn from the same seed: the first one that an AI player judges to
be balanced.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import SEED_LIMIT, Stream, below, word
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.player import MoveRequest
from quincunx.engine.rules import PLAYING, moves, observe
from quincunx.server import wall_clock

OPENING_PLIES = 4
MOST_TRIES = 64
SALT_BYTES = 16
BALANCE = 0.75
"""How much an opening may be worth to either side, as a part of what the game calls a clear lead."""


class Daily(NamedTuple):
    match: Match
    opening: tuple[str, ...]


def today() -> str:
    return datetime.fromtimestamp(wall_clock.now_ms() / 1000, UTC).strftime("%Y%m%d")


def seed_of(game: AnyGame, date: str, secret: bytes) -> int:
    if not game.secret:
        return int(date)
    return int.from_bytes(_digest(secret, date, game.slug)[:8], "big") % SEED_LIMIT


def salt_of(game: AnyGame, date: str, secret: bytes) -> str:
    """The salt that all matches of this board share: they have the same drops."""
    return _digest(secret, date, game.slug, "salt")[:SALT_BYTES].hex()


def _digest(secret: bytes, *parts: str) -> bytes:
    return hmac.digest(secret, ":".join(parts).encode(), hashlib.sha256)


@lru_cache(64)
def board(game: AnyGame, date: str, secret: bytes) -> Daily:
    seed = seed_of(game, date, secret)
    if game.chance:
        salt = salt_of(game, date, secret) if game.secret else None
        return Daily(Match(game, game.recommended, seed, salt=salt), ())
    tries = (_opening(game, seed, attempt) for attempt in range(MOST_TRIES))
    match = next((match for match in tries if _is_balanced(match)), None) or Match(game, game.recommended, seed)
    return Daily(match, match.moves)


def view_of(daily: Daily, game: AnyGame, date: str, secret: bytes) -> dict[str, Any]:
    """The board of a day as JSON. A secret seed is published when its day is over."""
    hidden = game.secret and date == today()
    return {
        "date": date,
        "game": game.slug,
        "seed": None if hidden else daily.match.seed,
        "salt": salt_of(game, date, secret) if game.secret and not hidden else None,
        "variant": daily.match.variant.model_dump(mode="json"),
        "opening": list(daily.opening),
        "record": None if hidden else daily.match.record().as_text(),
        "view": daily.match.describe(),
    }


def must_be_known(date: str) -> None:
    """A day that is to come has no board yet."""
    if date > today():
        raise Refusal(ErrorCode.NOT_FOUND, f"the board of {date} is not known yet; today is {today()}")


def result_view(daily: Daily, played: Sequence[str]) -> dict[str, Any]:
    """What these moves reach on the board of a day. Moves that it does not allow are refused, so nobody can claim a
    result that was not played."""
    if tuple(played[: len(daily.opening)]) != daily.opening:
        raise Refusal(ErrorCode.BAD_RECORD, "these moves do not begin with the opening of that day")
    start = daily.match
    match = Match(start.game, start.variant, start.seed, salt=start.salt)
    for number, move in enumerate(played, start=1):
        try:
            match.play(move)
        except Refusal as refusal:
            problem = f"move {number} is not possible on the board of that day: {refusal.message}"
            raise Refusal(ErrorCode.BAD_RECORD, problem) from None
    return {"ply": len(match.history), "result": match.result}


def _opening(game: AnyGame, seed: int, attempt: int) -> Match:
    match = Match(game, game.recommended, seed)
    for ply in range(OPENING_PLIES):
        choice = list(numbers(moves(match.position)))
        if not choice:
            break
        picked = choice[below(len(choice), seed, Stream.DAILY_OPENINGS, attempt * OPENING_PLIES + ply)]
        match.play(game.write_move(match.position, picked))
    return match


def _is_balanced(match: Match) -> bool:
    if match.position.result != PLAYING:
        return False
    judge = match.game.default_level
    if judge is None:
        return True
    # Without a clock: a slow machine must not judge otherwise, or the board would not be the same for everyone.
    seen = observe(match.position, match.position.turn)
    own_seed = word(match.seed, Stream.PLAYER, match.position.ply)
    judged = match.game.levels[judge].player.choose(MoveRequest(match.game, seen, own_seed))
    return judged.score is None or abs(judged.score) <= BALANCE * match.game.scale
