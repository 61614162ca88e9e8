"""The Go Text Protocol, as a program on the other side sees it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx.gtp import Session, converse

COMMANDS = """
    protocol_version name version known_command list_commands quit clear_board play genmove undo showboard
    q-legal_moves q-position q-result q-seed q-variant q-setup q-events
""".split()


@pytest.fixture
def session() -> Session:
    return Session(quincunx.game("pushmine"))


def answered(session: Session, line: str) -> str:
    """The text of a successful answer."""
    answer = session.answer(line)
    assert answer is not None
    assert answer.startswith("="), answer
    assert answer.endswith("\n\n")
    return answer[1:-2].strip()


def refused(session: Session, line: str) -> str:
    before = answered(session, "q-position")
    answer = session.answer(line)
    assert answer is not None
    assert answer.startswith("?"), answer
    assert answered(session, "q-position") == before, "a refused command changes nothing"
    return answer[1:-2].strip().partition(":")[0]


def test_it_says_what_it_is(session: Session) -> None:
    assert answered(session, "protocol_version") == "2"
    assert answered(session, "name") == "Quincunx"
    assert answered(session, "version") == quincunx.__version__


def test_it_knows_its_commands(session: Session) -> None:
    assert answered(session, "list_commands").split() == COMMANDS
    assert answered(session, "known_command play") == "true"
    assert answered(session, "known_command boardsize") == "false"
    assert refused(session, "boardsize 5") == "unknown_command"


def test_an_id_comes_back_with_the_answer(session: Session) -> None:
    assert session.answer("17 name") == "=17 Quincunx\n\n"
    assert str(session.answer("18 play 2 3>")).startswith("?18 not_your_turn")


def test_comments_and_empty_lines_are_not_answered(session: Session) -> None:
    assert session.answer("# a comment") is None
    assert session.answer("   \t ") is None
    assert session.answer("name # who?") == "= Quincunx\n\n"
    assert session.answer("na\x07me") == "= Quincunx\n\n", "control characters are dropped"


def test_a_match_is_played_and_taken_back(session: Session) -> None:
    answered(session, "play 1 3>")
    assert json.loads(answered(session, "q-position"))["cells"][2] == "X...."
    answered(session, "play 2 bV")
    assert json.loads(answered(session, "q-events"))[0]["kind"] == "pushed"
    answered(session, "undo")
    answered(session, "undo")
    assert json.loads(answered(session, "q-position"))["ply"] == 0
    assert refused(session, "undo") == "nothing_to_undo"
    assert answered(session, "q-events") == "[]"


def test_playing_out_of_turn_is_refused(session: Session) -> None:
    assert refused(session, "play 2 3>") == "not_your_turn"
    assert refused(session, "genmove 2") == "not_your_turn"
    assert refused(session, "play 3 3>") == "not_your_seat"
    assert refused(session, "play") == "not_your_seat"


def test_illegal_moves_are_refused_by_their_own_code(session: Session) -> None:
    assert refused(session, "play 1 *c3") == "no_mine"
    assert refused(session, "play 1 z9") == "bad_move_text"
    assert refused(session, "play 1 pass") == "illegal_move"
    answered(session, "play 1 3>")
    assert refused(session, "play 2 3<") == "immediate_undo"


def test_genmove_answers_the_same_to_the_same_question(session: Session) -> None:
    again = Session(quincunx.game("pushmine"))
    moves = [answered(session, f"genmove {seat}") for seat in (1, 2, 1, 2)]
    assert moves == [answered(again, f"genmove {seat}") for seat in (1, 2, 1, 2)]


def test_seed_and_variant_clear_the_board(session: Session) -> None:
    answered(session, "play 1 3>")
    answered(session, "q-variant blitz")
    assert len(json.loads(answered(session, "q-position"))["cells"]) == 4
    answered(session, "play 1 3>")
    answered(session, "q-seed 7")
    assert json.loads(answered(session, "q-position"))["ply"] == 0
    answered(session, 'q-variant {"size": 6, "line": 5}')
    assert len(json.loads(answered(session, "q-position"))["cells"]) == 6
    assert refused(session, 'q-variant {"size": 9}') == "bad_variant"
    assert refused(session, "q-seed -1") == "bad_seed"
    assert refused(session, f"q-seed {2**53}") == "bad_seed"
    assert refused(session, "q-seed ten") == "bad_seed"


def test_a_position_can_be_set_up_and_reads_back_the_same(session: Session) -> None:
    fields = {"cells": ["XX.OO", ".....", "..*..", ".....", "....."], "turn": 2, "ply": 9, "mines": [0, 2]}
    answered(session, f"q-setup {json.dumps(fields)}")
    position = json.loads(answered(session, "q-position"))
    assert {name: position[name] for name in fields} == fields
    assert "*a2" in answered(session, "q-legal_moves").split()
    assert refused(session, "q-setup {broken") == "bad_position"
    assert refused(session, 'q-setup {"cells": ["X"]}') == "bad_position"
    assert refused(session, "q-setup [1, 2]") == "bad_position"


def test_the_result_is_given(session: Session) -> None:
    assert answered(session, "q-result") == "playing"
    answered(session, 'q-setup {"cells": ["XXX..", ".....", ".....", ".....", "....."]}')
    answered(session, "play 1 1>")
    assert answered(session, "q-result") == "1"
    assert answered(session, "q-legal_moves") == ""
    assert refused(session, "play 2 3>") == "match_over"
    assert refused(session, "genmove 2") == "match_over"


def test_the_conversation_ends_with_quit() -> None:
    session = Session(quincunx.game("duel"))
    assert list(converse(session, ["name\n", "quit\n", "name\n"])) == ["= Quincunx\n\n", "=\n\n"]


@given(st.text(max_size=60))
def test_no_line_brings_it_down(line: str) -> None:
    answer = Session(quincunx.game("duel")).answer(line)
    assert answer is None or answer[0] in "=?"


@given(st.sampled_from(COMMANDS), st.text(max_size=40))
def test_no_argument_brings_it_down(command: str, argument: str) -> None:
    answer = Session(quincunx.game("duel")).answer(f"{command} {argument}")
    assert answer is None or answer[0] in "=?"


def test_a_pass_is_shown_and_undone_as_one_ply() -> None:
    session = Session(quincunx.game("duel"), {"size": 2, "reentry": False})
    answered(session, 'q-setup {"cells": ["RG", ".."], "turn": 1}')
    before = answered(session, "q-position")
    for _ in range(6):
        legal = answered(session, "q-legal_moves").split()
        if not legal:
            break
        answered(session, f"play {json.loads(answered(session, 'q-position'))['turn']} {legal[0]}")
    while json.loads(answered(session, "q-position"))["ply"]:
        answered(session, "undo")
    assert answered(session, "q-position") == before
