"""Filling the rest of a match that is certain: at once by AI players, with one command by people."""

from quincunx.engine.match import Match, replay
from quincunx.server.match import commands
from quincunx.server.match.actions import ACTION, BaseAction, ClockPlan, Creation, SeatPlan
from quincunx.server.match.commands import Command, Holder
from quincunx.server.match.state import State
from quincunx.server.match.view import match_view
from tests.support.servers.client import PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai, refusal

NEARLY = ("RR.", "G.G", "...")
"""Green's c1 turns b1, and then Red's only tile touches no empty cell."""

REST = ["b2", "pass", "a3", "pass", "b3", "pass", "c3"]


def nearly(turn: int = 2) -> str:
    """The id of the position."""
    return Match("duel", {"size": 3}, setup={"cells": list(NEARLY), "turn": turn}).exact_id()


def texts(hosted: HostedMatch) -> list[str]:
    return [entry["move"] for entry in hosted.match()["history"]]


def test_a_person_fills_the_rest_with_one_command(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, record=nearly())
    assert not hosted.match()["can"]["fill"]
    assert refusal(hosted.try_act("fill", 2)) == (409, "not_allowed")
    assert hosted.play("c1")["can"]["fill"]
    assert refusal(hosted.try_act("fill", 1)) == (409, "not_your_turn")
    filled = hosted.act("fill", 2)
    assert (filled["result"], filled["ended_by"], filled["view"]["tiles"]) == ("2", "rules", [1, 8])
    assert texts(hosted) == ["c1", "pass", *REST]
    assert hosted.act("fill", 2)["version"] == filled["version"], "it is filled once"
    assert replay(hosted.record()["record"]).result == "2"


def test_one_undo_takes_the_whole_filling_back_and_one_redo_brings_it_back(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, record=nearly())
    hosted.play("c1")
    filled = hosted.act("fill", 2)
    undone = hosted.act("undo", 2)
    assert (undone["ply"], undone["turn"], undone["can"]["fill"]) == (2, 2, True)
    assert hosted.act("redo", 2)["view"] == filled["view"]
    hosted.act("undo", 2)
    assert hosted.act("undo", 2)["ply"] == 0


def test_after_the_filling_was_taken_back_one_may_play_on_by_hand(client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, record=nearly())
    hosted.play("c1")
    hosted.act("fill", 2)
    hosted.act("undo", 2)
    assert hosted.play("a3")["ply"] == 4
    assert hosted.act("undo", 2)["ply"] == 2
    hosted.act("fill", 2)
    assert texts(hosted) == ["c1", "pass", *REST]


LAST_CHOICE = {"cells": ["R.RG", "GRGG", "GGGG", "...."], "turn": 1}
"""With b1, its only move, Red closes itself in."""


def against_ai(client: ServerClient) -> HostedMatch:
    board = Match("duel", {"size": 4}, setup=LAST_CHOICE).exact_id()
    return client.new_match("duel", [PERSON, ai("easy")], record=board, response_delay=1500)


def test_an_ai_player_fills_at_once(client: ServerClient) -> None:
    hosted = against_ai(client)
    hosted.play("b1")
    match = hosted.wait_for_ai()
    assert (match["result"], match["view"]["tiles"]) == ("2", [4, 12])
    assert texts(hosted) == ["b1", "a4", "pass", "b4", "pass", "c4", "pass", "d4"]
    assert match["version"] == 2, "the move, and the whole filling"
    assert not any("thought" in entry for entry in match["history"]), "nobody thought about it"


def test_one_undo_takes_back_what_the_ai_player_filled(client: ServerClient) -> None:
    hosted = against_ai(client)
    hosted.play("b1")
    filled = hosted.wait_for_ai()
    assert hosted.act("undo")["ply"] == 0
    assert hosted.act("redo")["view"] == filled["view"]


def state_with_clock() -> State:
    setup = {"cells": list(NEARLY), "turn": 2}
    people = (SeatPlan(kind="person"), SeatPlan(kind="person"))
    clock = ClockPlan(base=60_000, increment=1_000)
    creation = Creation(
        game="duel", game_version=2, variant={"size": 3}, seed=1, salt="", seats=people, setup=setup, clock=clock,
        created_at=0,
    )  # fmt: skip
    return State("match", creation)


def carry_out(state: State, command: Command, at: int) -> BaseAction:
    action = command(state, at)
    assert action is not None
    state.apply(action)
    return action


def test_clocks_stand_still_while_the_rest_is_certain() -> None:
    state = state_with_clock()
    green = Holder(frozenset({2}))
    assert state.clock is not None
    state.clock.run(2, at=0)  # as if Green had moved before
    carry_out(state, commands.move(green, "c1", 0), 10_000)
    left = state.clock.view()["left"]
    assert left == [60_000, 51_000]
    assert state.clock.view()["running"] is None
    assert commands.settle(state, 10_000_000) is None, "nobody loses by the clock any more"
    carry_out(state, commands.fill(green), 10_000_000)
    assert state.clock.view()["left"] == left
    assert match_view(state)["result"] == "2"


def test_the_log_has_the_moves_themselves() -> None:
    state = state_with_clock()
    green = Holder(frozenset({2}))
    given = (commands.move(green, "c1", 0), commands.fill(green))
    log = [carry_out(state, command, at=1).model_dump_json() for command in given]
    assert ACTION.validate_json(log[1]).model_dump()["moves"] == tuple(REST)
    again = state_with_clock()
    for entry in log:
        again.apply(ACTION.validate_json(entry))
    assert match_view(again) == match_view(state)
