"""The arena as a whole: its matches, its folder, its ratings and its page."""

import json
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

from quincunx.arena.contest import play_contest
from quincunx.arena.folder import MATCHES
from quincunx.arena.page import ArenaResult, write_arena
from quincunx.arena.players import AnswerLimits, read_player
from quincunx.arena.round_robin import Arena
from quincunx.cli.lab import EXTRAS
from quincunx.engine.errors import Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.match import replay
from tests.search.advice.endpoint import replying, serving
from tests.suite.games import every_game
from tests.support.command import run
from tests.support.waiting import LIMIT_SECONDS

PYTHON = "python:tests.arena.programs:"
PLAYERS = ("greedy", "random", f"lowest={PYTHON}lowest", f"bad={PYTHON}off_the_board")


def arena(path: Path, *players: str, game: str = "duel", **further: object) -> Arena:
    variant = {"size": 3} if game == "duel" else {"size": 4}
    limits = AnswerLimits(tries=2, seconds=LIMIT_SECONDS, list_moves=True)
    return Arena(game, variant, [read_player(text) for text in players or PLAYERS], limits, path, **further)  # type: ignore[arg-type]


def result_of(played: Arena) -> ArenaResult:
    result = write_arena(played)
    assert result is not None
    return result


def test_everyone_meets_everyone_with_seats_swapped_for_each_seed(tmp_path: Path) -> None:
    played = arena(tmp_path)
    played.play(4)
    assert len(played.contests) == 6 * 4
    met = [(one.players, one.seed) for one in played.contests if set(one.players) == {"greedy", "random"}]
    assert sorted(met) == [(pair, seed) for pair in (("greedy", "random"), ("random", "greedy")) for seed in (1, 2)]
    assert {one.result for one in played.contests if "bad" in one.players and one.players[0] == "bad"} == {"2"}
    for one in played.contests:
        assert len(replay(one.record).history) == one.plies


def test_the_ratings_have_intervals_and_conduct_is_counted(tmp_path: Path) -> None:
    played = arena(tmp_path)
    played.play(4)
    summary = result_of(played).as_json()
    assert summary["ratings"][-1]["player"] == "bad"
    assert all(row["low"] < row["elo"] < row["high"] for row in summary["ratings"])
    assert summary["conduct"]["bad"]["forfeits"] == summary["conduct"]["bad"]["refused"] == 12
    assert summary["conduct"]["bad"]["last_problem"].startswith("z9 is off the board")
    assert summary["conduct"]["greedy"]["forfeits"] == 0
    page = (tmp_path / "report.html").read_text()
    assert "Arena: Infinity Grid Duel" in page
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    assert json.loads((tmp_path / "summary.json").read_text()) == summary


