"""What the tests of the specifications share."""

import pytest

from tests.support.servers.client import ServerClient


@pytest.fixture
def client(site: ServerClient) -> ServerClient:
    """Of the server that the pages come from."""
    return site
