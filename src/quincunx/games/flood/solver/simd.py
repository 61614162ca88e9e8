"""Sets of regions, eight words at a time.

A set of regions is a run of words in an `int64` array: region r is bit r % 63 of word r // 63 (the sign stays unused,
so that bit tricks mean the same in plain Python), and a set is padded to whole blocks of eight words. A block fits in
one or two vector registers: compiled code loads it as one value (`vectors`), so that uniting, comparing and testing
sets takes an instruction or two for 504 regions. In plain Python a block is a small array.
"""

from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.backend import COMPILES
from quincunx.engine.kernels.compiler import compiled_body, primitive

BITS = 63
"""Regions per word."""
LANES = 8
"""Words per block."""

Words = npt.NDArray[np.int64]
Block = npt.NDArray[np.int64]


def load(words: Words, start: int) -> Block:
    """The block that begins at this word."""
    return words[start : start + LANES].copy()


def store(words: Words, start: int, block: Block) -> None:
    words[start : start + LANES] = block


def nothing() -> Block:
    return np.zeros(LANES, np.int64)


def either(one: Block, other: Block) -> Block:
    return one | other


def both(one: Block, other: Block) -> Block:
    return one & other


def without(one: Block, other: Block) -> Block:
    return one & ~other


def some(block: Block) -> bool:
    """Whether the block holds any region."""
    return bool(block.any())


@primitive
def width_for(regions: int) -> int:
    """How many words a set of this many regions takes: whole blocks."""
    return (regions + BITS * LANES - 1) // (BITS * LANES) * LANES


@primitive
def add(words: Words, start: int, region: int) -> None:
    """Put one region into the set that begins at word `start`."""
    words[start + region // BITS] |= 1 << region % BITS


@primitive
def holds(words: Words, start: int, region: int) -> bool:
    return int(words[start + region // BITS]) >> region % BITS & 1 != 0


# ---- in machine code ----

if COMPILES:
    from quincunx.games.flood.solver import vectors

    compiled_body(load)(lambda words, start: vectors.load(words, start))
    compiled_body(store)(lambda words, start, block: vectors.store(words, start, block))
    compiled_body(nothing)(lambda: vectors.nothing())
    compiled_body(either)(lambda one, other: vectors.either(one, other))
    compiled_body(both)(lambda one, other: vectors.both(one, other))
    compiled_body(without)(lambda one, other: vectors.without(one, other))
    compiled_body(some)(lambda block: vectors.some(block))
