"""Notifications from other servers on the same PostgreSQL database: LISTEN, on a connection and thread of its own."""

import asyncio
import logging
import threading
from time import monotonic
from typing import TYPE_CHECKING

from sqlalchemy import make_url

from quincunx.server.live.rooms import Rooms
from quincunx.server.storage.store import CHANNEL

if TYPE_CHECKING:  # the driver is optional
    from quincunx.server.storage.postgresql_connection import TimedConnection

RETRY_SECONDS = 1.0
POLL_SECONDS = 0.5
"""How soon the thread notices that it should stop."""

CHECK_SECONDS = 5.0
"""How often a connection on which nothing comes is asked whether it is still there."""
CLOSE_SECONDS = 1.0

log = logging.getLogger("quincunx.server")


class Listener:
    def __init__(self, url: str, rooms: Rooms) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._rooms = rooms
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quincunx-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        import psycopg

        from quincunx.server.storage.postgresql_connection import NETWORK_OPTIONS, TimedConnection

        while not self._stopped.is_set():
            try:
                with TimedConnection.connect(self._address, autocommit=True, **NETWORK_OPTIONS) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._loop.call_soon_threadsafe(self._rooms.catch_up_all)
                    self._listen(connection)
            except psycopg.Error as problem:
                log.warning("no notifications from other servers: %s", problem)
                self._stopped.wait(RETRY_SECONDS)

    def _listen(self, connection: "TimedConnection") -> None:
        checked_at = monotonic()
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=POLL_SECONDS):
                self._loop.call_soon_threadsafe(self._rooms.on_notification, notice.payload)
            if monotonic() - checked_at > CHECK_SECONDS:
                connection.execute("SELECT 1")
                checked_at = monotonic()
