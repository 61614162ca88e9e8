"""`quincunx lab people`."""

import json
from pathlib import Path

import pytest

from tests.lab.people.simulated import PERSON, named, records
from tests.support.command import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "records"
    path.mkdir()
    texts = [record.as_json_text() for _, record in named(records(100), PERSON, PERSON)]
    (path / "played.jsonl").write_text("\n".join(texts), encoding="utf-8")
    return path


def test_it_says_which_level_plays_most_like_people(folder: Path, tmp_path: Path) -> None:
    options = ("--players", "easy,medium", "--games", "20", "--cluster", "threads:1", "--out", str(tmp_path / "out"))
    done = run("lab", "people", "duel", "--records", str(folder), *options)
    assert done.returncode == 0, done.stderr
    assert "easy plays most like people" in " ".join(done.stderr.split())
    assert done.stdout.strip() == str(tmp_path / "out" / "report.html")
    page, text = ((tmp_path / "out" / name).read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    for shown in (page, text):
        assert "easy plays most like people" in shown
        assert "Are matches decided?" in shown
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    question = next(row for row in summary["rules"][0]["questions"] if row["name"] == "decisive")
    assert question["levels"].keys() == {"easy", "medium"}
    assert {"ai", "difference", "clear"} <= question["levels"]["easy"].keys()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--records", "nowhere"),
        ("--records", "empty"),
        ("--records", "empty", "--database", "sqlite:///matches.db"),
        ("--database", "mysql://nobody"),
        ("chess", "--records", "empty"),
        ("duel", "--records", "empty", "--players", "grandmaster"),
        ("--records", "empty", "--players", "easy"),
    ],
    ids=" ".join,
)
def test_a_wrong_argument_gives_one_line_and_exit_status_2(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    done = run("lab", "people", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
