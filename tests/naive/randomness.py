"""DESIGN.md's random numbers, written out a second time: SplitMix64's finaliser over a counter."""

from __future__ import annotations

import hashlib

MODULUS = 2**64  # "All arithmetic is modulo 2^64."
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """z ^= z >> 30; z *= ...; z ^= z >> 27; z *= ...; z ^= z >> 31."""
    z = z ^ (z >> 30)
    z = (z * 0xBF58476D1CE4E5B9) % MODULUS
    z = z ^ (z >> 27)
    z = (z * 0x94D049BB133111EB) % MODULUS
    return z ^ (z >> 31)


def word(seed: int, stream: int, index: int) -> int:
    """word(seed, stream, index) = mix(seed + GAMMA * (stream * 2^32 + index + 1))."""
    return mix((seed + GAMMA * (stream * 2**32 + index + 1)) % MODULUS)


def below(n: int, seed: int, stream: int, index: int) -> int:
    """below(n, seed, stream, index) = ((word >> 32) * n) >> 32."""
    return ((word(seed, stream, index) >> 32) * n) >> 32


def drop_keys(seed: int, salt: str | None) -> tuple[int, int] | None:
    """The first two big-endian words of SHA-256 of "drops:seed:salt"; none without a salt."""
    if salt is None:
        return None
    digest = hashlib.sha256(f"drops:{seed}:{salt}".encode()).digest()
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big")


def drop_below(n: int, keys: tuple[int, int] | None, s: int, stream: int, index: int) -> int:
    """As `below`, but with keys from mix(word(s ^ k0, stream, index) ^ k1) in place of word(s, stream, index)."""
    if keys is None:
        return below(n, s, stream, index)
    k0, k1 = keys
    return ((mix(word(s ^ k0, stream, index) ^ k1) >> 32) * n) >> 32
