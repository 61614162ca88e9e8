"""Records: both texts lead back to the same match, and a wrong one is refused with the ply at which it goes wrong."""

import base64
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match, replay
from quincunx.engine.record import FORMAT, MOST_CHARACTERS, Record, Seat, read_record
from tests.suite.games import GAMES, every_game, every_preset, playable, random_match
from tests.suite.refusals import refusal_of, refused
from tests.suite.scale import scaled
from tests.suite.variants import random_options

BAD = ErrorCode.BAD_RECORD
REFUSALS = {BAD, ErrorCode.UNKNOWN_GAME, ErrorCode.BAD_VARIANT, ErrorCode.BAD_SEED, ErrorCode.BAD_POSITION}
SEEDS = st.integers(0, 2**53 - 1)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match of any game, any variant, any seed, of any length; perhaps ended by people."""
    game = draw(st.sampled_from(GAMES))
    options = random_options(game, draw(st.integers(0, 500)))
    match = random_match(game, options, draw(st.integers(0, 10_000)), draw(st.integers(0, scaled(60, 15))))
    if match.end is None and game.seats == 2:
        end = draw(st.sampled_from([None, lambda: match.resign(1), lambda: match.resign(2), match.agree_draw]))
        if end is not None:
            end()
    if draw(st.booleans()):
        match.assist()
    return match


def finished(slug: str = "pushmine") -> Record:
    """The record of a match that the rules ended."""
    game = next(game for game in GAMES if game.slug == slug)
    match = random_match(game, seed=1)
    assert match.end is not None
    return match.record()


def tampered(record: Record, **changes: Any) -> str:
    """The JSON text of a record with other values in it."""
    return json.dumps(record.as_json() | changes)


def wrong_at(ply: int, given: Any) -> str:
    """The message that refuses a record, and names this ply."""
    message = refused(BAD, replay, given)
    assert re.search(rf"\bply {ply}\b", message), message
    return message


# Round trips


@given(matches())
def test_the_json_leads_back_to_the_same_match(match: Match) -> None:
    record = match.record()
    for form in (record, record.as_json(), record.as_json_text(), json.dumps(record.as_json(), indent=2)):
        again = replay(form)
        assert again.record() == record
        assert again.describe() == match.describe()
        assert again.legal() == match.legal()


@given(matches())
def test_the_line_leads_back_to_the_same_moves(match: Match) -> None:
    line = match.record().as_text()
    again = replay(line)
    assert (again.moves, again.seed, again.variant) == (match.moves, match.seed, match.variant)
    assert again.game.describe(again.position) == match.game.describe(match.position)
    assert again.record().as_text() == line


@given(matches())
def test_the_line_is_safe_in_a_link(match: Match) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.@-]+", match.record().as_text())
    assert re.fullmatch(r"[A-Za-z0-9_.@-]+", match.exact_id())


@every_preset
def test_a_preset_is_named_in_the_record(game: AnyGame, preset: str) -> None:
    record = Match(game, playable(game, preset), seed=4).record()
    assert record.preset == preset
    assert replay(record.as_text()).record() == record
    if playable(game, preset) == game.variant(preset):
        assert record.as_text() == f"q1.{game.slug}.{game.version}.{preset}.4"


def test_the_json_has_the_fields_of_the_design() -> None:
    fields = finished().as_json()
    assert list(fields) == [
        "format", "game", "version", "preset", "variant", "seed", "seats", "moves", "result", "ended_by", "assisted",
    ]  # fmt: skip
    assert fields["format"] == FORMAT == "quincunx/1"
    assert fields["seats"] == [{"kind": "person"}, {"kind": "person"}]


def test_pushmine_s_moves_are_written_for_links() -> None:
    match = Match("pushmine", setup={"mines": [1, 0]})
    for text in ("*c4", "3>", "3>", "bv", "2<", "a^"):
        match.play(text)
    line = match.record().as_text()
    assert line.endswith(".mc4-3r-3r-bd-2l-au")
    assert replay(line).moves == match.moves


def test_seats_travel_with_the_json() -> None:
    seats = (Seat(kind="level", level="hard"), Seat(kind="level", level="medium", strategy={"edges": 2}))
    match = Match("duel", seats=seats)
    fields = match.record().as_json()
    assert fields["seats"] == [
        {"kind": "level", "level": "hard"},
        {"kind": "level", "level": "medium", "strategy": {"edges": 2}},
    ]
    assert replay(fields).seats == seats


def test_a_text_may_have_space_around_it() -> None:
    line = finished().as_text()
    assert replay(f"  {line}\n").moves == replay(line).moves


@every_game
def test_an_id_without_moves_is_a_fresh_match(game: AnyGame) -> None:
    line = f"q1.{game.slug}.{game.version}.standard.77"
    assert replay(line).describe() == Match(game, seed=77).describe()
    assert replay(line + ".").moves == ()


def test_a_record_need_not_claim_a_result() -> None:
    record = finished()
    again = replay(tampered(record, result=None, ended_by=None))
    assert again.record() == record


# Wrong records


@every_game
def test_a_tampered_move_is_refused_at_its_ply(game: AnyGame) -> None:
    record = finished(game.slug)
    for ply in {0, 1, len(record.moves) // 2, len(record.moves) - 1}:
        for text in ("nonsense", "", "pass", "z99"):
            moves = [*record.moves[:ply], text, *record.moves[ply + 1 :]]
            if text != record.moves[ply]:
                code = "illegal_move" if text == "pass" else "bad_move_text"
                assert f"({code})" in wrong_at(ply, tampered(record, moves=moves))


@every_game
def test_cut_moves_under_a_result_are_refused_where_they_stop(game: AnyGame) -> None:
    record = finished(game.slug)
    for ply in (0, len(record.moves) // 2, len(record.moves) - 1):
        message = wrong_at(ply, tampered(record, moves=record.moves[:ply]))
        assert "do not end the match" in message


@every_game
def test_moves_after_the_end_are_refused_at_the_first_of_them(game: AnyGame) -> None:
    record = finished(game.slug)
    message = wrong_at(len(record.moves), tampered(record, moves=[*record.moves, record.moves[-1], record.moves[0]]))
    assert "match_over" in message


@every_game
def test_cut_json_is_refused_wherever_it_is_cut(game: AnyGame) -> None:
    text = finished(game.slug).as_json_text()
    for length in range(1, len(text), 7):
        assert refusal_of(replay, text[:length]) == BAD
    assert refusal_of(replay, "") == BAD


@every_game
def test_a_line_that_is_cut_within_a_move_is_refused_at_that_ply(game: AnyGame) -> None:
    record = finished(game.slug)
    line = record.as_text()
    wrong_at(len(record.moves) - 1, line[:-1])
    wrong_at(len(record.moves), line + "-")
    wrong_at(1, line.replace("-", "--", 1))


@every_game
def test_another_version_of_the_rules_is_refused_at_ply_0(game: AnyGame) -> None:
    record = finished(game.slug)
    for version in (game.version + 1, 0, -1, 10**9):
        assert f"version {version}" in wrong_at(0, tampered(record, version=version))
    line = record.as_text().replace(f".{game.version}.", f".{game.version + 1}.", 1)
    wrong_at(0, line)


@every_game
@pytest.mark.parametrize("result", ["1", "2", "draw", "lost"])
def test_a_result_that_the_moves_do_not_give_is_refused_at_the_last_ply(game: AnyGame, result: str) -> None:
    record = finished(game.slug)
    if record.result != result:
        message = wrong_at(len(record.moves), tampered(record, result=result))
        assert f"it says {result} by rules" in message
        assert f"give {record.result} by the rules" in message


@pytest.mark.parametrize(
    ("slug", "result", "ended_by"),
    [
        ("pushmine", "1", "rules"),
        ("pushmine", None, "rules"),
        ("pushmine", "1", None),
        ("pushmine", None, "resignation"),
        ("pushmine", "draw", "resignation"),
        ("pushmine", "1", "agreement"),
        ("pushmine", "lost", "clock"),
        ("flood", "draw", "agreement"),
        ("flood", "1", "clock"),
        ("flood", "2", "ply_cap"),
    ],
)
def test_an_end_that_contradicts_its_match_is_refused(slug: str, result: str | None, ended_by: str | None) -> None:
    record = finished(slug)
    wrong_at(2, tampered(record, moves=record.moves[:2], result=result, ended_by=ended_by))


def test_people_cannot_end_what_the_rules_have_ended() -> None:
    record = finished()
    wrong_at(len(record.moves), tampered(record, ended_by="resignation"))
    wrong_at(len(record.moves), tampered(record, result="draw", ended_by="agreement"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "quincunx/2"),
        ("format", None),
        ("version", "1"),
        ("version", True),
        ("version", 1.0),
        ("version", None),
        ("moves", "1>"),
        ("moves", [1]),
        ("moves", None),
        ("moves", {"0": "1>"}),
        ("result", "won"),
        ("result", 1),
        ("ended_by", "luck"),
        ("assisted", "yes"),
        ("assisted", 1),
        ("assisted", None),
        ("variant", "standard"),
        ("variant", []),
        ("preset", 5),
        ("preset", "no such preset"),
        ("preset", '{"size":5}'),
        ("seed", "1"),
        ("seed", 1.0),
        ("seed", None),
        ("seed", True),
        ("seats", [{"kind": 5}, {"kind": "person"}]),
        ("seats", [{"kind": "person", "token": "secret"}, {"kind": "person"}]),
        ("seats", "person"),
        ("seats", [{}]),
        ("seats", [{}, {}, {}]),
        ("setup", "cells"),
        ("game", 5),
        ("game", None),
        ("comment", "hello"),
    ],
)
def test_a_field_of_another_shape_is_refused_by_name(field: str, value: Any) -> None:
    message = refused(BAD, replay, tampered(finished(), **{field: value}))
    assert field in message


@pytest.mark.parametrize("field", ["game", "version", "seed"])
def test_a_field_that_every_record_needs_is_missed_by_name(field: str) -> None:
    fields = finished().as_json()
    del fields[field]
    assert field in refused(BAD, replay, fields)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, ErrorCode.UNKNOWN_GAME),
        ({"seed": -1}, ErrorCode.BAD_SEED),
        ({"seed": 2**53}, ErrorCode.BAD_SEED),
        ({"variant": {"size": 99}, "preset": None}, ErrorCode.BAD_VARIANT),
        ({"variant": {"sizzle": 5}, "preset": None}, ErrorCode.BAD_VARIANT),
        ({"setup": {"cells": []}}, ErrorCode.BAD_POSITION),
    ],
)
def test_what_has_a_code_of_its_own_is_refused_with_it(changes: dict[str, Any], code: ErrorCode) -> None:
    refused(code, replay, tampered(finished(), **changes))


def test_a_preset_that_contradicts_the_variant_is_refused() -> None:
    record = finished()
    assert "'blitz'" in refused(BAD, replay, tampered(record, preset="blitz"))
    other = {**record.as_json()["variant"], "size": 6}
    assert "'standard'" in refused(BAD, replay, tampered(record, variant=other))


def in_line(options: Any) -> str:
    text = options if isinstance(options, bytes) else json.dumps(options).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


@pytest.mark.parametrize(
    "line",
    [
        "q1",
        "q1.pushmine",
        "q1.pushmine.1.standard",
        "q2.pushmine.1.standard.1",
        "Q1.pushmine.1.standard.1",
        "q1.pushmine.1.standard.1.1r.extra",
        "q1.pushmine.one.standard.1",
        "q1.pushmine.-1.standard.1",
        "q1.pushmine.1.standard.",
        "q1.pushmine.1.standard.1e3",
        "q1.pushmine.1.standard.-1",
        "q1.pushmine.1.standard.²",
        "q1.pushmine.1.standard." + "9" * 30,
        "q1.pushmine.1..1",
        "q1.pushmine.1.Standard.1",
        "q1.pushmine.1.!!!!.1",
        "q1.pushmine.1.e.1",
        "q1.pushmine.1.é.1",
        f"q1.pushmine.1.{in_line([])}.1",
        f"q1.pushmine.1.{in_line(5)}.1",
        f"q1.pushmine.1.{in_line(b'not json')}.1",
        f"q1.pushmine.1.{in_line(bytes(range(128, 160)))}.1",
        f"q1.pushmine.1.{in_line({'size': 5})[:-2]}.1",
        f"q1.pushmine.1.{in_line(b'[' * 5000)}.1",
        "q1.pushmine.1.standard.1@",
        "q1.pushmine.1.standard.1@nonsense.1r",
        f"q1.pushmine.1.standard.1@{in_line([])}",
        "a word",
        "[]",
        "null",
        "5",
    ],
)
def test_a_line_of_another_shape_is_refused(line: str) -> None:
    assert len(refused(BAD, replay, line)) < 500


def test_an_unknown_game_or_seed_is_refused_in_a_line_too() -> None:
    refused(ErrorCode.UNKNOWN_GAME, replay, "q1.chess.1.standard.1")
    refused(ErrorCode.BAD_SEED, replay, f"q1.pushmine.1.standard.{2**53}")
    refused(ErrorCode.BAD_VARIANT, replay, f"q1.pushmine.1.{in_line({'size': 99})}.1")


@pytest.mark.parametrize("text", ["x" * (MOST_CHARACTERS + 1), "{" * (MOST_CHARACTERS + 1)])
def test_a_huge_text_is_refused_unread(text: str) -> None:
    assert str(MOST_CHARACTERS) in refused(ErrorCode.TOO_LARGE, replay, text)


@pytest.mark.parametrize("given", [None, 5, 1.5, True, [], ["q1"], b"q1.pushmine.1.standard.1"])
def test_what_is_neither_text_nor_object_is_refused(given: Any) -> None:
    refused(BAD, read_record, given)


@pytest.mark.parametrize("depth", [100, 250, 900, 980, 5000])
@pytest.mark.parametrize("field", ["variant", "setup", "seats", "moves", "comment"])
def test_deep_nesting_is_refused_whatever_its_depth(field: str, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    text = f'{{"game":"pushmine","version":1,"seed":1,"{field}":'
    assert refusal_of(replay, text + nested + "}") in REFUSALS
    assert refusal_of(replay, text + '{"size":' + nested + "}}") in REFUSALS
    assert refusal_of(replay, text + '{"cells":' + nested + "}}") in REFUSALS


@given(st.text(max_size=60) | st.text(alphabet='q1.pushmine-standard@{}[]":,0', max_size=60))
def test_garbage_is_refused_and_nothing_worse(text: str) -> None:
    for form in (text, "{" + text, "q1.pushmine.1.standard." + text, "q1.duel.1.standard.1." + text):
        assert refusal_of(replay, form) in {*REFUSALS, None}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(sorted(Record.model_fields)), JSON)
def test_garbage_in_any_field_is_refused_and_nothing_worse(field: str, value: Any) -> None:
    fields = finished().as_json() | {field: value}
    assert refusal_of(replay, fields) in {*REFUSALS, None}


@given(st.sampled_from(GAMES), st.data())
def test_one_changed_character_is_refused_or_still_a_match(game: AnyGame, data: st.DataObject) -> None:
    text = finished(game.slug).as_json_text()
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.characters()) + text[place + 1 :]
    assert refusal_of(replay, changed) in {*REFUSALS, None}
