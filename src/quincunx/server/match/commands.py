"""Who may do what, and when. Each command looks at a match and either refuses or returns the action for its log.

It returns `None` where the action has been carried out already: then the answer is the same as before.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.search.advice.prompt import Advice, advice_record
from quincunx.search.chooser import level_of
from quincunx.server.match.actions import (
    Accepted,
    BaseAction,
    Claimed,
    Closed,
    Declined,
    Filled,
    Flagged,
    Hinted,
    LevelChanged,
    Moved,
    Offer,
    Offered,
    PromptChanged,
    Redone,
    Rematched,
    Resigned,
    Restarted,
    Thought,
    Undone,
)
from quincunx.server.match.caps import MOST_PLIES
from quincunx.server.match.state import MOST_PLIES_BETWEEN_AI_PLAYERS, State
from quincunx.server_errors import ServerErrorCode

AWAY_MILLISECONDS = 60_000
"""Once the other side has been away this long, a match may be claimed."""

CREATOR = 0
"""The seat number of a token that owns a match without holding a seat in it."""

GivenMove = str | Mapping[str, Any]
"""A move's text, or its fields as the game's specification writes them."""

Answer = Literal["offer", "accept", "decline"]


@dataclass(frozen=True)
class Holder:
    """The seats that a client's token holds; a `creator` owns the match."""

    seats: frozenset[int]

    @property
    def creator(self) -> bool:
        return CREATOR in self.seats

    def sits(self, seat: int) -> bool:
        return seat in self.seats


def missing_token() -> Refusal:
    """A request without a token that needs one."""
    return Refusal(ServerErrorCode.UNAUTHORIZED, "this needs your seat's token: Authorization: Bearer …")


def foreign_token() -> Refusal:
    """A token of another match."""
    return Refusal(ErrorCode.NOT_YOUR_SEAT, "this token holds no seat in this match; you may watch")


Command = Callable[[State, int], BaseAction | None]
"""Takes the match and the time, and returns what to write into the log."""


def move(holder: Holder, text: GivenMove, ply: int, thought: Thought | None = None) -> Command:
    def decide(state: State, now: int) -> Moved | None:
        if ply < state.ply and _is_repeated(state, holder, text, ply):
            return None
        _must_run(state)
        _must_be_at(state, ply)
        if not holder.sits(state.turn):
            raise Refusal(ErrorCode.NOT_YOUR_TURN, f"it is the turn of seat {state.turn}; wait for its move")
        number = state.game.read_move(state.match.position, text)
        canonical = state.game.write_move(state.match.position, number)
        return Moved(seat=state.turn, at=now, move=canonical, ply=ply, thought=thought)

    return decide


def must_preview(state: State, ply: int) -> None:
    """Refuse to show what a move would do at a ply that is not the one to be played."""
    if ply != state.ply:
        raise Refusal(ServerErrorCode.STALE_PLY, f"the ply to be played is {state.ply}, not {ply}")
    if state.over:
        raise Refusal(ErrorCode.MATCH_OVER, "the match is over; no move can follow")


def must_analyse(state: State) -> None:
    """Refuse to judge the moves of a match that is not over, or has none."""
    if not state.over:
        raise Refusal(ErrorCode.NOT_OVER, "a running match is not analysed; finish it, or ask for a hint")
    if not state.history:
        raise Refusal(ErrorCode.NOT_ALLOWED, "there is no move to judge in this match")


def _is_repeated(state: State, holder: Holder, text: GivenMove, ply: int) -> bool:
    """Whether this seat has played this very move at this ply: then the request is a retry."""
    if ply < 0:
        return False
    turn = state.match.history[ply]
    before = state.match.history[ply - 1].position if ply else state.match.first
    try:
        return holder.sits(turn.seat) and state.game.read_move(before, text) == turn.move
    except Refusal:
        return False


def fill(holder: Holder) -> Command:
    """Play the rest of a match that is certain."""

    def decide(state: State, now: int) -> Filled | None:
        if state.over and state.filled_from is not None:
            return None
        _must_run(state)
        if not state.rest:
            raise Refusal(ErrorCode.NOT_ALLOWED, "the rest of this match is not certain yet; play on")
        if not holder.sits(state.turn):
            raise Refusal(ErrorCode.NOT_YOUR_TURN, f"seat {state.turn} fills the rest; wait for it")
        return Filled(seat=state.turn, at=now, ply=state.ply, moves=state.rest_texts())

    return decide


