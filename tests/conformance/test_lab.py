"""What the specifications ask of playtests: metrics of each match, questions about many, how long a match takes."""

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from quincunx.engine.match import Match
from quincunx.games.pushmine.events import Ejected, MineDetonated, MineEarned, MinePlaced
from quincunx.lab.judge.summary import replayed, summarise
from quincunx.lab.judge.verdicts import checked, judge
from quincunx.lab.report.comparison import compare
from quincunx.lab.run.folder import RunFolder
from quincunx.measure.match_metrics import match_metrics
from tests.lab.runs import play, small_spec
from tests.suite.scale import COMPILED, scaled

pytestmark = pytest.mark.filterwarnings("error")
needs_many_matches = pytest.mark.skipif(not COMPILED, reason="it takes thousands of matches")
_place = TemporaryDirectory()
EMPTY = ["....."] * 5
SHUTTLE = ("1>", "5>", "1<", "5<")
"""Both sides let a stone in at one end, and out again by letting one in at the other."""


@cache
def ran(game: str = "pushmine", variant: str = "standard", player: str = "random", games: int = 40) -> RunFolder:
    """A run of the lab."""
    spec = small_spec(game, variant, (player,), games)
    return play(spec, Path(_place.name) / f"{game}-{variant}-{player}-{games}")


@cache
def rows(folder: RunFolder) -> list[tuple[dict[str, Any], Match]]:
    """The rows of a run's table, each with its match as it is replayed from the record."""
    spec = folder.spec()
    found = list(folder.games().iter_rows(named=True))
    return [(row, replayed(spec, row["seed"], row["moves"])) for row in found[: scaled(40, 4)]]


def happened(match: Match, kind: type) -> list[tuple[int, Any]]:
    """The events of a kind, each with the seat whose turn it was."""
    return [
        (ply % 2 + 1, event)
        for ply in range(len(match.moves))
        for event in match.events(ply)
        if isinstance(event, kind)
    ]


def metric(name: str, cells: list[str], *moves: str, **fields: Any) -> Any:
    """A metric after these moves from this board."""
    match = Match("pushmine", fields.pop("variant", None), setup={"cells": cells, **fields})
    for text in moves:
        match.play(text)
    return match_metrics(match)[name]["value"]


def asked(folder: RunFolder, name: str, **limits: float) -> Any:
    """The verdict on a question, with these thresholds changed."""
    found = judge(folder.spec().chosen, folder.games(), {name: limits} if limits else None)
    return next(verdict for verdict in found if verdict.name == name)


def share(folder: RunFolder, which: Any) -> float:
    """Of the rows of a run's table, counted one by one."""
    told = [float(which(row)) for row in folder.games().iter_rows(named=True)]
    return sum(told) / len(told)


def both(row: dict[str, Any], name: str) -> int:
    return int(row[f"{name}_1"] + row[f"{name}_2"])


def many() -> RunFolder:
    return ran(games=scaled(2000, 12))


# Session length.


@pytest.mark.statement("mosaic", "meta.10")
@pytest.mark.statement("cascade", "meta.7")
@pytest.mark.parametrize(("game", "least", "most"), [("mosaic", 5, 15), ("cascade", 5, 60)])
def test_the_length_of_a_session_is_estimated_and_judged_by_the_specification(
    game: str, least: float, most: float
) -> None:
    folder = ran(game, games=scaled(60, 12))
    session = asked(folder, "session")
    assert (session.limits["good_least"], session.limits["good_most"]) == (least, most)
    plies = folder.games()["plies"].to_list()
    assert session.estimate == pytest.approx(sum(plies) / len(plies) * session.limits["seconds_a_move"] / 60)
    assert session.low < session.estimate < session.high
    assert asked(folder, "session", seconds_a_move=0.1).light == "red", "a game of seconds"
    assert asked(folder, "session", seconds_a_move=1000).light == "red", "a game of hours"


# "Playtest Metrics to Track".


@pytest.mark.statement("pushmine", "metrics.1")
@pytest.mark.statement("pushmine", "progress.7")
def test_every_metric_is_tracked_for_every_match_and_the_lead_for_every_turn() -> None:
    for row, match in rows(ran()):
        told = match_metrics(match)
        assert {name: row[name] for name in told if name != "result"} == {
            name: one["value"] for name, one in told.items() if name != "result"
        }
        assert len(row["leads"]) == len(row["moves"]) == len(match.moves)


@pytest.mark.statement("pushmine", "metrics.2")
def test_the_length_of_a_match_is_its_plies() -> None:
    assert [row["plies"] for row, _ in rows(ran())] == [len(match.moves) for _, match in rows(ran())]


@pytest.mark.statement("pushmine", "metrics.3")
def test_the_outcome_is_the_side_that_won_or_a_draw_and_a_cut_match_is_counted_apart() -> None:
    assert [row["outcome"] for row, _ in rows(ran())] == [match.result for _, match in rows(ran())]
    cut = play(small_spec("pushmine", players=("random",), games=4, max_plies=3), Path(_place.name) / "cut").games()
    assert set(cut["outcome"]) == {"unfinished"}
    drawn = Match("pushmine", {"draw_by_repetition": 3})
    while drawn.end is None:
        drawn.play(SHUTTLE[len(drawn.moves) % 4])
    assert match_metrics(drawn)["result"]["value"] == 3


