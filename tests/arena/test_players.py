"""Players of the arena: what their texts mean, and what becomes of their answers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.arena import players
from quincunx.arena.players import Answered, AnswerLimits, PlayerText, contestant, model_settings, read_player
from quincunx.engine.errors import Refusal
from quincunx.engine.match import Match
from tests.arena.programs import program
from tests.search.advice.endpoint import Endpoint, replying, sending, serving, silent
from tests.support.waiting import LIMIT_SECONDS

LIMITS = AnswerLimits(tries=3, seconds=LIMIT_SECONDS, list_moves=True)


def answer(text: str, game: str = "duel", seconds: float = LIMIT_SECONDS) -> Answered:
    """What a player answers at the beginning of a match."""
    match = Match(game, {"size": 4} if game == "duel" else None, 5)
    player = contestant(match.game, read_player(text), LIMITS._replace(seconds=seconds))
    try:
        player.begin(match)
        return player.answer(match)
    finally:
        player.close()


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("easy", PlayerText("easy", "easy")),
        ("hard/4", PlayerText("hard/4", "hard/4")),
        ("old=easy", PlayerText("old", "easy")),
        ("gtp:./bot --x=1", PlayerText("./bot --x=1", "gtp:./bot --x=1")),
        ("my bot=gtp:bot <b>", PlayerText("my bot", "gtp:bot <b>")),
        ("gtp:bot '<b>'", PlayerText("bot b", "gtp:bot '<b>'")),
        ("llm:tiny@http://127.0.0.1:1/v1", PlayerText("tiny@http://127.0.0.1:1/v1", "llm:tiny@http://127.0.0.1:1/v1")),
        ("python:a.b:c", PlayerText("a.b:c", "python:a.b:c")),
    ],
)
def test_a_player_has_a_name_and_a_text(text: str, player: PlayerText) -> None:
    assert read_player(text) == player


@pytest.mark.parametrize("function", ["lowest", "lowest_as_text", "lowest_as_choice"])
def test_a_function_gives_a_number_a_text_or_a_choice(function: str) -> None:
    assert answer(f"python:tests.arena.programs:{function}") == Answered(0)


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        ("off_the_board", "z9 is off the board"),
        ("not_a_move", "a move is a number or a text"),
        ("raising", "it raised RuntimeError: out of ideas"),
    ],
)
def test_a_function_without_a_legal_move_has_none(function: str, problem: str) -> None:
    answered = answer(f"python:tests.arena.programs:{function}")
    assert (answered.move, answered.refused, answered.late) == (None, 1, 0)
    assert problem in answered.problem


def test_a_function_that_takes_too_long_is_late() -> None:
    answered = answer("python:tests.arena.programs:silent", seconds=0.05)
    assert answered == Answered(None, late=1, problem="no answer within 0.05 seconds")


# GTP.


@pytest.mark.parametrize(
    ("behaviour", "answered"),
    [
        ("counts", Answered(0)),
        ("resigns", Answered(None, resigned=True)),
        ("illegal", Answered(None, refused=1, problem="z9 is off the board; cells go from a1 to d4")),
        ("refuses", Answered(None, refused=1, problem="the program answered '? no idea' to 'genmove 1'")),
        ("dies", Answered(None, refused=1, problem="the program ended before it answered 'genmove 1'")),
    ],
)
def test_what_a_program_answers_is_taken_or_counted(behaviour: str, answered: Answered) -> None:
    assert answer(program(behaviour)) == answered


def test_a_program_that_takes_too_long_is_late_and_starts_again_for_the_next_match() -> None:
    match = Match("duel", {"size": 4})
    player = contestant(match.game, read_player(program("hangs")), LIMITS._replace(seconds=0.1))
    try:
        for _ in range(2):
            player.begin(match)
            assert player.answer(match).late == 1
    finally:
        player.close()


def commands_for(game: str, log: Path) -> list[str]:
    """What a program is told until it moves first."""
    assert answer(program("logs", log), game).resigned
    return log.read_text().splitlines()


def test_a_program_is_shown_a_secret_game_as_its_seat_sees_it(tmp_path: Path) -> None:
    *told, setup, _ = commands_for("mosaic", tmp_path / "log")
    match = Match("mosaic", None, 5)
    assert setup == f"q-setup {json.dumps(match.describe())}"
    assert not [line for line in told if line.startswith("q-seed")]


def test_a_program_is_told_the_variant_the_seed_and_the_moves_of_an_open_game(tmp_path: Path) -> None:
    told = commands_for("flood", tmp_path / "log")
    assert [line.split()[0] for line in told] == ["list_commands", "q-variant", "q-seed", "clear_board", "genmove"]
    match = Match("duel", {"size": 4}, play_passes=True)
    player = contestant(match.game, read_player(program("logs", "a1", tmp_path / "moves")), LIMITS)
    player.begin(match)
    for move in ("b2", "a1", "b3"):
        match.play(move)
        if match.position.turn == 2:
            player.answer(match)
    player.close()
    moves = ["play 1 b2", "genmove 2", "play 1 b3", "genmove 2"]
    assert (tmp_path / "moves").read_text().splitlines()[-4:] == moves, "its own move is not sent back to it"


# Language models.


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "PAUSE_SECONDS", 0.0)


def first_legal(text: str) -> str:
    return f"I play {text.split('Legal moves: ')[1].split()[0]}"


@pytest.fixture
def model() -> Iterator[Endpoint]:
    with serving(replying(first_legal)) as endpoint:
        yield endpoint


def test_a_language_model_is_told_the_rules_and_answers_in_words(model: Endpoint) -> None:
    assert answer(f"llm:tiny@{model.url}") == Answered(0)
    body = model.requests[0].body
    assert body["model"] == "tiny"
    assert "You play Infinity Grid Duel as Red" in body["messages"][0]["content"]
    assert "It is your move." in body["messages"][1]["content"]


def test_refused_answers_of_a_language_model_are_counted_and_come_back_with_the_reason() -> None:
    with serving(replying(lambda text: "a1" if "z9 is off the board" in text else "z9")) as endpoint:
        assert answer(f"llm:m@{endpoint.url}") == Answered(0, refused=1)
    with serving(replying(lambda text: "I resign")) as endpoint:
        answered = answer(f"llm:m@{endpoint.url}")
    assert (answered.move, answered.refused) == (None, 3)


def test_a_late_language_model_is_counted_as_late() -> None:
    with serving(silent) as endpoint:
        answered = answer(f"llm:m@{endpoint.url}", seconds=0.05)
    assert (answered.move, answered.refused, answered.late) == (None, 0, 3)


def test_an_endpoint_that_fails_stops_the_arena_and_loses_nothing() -> None:
    with serving(sending(b"overloaded", 503)) as endpoint:
        with pytest.raises(Refusal, match="the model's endpoint answered 503; what was played is kept"):
            answer(f"big=llm:m@{endpoint.url}")
        assert len(endpoint.requests) == players.ENDPOINT_TRIES
    with serving(sending(b"{}")) as endpoint, pytest.raises(Refusal, match="not a chat completion"):
        answer(f"llm:m@{endpoint.url}")


def test_a_key_goes_to_its_own_address_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_LLM_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("QUINCUNX_LLM_KEY", "secret")
    monkeypatch.setenv("QUINCUNX_LLM_MODEL", "usual")
    monkeypatch.setenv("OTHER_KEY", "other")
    assert model_settings("llm:").llm_key == "secret"
    assert model_settings("llm:").llm_model == "usual"
    assert model_settings("llm:m@http://127.0.0.1:1/v1").llm_key == "secret"
    assert model_settings("llm:m@http://127.0.0.1:2/v1").llm_key == ""
    assert model_settings("llm:m@http://127.0.0.1:2/v1 OTHER_KEY").llm_key == "other"


# What is refused before anything is played.


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("grandmaster", "duel has no player 'grandmaster'"),
        ("", "a player is a level, gtp:COMMAND"),
        ("gtp:", "gtp: needs a command"),
        ("gtp:'", "is not a command line"),
        ("gtp:/no/such/program", "cannot start '/no/such/program'"),
        (program("mute"), "does not speak GTP"),
        ("gtp:true", "does not speak GTP"),
        ("python:tests.arena.programs:nothing", "cannot be imported"),
        ("python:no_such_module:f", "cannot be imported"),
        ("python:", "cannot be imported"),
        ("python:tests.arena.broken:f", "cannot be imported: ZeroDivisionError: division by zero"),
        ("python:tests.arena.programs:NOT_A_FUNCTION", "is not a function"),
        ("llm:m", "has no address"),
        ("llm:m@ftp://host", "needs an address such as"),
        ("llm:m@http://me:pass@host/v1", "without a name or key in it"),
        ("llm:m@http://host NO_SUCH_VARIABLE", "names NO_SUCH_VARIABLE for its key, which is not set"),
    ],
)
def test_a_wrong_player_is_refused_in_one_line(text: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINCUNX_LLM_URL", raising=False)
    with pytest.raises(Refusal) as refusal:
        answer(text)
    assert problem in refusal.value.message
    assert "\n" not in refusal.value.message


def test_a_game_with_a_secret_needs_a_program_that_can_be_shown_a_position() -> None:
    with pytest.raises(Refusal, match="does not know q-setup, which mosaic needs"):
        answer(program("counts"), "mosaic")
