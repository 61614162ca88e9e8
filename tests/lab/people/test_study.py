"""The same questions of people and of the levels."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from quincunx.engine.errors import Refusal
from quincunx.engine.match import replay
from quincunx.engine.record import Seat
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.people.records import PlayedMatches, matches_of, records_in
from quincunx.lab.people.study import FEWEST_MATCHES, Gap, Study, study
from quincunx.lab.run.workers import crew_at
from quincunx.measure.match_metrics import match_metrics
from tests.lab.people.simulated import EASY, PERSON, named, records

ENOUGH = FEWEST_MATCHES


def studied(matches: PlayedMatches, path: Path, games: int = 40) -> Study:
    with crew_at("threads:1") as crew:
        return study(matches, path, crew, levels=["easy", "medium"], games=games)


def test_people_who_play_like_a_level_are_recognised(tmp_path: Path) -> None:
    (one,) = studied(matches_of(named(records(ENOUGH), PERSON, PERSON)), tmp_path).studied
    assert [level.level for level in one.levels] == ["easy", "medium"]
    assert one.levels[0].differing <= 1
    assert one.levels[1].differing >= 4
    assert one.verdict.startswith("Of 2 levels, easy plays most like people")
    fair = next(row for row in one.rows if row.verdict.name == "fair")
    assert {gap.level for gap in fair.gaps} == {"easy", "medium"}
    gap = fair.gaps[0]
    assert gap.difference.value == pytest.approx(fair.verdict.estimate.value - gap.ai.value)
    assert gap.difference.low < gap.difference.value < gap.difference.high


def test_stronger_people_are_recognised_too(tmp_path: Path) -> None:
    (one,) = studied(matches_of(named(records(ENOUGH, "medium"), PERSON, PERSON)), tmp_path).studied
    assert [level.level for level in one.levels] == ["medium", "easy"]
    assert one.levels[1].differing >= 4


def test_below_a_hundred_matches_it_says_that_there_are_too_few(tmp_path: Path) -> None:
    few = matches_of(named(records(ENOUGH)[: ENOUGH - 1], PERSON, PERSON))
    (one,) = studied(few, tmp_path).studied
    assert one.verdict == "Too few matches of people to say anything: 99 of 100."
    assert not one.rows
    assert not (tmp_path / "runs").exists()  # nothing is played for a comparison that would say nothing
    assert (tmp_path / "people" / "duel-size=4-players.parquet").exists()  # the metrics are kept anyway


def test_against_an_ai_player_the_seats_say_nothing(tmp_path: Path) -> None:
    (one,) = studied(matches_of(named(records(ENOUGH), PERSON, EASY)), tmp_path, 10).studied
    names = [row.verdict.name for row in one.rows]
    assert "fair" not in names
    assert "decisive" in names


def test_the_size_of_a_gap_is_measured_by_what_chance_allows() -> None:
    nothing = Estimate(0.5, 0.4, 0.6, 100)
    assert Gap("easy", nothing, Estimate(0.1, 0.0, 0.3, 100)).size == pytest.approx(1)
    assert Gap("easy", nothing, Estimate(-0.2, -0.3, -0.1, 100)).size == pytest.approx(2)
    assert Gap("easy", nothing, Estimate(0.0, 0.0, 0.0, 100)).size == 0
    assert Gap("easy", nothing, Estimate(-0.2, -0.3, -0.1, 100)).clear


# The metrics of every match and person.


def test_every_person_has_a_row_with_the_metrics_of_its_seat(tmp_path: Path) -> None:
    given = list(named(records(12, game="pushmine"), EASY, PERSON))
    studied(matches_of(given), tmp_path)
    table = pl.read_parquet(tmp_path / "people" / "pushmine-standard-players.parquet")
    assert len(table) == 12
    assert set(table["seat"]) == {2}
    assert set(table["against"]) == {"easy"}
    row = table.row(3, named=True)
    metrics = match_metrics(replay(given[3][1]))
    assert row["match"] == "match-3"
    assert row["plies"] == metrics["plies"]["value"]
    assert row["own_ejections"] == metrics["ejections_2"]["value"]
    assert row["other_ejections"] == metrics["ejections_1"]["value"]
    assert row["points"] == {"2": 1.0, "1": 0.0}.get(given[3][1].result or "", 0.5)


def test_both_people_of_a_match_have_a_row(tmp_path: Path) -> None:
    studied(matches_of(named(records(12, game="pushmine"), PERSON, PERSON)), tmp_path)
    table = pl.read_parquet(tmp_path / "people" / "pushmine-standard-players.parquet")
    assert len(table) == 24
    assert table.group_by("match").agg(pl.col("points").sum())["points"].to_list() == [1.0] * 12


# What is left out.


def test_matches_that_say_nothing_about_people_are_left_out_and_counted() -> None:
    record = records(ENOUGH)[0]
    changed: dict[str, dict[str, Any]] = {
        "no person played": {"seats": (EASY, EASY)},
        "played with help": {"assisted": True},
        "not over": {"moves": record.moves[:4], "result": None, "ended_by": None},
        "left by a player": {"moves": record.moves[:4], "result": "1", "ended_by": "absence"},
        "cannot be replayed by these rules": {"moves": ("a1", "a1")},
    }
    for reason, update in changed.items():
        matches = matches_of([("m", record.model_copy(update=update))])
        assert matches.left_out == {reason: 1}
        assert not matches.used
    resigned = record.model_copy(update={"moves": record.moves[:4], "result": "1", "ended_by": "resignation"})
    assert len(matches_of([("m", resigned)]).used) == 1


# Folders of records.


def test_a_folder_holds_records_as_json_or_one_per_line(tmp_path: Path) -> None:
    one, two, three = records(ENOUGH)[:3]
    (tmp_path / "a.json").write_text(one.as_json_text(), encoding="utf-8")
    (tmp_path / "b.txt").write_text(f"{two.as_text()}\n\n{three.as_text()}\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("not a record", encoding="utf-8")
    found = dict(records_in(tmp_path))
    assert list(found) == ["a.json:1", "b.txt:1", "b.txt:3"]
    assert [record.moves for record in found.values()] == [one.moves, two.moves, three.moves]
    assert not matches_of(found.items()).left_out


def test_a_broken_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"format": "quincunx/1"}\n', encoding="utf-8")
    with pytest.raises(Refusal, match=r"a\.jsonl, record 1"):
        list(records_in(tmp_path))


def test_seats_of_a_record_without_any_are_taken_for_people() -> None:
    (used,) = matches_of([("m", records(ENOUGH)[0].model_copy(update={"seats": ()}))]).used
    assert used.holders == ("person", "person")
    assert matches_of([("m", records(ENOUGH)[0].model_copy(update={"seats": (Seat(), EASY)}))]).used[0].people == [1]
