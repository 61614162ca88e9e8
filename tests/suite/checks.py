"""What holds for every game there is, and for any that will be: plain functions of a game, a variant and a seed.

A test of a new game calls them all (`for check in ALL: check(game, variant, seed)`); each plays a random match of its
own, chosen by the seed, and asserts one law along the way.
"""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from quincunx.engine.errors import ErrorCode
from quincunx.engine.events import Ended, Passed, as_json
from quincunx.engine.game import RESULT_TEXTS, AnyGame
from quincunx.engine.match import Match, replay
from quincunx.engine.moves import PASS, contains, count, numbers
from quincunx.engine.rules import PLAYING, evaluate, hash, legal, moves, observe, outcome, play, recur
from tests.suite.applier import Applier
from tests.suite.games import random_match, random_moves
from tests.suite.refusing import refusal_of, refused
from tests.suite.scale import scaled

Check = Callable[[AnyGame, Any, int], None]

PLIES = scaled(80, 25)
"""As far as a check follows a match."""


def positions(game: AnyGame, variant: Any, seed: int, plies: int = PLIES) -> list[Any]:
    """The positions of a random match, from the first to the last."""
    match = random_match(game, variant, seed, plies)
    return [match.first, *(turn.position for turn in match.history)]


def steps(game: AnyGame, variant: Any, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """Every turn of a random match: the position, the move, the position after it."""
    match = random_match(game, variant, seed, PLIES)
    before = match.first
    for turn in match.history:
        yield before, turn.move, turn.position
        before = turn.position


# Texts


def check_legal_texts_read_back_to_themselves(game: AnyGame, variant: Any, seed: int) -> None:
    """In either case, and with space around them; each text is of one move, and they come sorted."""
    for position in positions(game, variant, seed)[::3]:
        texts = game.legal_texts(position)
        assert texts == sorted(set(texts))
        assert len(texts) == count(moves(position))
        for text in texts:
            move = game.read_move(position, text)
            assert game.write_move(position, move) == text
            assert {game.read_move(position, form) for form in (text.upper(), text.lower(), f" {text} ")} == {move}


def check_texts_in_links_read_back_to_the_same_moves(game: AnyGame, variant: Any, seed: int) -> None:
    for position in positions(game, variant, seed)[::3]:
        for text in game.legal_texts(position):
            link = game.link_text(text)
            assert link.replace("_", "").isalnum()
            assert link.isascii()
            assert game.read_move(position, link) == game.read_move(position, text)


def check_illegal_moves_are_refused_and_change_nothing(game: AnyGame, variant: Any, seed: int) -> None:
    """Whatever was or will be legal in this match and is not now."""
    known = {text for position in positions(game, variant, seed) for text in game.legal_texts(position)} | {"pass"}
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, PLIES):
        for other in sorted(known - set(match.legal()))[seed % 3 :: 9]:
            assert_refused(match, other)
        match.play(text)


def assert_refused(match: Match, text: Any) -> None:
    """Refused whole: with a code and a sentence, and nothing changed."""
    before = match.record(), match.describe(), match.legal(), match.position
    assert refusal_of(match.play, text) is not None
    assert (match.record(), match.describe(), match.legal(), match.position) == before


def check_garbage_is_refused(game: AnyGame, variant: Any, seed: int) -> None:
    match = random_match(game, variant, seed, seed % 7)
    for text in ("", " ", "…", "0", "z99", "a1a1a1", "pass pass", "-1", "\0", "\ud800", "x" * 10_000, None, 5, ["a1"]):
        assert_refused(match, text)


def check_every_number_that_is_no_legal_move_is_not_legal(game: AnyGame, variant: Any, seed: int) -> None:
    for position in positions(game, variant, seed)[::5]:
        listed = set(numbers(moves(position)))
        assert {move for move in range(-3, 200) if legal(position, move)} == listed
        assert all(contains(moves(position), move) for move in listed)


# Moves and what they do


def check_the_narrated_position_is_the_played_one(game: AnyGame, variant: Any, seed: int) -> None:
    for before, move, _ in steps(game, variant, seed):
        told, played = game.narrate(before, move).position, play(before, move)
        assert told == played
        assert type(told) is type(played)
        assert hash(told) == hash(played)
        assert game.describe(told) == game.describe(played)


