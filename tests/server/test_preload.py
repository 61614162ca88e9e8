"""A server that has settled: its rules are loaded, and no search for garbage looks at them again."""

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


def test_what_is_here_for_good_is_set_aside() -> None:
    told = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True).stdout.split()
    frozen, others = int(told[0]), int(told[1])
    assert frozen > 50 * others
    assert told[2] == "False"
