"""Asks a player for a move: with what it may see, random numbers of its own, and a clock that keeps it in time."""

import time
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from quincunx.engine.clock import Flag, flag_after, is_raised
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import Stream, below, word
from quincunx.engine.match import Match
from quincunx.engine.player import Choice, Level, MoveRequest
from quincunx.engine.rules import PLAYING, hash, observe


class PlayerStream(IntEnum):
    """The streams of an AI player's own seed, which is new for every ply."""

    TIES = 0
    PLAYOUTS = 1
    SAMPLES = 2
    NOTICE = 3


def level_of(game: AnyGame, name: str) -> Level:
    """The level with this name, or a refusal that lists the levels."""
    if name not in game.levels:
        known = ", ".join(game.offered_levels) or "none yet"
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, f"{game.slug} has no level {quoted(name)}; choose one of {known}")
    return game.levels[name]


def hint_level_of(game: AnyGame) -> str:
    """The level that gives hints, or a refusal where a game has no AI players."""
    if game.hint_level is None:
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, f"{game.slug} has no AI players, so it has no hints and no analysis")
    return game.hint_level


def choose(
    game: AnyGame,
    position: Any,
    level: str,
    seed: int,
    past: Sequence[int] = (),
    milliseconds: int | None = None,
    strategy: Mapping[str, Any] | None = None,
    progress: Callable[[Choice], None] | None = None,
    variety: bool = True,
    stop: Flag | None = None,
) -> Choice:
    """The move of this level for the side to move, within `milliseconds` or the level's own limit, both for a whole
    turn. The same request has the same answer unless the clock cut the search short. Without `variety` it is the best
    move that was found, and not one of several that are nearly equal. A caller that gives a flag as `stop` can raise it
    to end the search at once."""
    if position.result != PLAYING:
        raise Refusal(ErrorCode.MATCH_OVER, "the match is over: there is no move to choose")
    chosen = level_of(game, level)
    began = time.perf_counter()
    limit = chosen.flag_milliseconds if milliseconds is None else milliseconds
    with flag_after(limit / 1000 * game.time_share(position), stop) as flag:
        own_seed = word(seed, Stream.PLAYER, position.ply)
        seen = observe(position, position.turn)
        request = MoveRequest(game, seen, own_seed, tuple(past), flag, strategy, variety, progress)
        choice = chosen.player.choose(request)
        cut_short = choice.cut_short or is_raised(flag)
    return choice._replace(seconds=time.perf_counter() - began, cut_short=cut_short)


def choose_in(match: Match, level: str, milliseconds: int | None = None, **further: Any) -> Choice:
    """The move of this level in a match, which knows its own past."""
    return choose(match.game, match.position, level, match.seed, past_of(match), milliseconds, **further)


def past_of(match: Match) -> tuple[int, ...]:
    """The hashes of the positions before the present one."""
    turns = match.history
    return (hash(match.first), *(hash(turn.position) for turn in turns[:-1])) if turns else ()


def pick(game: AnyGame, position: Any, moves: Sequence[int], seed: int) -> int:
    """One of equally good moves, by the player's own random numbers; sorted by text, so that anyone can check it."""
    ranked = sorted(moves, key=lambda move: game.write_move(position, move))
    return ranked[below(len(ranked), seed, PlayerStream.TIES, 0)]
