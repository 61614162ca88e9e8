"""What can be done in the middle of a match: reload, look back, take back, ask, start over, resign."""

import re

import pytest
from playwright.sync_api import expect

from quincunx.catalogue import game as find
from quincunx.engine.match import Match
from tests.suite.scale import every_game
from tests.support.browsers.boards import GAMES, Board, at_random, by_clicks, by_palette, small_match
from tests.support.browsers.person import Person
from tests.support.servers.client import PERSON, TWO_PEOPLE, ServerClient, ai
from tests.support.waiting import wait_until

OVER_FIRST = ("mosaic", "cascade")
"""Games that may be restarted only when they are over: the page offers to resign first."""


def shown(board: Board) -> list[str]:
    """The board as a screen reader gets it, without the possible actions."""
    return [label.split(", legal")[0] for label in board.page.get_by_role("gridcell").evaluate_all(LABELS)]


LABELS = "cells => cells.map(cell => cell.getAttribute('aria-label'))"


def begun(person: Person, client: ServerClient, game: str, moves: int = 2) -> tuple[Board, list[list[str]], list[int]]:
    """A match after a few moves of a person's; what the board showed before and after each, and at which ply."""
    hosted = client.new_match(game, [PERSON, ai("easy")], seed=7) if game == "cascade" else small_match(client, game)
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    boards, plies = [shown(board)], [0]
    for number in range(moves):
        board.make(at_random(number)(board.match()), by_clicks)
        boards.append(shown(board))
        plies.append(int(board.play.get_attribute("data-ply") or 0))
    assert board.match()["result"] is None
    return board, boards, plies


@every_game(GAMES, later=("mosaic", "pushmine"))
def test_look_back_reload_take_back_play_again_ask_and_start_over(
    person: Person, client: ServerClient, game: str
) -> None:
    """All of it in one match, because what such a test costs is the match before it."""
    board, boards, plies = begun(person, client, game)
    look_back(board, boards, plies)
    load_again(board, boards)
    take_back_and_play_again(board, boards, plies)
    ask_for_a_hint(board)
    start_over(board, boards, game)


def look_back(board: Board, boards: list[list[str]], plies: list[int]) -> None:
    """An earlier position is looked at, and left again."""
    board.page.get_by_test_id(f"move-{plies[-2] - 1}").click()
    expect(board.page.get_by_text(f"After move {plies[-2]}")).to_be_visible()
    assert shown(board) == boards[-2]
    board.page.get_by_role("button", name="Back to now").click()
    expect(board.page.get_by_text(f"After move {plies[-2]}")).to_have_count(0)
    assert shown(board) == boards[-1]


def load_again(board: Board, boards: list[list[str]]) -> None:
    """A page that is loaded again goes on where it was."""
    board.page.reload()
    board.wait_for_turn()
    assert shown(board) == boards[-1]


def take_back_and_play_again(board: Board, boards: list[list[str]], plies: list[int]) -> None:
    board.page.get_by_test_id("control-undo").click()
    board.wait_for_ply(plies[-2])
    assert shown(board) == boards[-2]
    board.page.get_by_test_id("control-redo").click()
    board.wait_for_ply(plies[-1])
    assert shown(board) == boards[-1]
    board.page.keyboard.press("Control+z")
    board.wait_for_ply(plies[-2])
    assert shown(board) == boards[-2]


def ask_for_a_hint(board: Board) -> None:
    """It names a legal move, says why, and marks the match; and the move can be played."""
    before = board.match()
    board.page.get_by_test_id("control-hint").click()
    hint = board.page.get_by_test_id("hint")
    move = hint.get_attribute("data-move") or ""
    assert move in before["legal"]
    purpose, why = hint.locator("p span").inner_text(), hint.locator("details p")
    assert len(purpose) > 10, "it says what for"
    assert "{" not in purpose, "with a name for the other side"
    assert not why.is_visible()
    hint.get_by_text("Why?").click()
    assert len(why.inner_text()) > 10, "and how it was found, on request"
    expect(board.page.get_by_text("assisted", exact=True)).to_be_visible()
    board.make(move, by_clicks)
    expect(hint).to_have_count(0)
    assert board.match()["history"][before["ply"]]["move"] == move


