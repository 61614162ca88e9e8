"""Does `quincunx lab search` find what a full grid finds, with a fifth of its matches?

    python -m benchmarks.games.lab_search --work DIR [--json FILE] [--grid cascade]

The grids are in `search_grids.json`. Every setting of a grid plays its matches; the best one is that with the smallest
total miss. Then each kind of search runs once per seed, with seeds of its own. A search succeeds if the setting that it
found has, by the grid's matches, a total within the interval of the grid's best. Matches are kept in DIR, so that an
interrupted benchmark goes on; the file is written after every step, and what it holds is not computed again.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quincunx.catalogue import game as find_game
from quincunx.lab.judge.aims import read_aims
from quincunx.lab.run.players import find_player
from quincunx.lab.run.workers import Crew, crew_at
from quincunx.lab.search.race import Standing
from quincunx.lab.search.search import LabSearch, SearchOrder
from quincunx.lab.search.space import make_space, setting_name

PLAN = json.loads((Path(__file__).parent / "search_grids.json").read_text(encoding="utf-8"))
MOST_SHARE = 0.2
"""Of the grid's matches, for one search."""


def order_of(name: str, seed: int, **further: Any) -> SearchOrder:
    grid = PLAN["grids"][name]
    game = find_game(grid["game"])
    variant = game.variant().model_dump(mode="json")
    for player in grid["players"]:
        find_player(game, player)
    space = make_space(game, variant, grid["vary"])
    aims = read_aims(game, grid["aims"])
    return SearchOrder(game.slug, variant, space, aims, tuple(grid["players"]), seed=seed, **further)


def play_grid(name: str, work: Path, crew: Crew) -> dict[str, Any]:
    """A search that stops nobody is a grid."""
    games = PLAN["games"]
    order = order_of(name, PLAN["grid_seed"], tries=10**6, first=games, games=games)
    found = LabSearch(order, work / f"{folder_name(name)}-grid", crew).run()
    ranked = sorted(found.standings, key=lambda standing: standing.total.value)
    return {
        "matches": found.matches,
        "settings": len(ranked),
        "best": dict(ranked[0].setting),
        "interval": [ranked[0].total.low, ranked[0].total.high],
        "standings": [_row(standing) for standing in ranked],
    }


def _row(standing: Standing) -> dict[str, Any]:
    total = standing.total
    answers = [round(answer.value, 4) for answer in standing.answers]
    return {"setting": setting_name(standing.setting), "total": total.value, "low": total.low, "high": total.high,
            "answers": answers}  # fmt: skip


def play_search(name: str, kind: str, seed: int, grid: dict[str, Any], work: Path, crew: Crew) -> dict[str, Any]:
    plan = dict(PLAN["searches"][kind])
    tries = max(2, round(plan.pop("share_tried") * grid["settings"]))
    order = order_of(name, seed, tries=tries, **plan)
    found = LabSearch(order, work / f"{folder_name(f'{name} {kind}')}-{seed}", crew).run()
    rows = {row["setting"]: (place, row) for place, row in enumerate(grid["standings"], start=1)}
    place, row = rows[setting_name(found.best.setting)]
    share = found.matches / grid["matches"]
    return {
        "seed": seed,
        "found": row["setting"],
        "place_in_grid": place,
        "total_in_grid": row["total"],
        "matches": found.matches,
        "share_of_grid": round(share, 4),
        "beaten": sum(standing.stopped == "beaten" for standing in found.standings),
        "success": row["total"] <= grid["interval"][1] and share <= MOST_SHARE,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, required=True, help="a folder for the matches")
    parser.add_argument("--json", type=Path, help="the file of results, which is continued")
    parser.add_argument("--grid", choices=list(PLAN["grids"]), action="append", help="all of them otherwise")
    parser.add_argument("--kind", choices=list(PLAN["searches"]), action="append", help="all of them otherwise")
    options = parser.parse_args()
    results: dict[str, Any] = json.loads(options.json.read_text()) if options.json and options.json.exists() else {}
    with crew_at("threads:1") as crew:
        for name in options.grid or PLAN["grids"]:
            _measure(name, options.kind or PLAN["searches"], results, options.work, crew, options.json)


def folder_name(name: str) -> str:
    return name.replace(",", "").replace(" ", "-")


def _measure(
    name: str, kinds: Iterable[str], results: dict[str, Any], work: Path, crew: Crew, file: Path | None
) -> None:
    own = results.setdefault(name, {})
    if "grid" not in own:
        own["grid"] = play_grid(name, work, crew)
        _write(results, file)
    print(f"{name}: the best of {own['grid']['settings']} settings is {own['grid']['best']}", flush=True)
    for kind in kinds:
        searches = own.setdefault(kind, [])
        for seed in PLAN["seeds"][len(searches) :]:
            searches.append(play_search(name, kind, seed, own["grid"], work, crew))
            _write(results, file)
        print(f"{name}, {kind}: {_judged(searches, own['grid'])}", flush=True)


def _judged(searches: list[dict[str, Any]], grid: dict[str, Any]) -> str:
    """How many succeed, beside what luck would do, since the interval of the best may hold most of the grid."""
    wins = sum(one["success"] for one in searches)
    totals = [row["total"] for row in grid["standings"]]
    inside = sum(total <= grid["interval"][1] for total in totals)
    found, chance = sum(one["total_in_grid"] for one in searches) / len(searches), sum(totals) / len(totals)
    return (
        f"{wins} of {len(searches)} searches succeed ({inside} of {len(totals)} settings are within the interval); "
        f"mean total {found:.2f}, that of the best {totals[0]:.2f}, of a setting at random {chance:.2f}"
    )


def _write(results: dict[str, Any], file: Path | None) -> None:
    if file:
        file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
