"""What the specifications ask of playtests: metrics of each match, questions about many, how long a match takes."""

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from quincunx.engine.events import Event
from quincunx.engine.match import Match
from quincunx.games.pushmine.events import Ejected, MineDetonated, MineEarned, MinePlaced
from quincunx.games.pushmine.game import PushmineGame
from quincunx.games.pushmine.metrics import QUESTIONS
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
    games = list(folder.games().iter_rows(named=True))
    return [(row, replayed(spec, row["seed"], row["moves"])) for row in games[: scaled(40, 4)]]


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


def verdict_on(folder: RunFolder, name: str, **limits: float) -> Any:
    """The verdict on a question, with these thresholds changed."""
    verdicts = judge(folder.spec().chosen, folder.games(), {name: limits} if limits else None)
    return next(verdict for verdict in verdicts if verdict.name == name)


def share(folder: RunFolder, which: Any) -> float:
    """The mean of a value over the rows of a run's table, counted one by one."""
    values = [float(which(row)) for row in folder.games().iter_rows(named=True)]
    return sum(values) / len(values)


def both(row: dict[str, Any], name: str) -> int:
    return int(row[f"{name}_1"] + row[f"{name}_2"])


def many() -> RunFolder:
    return ran(games=scaled(2000, 12))


# Session length.


@pytest.mark.statement("mosaic", "meta.10")
@pytest.mark.statement("cascade", "meta.7")
@pytest.mark.parametrize(("game", "least", "most"), [("mosaic", 5, 15), ("cascade", 5, 60)])
def test_the_length_of_a_session_is_judged_by_the_moves_of_matches_and_the_specification(
    game: str, least: float, most: float
) -> None:
    """One match of a person, in seat 1, against the AI; `benchmarks.games.sessions` measures it."""
    folder = ran(game, games=scaled(40, 4))
    session = verdict_on(folder, "session")
    assert (session.limits["good_least"], session.limits["good_most"]) == (least, most)
    minutes = [_session_seconds(match, session.limits) / 60 for _, match in rows(folder)]
    assert session.estimate.value == pytest.approx(sum(minutes) / len(minutes))
    assert session.estimate.low < session.estimate.value < session.estimate.high
    short = play(small_spec(game, SHORT[game], ("random",), scaled(40, 12)), Path(_place.name) / f"short-{game}")
    assert verdict_on(short, "session").estimate.value < session.estimate.value
    assert verdict_on(short, "session").light != "green"
    assert verdict_on(short, "session").sentence.startswith("A match is too short")


STEPS = {"swapped": 1, "cleared": 2, "goblin_came": 1, "reshuffled": 1}
"""How many steps of the animation an event takes: a wave clears and falls."""


def _session_seconds(match: Match, pace: Any) -> float:
    """The person moves first and thinks; the AI only has its delay."""
    own = (len(match.moves) + 1) // 2
    steps = sum(STEPS.get(event.kind, 0) for ply in range(len(match.moves)) for event in match.events(ply))
    steps += match.moves.count("pass")  # a turn, but no swap
    thinking = own * pace["seconds_a_move"] + (len(match.moves) - own) * pace["seconds_of_ai"]
    return float(thinking + steps * pace["seconds_a_step"])


SHORT: dict[str, Any] = {"mosaic": {"max_moves": 2}, "cascade": {"size": 5, "tokens": [6, 7, 6, 6]}}
"""Variants whose matches are over in a minute or two."""


# "Playtest Metrics to Track".


