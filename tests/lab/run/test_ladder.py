"""The ladder of levels: scores, and pairings that are played fairly."""

import json
import subprocess
import sys

from quincunx.catalogue import game as find_game
from quincunx.lab.ladder import LadderResult, climb, pairing_score
from quincunx.lab.run.lab_match import LabMatch
from quincunx.lab.run.players import find_player
from tests.suite.scale import COMPILED
from tests.support.command import run


def test_a_draw_counts_half() -> None:
    games = [LadderResult(1.0, 10, (0.1, 0.2)), LadderResult(0.5, 20, (0.3, 0.1)), LadderResult(0.0, 30, (0.2, 0.2))]
    row = pairing_score("hard", "easy", games)
    assert (row.wins, row.draws, row.losses, row.score) == (1, 1, 1, 0.5)
    assert row.mean_plies == 20
    assert row.slowest == (0.3, 0.2)


def test_each_seed_is_played_from_both_seats_and_is_reproducible() -> None:
    count = 6 if COMPILED else 2
    first, again = (list(climb("duel", "medium", "easy", count))[-1] for _ in range(2))
    assert first.games == count
    assert first._replace(slowest=(0, 0)) == again._replace(slowest=(0, 0))
    assert first.score > 0.5


def test_a_certain_rest_is_played_without_asking_and_changes_nothing() -> None:
    game = find_game("duel")
    players = (find_player(game, "medium"), find_player(game, "easy"))
    start = game.new(game.variant(), 1)
    whole, quick = (LabMatch(game, start, 1, players, asks).play_on(200, 0) for asks in (True, False))
    assert (quick.result, len(quick.moves)) == (whole.result, len(whole.moves))
    assert sum(quick.choices) < sum(whole.choices)


def test_the_command_measures_a_pairing_and_answers_json() -> None:
    done = run("ladder", "duel", "--stronger", "medium", "--weaker", "easy", "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)[0]
    assert row["stronger"] == "medium"
    assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1


def test_a_wrong_pairing_is_refused_in_one_line() -> None:
    for arguments in (("--stronger", "hard"), ("--stronger", "godlike", "--weaker", "easy")):
        done = run("ladder", "duel", *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("quincunx: unknown_level")
    assert run("ladder", "flood").returncode == 2


def test_the_ladder_needs_none_of_the_packages_of_the_lab_s_extra() -> None:
    code = "import sys, quincunx.lab.ladder; print(*({'polars', 'plotly', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
