"""A study: the same questions of people and of the levels, what differs, and which level plays most like people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from quincunx.engine.game import AnyGame
from quincunx.lab.judge.common_questions import FAIR
from quincunx.lab.judge.statistics import Estimate, difference
from quincunx.lab.judge.verdicts import Verdict, judge
from quincunx.lab.people.records import PlayedMatch, PlayedMatches
from quincunx.lab.people.table import player_table, table_of
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import pairing_name
from quincunx.lab.run.runner import Progress, run_all
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import Crew
from quincunx.lab.search.space import setting_name

FEWEST_MATCHES = 100
"""Fewer matches of people are too few to say how people play."""
BETWEEN_PEOPLE = (FAIR.name,)
"""Questions about the seats: against an AI player the answer would be about its strength."""


@dataclass(frozen=True)
class RuleSet:
    """The matches of people under one set of rules."""

    game: AnyGame
    variant: Mapping[str, Any]
    played: tuple[PlayedMatch, ...]

    @property
    def title(self) -> str:
        return self.spec("random", 1).title

    @property
    def enough(self) -> bool:
        return len(self.played) >= FEWEST_MATCHES

    @property
    def name(self) -> str:
        """Of its folder."""
        spec = self.spec("random", 1)
        return f"{self.game.slug}-{spec.preset or setting_name(spec.changes)}"

    def spec(self, level: str, games: int, seed: int = 1) -> Spec:
        """The matches of a level against itself."""
        return make_spec(self.game.slug, dict(self.variant), (level,), games, seed, simple=0, ladder=0, decisions=0)


@dataclass(frozen=True)
class Gap:
    """One question, answered by a level and by people."""

    level: str
    ai: Estimate
    difference: Estimate
    """People minus AI."""

    @property
    def clear(self) -> bool:
        return self.difference.low > 0 or self.difference.high < 0

    @property
    def size(self) -> float:
        """How large the difference is, as a part of what chance alone allows: 1 is the edge of chance."""
        value, low, high, _ = self.difference
        towards_zero = value - low if value > 0 else high - value
        return abs(value) / towards_zero if value and towards_zero else 0.0

    def as_json(self) -> dict[str, Any]:
        return {"ai": self.ai.as_json(), "difference": self.difference.as_json(), "clear": self.clear}


@dataclass(frozen=True)
class StudyRow:
    """One question: what people's matches say, and how each level differs."""

    verdict: Verdict
    """On the matches of people."""
    gaps: tuple[Gap, ...]

    def as_json(self) -> dict[str, Any]:
        verdict = self.verdict
        begin = {"name": verdict.name, "asks": verdict.asks, "unit": verdict.unit}
        levels = {gap.level: gap.as_json() for gap in self.gaps}
        return begin | {"people": verdict.estimate.as_json(), "levels": levels}


@dataclass(frozen=True)
class Likeness:
    """How much a level plays like people."""

    level: str
    differing: int
    """Questions whose answers differ beyond chance."""
    questions: int
    mean_gap: float
    """The mean size of its gaps."""


@dataclass(frozen=True)
class StudiedRules:
    rules: RuleSet
    rows: tuple[StudyRow, ...]
    """Empty if there are too few matches."""

    @property
    def levels(self) -> list[Likeness]:
        """The level that plays most like people first."""
        names = dict.fromkeys(gap.level for row in self.rows for gap in row.gaps)
        return sorted((self._likeness(name) for name in names), key=lambda one: (one.mean_gap, one.differing))

    def _likeness(self, level: str) -> Likeness:
        gaps = [gap for row in self.rows for gap in row.gaps if gap.level == level]
        return Likeness(level, sum(gap.clear for gap in gaps), len(gaps), sum(gap.size for gap in gaps) / len(gaps))

    @property
    def verdict(self) -> str:
        number = len(self.rules.played)
        if not self.rules.enough:
            return f"Too few matches of people to say anything: {number} of {FEWEST_MATCHES}."
        best = self.levels[0]
        return (
            f"Of {len(self.levels)} levels, {best.level} plays most like people: {best.differing} of {best.questions} "
            f"answers differ beyond chance ({number} matches of people)."
        )

    def as_json(self) -> dict[str, Any]:
        rules = self.rules
        return {
            "game": rules.game.slug,
            "title": rules.title,
            "variant": dict(rules.variant),
            "matches": len(rules.played),
            "enough": rules.enough,
            "verdict": self.verdict,
            "levels": [vars(level) for level in self.levels],
            "questions": [row.as_json() for row in self.rows],
        }


