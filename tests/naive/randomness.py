"""DESIGN.md's random numbers, written out a second time: SplitMix64's finaliser over a counter."""

from __future__ import annotations

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
