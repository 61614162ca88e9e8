"""Do prompts drive? For each principle of a game: how often a level follows it unasked and when it is asked, and what
that costs against itself:

    python -m benchmarks.players.principles [--game SLUG] [--player NAME] [--principle NAME] [--matches N] [--table]

A turn counts on which some moves conform to the principle and some do not. Both matches of a pair have the same seed,
begin with the same random plies and have the seats swapped; the clock is off. The wish is a plain one ("hold the
edges"), and for some principles of Infinity Grid Duel the opposite is measured too ("do not capture").

Every row is one line in `benchmarks/results/principles.jsonl`; a row with as many matches is not measured again, and of
two rows for the same principle the later one counts. The matches of a row are lines of `principle_matches.jsonl`, so
that a run goes on where it was interrupted. `--table` prints the rows as `docs/strategy.md` shows them.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.ledger import RESULTS as FOLDER
from benchmarks.ledger import Ledger, append, lines_of
from quincunx.catalogue import game as find_game
from quincunx.engine.game import AnyGame
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, MoveRequest, Player
from quincunx.engine.rules import WON_BY_1, WON_BY_2, moves, observe
from quincunx.lab.judge.statistics import quantile, wilson
from quincunx.lab.run.lab_match import LabMatch, LabResult
from quincunx.lab.run.players import find_player
from quincunx.limits import PLY_CAP
from quincunx.search.advice.principles import Guidance, Wish
from quincunx.search.advice.strategy import Strategy

RESULTS = FOLDER / "principles.jsonl"
MATCHES = FOLDER / "principle_matches.jsonl"
OPENING = 2
EARLY = 6
"""How many of a side's moves after the opening are its early ones."""
LEVEL = 0.95


class Setting(NamedTuple):
    """What is played: a preset, the player, how many matches, and with which principles (all, if none is named)."""

    game: str
    preset: str
    player: str
    matches: int
    principles: tuple[str, ...] = ()


SETTINGS = (
    Setting("duel", "truce", "medium", 200),
    Setting("duel", "truce", "hard/75", 100),
    Setting("cascade", "standard", "medium", 200),
    Setting("mosaic", "standard", "medium", 120),
    Setting("pushmine", "standard", "medium", 60, ("threats", "earning", "rows", "edges", "own_lines")),
    Setting("pushmine", "sapper", "medium2", 100, ("mines",)),
    Setting("pushmine", "standard", "medium2", 100, ("threats", "earning", "rows", "edges", "own_lines")),
)
OPPOSITES = {"duel": ("captures",)}
"""Principles of which the opposite is measured, too."""


@dataclass(frozen=True)
class ToldPlayer:
    """A player that was told how to play."""

    player: Player
    strategy: Mapping[str, Any]

    @property
    def algorithm(self) -> str:
        return self.player.algorithm

    @property
    def depth(self) -> int:
        return self.player.depth

    @property
    def budget(self) -> int:
        return self.player.budget

    def scaled(self, factor: Fraction) -> Player | None:
        return None

    def choose(self, request: MoveRequest) -> Choice:
        return self.player.choose(replace(request, strategy=self.strategy))


