"""Perft files: how many games of a given length there are from a position, in text that a person can read and check.

Each line names a preset, a seed, how many plies to play before counting (chosen by `tie_break`, as in the golden
files), the depth, the count, and who is asked for it: `both` implementations, or the `compiled` one alone where the
naive one would take too long.
"""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import perft
from quincunx.engine.kernels.randomness import tie_break
from quincunx.engine.match import Match
from quincunx.engine.moves import numbers
from quincunx.engine.rules import moves, play
from tests.naive.perft import perft as naive_perft
from tests.suite.games import playable
from tests.suite.naive_games import NaiveGame, naive_game

FOLDER = Path(__file__).parent

HEADER = """# {name}: how many games of `depth` plies there are after `after` plies of the match with this seed.
# Checked by tests/perft/test_perft.py; written by `python -m tests.perft.update`.
# preset seed after depth count asked
"""


class Line(NamedTuple):
    preset: str
    seed: int
    after: int
    depth: int
    leaves: int
    asked: Literal["both", "compiled"]


def path_of(game: AnyGame) -> Path:
    return FOLDER / f"{game.slug}.txt"


def read_lines(game: AnyGame) -> Iterator[Line]:
    for text in path_of(game).read_text().splitlines():
        if text and not text.startswith("#"):
            preset, seed, after, depth, leaves, asked = text.split()
            yield Line(preset, int(seed), int(after), int(depth), int(leaves), asked)  # type: ignore[arg-type]


def reached(game: AnyGame, preset: str, seed: int, after: int) -> Match:
    """The match in which the counting begins."""
    match = Match(game, playable(game, preset), seed)
    for ply in range(after):
        texts = match.legal()
        match.play(texts[tie_break(seed, ply, len(texts))])
    return match


def naive_reached(game: AnyGame, line: Line) -> NaiveGame:
    naive = naive_game(game, playable(game, line.preset), line.seed)
    for text in reached(game, line.preset, line.seed, line.after).moves:
        naive.play(text)
    return naive


def divide(game: AnyGame, position: Any, depth: int) -> dict[str, int]:
    """The count, move by move: where two implementations differ, the first different move shows where to look."""
    return {
        game.write_move(position, move): perft(play(position, move), depth - 1) for move in numbers(moves(position))
    }


def naive_divide(naive: NaiveGame, depth: int) -> dict[str, int]:
    counts = {}
    for text in naive.legal():
        after = copy.deepcopy(naive)
        after.play(text)
        counts[text] = naive_perft(after, depth - 1)
    return counts


def report(wanted: int, engine: dict[str, int], naive: dict[str, int] | None = None) -> str:
    """Why a count is wrong: the counts of every move, one per line."""
    lines = [f"expected {wanted}; the engine counts {sum(engine.values())}"]
    for text in sorted({*engine, *(naive or {})}):
        other = f"  naive {naive.get(text, '-')}" if naive is not None else ""
        lines.append(f"  {text:6} engine {engine.get(text, '-')}{other}")
    return "\n".join(lines)
