"""Notifications from other servers on the same PostgreSQL database: LISTEN, on a connection and thread of its own."""

import asyncio
import logging
import threading

from sqlalchemy import make_url

from quincunx.server.live.rooms import Rooms
from quincunx.server.storage.database import CONNECT_SECONDS
from quincunx.server.storage.store import CHANNEL

RETRY_SECONDS = 1.0
POLL_SECONDS = 0.5
"""How soon the thread notices that it should stop."""

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
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._loop.call_soon_threadsafe(self._rooms.catch_up_all)
                    while not self._stopped.is_set():
                        for notice in connection.notifies(timeout=POLL_SECONDS):
                            self._loop.call_soon_threadsafe(self._rooms.on_notification, notice.payload)
            except psycopg.Error as problem:
                log.warning("no notifications from other servers: %s", problem)
                self._stopped.wait(RETRY_SECONDS)
