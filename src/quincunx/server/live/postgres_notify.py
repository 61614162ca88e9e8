"""Hearing what other servers on the same PostgreSQL have written: LISTEN, on a connection and a thread of its own."""

import asyncio
import logging
import threading

from sqlalchemy import make_url

from quincunx.server.live.rooms import Hall
from quincunx.server.storage.database import CONNECT_SECONDS
from quincunx.server.storage.store import CHANNEL

RETRY_SECONDS = 1.0
POLL_SECONDS = 0.5
"""How soon the thread notices that it is to stop."""

log = logging.getLogger("quincunx.server")


class Listener:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quincunx-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        address = make_url(self._hall.store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._loop.call_soon_threadsafe(self._hall.catch_up_all)
                    while not self._stopped.is_set():
                        for notice in connection.notifies(timeout=POLL_SECONDS):
                            self._loop.call_soon_threadsafe(self._hall.heard, notice.payload)
            except psycopg.Error as problem:
                log.warning("cannot hear other servers: %s", problem)
                self._stopped.wait(RETRY_SECONDS)
