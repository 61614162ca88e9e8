"""What a move is for, in words that a person can check on the board."""

import random
import re
from typing import Any

import pytest

from quincunx.catalogue import game as find
from quincunx.engine.match import Match
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.player import Choice
from quincunx.engine.rules import PLAYING, moves, observe, play
from quincunx.engine.sides import OPPONENT, OPPONENT_WORDS, OPPONENTS, purpose_text
from quincunx.search.hints import purpose_of
from quincunx.search.hooks import WIN
from quincunx.search.players import score_text

GAMES = ("mosaic", "cascade", "duel", "pushmine", "flood")
MISNAMED = re.compile(r"opponent|[{}]", re.IGNORECASE)
JARGON = re.compile(r"\bpl(y|ies)\b|%|simulat|sampled|[<>^]")


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_has_a_purpose_without_jargon(slug: str) -> None:
    match, draw = Match(slug, seed=3), random.Random(1)
    for _ in range(6):
        position = observe(match.position, match.position.turn)
        for move in numbers(moves(position)):
            text = match.game.purpose(position, move)
            assert (text == "") == (move == PASS)
            assert not JARGON.search(text), text
            assert text[:1] == text[:1].lower()
            assert not text.endswith(".")
        match.play(draw.choice(match.legal()))
        if match.position.result != PLAYING:
            break


def misnamed(purpose: str) -> list[str]:
    """What names the other side in a purpose otherwise than by a declared placeholder."""
    for placeholder in OPPONENT_WORDS:
        purpose = purpose.replace(placeholder, "")
    return MISNAMED.findall(purpose)


@pytest.mark.parametrize("slug", GAMES)
def test_purposes_name_the_other_side_by_declared_placeholders_only(slug: str) -> None:
    for match in (Match(slug, preset, seed=3) for preset in find(slug).presets):
        draw = random.Random(1)
        for _ in range(4):
            position = observe(match.position, match.position.turn)
            for move in numbers(moves(position)):
                text = match.game.purpose(position, move)
                assert not misnamed(text), text
                assert not misnamed(purpose_text(text).replace("the opponent", "")), "everything is filled in"
            match.play(draw.choice(match.legal()))
            if match.position.result != PLAYING:
                break
    guidance = find(slug).guidance
    for principle in guidance.principles if guidance else ():
        assert not any(misnamed(wording.move) for wording in (principle.sought, principle.avoided)), principle


def test_other_names_of_the_other_side_would_be_noticed() -> None:
    assert not misnamed(f"takes one from {OPPONENT} and stops {OPPONENTS} line")
    assert misnamed("takes one from the opponent")
    assert misnamed("stops {opponents} line")
    assert misnamed("takes one from {rival}")
    assert misnamed(f"takes one from {OPPONENT}}}")


def test_where_the_other_side_has_no_name_it_is_the_opponent() -> None:
    text = "takes one from the opponent and stops the opponent's line"
    assert purpose_text(f"takes one from {OPPONENT} and stops {OPPONENTS} line") == text
    assert purpose_text(text) == text, "as it was stored before there were placeholders"


def purpose(slug: str, move: str, variant: Any = None, **setup: object) -> str:
    match = Match(slug, variant, setup=setup)
    return match.game.purpose(match.position, match.game.read_move(match.position, move))


def test_duel_says_what_is_taken_and_what_can_be_lost_in_return() -> None:
    rest = ["......"] * 4
    assert purpose("duel", "b1", cells=["R.....", ".G....", *rest], turn=1) == "takes one, but can lose two in return"
    quiet = purpose("duel", "b1", cells=["R.....", "......", *rest[1:], ".....G"], turn=1)
    assert quiet == "makes room for two more and loses nothing in return"


def test_duel_says_where_a_protected_first_tile_belongs() -> None:
    empty = ["......"] * 6
    middle = "begins in the middle; from any other cell the first side falls far behind"
    assert purpose("duel", "c3", variant="guarded", cells=empty, turn=1) == middle
    assert purpose("duel", "b2", variant="guarded", cells=empty, turn=1).startswith("falls far behind")
    assert "middle" not in purpose("duel", "c3", cells=empty, turn=1)


