"""Analyses in the browser: one ply after the other, so that requests are answered in between."""

from typing import Any

from quincunx.engine.match import Match
from quincunx.engine.player import Choice
from quincunx.search.analysis import best_at, judge

NO_ANALYSIS = {"status": "none", "done": 0, "total": 0, "judgements": None, "accuracy": None}


class LocalAnalysis:
    """The analysis of a finished match, as far as it has come."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._choices: list[Choice | None] = []
        self._total = len(match.history)
        self._status = "running"
        self._result: dict[str, Any] = {"judgements": None, "accuracy": None}

    @property
    def is_running(self) -> bool:
        return self._status == "running"

    @property
    def is_cancelled(self) -> bool:
        return self._status == "cancelled"

    def step(self) -> None:
        """Search one more position; the last one brings the result."""
        self._choices.append(best_at(self._match, len(self._choices)))
        if len(self._choices) > self._total:
            analysis = judge(self._match, self._choices)
            self._result = {
                "judgements": [judgement._asdict() for judgement in analysis.judgements],
                "accuracy": list(analysis.accuracy),
            }
            self._status = "done"

    def cancel(self) -> None:
        if self.is_running:
            self._status = "cancelled"

    def view(self) -> dict[str, Any]:
        done = min(len(self._choices), self._total)
        return {"status": self._status, "done": done, "total": self._total, **self._result}
