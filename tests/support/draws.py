"""What servers and sessions draw at random in a test: the same boards in every run, so that a test passes or fails for
everybody alike. One board in a hundred shuts the first side out after two moves, say.

With `HYPOTHESIS_PROFILE=search` every run draws new ones.
"""

import os
import secrets
from random import Random

from quincunx.server.match import creation
from quincunx.server.match.daily import SALT_BYTES

CURRENT_TEST = "PYTEST_CURRENT_TEST"
"""The variable of the environment in which pytest tells processes, too, which test is running."""


def repeat_draws(test: str) -> None:
    """From now on, draw the seeds and salts of this test."""
    if os.environ.get("HYPOTHESIS_PROFILE") == "search":
        return
    numbers = Random(test)
    vars(secrets)["randbelow"] = numbers.randrange
    vars(creation)["new_salt"] = lambda: numbers.randbytes(SALT_BYTES).hex()
