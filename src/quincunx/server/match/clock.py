"""A clock between two people: a base time, and an increment for every turn that it ran in."""

from quincunx.server.match.actions import ClockPlan
from quincunx.server.match.view_types import ClockView


class Clock:
    """Milliseconds left to each seat; at most one of them is running."""

    def __init__(self, plan: ClockPlan, at: int) -> None:
        self._plan = plan
        self._left = {1: plan.base, 2: plan.base}
        self._running: int | None = None
        self._since = at

    def run(self, seat: int | None, at: int, after: int = 0) -> None:
        """Stop the clock that runs, and start the one of `seat`, but charge nothing for the next `after` milliseconds:
        that is how long boards are still busy with the last move."""
        self._charge(at)
        self._running, self._since = seat, at + after

    def press(self, seat: int, at: int) -> None:
        """`seat` has ended its turn. Nothing is added to a clock that had not started."""
        self._charge(at)
        if self._running == seat:
            self._left[seat] += self._plan.increment

    def empty(self, seat: int) -> None:
        self._left[seat], self._running = 0, None

    def deadline(self) -> int | None:
        """When the running clock will be empty."""
        return None if self._running is None else self._since + self._left[self._running]

    def late(self, now: int) -> int | None:
        """The seat whose time has run out."""
        deadline = self.deadline()
        return self._running if deadline is not None and now >= deadline else None

    def view(self) -> ClockView:
        return {
            "base": self._plan.base,
            "increment": self._plan.increment,
            "left": [max(0, self._left[1]), max(0, self._left[2])],
            "running": self._running,
            "since": self._since,
        }

    def _charge(self, at: int) -> None:
        if self._running is not None:
            self._left[self._running] -= max(0, at - self._since)
            self._since = max(at, self._since)
