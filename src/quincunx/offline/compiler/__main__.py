"""`python -m quincunx.offline.compiler FILE [GAME ...]`: the kernels of these games, or of all, in one file."""

import shutil
import sys
from pathlib import Path

from quincunx.offline.compiler.command import kernels_of

if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(kernels_of(*sys.argv[2:]), file)
