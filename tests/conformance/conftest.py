"""A browser and a server, for what the specifications say of the pages."""

from tests.browser.fixtures import browser, house, newcomer, person

__all__ = ["browser", "house", "newcomer", "person"]
