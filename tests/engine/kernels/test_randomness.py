"""Random numbers, against the specification's formulas written a second time and the vectors in the docs."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.kernels.compiler import kernel
from quincunx.engine.kernels.randomness import (
    SEED_LIMIT,
    Stream,
    _compiled_eight_below,
    below,
    eight_below,
    mix,
    signed,
    tie_break,
    unsigned,
    word,
)
from quincunx.learning.self_play import TrainingStream
from quincunx.puzzles.streams import PuzzleStream
from quincunx.search.chooser import PlayerStream
from tests.naive import randomness as naive

DOCS = Path(__file__).parents[3] / "docs" / "random-numbers.md"
WORDS = st.integers(-(2**63), 2**63 - 1)
STREAMS = st.integers(0, 2**31 - 1)
INDICES = st.integers(0, 2**32 - 1)


class Vector(NamedTuple):
    seed: int
    stream: int
    counter: int
    word: int
    n: int
    below: int


def vectors() -> list[Vector]:
    """The table of the docs."""
    row = re.compile(r"\| (\d+) \| (\d+) \| (\d+) \| `([0-9A-F]{16})` \| (\d+) \| (\d+) \|")
    rows = [row.fullmatch(line) for line in DOCS.read_text().splitlines()]
    return [Vector(*(int(part, 16 if k == 3 else 10) for k, part in enumerate(m.groups()))) for m in rows if m]


@kernel
def compiled_answers(n: int, seed: int, stream: int, index: int) -> Any:
    return mix(seed), word(seed, stream, index), below(n, seed, stream, index)


def test_the_docs_have_vectors_for_games_and_players_seeded_by_numbers_and_by_words() -> None:
    assert len(vectors()) == 17
    assert {vector.stream for vector in vectors()} >= {0, 1, 2, 16, Stream.PLAYER}
    assert any(vector.seed >= 2**63 for vector in vectors())


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector.seed}-{vector.stream}-{vector.counter}")
def test_every_vector_of_the_docs_holds(vector: Vector) -> None:
    seed, stream, index = signed(vector.seed), vector.stream, vector.counter
    assert unsigned(word(seed, stream, index)) == vector.word
    assert below(vector.n, seed, stream, index) == vector.below
    assert compiled_answers(vector.n, seed, stream, index)[1:] == (signed(vector.word), vector.below)
    assert naive.word(vector.seed, stream, index) == vector.word


@pytest.mark.parametrize(
    ("seed", "published"),
    [
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    ],
)
def test_stream_0_is_the_published_sequence_of_splitmix64(seed: int, published: list[int]) -> None:
    assert [unsigned(word(seed, 0, index)) for index in range(len(published))] == published


def test_the_python_of_the_docs_gives_its_own_vectors() -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code.group(1), names)
    for vector in vectors():
        assert names["word"](vector.seed, vector.stream, vector.counter) == vector.word
        assert names["below"](vector.n, vector.seed, vector.stream, vector.counter) == vector.below


@given(WORDS, STREAMS, INDICES)
def test_word_is_the_specification_s_formula_in_compiled_and_plain_code(seed: int, stream: int, index: int) -> None:
    expected = naive.word(seed % 2**64, stream, index)
    assert unsigned(word(seed, stream, index)) == expected
    assert compiled_answers(1, seed, stream, index)[:2] == (signed(naive.mix(seed % 2**64)), signed(expected))


@given(st.integers(1, 2**31), WORDS, STREAMS, INDICES)
def test_below_is_the_specification_s_formula_in_compiled_and_plain_code(
    n: int, seed: int, stream: int, index: int
) -> None:
    expected = naive.below(n, seed % 2**64, stream, index)
    assert below(n, seed, stream, index) == expected
    assert compiled_answers(n, seed, stream, index)[2] == expected
    assert 0 <= expected < n


@given(st.integers(0, 2**64 - 1))
def test_signed_and_unsigned_are_the_same_bits(bits: int) -> None:
    assert -(2**63) <= signed(bits) < 2**63
    assert unsigned(signed(bits)) == bits


@given(st.integers(0, SEED_LIMIT - 1), st.integers(0, 1000), st.integers(1, 127))
def test_ties_are_broken_by_a_player_s_own_seed(seed: int, ply: int, candidates: int) -> None:
    own = naive.word(seed, Stream.PLAYER, ply)
    assert tie_break(seed, ply, candidates) == naive.below(candidates, own, 0, 0)


def test_the_page_lists_every_stream_that_is_no_game_s_own() -> None:
    row = r"^\|[^|]*\|[^|]*\| (\d+) \|[^|]*\|[^|]*`(\w*Stream\.\w+)` \|$"
    listed = {name: int(number) for number, name in re.findall(row, DOCS.read_text(encoding="utf-8"), re.MULTILINE)}
    assert listed == {
        f"{streams.__name__}.{name}": int(one)
        for streams in (Stream, PlayerStream, PuzzleStream, TrainingStream)
        for name, one in streams.__members__.items()
    }


@kernel
def eight_compiled(n: int, n_step: int, seed: int, place: int, step: int) -> int:
    return eight_below(n, n_step, seed, place, step)


eight_for_any_processor = kernel(_compiled_eight_below)
"""What kernels use where the processor cannot reckon with eight numbers at once."""


@pytest.mark.parametrize(("n", "n_step", "place", "step"), [(49, -1, 1 << 32 | 48, -1), (5, 0, 16 << 32 | 3, 1 << 32)])
def test_eight_numbers_at_once_are_the_same_as_one_by_one(n: int, n_step: int, place: int, step: int) -> None:
    places = [place + k * step for k in range(8)]
    single = [below(n + k * n_step, -99, spot >> 32, spot & 0xFFFFFFFF) for k, spot in enumerate(places)]
    for body in (eight_below, eight_compiled, eight_for_any_processor):
        numbers = unsigned(body(n, n_step, -99, place, step)).to_bytes(8, "little")
        assert list(numbers) == single
