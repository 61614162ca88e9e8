"""One match of a game: the position now, how it came about, and the way back and forth.

Everything that all games have in common is here: undo and redo, restart, forced passes, agreed draws, resignations, the
mark of an assisted match, counting repetitions, and the record.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, cast

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.events import Ended, Event, Result
from quincunx.engine.game import RESULT_TEXTS, AnyGame, read_salt, read_seed, result_text, status_text, winner_of
from quincunx.engine.kernels.randomness import DEFAULT_SEED
from quincunx.engine.kernels.salt import salted
from quincunx.engine.moves import PASS
from quincunx.engine.position_reader import position_fields
from quincunx.engine.record import EndedBy, Record, Seat, read_record
from quincunx.engine.rules import DRAWN, LOST, PLAYING, hash, mid_turn, observe, play, recur
from quincunx.engine.variants import Variant


class Turn(NamedTuple):
    """One ply of the history, and the position that it led to."""

    move: int
    text: str
    seat: int
    position: Any


class End(NamedTuple):
    """How a match ended."""

    result: Result
    by: int | None
    """The seat that ended it: it moved last, resigned, ran out of time or was away; None if no single seat did."""
    why: str
    """A word: `why` of the event `Ended`, or what stopped the match (`resignation`, `clock`, …)."""


class Match:
    """A match of any game. Refusals leave it as it was."""

    def __init__(
        self,
        game: AnyGame | str,
        variant: str | Mapping[str, Any] | Variant | None = None,
        seed: int = DEFAULT_SEED,
        seats: Sequence[Seat] = (),
        play_passes: bool = False,
        setup: Mapping[str, Any] | None = None,
        salt: str | None = None,
    ) -> None:
        """`salt` is for games whose seed is a secret: their hidden drops then depend on it as well."""
        self.game = registry.find(game) if isinstance(game, str) else game
        self.seed = read_seed(seed)
        self.salt = read_salt(salt)
        if salt is not None and not self.game.secret:
            raise Refusal(ErrorCode.BAD_SEED, f"{self.game.slug} has no secret seed, so its matches have no salt")
        self.seats = tuple(seats) or (Seat(),) * self.game.seats
        self.setup = None if setup is None else position_fields(setup)
        self.variant = self.game.resolve(self.game.variant(variant), self.seed, self.setup)
        self.play_passes = play_passes
        self.assisted = False
        self._first = self._beginning()
        self._turns: list[Turn]
        self._undone: list[Turn]
        self._stopped: End | None
        """An end that came from outside the rules."""
        self._finished: End | None
        """An end by the rules, once someone has asked for it."""
        self._seen: Counter[int]
        self._begin()

    def __repr__(self) -> str:
        preset = self.game.preset_name(self.variant) or "own variant"
        end = self.end
        standing = self.game.standing_text(_RESULT_CODES[self.result], self.position.turn)
        why = f" ({end.why.replace('_', ' ')})" if end else ""
        return f"<Match of {self.game.slug} ({preset}), seed {self.seed}, ply {self.position.ply}, {standing}{why}>"

    def __str__(self) -> str:
        return self.game.draw(self.position)

    # What there is to see.

    @property
    def position(self) -> Any:
        return self._turns[-1].position if self._turns else self._first

    @property
    def first(self) -> Any:
        """The position in which the match began."""
        return self._first

    @property
    def history(self) -> list[Turn]:
        return list(self._turns)

    @property
    def undone(self) -> list[Turn]:
        """What can be played again, the next first."""
        return self._undone[::-1]

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(turn.text for turn in self._turns)

    @property
    def end(self) -> End | None:
        if self._stopped is not None or self.position.result == PLAYING:
            return self._stopped
        if self._finished is None:
            self._finished = self._end_by_rules()
        return self._finished

    @property
    def ended_by(self) -> EndedBy | None:
        """What a record says of the end: `rules`, or what stopped the match."""
        if self._stopped is not None:
            return cast(EndedBy, self._stopped.why)
        return None if self.position.result == PLAYING else "rules"

    @property
    def result(self) -> Result | None:
        return self._stopped.result if self._stopped else RESULT_TEXTS[self.position.result]

    @property
    def status(self) -> str:
        """`playing`, `won`, `draw` or `lost`."""
        return status_text(_RESULT_CODES[self.result])

    @property
    def seen(self) -> int:
        """How many times the present position has occurred, this time included; 1 in the middle of a turn."""
        return 1 if mid_turn(self.position) else self._seen[hash(self.position)]

    def past(self, seat: int) -> tuple[int, ...]:
        """The hashes of the positions before the present one, as this seat saw them: for players that avoid repeating
        themselves."""
        positions = [self._first, *(turn.position for turn in self._turns)]
        return tuple(hash(observe(position, seat)) for position in positions[:-1])

    def legal(self) -> list[str]:
        return [] if self.end else self.game.legal_texts(self.position)

    def describe(self) -> dict[str, Any]:
        """The position, and how the match stands."""
        view = self.game.describe(self.position)
        if self._stopped is not None:
            result = _RESULT_CODES[self._stopped.result]
            view |= {"status": status_text(result), "winner": winner_of(result)}
        return view

    def events(self, ply: int) -> list[Event]:
        """What the ply-th turn of the history did (0 is the first)."""
        turn = self._turns[ply]
        before = self._turns[ply - 1].position if ply else self._first
        events = self.game.narrate(before, turn.move).events
        if turn.position.result != PLAYING and not any(isinstance(event, Ended) for event in events):
            events.append(Ended(result_text(turn.position.result), "repetition"))
        return events

    # What can be done.

    def play(self, text: str | Mapping[str, Any]) -> list[Event]:
        """Play a move (and the passes that it forces, if `play_passes`); what happened."""
        self._must_be_playing()
        first = len(self._turns)
        self._append(self.game.read_move(self.position, text))
        self._undone.clear()
        self._play_forced_passes()
        return [event for ply in range(first, len(self._turns)) for event in self.events(ply)]

    def undo(self) -> None:
        """Take the last turn back, and with `play_passes` go on to the last position where there was a choice."""
        self._must_not_be_agreed()
        back = self._length_before_last_choice()
        if back is None:
            raise Refusal(ErrorCode.NOTHING_TO_UNDO, "no move has been played yet; play one first")
        self._undone += reversed(self._turns[back:])
        self._cut(back)
        self.assisted = True

    def redo(self) -> None:
        """Play again what was last undone."""
        self._must_not_be_agreed()
        if not self._undone:
            raise Refusal(ErrorCode.NOTHING_TO_REDO, "nothing has been undone since the last move")
        self._append(self._undone.pop().move)
        while self.play_passes and self._undone and self._undone[-1].move == PASS:
            self._append(self._undone.pop().move)

    def restart(self) -> None:
        """The same game, variant, seed and seats from the beginning; the mark of an assisted match stays."""
        if self.game.restart_when == "when_over" and self.end is None:
            raise Refusal(ErrorCode.NOT_OVER, "this match restarts when it is over; resign first, or play on")
        self._begin()

    def resign(self, seat: int) -> None:
        self._must_be_playing()
        if self.game.seats != 2 or seat not in (1, 2):
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, "seat 1 or seat 2 of a match between two can resign")
        self._stopped = _stopped(3 - seat, "resignation")

    def forfeit(self) -> None:
        """The seat to move loses, because it gave no legal move: a resignation, or, in a game for one, an absence."""
        if self.game.seats == 2:
            self.resign(self.position.turn)
        else:
            self.stop(LOST, "absence")

    def agree_draw(self) -> None:
        self._must_be_playing()
        if self.game.seats != 2:
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, "a draw is agreed between two; this game is played alone")
        self._stopped = _stopped(DRAWN, "agreement")

    def stop(self, result: int, by: EndedBy) -> None:
        """End the match from outside its rules: a clock, an absence, a cap."""
        self._must_be_playing()
        if result not in results_from_outside(self.game, by):
            raise ValueError(f"{self.game.slug} cannot end by {by} with result {result}")
        self._stopped = _stopped(result, by)

    def assist(self) -> None:
        """Mark the match as assisted, for good: a hint was asked, or its seed was known."""
        self.assisted = True

    def record(self) -> Record:
        return Record(
            game=self.game.slug,
            version=self.game.version,
            preset=self.game.preset_name(self.variant),
            variant=self.variant.model_dump(mode="json"),
            seed=self.seed,
            salt=self.salt,
            seats=self.seats,
            moves=self.moves,
            result=self.result,
            ended_by=self.ended_by,
            assisted=self.assisted,
            setup=self.setup,
        )

    def copy(self) -> "Match":
        """The match as it stands, for someone who looks at it while it goes on."""
        other = copy(self)
        other._turns, other._undone, other._seen = self._turns[:], self._undone[:], self._seen.copy()
        return other

    def exact_id(self) -> str:
        """The id of a match that begins at the present position (and draws from the seed that its setup named)."""
        seed = {"seed": self.setup["seed"]} if self.setup and "seed" in self.setup else {}
        described = self.game.describe(self.position) | seed
        return self.record().model_copy(update={"moves": (), "setup": described}).as_text()

    # How it is done.

    def _beginning(self) -> Any:
        seed = salted(self.seed, self.salt)
        if self.setup is None:
            return self.game.new(self.variant, seed)
        return self.game.place(self.variant, seed, self.setup)

    def _begin(self) -> None:
        self._turns = []
        self._undone = []
        self._stopped = self._finished = None
        self._seen = Counter({hash(self._first): getattr(self._first, "seen", 1)})
        self._play_forced_passes()

    def _append(self, move: int) -> None:
        before = self.position
        after = play(before, move)
        if not mid_turn(after):
            key = hash(after)
            self._seen[key] += 1
            if self._seen[key] > 1:
                after = recur(after, self._seen[key])
        self._turns.append(Turn(move, self.game.write_move(before, move), before.turn, after))
        self._finished = None

    def _cut(self, length: int) -> None:
        for turn in self._turns[length:]:
            if not mid_turn(turn.position):
                self._seen[hash(turn.position)] -= 1
        del self._turns[length:]
        self._finished = None

    def _play_forced_passes(self) -> None:
        while self.play_passes and self.position.result == PLAYING and self.game.only_pass(self.position):
            self._append(PASS)

    def _length_before_last_choice(self) -> int | None:
        if not self.play_passes:
            return len(self._turns) - 1 if self._turns else None
        return max((ply for ply, turn in enumerate(self._turns) if turn.move != PASS), default=None)

    def _end_by_rules(self) -> End:
        result = result_text(self.position.result)
        if not self._turns:
            return End(result, None, "setup")
        why = next(event.why for event in self.events(len(self._turns) - 1) if isinstance(event, Ended))
        return End(result, self._turns[-1].seat, why)

    def _must_be_playing(self) -> None:
        if self.end is not None:
            raise Refusal(ErrorCode.MATCH_OVER, "the match is over; restart it or start a new one")

    def _must_not_be_agreed(self) -> None:
        if self._stopped is not None:
            raise Refusal(
                ErrorCode.MATCH_OVER, f"the match ended by {self._stopped.why}; restart it or start a new one"
            )


def replay(given: Record | str | Mapping[str, Any], play_passes: bool = False) -> Match:
    """The match of a record, with each move and the result verified; `bad_record` names the ply that is wrong."""
    record = given if isinstance(given, Record) else read_record(given)
    game = registry.find(record.game)
    variant = _recorded_variant(game, record)
    match = Match(game, variant, record.seed, record.seats, setup=record.setup, salt=record.salt)
    if len(match.seats) != game.seats:
        raise Refusal(
            ErrorCode.BAD_RECORD, f"the record has {len(match.seats)} seats, and {game.slug} has {game.seats}"
        )
    for ply, text in enumerate(record.moves):
        _replay_move(match, ply, text)
    _verify_end(match, record)
    match.assisted = record.assisted
    match.play_passes = play_passes
    if match.end is None:
        match._play_forced_passes()
    return match


def _recorded_variant(game: AnyGame, record: Record) -> Variant:
    """The variant that was played, if these rules still play it as the record's version did."""
    if record.version not in (game.version, *game.older_versions):
        raise _unplayable(f"version {record.version} of {game.slug}'s rules, and these are version {game.version}")
    variant = _named_variant(game, record)
    if record.version < variant.needed_version():
        raise _unplayable(f"version {record.version} of {game.slug}'s rules, which has no such variant")
    return variant


