"""What the rule sets on offer are like to play: who has the better seat, how matches end, whether skill counts.

    python -m benchmarks.games.rule_sets [--only TEXT] [--scale PERCENT] [--json FILE]

Every study is a pair of players on one variant. Seats are swapped in every second match unless a study is about the
first seat. Each match is one line in `benchmarks/results/rule_sets.jsonl`; a study goes on where it was interrupted,
as long as rules and players are the same.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from benchmarks.figures import Figure, write
from benchmarks.ledger import RESULTS, Ledger
from quincunx.catalogue import game as find_game
from quincunx.engine.kernels.bits import neighbours, popcount
from quincunx.engine.player import Player
from quincunx.engine.rules import PLAYING, WON_BY_1, WON_BY_2
from quincunx.games.cascade.rules import BLUE, ORANGE
from quincunx.games.duel.rules import empty
from quincunx.games.match3.bits import of_code
from quincunx.lab.judge.statistics import wilson
from quincunx.lab.run.lab_match import LabMatch, LabResult
from quincunx.lab.run.players import find_player
from quincunx.limits import PLY_CAP

LINES = RESULTS / "rule_sets.jsonl"
EARLY = 12
"""A person who can never move again while this many cells are empty has been shut out."""

Rules = str | Mapping[str, Any]
"""A preset, or the options that differ from the standard ones."""

Extra = Callable[[LabResult], float]
"""A number that a study keeps of each match, beside its result and its length."""


class Study(NamedTuple):
    """One pair of players on one variant, and what is wanted of their matches."""

    game: str
    variant: Rules
    players: tuple[str, str]
    matches: int
    swapped: bool = False
    """Whether seats are swapped in every second match, and the score is that of the player named first."""
    least: float | None = None
    most: float | None = None

    @property
    def name(self) -> str:
        rules = self.variant if isinstance(self.variant, str) else json.dumps(self.variant)
        first, second = self.players
        pair = f"{first} against itself" if first == second else f"{first} against {second}"
        return f"{self.game} {rules}, {pair}"

    def key(self) -> dict[str, Any]:
        game = find_game(self.game)
        rules = game.variant(self.variant).model_dump(mode="json", exclude_defaults=True)
        return {"game": self.game, "variant": rules, "players": list(self.players), "swapped": self.swapped,
                "settings": [repr(player) for player in self.both()]}  # fmt: skip

    def both(self) -> tuple[Player, Player]:
        first, second = (find_player(find_game(self.game), name) for name in self.players)
        return first, second

    def play(self, number: int) -> dict[str, dict[str, float]]:
        game, swap = find_game(self.game), self.swapped and number % 2 == 1
        seed = number // 2 if self.swapped else number
        players = self.both()[::-1] if swap else self.both()
        result = LabMatch(game, game.new(game.variant(self.variant), seed), seed, players).play_on(PLY_CAP, opening=0)
        won = {WON_BY_1: 1.0, WON_BY_2: 0.0}.get(result.result, 0.5)
        row = {"points": 1 - won if swap else won, "plies": float(len(result.moves))}
        return {"found": row | {name: float(extra(result)) for name, extra in EXTRAS[self.game].items()}}


def margin(result: LabResult) -> float:
    """Tiles between the two sides at the end."""
    return abs(popcount(result.position.own) - popcount(result.position.other))


def shut_out(result: LabResult) -> float:
    """Whether the first seat could never move again while much of the board was empty."""
    for position in result.positions:
        room = empty(position)
        tiles = position.own if position.turn == 1 else position.other
        if position.result == PLAYING and popcount(room) >= EARLY and tiles and not neighbours(tiles, room):
            return 1.0
    return 0.0


def vanished(result: LabResult) -> float:
    """Whether a side lost its last token."""
    left = [popcount(of_code(result.position.cells, code)) for code in (BLUE, ORANGE)]
    return float(0 in left)


EXTRAS: dict[str, dict[str, Extra]] = {
    "duel": {"margin": margin, "shut_out": shut_out},
    "cascade": {"vanished": vanished},
    "mosaic": {},
    "pushmine": {},
}

MOON = "moon"
OTHER_BAGS: tuple[Rules, ...] = ({"tokens": [8, 9, 16, 16]}, {"tokens": [5, 6, 19, 19]}, {"tokens": [9, 10, 15, 15]})
STEADY: Rules = {"wave_bonus": 0}
LIMIT_DRAW = "limit_draw"


def studies() -> Iterator[Study]:
    for player in ("hard/600", "hard/60", "hard/6"):
        yield Study("duel", "guarded", (player, player), 400)
    for variant, most in (("guarded", 13 / 60), ("truce", None), ("standard", None)):
        yield Study("duel", variant, ("greedy", "medium"), 240, most=most)
    for variant in ("sapper", "rush"):
        yield Study("pushmine", variant, ("hard/25", "hard/25"), 400, least=0.45, most=0.55)
    rules: Rules
    for rules in ("standard", MOON, *OTHER_BAGS):
        yield Study("cascade", rules, ("hard/16", "hard/16"), 800 if rules in ("standard", MOON) else 400)
        yield Study("cascade", rules, ("hard/16", "medium"), 400, swapped=True)
    for rules in ("standard", STEADY, LIMIT_DRAW):
        yield Study("mosaic", rules, ("hard/8", "medium"), 400, swapped=True)
        yield Study("mosaic", rules, ("medium", "easy4"), 400, swapped=True)


def rows_of(study: Study, matches: int, lines: Path) -> list[dict[str, float]]:
    """What is known of each match; those that are missing are played now."""
    ledger = Ledger(lines, study.key())
    return [ledger.observe(number, study.play)["found"] for number in range(matches)]


def figures(study: Study, rows: Sequence[Mapping[str, float]]) -> Iterator[Figure]:
    whose = f"score of {study.players[0]}" if study.swapped else "score of the first seat"
    shut = study.players[0] == "greedy"
    yield share(study, rows, "points", whose, *((None, None) if shut else (study.least, study.most)))
    drawn = [{"drawn": float(row["points"] == 0.5)} for row in rows]
    yield share(study, drawn, "drawn", "share of draws")
    yield mean(study, rows, "plies")
    for name in EXTRAS[study.game]:
        if name == "margin":
            yield mean(study, rows, name)
        elif name != "shut_out" or shut:
            yield share(study, rows, name, f"share of matches {name}", None, study.most)


def share(
    study: Study, rows: Sequence[Mapping[str, float]], name: str, words: str,
    least: float | None = None, most: float | None = None,
) -> Figure:  # fmt: skip
    value = fmean(row[name] for row in rows)
    low, high = wilson(value, len(rows))
    note = f"{len(rows)} matches, {low:.3f} to {high:.3f}"
    return Figure(f"{study.name}: {words}", round(value, 4), "", least, most, note)


def mean(study: Study, rows: Sequence[Mapping[str, float]], name: str) -> Figure:
    values = [row[name] for row in rows]
    error = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    note = f"{len(values)} matches, ± {error:.2f}"
    return Figure(f"{study.name}: mean {name}", round(fmean(values), 2), note=note)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only studies whose name contains this")
    parser.add_argument("--scale", type=int, default=100, metavar="PERCENT", help="how many of the matches to play")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--lines", type=Path, default=LINES, help="the file of all matches")
    given = parser.parse_args(arguments)
    measured = []
    for study in studies():
        if given.only in study.name:
            rows = rows_of(study, max(2, study.matches * given.scale // 100), given.lines)
            for figure in figures(study, rows):
                measured.append(figure)
                print(figure, flush=True)
    if given.json:
        write(given.json, measured)


if __name__ == "__main__":
    main()
