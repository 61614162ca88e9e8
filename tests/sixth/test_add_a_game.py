"""docs/add-a-game.md, followed step by step: the code on that page is a sixth game, and the whole package knows it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.playouts import perft, playouts
from quincunx.engine.match import Match
from quincunx.gtp import Session
from quincunx.sentences import join_sentences, names_of
from quincunx.testing import check_game
from tests.sixth import page
from tests.support import command


def run(installed: Path, *arguments: str) -> str:
    """What a command prints in a process of its own, where the package is installed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=installed,
        env=os.environ | {"PYTHONPATH": page.search_path(installed), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def quincunx(*arguments: str, typed: str = "") -> str:
    """What a command prints, within this process."""
    done = command.run(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


# The page.


def test_the_test_of_the_page_passes(installed: Path) -> None:
    """As somebody runs it who has followed the page: in a process of its own, where only the entry point names it."""
    test = str(installed.parent / "source" / "test_tictactoe.py")
    assert "1 passed" in run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, test)


def test_the_example_of_the_page_runs(installed: Path) -> None:
    assert run(installed, str(installed.parent / "source" / "try_it.py")) == ""


def test_it_keeps_every_law(sixth: AnyGame) -> None:
    check_game(sixth)


# Matches.


def test_its_games_are_counted(sixth: AnyGame) -> None:
    start = sixth.new(sixth.variant(), 0)
    assert perft(start, 9) == 127872, "games of tic-tac-toe that fill the board"
    assert perft(start, 5) == 15120


def test_its_random_games_are_won_as_often_as_they_are_known_to_be(sixth: AnyGame) -> None:
    done = playouts(sixth.new(sixth.variant(), 0), 7, 20_000, 9)
    assert done.first / done.games == pytest.approx(0.585, abs=0.015)
    assert done.second / done.games == pytest.approx(0.288, abs=0.015)
    assert done.drawn / done.games == pytest.approx(0.127, abs=0.015)


def test_its_own_event_says_its_sentence(sixth: AnyGame) -> None:
    match = Match(sixth)
    for text in ("a1", "a2", "b1", "b2"):
        match.play(text)
    events = match.play("c1")
    assert [event.kind for event in events] == ["placed", "line_made", "ended"]
    assert join_sentences(events, names_of(match)) == "X takes c1; X has a line: a1, b1, c1; X wins (line)"


def test_its_own_error_code_refuses_the_first_mark_in_the_centre(sixth: AnyGame) -> None:
    with pytest.raises(Refusal) as refusal:
        Match(sixth, "closed").play("b2")
    assert refusal.value.errorCode == "centre_closed"
    assert refusal.value.message.startswith("the centre is closed for the first mark; mark one of a1")


# Programs and terminals.


def test_it_speaks_gtp(sixth: AnyGame) -> None:
    session = Session(sixth, "closed")
    assert str(session.answer("play 1 b2")).startswith("? centre_closed: the centre is closed")
    assert session.answer("play 1 a1") == "=\n\n"
    assert session.answer("q-legal_moves") == "= a2 a3 b1 b2 b3 c1 c2 c3\n\n"
    assert str(session.answer("7 play 2 a1")).startswith("?7 cell_occupied: a1 is taken")
    assert str(session.answer("genmove 2")).startswith("= ")


def test_gtp_plays_its_levels(sixth: AnyGame) -> None:
    answers = quincunx("gtp", "--game", sixth.slug, "--level", "insane", typed="play 1 a1\ngenmove 2\nquit\n")
    assert "= b2" in answers, "every other answer to a corner loses"


def test_its_matches_are_analysed_by_its_own_hint_level(sixth: AnyGame, tmp_path: Path) -> None:
    match = Match(sixth)
    for text in ("a1", "a2", "b1"):
        match.play(text)
    record = tmp_path / "record.json"
    record.write_text(match.record().as_json_text(), encoding="utf-8")
    assert "hard" not in sixth.levels
    judged = json.loads(quincunx("analyse", str(record), "--json"))["moves"]
    assert [one["label"] for one in judged][1] == "blunder", "every answer to a corner but b2 loses"


def test_it_is_listed(installed: Path) -> None:
    """By a process that knows it by its entry point alone."""
    assert "tictactoe" in run(installed, "-m", "quincunx", "games")


def test_it_is_played_in_the_terminal(sixth: AnyGame) -> None:
    typed = "a1\nundo\nb2\nhint\nmoves\nhistory\nquit\n"
    text = quincunx("play", sixth.slug, "--level", "insane", "--seed", "3", typed=typed)
    assert "Tic-tac-toe" in text
    assert "X takes b2" in text
    assert "✕" in text


def test_two_people_end_a_match_in_the_terminal(sixth: AnyGame) -> None:
    text = quincunx("play", sixth.slug, "--variant", "closed", typed="b2\na1\na2\nb1\nb2\nc1\nquit\n")
    assert "the centre is closed for the first mark" in text
    assert "X has a line: a1, b1, c1" in text
    assert "X wins" in text


# The lab.


LAB_RUN = ("lab", "run", page.PACKAGE, "--games", "20", "--ladder", "0")


def test_the_lab_measures_it(sixth: AnyGame, tmp_path: Path) -> None:
    quincunx(*LAB_RUN, "--cluster", "threads:1", "--out", str(tmp_path))
    assert "Tic-tac-toe" in (tmp_path / "report.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_lab_measures_it_in_a_process_that_it_starts(installed: Path, tmp_path: Path) -> None:
    run(installed, "-m", "quincunx", *LAB_RUN, "--cluster", "processes:1", "--out", str(tmp_path))
    assert "Tic-tac-toe" in (tmp_path / "report.md").read_text(encoding="utf-8")
