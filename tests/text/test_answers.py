"""The move in an answer that was written freely."""

import json

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.text.answers import MOST_CHARACTERS, read_answer
from tests.suite.games import every_game


def read(slug: str, answer: str, variant: object = None) -> str:
    match = Match(slug, variant, 3)  # type: ignore[arg-type]
    return match.game.write_move(match.position, read_answer(match.game, match.position, answer))


DUEL = {
    "c4": "the bare move",
    " C4.\n": "capital letters, a full stop, spaces",
    "c 4": "a space within",
    "(c, 4)": "a pair",
    "**c4**": "emphasis",
    "`c4`": "code",
    "```\nc4\n```": "a fence",
    "Here it is:\n```text\nc4\n```\nIt is better than b2 or b3.": "a fence among other moves",
    "I play c4.": "a claim",
    "I'll place a tile on c4, because b2 and e5 are worse.": "a claim with reasons",
    "I could play b2. But I play c4.": "the last claim",
    "Move: c4": "a label",
    "b2 or b3?\n\nFinal answer: **c4**": "a label in bold",
    "My move is c4 since it touches b4 and d4.": "a label with reasons",
    "\\boxed{c4}": "a box",
    "<think>a1, a2 … or b5? I play b5.</think>c4": "thoughts are no answers",
    "<move>c4</move>": "a tag",
    "Candidates: a1, b2. The best of them is c4.": "the last sentence",
    '{"move": "c4"}': "JSON",
    'Sure!\n```json\n{"reason": "corner", "move": "c4"}\n```': "JSON in a fence",
    '{"row": 3, "col": 2}': "as the specification writes it",
    '{"action": {"row": 3, "col": 2}}': "as the specification writes it, under a key",
    '{"move": "I play c4"}': "words in JSON",
    '{"confidence": 0.9} c4': "JSON that is no move",
    "a1 " * MOST_CHARACTERS + "\nI play c4": "only the end is read",
}


@pytest.mark.parametrize("answer", DUEL, ids=DUEL.get)
def test_an_answer_in_duel_means_c4(answer: str) -> None:
    assert read("duel", answer) == "c4"


@pytest.mark.parametrize(
    "answer",
    ["b2c2", "c2b2", "B2-C2", "b2 c2", "b2 → c2", "(b2, c2)", "I swap b2 and c2.", "swap b2 with c2", "b2<->c2",
     "Move: b2 to c2", "c3 is blue, so I swap b2/c2", '{"row": 1, "col": 1, "direction": "right"}'],
)  # fmt: skip
def test_a_swap_is_read_from_its_two_cells(answer: str) -> None:
    assert read("mosaic", answer) == "b2c2"


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("3>", "3>"), ("3r", "3>"), ("3&gt;", "3>"), ("3→", "3>"), ("b↓", "bv"), ("**b^**", "b^"), ("BV", "bv"),
        ("<answer>3></answer>", "3>"), ("Answer: 3<.", "3<"), ("I push row 3 from the left: 3>", "3>"), ("bd", "bv"),
        ("3 >", "3>"), ("`a v`", "av"), ("An ad hoc idea: cv", "cv"), ("`3>`", "3>"),
    ],
)  # fmt: skip
def test_a_push_is_read_with_its_way(answer: str, move: str) -> None:
    assert read("pushmine", answer) == move


@pytest.mark.parametrize("answer", ["*c4", "`*c4`", "Move: *c4", "I lay a mine: *c4", "***c4**"])
def test_the_star_of_a_mine_is_no_emphasis(answer: str) -> None:
    with pytest.raises(Refusal, match=r"\*c4 needs a mine, and you have none"):
        read("pushmine", answer)


@pytest.mark.parametrize("answer", ["blue", "Blue!", "I choose blue because red is far away.", "colour: blue"])
def test_a_colour_is_read_in_flood(answer: str) -> None:
    assert read("flood", answer, {"size": 4}) == "blue"


REFUSED = {
    "": "the answer is empty",
    "I have no idea.": "no move was found in 'I have no idea.'",
    "z9": "z9 is off the board",
    "Let us take z9 today": "z9 is off the board",
    "b2 and c4 are both fine": "names several moves: b2, c4",
    '{"move": "b2"}{"row": 40, "col": 2}': "off the board",
    '{"row": "three", "col": 2}': "a move has the fields row, col; row",
    '{"move": {"row": 1}}': "a move has the fields row, col; col",
    "Move: north": "'north' is not a cell",
    "{" * 5000: "no move was found",
    '{"move":' * 5000: "'move' is not a cell",
    "a1" + " " * 30_000 + "move" * 3000: "no move was found",
    "pass": "you can only pass when there is no other move",
    "\x00\ud800": r"'\x00\ud800' is not a cell",
}


@pytest.mark.parametrize("answer", REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_single_legal_move_is_refused_with_the_reason(answer: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read("duel", answer)
    assert REFUSED[answer] in refusal.value.message


def test_an_answer_that_is_no_text_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        read("duel", 7)  # type: ignore[arg-type]
    assert refusal.value.errorCode is ErrorCode.BAD_MOVE_TEXT


@every_game
def test_every_legal_move_is_read_in_every_usual_dress(game: object) -> None:
    match = Match(game, None, 5)  # type: ignore[arg-type]
    for move in match.legal():
        dresses = (move, move.upper(), f"I play {move}.", f"**{move}**", f"Move: {move}", json.dumps({"move": move}))
        for answer in dresses:
            number = read_answer(match.game, match.position, answer)
            assert match.game.write_move(match.position, number) == move, answer
