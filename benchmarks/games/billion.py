"""A billion random games of each game: who wins how often, and after how many moves?

    python -m benchmarks.games.billion play FOLDER [GAME[:PRESET] ...] [--device cuda] [--games N] [--seconds S]
    python -m benchmarks.games.billion page FOLDER PAGE

`play` writes `billion.json` into the folder; what is there already and is not played again stays. `page` makes a page
of it. Several games are played from each board, so the intervals are those of boards and not of single games. The same
numbers give the same games on any device, which the signature shows.
"""

import argparse
import importlib
import json
import math
import platform
import time
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.batch import Batch
from quincunx.batch.batch import Tally
from quincunx.catalogue import all_games, game
from quincunx.limits import PLY_CAP

GAMES = 10**9
LANES, GAMES_PER_BOARD = 1 << 17, 256
SEED = 1
FILE = "billion.json"
COUNTED = ("first", "second", "drawn", "lost", "unfinished", "moves", "half_points")
"""What is added up over the games of a board: how they ended, their moves, and the score of the first side, doubled."""


def main() -> None:
    options = _options()
    file = options.folder / FILE
    if options.work == "page":
        options.page.write_text(page(json.loads(file.read_text(encoding="utf-8"))), encoding="utf-8")
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    report = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name in options.games or usual_games():
        report[name] = play(*_slug_and_preset(name), options)
        print(name, json.dumps(report[name]), flush=True)
        file.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


# Playing.


def usual_games() -> list[str]:
    """Every game as it is specified, and the preset that "Play" gives where that is another one."""
    names = [f"{one.slug}:{preset}" for one in all_games() for preset in ("standard", one.recommended)]
    return list(dict.fromkeys(names))


def _slug_and_preset(name: str) -> tuple[str, str]:
    slug, _, preset = name.partition(":")
    return slug, preset or "standard"


def play(slug: str, preset: str, options: Any) -> dict[str, Any]:
    """Rounds of random games, each from new boards, until there are enough or the time is up."""
    batch = Batch(slug, options.lanes, preset, SEED, device=options.device)
    batch.playout(1)  # compiles
    sums, squares = dict.fromkeys(COUNTED, 0), dict.fromkeys(COUNTED, 0)
    rounds = signature = 0
    began = time.perf_counter()
    while rounds * options.lanes * options.per_board < options.number and time.perf_counter() - began < options.seconds:
        if rounds:
            batch.reset()
        tally = batch.playout(options.per_board, seed=rounds)
        for name, column in columns(tally).items():
            sums[name] += int(column.sum())
            squares[name] += int((column * column).sum())
        signature = (signature * 31 + int(tally.signature.sum())) & 0xFFFFFFFFFFFFFFFF
        rounds += 1
    samples = rounds * options.lanes
    return {
        "games": samples * options.per_board, "samples": samples, "lanes": options.lanes,
        "per_sample": options.per_board, "sums": sums, "squares": squares,
        "seconds": round(time.perf_counter() - began, 2), "signature": f"{signature:016x}",
        "device": device_name(options.device), "most_plies": PLY_CAP,
    }  # fmt: skip


def columns(tally: Tally) -> dict[str, Any]:
    return {name: getattr(tally, name) for name in COUNTED[:-1]} | {"half_points": 2 * tally.first + tally.drawn}


def device_name(device: str) -> str:
    if device == "cpu":
        return f"one {platform.machine()} processor"
    name = importlib.import_module("numba.cuda").get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


# The page.

PREAMBLE = """# A billion random games

What happens if nobody thinks? Random games say little about good play, but they are cheap, and there are enough of them
for the smallest difference: every move is any legal one, each as likely as the others. A first side that scores more
than half here has an advantage that needs no skill; a game that ends only by its limit has no end of its own.

The brackets hold 95 % intervals. Games from one board are not independent, so an interval is that of the boards.

"""
TWO = "| game | games | first side scores | first side wins | second side wins | drawn | no end | moves per game |"
ONE = "| game | games | won | moves per game |"
OUTRO = """
No end means {plies} moves without a result.

## How to play them again

```sh
{commands}
python -m benchmarks.games.billion page benchmarks/results docs/playtests/billion.md
```

| game | device | seconds | billion moves per second | signature |
|---|---|---|---|---|
{speeds}

The same command gives the same games, and the same signature, on any device: add `--device cuda` for a graphics
processor. This page is made by the second command, from [the sums](../../benchmarks/results/billion.json).
"""


