"""Where chunks are played: threads or processes of this machine, or a Dask cluster; all through one interface.

threads:2        threads of this process
processes:2      processes of this machine
local:2          a Dask scheduler and two worker processes on this machine
tcp://host:8786  a Dask cluster
"""

import contextlib
import logging
import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.lab.run.processors import CPU

CONNECT_SECONDS = 10
MOST_WORKERS = 1024
SHAPES = "threads:2, processes:2, local:2 or tcp://host:port"
LOST_WORKERS = 10
"""How often a chunk is played again when its worker dies."""


class Crew(NamedTuple):
    """An executor, how many chunks it plays at once, and on which device."""

    executor: Executor
    workers: int
    device: str = CPU


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


@contextlib.contextmanager
def crew_at(address: str | None = None) -> Iterator[Crew]:
    """The crew at an address; without one, `processes` with one per core."""
    address = address or f"processes:{cores()}"
    kind, _, number_text = address.partition(":")
    if kind in ("threads", "processes", "local"):
        yield from _here(kind, _number(address, number_text))
    elif "://" in address:
        yield from _cluster(address)
    else:
        raise Refusal(ErrorCode.BAD_REQUEST, f"there is no cluster {quoted(address)}; give {SHAPES}")


@contextlib.contextmanager
def losses() -> Iterator[None]:
    """Refuse in one line where a crew is lost during a run: processes that died, a scheduler that is gone."""
    try:
        yield
    except BrokenExecutor:
        raise _lost("a worker process died (out of memory?)") from None
    except Exception as problem:
        if not (isinstance(problem, CancelledError) or type(problem).__module__.startswith("distributed")):
            raise
        raise _lost(f"the cluster was lost ({type(problem).__name__})") from None


def _lost(what: str) -> Refusal:
    return Refusal(ErrorCode.NOT_READY, f"{what}; what was played is safe, run it again to continue")


def _number(address: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= MOST_WORKERS:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(address)} needs a number of workers, as in {SHAPES}")
    return int(text)


def _here(kind: str, number: int) -> Iterator[Crew]:
    if kind == "local":
        yield from _local_cluster(number)
        return
    pool: Executor = (
        ThreadPoolExecutor(number)
        if kind == "threads"
        else ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_quiet)
    )
    workers = getattr(pool, "_processes", None) or {}  # filled as they start; gone after the shutdown
    try:
        yield Crew(pool, number)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in list(workers.values()):  # a stopped run does not wait for its last chunk
            worker.terminate()


def _quiet() -> None:
    """The parent handles interrupts: it stops its workers itself."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        problem = "a cluster needs Dask: pip install 'quincunx[lab]'"
        raise Refusal(ErrorCode.NOT_READY, problem) from None
    return distributed


def _local_cluster(number: int) -> Iterator[Crew]:
    distributed = _distributed()
    cluster = distributed.LocalCluster(
        n_workers=number, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )
    try:
        yield from _client(distributed.Client(cluster), number)
    finally:
        cluster.close()


def _cluster(address: str) -> Iterator[Crew]:
    distributed = _distributed()
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost cluster is reported once: see `losses`
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, ImportError) as problem:  # a timeout is an OSError too
        reason = str(problem).split(". ")[0] or type(problem).__name__
        raise Refusal(ErrorCode.NOT_READY, f"cannot reach the cluster at {address}: {reason}") from None
    yield from _client(client, None)


def _client(client: Any, number: int | None) -> Iterator[Crew]:
    try:
        workers = number or sum(client.nthreads().values())
        if workers == 0:
            raise Refusal(ErrorCode.NOT_READY, f"the cluster at {client.scheduler.address} has no workers")
        yield Crew(client.get_executor(pure=False, retries=LOST_WORKERS), workers)
    finally:
        client.close()
