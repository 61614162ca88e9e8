"""Soon after the start, a server loads what its matches will need, and then leaves it out of the search for garbage.

Python looks at every object from time to time, and nothing else happens meanwhile: a tenth of a second, with the
compiled rules and their types loaded, in which every move waits. But these are here for good.
"""

import gc
import threading
import time

from quincunx.catalogue import all_games
from quincunx.warmup import cold, is_compiling, warm_game

SETTLE_SECONDS = 3
"""The first page comes first; and who stays for so short a time does not need it."""


def settle_in_background() -> None:
    threading.Thread(target=_settle, name="settling", daemon=True).start()


def _settle() -> None:
    gc.freeze()
    time.sleep(SETTLE_SECONDS)
    while cold():
        time.sleep(SETTLE_SECONDS)
    if is_compiling():
        for listed in all_games():
            warm_game(listed.slug)
    gc.collect()
    gc.freeze()