def page(report: dict[str, Any]) -> str:
    """The tables, in Markdown."""
    two = [name for name in report if game(_slug_and_preset(name)[0]).seats == 2]
    one = [name for name in report if name not in two]
    tables = [_table(TWO, [_row_of_two(name, report[name]) for name in two])] if two else []
    tables += [_table(ONE, [_row_of_one(name, report[name]) for name in one])] if one else []
    outro = OUTRO.format(
        plies=next(iter(report.values()))["most_plies"],
        commands=_command(report),
        speeds="\n".join(_speed(name, row) for name, row in report.items()),
    )
    return PREAMBLE + "\n".join(tables) + outro


def _table(head: str, rows: list[str]) -> str:
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows]) + "\n"


def _row_of_two(name: str, row: dict[str, Any]) -> str:
    cells = [_share(row, "half_points", 2), *(_share(row, part) for part in ("first", "second", "drawn", "unfinished"))]
    return f"| {_title(name)} | {_number(row['games'])} | {' | '.join(cells)} | {_length(row)} |"


def _row_of_one(name: str, row: dict[str, Any]) -> str:
    return f"| {_title(name)} | {_number(row['games'])} | {_share(row, 'first')} | {_length(row)} |"


def _title(name: str) -> str:
    slug, preset = _slug_and_preset(name)
    return f"{game(slug).name}, `{preset}`"


def _number(games: int) -> str:
    return f"{games:,}".replace(",", " ")


def _share(row: dict[str, Any], name: str, of: int = 1) -> str:
    """A share in per cent, with as many digits as its interval is worth."""
    total = row["sums"][name]
    if total in (0, of * row["games"]):
        return "all" if total else "none"
    found = mean(row, name)
    return _with_interval(Mean(100 * found.value / of, 100 * found.error / of), " %")


def _length(row: dict[str, Any]) -> str:
    return _with_interval(mean(row, "moves"), "")


def _with_interval(found: "Mean", unit: str) -> str:
    digits = max(0, min(8, 1 - math.floor(math.log10(found.error)))) if found.error else 0
    return f"{found.value:.{digits}f}{unit} (± {found.error:.{digits}f})" if found.error else f"{found.value:g}{unit}"


class Mean(NamedTuple):
    """A mean over games, and how far it may be off at 95 %."""

    value: float
    error: float


def mean(row: dict[str, Any], name: str) -> Mean:
    """Per game, from sums over samples that all have the same number of games."""
    samples, each, total = row["samples"], row["per_sample"], row["sums"][name]
    spread = row["squares"][name] - total * total / samples  # of whole numbers, so nothing is lost in the difference
    variance = max(0.0, spread) / max(1, samples - 1)
    return Mean(total / samples / each, 1.96 * math.sqrt(variance / samples) / each)


def _command(report: dict[str, Any]) -> str:
    """One line per way to play."""
    ways: dict[str, list[str]] = {}
    for name, row in report.items():
        way = f"--games {row['games']} --lanes {row['lanes']} --per-board {row['per_sample']}"
        ways.setdefault(way, []).append(name)
    return "\n".join(
        f"python -m benchmarks.games.billion play benchmarks/results {' '.join(names)} {way}"
        for way, names in ways.items()
    )


def _speed(name: str, row: dict[str, Any]) -> str:
    speed = row["sums"]["moves"] / row["seconds"] / 1e9 if row["seconds"] else math.nan
    return f"| {_title(name)} | {row['device']} | {row['seconds']:.1f} | {speed:.3g} | `{row['signature']}` |"


def _options() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    works = parser.add_subparsers(dest="work", required=True)
    playing, making = works.add_parser("play"), works.add_parser("page")
    for one in (playing, making):
        one.add_argument("folder", type=Path)
    playing.add_argument("games", nargs="*")
    playing.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    playing.add_argument("--games", dest="number", type=int, default=GAMES)
    playing.add_argument("--seconds", type=float, default=math.inf)
    playing.add_argument("--lanes", type=int, default=LANES)
    playing.add_argument("--per-board", type=int, default=GAMES_PER_BOARD)
    making.add_argument("page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