class Followed(NamedTuple):
    """On how many turns a player had the choice, and on how many of them it conformed; the same of its first turns,
    whether or not it had the choice."""

    chances: int = 0
    conformed: int = 0
    early: int = 0
    early_conformed: int = 0

    def plus(self, other: "Followed") -> "Followed":
        return Followed(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def share(self) -> float:
        return self.conformed / max(1, self.chances)

    @property
    def early_share(self) -> float:
        return self.early_conformed / max(1, self.early)


class Row(NamedTuple):
    """One principle at one level."""

    game: str
    preset: str
    player: str
    principle: str
    sought: bool
    matches: int
    points: float
    without: Followed
    asked: Followed

    @property
    def key(self) -> tuple[str, str, str, str, bool]:
        return self.game, self.preset, self.player, self.principle, self.sought

    @property
    def score(self) -> float:
        return self.points / self.matches

    @property
    def score_interval(self) -> tuple[float, float]:
        return wilson(self.score, self.matches, LEVEL)

    @property
    def gain(self) -> float:
        return self.asked.share - self.without.share

    @property
    def gain_interval(self) -> tuple[float, float]:
        """Of the difference of two shares, by the normal approximation."""
        variance = sum(
            followed.share * (1 - followed.share) / max(1, followed.chances) for followed in (self.without, self.asked)
        )
        reach = quantile(LEVEL) * variance**0.5
        return self.gain - reach, self.gain + reach


def wishes_for(game: AnyGame) -> list[Wish]:
    """The plain wishes that are measured."""
    guidance = guidance_of(game)
    wishes = [Wish(principle, True, guidance.unit.plain) for principle in guidance.principles]
    opposites = [wish._replace(sought=False) for wish in wishes if wish.principle.name in OPPOSITES.get(game.slug, ())]
    return wishes + opposites


def guidance_of(game: AnyGame) -> Guidance:
    if game.guidance is None:
        raise SystemExit(f"{game.slug} takes no prompts")
    return game.guidance


def followed(played: LabResult, seat: int, wish: Wish) -> Followed:
    """How one side's moves in a match conformed to a wish."""
    count, early = Followed(), 0
    for move, position in zip(played.moves[OPENING:], played.positions[OPENING:], strict=False):
        legal = list(numbers(moves(position)))
        if position.turn != seat or len(legal) < 2:
            continue
        seen = observe(position, seat)
        conforming = [one for one in legal if wish.holds(seen, one)]
        choice, did, early = 0 < len(conforming) < len(legal), move in conforming, early + 1
        is_early = early <= EARLY
        count = count.plus(Followed(choice, choice and did, is_early, is_early and did))
    return count


def label_of(wish: Wish) -> str:
    return wish.principle.name if wish.sought else f"not {wish.principle.name}"


def key_of(setting: Setting, wish: Wish | None) -> dict[str, Any]:
    """What makes two matches belong to the same measurement; without a wish nobody was told anything."""
    player = repr(find_player(find_game(setting.game), setting.player))
    told = None if wish is None else {"wish": label_of(wish), "price": wish.price}
    return {"game": setting.game, "preset": setting.preset, "player": setting.player, "settings": player, "told": told}


def observed(setting: Setting, wish: Wish | None, number: int) -> dict[str, Any]:
    """One match of a player that was told against one that was not: its points, and how it followed the wish (without
    one: how it would have followed each)."""
    game = find_game(setting.game)
    plain = find_player(game, setting.player)
    told = plain if wish is None else ToldPlayer(plain, Strategy((wish,)).as_record())
    seed, seat = number // 2, 1 + number % 2
    players = (told, plain) if seat == 1 else (plain, told)
    played = LabMatch(game, game.new(game.variant(setting.preset), seed), seed, players).play_on(PLY_CAP, OPENING)
    points = 0.5 if played.result not in (WON_BY_1, WON_BY_2) else float(played.result == seat)
    wishes = wishes_for(game) if wish is None else [wish]
    return {"points": points, "followed": {label_of(one): list(followed(played, seat, one)) for one in wishes}}


class Observed(NamedTuple):
    """All matches of one measurement: the points together, and how one wish was followed in them."""

    points: float
    followed: Followed


def sum_of(setting: Setting, told: Wish | None, wish: Wish, file: Path) -> Observed:
    ledger = Ledger(file, key_of(setting, told))
    total = Observed(0.0, Followed())
    for number in range(setting.matches):
        line = ledger.observe(number, partial(observed, setting, told))
        seen = Followed(*line["followed"][label_of(wish)])
        total = Observed(total.points + line["points"], total.followed.plus(seen))
    return total


def measure(setting: Setting, wish: Wish, file: Path) -> Row:
    without, asked = (sum_of(setting, told, wish, file) for told in (None, wish))
    key = setting.game, setting.preset, setting.player, wish.principle.name, wish.sought
    return Row(*key, setting.matches, asked.points, without.followed, asked.followed)


def read_rows(file: Path = RESULTS) -> list[Row]:
    """One row for each principle and player: the one that was measured last."""
    rows = [
        Row(**(line | {"without": Followed(**line["without"]), "asked": Followed(**line["asked"])}))
        for line in lines_of(file)
    ]
    return list({row.key: row for row in rows}.values())


def write_row(row: Row, file: Path) -> None:
    append(file, row._asdict() | {"without": row.without._asdict(), "asked": row.asked._asdict()})


def run(setting: Setting, only: str | None, file: Path, matches_file: Path) -> None:
    known = {row.key: row.matches for row in read_rows(file)}
    for wish in wishes_for(find_game(setting.game)):
        name = wish.principle.name
        key = setting.game, setting.preset, setting.player, name, wish.sought
        wanted = only in (None, name) and (not setting.principles or name in setting.principles)
        if wanted and known.get(key, 0) < setting.matches:
            row = measure(setting, wish, matches_file)
            write_row(row, file)
            print(table_line(row), flush=True)


TABLE_HEAD = (
    "| game | level | principle | followed unasked | when asked | gain | first six | score against itself |\n"
    "|---|---|---|---:|---:|---|---|---|"
)


def table_line(row: Row) -> str:
    """A row of the table in `docs/strategy.md`."""
    name = f"`{row.principle}`" if row.sought else f"not `{row.principle}`"
    early = f"{short(row.without.early_share)} → {short(row.asked.early_share)}"
    gain = f"{short(row.gain)} ({interval(row.gain_interval)})"
    score = f"{short(row.score)} ({interval(row.score_interval)}), {row.matches} matches"
    shares = f"{short(row.without.share)} | {short(row.asked.share)}"
    preset = "" if row.preset == "standard" else f" ({row.preset})"
    return f"| {row.game}{preset} | `{row.player}` | {name} | {shares} | {gain} | {early} | {score} |"


def interval(ends: tuple[float, float]) -> str:
    return f"{short(ends[0])} to {short(ends[1])}"


def short(share: float) -> str:
    """.24 rather than 0.24."""
    return f"{share:.2f}".replace("0.", ".", 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Do prompts drive?")
    parser.add_argument("--game")
    parser.add_argument("--player", help="a player of the lab, such as hard/75")
    parser.add_argument("--principle")
    parser.add_argument("--matches", type=int)
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="FILE", help="the file of all rows")
    parser.add_argument("--lines", type=Path, default=MATCHES, metavar="FILE", help="the file of all matches")
    parser.add_argument("--table", action="store_true", help="print the rows that are there")
    options = parser.parse_args()
    if options.table:
        print(TABLE_HEAD, *map(table_line, read_rows(options.json)), sep="\n")
        return
    for setting in SETTINGS:
        if options.game in (None, setting.game) and options.player in (None, setting.player):
            wanted = setting._replace(matches=options.matches or setting.matches)
            run(wanted, options.principle, options.json, options.lines)


if __name__ == "__main__":
    main()
