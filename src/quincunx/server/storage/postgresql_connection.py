"""Connections to PostgreSQL that never hang: a missing answer closes the connection."""

from collections.abc import Callable, Generator
from time import monotonic
from typing import Any, TypeVar, cast

import psycopg

STATEMENT_SECONDS = 5
LOCK_SECONDS = 3
ANSWER_SECONDS = 6.0
"""A server that is alive has given up a statement by then. Without any answer the connection is dead: a firewall or a
failover may have swallowed it without a word."""
IDLE_SECONDS = 4
"""If a connection is lost in the middle of a transaction, the database does not notice it for hours. Until then it
would keep the locks of the transaction, and nothing more could be written to the same matches."""
SESSION_LIMITS = (
    f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={LOCK_SECONDS}s"
    f" -c idle_in_transaction_session_timeout={IDLE_SECONDS}s"
)
CONNECT_SECONDS = 3
NETWORK_OPTIONS: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""The kernel closes a connection whose other end is gone, even while nobody asks anything."""

T = TypeVar("T")


class TimedConnection(psycopg.Connection[Any]):
    """A connection on which every request is answered in time, or fails and closes it."""

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **options: Any) -> T:
        try:
            return super().wait(_limited(gen, self.patience), *args, **options)
        except NoAnswer:
            self.pgconn.finish()
            raise

    def patience(self) -> float:
        """How many seconds it waits for an answer."""
        return ANSWER_SECONDS


class NoAnswer(psycopg.OperationalError):
    pass


def _limited(requests: Generator[Any, Any, T], patience: Callable[[], float]) -> Generator[Any, Any, T]:
    """The same generator, which psycopg resumes at short intervals, with an end to its patience."""
    began, ready = monotonic(), None
    while True:
        try:
            wanted = requests.send(ready)
        except StopIteration as done:
            return cast(T, done.value)
        ready = yield wanted
        if monotonic() > began + patience():
            raise NoAnswer(f"no answer for {patience():.0f} seconds")
