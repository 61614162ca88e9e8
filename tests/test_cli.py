"""The command `quincunx`: what it prints, and its exit status."""

import json
import os
import sys
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import options
from quincunx.engine.kernels import randomness
from tests.support.command import run, run_process


def answered(*arguments: str, typed: str = "") -> str:
    done = run(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = quincunx.Match("duel", None, 5)
    for text in ("c3", "e5", "c4"):
        match.play(text)
    path = tmp_path_factory.mktemp("records") / "duel.json"
    path.write_text(match.record().as_json_text(), encoding="utf-8")
    return path


def test_help_lists_the_commands() -> None:
    text = answered("--help")
    for command in ("play", "gtp", "replay", "perft", "bench", "games", "version"):
        assert f"  {command} " in text
    assert answered() == text


@pytest.mark.parametrize("group", [(), ("lab",), ("db",)], ids=" ".join)
def test_what_a_command_does_fits_on_a_line_of_the_list(group: tuple[str, ...]) -> None:
    assert "..." not in answered(*group, "--help").partition("Commands:")[2]


def test_a_process_of_its_own_answers_the_same() -> None:
    for arguments in (("version",), ("perft", "duel", "1"), ("perft", "nogame", "1")):
        assert run_process(*arguments) == run(*arguments)


def test_the_help_of_a_command_lists_the_games_also_those_of_other_packages(tmp_path: Path) -> None:
    """A game of another package is known by its entry point; its module need not be there."""
    package = tmp_path / "chess-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: chess\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[quincunx.games]\nchess = no_such_module\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    for command in (("perft",), ("gtp",), ("lab", "run")):
        text = " ".join(run_process(*command, "--help", PYTHONPATH=path).stdout.split())
        assert "cascade, chess, duel, flood, mosaic or pushmine" in text


def test_the_default_seed_is_that_of_the_engine() -> None:
    assert options.DEFAULT_SEED == randomness.DEFAULT_SEED


@pytest.mark.parametrize(
    "arguments",
    [
        ("bogus",),
        ("--bogus",),
        ("perft",),
        ("perft", "nogame", "2"),
        ("perft", "duel", "two"),
        ("perft", "duel", "-1"),
        ("perft", "duel", "2", "--variant", '{"size": 99}'),
        ("perft", "duel", "2", "--variant", "nopreset"),
        ("perft", "duel", "2", "--seed", "-3"),
        ("replay", "/no/such/file"),
        ("replay", "."),
        ("gtp",),
        ("gtp", "--game", "nogame"),
        ("gtp", "--game", "duel", "--level", "grandmaster"),
        ("play", "nogame"),
        ("play", "--id", "q1.duel"),
        ("play", "flood", "--series", "2"),
        ("play", "duel", "--series", "1"),
        ("play", "duel", "--server", "http://127.0.0.1:9", "--variant", '{"size"'),
        ("bench", "nogame"),
        ("bench", "--seconds", "-1"),
    ],
    ids=" ".join,
)
def test_a_wrong_argument_gives_one_line_and_exit_status_2(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("quincunx: ")
    assert done.stderr.count("\n") == 1


def test_version_and_games_for_programs() -> None:
    assert answered("version").strip() == f"quincunx {quincunx.__version__}"
    assert json.loads(answered("version", "--json"))["games"]["pushmine"] == 2
    catalogue = {entry["game"]: entry for entry in json.loads(answered("games", "--json"))}
    assert set(catalogue) >= {"cascade", "duel", "flood", "mosaic", "pushmine"}
    assert catalogue["pushmine"]["options"]["size"] == {"default": 5, "allowed": "a whole number from 4 to 6"}
    assert "blitz" in answered("games")


def test_perft_counts_and_divides() -> None:
    assert answered("perft", "pushmine", "2").strip() == "380"
    divided = json.loads(answered("perft", "duel", "2", "--divide", "--json"))
    assert divided["count"] == 36 * 35 == sum(divided["divide"].values())
    assert divided["divide"]["a1"] == 35
    assert answered("perft", "duel", "0", "--divide").strip().endswith("1")


def test_bench_prints_a_signature_that_stays() -> None:
    first, again = (json.loads(answered("bench", "duel", "--seconds", "0.01", "--json")) for _ in range(2))
    assert first[0]["signature"] == again[0]["signature"]
    assert first[0]["moves_a_second"] > 0
    assert "million moves/s" in answered("bench", "duel", "--seconds", "0.01")


def test_replay_verifies_a_record(record_file: Path) -> None:
    assert "3 moves verified" in answered("replay", str(record_file))
    shown = json.loads(answered("replay", str(record_file), "--json"))
    assert shown["record"]["moves"] == ["c3", "e5", "c4"]
    assert shown["position"]["ply"] == 3
    stepped = answered("replay", str(record_file), "--step")
    assert stepped.count("Red takes") == 2
    assert "3 moves verified" in answered("replay", "-", typed=shown["text"])


def test_a_tampered_record_is_refused_with_its_ply(record_file: Path, tmp_path: Path) -> None:
    record = json.loads(record_file.read_text(encoding="utf-8"))
    record["moves"][2] = "a6"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(record), encoding="utf-8")
    done = run("replay", str(bad))
    assert done.returncode == 2
    assert "ply 2" in done.stderr
    bad.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(bad)).returncode == 2


