"""Trainings: the same bytes from the same seed, interrupted or not; and one clear refusal for every damaged file."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.rules import PLAYING
from quincunx.learning.network import Network
from quincunx.learning.self_play import FIRST, LEARNED, PLAYED
from quincunx.learning.table import read_table
from quincunx.learning.training import Training, json_file, partial_file, rounds
from tests.learning.noughts import START, noughts


class Interrupted(Exception):
    pass


def trained(folder: Path, seed: int = 1, until: int | None = None, resume: bool = False) -> Path:
    """Train into this folder, kept after every round; `until`: interrupted after this round."""
    table = folder / "noughts.weights"
    training = Training.start(noughts(table), seed)
    if resume:
        training.resume(table)

    def report(now: Training) -> None:
        now.keep(table)
        if now.next_round == until:
            raise Interrupted

    training.run(report)
    training.save(table)
    return table


def contents(table: Path) -> tuple[bytes, bytes]:
    return table.read_bytes(), json_file(table).read_bytes()


def network_at(table: Path) -> Network:
    network = noughts(table).network
    assert network is not None
    return network


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained(tmp_path_factory.mktemp("trained"))


def test_training_twice_gives_the_same_bytes(table: Path, tmp_path: Path) -> None:
    assert contents(trained(tmp_path)) == contents(table)


def test_another_seed_gives_other_weights(table: Path, tmp_path: Path) -> None:
    assert contents(trained(tmp_path, seed=2))[0] != contents(table)[0]


@pytest.mark.parametrize("until", [1, 17, 30, 33])
def test_a_training_that_was_interrupted_ends_with_the_same_bytes(until: int, table: Path, tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        trained(tmp_path, until=until)
    assert partial_file(tmp_path / "noughts.weights").exists()
    assert contents(trained(tmp_path, resume=True)) == contents(table)
    assert not partial_file(tmp_path / "noughts.weights").exists()


def test_the_rounds_of_a_training_hold_all_of_its_games(table: Path) -> None:
    schedule = network_at(table).schedule
    planned = rounds(schedule)
    assert [sum(each.games for each in planned if each.part == part) for part in (0, 1)] == [30, 6]
    assert planned[0].rate == 1.0
    assert 0 < planned[-1].rate < planned[-2].rate < 1


def test_what_is_counted_adds_up(tmp_path: Path) -> None:
    training = Training.start(noughts(tmp_path / "noughts.weights"), 1, games=3, search_games=1)
    training.run(lambda now: None)
    assert not training.counts.any(), "counted since the last note"
    assert [line["games"] for line in training.statistics] == [1, 2, 3, 1]
    assert all(0 <= line["first_side"] <= 1 and 5 <= line["plies"] <= 9 for line in training.statistics)
    assert (PLAYED, FIRST, LEARNED) == (0, 3, 5)


def test_the_account_says_how_the_table_came_about(table: Path) -> None:
    account = json.loads(json_file(table).read_text())
    assert account["seed"] == 1
    assert account["schedule"]["games"] == 30
    assert account["network"] == network_at(table).fingerprint
    assert account["learned"] > 50


def test_a_longer_training_knows_a_good_first_mark(tmp_path: Path) -> None:
    """The centre of tic-tac-toe is worth more than an edge, whatever the seed."""
    from quincunx.learning.values import value

    game = noughts(tmp_path / "noughts.weights")
    training = Training.start(game, 5, games=3000, search_games=0)
    training.run(lambda now: None)
    layout = network_at(tmp_path).layout
    after = {cell: START._replace(other=1 << cell, turn=2, result=PLAYING) for cell in (0, 1, 9)}
    corner, edge, centre = (-value(position, layout, training.weights) for position in after.values())
    assert centre > edge
    assert corner > edge


# Files that are not what they should be.


def damaged(data: bytes) -> bytes:
    return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 255]) + data[len(data) // 2 + 1 :]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (damaged, "damaged"),
        (lambda data: data[:-30], "damaged"),
        (lambda data: b"", "damaged"),
        (lambda data: b"weights", "damaged"),
        (None, "there is no such table"),
    ],
)
def test_a_bad_table_is_refused_in_one_clear_line(
    damage: Callable[[bytes], bytes] | None, message: str, table: Path, tmp_path: Path
) -> None:
    file = tmp_path / "noughts.weights"
    if damage is not None:
        file.write_bytes(damage(table.read_bytes()))
    with pytest.raises(Refusal, match=message) as refused:
        read_table(network_at(file))
    assert str(file) in refused.value.message
    assert "\n" not in refused.value.message


def test_a_table_of_another_network_is_refused(table: Path) -> None:
    other = Network(table, 3, 3, 3, (7,), 100)
    with pytest.raises(Refusal, match="another network"):
        read_table(other)


def test_weights_are_kept_in_fractions_of_the_score(table: Path, tmp_path: Path) -> None:
    training = Training.start(noughts(tmp_path / "noughts.weights"), 1)
    training.weights[:4] = (1.0, -0.5, 1000.0, -1000.0)
    training.save(tmp_path / "noughts.weights")
    assert read_table(network_at(tmp_path / "noughts.weights"))[:4].tolist() == [800, -400, 32767, -32767]


def test_an_unfinished_training_goes_on_only_as_it_began(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        trained(tmp_path, until=2)
    with pytest.raises(Refusal, match="another seed"):
        trained(tmp_path, seed=2, resume=True)
    partial = partial_file(tmp_path / "noughts.weights")
    partial.write_bytes(damaged(partial.read_bytes()))
    with pytest.raises(Refusal, match="damaged; delete it"):
        trained(tmp_path, resume=True)
    partial.unlink()
    with pytest.raises(Refusal, match="no unfinished training"):
        trained(tmp_path, resume=True)


def test_a_game_without_a_network_has_nothing_to_train(tmp_path: Path) -> None:
    game = noughts(tmp_path)
    game.network = None
    with pytest.raises(Refusal, match="declares no network"):
        Training.start(game, 1)


def test_values_that_were_never_learned_are_nothing(tmp_path: Path) -> None:
    assert not np.any(Training.start(noughts(tmp_path / "noughts.weights"), 1).weights)
