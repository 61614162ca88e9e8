"""After the preload the rules are in memory, and the garbage collector skips them."""

import subprocess
import sys

LOOK = """
import gc
from quincunx.server import preload
preload.WAIT_SECONDS = 0
preload._preload()
from numba.core import types
frozen, others = gc.get_freeze_count(), len(gc.get_objects())
print(frozen, others, any(kept is types for kept in gc.get_objects()))
"""


def test_what_stays_for_good_is_frozen() -> None:
    counts = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True).stdout.split()
    frozen, others = int(counts[0]), int(counts[1])
    assert frozen > 50 * others
    assert counts[2] == "False"
