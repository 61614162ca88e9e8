"""Reports: complete in themselves, and made for reading."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.engine.match import replay
from quincunx.lab.judge.summary import Found, described_columns
from quincunx.lab.report.comparison import compare, write_comparison
from quincunx.lab.report.report import headline, html_table, write_report
from quincunx.lab.report.sweep import (
    heat_maps,
    read_aim,
    setting_name,
    settings,
    summarise_sweep,
    verdict_on,
    write_sweep,
)
from quincunx.lab.report.tournament import play_tournament, specs_of, write_tournament
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.workers import crew_at
from tests.lab.runs import play, small_spec
from tests.suite.scale import scaled


class Skeleton(HTMLParser):
    """What a page fetches, and which of its tags are left open."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.fetched += [str(given[name]) for name in ("src", "href") if name in given]
        self.ids += [str(given["id"])] if "id" in given else []
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def skeleton(page: str) -> Skeleton:
    found = Skeleton()
    found.feed(page)
    return found


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    spec = small_spec("pushmine", players=("random",), games=scaled(300, 6), max_plies=scaled(400, 25))
    return play(spec, tmp_path_factory.mktemp("report") / "run")


def test_a_report_is_one_file_that_fetches_nothing(run_folder: RunFolder) -> None:
    write_report(run_folder)
    page = (run_folder.path / "report.html").read_text(encoding="utf-8")
    found = skeleton(page)
    assert found.fetched == []
    assert found.open == []
    drawn = re.search(r"^const figures = (.*);$", page, re.MULTILINE)
    assert drawn is not None
    figures = json.loads(drawn[1])
    assert [name for name in found.ids if name.startswith("plot-")] == [f"plot-{n}" for n in range(len(figures))]
    assert len(figures) >= 5


def test_verdicts_come_first_then_plots_then_tables_then_how_it_was_made(run_folder: RunFolder) -> None:
    write_report(run_folder)
    page = (run_folder.path / "report.html").read_text(encoding="utf-8")
    places = [
        page.index(f">{text}<") for text in ("Pushmine · standard", "Plots", "Outcomes", "Metrics", "How it was made")
    ]
    assert places == sorted(places)
    assert page.index("class='verdict'") < page.index(">Plots<")


def test_the_summary_holds_what_the_report_says(run_folder: RunFolder) -> None:
    found = write_report(run_folder)
    told = json.loads((run_folder.path / "summary.json").read_text(encoding="utf-8"))
    assert told == json.loads(json.dumps(found))
    assert sum(told["lights"].values()) == len(told["verdicts"])
    text = (run_folder.path / "report.md").read_text(encoding="utf-8")
    for verdict in told["verdicts"]:
        assert verdict["sentence"] in text
        assert not verdict["n"] or verdict["low"] <= verdict["estimate"] <= verdict["high"]


def test_the_headline_tells_what_is_bad_and_what_is_middling_only_where_nothing_is_bad() -> None:
    def told(*lights: str) -> str:
        return headline({"verdicts": [{"light": one, "sentence": f"A {one} one.", "player": None} for one in lights]})

    assert told("green", "red", "amber", "grey", "red") == "A red one. A red one."
    assert told("green", "amber", "grey") == "A amber one."
    assert told("green", "grey") == "Nothing is wrong that these matches could show."


def test_a_report_says_at_which_level_its_intervals_are(tmp_path: Path) -> None:
    folder = play(small_spec(games=12), tmp_path)
    write_report(folder, level=0.99)
    for name in ("report.html", "report.md"):
        assert "Intervals are of 99 %: Wilson" in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    ("slug", "unit"), [("cascade", "tokens"), ("mosaic", "points"), ("duel", "hundredths of a tile")]
)
def test_a_comeback_is_told_in_the_unit_of_the_lead(slug: str, unit: str) -> None:
    assert described_columns(game(slug))["comeback"]["unit"] == unit


