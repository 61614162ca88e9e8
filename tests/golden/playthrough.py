"""Golden playthroughs: a whole match in text, for people to read and for tests to compare line by line."""

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from quincunx.engine.events import Event
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import DEFAULT_SEED, tie_break
from quincunx.engine.match import Match
from quincunx.engine.notation import cell_text, column_text
from tests.suite.games import playable

FOLDER = Path(__file__).parent

MOST_PLIES = 40
"""A match that is not over by then is left there."""

SEEDS_TRIED = 50
MOVE = "move: "


def path_of(game: AnyGame, preset: str) -> Path:
    return FOLDER / f"{game.slug}-{preset}.txt"


def chosen_match(game: AnyGame, preset: str) -> Match:
    """The match that a file shows: of the seeds from the default on, the first whose match ends in time, and in which
    the most different things happen."""
    candidates = [match_of(game, preset, seed) for seed in range(DEFAULT_SEED, DEFAULT_SEED + SEEDS_TRIED)]
    return max(candidates, key=lambda match: (match.end is not None, len(_kinds(match))))


def _kinds(match: Match) -> set[str]:
    return {event.kind for ply in range(len(match.moves)) for event in match.events(ply)}


def match_of(game: AnyGame, preset: str, seed: int) -> Match:
    """A match whose moves are chosen as AI players break ties, so that the same moves can be chosen again."""
    match = Match(game, playable(game, preset), seed)
    for ply in range(MOST_PLIES):
        texts = match.legal()
        if not texts:
            break
        match.play(texts[tie_break(seed, ply, len(texts))])
    return match


def playthrough(match: Match) -> str:
    """The whole match, in lines."""
    return "\n".join([*_header(match), *_turns(match), *_footer(match)]) + "\n"


def _header(match: Match) -> Iterator[str]:
    fresh = Match(match.game, match.variant, match.seed)
    yield f"# {match.game.name}; written by `python -m tests.golden.update`, checked by tests/golden/test_golden.py"
    yield f"game: {match.game.slug} {match.game.version}"
    yield f"preset: {match.game.preset_name(match.variant)}"
    yield f"variant: {match.variant.model_dump_json(exclude=match.variant.unused_later_options())}"
    yield f"seed: {match.seed}"
    yield f"id: {fresh.record().as_text()}"


def _turns(match: Match) -> Iterator[str]:
    """Each position, and what was done in it; played again, move by move."""
    again = Match(match.game, match.variant, match.seed)
    for text in match.moves:
        yield from _shown(again)
        width = len(again.describe()["cells"][0])
        yield f"{MOVE}{text}"
        yield from (f"  {_event_text(event, width)}" for event in again.play(text))
    yield from _shown(again)


def _footer(match: Match) -> Iterator[str]:
    yield ""
    yield f"result: {match.result} by {match.ended_by}" if match.end else f"result: none after {len(match.moves)} plies"
    yield f"record: {match.record().as_text()}"


def _shown(match: Match) -> Iterator[str]:
    view = match.describe()
    grids = {name: value for name, value in view.items() if _is_grid(value, view["cells"])}
    standing = {name: view[name] for name in ("ply", "turn", "status", "winner")}
    rest = {name: value for name, value in view.items() if name not in grids and name not in standing}
    yield ""
    yield _values_text(standing)
    yield from _drawn(list(grids.values()))
    if rest:
        yield _values_text(rest)
    legal = match.legal()
    yield f"legal ({len(legal)}): {' '.join(legal)}".rstrip()


def _is_grid(value: Any, cells: list[str]) -> bool:
    """Whether a field is a board of characters, as `cells` is."""
    return isinstance(value, list) and [len(str(row)) for row in value] == [len(row) for row in cells]


def _drawn(grids: list[list[str]]) -> Iterator[str]:
    """Boards side by side, with the names of their columns and rows."""
    letters = "".join(column_text(col) for col in range(len(grids[0][0])))
    yield "    " + "  ".join([letters] * len(grids))
    for number, rows in enumerate(zip(*grids, strict=True), start=1):
        yield f" {number:2} " + "  ".join(rows)


def _values_text(values: dict[str, Any]) -> str:
    return "  ".join(f"{name} {json.dumps(value)}" for name, value in values.items())


def _event_text(event: Event, width: int) -> str:
    """`pushed line 3 way > seat 1 steps a3-b3 entered a3`: cells by name, the rest as it is."""
    parts: list[str] = [event.kind]
    for field in fields(event):
        if field.name != "kind":
            parts.append(f"{field.name} {_value_text(field.name, getattr(event, field.name), width)}")
    return " ".join(parts)


def _value_text(name: str, value: Any, width: int) -> str:
    if value is None or value == ():
        return "none"
    if name in ("cell", "entered", "stone"):
        return _cell(value, width)
    if name == "cells":
        return ",".join(_cell(cell, width) for cell in value)
    if name == "steps":
        return ",".join(f"{_cell(here, width)}-{_cell(there, width)}" for here, there in value)
    if name == "waves":
        return "|".join(",".join(_cell(cell, width) for cell in wave) for wave in value)
    return str(value)


def _cell(number: int, width: int) -> str:
    return cell_text(*divmod(number, width))
