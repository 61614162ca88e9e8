"""Who is at a match: the holders of its seats, at this server or another one, and how many others watch."""

import asyncio
from collections.abc import Iterable

from quincunx.server import wall_clock
from quincunx.server.live.messages import presence_message
from quincunx.server.live.watchers import Watchers

COUNT_SECONDS = 0.5
"""How often the number of watchers is published at most."""
REPORT_MILLISECONDS = 15_000
SEEN_FOR_MILLISECONDS = 45_000
"""How long another server's report that somebody is there is valid. Servers repeat it sooner."""


class Presence:
    """The presence at one match. It publishes to the watchers of that match."""

    def __init__(self, seats: Iterable[int], watchers: Watchers) -> None:
        self._watchers = watchers
        self._last_seen = dict.fromkeys(seats, wall_clock.now_ms())
        self._elsewhere: dict[int, int] = {}
        """When another server last reported a seat's holder."""
        self._reported: dict[int, int] = {}
        """When the other servers were last told of a seat's holder who only asks now and then."""
        self._published: dict[int, bool] = {}
        self._timer: asyncio.TimerHandle | None = None

    def present(self) -> dict[int, bool]:
        """For each seat: whether its holder is connected, here or at another server."""
        here, now = self._watchers.seats(), wall_clock.now_ms()
        for seat in here:
            self._last_seen[seat] = now
        return {
            seat: seat in here or now - self._elsewhere.get(seat, 0) < SEEN_FOR_MILLISECONDS for seat in self._last_seen
        }

    def seen(self, seats: frozenset[int]) -> None:
        """The holders of these seats have just sent something."""
        for seat in seats & self._last_seen.keys():
            self._last_seen[seat] = wall_clock.now_ms()

    def unreported(self, seats: frozenset[int]) -> list[int]:
        """The seats not reported to other servers recently; from now on they count as reported."""
        now = wall_clock.now_ms()
        due = [seat for seat in seats if now - self._reported.get(seat, 0) > REPORT_MILLISECONDS]
        self._reported |= dict.fromkeys(due, now)
        return due

    def seen_elsewhere(self, seat: int, there: bool) -> None:
        """Another server reports that a seat's holder has come or gone."""
        if there:
            self._elsewhere[seat] = self._last_seen[seat] = wall_clock.now_ms()
        else:
            self._elsewhere.pop(seat, None)
        self.publish()

    def away_for(self, seat: int) -> int:
        """For how many milliseconds nothing has been seen of a seat's holder."""
        if self.present().get(seat, False):
            return 0
        return wall_clock.now_ms() - self._last_seen.get(seat, 0)

    def publish(self) -> None:
        """At once when the holder of a seat has come or gone; a mere change in the number of watchers may wait."""
        if self.present() != self._published:
            self._publish_now()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(COUNT_SECONDS, self._publish_now)

    def _publish_now(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._published = self.present()
        self._watchers.send(presence_message(self._published, self._watchers.without_seat()))
