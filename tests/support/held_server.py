"""`quincunx`, except that AI players do not answer as long as a file is there: `python -m tests.support.held_server`.

A test can then do something while an AI player thinks, on a machine of any speed.
"""

import asyncio
import os
from pathlib import Path

from quincunx.cli import main
from quincunx.server.live import ai_turns

HOLD = "HOLD_AI_PLAYERS"
"""The variable of the environment that names the file."""


async def sleep_while_held(seconds: float) -> None:
    while Path(os.environ[HOLD]).exists():
        await asyncio.sleep(0.01)


if __name__ == "__main__":
    vars(ai_turns)["sleep"] = sleep_while_held
    main()