def check_events_tell_the_whole_story(game: AnyGame, variant: Any, seed: int) -> None:
    """Applied to the cells before a move, they give the cells after it; points, mines and territory too."""
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, PLIES):
        applier = Applier(game, match.describe())
        events = match.play(text)
        applier.apply(events)
        applier.must_show(match.describe())
        assert any(isinstance(event, Passed) for event in events) == (text == "pass")


def check_an_end_is_told_once_and_last(game: AnyGame, variant: Any, seed: int) -> None:
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, PLIES):
        events = match.play(text)
        ends = [event for event in events if isinstance(event, Ended)]
        assert [event.result for event in ends] == ([match.result] if match.end else [])
        assert not ends or events[-1] is ends[0]


def check_events_are_json(game: AnyGame, variant: Any, seed: int) -> None:
    match = random_match(game, variant, seed, PLIES)
    for ply in range(len(match.moves)):
        told = as_json(match.events(ply))
        assert [event["kind"] for event in json.loads(json.dumps(told))] == [event["kind"] for event in told]


# Turns, plies and ends


def check_turn_ply_status_and_winner_agree(game: AnyGame, variant: Any, seed: int) -> None:
    for number, position in enumerate(positions(game, variant, seed)):
        view = game.describe(position)
        assert view["ply"] == position.ply == number
        assert view["turn"] == position.turn == (1 if game.seats == 1 else 1 + number % 2)
        assert outcome(position) == position.result
        assert (view["status"] == "playing") == (position.result == PLAYING) == bool(game.legal_texts(position))
        assert (view["status"] == "won") == (view["winner"] in range(1, game.seats + 1))
        assert view["winner"] is None or view["status"] == "won"


def check_nothing_is_legal_after_the_end(game: AnyGame, variant: Any, seed: int) -> None:
    match = random_match(game, variant, seed)
    if match.end is None:
        return
    last = match.position
    assert game.legal_texts(last) == match.legal() == []
    assert not any(legal(last, move) for move in range(128))
    for text in {*match.moves[-3:], "pass", "nonsense"}:
        assert refusal_of(game.read_move, last, text) == ErrorCode.MATCH_OVER
        refused(ErrorCode.MATCH_OVER, match.play, text)


def check_a_pass_is_legal_only_alone(game: AnyGame, variant: Any, seed: int) -> None:
    for position in positions(game, variant, seed):
        listed = list(numbers(moves(position)))
        assert PASS not in listed or listed == [PASS]
        assert game.only_pass(position) == (listed == [PASS])


def check_results_have_texts(game: AnyGame, variant: Any, seed: int) -> None:
    match = random_match(game, variant, seed)
    assert match.result == RESULT_TEXTS[match.position.result]
    assert match.result in ((None, "1", "lost") if game.seats == 1 else (None, "1", "2", "draw"))


# Positions


def check_positions_are_plain_integers(game: AnyGame, variant: Any, seed: int) -> None:
    """The same types in every field throughout, or a kernel would be compiled anew for some of them."""
    for position in positions(game, variant, seed):
        assert type(position) is game.position_class
        assert_plain(position)


def assert_plain(value: Any) -> None:
    if isinstance(value, tuple):
        for part in value:
            assert_plain(part)
    elif isinstance(value, np.ndarray):
        assert value.dtype in (np.int64, np.uint8)
    else:
        assert type(value) is int
        assert -(2**63) <= value < 2**63


def check_views_are_json_of_one_shape(game: AnyGame, variant: Any, seed: int) -> None:
    views = [game.describe(position) for position in positions(game, variant, seed)]
    for view in views:
        assert json.loads(json.dumps(view)) == view
        assert list(view) == list(views[0])
        assert [len(row) for row in view["cells"]] == [len(row) for row in views[0]["cells"]]
        assert set("".join(view["cells"])) <= {*game.looks, "."}


def check_hashes_tell_positions_apart(game: AnyGame, variant: Any, seed: int) -> None:
    """Equal for what counts as the same position, different for what is shown differently: over several matches that
    begin alike, and over all that each position can become."""
    shown: dict[int, str] = {}
    for again in range(scaled(4, 2)):
        for position in playing(game, variant, seed, seed + again):
            after = [play(position, move) for move in numbers(moves(position))]
            for reached in (position, *(child for child in after if child.result == PLAYING)):
                view = same(game, reached)
                assert shown.setdefault(hash(reached), view) == view
    if not game.chance:
        assert len(shown) == len(set(shown.values()))


