"""Which tests cost most: the seconds of the processor that each takes, with the processes that it starts.

    pytest -p tests.support.processor_time …

Unlike the time on the clock, this hardly depends on what else the machine does. It is read from /proc, so on Linux.
"""

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

MOST = 30
PROPERTY = "processor"
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
begun: pytest.StashKey[float] = pytest.StashKey()
taken: dict[str, float] = {}


def processes() -> Iterator[tuple[int, int, int]]:
    """The number of every process, that of its parent, and its ticks with those of the children that have ended."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        yield int(folder.name), int(fields[1]), sum(map(int, fields[11:15]))


def seconds_so_far() -> float:
    """What this process and all that descend from it have taken."""
    children, ticks = defaultdict(list), {}
    for process, parent, taken_here in processes():
        children[parent].append(process)
        ticks[process] = taken_here
    total, waiting = 0, [os.getpid()]
    while waiting:
        process = waiting.pop()
        total += ticks.get(process, 0)
        waiting += children[process]
    return total / TICKS_PER_SECOND


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[begun] = seconds_so_far()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append((PROPERTY, seconds_so_far() - item.stash[begun]))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """In the process that all the others report to."""
    if report.when == "teardown":
        taken[report.nodeid] = next(float(str(value)) for name, value in report.user_properties if name == PROPERTY)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.write_sep("=", f"{sum(taken.values()):.0f} s of the processor, of which")
    for name, seconds in sorted(taken.items(), key=lambda one: -one[1])[:MOST]:
        terminalreporter.write_line(f"| {seconds:.1f} | `{name}` |")
