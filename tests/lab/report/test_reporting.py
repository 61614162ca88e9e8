"""Reports: self-contained and readable."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quincunx.catalogue import game
from quincunx.engine.errors import Refusal
from quincunx.engine.match import replay
from quincunx.lab.judge.aims import read_sweep_aim
from quincunx.lab.judge.metrics import MetricRow, Spread, metric_descriptions
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.judge.summary import Summary, Times
from quincunx.lab.judge.verdicts import Light, Verdict
from quincunx.lab.report.comparison import compare, write_comparison
from quincunx.lab.report.report import headline, write_report
from quincunx.lab.report.sweep import (
    heat_maps,
    summarise_sweep,
    write_sweep,
)
from quincunx.lab.report.table import ReportTable
from quincunx.lab.report.tournament import play_tournament, specs_of, write_tournament
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.workers import crew_at
from quincunx.lab.search.space import setting_name, settings
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
    parsed = Skeleton()
    parsed.feed(page)
    return parsed


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    spec = small_spec("pushmine", players=("random",), games=scaled(300, 6), max_plies=scaled(400, 25))
    return play(spec, tmp_path_factory.mktemp("report") / "run")


def test_a_report_is_one_file_that_fetches_nothing(run_folder: RunFolder) -> None:
    write_report(run_folder)
    page = (run_folder.path / "report.html").read_text(encoding="utf-8")
    parsed = skeleton(page)
    assert parsed.fetched == []
    assert parsed.open == []
    drawn = re.search(r"^const figures = (.*);$", page, re.MULTILINE)
    assert drawn is not None
    figures = json.loads(drawn[1])
    assert [name for name in parsed.ids if name.startswith("plot-")] == [f"plot-{n}" for n in range(len(figures))]
    assert len(figures) >= 5


def test_verdicts_come_first_then_plots_then_tables_then_how_it_was_made(run_folder: RunFolder) -> None:
    write_report(run_folder)
    page = (run_folder.path / "report.html").read_text(encoding="utf-8")
    places = [
        page.index(f">{text}<") for text in ("Pushmine · standard", "Plots", "Outcomes", "Metrics", "How it was made")
    ]
    assert places == sorted(places)
    assert page.index('class="verdict"') < page.index(">Plots<")


def test_the_summary_holds_what_the_report_says(run_folder: RunFolder) -> None:
    summary = write_report(run_folder)
    written = json.loads((run_folder.path / "summary.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(summary.as_json()))
    assert sum(written["lights"].values()) == len(written["verdicts"])
    text = (run_folder.path / "report.md").read_text(encoding="utf-8")
    for verdict in written["verdicts"]:
        assert verdict["sentence"] in text
        assert not verdict["n"] or verdict["low"] <= verdict["estimate"] <= verdict["high"]


EVEN = Estimate(0.5, 0.4, 0.6, 100)


def verdict(name: str, light: Light, sentence: str = "", answer: Estimate = EVEN) -> Verdict:
    return Verdict(name, "?", light, sentence, answer, "share", "main", None, {})


def test_the_headline_says_what_is_bad_and_what_is_acceptable_only_where_nothing_is_bad() -> None:
    def words(*lights: Light) -> str:
        return headline([verdict("fair", light, f"It is {light}.") for light in lights])

    assert words("green", "red", "amber", "grey", "red") == "It is red. It is red."
    assert words("green", "amber", "grey") == "It is amber."
    assert words("green", "grey") == "These matches show nothing wrong."


def test_a_report_says_at_which_level_its_intervals_are(tmp_path: Path) -> None:
    folder = play(small_spec(games=12), tmp_path)
    write_report(folder, level=0.99)
    for name in ("report.html", "report.md"):
        assert "Intervals are of 99 %: Wilson" in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    ("slug", "unit"), [("cascade", "tokens"), ("mosaic", "points"), ("duel", "hundredths of a tile")]
)
def test_a_comeback_is_given_in_the_unit_of_the_lead(slug: str, unit: str) -> None:
    assert metric_descriptions(game(slug))["comeback"].unit == unit


def test_a_bar_shows_zones_that_do_not_mix(run_folder: RunFolder) -> None:
    """Colours drawn over each other must hide each other: the whole bar is translucent, not each zone."""
    write_report(run_folder)
    bars = re.findall(r"<svg.*?</svg>", (run_folder.path / "report.html").read_text().partition("</main>")[0])
    assert bars
    for bar in bars:
        assert bar.count("<rect") == 3
        assert re.findall(r"<rect[^>]*opacity", bar) == []


def test_short_texts_of_a_table_keep_to_one_line() -> None:
    table = ReportTable(["option", "n", "what it is"], [["[12, 13, 12, 12]", 3, "something that takes many words"]])
    assert table.column_classes == ["s", "n", ""]


def test_matches_worth_a_look_are_records(run_folder: RunFolder) -> None:
    longest = next(match for match in write_report(run_folder).notable if match.what == "the longest")
    assert len(replay(longest.record).moves) == longest.value == run_folder.games()["plies"].max()


def test_texts_cannot_break_out_of_the_page(run_folder: RunFolder) -> None:
    write_report(run_folder, notes=["</script><script>alert(1)</script>"])
    assert skeleton((run_folder.path / "report.html").read_text(encoding="utf-8")).open == []


def test_a_report_on_a_game_for_one_covers_each_player(tmp_path: Path) -> None:
    folder = play(small_spec("flood", {"size": 6, "limit": 8}, ("easy", "random"), 2 * scaled(12, 3)), tmp_path / "run")
    verdicts = write_report(folder).verdicts
    assert {verdict.player for verdict in verdicts} == {"easy", "random"}
    gaps = {verdict.player: verdict.estimate.value for verdict in verdicts if verdict.name == "gap"}
    assert gaps["easy"] < gaps["random"]


# Comparisons, sweeps, tournaments.


def test_a_comparison_shows_what_changed(tmp_path: Path) -> None:
    one = play(small_spec(variant={"size": 3}, players=("random",), games=200), tmp_path / "one")
    two = play(small_spec(variant={"size": 5}, players=("random",), games=200), tmp_path / "two")
    comparison = compare(one, two)
    assert comparison.options == {"size": (3, 5)}
    changes = {change.name: change for change in comparison.changes}
    assert changes["plies"].clear
    assert changes["plies"].change.low > 10
    assert not changes["repeats"].clear
    write_comparison(RunFolder.around(tmp_path / "out"), comparison)
    assert skeleton((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).fetched == []
    assert "size: 3 became 5" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


def test_a_run_compared_with_itself_has_not_changed(run_folder: RunFolder) -> None:
    assert not any(change.clear for change in compare(run_folder, run_folder).changes)


def test_settings_are_all_combinations() -> None:
    combinations = settings(["goblins=0,1", "tokens=[12,13,12,12],[12,12,12,13]"])
    assert combinations[0] == {"goblins": 0, "tokens": [12, 13, 12, 12]}
    assert len(combinations) == 4
    assert settings(["vanish=wins,none"]) == [{"vanish": "wins"}, {"vanish": "none"}]
    assert setting_name(combinations[0]) == "goblins=0,tokens=12-13-12-12"
    for text in ("goblins", "goblins=", "=1"):
        with pytest.raises(Refusal):
            settings([text])


def test_a_sweep_finds_the_best_by_its_aim(tmp_path: Path) -> None:
    folders = [
        (setting, play(small_spec(variant=setting, players=("random",), games=60), tmp_path / setting_name(setting)))
        for setting in settings(["size=3,4,5"])
    ]
    sweep = summarise_sweep(folders, "min:plies")
    assert sweep.best.setting == {"size": 3}
    assert sweep.clear
    assert summarise_sweep(folders, "max:plies").best.setting == {"size": 5}
    assert summarise_sweep(folders, "plies:17").best.setting == {"size": 4}
    assert "as small as possible" in sweep.verdict
    write_sweep(RunFolder.around(tmp_path / "out"), sweep)
    assert skeleton((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).open == []


def summary(**answers: tuple[float, float, float]) -> Summary:
    """A summary with these answers and metrics, two red lights and three amber ones."""
    lights: list[Light] = ["red", "red", "amber", "amber", "amber"]
    estimates = {name: Estimate(*numbers, 100) for name, numbers in answers.items()}
    verdicts = [verdict(name, "green", answer=answer) for name, answer in estimates.items()]
    verdicts += [verdict("other", light) for light in lights]
    metrics = [MetricRow(name, None, "", "", one, Spread(0, 0, 0, 0, 0)) for name, one in estimates.items()]
    return Summary(
        title="", game="duel", preset=None, variant={}, changes={}, players=("random",), seed=1, games=100,
        complete=True, level=0.95, verdicts=tuple(verdicts), known=(), outcomes=(), metrics=tuple(metrics), ladder=(),
        notable=(), times=Times(0, ()), manifest={},
    )  # fmt: skip


def test_a_sweep_of_a_game_for_one_shows_what_that_game_is_asked(tmp_path: Path) -> None:
    base = {"size": 5, "colours": 4}
    folders = [
        ({"limit": limit}, play(small_spec("flood", base | {"limit": limit}, ("easy",), 10), tmp_path / str(limit)))
        for limit in (2, 20)
    ]
    sweep = summarise_sweep(folders, "lights")
    assert {row.setting["limit"]: row.answers["winnable"].estimate.value for row in sweep.rows} == {2: 0, 20: 1}
    gaps = {row.setting["limit"]: row.answers["gap"].estimate for row in sweep.rows}
    assert gaps[2].n == 0, "a lost board says nothing about it"
    assert gaps[20].value >= 0
    assert "Winnable" in [figure.title for figure in heat_maps(sweep)]
    json.dumps(sweep.as_json(), allow_nan=False)


def test_an_aim_is_as_uncertain_as_what_it_rests_on() -> None:
    run = summary(fair=(0.6, 0.55, 0.7), decisive=(0.1, 0.05, 0.2))
    assert read_sweep_aim("fair").distance(run)[:3] == pytest.approx((0.1, 0.05, 0.2))
    assert read_sweep_aim("balanced").distance(run)[:3] == pytest.approx((0.2, 0.1, 0.4))
    assert read_sweep_aim("fair").distance(summary(fair=(0.52, 0.45, 0.6)))[:3] == pytest.approx((0.02, 0, 0.1))
    assert read_sweep_aim("max:fair").distance(run)[:3] == pytest.approx((-0.6, -0.7, -0.55))
    assert read_sweep_aim("lights").distance(run).value == pytest.approx(2.03)
    with pytest.raises(Refusal):
        read_sweep_aim("min:beauty").distance(run)


@pytest.mark.parametrize("aim", ["", "beauty", "min:", "plies:many", "max"])
def test_an_impossible_aim_is_refused(aim: str) -> None:
    with pytest.raises(Refusal):
        read_sweep_aim(aim)


def test_a_tournament_ranks_its_players(tmp_path: Path) -> None:
    specs = specs_of("duel", {"size": 4}, ["random", "greedy", "medium"], scaled(20, 4), 1)
    assert len(specs) == 3
    with crew_at("threads:1") as crew:
        tournament = play_tournament(specs, tmp_path, crew)
    ratings = {rating.player: rating.elo for rating in tournament.ratings}
    assert ratings["random"] < ratings["greedy"]
    assert ratings["random"] < ratings["medium"]
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-6)
    write_tournament(RunFolder.around(tmp_path), tournament)
    assert skeleton((tmp_path / "report.html").read_text(encoding="utf-8")).fetched == []


def test_a_tournament_alone_is_decided_by_fewer_moves(tmp_path: Path) -> None:
    specs = specs_of("flood", {"size": 6}, ["random", "easy"], scaled(10, 2), 1)
    with crew_at("threads:1") as crew:
        tournament = play_tournament(specs, tmp_path, crew)
    assert [rating.player for rating in tournament.ratings] == ["easy", "random"]


def test_a_game_without_a_gauge_is_measured_and_judged_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game("duel")), "gauge", None)
    summary = write_report(play(small_spec(players=("random",), games=20), tmp_path / "run"))
    assert {"fair", "decisive", "session"} <= {verdict.name for verdict in summary.verdicts}
    assert "swing" not in {row.name for row in summary.metrics}
