"""Small runs of the lab that people started on this server: a few at once, and one per client."""

from collections import OrderedDict
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.service import SmallRun, start_small_run, start_study
from quincunx.server.limits import TooMany
from quincunx.server.settings import Settings

MOST_AT_ONCE = 2
MOST_KEPT = 50
WAIT_SECONDS = 60


class LabRun:
    """One run, and how far it is."""

    def __init__(self, client: str, total: int) -> None:
        self.client = client
        self.done = 0
        self.total = total
        self.run: SmallRun | None = None

    @property
    def running(self) -> bool:
        return self.run is not None and self.run.state == "running"

    def on_progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def must_belong_to(self, client: str) -> None:
        if self.client != client:
            raise Refusal(ErrorCode.NOT_ALLOWED, "only the client that started this run may cancel it")

    def cancel(self) -> None:
        if self.run is not None:
            self.run.cancel()

    def view(self) -> dict[str, Any]:
        assert self.run is not None
        problem = self.run.problem if self.run.state == "failed" else ""
        progress = {"done": self.done, "total": self.total}
        return {"name": self.run.name, "state": self.run.state, "problem": problem} | progress


class LabRuns:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._runs: OrderedDict[str, LabRun] = OrderedDict()

    def start(
        self,
        client: str,
        game: str,
        variant: str | dict[str, Any] | None,
        players: list[str] | None,
        games: int,
        seed: int,
    ) -> LabRun:
        self._must_have_room(client)
        lab_run = LabRun(client, games)
        folder = self._settings.reports_folder
        lab_run.run = start_small_run(folder, game, variant, players, games, seed, lab_run.on_progress)
        return self._keep(lab_run.run, lab_run)

    def start_study(self, client: str, game: str, games: int) -> LabRun:
        """Compare the people on this server with the levels of a game."""
        self._must_have_room(client)
        lab_run = LabRun(client, games)
        folder, database = self._settings.reports_folder, self._settings.database_url
        lab_run.run = start_study(folder, database, game, games, lab_run.on_progress)
        return self._keep(lab_run.run, lab_run)

    def _keep(self, run: SmallRun, lab_run: LabRun) -> LabRun:
        self._runs[run.name] = lab_run
        while len(self._runs) > MOST_KEPT:
            self._runs.popitem(last=False)
        return lab_run

    def find(self, name: str) -> LabRun | None:
        return self._runs.get(name)

    def close(self) -> None:
        for lab_run in self._runs.values():
            lab_run.cancel()

    def _must_have_room(self, client: str) -> None:
        running = [lab_run for lab_run in self._runs.values() if lab_run.running]
        own = any(lab_run.client == client for lab_run in running) and self._settings.limited
        if own or len(running) >= MOST_AT_ONCE:
            raise TooMany("a run is in progress; wait until it ends, or cancel it", WAIT_SECONDS)