def undo(holder: Holder, ply: int | None = None) -> Command:
    """`ply` is the one that the client sees: a repeated request takes back only one move."""

    def decide(state: State, now: int) -> Undone:
        _must_sit(state, holder)
        _must_be_at(state, ply)
        if state.apart:
            raise Refusal(ErrorCode.NOT_ALLOWED, "between two people a move is taken back by agreement; ask for it")
        _must_not_be_agreed(state)
        back = state.can_undo(0)
        if back is None:
            raise Refusal(ErrorCode.NOTHING_TO_UNDO, "you have no move to take back")
        return Undone(seat=min(holder.seats), at=now, to_ply=back)

    return decide


def redo(holder: Holder, ply: int | None = None) -> Command:
    def decide(state: State, now: int) -> Redone:
        _must_sit(state, holder)
        _must_be_at(state, ply)
        if state.apart:
            raise Refusal(ErrorCode.NOT_ALLOWED, "between two people nothing is redone; play the move again")
        _must_not_be_agreed(state)
        forward = state.can_redo()
        if forward is None:
            raise Refusal(ErrorCode.NOTHING_TO_REDO, "nothing has been undone since the last move")
        return Redone(seat=min(holder.seats), at=now, to_ply=forward)

    return decide


def restart(holder: Holder, answer: Answer) -> Command:
    """At once; between two people at different screens, it is offered and accepted."""

    def decide(state: State, now: int) -> BaseAction | None:
        seat = _must_sit(state, holder)
        if state.game.restart_when == "when_over" and not state.over:
            raise Refusal(ErrorCode.NOT_OVER, "this match restarts when it is over; resign first, or play on")
        if state.creation.series is not None:
            raise Refusal(ErrorCode.NOT_ALLOWED, "a match of a series is not restarted; play on, or the next one")
        if state.apart:
            return _answer(state, seat, "restart", answer, now)
        _must_be_asking(answer, "restart")
        return Restarted(seat=seat, at=now)

    return decide


def takeback(holder: Holder, answer: Answer) -> Command:
    def decide(state: State, now: int) -> BaseAction | None:
        seat = _must_sit(state, holder)
        if not state.apart:
            _must_be_asking(answer, "takeback")
            return undo(holder)(state, now)
        _must_not_be_agreed(state)
        if answer == "offer" and state.can_undo(seat) is None:
            raise Refusal(ErrorCode.NOTHING_TO_UNDO, "you have no move to take back")
        return _answer(state, seat, "takeback", answer, now)

    return decide


def draw(holder: Holder, answer: Answer) -> Command:
    def decide(state: State, now: int) -> BaseAction | None:
        seat = _must_sit(state, holder)
        _must_be_for_two(state)
        _must_run(state)
        if not state.apart:
            _must_be_asking(answer, "draw")
        if state.ai_seats:
            return _ai_answer(state, seat, now)
        if not state.apart:  # both sit at one screen, and have agreed there
            return Accepted(seat=seat, at=now, offer="draw")
        return _answer(state, seat, "draw", answer, now)

    return decide


def _ai_answer(state: State, seat: int, now: int) -> Accepted:
    if state.game.agrees_to_draw(state.match.seen):
        return Accepted(seat=seat, at=now, offer="draw")
    raise Refusal(ErrorCode.NOT_ALLOWED, "the AI player declines the draw; play on, or resign")


def resign(holder: Holder, seat: int | None = None) -> Command:
    def decide(state: State, now: int) -> Resigned:
        own = _must_sit(state, holder)
        _must_be_for_two(state)
        _must_run(state)
        if seat is not None and not holder.sits(seat):
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, f"your token does not hold seat {seat}")
        return Resigned(seat=seat or (state.turn if holder.sits(state.turn) else own), at=now)

    return decide


