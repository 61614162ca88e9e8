"""Network addresses: who counts as one client, and which names of this server are its own."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

IPV6_PREFIX = 64
"""The part of an IPv6 address that a household or a machine is given; it may choose the rest as often as it likes."""
EVERY_HOST = "*"

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def client_key(address: str) -> str:
    """What limits count: an IPv4 address, or the network of an IPv6 address."""
    parsed = parse_address(address)
    if parsed is None or parsed.version == 4:
        return address if parsed is None else str(parsed)
    return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))


def parse_address(text: str) -> Address | None:
    """An address; one of IPv4 that is written as IPv6 is the same client."""
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, ipaddress.IPv6Address) else parsed


def is_private(address: str) -> bool:
    """Whether it is an address of this machine or of a private network."""
    parsed = parse_address(address)
    return parsed is not None and parsed.is_private


class AllowedHosts:
    """The values of the header `Host` that are answered. Any other name may be a trick: a page of another site whose
    name was made to point here (DNS rebinding)."""

    def __init__(self, public_url: str, allowed: Iterable[str]) -> None:
        own = {"localhost", socket.gethostname().lower(), urlsplit(public_url).hostname or "localhost"}
        self._names = own | {name.lower() for name in allowed}

    def __contains__(self, header: str) -> bool:
        """Whether a request with this header is for this server. An address was not looked up, so it is no trick."""
        try:
            name = (urlsplit(f"//{header}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return EVERY_HOST in self._names or not header or name in self._names or parse_address(name) is not None
