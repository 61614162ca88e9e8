"""Small runs of the lab that people started on this server: a few at once, one for each client."""

from collections import OrderedDict
from typing import Any

from quincunx.lab.service import SmallRun, start_small_run
from quincunx.server.http.limits import TooMany
from quincunx.server.http.schemas import ExperimentRequest
from quincunx.server.settings import Settings

MOST_AT_ONCE = 2
MOST_KEPT = 50
WAIT_SECONDS = 60


class Experiment:
    """One run, and how far it is."""

    def __init__(self, client: str, total: int) -> None:
        self.client = client
        self.done = 0
        self.total = total
        self.run: SmallRun | None = None

    @property
    def running(self) -> bool:
        return self.run is not None and self.run.state == "running"

    def hear(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def cancel(self) -> None:
        if self.run is not None:
            self.run.cancel()

    def view(self) -> dict[str, Any]:
        assert self.run is not None
        problem = self.run.problem if self.run.state == "failed" else ""
        told = {"name": self.run.name, "state": self.run.state, "problem": problem}
        return told | {"done": self.done, "total": self.total}


class Experiments:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known: OrderedDict[str, Experiment] = OrderedDict()

    def start(self, asked: ExperimentRequest, client: str) -> Experiment:
        self._must_have_room(client)
        experiment = Experiment(client, asked.games)
        experiment.run = start_small_run(
            self._settings.reports_folder,
            asked.game,
            asked.variant if asked.variant is not None else asked.preset,
            asked.players,
            asked.games,
            asked.seed,
            experiment.hear,
        )
        self._known[experiment.run.name] = experiment
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return experiment

    def find(self, name: str) -> Experiment | None:
        return self._known.get(name)

    def close(self) -> None:
        for experiment in self._known.values():
            experiment.cancel()

    def _must_have_room(self, client: str) -> None:
        running = [experiment for experiment in self._known.values() if experiment.running]
        own = any(experiment.client == client for experiment in running) and self._settings.limited
        if own or len(running) >= MOST_AT_ONCE:
            raise TooMany("a run is under way; wait for its end, or cancel it", WAIT_SECONDS)