def claim(holder: Holder, result: Literal["win", "draw"], away_for: Callable[[int], int]) -> Command:
    """`away_for` gives for how many milliseconds a seat's holder has been away."""

    def decide(state: State, now: int) -> Claimed:
        seat = _must_sit(state, holder)
        _must_be_for_two(state)
        _must_run(state)
        if not state.apart or not state.complete:
            raise Refusal(ErrorCode.NOT_ALLOWED, "only a match between two people who have both joined can be claimed")
        if away_for(3 - seat) < AWAY_MILLISECONDS:
            raise Refusal(
                ServerErrorCode.NOT_AWAY, "the other player has not been away for a minute yet; wait a little"
            )
        return Claimed(seat=seat, at=now, result=result)

    return decide


def hinted(holder: Holder) -> Command:
    def decide(state: State, now: int) -> Hinted | None:
        seat = _must_sit(state, holder)
        _must_run(state)
        if state.apart:
            raise Refusal(ErrorCode.NOT_ALLOWED, "there are no hints between two people; use the analysis afterwards")
        if not holder.sits(state.turn):
            raise Refusal(ErrorCode.NOT_YOUR_TURN, "a hint is for the side to move; wait for the other player's move")
        return None if state.hinted else Hinted(seat=seat, at=now)

    return decide


def change_level(holder: Holder, of: int | None, level: str) -> Command:
    def decide(state: State, now: int) -> LevelChanged | None:
        seat = _ai_seat(state, holder, of)
        _must_run(state)
        level_of(state.game, level)
        if state.levels[seat] == level:
            return None
        return LevelChanged(seat=min(holder.seats), at=now, of=seat, level=level)

    return decide


def change_prompt(holder: Holder, of: int | None, advice: Advice | None) -> Command:
    def decide(state: State, now: int) -> PromptChanged | None:
        seat = _ai_seat(state, holder, of)
        _must_run(state)
        strategy = None if advice is None else advice.strategy.as_record()
        if state.strategies.get(seat) == strategy:
            return None
        understood = None if advice is None else advice_record(advice)
        return PromptChanged(seat=min(holder.seats), at=now, of=seat, strategy=strategy, understood=understood)

    return decide


def _ai_seat(state: State, holder: Holder, of: int | None) -> int:
    """The AI player's seat that is meant, for a person who may change it."""
    if not holder.creator:
        _must_sit(state, holder)
    if not state.ai_seats or (of is not None and of not in state.ai_seats):
        raise Refusal(ErrorCode.NOT_ALLOWED, "that seat is not held by an AI player")
    return of or min(state.ai_seats)


def stop(holder: Holder) -> Command:
    """End a match between AI players, or take back an invitation that nobody has accepted yet."""

    def decide(state: State, now: int) -> Closed:
        if not state.over and not state.complete:
            return Closed(seat=_must_sit(state, holder), at=now, why="cancelled")
        if not holder.creator:
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, "only the creator of this match can stop it")
        if state.people:
            raise Refusal(ErrorCode.NOT_ALLOWED, "a match with people in it ends by resigning or by a draw")
        _must_run(state)
        return Closed(seat=0, at=now, why="stopped")

    return decide


def offer_rematch(holder: Holder, answer: Answer) -> Command:
    """Between two people at different screens a rematch is offered and accepted. What is agreed is not written here:
    it needs the match that follows (`rematched`)."""

    def decide(state: State, now: int) -> BaseAction | None:
        seat = _must_own(state, holder)
        if state.rematch is not None:
            return None
        if not state.over:
            raise Refusal(ErrorCode.NOT_OVER, "the match is not over; play on, or resign first")
        if not _must_ask_for_rematch(state):
            _must_be_asking(answer, "rematch")
            return None
        action = _answer(state, seat, "rematch", answer, now)
        return None if isinstance(action, Accepted) else action

    return decide


def agrees_to_rematch(state: State, holder: Holder, answer: Answer) -> bool:
    """Whether a rematch begins at once: there is nobody to ask, or the other player has offered it."""
    if answer == "decline":
        return False
    return not _must_ask_for_rematch(state) or state.offers.get("rematch") == 3 - _must_sit(state, holder)


