"""Laws of a match on the server: whatever anyone does to it, at any time.

Commands are given at random, as the API gives them. What they decide is written to a log, as JSON, and that log alone
must give the whole match.
"""

from typing import Any

import orjson
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic import TypeAdapter

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import Refusal
from quincunx.engine.match import Match, replay
from quincunx.engine.notation import PASS_TEXT
from quincunx.series import Series
from quincunx.server.live.loaded_match import fold
from quincunx.server.live.messages import LiveMessage, action_message
from quincunx.server.match import commands
from quincunx.server.match.actions import ACTION, ClockPlan, Creation, Joined, SeatPlan, Thought
from quincunx.server.match.commands import Command, Holder
from quincunx.server.match.creation import next_in_series
from quincunx.server.match.state import State
from quincunx.server.match.view import match_body, record_view, replay_page
from quincunx.server.match.view_types import MatchView, RecordView, ReplayView
from quincunx.server_errors import ServerErrorCode
from tests.suite.scale import scaled

SEED = 8_675_309_123_457
"""Long enough not to stand in an answer by chance."""
SMALL: dict[str, dict[str, Any]] = {
    "mosaic": {"max_moves": 3, "target": 150},
    "cascade": {"size": 5, "tokens": [7, 6, 6, 6]},
    "duel": {"size": 3},
    "pushmine": {"size": 4, "line": 3},
    "flood": {"size": 4, "limit": 6},
}
LITERAL = {"duel": {"size": 3, "reentry": False}}
"""A side that has lost its tiles passes, again and again."""
PERSON, INVITED, AI = SeatPlan(kind="person"), SeatPlan(kind="invite"), SeatPlan(kind="level", level="easy")
SEATS = [(PERSON, PERSON), (PERSON, INVITED), (PERSON, AI), (AI, PERSON), (AI, AI), (INVITED, AI)]
ALONE = [(PERSON,), (AI,)]

THOUGHT: Thought = {
    "level": "easy", "score": None, "depth": 2, "nodes": 9, "line": ["a1"], "seconds": 0.1, "cut_short": False,
    "reason": "",
}  # fmt: skip
MATCH_VIEW, RECORD_VIEW, REPLAY_VIEW = TypeAdapter(MatchView), TypeAdapter(RecordView), TypeAdapter(ReplayView)
LIVE_MESSAGE: TypeAdapter[Any] = TypeAdapter(LiveMessage)

holders = st.sampled_from([frozenset({0}), frozenset({1}), frozenset({2}), frozenset({1, 2})]).map(Holder)
answers = st.sampled_from(["offer", "accept", "decline"])
waits = st.sampled_from([0, 1, 900, 8_000, 70_000])


def creation_of(slug: str, seats: tuple[SeatPlan, ...], clock: bool, opened: int, literal: bool) -> Creation:
    game = find_game(slug)
    match = Match(game, LITERAL.get(slug, SMALL[slug]) if literal else SMALL[slug], SEED)
    for _ in range(opened):
        match.play(match.legal()[0])
    between_people = len(seats) == 2 and all(seat.kind != "level" for seat in seats)
    return Creation(
        game=slug,
        game_version=game.version,
        variant=match.variant.model_dump(mode="json"),
        seed=SEED,
        salt="salt",
        seats=seats,
        opening=match.moves,
        clock=ClockPlan(base=60_000, increment=1_000) if clock and between_people else None,
        turn_seconds=5 if clock and len(seats) == 2 and PERSON in seats else None,
        series=Series(first_to=2, wins=(1, 0)) if opened == 1 and len(seats) == 2 else None,
        created_at=1_000,
    )