def test_an_arena_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = arena(tmp_path / "whole")
    whole.play(4)
    cut = arena(tmp_path / "cut")
    cut.play(2)
    with (tmp_path / "cut" / MATCHES).open("a") as file:
        file.write('{"players": ["greedy", "ran')
    asked: list[object] = []

    def counting(*arguments: object) -> object:
        asked.append(arguments[1])
        return play_contest(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("quincunx.arena.round_robin.play_contest", counting)
    resumed = arena(tmp_path / "cut")
    resumed.play(4)
    assert len(asked) == 12, "only what is missing is played"
    assert result_of(resumed).tournament.ratings == result_of(whole).tournament.ratings
    assert len((tmp_path / "cut" / MATCHES).read_text().splitlines()) == 24


def test_players_and_matches_can_be_added_and_nothing_else_can_change(tmp_path: Path) -> None:
    arena(tmp_path, "greedy", "random").play(2)
    more = arena(tmp_path, "greedy", "random", f"new={PYTHON}lowest")
    more.play(2)
    assert len(more.contests) == 6
    with pytest.raises(Refusal, match="contains another arena"):
        arena(tmp_path, "greedy", "random", seed=9)
    with pytest.raises(Refusal, match="contains another arena"):
        arena(tmp_path, "greedy=easy", "random")


def test_several_matches_at_a_time_give_the_same_result(tmp_path: Path) -> None:
    one, two = arena(tmp_path / "one"), arena(tmp_path / "two")
    one.play(2)
    two.play(2, jobs=3)
    assert result_of(one).tournament.ratings == result_of(two).tournament.ratings


def test_a_failing_player_stops_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.arena.players.PAUSE_SECONDS", 0.0)
    with serving(replying(lambda text: "a1")) as endpoint:
        played = arena(tmp_path, f"gone=llm:m@{endpoint.url}", "random")
    with pytest.raises(Refusal, match="gone: the model's endpoint cannot be used"):
        played.play(4, jobs=2)
    assert not played.contests


def test_players_of_a_game_for_one_are_compared_on_the_same_boards(tmp_path: Path) -> None:
    played = arena(tmp_path, "easy", "random", f"bad={PYTHON}off_the_board", game="flood")
    played.play(4)
    assert len(played.contests) == 12
    assert [row.player for row in result_of(played).tournament.ratings] == ["easy", "random", "bad"]


@pytest.mark.long
@every_game
def test_our_own_program_plays_every_game_by_the_rules(game: AnyGame, tmp_path: Path) -> None:
    ours = f"ours=gtp:{sys.executable} -m quincunx gtp --game {game.slug} --level {next(iter(game.levels))}"
    limits = AnswerLimits(tries=1, seconds=60.0, list_moves=False)
    played = Arena(game.slug, None, [read_player(ours), read_player("random")], limits, tmp_path)
    played.play(2)
    conducts = [conduct for one in played.contests for conduct in one.conduct]
    assert not [conduct for conduct in conducts if conduct.refused or conduct.late or conduct.forfeited]


def test_the_first_plies_can_be_random_and_are_the_same_for_both_seats(tmp_path: Path) -> None:
    played = arena(tmp_path, "greedy", f"lowest={PYTHON}lowest", opening=3)
    played.play(2)
    first, second = (replay(one.record).moves[:3] for one in played.contests)
    assert first == second


def test_a_match_that_is_too_long_is_a_draw(tmp_path: Path) -> None:
    played = arena(tmp_path, "greedy", "random", game="pushmine", most_plies=4)
    played.play(2)
    assert {(one.result, one.ended_by, one.plies) for one in played.contests} == {("draw", "ply_cap", 4)}


def test_a_match_in_which_ai_players_agree_to_a_draw_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = arena(tmp_path, "greedy", "random", game="pushmine")
    monkeypatch.setattr(type(played.game), "agrees_to_draw", lambda game, seen: True)
    played.play(2)
    assert {(one.result, one.ended_by) for one in played.contests} == {("draw", "agreement")}


def test_two_language_models_meet_on_the_command_line(tmp_path: Path) -> None:
    def last_legal(text: str) -> str:
        return text.split("Legal moves: ")[1].split("\n")[0].rstrip(".").split()[-1]

    with serving(replying(last_legal)) as endpoint:
        models = (f"--player=one=llm:m@{endpoint.url}", f"--player=two=llm:m@{endpoint.url}")
        small = ("--variant", '{"size": 3}', "--games", "2", "--list-moves", "--out", str(tmp_path / "arena"))
        done = run("arena", "duel", *models, *small, "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["games"] == 2
    assert summary["conduct"]["one"]["refused"] == 0
    assert "Arena of duel" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess", "--player", "easy", "--player", "hard"),
        ("duel",),
        ("duel", "--player", "easy"),
        ("duel", "--player", "easy", "--player", "easy"),
        ("duel", "--player", "easy", "--player", "gtp:/no/such/program"),
        ("duel", "--player", "easy", "--player", "python:nothing:here"),
        ("duel", "--player", "easy", "--player", "random", "--variant", "huge"),
        ("duel", "--player", "easy", "--player", "random", "--seed", "-1"),
        ("duel", "--player", "easy", "--player", "random", "--games", "0"),
        ("duel", "--player", "easy", "--player", "random", "--out", "."),
        ("duel", "--player", "easy", "--player", "random", "--out", "letter.txt"),
    ],
    ids=" ".join,
)
def test_a_wrong_argument_gives_one_line_and_plays_nothing(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("dear diary")
    done = run("arena", *arguments)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("quincunx: ")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_without_the_extra_there_is_one_line(tmp_path: Path) -> None:
    arguments = ["quincunx", "arena", "duel", "--player=easy", "--player=random", f"--out={tmp_path / 'arena'}"]
    code = (
        "import sys; from quincunx.cli import main; from quincunx.cli.lab import EXTRAS;"
        f"sys.modules.update(dict.fromkeys(EXTRAS)); sys.argv = {arguments}; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "quincunx: not_ready: this command needs jinja2: pip install 'quincunx[lab]'\n"
    assert not list(tmp_path.iterdir())


def test_the_line_knows_every_library_of_the_extra() -> None:
    needed = [name for name in requires("quincunx") or [] if "extra == 'lab'" in name or 'extra == "lab"' in name]
    assert {re.match(r"[\w-]+", name)[0] for name in needed} == {*EXTRAS, "distributed"}  # type: ignore[index]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    arena(tmp_path, "greedy", "random").play(2)
    lines = (tmp_path / MATCHES).read_text().splitlines()
    (tmp_path / MATCHES).write_text("\n".join(["{}", *lines]) + "\n")
    with pytest.raises(Refusal, match=r"line 1 of .* is not a match of the arena"):
        arena(tmp_path, "greedy", "random")
    (tmp_path / "arena.json").write_text("[]")
    with pytest.raises(Refusal, match="is not the plan of an arena"):
        arena(tmp_path, "greedy", "random")