@pytest.mark.statement("pushmine", "metrics.1")
@pytest.mark.statement("pushmine", "progress.7")
def test_every_metric_is_tracked_for_every_match_and_the_lead_for_every_turn() -> None:
    for row, match in rows(ran()):
        metrics = match_metrics(match)
        assert {name: row[name] for name in metrics if name != "result"} == {
            name: one["value"] for name, one in metrics.items() if name != "result"
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
def test_ejections_of_the_other_side_and_of_oneself_are_counted_separately() -> None:
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


# "What to Watch for in Playtests", and the sections that grow with the playtests.


@pytest.mark.statement("pushmine", "living.1")
@pytest.mark.statement("pushmine", "living.2")
def test_every_run_answers_the_questions_and_a_red_light_names_a_problem() -> None:
    verdicts = {verdict.name: verdict for verdict in judge(many().spec().chosen, many().games())}
    assert {question.name for question in QUESTIONS} <= set(verdicts)
    assert verdict_on(many(), "slog", plies=2).light == "red"


@pytest.mark.statement("pushmine", "living.3")
def test_the_changes_that_followed_are_options_which_the_standard_game_leaves_off() -> None:
    standard, sapper, rush = (PushmineGame.presets[name] for name in ("standard", "sapper", "rush"))
    assert (standard.mine_is_free, standard.mines_to_win, standard.swap) == (False, 0, False)
    assert sapper.mine_is_free
    assert rush.mines_to_win > 0


@pytest.mark.statement("pushmine", "watch.1")
@pytest.mark.parametrize(("name", "plies"), [("slog", 60), ("slog_90", 90)])
def test_slog_risk_is_the_share_of_games_beyond_60_and_90_plies(name: str, plies: int) -> None:
    verdict = verdict_on(many(), name)
    assert verdict.limits["plies"] == plies
    assert verdict.estimate.value == pytest.approx(share(many(), lambda row: row["plies"] > plies))
    assert verdict_on(many(), name, plies=2).light == "red"
    assert "beyond 2 plies" in verdict_on(many(), name, plies=2).sentence


@pytest.mark.statement("pushmine", "watch.2")
def test_denial_is_the_share_of_threats_parried_and_of_long_games_with_many_parries() -> None:
    table = list(many().games().iter_rows(named=True))
    faced = sum(both(row, "threats_faced") for row in table)
    parried = sum(both(row, "threats_parried") for row in table)
    assert verdict_on(many(), "denial").estimate.value == pytest.approx(parried / faced)
    assert verdict_on(many(), "denial", good_most=0.01, bearable_most=0.02).light == "red"
    long = share(many(), lambda row: row["plies"] > 20 and both(row, "threats_parried") >= 2)
    assert verdict_on(many(), "denial_slog", plies=20, parries=2).estimate.value == pytest.approx(long)
    assert verdict_on(many(), "denial_slog").limits["parries"] == 3


@pytest.mark.statement("pushmine", "watch.3")
def test_mines_are_irrelevant_that_are_not_placed_or_do_not_matter() -> None:
    table = list(many().games().iter_rows(named=True))
    earned, placed, saved = (
        sum(both(row, name) for row in table for name in names)
        for names in (["mines_earned"], ["mines_placed"], ["saving_mines", "saving_blasts"])
    )
    assert verdict_on(many(), "mines_used").estimate.value == pytest.approx(placed / earned)
    assert verdict_on(many(), "mines_matter").estimate.value == pytest.approx(saved / placed)
    assert verdict_on(many(), "mines_used", good_least=0.99, bearable_least=0.98).light == "red"
    assert verdict_on(many(), "mines_matter", good_least=0.99, bearable_least=0.98).light == "red"


@pytest.mark.statement("pushmine", "watch.4")
def test_a_win_is_cheap_whose_line_was_no_threat_one_ply_earlier() -> None:
    assert metric("cheap_win", THREE, "5<", "av", turn=2) == 0, "X had threatened it"
    surprising = ["X....", "X....", ".X...", "X....", "....."]
    assert metric("cheap_win", surprising, "3<", turn=2) == 0, "X could have pushed row 3 itself"


@pytest.mark.statement("pushmine", "watch.4")
def test_a_win_is_cheap_that_the_other_side_made_possible() -> None:
    """X has no three anywhere; O pushes column c down, which makes one in row 2."""
    pairs = ["..XX.", "...XX", ".....", ".....", "....."]
    assert _wins(pairs, 1) == []
    assert metric("cheap_win", pairs, "cv", "2<", turn=2) == 1


@pytest.mark.statement("pushmine", "watch.4")
def test_a_win_is_cheap_that_the_other_side_made_itself() -> None:
    """Row 3 pushed left completes a line of either side, and the side that did not move wins: X could not push it."""
    both = [".X.O.", ".X.O.", "..X.O", ".X.O.", "....."]
    assert _wins(both, 1) == []
    assert metric("result", both, "3<", turn=2) == 1
    assert metric("cheap_win", both, "3<", turn=2) == 1


def _wins(cells: list[str], seat: int) -> list[str]:
    """The moves with which this side would win at once."""
    match = Match("pushmine", setup={"cells": cells, "turn": seat})
    return [text for text in match.legal() if _result_after(match, text) == str(seat)]


def _result_after(match: Match, text: str) -> str | None:
    again = match.copy()
    again.play(text)
    return again.result


@pytest.mark.statement("pushmine", "watch.4")
def test_cheap_wins_are_judged_by_their_share_of_all_wins() -> None:
    verdict = verdict_on(many(), "cheap_wins")
    assert verdict.estimate.value == pytest.approx(share(many(), lambda row: row["cheap_win"] == 1), rel=0.01)
    assert 0 < verdict.estimate.value < 1


@pytest.mark.statement("pushmine", "watch.5")
def test_snowballing_is_what_the_first_mine_is_worth_beyond_chance() -> None:
    folder = many()
    table = [row for row in folder.games().iter_rows(named=True) if row["first_mine"]]
    first_side = share(folder, lambda row: row["outcome"] == "1")
    usual = {1: first_side, 2: share(folder, lambda row: row["outcome"] == "2")}
    gains = [(row["outcome"] == str(row["first_mine"])) - usual[row["first_mine"]] for row in table]
    verdict = verdict_on(folder, "snowball")
    assert verdict.estimate.value == pytest.approx(sum(gains) / len(gains), abs=0.01)
    assert verdict.estimate.low < verdict.estimate.value < verdict.estimate.high
    assert verdict.estimate.n == len(table)
    answer = verdict_on(folder, "snowball", good_least=-2, bearable_least=-2, good_most=-1, bearable_most=-1)
    assert answer.light == "red"
    assert answer.sentence.startswith("The first mine snowballs")


# Variants.


@pytest.mark.statement("pushmine", "blitz.2")
@needs_many_matches
def test_more_threats_are_parried_in_blitz() -> None:
    """Between players that win and parry where they can; `benchmarks.games.variants` asks better ones."""
    standard, blitz = (ran(variant=variant, player="easy", games=150) for variant in ("standard", "blitz"))
    change = next(one for one in compare(standard, blitz).changes if one.name == "denial")
    assert change.clear
    assert change.change.value > 0


@pytest.mark.statement("pushmine", "blitz.2")
def test_a_mine_in_blitz_stops_a_larger_share_of_the_pushes() -> None:
    def stopped(variant: str, size: int) -> float:
        """By a mine off the edge of a full board: every other push ejects a stone."""
        cells = [("XXOOX", "OOXXO")[row % 2][:size] for row in range(size)]
        cells[1] = "O*" + cells[1][2:]
        match = Match("pushmine", variant, setup={"cells": cells, "turn": 2})
        kept = [text for text in match.legal() if not any(event.kind == "ejected" for event in _events(match, text))]
        return len(kept) / len(match.legal())

    assert stopped("blitz", 4) == 4 / 16 > stopped("standard", 5) == 4 / 20


def _events(match: Match, text: str) -> list[Event]:
    return match.copy().play(text)


@pytest.mark.statement("pushmine", "blitz.3")
def test_blitz_is_watched_for_draws_cycles_and_mines_that_hold_everything() -> None:
    folder = ran(variant="blitz", games=scaled(200, 12))
    names = {verdict.name for verdict in summarise(folder).verdicts}
    assert {"decisive", "cycles", "denial", "denial_slog", "mines_matter"} <= names
    assert verdict_on(folder, "cycles", good_most=-1, bearable_most=-0.5).sentence.startswith("Matches go in circles")
    with pytest.raises(Exception, match="no question"):
        checked(folder.spec().chosen, {"boredom": {}})


@pytest.mark.statement("pushmine", "decay.7")
def test_decay_turns_a_mine_from_a_weapon_into_a_constraint() -> None:
    """The same mine and the same push, after three turns of each side; `benchmarks.games.variants` counts more."""
    waited = ("*c3", "5>", "1>", "5<", "1<", "5>", "1>")
    setup = {"cells": [".....", ".....", "XO...", ".....", "....."], "mines": [1, 0], "turn": 1}
    after = {variant: Match("pushmine", variant, setup=setup) for variant in ("standard", "decay", "dud")}
    for match in after.values():
        for text in waited:
            match.play(text)
    assert any(event.kind == "mine_detonated" for event in _events(after["standard"], "3>"))
    assert [event.kind for event in _events(after["decay"], "3>")] == ["pushed"]
    assert "3>" not in after["dud"].legal()