@dataclass(frozen=True)
class Study:
    studied: tuple[StudiedRules, ...]
    left_out: Mapping[str, int]
    """How many matches were not used, by reason."""
    title: str = "People and AI players"

    @property
    def verdicts(self) -> list[str]:
        """One sentence per rule set, and one about what was left out."""
        sentences = [f"{one.rules.title}: {one.verdict}" for one in self.studied]
        reasons = ", ".join(f"{number} {reason}" for reason, number in self.left_out.items())
        left_out = [f"Matches that were left out: {reasons}."] if reasons else []
        return [*(sentences or ["There are no matches of people to study."]), *left_out]

    def as_json(self) -> dict[str, Any]:
        return {
            "format": "quincunx-lab-people/1",
            "title": self.title,
            "games": sum(len(one.rules.played) for one in self.studied),
            "fewest_matches": FEWEST_MATCHES,
            "left_out": dict(self.left_out),
            "rules": [one.as_json() for one in self.studied],
        }


def rule_sets(matches: PlayedMatches, slug: str | None = None) -> list[RuleSet]:
    """The matches by game and variant, those with the most matches first."""
    groups: dict[tuple[str, str], list[PlayedMatch]] = {}
    for one in matches.used:
        game = one.match.game
        if slug in (None, game.slug):
            key = game.slug, game.unresolved(one.match.variant).model_dump_json()
            groups.setdefault(key, []).append(one)
    return [
        RuleSet(group[0].match.game, _variant(group[0]), tuple(group))
        for group in sorted(groups.values(), key=len, reverse=True)
    ]


def _variant(one: PlayedMatch) -> dict[str, Any]:
    options: dict[str, Any] = one.match.game.unresolved(one.match.variant).model_dump(mode="json")
    return options


def usual_levels(game: AnyGame) -> list[str]:
    """The levels up to the one that the game suggests: stronger ones take long, and play less like people."""
    names = list(game.levels)
    return names[: names.index(game.default_level) + 1] if game.default_level in names else names


def study(
    matches: PlayedMatches,
    root: Path,
    crew: Crew,
    slug: str | None = None,
    levels: Sequence[str] | None = None,
    games: int = 100,
    seed: int = 1,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Study:
    """Play what the levels have not played yet, and compare; tables of the people's matches are written too."""
    sets = rule_sets(matches, slug)
    runs: dict[tuple[str, str], tuple[Spec, RunFolder]] = {}
    for rules in sets:
        for level in (levels or usual_levels(rules.game)) if rules.enough else ():
            spec = rules.spec(level, games, seed)
            path = root / "runs" / rules.name / f"{pairing_name((level,))}-{spec.identity}"  # other code: other matches
            runs[rules.name, level] = spec, RunFolder.create(path, spec)
    run_all(list(runs.values()), crew, progress)
    folders = {key: folder for key, (_, folder) in runs.items()}
    return Study(tuple(_studied(rules, folders, root) for rules in sets), matches.left_out)


def _studied(rules: RuleSet, folders: Mapping[tuple[str, str], RunFolder], root: Path) -> StudiedRules:
    table = table_of(rules.game, rules.played)
    _write_tables(rules, table, root)
    if not rules.enough:
        return StudiedRules(rules, ())
    answers = {
        level: {verdict.name: verdict for verdict in _judged(rules.game, folder.games())}
        for (name, level), folder in folders.items()
        if name == rules.name
    }
    rows = [_row(verdict, answers) for verdict in _people_verdicts(rules.game, table)]
    return StudiedRules(rules, tuple(row for row in rows if row.gaps))


def _write_tables(rules: RuleSet, table: pl.DataFrame, root: Path) -> None:
    """Kept whether or not there are enough of them: the metrics of every match, and those of every person in it."""
    folder = root / "people"
    folder.mkdir(parents=True, exist_ok=True)
    table.write_parquet(folder / f"{rules.name}-matches.parquet")
    player_table(rules.game, rules.played, table).write_parquet(folder / f"{rules.name}-players.parquet")


def _people_verdicts(game: AnyGame, table: pl.DataFrame) -> list[Verdict]:
    together = table.filter(pl.col("between_people"))
    about_seats = [one for one in _judged(game, together) if one.name in BETWEEN_PEOPLE] if len(together) else []
    return [*about_seats, *(one for one in _judged(game, table) if one.name not in BETWEEN_PEOPLE)]


def _judged(game: AnyGame, games: pl.DataFrame) -> list[Verdict]:
    """In a game for one, all people are one player."""
    return judge(game, games.with_columns(player_1=pl.lit("all")) if game.seats == 1 else games)


def _row(verdict: Verdict, answers: Mapping[str, Mapping[str, Verdict]]) -> StudyRow:
    gaps = []
    for level, known in answers.items():
        ai = known.get(verdict.name)
        if ai is not None and ai.estimate.is_bounded and verdict.estimate.is_bounded:
            gaps.append(Gap(level, ai.estimate, difference(ai.estimate, verdict.estimate)))
    return StudyRow(verdict, tuple(gaps))
