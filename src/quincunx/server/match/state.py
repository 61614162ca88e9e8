"""What a match is after the actions in its log: the same in every process that reads them."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, cast

from quincunx.catalogue import game as find_game
from quincunx.engine.events import as_json, shown_milliseconds
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.notation import PASS_TEXT
from quincunx.engine.record import Record, Seat
from quincunx.engine.rules import DRAWN, LOST, mid_turn, play
from quincunx.sentences import join_sentences, names_of
from quincunx.server.match.actions import (
    Accepted,
    BaseAction,
    Claimed,
    Closed,
    Creation,
    Declined,
    Filled,
    Flagged,
    Hinted,
    Joined,
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
from quincunx.server.match.clock import Clock
from quincunx.server.match.daily import today
from quincunx.server.match.variant_key import variant_key
from quincunx.server.match.view_types import Event, HistoryEntry

LEAST_PAUSE = 300
"""Milliseconds between the end of a move's animation and the answer of an AI player, on the pages."""
MOST_PLIES_BETWEEN_AI_PLAYERS = 500
"""A match between two AI players that lasts this long is a draw."""


class State:
    """One match, folded from its log. `apply` trusts its action: `commands` has checked it, or the log has it."""

    def __init__(self, match_id: str, creation: Creation) -> None:
        self.id = match_id
        self.creation = creation
        self.seats = list(enumerate(creation.seats, start=1))
        self.number = 0
        """How many actions have been applied: the version that clients see."""
        self.updated_at = creation.created_at
        self.joined = {seat for seat, plan in self.seats if plan.kind != "invite" or plan.joined}
        self.names = {seat: plan.name for seat, plan in self.seats if plan.name}
        self.levels = {seat: plan.level for seat, plan in self.seats if plan.level is not None}
        self.ai_seats = frozenset(self.levels)
        self.strategies = {seat: plan.strategy for seat, plan in self.seats if plan.strategy is not None}
        self.understood = {seat: plan.understood for seat, plan in self.seats if plan.understood is not None}
        self.people = frozenset(seat for seat, _ in self.seats) - self.ai_seats
        self.apart = len(self.people) == 2 and any(plan.kind == "invite" for _, plan in self.seats)
        """Whether two people play at different screens: then taking back a move, for one, needs the other's consent."""
        self.offers: dict[Offer, int] = {}
        self.rematch: str | None = None
        self.filled_from: int | None = None
        """The ply at which the rest of the match was filled in, also after that was taken back."""
        self.second_try = creation.second_try
        """Whether the match counts as assisted for one reason alone: the same person has played this board before."""
        self.match = self._new_match()
        self.thoughts: dict[int, Thought] = {}
        self.history: list[HistoryEntry] = []
        self.lengths: list[int] = []
        """By ply: the milliseconds that it takes to show the move at normal speed."""
        self.event_names = names_of(self.match)
        self.floor = self._play_opening()
        self._opened = self.match.copy()
        """The match after its opening, where a restart begins."""
        self.hinted = False
        """Whether there was a hint for the present position."""
        self.clock = Clock(creation.clock, creation.created_at) if creation.clock else None
        self.turn_ends_at: int | None = None
        """When the person to move has taken too long."""
        self._rested_at = creation.created_at
        """When boards have shown the last move."""
        self._run_clock(creation.created_at)

    # Reading.

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def ply(self) -> int:
        return len(self.history)

    @property
    def turn(self) -> int:
        return int(self.match.position.turn)

    @property
    def over(self) -> bool:
        return self.match.end is not None

    @property
    def complete(self) -> bool:
        """Whether everyone who was invited has joined."""
        return len(self.joined) == len(self.creation.seats)

    @property
    def ai_turn(self) -> bool:
        return not self.over and self.complete and self.turn in self.ai_seats

    @property
    def rest(self) -> tuple[int, ...]:
        """The moves to the end, once they are certain: all of them can be played at once, and no clock runs."""
        return () if self.over else self.game.forced_rest(self.match.position)

    @property
    def deadline(self) -> int | None:
        """When somebody's time will be over."""
        deadlines = [self.clock.deadline() if self.clock else None, self.turn_ends_at]
        return min((one for one in deadlines if one is not None), default=None)

    def late(self, now: int) -> int | None:
        """The seat whose time is over."""
        if self.turn_ends_at is not None and now >= self.turn_ends_at:
            return self.turn
        return self.clock.late(now) if self.clock else None

    @property
    def assisted(self) -> bool:
        return self.match.assisted

    @property
    def secret(self) -> bool:
        """Whether the seed must not be shown yet: others may still be playing the board of the day."""
        return self.game.secret and (not self.over or self.creation.daily == today())

    @cached_property
    def link(self) -> str:
        """The line that starts the same match again, from its beginning."""
        return self.match.record().model_copy(update={"moves": self.creation.opening}).as_text()

    @cached_property
    def preset(self) -> str | None:
        return self.game.preset_name(self.match.variant)

    @cached_property
    def variant_key(self) -> str:
        return variant_key(self.game, self.match.variant)

    @cached_property
    def chosen_variant(self) -> dict[str, Any]:
        """The options as one would choose them for another board."""
        options: dict[str, Any] = self.game.unresolved(self.match.variant).model_dump(mode="json")
        return options

    @cached_property
    def commitment(self) -> str:
        """Published from the start. Anyone can check it once the seed and the salt are published."""
        return hashlib.sha256(f"{self.creation.seed}:{self.creation.salt}".encode()).hexdigest()

    def rest_texts(self) -> tuple[str, ...]:
        texts, position = [], self.match.position
        for move in self.rest:
            texts.append(self.game.write_move(position, move))
            position = play(position, move)
        return tuple(texts)

    def can_redo(self) -> int | None:
        """The ply that a redo leads to."""
        undone = self.match.undone
        length = self.ply + len(undone)
        if not undone or (self.match.ended_by not in (None, "rules")):
            return None
        if self.ply == self.filled_from:
            return length
        if not self.ai_seats:
            return self._after_turn(self.ply + 1, length)
        stops = range(self.ply + 1, length if self.filled_from is None else self.filled_from + 1)
        return next((ply for ply in stops if self._waits_at(ply)), length)

    def can_undo(self, seat: int) -> int | None:
        """The ply that taking back leads to: the last one at which this seat (any person, if 0) began a turn and had a
        choice."""
        if self.match.ended_by not in (None, "rules"):
            return None
        people = {seat} if seat else self.people
        turns = self.match.history
        last = self.ply - 1 if self.filled_from is None else min(self.ply - 1, self.filled_from)
        for ply in range(last, self.floor - 1, -1):
            begins = ply == self.floor or not mid_turn(turns[ply - 1].position)
            if begins and turns[ply].text != PASS_TEXT and turns[ply].seat in people:
                return ply
        return None

    def events_of(self, ply: int) -> list[Event]:
        """What the move at this ply did, and the passes that it forced."""
        after = ply + 1
        while after < self.ply and self.history[after]["move"] == PASS_TEXT:
            after += 1
        return self._events(ply, after)

    def _events(self, first: int, after: int) -> list[Event]:
        return [event for entry in self.history[first:after] for event in entry["events"]]

    def record(self) -> Record:
        seats = tuple(self._record_seat(seat) for seat, _ in self.seats)
        return self.match.record().model_copy(update={"seats": seats})

    # Applying actions.

    def apply(self, action: BaseAction) -> list[Event]:
        """Carry out an action; the events of the moves that it made."""
        before = self.ply
        EFFECTS[type(action)](self, action)
        self.number += 1
        self.updated_at = action.at
        self.hinted = isinstance(action, Hinted) or (self.hinted and self.ply == before)
        if not isinstance(action, Offered | Hinted | LevelChanged | PromptChanged):
            self._forget_offers(action)
        return self._events(before, self.ply)

    def _moved(self, action: Moved) -> None:
        clock = None if self.rest else self.clock
        before = self.ply
        self.match.play(action.move)
        self.filled_from = None
        if clock and not mid_turn(self.match.position):
            clock.press(action.seat, action.at)
        if action.thought is not None:
            self.thoughts[self.ply] = action.thought
        self._remember()
        self._run_clock(action.at, before)

    def _filled(self, action: Filled) -> None:
        for move in action.moves:
            if move != PASS_TEXT:
                self.match.play(move)
        self.filled_from = action.ply
        self._remember()
        self._run_clock(action.at)

    def _undone(self, action: Undone) -> None:
        self._take_back(action.to_ply, action.at)

    def _take_back(self, to_ply: int, at: int) -> None:
        self.second_try = False
        while len(self.match.history) > to_ply:
            self.match.undo()
        self._remember()
        self._run_clock(at)

    def _redone(self, action: Redone) -> None:
        before = self.ply
        while len(self.match.history) < action.to_ply and self.match.undone:
            self.match.redo()
        self._remember()
        self._run_clock(action.at, before)

    def _restarted(self, action: Restarted) -> None:
        self._start_over(action.at)

    def _start_over(self, at: int) -> None:
        """From the beginning. After a move on a board of chance, playing the same board again is a second try."""
        again = self.game.chance and self.ply > self.floor
        self.second_try = self.second_try or (again and not self.match.assisted)
        assisted = self.match.assisted or again
        self.match = self._opened.copy()
        self.match.assisted = assisted
        del self.history[self.floor :], self.lengths[self.floor :]
        self.thoughts.clear()
        self.filled_from = None
        if self.creation.clock:
            self.clock = Clock(self.creation.clock, at)
        self._run_clock(at)

    def _hinted(self, action: Hinted) -> None:
        self.second_try = False
        self.match.assist()

    def _offered(self, action: Offered) -> None:
        self.offers[action.offer] = action.seat

    def _declined(self, action: Declined) -> None:
        self.offers.pop(action.offer, None)

    def _accepted(self, action: Accepted) -> None:
        if action.offer == "draw":
            self.match.agree_draw()
            self._run_clock(action.at)
        elif action.offer == "restart":
            self._start_over(action.at)
        else:
            back = self.can_undo(self.offers.get("takeback", 0))
            self._take_back(self.ply if back is None else back, action.at)

    def _resigned(self, action: Resigned) -> None:
        self.match.resign(action.seat)
        self._run_clock(action.at)

    def _claimed(self, action: Claimed) -> None:
        self.match.stop(action.seat if action.result == "win" else DRAWN, "absence")
        self._run_clock(action.at)

    def _flagged(self, action: Flagged) -> None:
        took_too_long = self.turn_ends_at is not None and action.at >= self.turn_ends_at
        self.match.stop(3 - action.seat, "clock")
        if self.clock and not took_too_long:
            self.clock.empty(action.seat)
        self._run_clock(action.at)

    def _closed(self, action: Closed) -> None:
        result = DRAWN if self.game.seats == 2 else LOST
        if action.why in ("stopped", "agreement") and self.game.seats == 2:
            self.match.agree_draw()
        else:
            self.match.stop(result, "ply_cap" if action.why == "ply_cap" else "absence")
        self._run_clock(action.at)

    def _level_changed(self, action: LevelChanged) -> None:
        self.levels[action.of] = action.level
        if self.ply > self.floor:
            self._spoil_try()

    def _prompt_changed(self, action: PromptChanged) -> None:
        self._spoil_try()
        for kept, given in ((self.strategies, action.strategy), (self.understood, action.understood)):
            if given is None:
                kept.pop(action.of, None)
            else:
                kept[action.of] = given

    def _spoil_try(self) -> None:
        """A result on a board of the day names the level that was played against: from first to last, as it plays by
        itself."""
        if self.creation.daily is not None:
            self.second_try = False
            self.match.assist()

    def _joined(self, action: Joined) -> None:
        self.joined.add(action.seat)
        if action.name:
            self.names[action.seat] = action.name
        self._run_clock(action.at)

    def _rematched(self, action: Rematched) -> None:
        self.rematch = action.match
        self.offers.pop("rematch", None)

    # Helpers.

    def _new_match(self) -> Match:
        creation = self.creation
        game = find_game(creation.game)
        salt = creation.salt if creation.salted else None
        match = Match(game, creation.variant, creation.seed, play_passes=True, setup=creation.setup, salt=salt)
        match.assisted = creation.assisted
        return match

    def _play_opening(self) -> int:
        for move in self.creation.opening:
            if move != PASS_TEXT:
                self.match.play(move)
        self._remember()
        return self.ply

    def _remember(self) -> None:
        """Bring the history up to date: drop what was taken back, and add what is new."""
        turns = self.match.history
        del self.history[len(turns) :], self.lengths[len(turns) :]
        for ply in [ply for ply in self.thoughts if ply >= len(turns)]:
            del self.thoughts[ply]
        for ply in range(len(self.history), len(turns)):
            turn = turns[ply]
            before = turns[ply - 1].position if ply else self.match.first
            events = self.match.events(ply)
            entry: HistoryEntry = {
                "ply": ply,
                "seat": turn.seat,
                "move": turn.text,
                "events": cast(list[Event], as_json(events)),
                "told": join_sentences(events, self.event_names),
            }
            specified = self.game.as_specified(turn.text)
            if specified is not None:
                entry["specified"] = specified
            if ply in self.thoughts:
                entry["thought"] = self.thoughts[ply]
            self.history.append(cast(HistoryEntry, entry | self.game.about(before, turn.move)))
            self.lengths.append(shown_milliseconds(events))

    def _forget_offers(self, action: BaseAction) -> None:
        """An offer stands until it is answered or the match goes on. The side that offers a draw may move, though."""
        if isinstance(action, Declined | Joined | Rematched):
            return
        stands = isinstance(action, Moved) and self.offers.get("draw") == action.seat
        self.offers = {"draw": action.seat} if stands else {}

    def _run_clock(self, at: int, shown_from: int | None = None) -> None:
        """A side's time starts with its first move. The moves from ply `shown_from` on are shown first, which takes
        both sides equally long: no time runs then."""
        after = 0 if shown_from is None else sum(self.lengths[shown_from:])
        runs = self.complete and not self.over and not self.rest and self._has_moved(self.turn)
        if self.clock:
            self.clock.run(self.turn if runs else None, at, after)
        self._limit_turn(runs, self._shown_at(at, shown_from) + after)

    def _shown_at(self, at: int, shown_from: int | None) -> int:
        """When boards begin to show the last moves: those of an AI player wait until the move before has been shown."""
        if shown_from is None or shown_from >= self.ply or self.history[shown_from]["seat"] not in self.ai_seats:
            return at
        return max(at, self._rested_at + max(LEAST_PAUSE, self.creation.response_delay))

    def _limit_turn(self, runs: bool, rested_at: int) -> None:
        """A person's time for a turn counts from when the board has come to rest. A turn of two moves has one limit."""
        self._rested_at = rested_at
        seconds = self.creation.turn_seconds
        if seconds is None or not runs or self.turn not in self.people:
            self.turn_ends_at = None
        elif self.turn_ends_at is None or not mid_turn(self.match.position):
            self.turn_ends_at = rested_at + 1000 * seconds

    def _has_moved(self, seat: int) -> bool:
        return any(entry["seat"] == seat and entry["move"] != PASS_TEXT for entry in self.history[self.floor :])

    def _record_seat(self, seat: int) -> Seat:
        if seat not in self.levels:
            return Seat()
        return Seat(kind="level", level=self.levels[seat], strategy=self.strategies.get(seat))

    def _waits_at(self, ply: int) -> bool:
        """Whether a person began a turn at this ply of what was undone, and had a choice."""
        undone = self.match.undone[ply - self.ply]
        return undone.seat in self.people and undone.text != PASS_TEXT and not self._goes_on_at(ply)

    def _after_turn(self, ply: int, length: int) -> int:
        """From this ply of what was undone to the next at which a turn begins with a choice."""
        while ply < length and (self.match.undone[ply - self.ply].text == PASS_TEXT or self._goes_on_at(ply)):
            ply += 1
        return ply

    def _goes_on_at(self, ply: int) -> bool:
        """Whether the move at this ply of what was undone, which is not the first of it, goes on with a turn."""
        return mid_turn(self.match.undone[ply - self.ply - 1].position)


EFFECTS: Mapping[type[BaseAction], Callable[[State, Any], None]] = {
    Moved: State._moved,
    Filled: State._filled,
    Undone: State._undone,
    Redone: State._redone,
    Restarted: State._restarted,
    Hinted: State._hinted,
    Offered: State._offered,
    Declined: State._declined,
    Accepted: State._accepted,
    Resigned: State._resigned,
    Claimed: State._claimed,
    Flagged: State._flagged,
    Closed: State._closed,
    LevelChanged: State._level_changed,
    PromptChanged: State._prompt_changed,
    Joined: State._joined,
    Rematched: State._rematched,
}
"""What each kind of action does to a match."""
