"""The proofs of the exhaustive search are those that playing every line gives, on turned boards too."""

import pytest

from quincunx.engine.rules import PLAYING
from quincunx.games.pushmine.forced_wins import flipped, forces, make_proofs, shared_key, transposed
from tests.games.pushmine import boards
from tests.games.pushmine.boards import WAYS, random_position, turned
from tests.suite.scale import scaled

VARIANTS = ["blitz", "standard", {"size": 6, "line": 5}]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_all_turned_positions_have_one_key(variant: object) -> None:
    for seed in range(scaled(20, 5)):
        position = random_position(seed, 12, variant)
        assert flipped(position) == turned(position, 1)
        assert transposed(position) == turned(position, 4)
        assert len({shared_key(turned(position, way)) for way in WAYS}) == 1


@pytest.mark.parametrize("variant", ["blitz", {"size": 4, "line": 3}], ids=str)
def test_forced_lines_are_those_that_playing_every_line_finds(variant: object) -> None:
    proofs, forced = make_proofs(12), 0
    for seed in range(scaled(60, 8)):
        position = random_position(seed, 5 + seed % 12, variant)
        if position.result == PLAYING:
            for plies in (1, 3, 5) if seed < scaled(12, 0) else (1, 3):
                expected = boards.forces(position, plies)
                assert forces(position, plies, True, proofs) == expected
                forced += expected
    assert forced
