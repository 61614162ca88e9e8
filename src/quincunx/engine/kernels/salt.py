"""The salt of a match: a second secret beside its seed, from which hidden drops are drawn.

A seed has 53 bits, which a patient adversary could search for among the drops that everybody sees. A salt has 128. The
two keys of a salted match are the first two words of SHA-256 of `drops:seed:salt`; the digest of `seed:salt` is public.
"""

import hashlib
from typing import NamedTuple

from quincunx.engine.kernels.randomness import signed

PLAIN = 1
"""The key of a source whose words are used as they are."""


class DropKeys(NamedTuple):
    """What changes the words that hidden drops are drawn from: `offset` goes into the source, `key` over the words."""

    offset: int
    key: int


UNSALTED = DropKeys(0, PLAIN)


class SaltedSeed(int):
    """A seed with the keys of its salt. Games without secrets take it as the number that it is."""

    keys: DropKeys

    def instead(self, seed: int) -> "SaltedSeed":
        """Another seed with the same keys."""
        other = SaltedSeed(seed)
        other.keys = self.keys
        return other


def salted(seed: int, salt: str | None) -> int:
    """The seed of a match, with its salt if it has one."""
    if salt is None:
        return seed
    digest = hashlib.sha256(f"drops:{int(seed)}:{salt}".encode()).digest()
    offset, key = (signed(int.from_bytes(digest[start : start + 8], "big")) for start in (0, 8))
    combined = SaltedSeed(seed)
    combined.keys = DropKeys(offset, key)
    return combined


def drop_keys(seed: int) -> DropKeys:
    return seed.keys if isinstance(seed, SaltedSeed) else UNSALTED
