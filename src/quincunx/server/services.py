"""Everything that a running server has, put together once: what the routes are given."""

from dataclasses import dataclass
from typing import Self

from quincunx.server.limits import ServerLimits
from quincunx.server.live.postgres_notify import Listener
from quincunx.server.live.rooms import Rooms
from quincunx.server.readiness import Readiness
from quincunx.server.settings import Settings
from quincunx.server.storage.store import Store
from quincunx.server.workers.ai import WorkerPools
from quincunx.server.workers.analyses import Analyses
from quincunx.server.workers.lab_runs import LabRuns

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Services:
    settings: Settings
    limits: ServerLimits
    readiness: Readiness
    store: Store
    workers: WorkerPools
    rooms: Rooms
    analyses: Analyses
    lab_runs: LabRuns
    listener: Listener | None
    """Follows other servers, where the database is shared."""

    @classmethod
    def open(cls, settings: Settings, limits: ServerLimits, readiness: Readiness) -> Self:
        store = Store(settings.database_url)
        workers = WorkerPools(settings.think_workers, settings.think_ms, settings.limited, readiness.players)
        most_bytes = settings.rooms_megabytes * MEGABYTE
        rooms = Rooms(
            store, workers, readiness.must_play, settings.caps, settings.most_rooms, most_bytes, settings.expire_days
        )
        return cls(
            settings=settings,
            limits=limits,
            readiness=readiness,
            store=store,
            workers=workers,
            rooms=rooms,
            analyses=Analyses(store, workers, limits.analyses),
            lab_runs=LabRuns(settings),
            listener=Listener(store.url, rooms) if store.shared else None,
        )

    async def start(self) -> None:
        """Compile the rules that are not compiled yet; then begin the regular work."""
        await self.readiness.prepare()
        self.rooms.start()

    async def close(self) -> None:
        if self.listener is not None:
            self.listener.close()
        self.analyses.close()
        self.lab_runs.close()
        await self.rooms.close()
        self.workers.close()
        self.store.close()
