"""Exhaustive search in Pushmine: whether either side can force a win within a number of plies.

    python -m quincunx.games.pushmine.exhaustive [--variant blitz] [--plies 60] [--seconds 60]

Each number of plies is reported as soon as it is known.
"""

import argparse
import json
import time

from quincunx.games.pushmine.forced_wins import forces, make_proofs
from quincunx.games.pushmine.game import PushmineGame
from quincunx.games.pushmine.rules import STEADY


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether a side can force a line in Pushmine, within how many plies.")
    parser.add_argument("--variant", default="blitz", help="a preset or JSON, without decay")
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0, help="no new number of plies after this many seconds")
    given = parser.parse_args()
    chosen = PushmineGame()
    start = chosen.new(chosen.variant(json.loads(given.variant) if given.variant[0] == "{" else given.variant), 1)
    if start.options.decay != STEADY:
        parser.error("turned positions are not found where mines decay")
    proofs = make_proofs()
    began = time.process_time()
    for plies in range(1, given.plies + 1):
        forced = [seat for seat, attacking in ((1, True), (2, False)) if forces(start, plies, attacking, proofs)]
        spent = time.process_time() - began
        print(f"{plies} plies: {_verdict(forced)} ({proofs.visited[0]:,} positions, {spent:.1f} s)", flush=True)
        if forced or spent > given.seconds:
            return


def _verdict(forced: list[int]) -> str:
    return f"seat {forced[0]} forces a line" if forced else "no side can force a line"


if __name__ == "__main__":
    main()
