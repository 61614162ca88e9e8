"""A match as everyone sees it: one JSON object with everything that a page draws and a program needs to go on."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from quincunx.catalogue import game as find_game
from quincunx.engine.events import as_json
from quincunx.engine.game import AnyGame
from quincunx.engine.notation import PASS_TEXT
from quincunx.engine.rules import observe
from quincunx.json_bytes import dumps
from quincunx.search.advice.prompt import advice_view
from quincunx.sentences import join_sentences
from quincunx.server.match.commands import GivenMove
from quincunx.server.match.state import State
from quincunx.server.match.view_types import (
    AdviceView,
    EndView,
    HistoryEntry,
    MatchView,
    Mode,
    Outcome,
    PositionView,
    Possibilities,
    RecordView,
    ReplayStep,
    ReplayView,
    SeatView,
    SeriesView,
    Status,
    StoredSummary,
)

UNKNOWN_CELL = "?"
MOST_STEPS = 200
"""How many positions one answer shows for looking back."""

MODES: Mapping[tuple[int, int], Mode] = {
    (2, 0): "pvp",
    (1, 1): "pvai",
    (0, 2): "aivai",
    (1, 0): "solo",
    (0, 1): "watch",
}
"""By the numbers of people and AI players in the match."""


def match_body(state: State) -> bytes:
    return dumps(match_view(state))


def match_view(state: State) -> MatchView:
    match, creation = state.match, state.creation
    view = position_view(state)
    return {
        "id": state.id,
        "game": creation.game,
        "name": state.game.name,
        "preset": state.preset,
        "variant": creation.variant,
        "chosen_variant": state.chosen_variant,
        "seed": None if state.secret else creation.seed,
        "seed_named": creation.seed_named and state.game.chance,
        "commitment": state.commitment if state.game.secret else None,
        "salt": creation.salt if state.game.secret and not state.secret else None,
        "link": None if state.secret else state.link,
        "version": state.number,
        "mode": mode_of(state),
        "seats": [seat_view(state, seat) for seat, _ in state.seats],
        "ply": state.ply,
        "turn": state.turn,
        "status": view["status"],
        "winner": view["winner"],
        "result": match.result,
        "ended_by": match.ended_by,
        "end": end_view(state),
        "outcome": outcome_of(state),
        "legal": match.legal() if state.complete else [],
        "view": view,
        "history": state.history,
        "last_move": state.history[-1] if state.history else None,
        "move_count": state.ply,
        "pieces_played": [_pieces_played(state, seat) for seat, _ in state.seats],
        "repetitions": match.seen,
        "thinking": state.ai_turn,
        "response_delay": creation.response_delay,
        "assisted": match.assisted,
        "second_try": state.second_try,
        "offers": [{"offer": offer, "seat": seat} for offer, seat in state.offers.items()],
        "can": possibilities(state),
        "clock": state.clock.view() if state.clock else None,
        "turn_seconds": creation.turn_seconds,
        "turn_ends_at": state.turn_ends_at,
        "series": series_view(state),
        "daily": creation.daily,
        "opening": state.floor,
        "previous": creation.previous,
        "rematch": state.rematch,
        "created_at": creation.created_at,
        "updated_at": state.updated_at,
    }


def _pieces_played(state: State, seat: int) -> int:
    return sum(entry["seat"] == seat and entry["move"] != PASS_TEXT for entry in state.history)


def end_view(state: State) -> EndView | None:
    end = state.match.end
    return None if end is None else {"result": end.result, "by": end.by, "why": end.why}


def series_view(state: State) -> SeriesView | None:
    series, result = state.creation.series, state.match.result
    if series is None:
        return None
    return {
        "first_to": series.first_to,
        "number": series.number,
        "wins": list(series.wins_after(result)),
        "winner": series.winner(result),
    }


def position_view(state: State) -> PositionView:
    """What is drawn: the position, and the cells that decided a match that is over."""
    view = state.match.describe()
    line = state.game.deciding(state.match.position) if state.over else ()
    return cast(PositionView, view | {"line": list(line)} if line else view)


def seat_view(state: State, seat: int) -> SeatView:
    plan = state.creation.seats[seat - 1]
    level = state.levels.get(seat)
    player = state.game.levels[level].player if level is not None else None
    return {
        "seat": seat,
        "kind": plan.kind,
        "colour": state.game.seat_names[seat - 1],
        "name": state.names.get(seat),
        "taken": seat in state.joined,
        "level": level,
        "algorithm": player.algorithm if player else None,
        "depth": player.depth if player else None,
        "strategy": state.strategies.get(seat),
        "understood": understood_view(state, seat),
    }


def understood_view(state: State, seat: int) -> AdviceView | None:
    """What an AI player was asked for, as it will act."""
    strategy = state.strategies.get(seat)
    if strategy is None:
        return None
    return cast(AdviceView, advice_view(state.game, strategy, state.understood.get(seat)))


def possibilities(state: State) -> Possibilities:
    """What the buttons of a page may offer now. The commands check who may press them."""
    agreed = state.match.ended_by not in (None, "rules")
    restart = state.over or state.game.restart_when == "any_time"
    return {
        "undo": not agreed and not state.apart and state.can_undo(0) is not None,
        "redo": not state.apart and state.can_redo() is not None,
        "takeback": not agreed and state.apart and state.can_undo(0) is not None,
        "restart": restart and bool(state.people) and state.creation.series is None,
        "rematch": state.over,
        "resign": not state.over and state.complete and state.game.seats == 2 and bool(state.people),
        "draw": not state.over and state.complete and state.game.seats == 2 and bool(state.people) and _may_draw(state),
        "fill": state.complete and state.turn in state.people and bool(state.rest),
        "hint": not state.over and not state.apart and state.turn in state.people,
        "analyse": state.over and bool(state.history),
        "stop": not state.over and not (state.people and state.complete),
        "level": bool(state.ai_seats) and not state.over,
        "prompt": bool(state.ai_seats) and not state.over and state.game.guidance is not None,
    }


def _may_draw(state: State) -> bool:
    """An AI player is asked for a draw only where it agrees."""
    return not state.ai_seats or state.game.agrees_to_draw(state.match.seen)


def mode_of(state: State) -> Mode:
    return MODES[len(state.people), len(state.ai_seats)]


def outcome_of(state: State) -> Outcome | None:
    """The standing in the specifications' words, where one person plays against an AI player."""
    if mode_of(state) != "pvai":
        return None
    if state.match.end is None:
        return "playing"
    result = state.match.result
    if result == "draw":
        return "draw"
    return "human_wins" if result == str(next(iter(state.people))) else "ai_wins"