def test_a_hint_and_an_analysis_of_a_record(record_file: Path) -> None:
    assert json.loads(answered("hint", str(record_file), "--json"))["move"] in answered("hint", str(record_file))
    done = run("analyse", str(record_file), "--level", "easy", "--json")
    assert [one["move"] for one in json.loads(done.stdout)["moves"]] == ["c3", "e5", "c4"], done.stderr
    table = run("analyse", str(record_file), "--level", "easy")
    assert "analysing" in table.stderr
    assert table.stdout.count("accuracy") == 2


def test_the_ladder_plays_two_levels_against_each_other() -> None:
    done = run("ladder", "duel", "--stronger", "medium", "--weaker", "easy", "--games", "2", "--json")
    (row,) = json.loads(done.stdout)
    assert (row["stronger"], row["weaker"], row["games"]) == ("medium", "easy", 2)
    assert "medium over easy" in done.stderr
    assert run("ladder", "duel", "--stronger", "medium").returncode == 2


def test_gtp_speaks_on_standard_input_and_output() -> None:
    assert answered("gtp", "--game", "duel", typed="name\nplay 1 c3\nquit\n") == "= Quincunx\n\n=\n\n=\n\n"


def test_a_match_is_played_in_the_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    typed = f"3>\nav\n3<\n3>\nundo\nredo\nhistory\nmoves\nhelp\nid\nsave {saved}\nresign\nrestart\nquit\n"
    text = answered("play", "pushmine", "--seed", "3", typed=typed)
    assert "X pushes 3>" in text
    assert "3> would undo the push just played" in text
    assert "X wins!" in text, "it was O who resigned"
    assert "q1.pushmine.2.standard.3.3r-ad-3l" in text
    assert "3 moves verified" in answered("replay", str(saved))


def test_a_series_is_played_in_the_terminal() -> None:
    text = answered("play", "duel", "--series", "2", typed="next\nrestart\nc3\nresign\nnext\nresign\nnext\nquit\n")
    assert "the match is not over" in text
    assert "a match of a series is not restarted" in text
    scores = [line for line in text.splitlines() if "series" in line and ": " in line]
    assert [line.split(": ")[1] for line in dict.fromkeys(scores)] == [
        "■ Red 0, ● Green 0",
        "■ Red 1, ● Green 0",
        "■ Red 0, ● Green 1",
        "■ Red 0, ● Green 2",
    ], "the winner sits in the other seat next time"
    assert "● Green wins the series" in text


def test_a_pasted_id_goes_on() -> None:
    text = answered("play", "--id", "q1.duel.1.standard.5.c3-d3", typed="c4\nquit\n")
    assert "quincunx play --id q1.duel.2.standard.5.c3-d3-c4" in text


def test_the_menu_leads_to_a_game_and_back() -> None:
    text = answered("play", typed="pushmine\nblitz\n\n1>\nquit\nnonsense\n2\nnopreset\n\n\n")
    assert "Pushmine · blitz" in text
    assert "There is no game 'nonsense'" in text
    assert "there is no preset 'nopreset'" in text


def test_the_end_of_input_ends_the_game() -> None:
    assert "To continue later" in answered("play", "duel", typed="c3\n")
