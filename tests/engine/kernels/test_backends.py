"""The back ends keep one contract: what is compiled, what is plain Python, and what has neither NumPy nor Numba."""

import json
import os
import subprocess
import sys

from quincunx.catalogue import all_games
from quincunx.engine.kernels.playouts import playouts
from quincunx.search.chooser import choose

GAMES, SEED, PLIES = 2, 7, 40

WITHOUT_PACKAGES = f"""
import json, sys

for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None

from quincunx.catalogue import all_games
from quincunx.engine.kernels.playouts import playouts
from quincunx.search.chooser import choose

found = {{}}
for game in all_games():
    start = game.new(game.variant(), {SEED})
    played = playouts(start, {SEED}, {GAMES}, {PLIES})
    found[game.slug] = [*played, choose(game, start, "easy", {SEED}).move]
print(json.dumps(found))
"""


def test_games_and_players_do_without_numpy_and_numba() -> None:
    """As in the browser, which has neither: the same games, move by move, and the same choices."""
    answer = subprocess.run(
        [sys.executable, "-c", WITHOUT_PACKAGES],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    expected = {}
    for game in all_games():
        start = game.new(game.variant(), SEED)
        played = playouts(start, SEED, GAMES, PLIES)
        expected[game.slug] = [*map(int, played), choose(game, start, "easy", SEED).move]
    assert json.loads(answer.stdout) == expected
