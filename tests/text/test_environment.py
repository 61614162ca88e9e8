"""A match as a text environment."""

import random
import re
from typing import Any

import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match, replay
from quincunx.text import TextEnvironment
from quincunx.text.descriptions import position_text, rules_text
from tests.suite.games import every_game

SMALL = {"duel": {"size": 3}, "pushmine": {"size": 4, "line": 3}, "flood": {"size": 4}, "cascade": None, "mosaic": None}


def play_out(environment: TextEnvironment, seed: int = 1) -> tuple[list[str], list[float]]:
    """Play the first legal move each time; every observation and reward."""
    shown, _ = environment.reset(seed)
    observations, rewards, done = [shown], [], False
    while not done:
        shown, reward, terminated, truncated, _ = environment.step(environment.match.legal()[0])
        observations.append(shown)
        rewards.append(reward)
        done = terminated or truncated
    return observations, rewards


@every_game
def test_every_game_is_played_in_words_to_its_end(game: AnyGame) -> None:
    environment = TextEnvironment(game, SMALL.get(game.slug))
    observations, rewards = play_out(environment)
    assert game.how_to_play in observations[0]
    assert game.notation in observations[0]
    assert game.how_to_play not in observations[-1], "the rules are told once to each seat"
    assert "The match is over" in observations[-1]
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert environment.rewards[environment.match.history[-1].seat - 1] == rewards[-1]
    assert sum(environment.rewards) == 0 or game.seats == 1
    assert replay(environment.match.record()).result == environment.match.result


def test_the_legal_moves_are_listed_only_if_asked_for() -> None:
    plain, info = TextEnvironment("duel").reset(1)
    listed, more = TextEnvironment("duel", list_moves=True).reset(1)
    assert "Legal moves" not in plain
    assert "legal" not in info
    assert listed.endswith("Legal moves: " + " ".join(more["legal"]) + ".")


def test_an_observation_shows_the_board_and_what_happened() -> None:
    environment = TextEnvironment("duel", {"size": 3})
    environment.reset(1)
    shown = environment.step("b2")[0]
    assert "Red played b2: Red takes b2." in shown
    assert "    a b c\n  1 . . .\n  2 . R .\n  3 . . .\n" in shown
    assert "It is your move." in shown
    assert "as Green, seat 2 of 2" in shown


def test_a_refused_answer_comes_back_with_the_reason_and_costs_a_try() -> None:
    environment = TextEnvironment("duel")
    environment.reset(1)
    shown, reward, terminated, truncated, info = environment.step("I play z9")
    assert "Your answer 'I play z9' was refused: z9 is off the board" in shown
    assert "2 tries left" in shown
    assert (reward, terminated, truncated, info["tries_left"], info["seat"]) == (0.0, False, False, 2, 1)
    assert info["refusal"]["errorCode"] == "bad_move_text"
    assert environment.step("a1")[4]["tries_left"] == 3, "a move gives all tries back"


@pytest.mark.parametrize(("game", "rewards"), [("duel", (-1.0, 1.0)), ("flood", (-1.0,))])
def test_the_last_try_forfeits_the_match(game: str, rewards: tuple[float, ...]) -> None:
    environment = TextEnvironment(game, tries=2)
    environment.reset(1)
    environment.step("what?")
    shown, reward, terminated, _, info = environment.step("no")
    assert (reward, terminated, info["ended_by"], info["rewards"]) == (-1.0, True, "forfeit", rewards)
    assert "You lose." in shown
    with pytest.raises(Refusal, match="the match is over; call reset"):
        environment.step("a1")


def test_one_seat_makes_two_moves_in_a_row_where_a_mine_is_free() -> None:
    environment = TextEnvironment("pushmine", {"size": 4, "mine_is_free": True})
    environment.reset(1)
    choice = random.Random(3)
    while not (mines := [move for move in environment.match.legal() if move.startswith("*")]):
        environment.step(choice.choice(environment.match.legal()))
    seat = environment.seat
    shown, *_, info = environment.step(mines[0])
    assert info["seat"] == environment.seat == seat
    assert "It is your move again: your turn continues." in shown
    assert "must push" in shown


def test_an_opponent_moves_within_the_step() -> None:
    environment = TextEnvironment("duel", {"size": 3}, opponent="random", playing_seat=2)
    shown, info = environment.reset(4)
    assert info["seat"] == 2
    assert len(environment.match.history) == 1
    assert "Red played" in shown
    observations, rewards = play_out(environment, 4)
    assert [turn.seat for turn in environment.match.history[:2]] == [1, 2]
    assert rewards[-1] == environment.rewards[1]
    assert "as Green" in observations[0]
    assert play_out(environment, 4)[0] == observations, "the same seed gives the same match"


def test_a_text_player_is_an_opponent_too_and_can_forfeit() -> None:
    heard: list[str] = []

    def opponent(instructions: str, situation: str) -> str:
        heard.append(situation)
        return "I give up"

    environment = TextEnvironment("duel", opponent=opponent)
    environment.reset(1)
    _, reward, terminated, _, info = environment.step("a1")
    assert (reward, terminated, info["ended_by"]) == (1.0, True, "forfeit")
    assert len(heard) == 3
    assert "was refused: no move was found" in heard[-1]


def test_a_match_that_is_too_long_is_truncated() -> None:
    environment = TextEnvironment("pushmine", max_plies=2)
    environment.reset(1)
    environment.step("1>")
    _, reward, terminated, truncated, info = environment.step("2>")
    assert (reward, terminated, truncated, info["ended_by"]) == (0.0, False, True, "ply_cap")


@every_game
def test_positions_that_differ_only_in_what_is_hidden_read_the_same(game: AnyGame) -> None:
    first = Match(game, SMALL.get(game.slug), 1)
    view = game.describe(first.position)
    other = Match(game, first.variant, 2, setup=view)
    for seat in range(1, game.seats + 1):
        assert position_text(first, seat, True) == position_text(other, seat, True)
        assert rules_text(first, seat) == rules_text(other, seat)
    if game.chance:
        assert not re.search(r"\b(12345|seed)\b", position_text(first, 1, True))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "duel", "variant": "huge"}, "there is no preset 'huge'"),
        ({"game": "duel", "opponent": "grandmaster"}, "duel has no player 'grandmaster'"),
        ({"game": "flood", "opponent": "easy"}, "flood is played alone"),
        ({"game": "duel", "playing_seat": 3}, "duel has no seat"),
        ({"game": "duel", "tries": 0}, "tries and max_plies"),
        ({"game": "duel", "tries": "three"}, "tries and max_plies"),
        ({"game": "duel", "max_plies": 1.5}, "tries and max_plies"),
    ],
)
def test_a_wrong_argument_is_refused(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(Refusal, match=re.escape(problem)):
        TextEnvironment(**arguments)


def test_wrong_seeds_and_steps_without_a_match_are_refused() -> None:
    environment = TextEnvironment("duel")
    with pytest.raises(Refusal, match="call reset first"):
        environment.step("a1")
    with pytest.raises(Refusal, match="a seed is a whole number"):
        environment.reset(-1)
