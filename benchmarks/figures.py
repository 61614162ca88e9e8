"""Figures of benchmarks: what was measured, beside what is wanted, on the screen and in `benchmarks/results`."""

import json
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    value: float
    unit: str = ""
    least: float | None = None
    most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool:
        return (self.least is None or self.value >= self.least) and (self.most is None or self.value <= self.most)

    def __str__(self) -> str:
        """One line: the verdict, the figure, and in brackets what is wanted and what else is known."""
        digits = 4 if self.unit == "" else 1 if self.value < 100 else 0
        least = "" if self.least is None else f"at least {self.least:g}"
        most = "" if self.most is None else f"at most {self.most:g}"
        notes = "; ".join(filter(None, (least, most, self.note)))
        verdict = "" if self.least is self.most is None else "met" if self.met else "MISSED"
        line = f"{verdict:6} {self.name}: {self.value:.{digits}f} {self.unit}".rstrip()
        return line + (f" ({notes})" if notes else "")


def load_of_the_machine() -> str:
    """What else the machine does: figures mean little without it."""
    return f"load of the machine over the last minute: {os.getloadavg()[0]:.1f}, of {os.cpu_count()} cores"


def read(file: Path) -> list[Figure]:
    """The figures of a file of results; none if there is no such file yet."""
    rows = json.loads(file.read_text(encoding="utf-8"))["figures"] if file.exists() else []
    return [Figure(**row) for row in rows]


def write(file: Path, figures: Sequence[Figure]) -> None:
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    rows = [{name: value for name, value in one._asdict().items() if value not in (None, "")} for one in figures]
    file.write_text(json.dumps({"machine": machine, "figures": rows}, indent=2) + "\n", encoding="utf-8")


def update(file: Path, figures: Sequence[Figure]) -> None:
    """Add figures to a file. They take the place of earlier ones with the same names."""
    kept = json.loads(file.read_text(encoding="utf-8"))["figures"] if file.exists() else []
    by_name = {row["name"]: Figure(**{"unit": ""} | row) for row in kept} | {one.name: one for one in figures}
    write(file, list(by_name.values()))
