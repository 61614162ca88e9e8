"""What the tests of the pages share."""

import pytest

from tests.support.servers.client import ServerClient


@pytest.fixture
def client(site: ServerClient) -> ServerClient:
    """A client of the server that the pages come from."""
    return site