def test_a_bar_shows_zones_that_do_not_mix(run_folder: RunFolder) -> None:
    """Colours drawn over each other must hide each other: the whole bar is translucent, not each zone."""
    write_report(run_folder)
    bars = re.findall(r"<svg.*?</svg>", (run_folder.path / "report.html").read_text().partition("</main>")[0])
    assert bars
    for bar in bars:
        assert bar.count("<rect") == 3
        assert re.findall(r"<rect[^>]*opacity", bar) == []


def test_short_texts_of_a_table_keep_to_one_line() -> None:
    table = html_table([["option", "n", "what it is"], ["[12, 13, 12, 12]", 3, "something that takes many words"]])
    assert "<td class=s>[12, 13, 12, 12]</td><td class=n>3</td><td>something" in table


def test_matches_worth_a_look_are_records(run_folder: RunFolder) -> None:
    found = write_report(run_folder)
    longest = next(row for row in found["notable"] if row["what"] == "the longest")
    assert len(replay(longest["record"]).moves) == longest["value"] == run_folder.games()["plies"].max()


def test_texts_cannot_break_out_of_the_page(run_folder: RunFolder) -> None:
    write_report(run_folder, notes=["</script><script>alert(1)</script>"])
    assert skeleton((run_folder.path / "report.html").read_text(encoding="utf-8")).open == []


def test_a_report_in_a_game_for_one_tells_of_each_player(tmp_path: Path) -> None:
    folder = play(small_spec("flood", {"size": 6, "limit": 8}, ("easy", "random"), 2 * scaled(12, 3)), tmp_path / "run")
    found = write_report(folder)
    assert {verdict["player"] for verdict in found["verdicts"]} == {"easy", "random"}
    gaps = {row["player"]: row["estimate"] for row in found["verdicts"] if row["name"] == "gap"}
    assert gaps["easy"] < gaps["random"]


# Two runs, many runs, everybody.


