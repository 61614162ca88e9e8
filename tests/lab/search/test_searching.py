"""A search: which settings are tried, who is stopped, and that it can be interrupted."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import Refusal
from quincunx.lab.judge.aims import read_aims
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.report.search_page import SearchReport, report_on
from quincunx.lab.run.runner import Progress
from quincunx.lab.run.workers import crew_at
from quincunx.lab.search.proposals import Proposals
from quincunx.lab.search.race import Lap, Standing, cut, front_of, plan_laps
from quincunx.lab.search.search import LabSearch, SearchOrder
from quincunx.lab.search.space import Space, combinations, make_space, setting_name

LAP = Lap(1, ("random",), 24, 4, 0.99)


def duel_order(vary: list[str], aims: str = "fair,length=10..20", size: int = 4, **further: Any) -> SearchOrder:
    game = find_game("duel")
    variant = game.variant({"size": size}).model_dump(mode="json")
    small = {"first": 40, "games": 160, "finalists": 2} | further
    return SearchOrder("duel", variant, make_space(game, variant, vary), read_aims(game, aims), ("random",), **small)


def searched(order: SearchOrder, path: Path, where: str = "threads:1") -> SearchReport:
    with crew_at(where) as crew:
        search = LabSearch(order, path, crew)
        return report_on(search.run(), search)


# The space.


def test_the_base_comes_first_and_settings_against_the_rules_are_left_out() -> None:
    game = find_game("pushmine")
    space = make_space(game, game.variant().model_dump(mode="json"), ["size=4,5", "line=4,5"])
    assert dict(space.settings[0]) == {"size": 5, "line": 4}
    assert space.size == 3
    assert space.refused == 1


def test_a_base_outside_the_values_is_tried_too() -> None:
    game = find_game("duel")
    space = make_space(game, game.variant().model_dump(mode="json"), ["size=3,4"])
    assert [setting["size"] for setting in space.settings] == [6, 3, 4]


@pytest.mark.parametrize("slug", ["mosaic", "cascade", "duel", "pushmine", "flood"])
def test_without_options_everything_with_obvious_values_varies(slug: str) -> None:
    game = find_game(slug)
    space = make_space(game, game.variant().model_dump(mode="json"), [])
    for name, preset in game.presets.items():
        values = preset.model_dump(mode="json")
        assert all(values[option] in space.options[option] for option in space.options), name


@pytest.mark.parametrize("vary", [["colour=red"], ["size"], ["size=6"], ["size=3,4,5", "truce=" + "0," * 9000 + "0"]])
def test_a_space_with_nothing_to_try_is_refused(vary: list[str]) -> None:
    game = find_game("duel")
    with pytest.raises(Refusal):
        make_space(game, game.variant().model_dump(mode="json"), vary)


# Proposals.


def number_space() -> Space:
    options: dict[str, list[Any]] = {"a": list(range(10)), "b": list(range(10)), "kind": ["x", "y"]}
    settings = tuple(combinations(options))
    return Space(options, settings[0], settings, 0)


def learned(seed: int) -> list[float]:
    """The total misses of 48 proposals, in their order, where only a = 7, b = 3, y has none."""
    proposals, misses = Proposals(number_space(), 2, seed), list[float]()
    while len(misses) < 48:
        for setting in proposals.next(8):
            pair = [abs(setting["a"] - 7.0), abs(setting["b"] - 3.0) + (setting["kind"] == "x")]
            proposals.learn(setting, pair)
            misses.append(sum(pair))
    return misses


def test_the_optimiser_learns_and_the_same_seed_proposes_the_same() -> None:
    misses = learned(5)
    assert sum(misses[-16:]) < 0.7 * sum(misses[:16])
    assert learned(5) == misses
    assert learned(6) != misses


def test_no_setting_is_proposed_twice_and_all_are_in_the_end() -> None:
    game = find_game("duel")
    space = make_space(game, game.variant().model_dump(mode="json"), ["size=3,4,5,6", "truce=0,2"])
    proposals = Proposals(space, 1, 1)
    names: list[str] = []
    while batch := proposals.next(3):
        for setting in batch:
            proposals.learn(setting, [float("nan")])  # nothing is known: still no reason to stop
        names += [setting_name(setting) for setting in batch]
    assert sorted(names) == sorted(setting_name(setting) for setting in space.settings[1:])


# The race.


def standing(name: str, low: float, value: float, high: float, second: float = 0) -> Standing:
    misses = Estimate(value, low, high, 24), Estimate(second, second, second, 24)
    return Standing({"option": name}, LAP, 24, misses, misses)


def test_those_whose_interval_lies_above_the_best_are_beaten_and_the_rest_is_dropped_to_a_number() -> None:
    all_ = [standing("d", 2, 3, 4), standing("b", 0.5, 0.9, 2), standing("a", 0, 0.5, 1), standing("c", 0.8, 1.5, 2)]
    marked = {one.setting["option"]: one.stopped for one in cut(all_, LAP, 2, base={"option": "z"})}
    assert marked == {"a": None, "b": None, "c": "dropped", "d": "beaten"}
    kept = {one.setting["option"]: one.stopped for one in cut(all_, LAP, 2, base={"option": "d"})}
    assert kept["d"] is None
    scouts = cut(all_, LAP._replace(level=None), 2, base={"option": "z"})
    assert "beaten" not in {one.stopped for one in scouts}


def test_later_laps_have_fewer_settings_with_more_matches_and_stricter_intervals() -> None:
    laps = plan_laps(("hard",), ("easy",), 32, 24, 192, 3)
    assert [(lap.players[0], lap.games, lap.settings) for lap in laps] == [
        ("easy", 24, 32), ("hard", 24, 16), ("hard", 48, 8), ("hard", 96, 4), ("hard", 192, 3),
    ]  # fmt: skip
    errors = [1 - lap.level for lap in laps if lap.level]
    assert laps[0].level is None
    assert errors == sorted(errors, reverse=True)
    assert 32 * sum(errors) < 0.05  # all settings and laps together


def test_the_front_has_every_setting_that_no_other_one_beats_in_all_aims() -> None:
    all_ = [standing("a", 0, 0, 0, 3), standing("b", 1, 1, 1, 1), standing("c", 2, 2, 2, 2), standing("d", 3, 3, 3, 0)]
    assert [one.setting["option"] for one in front_of(all_)] == ["a", "b", "d"]


# The whole.


def test_a_search_finds_the_boards_of_the_wanted_length(tmp_path: Path) -> None:
    """Random matches fill the board: a length of 14 to 20 plies means size 4."""
    report = searched(duel_order(["size=3,4,5,6", "truce=0,1,2,3"], "length=14..20", size=6), tmp_path)
    assert report.result.best.setting["size"] == 4
    assert all(patch.standing.setting["size"] == 4 for patch in report.patches[:1])
    assert "plies" in report.patches[0].text
    assert report.result.matches <= report.result.order.most_matches
    beaten = [one for one in report.result.standings if one.stopped == "beaten"]
    assert beaten
    assert all(one.setting["size"] != 4 for one in beaten)
    assert report.patches[0].matches[0].record.startswith("q1.duel.")


def test_an_interrupted_search_goes_on_and_ends_with_the_same_result(tmp_path: Path) -> None:
    """Also with another number of workers, and with an optimiser that proposes a part of the space."""
    order = duel_order(["size=3,4,5", "truce=0,1,2,3", "reentry=true,false"], tries=14, seed=3)

    def interrupt(progress: Progress) -> None:
        if progress.done > 500:
            raise KeyboardInterrupt

    with crew_at("threads:1") as crew, pytest.raises(KeyboardInterrupt):
        LabSearch(order, tmp_path / "a", crew, interrupt).run()
    again = json.dumps(searched(order, tmp_path / "a").as_json())
    whole = json.dumps(searched(order, tmp_path / "b", "threads:2").as_json())
    assert again == whole
    assert json.loads(whole)["settings"]["tried"] == 14


def test_scouts_choose_who_enters_the_race(tmp_path: Path) -> None:
    order = duel_order(["size=3,4", "truce=0,1,2,3"], first=10, games=20, scouts=("greedy",))
    found = searched(order, tmp_path).result
    scouted = [one for one in found.standings if one.lap.players == ("greedy",)]
    assert {one.stopped for one in scouted} == {"dropped"}
    assert len(found.standings) - len(scouted) in (4, 5)  # half of them, and the base
    assert not [one for one in found.front if one in scouted]
    assert found.best.matches == 10 + 20


def test_an_aim_at_the_ladder_plays_the_ladder() -> None:
    order = replace(duel_order(["size=3,4"], "fair,skilful", first=24, games=48), players=("easy",))
    pairings = {pairing.name: pairing.games for pairing in order.spec({"size": 3}, ("easy",), 24).pairings}
    assert pairings == {"main": 24, "ladder-0": 8, "ladder-1": 8, "ladder-2": 8}
    assert order.matches(("easy",), 24) == 48
