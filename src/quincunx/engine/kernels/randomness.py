"""Random numbers that anyone can reproduce, in any language: SplitMix64's finaliser over a counter.

    word(seed, stream, index) = mix(seed + GAMMA * (stream * 2^32 + index + 1))   modulo 2^64
    below(n, seed, stream, index) = ((word >> 32) * n) >> 32

A word is handed out as the signed `int64` with the same bits, so that it fits a position; `unsigned` shows it as the
specification does. Nothing here holds state: the seed determines every word.
"""

from enum import IntEnum

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.backend import COMPILES
from quincunx.engine.kernels.compiler import compiled_body, primitive

if COMPILES:
    from quincunx.engine.kernels import instructions

DEFAULT_SEED = 12345
SEED_LIMIT = 2**53
"""Seeds are 0 <= seed < 2^53: they travel through browsers' JSON."""


class Stream(IntEnum):
    """The streams that are not a game's own. Their numbers are fixed for good: a change would change matches.

    A game numbers its own streams from 0, in its rules. Two numbers are used twice, with different seeds.
    """

    BATCH = 250
    LAB_DECISIONS = 251
    LAB_OPENINGS = 252
    SOLVER_PICKS = 252
    DAILY_OPENINGS = 253
    SOLVER_KEYS = 253
    PLAYER = 254


_PLAYER = int(Stream.PLAYER)

GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
_WORD = (1 << 64) - 1


def mix(z: int) -> int:
    """SplitMix64's finaliser: scrambles 64 bits so that each depends on all."""
    z = int(z) & _WORD
    z = (z ^ z >> 30) * MIX_1 & _WORD
    z = (z ^ z >> 27) * MIX_2 & _WORD
    return signed(z ^ z >> 31)


def word(seed: int, stream: int, index: int) -> int:
    """The `index`-th 64 random bits of a stream of a seed, as a signed integer."""
    return mix(int(seed) + GAMMA * ((int(stream) << 32) + int(index) + 1))


def below(n: int, seed: int, stream: int, index: int) -> int:
    """A number from 0 to n - 1."""
    return (unsigned(word(seed, stream, index)) >> 32) * n >> 32


def eight_below(n: int, n_step: int, seed: int, place: int, step: int) -> int:
    """Eight small numbers in the bytes of a word: byte k is `below(n + k * n_step, …)` at `place + k * step`.

    The place of index i in a stream s is `s << 32 | i`. Where processors reckon with eight numbers at once, this costs
    little more than one of them.
    """
    numbers = 0
    for k in range(8):
        spot = place + k * step
        numbers |= below(n + k * n_step, seed, spot >> 32, spot & 0xFFFFFFFF) << 8 * k
    return signed(numbers)


def signed(bits: int) -> int:
    """The `int64` with these 64 bits."""
    return bits - (1 << 64) if bits >> 63 else bits


def unsigned(bits: int) -> int:
    """These 64 bits read without a sign, as the specification writes them."""
    return bits & _WORD


@primitive
def tie_break(seed: int, ply: int, candidates: int) -> int:
    """Which of equally good candidates (sorted by move text) a player takes."""
    return below(candidates, word(seed, _PLAYER, ply), 0, 0)


# For compiled code: the wrap-around of uint64 does what the masks do above.
_GAMMA_64 = np.uint64(GAMMA)
_MIX_1_64 = np.uint64(MIX_1)
_MIX_2_64 = np.uint64(MIX_2)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@compiled_body(mix)
def _compiled_mix(z: int) -> int:
    bits = np.uint64(z)
    bits = (bits ^ (bits >> _30)) * _MIX_1_64
    bits = (bits ^ (bits >> _27)) * _MIX_2_64
    return np.int64(bits ^ (bits >> _31))  # type: ignore[return-value]


@compiled_body(word)
def _compiled_word(seed: int, stream: int, index: int) -> int:
    counter = np.uint64((stream << 32) + index + 1)
    return mix(np.int64(np.uint64(seed) + _GAMMA_64 * counter))  # type: ignore[arg-type]


@compiled_body(eight_below)
def _compiled_eight_below(n: int, n_step: int, seed: int, place: int, step: int) -> int:
    numbers = 0
    for k in range(8):
        spot = place + k * step
        numbers |= below(n + k * n_step, seed, spot >> 32, spot & 0xFFFFFFFF) << 8 * k
    return numbers


if COMPILES and instructions.HAS_MASKS:

    @compiled_body(eight_below, target="cpu")
    def _eight_below_at_once(n: int, n_step: int, seed: int, place: int, step: int) -> int:
        return int(instructions.eight_below(n, n_step, seed, place, step))


@compiled_body(below)
def _compiled_below(n: int, seed: int, stream: int, index: int) -> int:
    high_half = np.uint64(word(seed, stream, index)) >> _32
    return np.int64((high_half * np.uint64(n)) >> _32)  # type: ignore[return-value]