@pytest.mark.statement("pushmine", "metrics.4")
@pytest.mark.statement("pushmine", "metrics.5")
@pytest.mark.parametrize(("name", "kind"), [("mines_earned", MineEarned), ("mines_placed", MinePlaced)])
def test_mines_earned_and_placed_are_counted_for_each_player(name: str, kind: type) -> None:
    assert sum(both(row, name) for row, _ in rows(ran())) > 0
    for row, match in rows(ran()):
        counted = Counter(seat for seat, _ in happened(match, kind))
        assert (row[f"{name}_1"], row[f"{name}_2"]) == (counted[1], counted[2])


@pytest.mark.statement("pushmine", "metrics.6")
def test_mines_that_went_off_are_counted_and_whose_stone_they_took() -> None:
    assert sum(row["mines_detonated"] for row, _ in rows(ran())) > 0
    for row, match in rows(ran()):
        owners = Counter(event.owner for _, event in happened(match, MineDetonated))
        assert row["mines_detonated"] == owners.total()
        assert (row["stones_blasted_1"], row["stones_blasted_2"]) == (owners[1], owners[2])


@pytest.mark.statement("pushmine", "metrics.7")
def test_ejections_of_the_other_side_and_of_oneself_are_told_apart() -> None:
    for row, match in rows(ran()):
        counted = Counter((seat, event.owner) for seat, event in happened(match, Ejected))
        assert (row["ejections_1"], row["ejections_2"]) == (counted[1, 2], counted[2, 1])
        assert (row["self_ejections_1"], row["self_ejections_2"]) == (counted[1, 1], counted[2, 2])


THREE = ["X....", "X....", "X....", ".....", "....."]
"""X wins at once by pushing column a down: the fourth stone comes in from above."""


@pytest.mark.statement("pushmine", "metrics.8")
def test_a_mine_that_leaves_the_other_side_no_immediate_win_is_counted() -> None:
    stocked = {"turn": 2, "mines": [0, 1]}
    match = Match("pushmine", setup={"cells": THREE, **stocked})
    for text in (text for text in match.legal() if text.startswith("*")):
        after = match.copy()
        after.play(text)
        wins = [reply for reply in after.legal() if _ends(after, reply)]
        assert metric("saving_mines_2", THREE, text, **stocked) == (0 if wins else 1), text
    assert metric("saving_mines_2", EMPTY, "*c3", **stocked) == 0, "there was nothing to be saved from"


def _ends(match: Match, text: str) -> bool:
    again = match.copy()
    again.play(text)
    return again.result is not None


@pytest.mark.statement("pushmine", "metrics.9")
def test_a_turn_whose_blast_prevents_a_line_is_counted() -> None:
    """O pushes row 2 against a mine, and the blast takes the middle one of X's three."""
    board = ["X....", "X*...", "X....", ".....", "....."]
    assert metric("saving_blasts_2", board, "2>", turn=2) == 1
    assert metric("mines_detonated", board, "2>", turn=2) == 1
    assert metric("saving_blasts_2", board, "5>", turn=2) == 0, "no mine went off"
    assert metric("saving_blasts_2", THREE, "2>", turn=2) == 0, "parried without a mine, if at all"


@pytest.mark.statement("pushmine", "win.6l")
@pytest.mark.statement("pushmine", "metrics.10")
@pytest.mark.statement("pushmine", "metrics.11")
def test_repeated_positions_and_the_longest_cycle_are_found() -> None:
    """The board with one stone never comes back; the four that follow it do, every four plies."""
    assert metric("repeats", EMPTY, *SHUTTLE) == 0
    assert metric("repeats", EMPTY, *SHUTTLE * 2) == 3
    assert metric("repeats", EMPTY, *SHUTTLE * 3) == 7
    assert metric("longest_cycle", EMPTY, *SHUTTLE) == 0
    assert metric("longest_cycle", EMPTY, *SHUTTLE * 3) == 4


# "What to Watch for in Playtests".


@pytest.mark.statement("pushmine", "watch.1")
@pytest.mark.parametrize(("name", "plies"), [("slog", 60), ("slog_90", 90)])
def test_slog_risk_is_the_share_of_games_beyond_60_and_90_plies(name: str, plies: int) -> None:
    verdict = asked(many(), name)
    assert verdict.limits["plies"] == plies
    assert verdict.estimate == pytest.approx(share(many(), lambda row: row["plies"] > plies))
    assert asked(many(), name, plies=2).light == "red"
    assert "beyond 2 plies" in asked(many(), name, plies=2).sentence


