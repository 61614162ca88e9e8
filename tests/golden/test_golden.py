"""The golden playthroughs, played again and compared line by line."""

from itertools import zip_longest
from pathlib import Path

import pytest

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match, replay
from tests.golden.playthrough import FOLDER, MOST_PLIES, MOVE, match_of, path_of, playthrough
from tests.suite.games import PRESETS, every_preset


def lines_of(game: AnyGame, preset: str) -> list[str]:
    return path_of(game, preset).read_text().splitlines()


def after_label(lines: list[str], label: str) -> str:
    """The rest of the line that begins with this label."""
    return next(line for line in lines if line.startswith(label)).removeprefix(label)


@every_preset
def test_the_moves_of_the_file_give_every_line_of_it(game: AnyGame, preset: str) -> None:
    lines = lines_of(game, preset)
    match = replay(after_label(lines, "id: "))
    for text in (line.removeprefix(MOVE) for line in lines if line.startswith(MOVE)):
        match.play(text)
    for number, (written, played) in enumerate(zip_longest(lines, playthrough(match).splitlines()), start=1):
        assert played == written, f"{path_of(game, preset).name}, line {number}"


@every_preset
def test_the_moves_of_the_file_are_those_that_its_seed_chooses(game: AnyGame, preset: str) -> None:
    lines = lines_of(game, preset)
    moves = tuple(line.removeprefix(MOVE) for line in lines if line.startswith(MOVE))
    assert match_of(game, preset, int(after_label(lines, "seed: "))).moves == moves


@every_preset
def test_the_record_of_the_file_replays_to_its_result(game: AnyGame, preset: str) -> None:
    lines = lines_of(game, preset)
    match = replay(after_label(lines, "record: "))
    result = after_label(lines, "result: ")
    if match.end is None:
        assert (result, len(match.moves)) == (f"none after {MOST_PLIES} plies", MOST_PLIES)
    else:
        assert result == f"{match.result} by {match.ended_by}"


def test_no_file_is_left_of_a_preset_that_is_gone() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(game, preset).name for game, preset in PRESETS}


def test_a_playthrough_reads_as_it_should(tmp_path: Path) -> None:
    match = Match("pushmine", "blitz", seed=1)
    match.play("3>")
    expected = """
        ply 0  turn 1  status "playing"  winner null
            abcd
          1 ....
          2 ....
          3 ....
          4 ....
        mines [0, 0]  barred null  seen 1  ages {}
        legal (16): 1< 1> 2< 2> 3< 3> 4< 4> a^ av b^ bv c^ cv d^ dv
        move: 3>
          pushed line 3 way > seat 1 steps none entered a3

        ply 1  turn 2  status "playing"  winner null
            abcd
          1 ....
          2 ....
          3 X...
          4 ....
        mines [0, 0]  barred "3<"  seen 1  ages {}
        legal (15): 1< 1> 2< 2> 3> 4< 4> a^ av b^ bv c^ cv d^ dv

        result: none after 1 plies
        record: q1.pushmine.2.blitz.1.3r
    """
    wanted = [line.removeprefix("        ") for line in expected.splitlines()[1:-1]]
    assert playthrough(match).splitlines()[7:] == wanted


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.txt")))
def test_a_file_can_be_read_in_a_terminal(name: str) -> None:
    text = (FOLDER / name).read_text()
    assert text.endswith("\n")
    assert not any(line != line.rstrip() for line in text.splitlines())