def _unplayable(rules: str) -> Refusal:
    return Refusal(ErrorCode.BAD_RECORD, f"the record cannot be replayed (ply 0): it was played by {rules}")


def _named_variant(game: AnyGame, record: Record) -> Variant:
    if record.preset is not None and record.preset not in game.presets:
        known = ", ".join(game.presets)
        raise Refusal(ErrorCode.BAD_RECORD, f"the record's preset {quoted(record.preset)} is not one of {known}")
    if record.variant is None:
        return cast(Variant, game.variant(record.preset))
    variant = cast(Variant, game.variant(record.variant))
    if record.preset is not None and game.preset_name(variant) != record.preset:
        raise Refusal(ErrorCode.BAD_RECORD, f"the record's variant is not its preset {quoted(record.preset)}")
    return variant


def _replay_move(match: Match, ply: int, text: str) -> None:
    try:
        match._append(match.game.read_move(match.position, text))
    except Refusal as refusal:
        problem = f"{quoted(text)} is refused ({refusal.errorCode}): {refusal.message}"
        raise Refusal(ErrorCode.BAD_RECORD, f"the record goes wrong at ply {ply}: {problem}") from None


def _verify_end(match: Match, record: Record) -> None:
    """The result must be the one that the moves lead to, or one that can come from outside the rules; a record of one
    line says nothing of it."""
    claimed = (record.result, record.ended_by)
    if claimed == (None, None) or (match.end is not None and claimed == (match.result, match.ended_by)):
        return
    code = _RESULT_CODES.get(record.result)
    if match.end is None and record.ended_by is not None and code in results_from_outside(match.game, record.ended_by):
        match.stop(code, record.ended_by)
        return
    says = f"it says {record.result or 'nothing'} by {record.ended_by or 'nothing'}"
    gives = f"the moves give {match.result} by the rules" if match.end else "the moves do not end the match"
    raise Refusal(ErrorCode.BAD_RECORD, f"the record's result is wrong at ply {len(record.moves)}: {says}, and {gives}")


def _stopped(code: int, why: EndedBy) -> End:
    """An end from outside the rules: the side that did not win caused it, unless both or neither did."""
    result = result_text(code)
    if why in ("agreement", "ply_cap") or code == DRAWN:
        return End(result, None, why)
    return End(result, 1 if code == LOST else 3 - code, why)


_RESULT_CODES = {text: code for code, text in RESULT_TEXTS.items()}


def results_from_outside(game: AnyGame, by: EndedBy) -> tuple[int, ...]:
    """The results that a match can have when something other than its rules ends it."""
    if by == "rules":
        return ()
    if game.seats == 1:
        return () if by in ("resignation", "agreement") else (LOST,)
    return {"resignation": (1, 2), "agreement": (DRAWN,)}.get(by, (1, 2, DRAWN))
