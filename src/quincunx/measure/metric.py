"""Metrics: what is counted in a match. Each has a name, a note, a unit and a range, and gets its value from a story."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quincunx.engine.events import Event
from quincunx.measure.story import Story


@dataclass(frozen=True)
class Metric(ABC):
    """Something that is counted in every match."""

    name: str
    note: str
    unit: str = ""
    least: int = 0
    most: int | None = None

    @abstractmethod
    def value(self, story: Story) -> int | None:
        """None where the metric has no value for this match."""

    def describe(self) -> dict[str, Any]:
        return {"note": self.note, "unit": self.unit, "range": [self.least, self.most]}


@dataclass(frozen=True)
class Counted(Metric):
    """The number of events of one kind: all of them, or those that `which` picks."""

    kind: type[Event] = field(kw_only=True)
    which: Callable[[Any], bool] = field(default=lambda event: True, kw_only=True)

    def value(self, story: Story) -> int:
        return sum(self.which(event) for event in story.events(self.kind))


@dataclass(frozen=True)
class Computed(Metric):
    """Computed from the story by a function."""

    compute: Callable[[Story], int | None] = field(kw_only=True)

    def value(self, story: Story) -> int | None:
        return self.compute(story)
