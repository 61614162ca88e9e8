"""Chunks of runs on Numba's simulator of a graphics processor, beside the CPU.

`NUMBA_ENABLE_CUDASIM=1 python -m tests.lab.run.simulated duel`: the simulator is chosen before Numba is imported, so
this runs in a process of its own.
"""

import sys
from typing import Any

from polars.testing import assert_frame_equal

from quincunx.lab.run.chunk import play_chunk
from quincunx.lab.run.device import check_device
from tests.lab.runs import small_spec

RUNS: list[tuple[str, Any, tuple[str, ...], dict[str, Any]]] = [
    ("duel", {"size": 3}, ("random",), {}),
    ("duel", {"size": 3}, ("greedy", "random"), {"opening": 2, "decisions": 2}),
    ("pushmine", {"size": 4, "mine_is_free": True}, ("greedy",), {"max_plies": 30, "opening": 1}),
    ("flood", {"size": 4, "colours": 3, "limit": 6}, ("random", "greedy"), {}),
    ("cascade", None, ("greedy", "random"), {"max_plies": 3}),
    ("mosaic", None, ("greedy", "random"), {"max_plies": 2}),
]


def compare(game: str, variant: Any, players: tuple[str, ...], further: dict[str, Any]) -> None:
    spec = small_spec(game, variant, players, games=4, **further)
    check_device(spec)
    for chunk in spec.chunks():
        here, there = (play_chunk(spec.model_dump_json(), chunk, device) for device in ("cpu", "cuda"))
        assert_frame_equal(here["games"], there["games"])
        assert_frame_equal(here["squares"], there["squares"])


if __name__ == "__main__":
    for one in RUNS:
        if one[0] in sys.argv[1:]:
            compare(*one)
