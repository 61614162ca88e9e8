"""Reports for a server: those in a folder, the files of each, small runs that can be watched, and the study of people.

Nothing here needs the lab's extra: a small run plays in a process of its own, which can be watched and stopped.
"""

import json
import logging
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import read_seed
from quincunx.lab import small_files
from quincunx.lab.report.files import HTML, MARKDOWN, PLOTS, SUMMARY
from quincunx.lab.run.players import find_player, weakest_player
from quincunx.priority import lower_priority

SMALL_SECONDS = 60
SMALL_GAMES = 2000
MOST_BYTES = 2_000_000_000
"""The address space of each process of a run."""
RUN_SECONDS: float = SMALL_SECONDS + 60
"""A small run that has not written its report by then, long after its time is up, is stopped."""
log = logging.getLogger("quincunx.lab")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._=,-]{0,120}")


class ReportView(BaseModel):  # what a list shows of a report; a docstring would appear in the server's OpenAPI
    model_config = ConfigDict(extra="forbid")

    name: str
    title: str
    game: str | None
    players: list[str]
    games: int | None
    lights: dict[str, int]
    written_at: float
    """Seconds since 1970."""


def list_reports(folder: Path) -> list[ReportView]:
    """The reports in a folder, the latest first; anything else in it is ignored."""
    if not folder.is_dir():
        return []
    reports = [report for path in folder.iterdir() if (report := _report(path)) is not None]
    return sorted(reports, key=lambda report: -report.written_at)


def report_file(folder: Path, name: str, file: str = HTML) -> Path:
    """The file of a report; `not_found` for any other name or path."""
    path = folder / name / file
    if not _NAME.fullmatch(name) or file not in (HTML, SUMMARY, MARKDOWN) or not path.is_file():
        raise Refusal(ErrorCode.NOT_FOUND, f"no report has the name {quoted(name)}; GET /api/lab/reports lists them")
    return path


def plots_file(folder: Path) -> Path:
    """The library of plots that the reports of small runs share."""
    path = folder / PLOTS
    if not path.is_file():
        raise Refusal(ErrorCode.NOT_FOUND, "no report of a small run has been written here yet")
    return path


VERDICT_FIELDS = ("name", "asks", "light", "sentence", "estimate", "low", "high", "n")


def report_verdicts(folder: Path, name: str) -> dict[str, Any]:
    """What a run's report says in words: its title, its players and its verdicts; a tournament has none."""
    file = report_file(folder, name, SUMMARY)
    try:
        summary = json.loads(file.read_text(encoding="utf-8"))
        verdicts = [{field: verdict[field] for field in VERDICT_FIELDS} for verdict in summary.get("verdicts", [])]
        known = {field: summary.get(field) for field in ("title", "game", "games")}
        return {"name": name, "players": list(summary.get("players", [])), "verdicts": verdicts} | known
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refusal(ErrorCode.NOT_FOUND, f"the report {quoted(name)} has no summary that can be read") from None


def _report(path: Path) -> ReportView | None:
    try:
        summary = json.loads((path / SUMMARY).read_text(encoding="utf-8"))
        written = (path / HTML).stat().st_mtime
    except (OSError, ValueError):
        return None
    if not isinstance(summary, dict) or not _NAME.fullmatch(path.name):
        return None
    try:
        return ReportView(
            name=path.name,
            title=str(summary.get("title", path.name)),
            game=summary.get("game"),
            players=summary.get("players", []),
            games=summary.get("games"),
            lights=summary.get("lights", {}),
            written_at=written,
        )
    except ValidationError:
        return None


# Small runs.


@dataclass
class SmallRun:
    """A run in a process of its own. `progress` is called from another thread with the matches done and their total."""

    name: str
    process: "subprocess.Popen[str]"
    progress: Callable[[int, int], None]
    out: Path | None = None
    """Its folder, if that is removed when the run fails and when there are many others."""
    seconds: float = field(default_factory=lambda: RUN_SECONDS)
    """After this time it is stopped."""
    state: str = "running"
    """`running`, `done`, `cancelled` or `failed`."""
    problem: str = ""
    _ended: threading.Event = field(default_factory=threading.Event)

    def wait(self, seconds: float | None = None) -> str:
        """Wait until it is over, or for at most this many seconds; the state."""
        self._ended.wait(seconds)
        return self.state

    def cancel(self) -> None:
        if not self._ended.is_set():
            self.state = "cancelled"
            _stop(self.process)

    def _watch(self) -> None:
        """Read the progress of the process until it ends."""
        late = threading.Timer(self.seconds, _stop, (self.process,))
        late.daemon = True
        late.start()
        with self.process:  # closes its pipes
            assert self.process.stdout is not None
            assert self.process.stderr is not None
            for line in self.process.stdout:
                progress = _progress(line)
                if progress is not None:
                    self.progress(*progress)
            problem = self.process.stderr.read().strip()
            status = self.process.wait()
        late.cancel()
        self._finish(status, problem)
        self._ended.set()

    def _finish(self, status: int, problem: str) -> None:
        if status != 0 and self.state == "running":
            log.warning("the lab's run %s failed: %s", self.name, problem)
            self.problem = _in_one_line(problem)
        if self.out is not None and status == 0 and self.state == "running":
            small_files.keep(self.out)
        elif self.out is not None:
            small_files.remove(self.out)
        if self.state == "running":
            self.state = "done" if status == 0 else "failed"


