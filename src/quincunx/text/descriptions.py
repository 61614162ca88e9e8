"""Rules, positions and what happened, in plain words. Everything is written from what a seat may see."""

import json
from collections.abc import Callable
from typing import Any

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.notation import column_text
from quincunx.engine.rules import mid_turn, observe
from quincunx.engine.variants import Variant, words_of_preset
from quincunx.sentences import join_sentences, names_of

LETTERS = 26
"""A board with more columns has no letters above them."""
MOST_MOVES_SHOWN = 100
DRAWN_APART = ("cells", "queue", "controlled", "turn", "ply", "status", "winner")
"""Fields of a view that a board shows; the others are listed below it."""


def rules_text(match: Match, seat: int) -> str:
    """The game, its variant and its notation, for one who plays this seat."""
    game = match.game
    who = f"You play {game.name} as {game.seat_names[seat - 1]}" if game.seats == 2 else f"You play {game.name}, alone"
    order = f", seat {seat} of 2; {game.seat_names[0]} begins" if game.seats == 2 else ""
    return "\n".join([f"{who}{order}.", game.how_to_play, _variant_line(game, match.variant), game.notation]).strip()


def position_text(match: Match, seat: int, list_moves: bool = False) -> str:
    """The match as this seat sees it, with what happened since its last move."""
    game, position = match.game, observe(match.position, seat)
    view = match.describe() if match.end else game.describe(position)
    parts = [
        happened_since(match, seat),
        view_text(game, view),
        f"Moves so far: {' '.join(match.moves[-MOST_MOVES_SHOWN:]) or 'none'}.",
        standing_text(match, seat),
    ]
    if list_moves and not match.end:
        parts.append(f"Legal moves: {' '.join(match.legal())}.")
    return "\n".join(part for part in parts if part)


def happened_since(match: Match, seat: int) -> str:
    """What the other side did since this seat moved last, and what that last move did."""
    turns = match.history
    own = [ply for ply, turn in enumerate(turns) if turn.seat == seat]
    names = names_of(match)
    lines = [
        f"{_capitalised(names.seat(turns[ply].seat))} played {turns[ply].text}: "
        f"{join_sentences(match.events(ply), names)}."
        for ply in range(own[-1] if own else 0, len(turns))
    ]
    return "\n".join(lines)


def view_text(game: AnyGame, view: dict[str, Any]) -> str:
    """A position as it is described: the board, what its signs mean, and the other fields."""
    fields = shown_fields(game, view, lambda sign: sign, lambda seat: game.seat_names[seat - 1])
    parts = [
        board_text(view),
        signs_text(game, view),
        *([f"{'; '.join(fields)}."] if fields else []),
        *_queue_lines(view),
    ]
    return "\n".join(part for part in parts if part)


def board_text(view: dict[str, Any]) -> str:
    """The cells with their coordinates; capital letters are a territory."""
    rows: list[str] = view["cells"]
    controlled = view.get("controlled") or ["0" * len(row) for row in rows]
    letters = [column_text(column) for column in range(len(rows[0]))] if len(rows[0]) <= LETTERS else []
    lines = ["    " + " ".join(letters)] if letters else []
    for number, (row, owned) in enumerate(zip(rows, controlled, strict=True), start=1):
        cells = (cell.upper() if mark == "1" else cell for cell, mark in zip(row, owned, strict=True))
        lines.append(f"{number:>3} {' '.join(cells)}")
    return "\n".join(lines)


def signs_text(game: AnyGame, view: dict[str, Any]) -> str:
    """What the characters on the board stand for."""
    shown = set("".join([*view["cells"], *view.get("queue", [])]))
    pieces = dict(zip(game.seat_pieces, game.seat_names, strict=False))
    named = {sign: pieces.get(sign) or look.name for sign, look in game.looks.items() if sign in shown | set(pieces)}
    signs = [f"{sign} {name}" for sign, name in named.items() if name and name != sign]
    signs += [". empty"] if "." in shown else []
    signs += ["capital letters are your territory"] if "controlled" in view else []
    return f"Signs: {', '.join(signs)}." if signs else ""


def standing_text(match: Match, seat: int) -> str:
    game, end = match.game, match.end
    if end is not None:
        won = end.result == str(seat)
        result = "You win" if won else "It is a draw" if end.result == "draw" else "You lose"
        return f"The match is over ({end.why.replace('_', ' ')}). {result}."
    turn = match.position.turn
    if turn != seat:
        return f"It is the turn of {game.seat_names[turn - 1]}."
    again = " again: your turn continues" if mid_turn(match.position) else ""
    return f"It is your move{again}."


def variant_text(game: AnyGame, variant: Variant) -> str:
    """A preset's name, or the options that differ from the standard game."""
    name = game.preset_name(variant)
    if name is not None:
        return name
    changed = {
        key: value for key, value in variant.model_dump().items() if value != getattr(game.presets["standard"], key)
    }
    return ", ".join(f"{key} {value}" for key, value in changed.items())


def shown_fields(
    game: AnyGame, view: dict[str, Any], sign: Callable[[str], str], seat_name: Callable[[int], str]
) -> list[str]:
    """The fields of a position that are not on the board and not empty: scores, stocks, what is barred."""
    hidden = DRAWN_APART + game.internal_fields

    def text(value: Any) -> str:
        if value is True:
            return ""
        if isinstance(value, list) and len(value) == len(game.seat_names):
            return "  ".join(f"{seat_name(seat)} {number}" for seat, number in enumerate(value, start=1))
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return ", ".join(value)
        if isinstance(value, dict):
            return ", ".join(f"{key} {number}" for key, number in value.items())
        if isinstance(value, str) and set(value) <= set(game.looks):
            return " ".join(map(sign, value))
        return str(value)

    shown = {name: value for name, value in view.items() if name not in hidden and not _says_nothing(value)}
    return [f"{name.replace('_', ' ')} {text(value)}".rstrip() for name, value in shown.items()]


def _says_nothing(value: Any) -> bool:
    return value is None or value is False or value in ({}, [])


def _variant_line(game: AnyGame, variant: Variant) -> str:
    preset = game.preset_name(variant)
    words = words_of_preset(game.preset_words, preset).description if preset else ""
    options = ", ".join(f"{name} {_option(value)}" for name, value in variant.model_dump(mode="json").items())
    return f"Variant: {preset or 'custom'}. {words + ' ' if words else ''}Options: {options}."


def _option(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _queue_lines(view: dict[str, Any]) -> list[str]:
    """The coming drops of each column."""
    columns = [f"{column_text(column)} {drops}" for column, drops in enumerate(view.get("queue", [])) if drops]
    return [f"Coming drops by column, the next one first: {', '.join(columns)}."] if columns else []
