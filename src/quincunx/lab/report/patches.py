"""Patches: what each finalist of a search changes in the base, what that gains and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.lab.judge.aims import Aim, miss
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.judge.summary import NotableMatch
from quincunx.lab.judge.verdicts import Thresholds, quantity
from quincunx.lab.report.comparison import Change, Comparison, compare
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.search.race import Standing
from quincunx.lab.search.search import LabSearch, SearchResult
from quincunx.lab.search.space import Setting, setting_text
from quincunx.measure.question import Limits


@dataclass(frozen=True)
class PatchEffect:
    """How a patch changes the answer to one question."""

    name: str
    unit: str
    before: Estimate
    after: Estimate
    change: Estimate
    better: bool
    clear: bool
    """Whether the change is beyond chance."""
    aimed: bool
    """Whether the question is one of the search's aims."""

    @property
    def text(self) -> str:
        before, after = quantity(self.before.value, self.unit), quantity(self.after.value, self.unit)
        return f"{self.name} {before} → {after}" + ("" if self.clear else " (within chance)")

    def as_json(self) -> dict[str, Any]:
        return vars(self) | {name: getattr(self, name).as_json() for name in ("before", "after", "change")}


@dataclass(frozen=True)
class Patch:
    """One finalist beside the base."""

    standing: Standing
    base: Setting
    effects: tuple[PatchEffect, ...]
    matches: tuple[NotableMatch, ...]
    """Worth a look, as records to replay."""

    @property
    def changes(self) -> dict[str, Any]:
        return {name: value for name, value in self.standing.setting.items() if self.base.get(name) != value}

    @property
    def gains(self) -> list[PatchEffect]:
        """What the search aimed at, and anything else that became clearly better."""
        return [effect for effect in self.effects if effect.better and (effect.aimed or effect.clear)]

    @property
    def costs(self) -> list[PatchEffect]:
        return [effect for effect in self.effects if not effect.better and effect.clear]

    @property
    def text(self) -> str:
        gains = ", ".join(effect.text for effect in self.gains) or "no gain"
        costs = ", ".join(effect.text for effect in self.costs) or "nothing that these matches show"
        return f"{setting_text(self.standing.setting, self.base)}: {gains}; costs: {costs}"

    def as_json(self) -> dict[str, Any]:
        return self.standing.as_json() | {
            "changes": self.changes,
            "text": self.text,
            "effects": [effect.as_json() for effect in self.effects],
            "matches_to_replay": [vars(match) for match in self.matches],
        }


def patches_of(result: SearchResult, search: LabSearch, thresholds: Thresholds | None = None) -> list[Patch]:
    """One patch per finalist other than the base, the best first."""
    order = result.order
    players = order.laps[-1].players
    base = RunFolder.open(search.folder(order.space.base, players))
    finalists = [standing for standing in result.finalists if standing.setting != order.space.base]
    return [
        _patch(standing, order.space.base, compare(base, _folder(search, standing), thresholds), order.aims)
        for standing in finalists
    ]


def _folder(search: LabSearch, standing: Standing) -> RunFolder:
    return RunFolder.open(search.folder(standing.setting, standing.lap.players))


def _patch(standing: Standing, base: Setting, comparison: Comparison, aims: Sequence[Aim]) -> Patch:
    limits = {verdict.name: verdict.limits for verdict in comparison.second.verdicts}
    limits |= {aim.name: aim.question.limits for aim in aims}
    aimed = {aim.name for aim in aims}
    verdicts = {change.name: change for change in comparison.of_kind("verdict")}
    metrics = {change.name: change for change in comparison.of_kind("metric") if change.name in aimed}
    effects = [_effect(change, limits[name], name in aimed) for name, change in (metrics | verdicts).items()]
    effects = [effect for effect in effects if effect.aimed or effect.clear]
    return Patch(standing, base, tuple(sorted(effects, key=lambda effect: not effect.aimed)), comparison.second.notable)


def _effect(change: Change, limits: Limits, aimed: bool) -> PatchEffect:
    better = miss(change.second.value, limits) <= miss(change.first.value, limits)
    return PatchEffect(
        change.name, change.unit, change.first, change.second, change.change, better, change.clear, aimed
    )
