"""The first start, with an empty cache: the seconds until the first page, until a match of each game, and until all
levels of all games can play. With a game, somebody asks for that one alone until they have a match of it.

    python -m benchmarks.server.first_start [--game GAME] [--out FILE]
"""

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from tests.support.servers.server import ServerProcess, address_in
from tests.support.waiting import wait_until

from benchmarks.server.loads import PEOPLE
from quincunx.catalogue import all_games
from quincunx.engine.kernels.cache import CACHE_VARIABLE

WANTED = {"first match s": 15.0, "all levels s": 75.0}
LIMIT_SECONDS = 600.0
CREATED = 201


def measure(wanted: str | None = None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ[CACHE_VARIABLE] = f"{folder}/kernels"
        server = ServerProcess(f"sqlite:///{folder}/matches.db", Path(folder), forked=False)
        began = time.perf_counter()
        try:
            server.launch()
            return _seconds(server, began, wanted)
        finally:
            server.close()


def _seconds(server: ServerProcess, began: float, wanted: str | None) -> dict[str, Any]:
    address = wait_until(lambda: address_in(server.log), LIMIT_SECONDS)
    with httpx.Client(base_url=address, timeout=60) as client:
        assert client.get("/").status_code == 200
        page = time.perf_counter() - began
        matches: dict[str, float] = {}
        while client.get("/readyz").status_code != 200:
            for game in all_games():
                if wanted is not None and wanted not in matches and game.slug != wanted:
                    continue
                if game.slug not in matches and _begins(client, game.slug, game.seats):
                    matches[game.slug] = time.perf_counter() - began
            time.sleep(0.1)
        levels = time.perf_counter() - began
    return {"page s": page, "first match s": min(matches.values()), "matches s": matches, "all levels s": levels}


def _begins(client: httpx.Client, game: str, seats: int) -> bool:
    people = PEOPLE if seats > 1 else {}
    return client.post("/api/matches", json={"game": game, **people}).status_code == CREATED


def main() -> None:
    parser = argparse.ArgumentParser(description="The first start of a server, with an empty cache.")
    parser.add_argument("--game", choices=[game.slug for game in all_games()], help="the game that somebody waits for")
    parser.add_argument("--out", type=Path, help="a file to write the figures to, as JSON")
    options = parser.parse_args()
    load = round(os.getloadavg()[0], 1)
    figures = measure(options.game) | {"cores": os.cpu_count(), "load average before": load}
    print(f"{'page s':<14} {figures['page s']:6.1f}")
    print(f"{'matches s':<14} " + ", ".join(f"{game} {seconds:.1f}" for game, seconds in figures["matches s"].items()))
    for name, wanted in WANTED.items():
        print(
            f"{name:<14} {figures[name]:6.1f}   {'met' if figures[name] <= wanted else 'MISSED'}: at most {wanted:.0f}"
        )
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
