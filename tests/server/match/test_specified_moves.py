"""Moves as the specifications write them, counted from 0: the API takes and gives them, and so does GTP."""

import pytest

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.gtp import Session
from tests.support.servers.client import TWO_PEOPLE, Json, ServerClient, refusal

MOVES = [
    ("mosaic", "right", {"row": 0, "col": 0, "direction": "right"}, "a1b1"),
    ("mosaic", "left", {"row": 3, "col": 3, "direction": "left"}, "c4d4"),
    ("mosaic", "up", {"row": 4, "col": 2, "direction": "up"}, "c4c5"),
    ("mosaic", "down", {"row": 3, "col": 2, "direction": "down"}, "c4c5"),
    ("cascade", "to", {"fromRow": 3, "fromCol": 3, "toRow": 3, "toCol": 2}, "c4d4"),
    ("duel", "cell", {"row": 3, "col": 2}, "c4"),
]


@pytest.mark.parametrize(("slug", "_", "fields", "text"), MOVES, ids=[f"{one[0]}-{one[1]}" for one in MOVES])
def test_rows_and_columns_count_from_0_from_the_top_left(slug: str, _: str, fields: Json, text: str) -> None:
    game = find_game(slug)
    assert game.specified_move is not None
    written = game.specified_move.model_validate(fields).text()
    position = Match(game, None, 1).position
    assert game.read(position, written) == game.read(position, text)


@pytest.mark.parametrize("slug", ["mosaic", "cascade", "duel"])
def test_the_api_takes_a_specified_move_and_gives_it_in_the_history(client: ServerClient, slug: str) -> None:
    hosted = client.new_match(slug, TWO_PEOPLE, seed=5)
    match = hosted.match()
    text = match["legal"][-1]
    fields = find_game(slug).as_specified(text)
    assert client.post(f"{hosted.path}/preview", {"move": fields, "ply": 0}).json()["move"] == text
    played = hosted.act("moves", 1, move=fields, ply=0)
    assert (played["last_move"]["move"], played["last_move"]["specified"]) == (text, fields)
    assert hosted.act("moves", 1, move=fields, ply=0)["version"] == played["version"], "the same request again"
    assert played["pieces_played"] == [1, 0]


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"row": 0}, {"row": "0", "col": 0}, {"row": -1, "col": 0}, {"row": 99, "col": 0}, {"row": True, "col": 0},
        {"row": 0, "col": 9}, {"row": 0, "col": 0, "direction": "up"}, {"fromRow": 0},
    ],
)  # fmt: skip
def test_what_means_no_move_is_refused_whole(client: ServerClient, fields: Json) -> None:
    hosted = client.new_match("duel", TWO_PEOPLE)
    answer = hosted.client.post(f"{hosted.path}/moves", {"move": fields, "ply": 0}, hosted.tokens[1])
    assert refusal(answer) in ((409, "bad_move_text"), (422, "bad_move_text"), (422, "bad_request"))
    assert hosted.match()["ply"] == 0


def test_the_edge_of_the_board_has_no_neighbour() -> None:
    match = Match("mosaic", None, 5)
    for direction in ("up", "left"):
        with pytest.raises(Refusal) as refused:
            match.play({"row": 0, "col": 0, "direction": direction})
        assert refused.value.errorCode is ErrorCode.BAD_MOVE_TEXT


def test_a_game_without_specified_moves_takes_texts_alone() -> None:
    for slug in ("pushmine", "flood"):
        with pytest.raises(Refusal) as refused:
            Match(slug).play({"row": 0, "col": 0})
        assert refused.value.errorCode is ErrorCode.BAD_MOVE_TEXT


def test_gtp_takes_the_same_as_json() -> None:
    session = Session(find_game("duel"))
    assert session.answer('play 1 {"row": 3, "col": 2}') == "=\n\n"
    assert session.match.moves == ("c4",)
    for wrong in ('{"row": 3}', "{", "[]", '{"row": 3, "col": 2}'):
        answer = session.answer(f"play 2 {wrong}")
        assert answer is not None
        assert answer.startswith("? ")
    assert session.match.moves == ("c4",)
