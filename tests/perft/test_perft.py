"""The perft files, counted again by the engine and by the naive games."""

import pytest

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import perft
from tests.naive.perft import perft as naive_perft
from tests.perft.counts import Line, divide, naive_divide, naive_reached, path_of, reached, read_lines, report
from tests.suite.games import GAMES
from tests.suite.scale import COMPILED

LINES = [(game, line) for game in GAMES if path_of(game).exists() for line in read_lines(game)]
PLAIN_LEAVES = 5000
"""What plain Python counts in a moment."""


def named(game: AnyGame, line: Line) -> str:
    return f"{game.slug}-{line.preset}-after{line.after}-depth{line.depth}"


BY_ENGINE = [(game, line) for game, line in LINES if COMPILED or line.leaves <= PLAIN_LEAVES]
BY_NAIVE = [(game, line) for game, line in LINES if line.asked == "both"]


@pytest.mark.parametrize(("game", "line"), BY_ENGINE, ids=[named(*pair) for pair in BY_ENGINE])
def test_the_engine_counts_what_the_file_says(game: AnyGame, line: Line) -> None:
    position = reached(game, line.preset, line.seed, line.after).position
    if perft(position, line.depth) != line.leaves:
        pytest.fail(report(line.leaves, divide(game, position, line.depth)))


@pytest.mark.parametrize(("game", "line"), BY_NAIVE, ids=[named(*pair) for pair in BY_NAIVE])
def test_the_naive_game_counts_what_the_file_says(game: AnyGame, line: Line) -> None:
    naive = naive_reached(game, line)
    if naive_perft(naive, line.depth) != line.leaves:
        position = reached(game, line.preset, line.seed, line.after).position
        by_engine, by_naive = divide(game, position, line.depth), naive_divide(naive, line.depth)
        pytest.fail(report(line.leaves, by_engine, by_naive))


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_a_wrong_count_is_reported_move_by_move(game: AnyGame) -> None:
    line = next(iter(read_lines(game)))
    position = reached(game, line.preset, line.seed, line.after).position
    message = report(line.leaves + 1, divide(game, position, 2), naive_divide(naive_reached(game, line), 2))
    assert f"expected {line.leaves + 1}" in message
    moves = game.legal_texts(position)
    assert len(message.splitlines()) == len(moves) + 1
    assert all(f"  {text:6} engine " in message for text in moves)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_preset_is_counted_at_the_start_and_in_the_middle(game: AnyGame) -> None:
    lines = list(read_lines(game))
    for preset in game.presets:
        own = [line for line in lines if line.preset == preset]
        assert {line.after > 0 for line in own} == {False, True}
        assert {line.asked for line in own} == {"both", "compiled"}
