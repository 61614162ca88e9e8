"""What all tests share: how hard Hypothesis tries, and how many random games are compared."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

import quincunx.games  # noqa: F401  # registers the games
from tests.suite.scale import scaled
from tests.support import background  # noqa: F401
from tests.support.draws import repeat_draws

pytest_plugins = ("tests.support.fixtures",)

# The same examples in every run, so that `make test` passes or fails for everybody alike; `HYPOTHESIS_PROFILE=search`
# draws new ones each time, and more of them.
settings.register_profile(
    "repeatable",
    max_examples=scaled(50, 15),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search", max_examples=scaled(1000, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


# What is imported and collected stays until the end. The garbage collector would look through half a million objects
# again and again, which took a seventh of the tests' time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    repeat_draws(item.nodeid)


LONGEST = ("test_kernels.py", "test_site.py", "test_warmup.py", "test_wheel.py")
"""Each holds a test of many seconds, which begin first, so that in the end no worker is left alone with one of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games",
        type=int,
        default=None,
        help="how many random games of every preset the differential tests compare (each test has its own default)",
    )