def playing(game: AnyGame, variant: Any, seed: int, choice: int) -> list[Any]:
    """A third of the positions of a match, the first among them, without the last."""
    match = Match(game, variant, seed)
    found = [match.position]
    for text in random_moves(match, choice, PLIES // 2):
        match.play(text)
        found.append(match.position)
    return [position for position in found if position.result == PLAYING][::3]


def same(game: AnyGame, position: Any) -> str:
    """What makes a position itself, as people see it: not when it came about, nor how often."""
    view = game.describe(position)
    return json.dumps({name: value for name, value in view.items() if name not in ("ply", "seen")})


def check_hash_is_a_word_and_forgets_the_ply(game: AnyGame, variant: Any, seed: int) -> None:
    for position in positions(game, variant, seed)[::4]:
        assert type(hash(position)) is int
        assert -(2**63) <= hash(position) < 2**63
        assert hash(position) == hash(position._replace(ply=position.ply + 2)) == hash(recur(position, 1))


def check_evaluations_are_small_numbers(game: AnyGame, variant: Any, seed: int) -> None:
    for position in positions(game, variant, seed)[::4]:
        assert type(evaluate(position)) is int
        assert abs(evaluate(position)) < 2**31


def check_a_described_position_is_placed_again(game: AnyGame, variant: Any, seed: int) -> None:
    """With all that it may still do: the same moves lead to the same views."""
    for before, move, after in steps(game, variant, seed):
        placed = game.place(variant, seed, game.describe(before))
        assert game.describe(placed) == game.describe(before)
        assert game.legal_texts(placed) == game.legal_texts(before)
        assert hash(placed) == hash(before)
        assert same(game, play(placed, move)) == same(game, play(before, move))
        placed = game.place(variant, seed, game.describe(after))
        assert game.describe(placed) == game.describe(after)


# Matches


def check_undo_and_the_same_move_give_the_same_position(game: AnyGame, variant: Any, seed: int) -> None:
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, PLIES):
        before = match.position
        events = match.play(text)
        after = match.position
        match.undo()
        assert match.position == before
        assert match.play(text) == events
        assert match.position == after


def check_a_record_replays_to_the_same_match(game: AnyGame, variant: Any, seed: int) -> None:
    match = random_match(game, variant, seed)
    record = match.record()
    for form in (record.as_json(), record.as_json_text(), record.as_text()):
        again = replay(form)
        assert again.moves == match.moves
        assert again.record() == record
        for first, second in zip(match.history, again.history, strict=True):
            assert first == second
            assert game.describe(first.position) == game.describe(second.position)


def check_the_same_seed_gives_the_same_match(game: AnyGame, variant: Any, seed: int) -> None:
    one, other = (random_match(game, variant, seed, PLIES) for _ in range(2))
    assert one.history == other.history
    assert one.describe() == other.describe()


# What can be seen


def check_an_observation_shows_what_the_position_shows(game: AnyGame, variant: Any, seed: int) -> None:
    """Only what nobody sees is hidden: the view and the legal moves are the same, for either seat."""
    for position in positions(game, variant, seed):
        for seat in range(1, game.seats + 1):
            seen = observe(position, seat)
            assert type(seen) is type(position)
            assert_plain(seen)
            assert game.describe(seen) == game.describe(position)
            assert moves(seen) == moves(position)
            assert observe(seen, seat) == seen


def check_what_an_observation_foretells_comes_true(game: AnyGame, variant: Any, seed: int) -> None:
    """Where a move leaves nothing unknown on the board, it is the board that the match itself comes to."""
    for before, move, after in steps(game, variant, seed):
        if move == PASS:
            continue
        foretold = game.describe(play(observe(before, before.turn), move))["cells"]
        if not any("?" in row for row in foretold):
            assert foretold == game.describe(after)["cells"]


def check_an_observation_keeps_the_future_to_itself(game: AnyGame, variant: Any, seed: int) -> None:
    """Two matches that look the same and go on differently are observed as one and the same."""
    for position in positions(game, variant, seed)[::5]:
        if position.result != PLAYING:
            continue
        others = [game.place(variant, other, game.describe(position)) for other in (seed + 1, seed + 2)]
        for first, second in pairwise([position, *others]):
            assert game.describe(first) == game.describe(second)
            for seat in range(1, game.seats + 1):
                assert observe(first, seat) == observe(second, seat)
                assert hash(observe(first, seat)) == hash(observe(second, seat))


ALL: tuple[Check, ...] = tuple(check for name, check in sorted(globals().items()) if name.startswith("check_"))
