"""The games in OpenSpiel: its own tests, serialisation, hidden facts, and playthroughs that stay as they are."""

import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import quincunx.openspiel  # noqa: F401  # registers the games
from quincunx.catalogue import all_games
from quincunx.engine.rules import DRAWN

NAMES = [
    "quincunx_duel(size=3)",
    "quincunx_pushmine(size=4,mine_is_free=True,swap=True,max_plies=40)",
    "quincunx_cascade(size=5,tokens=6_7_6_6,deals=8,max_plies=20)",
    "quincunx_mosaic(rows=5,cols=5,deals=8,max_plies=20)",
    "quincunx_flood(size=5,colours=3,deals=8)",
]
every_name = pytest.mark.parametrize("name", NAMES)
PLAYTHROUGHS = Path(__file__).with_name("playthroughs")


def playthrough(name: str) -> str:
    """A short one: three moves, then the end that `max_plies` brings."""
    kept = [part for part in name.removesuffix(")").split(",") if "max_plies" not in part]
    short = ",".join([*kept, "max_plies=3)"])
    # Imported late: it takes SciPy's statistics along, and every process that collects tests would wait for them.
    from open_spiel.python.algorithms import generate_playthrough

    text: str = generate_playthrough.playthrough(short, None, seed=1)
    return text


def file_of(name: str) -> Path:
    return PLAYTHROUGHS / f"{name.partition('(')[0]}.txt"


def test_every_game_is_there() -> None:
    names = {name.partition("(")[0] for name in NAMES}
    assert names == {f"quincunx_{game.slug}" for game in all_games()}
    assert names <= set(pyspiel.registered_names())


@every_name
def test_the_simulation_of_openspiel_finds_no_fault(name: str) -> None:
    """It plays, clones, serialises and compares."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@every_name
def test_the_api_test_of_openspiel_finds_no_fault(name: str) -> None:
    # Imported late: it loads every game that OpenSpiel has in Python.
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    case = type("ApiTest", (EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 4
    assert not [*result.errors, *result.failures, *result.skipped]


@every_name
def test_a_state_comes_back_from_its_text(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for number in range(6):
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game)
    assert str(same) == str(state)
    assert same.history() == state.history()


@every_name
def test_a_playthrough_is_the_one_on_file(name: str) -> None:
    """`python -m tests.openspiel.update` writes them again."""
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8")


def test_parameters_are_the_options_of_a_variant() -> None:
    game = pyspiel.load_game("quincunx_duel(size=5)")
    assert game.num_distinct_actions() == 26
    assert game.observation_tensor_shape() == [3, 5, 5]
    literal = pyspiel.load_game("quincunx_duel(preset=literal)")
    assert literal.get_parameters()["reentry"] is False
    assert str(pyspiel.load_game(str(literal))) == str(literal)
    zen = pyspiel.load_game("quincunx_flood(preset=zen)")
    assert str(pyspiel.load_game(str(zen))) == str(zen)


@pytest.mark.parametrize("name", ["quincunx_mosaic", "quincunx_cascade"])
def test_players_do_not_see_which_board_was_dealt(name: str) -> None:
    """The chance node is hidden; texts and tensors are made from what seats may see."""
    state = pyspiel.load_game(name).new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 256
    state.apply_action(200)
    assert "200" not in state.information_state_string(0)
    assert "seed" not in state.information_state_string(0)
    twin = state.clone()
    hidden = "supply" if name == "quincunx_mosaic" else "goblins"
    position = twin.position
    twin.position = position._replace(**{hidden: getattr(position, hidden)._replace(source=5)})
    for player in (0, 1):
        assert twin.information_state_string(player) == state.information_state_string(player)
        np.testing.assert_array_equal(twin.observation_tensor(player), state.observation_tensor(player))


@pytest.mark.parametrize("name", ["quincunx_mosaic", "quincunx_cascade"])
def test_what_a_move_draws_is_for_chance_to_decide(name: str) -> None:
    """A copy of a state foresees nothing: the same move brings other drops with another outcome of chance."""
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(3)
    afters = set()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
        assert state.is_chance_node()
        assert "was chosen" in str(state)
        afters.add(frozenset(state.child(draw).observation_string(0) for draw in range(12)))
        state.apply_action(0)
    assert max(map(len, afters)) > 1


def test_chance_has_no_say_where_nothing_is_hidden() -> None:
    for name in ("quincunx_duel", "quincunx_pushmine", "quincunx_flood"):
        state = pyspiel.load_game(name).new_initial_state()
        if state.is_chance_node():
            state.apply_action(3)
        state.apply_action(state.legal_actions()[0])
        assert not state.is_chance_node()


def test_information_states_remember_everything() -> None:
    state = pyspiel.load_game("quincunx_duel(size=3)").new_initial_state()
    lengths = []
    for action in (0, 8, 1):
        lengths.append(len(state.information_state_string(0).splitlines()))
        state.apply_action(action)
    assert lengths == [1, 3, 5]
    assert len(state.observation_string(0).splitlines()) == 1


def test_repetitions_end_a_match_where_the_variant_says_so() -> None:
    state = pyspiel.load_game("quincunx_pushmine(size=4,line=4,draw_by_repetition=2)").new_initial_state()
    generator = np.random.default_rng(3)
    results = []
    for _ in range(40):
        current = state.clone()
        while not current.is_terminal():
            current.apply_action(int(generator.choice(current.legal_actions()[-16:])))
        results.append(current.position.result)
    assert DRAWN in results


def test_a_bot_of_openspiel_plays() -> None:
    """The Python one: the C++ bot is known to crash on games in Python."""
    game = pyspiel.load_game("quincunx_duel(size=3)")
    state = game.new_initial_state()
    random_state = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 8, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state)
    assert bot.step(state) in state.legal_actions()


def test_wrong_parameters_are_refused() -> None:
    def load(name: str) -> Any:
        return pyspiel.load_game(name)

    with pytest.raises(Exception, match="size must be a whole number from 2 to 7"):
        load("quincunx_duel(size=99)")
    with pytest.raises(Exception, match="max_plies"):
        load("quincunx_duel(max_plies=0)")
