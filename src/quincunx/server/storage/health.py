"""Whether the database works, as the last read and write have shown. The log tells when that changes."""

import logging
import threading

log = logging.getLogger("quincunx.storage")


class Health:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._problem = ""

    @property
    def good(self) -> bool:
        return not self._problem

    def failed(self, reason: str) -> None:
        with self._lock:
            first, self._problem = not self._problem, reason
        if first:
            log.warning("the database does not answer: %s", reason)

    def worked(self) -> None:
        if self._problem:
            with self._lock:
                healed, self._problem = bool(self._problem), ""
            if healed:
                log.warning("the database answers again")