@pytest.mark.parametrize("seed", range(1, 9))
def test_cascade_says_what_a_swap_takes_and_what_it_leaves(seed: int) -> None:
    match = Match("cascade", "moon", seed)
    position = observe(match.position, match.position.turn)
    before = match.game.describe(position)["tokens"]
    for move in numbers(moves(position)):
        after = play(position, move)
        own, other = (had - has for had, has in zip(before, match.game.describe(after)["tokens"], strict=True))
        kept = [match.game.describe(play(after, answer))["tokens"][0] for answer in numbers(moves(after))]
        safe = min(kept) == match.game.describe(after)["tokens"][0]
        text = match.game.purpose(position, move)
        assert text.startswith("takes ") == (other > 0)
        assert ("gives up " in text) == (own > 0)
        assert ("belong to nobody" in text) == (own == other == 0)
        assert ("leaves {opponent} no swap that is sure to take any" in text) == (own == other == 0 and safe)


@pytest.mark.parametrize(
    ("variant", "why"),
    [("moon", ": three are left, and a side that loses its last one wins"), ({"vanish": "none"}, "")],
)
def test_cascade_says_why_a_side_gives_tokens_up(variant: Any, why: str) -> None:
    cells = Match("cascade", "moon", 3).describe()["cells"]
    assert purpose("cascade", "a4b4", variant=variant, cells=cells, turn=1) == f"gives up three{why}"


@pytest.mark.parametrize(
    ("cells", "move", "text"),
    [
        (["XXX..", ".....", ".....", ".....", "....."], "1>", "makes four in row 1 and wins"),
        (["OOO..", ".....", ".....", ".....", "....."], "av", "stops {opponent's} line"),
        (["OOO..", ".....", ".....", ".....", "....."], "5>", "does not stop {opponent's} line"),
        (["OOO..", "...O.", ".....", ".....", "....."], "d^", "completes {opponent's} line"),
        (["X....", ".....", ".....", ".....", "....."], "1>", "makes two in row 1"),
        (["XX...", ".....", ".....", ".....", "....."], "1>", "threatens a line in two ways"),
        ([".....", ".....", ".....", ".....", "....."], "3>", "brings another stone in"),
    ],
)
def test_pushmine_names_lines_and_threats(cells: list[str], move: str, text: str) -> None:
    assert purpose("pushmine", move, cells=cells, turn=1) == text


@pytest.mark.parametrize(
    ("variant", "fields", "move", "text"),
    [
        ("rush", {"cells": ["X..OO"], "earned": [14, 0]}, "1>", "earns mine 15 and wins"),
        (
            "rush",
            {"cells": ["..X.."], "earned": [0, 14]},
            "cv",
            "stops {opponent's} last mine and makes two in column c",
        ),
        ("rush", {"cells": ["..X.."], "earned": [0, 14]}, "3>", "does not stop {opponent's} last mine"),
        ("rush", {"cells": ["X....", "....O"], "earned": [14, 0]}, "5>", "threatens to win by mines"),
        ("sapper", {"cells": ["OOO.."], "mines": [1, 0]}, "*d1", "stops {opponent's} line"),
    ],
)
def test_pushmine_knows_the_last_mine_and_the_free_one(
    variant: str, fields: dict[str, Any], move: str, text: str
) -> None:
    cells = [*fields["cells"], *["....."] * (5 - len(fields["cells"]))]
    assert purpose("pushmine", move, variant=variant, **fields | {"cells": cells, "turn": 1, "ply": 8}) == text


def test_moves_become_turns_where_a_turn_can_take_two() -> None:
    game, sure = find("pushmine"), {"standard": "wins in 3 moves", "sapper": "wins in 3 turns at the latest"}
    for preset, text in sure.items():
        assert score_text(game, game.new(game.variant(preset), 1), WIN - 5, 5) == text


def test_what_is_certain_is_added() -> None:
    match = Match("flood", seed=1)
    move = match.game.read_move(match.position, match.legal()[0])
    said = purpose_of(find("flood"), match.position, Choice(move, WIN - 3))
    assert said.endswith("; wins in 2 moves")
    assert purpose_of(find("flood"), match.position, Choice(move, 3)) == said.removesuffix("; wins in 2 moves")
