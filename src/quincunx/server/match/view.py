"""A match as everyone sees it: one JSON object with all that a page draws and a program needs to go on."""

from typing import Any

import orjson

from quincunx.engine.events import as_json
from quincunx.engine.notation import PASS_TEXT
from quincunx.server.match.state import State

MODES = {(2, 0): "pvp", (1, 1): "pvai", (0, 2): "aivai", (1, 0): "solo", (0, 1): "watch"}
"""By how many people and how many players of ours sit at the board."""


def match_body(state: State) -> bytes:
    return orjson.dumps(match_view(state))


def match_view(state: State) -> dict[str, Any]:
    match, founding = state.match, state.founding
    end = match.end
    last = state.history[-1] if state.history else None
    return {
        "id": state.id,
        "game": founding.game,
        "name": state.game.name,
        "preset": state.preset,
        "variant": founding.variant,
        "seed": None if state.secret else founding.seed,
        "commitment": state.commitment if state.game.secret else None,
        "salt": founding.salt if state.game.secret and not state.secret else None,
        "link": None if state.secret else state.link,
        "version": state.number,
        "mode": mode_of(state),
        "seats": [seat_view(state, seat) for seat, _ in state.seats],
        "ply": state.ply,
        "turn": state.turn,
        "status": (described := position_view(state))["status"],
        "winner": described["winner"],
        "result": match.result,
        "ended_by": end.by if end else None,
        "outcome": outcome_of(state),
        "legal": match.legal() if state.complete else [],
        "view": described,
        "history": state.history,
        "last_move": last,
        "move_count": state.ply,
        "pieces_played": sum(entry["move"] != PASS_TEXT for entry in state.history),
        "repetitions": match.seen,
        "thinking": state.our_turn,
        "response_delay": founding.response_delay,
        "assisted": match.assisted,
        "offers": [{"offer": offer, "seat": seat} for offer, seat in state.offers.items()],
        "can": possibilities(state),
        "clock": state.clock.view() if state.clock else None,
        "daily": founding.daily,
        "previous": founding.previous,
        "rematch": state.rematch,
        "created_at": founding.created_at,
        "updated_at": state.updated_at,
    }


def position_view(state: State) -> dict[str, Any]:
    """What is drawn: the position, and the cells that decided a match that is over."""
    described = state.match.describe()
    line = state.game.deciding(state.match.position) if state.over else ()
    return described | {"line": list(line)} if line else described


def seat_view(state: State, seat: int) -> dict[str, Any]:
    plan = state.founding.seats[seat - 1]
    level = state.levels.get(seat)
    player = state.game.levels[level] if level is not None else None
    return {
        "seat": seat,
        "kind": plan.kind,
        "colour": state.game.seat_names[seat - 1],
        "name": state.names.get(seat),
        "taken": seat in state.joined,
        "level": level,
        "algorithm": player.algorithm if player else None,
        "depth": player.depth if player else None,
        "strategy": plan.strategy,
        "understood": plan.understood,
    }


def possibilities(state: State) -> dict[str, bool]:
    """What the buttons of a page may offer now (to whom, the commands check)."""
    agreed = state.match.end is not None and state.match.end.by != "rules"
    restart = state.over or state.game.restart_when == "any_time"
    return {
        "undo": not agreed and not state.apart and state.can_undo(0) is not None,
        "redo": not state.apart and state.can_redo() is not None,
        "takeback": not agreed and state.apart and state.can_undo(0) is not None,
        "restart": restart and bool(state.people),
        "rematch": state.over,
        "resign": not state.over and state.game.seats == 2 and bool(state.people),
        "draw": not state.over and state.game.seats == 2 and bool(state.people),
        "hint": not state.over and not state.apart and state.turn in state.people,
        "analyse": state.over and bool(state.history),
        "stop": not state.over and not state.people,
        "level": bool(state.ours) and not state.over,
    }


def mode_of(state: State) -> str:
    return MODES[len(state.people), len(state.ours)]


def outcome_of(state: State) -> str | None:
    """The standing in the specifications' words, where one person plays one of ours."""
    if mode_of(state) != "pvai":
        return None
    if state.match.end is None:
        return "playing"
    result = state.match.result
    if result == "draw":
        return "draw"
    return "human_wins" if result == str(next(iter(state.people))) else "ai_wins"


def record_view(state: State) -> dict[str, Any]:
    """The record; that of a running match keeps the secret."""
    fields = state.record().as_json()
    if not state.secret:
        opened = {"commitment": state.commitment, "salt": state.founding.salt} if state.game.secret else {}
        return {"record": fields, "text": state.record().as_text(), **opened}
    if "setup" in fields:  # an exact id may name the seed that it goes on with
        fields["setup"].pop("seed", None)
    return {"record": fields | {"seed": None, "commitment": state.commitment}, "text": None}


def replay_view(state: State) -> dict[str, Any]:
    """Every position of the match, and what led to it: for looking back."""
    turns = state.match.history
    first = {"ply": 0, "view": state.game.describe(state.match.first), "events": [], "move": None, "seat": None}
    steps = [first | {"told": ""}]
    for ply, turn in enumerate(turns):
        steps.append(
            {
                "ply": ply + 1,
                "view": state.game.describe(turn.position),
                "events": as_json(state.match.events(ply)),
                "move": turn.text,
                "seat": turn.seat,
                "told": state.history[ply]["told"],
            }
        )
    return {
        "game": state.founding.game,
        "variant": state.founding.variant,
        "steps": steps,
        "legal": state.match.legal(),
    }