def start_small_run(
    folder: Path,
    game: str,
    variant: Any = None,
    players: Sequence[str] | None = None,
    games: int = 200,
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> SmallRun:
    """Start a run of at most a minute on one core; its report appears in the folder under the run's name. The weakest
    level plays it if nobody is named."""
    players = players or [weakest_player(find_game(game))]
    name = _checked(game, variant, players, games, seed)
    options = [] if variant is None else ["--variant", variant if isinstance(variant, str) else json.dumps(variant)]
    command = [
        "run", game, *options, "--players", ",".join(players),
        "--games", str(games), "--seed", str(seed), "--out", str(folder / name), "--cluster", "processes:1",
        "--chunk", "2", "--seconds", str(SMALL_SECONDS), "--progress-lines",
    ]  # fmt: skip
    return _started(SmallRun(name, _process(command), progress, folder / name))


def _process(command: Sequence[str], **environment: str) -> "subprocess.Popen[str]":
    """A command of the lab in a process of its own."""
    quiet = {"POLARS_MAX_THREADS": "1", "NO_COLOR": "1", "MALLOC_ARENA_MAX": "2"}
    process = subprocess.Popen(
        [sys.executable, "-m", "quincunx", "lab", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True,
        env=os.environ | quiet | environment,
    )  # fmt: skip
    _restrain(process.pid)
    return process


def _restrain(pid: int) -> None:
    """Give a process, and those that it will start, limited memory and a low priority."""
    with suppress(ImportError, AttributeError, OSError):  # not every system can do that, and the process may have ended
        import resource

        resource.prlimit(pid, resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    lower_priority(pid)


def _in_one_line(problem: str) -> str:
    """What went wrong, in one line for the person who started the run; the log has the rest."""
    lines = problem.splitlines() or ["the run was stopped; it took too long or too much memory"]
    if not any(line.startswith("Traceback") for line in lines):
        return lines[-1]
    return f"the run broke off ({lines[-1].partition(':')[0]})"


def _started(run: SmallRun) -> SmallRun:
    threading.Thread(target=run._watch, name=f"lab {run.name}", daemon=True).start()
    return run


# The study of people.

PEOPLE = "people"
"""The folder of the studies, among the reports; it is not listed with them."""
STUDY_SECONDS = 1800


def start_study(
    folder: Path, database: str, game: str, games: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> SmallRun:
    """Compare the people on a server with the levels of a game; one that was interrupted goes on."""
    find_game(game)
    _must_have_lab()
    out = folder / PEOPLE / game
    command = [PEOPLE, game, "--games", str(games), "--out", str(out), "--cluster", "processes:1", "--progress-lines"]
    process = _process(command, QUINCUNX_DATABASE_URL=database)  # not an argument: it may hold a password
    return _started(SmallRun(f"{PEOPLE}-{game}-{secrets.token_hex(4)}", process, progress, seconds=STUDY_SECONDS))


def read_study(folder: Path, game: str) -> tuple[float, list[dict[str, Any]]] | None:
    """When the last study of a game was written, and what it says about each rule set; None if there is none."""
    file = folder / PEOPLE / game / SUMMARY
    try:
        return file.stat().st_mtime, list(json.loads(file.read_text(encoding="utf-8"))["rules"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _checked(game: str, variant: Any, players: Sequence[str], games: int, seed: int) -> str:
    """A name for the run, after checking that it can be played."""
    chosen = find_game(game)
    chosen.variant(variant)
    read_seed(seed)
    for player in players:
        find_player(chosen, player)
        if not player.isidentifier():
            raise Refusal(ErrorCode.UNKNOWN_LEVEL, f"a small run takes levels as they are, not {quoted(player)}")
    if not 1 <= games <= SMALL_GAMES:
        raise Refusal(ErrorCode.BAD_REQUEST, f"a small run has 1 to {SMALL_GAMES} matches, not {games}")
    _must_have_lab()
    return f"{game}-{secrets.token_hex(4)}"


def _must_have_lab() -> None:
    if find_spec("polars") is None or find_spec("plotly") is None:
        raise Refusal(ErrorCode.NOT_READY, "this server has no lab: pip install 'quincunx[lab]'")


def _progress(line: str) -> tuple[int, int] | None:
    try:
        payload = json.loads(line)
        return int(payload["done"]), int(payload["total"])
    except (ValueError, TypeError, KeyError):
        return None


def _stop(process: "subprocess.Popen[str]") -> None:
    """The process and its worker: it leads a group of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):  # it has ended already, or the system has no process groups
        process.kill()