def start_over(board: Board, boards: list[list[str]], game: str) -> None:
    """On the same board, which can be played on."""
    board.page.get_by_test_id("control-restart").click()
    sure = "Resign and start over" if game in OVER_FIRST else "Start over"
    board.page.get_by_role("dialog").get_by_role("button", name=sure, exact=True).click()
    board.wait_for_ply(0)
    expect(board.result).to_have_count(0)
    assert shown(board) == boards[0]
    board.make(at_random(9)(board.match()), by_clicks)


def test_resigning_asks_for_confirmation_and_loses_the_match(person: Person, client: ServerClient) -> None:
    board, _, _ = begun(person, client, "duel", moves=1)
    board.page.get_by_test_id("control-resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert board.match()["result"] is None
    board.page.get_by_test_id("control-resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(board.status).to_contain_text("AI wins")
    expect(board.status).to_contain_text("You resigned.")


def test_the_rest_is_filled_with_one_click_and_taken_back_with_one(person: Person, client: ServerClient) -> None:
    nearly = Match("duel", {"size": 3}, setup={"cells": ["RR.", "G.G", "..."], "turn": 2}).exact_id()
    person.open_match(client.new_match("duel", TWO_PEOPLE, record=nearly))
    board = Board(person)
    board.wait_for_turn()
    fill = board.page.get_by_test_id("control-fill")
    expect(fill).to_have_count(0)
    board.make("c1", by_clicks)
    fill.click()
    expect(board.status).to_contain_text("Green wins")
    assert shown(board).count("c3, green tile") == 1
    board.page.get_by_test_id("control-undo").click()
    board.wait_for_ply(2)
    expect(fill).to_be_visible()
    assert shown(board).count("c3, empty") == 1


def test_menu_board_and_history_are_a_click_apart_and_the_back_button_works(
    person: Person, client: ServerClient
) -> None:
    board, boards, _ = begun(person, client, "duel")
    page, path = person.page, person.path
    page.get_by_test_id("control-history").click()
    page.wait_for_url(f"**{path}/history*")
    page.go_back()
    page.wait_for_url(f"**{path}")
    board.wait_for_turn()
    assert shown(board) == boards[-1]
    page.get_by_role("navigation", name="This match").get_by_role("link", name="Games").click()
    page.wait_for_url(f"{client.address}/")
    page.get_by_role("region", name="Unfinished matches").get_by_role("link").click()
    page.wait_for_url(f"**{path}")
    board.wait_for_turn()
    page.reload()
    board.wait_for_turn()
    assert shown(board) == boards[-1]


@pytest.mark.parametrize("game", GAMES)
def test_one_click_on_the_menu_starts_the_recommended_match_at_the_first_level(person: Person, game: str) -> None:
    person.go("/")
    person.page.get_by_test_id(f"game-{game}").get_by_role("button", name="Play").click()
    board = Board(person)
    board.wait_for_turn()
    match = board.match()
    assert (match["game"], match["preset"], match["ply"]) == (game, find(game).recommended, 0)
    first_level = next(iter(find(game).offered_levels))
    assert [seat["level"] for seat in match["seats"]] == ([None] if game == "flood" else [None, first_level])
    board.make(match["legal"][0], by_clicks)


def test_the_opponent_that_fits_follows_the_results(person: Person) -> None:
    page, levels = person.page, list(find("duel").offered_levels)
    person.go("/")
    person.keep("fit", {"duel": {"number": 2, "before": 1, "streak": 1, "matches": []}})
    page.reload()
    card, board = page.get_by_test_id("game-duel"), Board(person)
    expect(card.get_by_test_id("standing")).to_have_text(f"Level 2 of {len(levels)}: you won once, so it goes up.")
    card.get_by_role("button", name="Play").click()
    board.wait_for_turn()
    assert board.match()["seats"][1]["level"] == levels[1]
    board.make("c3", by_clicks)
    board.wait_for_turn(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    result = page.get_by_test_id("result")
    expect(result).to_contain_text(f"Level 1 of {len(levels)}: you lost once, so it goes down.")
    result.get_by_test_id("again").click()
    expect(result).to_have_count(0)
    board.wait_for_turn()
    assert board.match()["seats"][1]["level"] == levels[0]


@pytest.mark.parametrize(("control", "why"), [("undo", "You had help"), ("restart", "The same match again")])
def test_the_level_stays_after_help_and_after_another_beginning(person: Person, control: str, why: str) -> None:
    page, kept = person.page, {"duel": {"number": 2, "before": 1, "streak": 1, "matches": []}}
    person.go("/")
    person.keep("fit", kept)
    page.reload()
    page.get_by_test_id("game-duel").get_by_role("button", name="Play").click()
    board = Board(person)
    board.wait_for_turn()
    board.make("c3", by_clicks)
    board.wait_for_turn(0)
    page.get_by_test_id(f"control-{control}").click()
    if control == "restart":
        page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    board.wait_for_ply(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_test_id("result")).to_contain_text(f"{why}, so your level stays.")


def test_from_the_menu_to_a_move_and_the_list_of_keys_without_a_mouse(person: Person) -> None:
    page = person.page
    person.go("/")
    play = page.get_by_test_id("game-duel").get_by_role("button", name="Play")
    play.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if play.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    board = Board(person)
    board.wait_for_turn()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Place a tile")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    expect(board.spot("b1")).to_be_focused()
    page.keyboard.press("Enter")
    board.wait_for_turn(0)
    assert board.match()["history"][0]["move"] == "b1"


def test_duels_ai_is_told_how_to_play_by_one_click_and_untold_by_another(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("easy")], seed=7)
    person.open_match(hosted)
    edges = person.page.get_by_test_id("advice").get_by_role("button", name="Edges")
    for told, text in (("true", "hold the edges"), ("false", "")):
        edges.click()
        expect(edges).to_have_attribute("aria-pressed", told)
        assert (hosted.match()["seats"][1]["strategy"] or {"text": ""})["text"] == text


def test_the_history_says_what_the_ai_had_in_mind(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", [PERSON, ai("medium")], seed=7)
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    board.make(hosted.match()["legal"][0], by_clicks)
    purpose = hosted.match()["history"][1]["thought"]["purpose"]
    person.go(f"/match/{hosted.id}/history")
    expect(person.page.get_by_role("region", name="All moves")).to_contain_text(f"It {purpose}.")


def test_one_click_in_the_history_plays_on_from_there(person: Person, client: ServerClient) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE, seed=7)
    moves = [entry["move"] for entry in hosted.play_on(4)["history"]]
    person.keep("matches", [hosted.remembered()])
    person.go(f"/match/{hosted.id}/history")
    person.page.get_by_role("button", name="One move back").click()
    person.page.get_by_role("button", name="Play on from here").click()
    board = Board(person)
    board.wait_for_ply(len(moves) - 1)
    assert board.match()["id"] != hosted.id
    assert [entry["move"] for entry in board.match()["history"]] == moves[:-1]


def wishes(board: Board) -> list[tuple[str, bool]]:
    """What the AI player is asked for now, as the server has it."""
    understood = board.match()["seats"][1]["understood"]["understood"]
    return [(wish["principle"], wish["sought"]) for wish in understood]


def test_what_a_prompt_means_is_shown_before_the_match_and_during_it(person: Person) -> None:
    page, board = person.page, Board(person)
    person.go("/")
    page.get_by_test_id("game-duel").get_by_role("button", name="Set up").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Level").select_option("medium")
    sheet.get_by_label("How the AI should play").fill("hold the edges, wear a hat")
    expect(sheet).to_contain_text("places on the edges if that costs at most 2.5 tiles")
    expect(sheet).to_contain_text("Not understood: “wear a hat”")
    expect(sheet).to_contain_text("medium: It captures if it can, else blocks, else expands")
    sheet.get_by_label("Level").select_option("hard")
    expect(sheet).not_to_contain_text("else blocks")
    sheet.get_by_role("button", name="Play").click()
    board.wait_for_turn()
    told = page.get_by_test_id("prompt")
    told.locator("summary").click()
    expect(told).to_contain_text("places on the edges")
    expect(told).to_contain_text("Not understood")
    told.get_by_label("How it should play, from its next move on").fill("always avoid the corners")
    expect(told).to_contain_text("stays away from the corners if that costs at most 5 tiles")
    before = wishes(board)
    told.get_by_role("button", name="Tell it").click()
    wait_until(lambda: wishes(board) != before)
    assert wishes(board) == [("corners", False)]


def test_a_score_in_flood_is_compared_with_the_fewest_moves_also_after_a_reload(
    person: Person, client: ServerClient
) -> None:
    hosted = small_match(client, "flood", seed=2718)  # a board that nobody else begins: a first try
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    moves = board.play_on([by_palette])["ply"]
    expect(board.result).to_contain_text(re.compile(rf"{moves} moves; \d+ w(as|ere) possible. Your first score here."))
    board.page.reload()
    expect(board.result).to_contain_text(re.compile(rf"{moves} moves; \d+ w(as|ere) possible. Your best is {moves}."))