def rematched(holder: Holder, answer: Answer, match_id: str) -> Command:
    def decide(state: State, now: int) -> Rematched | None:
        if state.rematch is not None:
            return None
        if not state.over or not agrees_to_rematch(state, holder, answer):
            raise Refusal(
                ServerErrorCode.NOTHING_OFFERED, "the other player no longer offers a rematch; offer one yourself"
            )
        return Rematched(seat=_must_own(state, holder), at=now, match=match_id)

    return decide


def _must_ask_for_rematch(state: State) -> bool:
    return state.apart and state.complete


def _must_own(state: State, holder: Holder) -> int:
    """A person's seat that the token holds, or 0 for the creator of a match between AI players."""
    return CREATOR if holder.creator else _must_sit(state, holder)


def reacting_seat(state: State, holder: Holder) -> int:
    """The seat of somebody who reacts, where two people play at different screens."""
    seat = _must_sit(state, holder)
    if not state.apart or not state.complete:
        raise Refusal(ErrorCode.NOT_ALLOWED, "reactions are for two people who play at different screens")
    return seat


def settle(state: State, now: int, most_plies: int = MOST_PLIES) -> BaseAction | None:
    """What the server itself has to do about this match now, if anything."""
    if state.over:
        return None
    late = state.late(now)
    if late is not None:
        return Flagged(seat=late, at=now)
    between_ai_players = not state.people and state.game.seats == 2
    if state.ply >= (min(most_plies, MOST_PLIES_BETWEEN_AI_PLAYERS) if between_ai_players else most_plies):
        return Closed(seat=0, at=now, why="ply_cap")
    if between_ai_players and state.game.agrees_to_draw(state.match.seen):
        return Closed(seat=0, at=now, why="agreement")
    return None


def expire(state: State, now: int) -> Closed | None:
    return None if state.over else Closed(seat=0, at=now, why="expired")


def _answer(state: State, seat: int, offer: Offer, answer: Answer, now: int) -> BaseAction | None:
    """Offer, accept or decline; offering what the other side has offered accepts it."""
    by = state.offers.get(offer)
    if answer == "offer":
        if by == seat:
            return None
        if by is None:
            return Offered(seat=seat, at=now, offer=offer)
        return Accepted(seat=seat, at=now, offer=offer)
    if by is None or (answer == "accept" and by == seat):
        raise Refusal(ServerErrorCode.NOTHING_OFFERED, f"the other player has not offered a {offer}")
    if answer == "accept":
        return Accepted(seat=seat, at=now, offer=offer)
    return Declined(seat=seat, at=now, offer=offer, withdrawn=by == seat)


def _must_be_asking(answer: Answer, offer: Offer) -> None:
    """Where one side decides alone, there is no offer to answer."""
    if answer != "offer":
        raise Refusal(ServerErrorCode.NOTHING_OFFERED, f"nobody has offered a {offer}")


def _must_sit(state: State, holder: Holder) -> int:
    """A person's seat that the token holds: the one to move, if it is among them."""
    own = sorted(holder.seats & state.people)
    if not own:
        raise Refusal(ErrorCode.NOT_YOUR_SEAT, "your token holds no seat in this match; you may watch")
    return state.turn if state.turn in own else own[0]


def _must_be_at(state: State, ply: int | None) -> None:
    if ply is not None and ply != state.ply:
        raise Refusal(ServerErrorCode.STALE_PLY, f"the ply to be played is {state.ply}, not {ply}; reload the match")


def _must_run(state: State) -> None:
    if state.over:
        raise Refusal(ErrorCode.MATCH_OVER, "the match is over; restart it or start a new one")
    if not state.complete:
        raise Refusal(ErrorCode.NOT_YOUR_TURN, "the other player has not joined yet; send the invite link")


def _must_not_be_agreed(state: State) -> None:
    ended_by = state.match.ended_by
    if ended_by not in (None, "rules"):
        raise Refusal(ErrorCode.MATCH_OVER, f"the match ended by {ended_by}; restart it or start a new one")


def _must_be_for_two(state: State) -> None:
    if state.game.seats != 2:
        raise Refusal(ErrorCode.NOT_ALLOWED, f"{state.game.slug} is played alone; restart it instead")
