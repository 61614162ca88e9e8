"""What the tests of the pages share."""

from tests.browser.fixtures import browser, house, newcomer, person
from tests.server.conftest import launch, process, visit

__all__ = ["browser", "house", "launch", "newcomer", "person", "process", "visit"]