class Matches(RuleBasedStateMachine):
    """One match, its log, and everyone who acts on it."""

    @initialize(
        slug=st.sampled_from(sorted(SMALL)), pick=st.integers(0, 5), clock=st.booleans(), opened=st.integers(0, 2),
        literal=st.booleans(),
    )  # fmt: skip
    def start(self, slug: str, pick: int, clock: bool, opened: int, literal: bool) -> None:
        choice = ALONE if slug == "flood" else SEATS
        self.creation = creation_of(slug, choice[pick % len(choice)], clock, opened, literal)
        self.state = State("match", self.creation)
        self.log: list[str] = []
        self.now = self.creation.created_at
        self.published: list[bytes] = []
        self.checked = -1

    def give(self, command: Command) -> bool:
        """As a room does: settle first, then decide, apply and write; a refusal leaves everything as it was."""
        self.write(commands.settle)
        before = match_body(self.state)
        try:
            done = self.write(command)
        except Refusal:
            done = False
        if not done:
            assert match_body(self.state) == before
        return done

    def write(self, command: Command) -> bool:
        action = command(self.state, self.now)
        if action is None:
            return False
        number = self.state.number
        events = self.state.apply(action)
        assert self.state.number == number + 1 == len(self.log) + 1
        self.log.append(action.model_dump_json())
        self.published.append(action_message(self.state.number, action, events))
        return True

    @rule(milliseconds=waits)
    def let_time_pass(self, milliseconds: int) -> None:
        self.now += milliseconds

    @rule(holder=holders, pick=st.integers(0, 1000), thinks=st.booleans())
    def move(self, holder: Holder, pick: int, thinks: bool) -> None:
        legal = self.state.match.legal()
        text = legal[pick % len(legal)] if legal else "a1"
        ply, version = self.state.ply, self.state.number
        thought = THOUGHT if thinks else None
        if self.give(commands.move(holder, text, ply, thought)):
            assert self.state.history[ply]["move"] == text
            assert not self.give(commands.move(holder, text, ply)), "the same move again is played once"
            assert self.state.number >= version + 1

    @precondition(lambda self: not self.state.over and self.state.match.legal())
    @rule(pick=st.integers(0, 1000))
    def move_for_the_side_to_move(self, pick: int) -> None:
        """Otherwise most matches would never get anywhere."""
        self.move(Holder(frozenset({self.state.turn})), pick, False)

    @rule(holder=holders, text=st.sampled_from(["", "zz", "pass", "a1", "1>", "red", "a1b1"]), late=st.integers(-2, 2))
    def move_anything(self, holder: Holder, text: str, late: int) -> None:
        self.give(commands.move(holder, text, self.state.ply + late))

    @precondition(lambda self: bool(self.state.rest))
    @rule()
    def fill(self) -> None:
        """The rest that is certain ends the match; one undo takes all of it back."""
        ply, people = self.state.ply, self.state.turn in self.state.people
        if self.give(commands.fill(Holder(frozenset({self.state.turn})))):
            assert self.state.over
            assert not self.give(commands.fill(Holder(frozenset({1, 2})))), "it is filled once"
            if people:
                assert self.state.can_undo(self.state.history[ply]["seat"]) == ply

    @rule(holder=holders)
    def undo(self, holder: Holder) -> None:
        ply = self.state.ply
        if self.give(commands.undo(holder)):
            assert self.state.ply < ply
            assert self.state.assisted
            assert not self.state.ai_turn, "the person who took back has a choice again"

    @rule(holder=holders)
    def redo(self, holder: Holder) -> None:
        ply = self.state.ply
        if self.give(commands.redo(holder)):
            assert self.state.ply > ply

    @rule(holder=holders)
    def undo_and_redo(self, holder: Holder) -> None:
        """Undo and redo lead back to the same position, if nothing was undone before."""
        before, undone = self.state.match.describe(), self.state.match.undone
        if not undone and self.state.turn in self.state.people and self.give(commands.undo(holder)):
            assert self.give(commands.redo(holder))
            assert self.state.match.describe() == before

    @rule(holder=holders, answer=answers)
    def restart(self, holder: Holder, answer: commands.Answer) -> None:
        self.give(commands.restart(holder, answer))

    @rule(holder=holders, answer=answers)
    def takeback(self, holder: Holder, answer: commands.Answer) -> None:
        self.give(commands.takeback(holder, answer))

    @rule(holder=holders, answer=answers)
    def draw(self, holder: Holder, answer: commands.Answer) -> None:
        self.give(commands.draw(holder, answer))

    @rule(holder=holders, seat=st.sampled_from([None, 1, 2]), sure=st.integers(0, 3))
    def resign(self, holder: Holder, seat: int | None, sure: int) -> None:
        if not sure:  # not in every second match
            self.give(commands.resign(holder, seat))

    @rule(holder=holders, result=st.sampled_from(["win", "draw"]), away=st.sampled_from([0, 59_999, 60_000]))
    def claim(self, holder: Holder, result: Any, away: int) -> None:
        if self.give(commands.claim(holder, result, lambda _: away)):
            assert away == 60_000

    @rule(holder=holders)
    def hint(self, holder: Holder) -> None:
        if self.give(commands.hinted(holder)):
            assert self.state.assisted

    @rule(holder=holders, of=st.sampled_from([None, 1, 2]), level=st.sampled_from(["easy", "hard", "godlike"]))
    def change_level(self, holder: Holder, of: int | None, level: str) -> None:
        self.give(commands.change_level(holder, of, level))

    @rule(holder=holders, sure=st.integers(0, 3))
    def stop(self, holder: Holder, sure: int) -> None:
        if not sure:
            self.give(commands.stop(holder))

    @rule(sure=st.integers(0, 9))
    def expire(self, sure: int) -> None:
        if not sure:
            self.give(commands.expire)

    @rule(holder=holders, answer=answers)
    def rematch(self, holder: Holder, answer: commands.Answer) -> None:
        """As the API does it; between two people at different screens, both must have asked for it."""
        offered_by = self.state.offers.get("rematch")
        self.give(commands.offer_rematch(holder, answer))
        if self.give(commands.rematched(holder, answer, "another")):
            assert self.state.rematch == "another"
            assert answer != "decline"
            if self.state.apart and self.state.complete:
                assert offered_by is not None
                assert offered_by not in holder.seats or len(holder.seats) == 2

    @rule(seat=st.sampled_from([1, 2]))
    def join(self, seat: int) -> None:
        def decide(state: State, now: int) -> Joined:
            if seat in state.joined or seat > len(state.seats):
                raise Refusal(ServerErrorCode.SEAT_TAKEN, "taken")
            return Joined(seat=seat, at=now, name="Ada")

        self.give(decide)

    # The laws.

    @invariant()
    def the_laws_hold(self) -> None:
        """Checked whenever something was written. A refusal changes nothing, which `give` has checked."""
        if getattr(self, "log", None) is None or self.checked == len(self.log):
            return
        self.checked = len(self.log)
        self.the_log_alone_gives_the_match()
        self.a_returning_watcher_gets_the_same_messages()
        self.the_record_replays_to_the_same_position()
        self.what_is_published_has_the_documented_shape()
        self.a_secret_is_kept()
        self.what_can_be_done_is_what_is_allowed()
        self.only_a_person_to_move_is_timed()
        self.a_series_counts_wins()

    def the_log_alone_gives_the_match(self) -> None:
        folded = State("match", self.creation)
        for line in self.log:
            folded.apply(ACTION.validate_json(line))
        assert match_body(folded) == match_body(self.state)
        assert record_view(folded) == record_view(self.state)
        assert folded.number == self.state.number == len(self.log)

    def a_returning_watcher_gets_the_same_messages(self) -> None:
        log = [ACTION.validate_json(line) for line in self.log]
        since = len(log) // 2
        kept = fold("match", self.creation, log).recent.since(since)
        assert list(kept) == list(enumerate(self.published, start=1))[since:]
        assert [orjson.loads(message)["version"] for message in self.published] == list(range(1, len(log) + 1))

    def the_record_replays_to_the_same_position(self) -> None:
        record = self.state.record()
        replayed = replay(record)
        assert replayed.describe() == self.state.match.describe()
        assert (replayed.result, replayed.end) == (self.state.match.result, self.state.match.end)
        assert replayed.assisted == self.state.assisted
        assert replayed.seen == self.state.match.seen
        assert record.moves == tuple(entry["move"] for entry in self.state.history)

    def what_is_published_has_the_documented_shape(self) -> None:
        match = MATCH_VIEW.validate_json(match_body(self.state))
        RECORD_VIEW.validate_python(record_view(self.state))
        REPLAY_VIEW.validate_json(orjson.dumps(replay_page(self.state).view()))
        assert match["version"] == len(self.log)
        for message in self.published[-1:]:
            LIVE_MESSAGE.validate_json(message)
        assert match["legal"] == [] or PASS_TEXT not in match["legal"], "passes are played by the server"
        assert (match["status"] == "playing") == (match["result"] is None) == (match["ended_by"] is None)
        assert match["thinking"] == (self.state.ai_turn and match["status"] == "playing")

    def a_secret_is_kept(self) -> None:
        if self.state.secret:
            published = [match_body(self.state), orjson.dumps(record_view(self.state)), *self.published]
            assert not any(str(SEED).encode() in one or b'"salt":"' in one for one in published)

    def what_can_be_done_is_what_is_allowed(self) -> None:
        """The buttons of a page: what is offered is not refused, what is not offered is."""
        if self.state.apart:
            return
        can = orjson.loads(match_body(self.state))["can"]
        everyone = Holder(self.state.people)
        asked: dict[str, Command] = {
            "undo": commands.undo(everyone),
            "redo": commands.redo(everyone),
            "restart": commands.restart(everyone, "offer"),
            "hint": commands.hinted(everyone),
            "resign": commands.resign(everyone),
            "fill": commands.fill(everyone),
        }
        for what, command in asked.items():
            if self.state.complete and self.state.people:
                answered = what == "hint" and self.state.hinted and not self.state.over
                assert can[what] == (answered or self.would(command)), what

    def only_a_person_to_move_is_timed(self) -> None:
        ends_at = self.state.turn_ends_at
        if ends_at is not None:
            assert not self.state.over
            assert self.state.turn in self.state.people
            assert self.state.late(ends_at) == self.state.turn
            assert self.state.late(ends_at - 1) is None or self.state.clock is not None

    def a_series_counts_wins(self) -> None:
        plan = next_in_series(self.state)
        assert (plan is None) == (self.creation.series is None)
        if plan is not None and self.state.over:
            won = self.state.match.result in ("1", "2")
            decided = self.state.match.result == "1"
            assert sum(plan.wins) == (0 if decided else 1 + won)
            assert plan.number == (1 if decided else 2)

    def would(self, command: Command) -> bool:
        try:
            return command(self.state, self.now) is not None
        except Refusal:
            return False


TestMatches = Matches.TestCase
TestMatches.settings = settings(max_examples=scaled(60, 8), stateful_step_count=30)
