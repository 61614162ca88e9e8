"""A search: proposals, scouts and a race over an option space, all played as runs of the lab.

Everything follows from the order and its seed: the same command repeats the same steps, and runs that are complete are
read instead of played. That is how an interrupted search goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from quincunx.lab.judge.aims import Aim
from quincunx.lab.judge.common_questions import CHOICE
from quincunx.lab.judge.statistics import LEVEL
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import pairing_name
from quincunx.lab.run.runner import Progress, run_all
from quincunx.lab.run.spec import LADDER, RUNGS, SIMPLE, Spec, make_spec
from quincunx.lab.run.workers import Crew
from quincunx.lab.search.proposals import Proposals
from quincunx.lab.search.race import Lap, Standing, assess, cut, front_of, plan_laps
from quincunx.lab.search.space import Setting, Space, setting_name

BATCH = 8
"""How many settings are proposed at a time. Fixed, so that proposals do not depend on the number of workers."""


@dataclass(frozen=True)
class SearchOrder:
    """What is searched for, where, and with how many matches."""

    game: str
    variant: Mapping[str, Any]
    """The rule set to improve."""
    space: Space
    aims: tuple[Aim, ...]
    players: tuple[str, ...]
    scouts: tuple[str, ...] | None = None
    """The cheap players that choose who enters the race; None: everyone that is tried enters it."""
    tries: int = 48
    """At most this many settings are tried."""
    first: int = 24
    """Matches of each setting at first."""
    games: int = 384
    """Matches of each finalist."""
    finalists: int = 3
    seed: int = 1
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tried(self) -> int:
        return min(self.tries, self.space.size)

    @property
    def laps(self) -> list[Lap]:
        return plan_laps(self.players, self.scouts, self.tried, self.first, self.games, self.finalists)

    def spec(self, setting: Setting, players: Sequence[str], games: int) -> Spec:
        """The run of one setting. Side pairings are played only where an aim asks about them, and then as many matches
        on the whole ladder as in the main pairing."""
        asked = {aim.question.pairings[0] for aim in self.aims}
        side = games // len(RUNGS) // 2 * 2
        chunk = self.first if asked.isdisjoint((SIMPLE, LADDER)) else self.first // len(RUNGS)
        decisions = {} if any(aim.name == CHOICE.name for aim in self.aims) else {"decisions": 0}
        return make_spec(
            self.game, dict(self.variant) | dict(setting), players, games, self.seed,
            simple=side if SIMPLE in asked else 0, ladder=side if LADDER in asked else 0,
            chunk=max(2, chunk), **decisions, **self.fields,
        )  # fmt: skip

    def matches(self, players: Sequence[str], games: int) -> int:
        return sum(pairing.games for pairing in self.spec(self.space.base, players, games).pairings)

    @property
    def most_matches(self) -> int:
        """If nobody is beaten, and the base is always an extra."""
        count = 0
        before: dict[tuple[str, ...], int] = {}
        for lap in self.laps:
            played = self.matches(lap.players, lap.games)
            extra = 1 if lap.settings < self.tried else 0
            count += (lap.settings + extra) * (played - before.get(lap.players, 0))
            before[lap.players] = played
        return count


@dataclass(frozen=True)
class SearchResult:
    """How a search ended: every setting that was tried, the best first."""

    order: SearchOrder
    standings: tuple[Standing, ...]

    @property
    def matches(self) -> int:
        return sum(standing.matches for standing in self.standings)

    @property
    def finalists(self) -> list[Standing]:
        """Those that were not stopped, the best first."""
        return [standing for standing in self.standings if standing.stopped is None]

    @property
    def best(self) -> Standing:
        return self.finalists[0]

    @property
    def front(self) -> list[Standing]:
        """The Pareto front of what the players themselves played; scouts' matches are not comparable."""
        return front_of([standing for standing in self.standings if standing.lap.number > 0])


class LabSearch:
    """A search in progress, in a folder with one run per player and setting."""

    def __init__(
        self, order: SearchOrder, root: Path, crew: Crew, progress: Callable[[Progress], None] = lambda _: None
    ) -> None:
        self.order, self.root, self.crew, self._progress = order, root, crew, progress
        self._matches: dict[tuple[str, tuple[str, ...]], int] = {}
        """Matches so far, by setting and players."""

    def run(self) -> SearchResult:
        laps = self.order.laps
        alive = self._try(laps[0])
        over: list[Standing] = []
        for number, lap in enumerate(laps):
            if number:
                alive = self._play([standing.setting for standing in alive], lap)
            last = number + 1 == len(laps)
            marked = cut(alive, lap, len(alive) if last else laps[number + 1].settings, self.order.space.base)
            over += [standing for standing in marked if standing.stopped]
            alive = [standing for standing in marked if standing.stopped is None]
        ranked = [*sorted(alive, key=lambda one: one.rank), *sorted(over, key=lambda one: one.rank)]
        return SearchResult(self.order, tuple(map(self._at_usual_level, ranked)))

    def folder(self, setting: Setting, players: Sequence[str]) -> Path:
        return self.root / "runs" / pairing_name(players) / setting_name(setting)

    def _at_usual_level(self, standing: Standing) -> Standing:
        """The race needs wider intervals than a report, which looks once."""
        folder = RunFolder.open(self.folder(standing.setting, standing.lap.players))
        again = assess(standing.setting, folder, self.order.aims, standing.lap, standing.matches, LEVEL)
        return replace(again, stopped=standing.stopped)

    def _try(self, lap: Lap) -> list[Standing]:
        """The first lap: all settings if there are few, otherwise what the optimiser proposes."""
        space = self.order.space
        if self.order.tried == space.size:
            return self._play(space.settings, lap)
        proposals = Proposals(space, len(self.order.aims), self.order.seed)
        tried = self._play([space.base], lap)
        while len(tried) < self.order.tried:
            for standing in tried[-BATCH:]:
                proposals.learn(standing.setting, [one.value for one in standing.misses])
            tried += self._play(proposals.next(min(BATCH, self.order.tried - len(tried))), lap)
        return tried

    def _play(self, settings: Sequence[Setting], lap: Lap) -> list[Standing]:
        """Play a lap of these settings, all at once, and assess them."""
        specs = [self.order.spec(setting, lap.players, lap.games) for setting in settings]
        folders = [
            RunFolder.create(self.folder(setting, lap.players), spec)
            for setting, spec in zip(settings, specs, strict=True)
        ]
        before = self._count_without(settings, lap)
        run_all(
            list(zip(specs, folders, strict=True)), self.crew,
            lambda now: self._progress(Progress(before + now.done, max(self.order.most_matches, before + now.done))),
        )  # fmt: skip
        played = self.order.matches(lap.players, lap.games)
        self._matches |= {(setting_name(setting), lap.players): played for setting in settings}
        level = lap.level or LEVEL
        return [
            assess(setting, folder, self.order.aims, lap, self._count(setting), level)
            for setting, folder in zip(settings, folders, strict=True)
        ]

    def _count(self, setting: Setting) -> int:
        """All matches of a setting, scouts' matches included."""
        return sum(number for (name, _), number in self._matches.items() if name == setting_name(setting))

    def _count_without(self, settings: Sequence[Setting], lap: Lap) -> int:
        playing = {(setting_name(setting), lap.players) for setting in settings}
        return sum(number for key, number in self._matches.items() if key not in playing)