@pytest.mark.statement("pushmine", "watch.2")
def test_denial_is_the_share_of_threats_parried_and_of_long_games_with_many_parries() -> None:
    table = list(many().games().iter_rows(named=True))
    faced = sum(both(row, "threats_faced") for row in table)
    parried = sum(both(row, "threats_parried") for row in table)
    assert asked(many(), "denial").estimate == pytest.approx(parried / faced)
    assert asked(many(), "denial", good_most=0.01, bearable_most=0.02).light == "red"
    long = share(many(), lambda row: row["plies"] > 20 and both(row, "threats_parried") >= 2)
    assert asked(many(), "denial_slog", plies=20, parries=2).estimate == pytest.approx(long)
    assert asked(many(), "denial_slog").limits["parries"] == 3


@pytest.mark.statement("pushmine", "watch.3")
def test_mines_are_irrelevant_that_are_not_placed_or_do_not_matter() -> None:
    table = list(many().games().iter_rows(named=True))
    earned, placed, saved = (
        sum(both(row, name) for row in table for name in names)
        for names in (["mines_earned"], ["mines_placed"], ["saving_mines", "saving_blasts"])
    )
    assert asked(many(), "mines_used").estimate == pytest.approx(placed / earned)
    assert asked(many(), "mines_matter").estimate == pytest.approx(saved / placed)
    assert asked(many(), "mines_used", good_least=0.99, bearable_least=0.98).light == "red"
    assert asked(many(), "mines_matter", good_least=0.99, bearable_least=0.98).light == "red"


@pytest.mark.statement("pushmine", "watch.4")
def test_a_win_is_cheap_whose_line_was_no_threat_one_ply_earlier() -> None:
    assert metric("cheap_win", THREE, "5<", "av", turn=2) == 0, "X had threatened it"
    surprising = ["X....", "X....", ".X...", "X....", "....."]
    assert metric("cheap_win", surprising, "3<", turn=2) == 0, "X could have pushed row 3 itself"
    verdict = asked(many(), "cheap_wins")
    assert verdict.estimate == pytest.approx(share(many(), lambda row: row["cheap_win"] == 1), rel=0.01)
    assert 0 < verdict.estimate < 1


@pytest.mark.statement("pushmine", "watch.5")
def test_snowballing_is_what_the_first_mine_is_worth_beyond_chance() -> None:
    folder = many()
    table = [row for row in folder.games().iter_rows(named=True) if row["first_mine"]]
    first_side = share(folder, lambda row: row["outcome"] == "1")
    usual = {1: first_side, 2: share(folder, lambda row: row["outcome"] == "2")}
    gains = [(row["outcome"] == str(row["first_mine"])) - usual[row["first_mine"]] for row in table]
    verdict = asked(folder, "snowball")
    assert verdict.estimate == pytest.approx(sum(gains) / len(gains), abs=0.01)
    assert verdict.low < verdict.estimate < verdict.high
    assert verdict.n == len(table)
    told = asked(folder, "snowball", good_least=-2, bearable_least=-2, good_most=-1, bearable_most=-1)
    assert told.light == "red"
    assert told.sentence.startswith("The first mine snowballs")


# Variants.


def change(variant: str, name: str) -> Any:
    """What changed from the standard game to a variant."""
    folders = ran(games=2000), ran(variant=variant, games=2000)
    return next(one for one in compare(*folders)["changes"] if one["name"] == name)


@pytest.mark.statement("pushmine", "blitz.2")
@needs_many_matches
def test_blitz_is_sharper_its_mines_matter_more_and_its_defence_is_stronger() -> None:
    """Between random players: how it is between better ones, `docs/playtests/pushmine.md` tells."""
    for name, way in (("plies", -1), ("mines_matter", 1), ("denial", 1)):
        found = change("blitz", name)
        assert way * found["change"]["estimate"] > 0, name
    assert change("blitz", "plies")["clear"]
    assert change("blitz", "denial")["clear"]


@pytest.mark.statement("pushmine", "blitz.3")
def test_blitz_is_watched_for_draws_cycles_and_mines_that_hold_everything() -> None:
    folder = ran(variant="blitz", games=scaled(200, 12))
    names = {verdict["name"] for verdict in summarise(folder)["verdicts"]}
    assert {"decisive", "cycles", "denial", "denial_slog", "mines_matter"} <= names
    assert asked(folder, "cycles", good_most=-1, bearable_most=-0.5).sentence.startswith("Matches go in circles")
    with pytest.raises(Exception, match="no question"):
        checked(folder.spec().chosen, {"boredom": {}})


@pytest.mark.statement("pushmine", "decay.7")
@needs_many_matches
@pytest.mark.parametrize("variant", ["decay", "dud"])
def test_decay_makes_mines_less_of_a_tactical_weapon(variant: str) -> None:
    """The lab tells so before anyone takes it: fewer mines go off, and fewer stop a win."""
    for name in ("mines_detonated", "mines_matter"):
        found = change(variant, name)
        assert found["clear"], name
        assert found["change"]["estimate"] < 0, name
    assert change(variant, "mines_decayed")["second"]["estimate"] > 1
