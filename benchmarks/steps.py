"""`step` of a batch on one core of the CPU, with planes, masks and resets, beside other libraries' steps.

    python -m benchmarks.steps [--seconds S] [--json FILE] [GAME ...]

The choice of actions is not counted. Seconds are those of the processor, so that a busy machine matters less.
"""

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from benchmarks.figures import Figure, load_of_the_machine
from quincunx.batch import Batch
from quincunx.catalogue import all_games

LEAST = {"duel": 25e6, "pushmine": 15e6, "cascade": 8e6, "mosaic": 4e6}
LANES = 4096
OPENSPIEL = ("connect_four", "othello")
"""Games of OpenSpiel's C++ core, stepped from Python as its users do."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    print(load_of_the_machine())
    figures = [measure(slug, options.seconds) for slug in options.games or [game.slug for game in all_games()]]
    figures += [measure_openspiel(name, options.seconds) for name in OPENSPIEL]
    for figure in figures:
        print(figure)
    if options.json:
        rows = [figure._asdict() for figure in figures]
        options.json.write_text(json.dumps({"load": load_of_the_machine(), "figures": rows}, indent=1) + "\n")


def measure(slug: str, seconds: float) -> Figure:
    batch = Batch(slug, LANES, seed=1, autoreset="same_step", keep_final=False, illegal="lose", threads=1)
    actions: Any = batch.random_actions()
    for _ in range(60):  # lanes come apart
        batch.step(batch.random_actions(out=actions))
    episodes = batch.episodes.sum()
    spent, steps = 0.0, 0
    while spent < seconds:
        batch.random_actions(out=actions)
        began = time.thread_time()
        batch.step(actions)
        spent += time.thread_time() - began
        steps += LANES
    dealt = int(batch.episodes.sum() - episodes)
    shown = int(np.prod(batch.encoding.shape)) + batch.encoding.actions
    note = f"{steps / max(dealt, 1):.1f} steps per episode, {shown} bytes shown per step"
    return Figure(
        f"{slug}: steps of a batch", round(steps / spent / 1e6, 2), "M/s", (LEAST.get(slug, 0) / 1e6) or None, note=note
    )


def measure_openspiel(name: str, seconds: float) -> Figure:
    game = pyspiel.load_game(name)
    draw = random.Random(1).choice
    spent, steps = 0.0, 0
    while spent < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            action = draw(state.legal_actions())
            began = time.thread_time()
            state.apply_action(action)
            if not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
            spent += time.thread_time() - began
            steps += 1
    return Figure(f"OpenSpiel's {name}: steps from Python", round(steps / spent / 1e6, 2), "M/s", None)


if __name__ == "__main__":
    main()
