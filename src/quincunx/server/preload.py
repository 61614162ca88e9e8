"""Soon after the start, a server loads what its matches will need, then freezes it.

Frozen objects are skipped by Python's garbage collector, which would otherwise look at every object from time to time,
including the compiled rules and their types. That takes a tenth of a second, in which every move waits.
"""

import gc
import threading
import time

from quincunx.catalogue import all_games
from quincunx.warmup import cold, is_compiling, warm_game

WAIT_SECONDS = 3
"""The first page comes first; a server that runs for a shorter time does not need this."""


def preload_in_background() -> None:
    threading.Thread(target=_preload, name="quincunx-preload", daemon=True).start()


def _preload() -> None:
    gc.freeze()
    time.sleep(WAIT_SECONDS)
    while cold():
        time.sleep(WAIT_SECONDS)
    if is_compiling():
        for game in all_games():
            warm_game(game.slug)
    gc.collect()
    gc.freeze()
