"""The peer of the lab's benchmark: random games of an OpenSpiel game through its Python interface, with what a lab of
its users would count: length, outcome, and positions that occurred before.

    PYTHON -m benchmarks.speed.lab_peer GAME GAMES      prints one line of JSON
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from benchmarks.peers import load


def measure(name: str, games: int, seed: int = 1) -> dict[str, Any]:
    """Play and count; one core."""
    game = load("pyspiel").load_game(name)
    draw = random.Random(seed).random
    outcomes: dict[float, int] = {}
    plies = repeats = 0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        seen = {str(state)}
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            text = str(state)
            repeats += text in seen
            seen.add(text)
            plies += 1
        result = state.returns()[0]
        outcomes[result] = outcomes.get(result, 0) + 1
    figures = {"game": name, "games": games, "plies": plies, "repeats": repeats, "outcomes": outcomes}
    return figures | {"processor_seconds": time.process_time() - began}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