def summary_of(state: State) -> StoredSummary:
    """What lists and statistics know of a match. It counts there unless it was begun elsewhere."""
    creation = state.creation
    return {
        "variant": state.variant_key,
        "mode": mode_of(state),
        "number": state.number,
        "ply": state.ply,
        "status": cast(Status, state.match.status),
        "result": state.match.result,
        "outcome": outcome_of(state),
        "level": _level_met(state),
        "assisted": state.assisted,
        "counts": creation.setup is None and (not creation.opening or creation.daily is not None),
        "updated_at": state.updated_at,
        "deadline": state.deadline,
        "our_turn": state.ai_turn,
    }


def _level_met(state: State) -> str | None:
    """The level of the one AI player, as its moves say: it may have been changed on the way."""
    if len(state.levels) != 1:
        return None
    moved = {thought["level"] for thought in state.thoughts.values()}
    return None if len(moved) > 1 else next(iter(moved), *state.levels.values())


def record_view(state: State) -> RecordView:
    """The record. While the match runs, a secret seed is left out."""
    fields = state.record().as_json()
    if state.secret:
        if "setup" in fields:  # an exact id may name the seed that it goes on with
            fields["setup"].pop("seed", None)
        fields.pop("salt", None)
        return {"record": fields | {"seed": None, "commitment": state.commitment}, "text": None}
    text = state.record().as_text()
    if state.game.secret:
        return {"record": fields, "text": text, "commitment": state.commitment, "salt": state.creation.salt}
    return {"record": fields, "text": text}


class ReplayPage(NamedTuple):
    """Some consecutive positions of a match that may go on meanwhile. Picking them takes no time; `view` does."""

    game: str
    variant: dict[str, Any]
    plies: int
    legal: list[str]
    first: int
    positions: list[Any]
    turns: list[tuple[HistoryEntry, int]]
    """The turns that led to these positions, and how long each is shown; the first position of all has none."""

    def view(self) -> ReplayView:
        game = find_game(self.game)
        skipped = len(self.positions) - len(self.turns)
        steps = [_first_step(game, self.positions[0])] if skipped else []
        for ply, (position, (entry, length)) in enumerate(
            zip(self.positions[skipped:], self.turns, strict=True), self.first + skipped
        ):
            steps.append(
                {
                    "ply": ply,
                    "view": cast(PositionView, game.describe(position)),
                    "events": entry["events"],
                    "move": entry["move"],
                    "seat": entry["seat"],
                    "told": entry["told"],
                    "length": length,
                }
            )
        return {
            "game": self.game,
            "variant": self.variant,
            "plies": self.plies,
            "steps": steps,
            "legal": self.legal,
        }

    def as_json(self) -> bytes:
        return dumps(self.view())


def _first_step(game: AnyGame, position: Any) -> ReplayStep:
    view = cast(PositionView, game.describe(position))
    return {"ply": 0, "view": view, "events": [], "move": None, "seat": None, "told": "", "length": 0}


def replay_page(state: State, first: int = 0, last: int | None = None) -> ReplayPage:
    """The positions from ply `first` to ply `last`, for looking back: at most `MOST_STEPS` of them."""
    after = min(state.ply, first + MOST_STEPS - 1 if last is None else last, first + MOST_STEPS - 1) + 1
    positions = [state.match.first, *(turn.position for turn in state.match.history)][first:after]
    led = slice(max(0, first - 1), max(0, after - 1))
    turns = list(zip(state.history[led], state.lengths[led], strict=True)) if positions else []
    legal = state.match.legal()
    return ReplayPage(state.game.slug, state.creation.variant, state.ply, legal, first, positions, turns)


def preview_view(state: State, move: GivenMove) -> dict[str, Any]:
    """What a move would do, as far as the side to move can see."""
    seen = observe(state.match.position, state.turn)
    number = state.game.read_move(seen, move)
    narration = state.game.narrate(seen, number)
    view = state.game.describe(narration.position)
    return {
        "move": state.game.write_move(seen, number),
        "events": as_json(narration.events),
        "view": view,
        "told": join_sentences(narration.events, state.event_names),
        "at_least": any(UNKNOWN_CELL in row for row in view["cells"]),
    }