def test_a_comparison_tells_what_changed(tmp_path: Path) -> None:
    one = play(small_spec(variant={"size": 3}, players=("random",), games=200), tmp_path / "one")
    two = play(small_spec(variant={"size": 5}, players=("random",), games=200), tmp_path / "two")
    found = compare(one, two)
    assert found["options"] == {"size": [3, 5]}
    changes = {change["name"]: change for change in found["changes"]}
    assert changes["plies"]["clear"]
    assert changes["plies"]["change"]["low"] > 10
    assert not changes["repeats"]["clear"]
    write_comparison(RunFolder.around(tmp_path / "out"), found)
    assert skeleton((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).fetched == []
    assert "size: 3 became 5" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


def test_a_run_compared_with_itself_has_not_changed(run_folder: RunFolder) -> None:
    assert not any(change["clear"] for change in compare(run_folder, run_folder)["changes"])


def test_settings_are_all_combinations() -> None:
    found = settings(["goblins=0,1", "tokens=[12,13,12,12],[12,12,12,13]"])
    assert found[0] == {"goblins": 0, "tokens": [12, 13, 12, 12]}
    assert len(found) == 4
    assert settings(["vanish=wins,none"]) == [{"vanish": "wins"}, {"vanish": "none"}]
    assert setting_name(found[0]) == "goblins=0,tokens=12-13-12-12"
    for text in ("goblins", "goblins=", "=1"):
        with pytest.raises(Refusal):
            settings([text])


def test_a_sweep_finds_the_best_by_its_aim(tmp_path: Path) -> None:
    folders = [
        (setting, play(small_spec(variant=setting, players=("random",), games=60), tmp_path / setting_name(setting)))
        for setting in settings(["size=3,4,5"])
    ]
    found = summarise_sweep(folders, "min:plies")
    assert found["best"] == {"size": 3}
    assert found["clear"]
    assert summarise_sweep(folders, "max:plies")["best"] == {"size": 5}
    assert summarise_sweep(folders, "plies:17")["best"] == {"size": 4}
    assert "as small as can be" in verdict_on(found)
    write_sweep(RunFolder.around(tmp_path / "out"), found)
    assert skeleton((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).open == []


def told(**answers: tuple[float, float, float]) -> Found:
    """A summary with these answers."""
    rows = [
        {"name": name, "estimate": value, "low": low, "high": high, "n": 100}
        for name, (value, low, high) in answers.items()
    ]
    return {"game": "duel", "games": 100, "verdicts": rows, "metrics": rows, "lights": {"red": 2, "amber": 3}}


def test_a_sweep_of_a_game_for_one_shows_what_that_game_is_asked(tmp_path: Path) -> None:
    base = {"size": 5, "colours": 4}
    folders = [
        ({"limit": limit}, play(small_spec("flood", base | {"limit": limit}, ("easy",), 10), tmp_path / str(limit)))
        for limit in (2, 20)
    ]
    found = summarise_sweep(folders, "lights")
    assert {row["setting"]["limit"]: row["answers"]["winnable"]["estimate"] for row in found["rows"]} == {2: 0, 20: 1}
    gaps = {row["setting"]["limit"]: row["answers"]["gap"] for row in found["rows"]}
    assert gaps[2]["n"] == 0, "a board that was lost tells nothing about it"
    assert gaps[20]["estimate"] >= 0
    assert "Winnable" in [figure.title for figure in heat_maps(found)]


def test_an_aim_is_as_uncertain_as_what_it_rests_on() -> None:
    found = told(fair=(0.6, 0.55, 0.7), decisive=(0.1, 0.05, 0.2))
    assert read_aim("fair").worth(found)[:3] == pytest.approx((0.1, 0.05, 0.2))
    assert read_aim("balanced").worth(found)[:3] == pytest.approx((0.2, 0.1, 0.4))
    assert read_aim("fair").worth(told(fair=(0.52, 0.45, 0.6)))[:3] == pytest.approx((0.02, 0, 0.1))
    assert read_aim("max:fair").worth(found)[:3] == pytest.approx((-0.6, -0.7, -0.55))
    assert read_aim("lights").worth(found).value == pytest.approx(2.03)
    with pytest.raises(Refusal):
        read_aim("min:beauty").worth(found)


@pytest.mark.parametrize("aim", ["", "beauty", "min:", "plies:many", "max"])
def test_an_aim_that_cannot_be_is_refused(aim: str) -> None:
    with pytest.raises(Refusal):
        read_aim(aim)


def test_a_tournament_ranks_its_players(tmp_path: Path) -> None:
    specs = specs_of("duel", {"size": 4}, ["random", "greedy", "medium"], scaled(20, 4), 1)
    assert len(specs) == 3
    with crew_at("threads:1") as crew:
        found = play_tournament(specs, tmp_path, crew)
    ratings = {row["player"]: row["elo"] for row in found["ratings"]}
    assert ratings["random"] < ratings["greedy"]
    assert ratings["random"] < ratings["medium"]
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-6)
    write_tournament(RunFolder.around(tmp_path), found)
    assert skeleton((tmp_path / "report.html").read_text(encoding="utf-8")).fetched == []


def test_a_tournament_alone_is_decided_by_fewer_moves(tmp_path: Path) -> None:
    specs = specs_of("flood", {"size": 6}, ["random", "easy"], scaled(10, 2), 1)
    with crew_at("threads:1") as crew:
        found = play_tournament(specs, tmp_path, crew)
    assert [row["player"] for row in found["ratings"]] == ["easy", "random"]


def test_a_game_without_a_gauge_is_measured_and_judged_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game("duel")), "gauge", None)
    found = write_report(play(small_spec(players=("random",), games=20), tmp_path / "run"))
    assert {"fair", "decisive", "session"} <= {verdict["name"] for verdict in found["verdicts"]}
    assert "swing" not in {row["name"] for row in found["metrics"]}
