"""The code for graphics processors, on Numba's simulator: the same matches, number for number, as on the CPU."""

import pytest

from quincunx.batch.tiles import as_bits, gathered, runs_of, spread_eight
from quincunx.engine.kernels.bits import extract, lowest_bits
from quincunx.engine.kernels.compiler import kernel
from quincunx.observation.planes import constant
from tests.support.simulator import runs_the_compiled_rules, simulate

PROGRAM = "tests.batch.simulated"


@kernel
def compiled_lowest_bits(eight: int) -> int:
    return lowest_bits(eight)


@pytest.mark.parametrize("eight", [0, 0x0101010101010101, 0x0706050403020100, 0x0100010000010001, 0x7FFFFFFFFFFFFFFF])
def test_the_lowest_bits_of_eight_bytes_are_gathered_in_machine_code_as_in_python(eight: int) -> None:
    assert compiled_lowest_bits(eight) == lowest_bits(eight) == sum((eight >> 8 * k & 1) << k for k in range(8))


@runs_the_compiled_rules
def test_a_game_is_played_as_on_the_cpu() -> None:
    simulate(PROGRAM, "duel")


@pytest.mark.long
@runs_the_compiled_rules
def test_every_game_is_played_as_on_the_cpu() -> None:
    simulate(PROGRAM, "flood", "pushmine", "cascade", "mosaic")


@pytest.mark.parametrize("mask", [0, 1, 0b1011_0111_0001, 0x7F7F7F7F7F7F7F, (1 << 62) - 1])
def test_gathered_runs_are_what_extract_gives(mask: int) -> None:
    for bits in (0, mask, 0x123456789ABCDEF, 0x5555555555555555):
        assert gathered(bits, runs_of(mask)) == extract(bits, mask)


@pytest.mark.parametrize("word", [0, 0b1011_0010, 0x1F2E3D4C5B6A7])
def test_eight_bits_become_eight_bytes(word: int) -> None:
    for start in (0, 3, 41):
        spread = spread_eight(word, start) & (1 << 64) - 1
        assert list(spread.to_bytes(8, "little")) == [word >> start + k & 1 for k in range(8)]


def test_a_constant_is_the_same_number_in_every_cell() -> None:
    assert spread_eight(constant(200), 5) & (1 << 64) - 1 == int.from_bytes([200] * 8, "little")
    assert [as_bits(constant(number), 25) for number in (0, 1)] == [0, (1 << 25) - 1]
    assert as_bits(constant(2), 25) == constant(2)
