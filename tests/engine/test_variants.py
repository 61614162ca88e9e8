"""Variants of every game: what is out of range or contradictory is refused by the name of the field and its range."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame
from quincunx.engine.variants import STANDARD, allowed_values
from tests.suite.games import GAMES, every_game, every_preset
from tests.suite.refusals import refusal_of, refused
from tests.suite.variants import OPTIONS, Number, Option, Switch, Word, random_options

FIELDS = [(game, name) for game in GAMES for name in game.variant_class.model_fields]
every_field = pytest.mark.parametrize(("game", "name"), FIELDS, ids=[f"{game.slug}-{name}" for game, name in FIELDS])
NUMBERS = [(game, name, o) for game, name in FIELDS if isinstance(o := OPTIONS[game.slug].get(name), Number)]
every_number = pytest.mark.parametrize(
    ("game", "name", "option"), NUMBERS, ids=[f"{game.slug}-{name}" for game, name, _ in NUMBERS]
)

HUGE = 10**30
WRONG: dict[type, list[Any]] = {
    Number: [True, False, 4.0, 4.5, "5", None, [5], {}, HUGE, -HUGE, float("inf"), float("nan")],
    Switch: [0, 1, "true", None, 1.0, [], {}],
    Word: ["", "NONE", "nonsense", None, 1, True, [], {}, "x" * 100_000],
}


def bad(game: AnyGame, given: Any) -> str:
    return refused(ErrorCode.BAD_VARIANT, game.variant, given)


def ruled(game: AnyGame, name: str) -> Option | None:
    return OPTIONS.get(game.slug, {}).get(name)


def nested(depth: int) -> list[Any]:
    """Lists nested to this depth."""
    inside: list[Any] = []
    for _ in range(depth):
        inside = [inside]
    return inside


@every_game
def test_the_options_are_those_of_the_rulings_with_their_defaults(game: AnyGame) -> None:
    defaults = {name: option.default for name, option in OPTIONS[game.slug].items()}
    assert game.variant().model_dump(mode="json") == json.loads(json.dumps(defaults))


@every_number
def test_beyond_both_ends_of_a_range_a_value_is_refused(game: AnyGame, name: str, option: Number) -> None:
    assert_explains(game, name, option.least - 1)
    assert_explains(game, name, option.most + 1)


@every_number
def test_both_ends_of_a_range_are_allowed(game: AnyGame, name: str, option: Number) -> None:
    for value in (option.least, option.most):
        assert getattr(game.variant({name: value} | companions(game, name, value)), name) == value


def companions(game: AnyGame, name: str, value: int) -> dict[str, Any]:
    """Other options that must go with this value."""
    if (game.slug, name) == ("pushmine", "line"):
        return {"size": 6}
    if (game.slug, name) == ("cascade", "size"):
        return {"tokens": [value**2 - 30, 10, 10, 10] if value > 5 else [7, 6, 6, 6]}
    return {}


@every_field
def test_a_value_of_another_type_is_refused_by_the_field_s_name_and_range(game: AnyGame, name: str) -> None:
    option = ruled(game, name)
    for value in WRONG.get(type(option), [None, "text", True, HUGE, [], {}, nested(3)]):
        if value is None and "null" in allowed_values(game.variant_class.model_fields[name]):
            continue
        assert_explains(game, name, value)


def assert_explains(game: AnyGame, name: str, value: Any) -> None:
    message = bad(game, {name: value})
    assert name in message
    assert allowed_values(game.variant_class.model_fields[name]) in message
    assert len(message) < 500


@every_field
def test_a_range_is_given_in_words(game: AnyGame, name: str) -> None:
    words = allowed_values(game.variant_class.model_fields[name])
    assert "class" not in words
    match ruled(game, name):
        case Number(_, least, most):
            assert str(least) in words
            assert str(most) in words or "size" in words
        case Word(choices):
            assert all(choice in words for choice in choices)
        case Switch():
            assert words == "true or false"


@every_game
def test_an_unknown_option_is_refused_with_the_known_ones(game: AnyGame) -> None:
    message = bad(game, {"sizzle": 5})
    assert "'sizzle'" in message
    assert all(name in message for name in game.variant_class.model_fields)


@every_preset
def test_a_preset_is_read_by_its_name_and_known_by_it(game: AnyGame, preset: str) -> None:
    variant = game.variant(preset)
    assert variant == game.presets[preset]
    assert game.preset_name(variant) == preset
    assert game.variant({"preset": preset}) == variant
    assert game.variant(variant) == variant


@every_preset
def test_a_preset_reads_back_from_its_own_json(game: AnyGame, preset: str) -> None:
    variant = game.variant(preset)
    assert game.variant(variant.model_dump_json()) == variant
    assert game.variant(variant.model_dump(mode="json")) == variant
    assert game.variant(json.dumps({"preset": preset})) == variant


@every_game
def test_nothing_given_is_the_standard_variant(game: AnyGame) -> None:
    assert game.variant() == game.variant({}) == game.variant("{}") == game.presets[STANDARD]
    assert next(iter(game.presets)) == STANDARD


@every_game
def test_options_may_differ_from_a_preset(game: AnyGame) -> None:
    *_, (name, option) = ((name, o) for name, o in OPTIONS[game.slug].items() if isinstance(o, Number))
    value = option.most if option.default == option.least else option.least
    variant = game.variant({"preset": STANDARD, name: value})
    assert getattr(variant, name) == value
    assert game.preset_name(variant) is None


@every_game
@pytest.mark.parametrize("name", ["", "Standard", "no such preset", "[1]", "5", "null", '"standard"', " standard"])
def test_an_unknown_preset_is_refused_with_the_known_ones(game: AnyGame, name: str) -> None:
    for message in (bad(game, name), bad(game, {"preset": name})):
        assert all(preset in message for preset in game.presets)


@every_game
@pytest.mark.parametrize("given", [5, 1.5, True, [], [("size", 5)], ["standard"], {"preset": None, "x": 1}, {1: 2}])
def test_what_is_neither_object_nor_name_is_refused(game: AnyGame, given: Any) -> None:
    bad(game, given)


@every_game
@pytest.mark.parametrize(
    "text", ["{", '{"size"', '{"size":', '{"size":5,}', "{}}", "{'size':5}", '{"size":0x5}', "{\0}"]
)
def test_malformed_json_is_refused(game: AnyGame, text: str) -> None:
    bad(game, text)


@every_game
@pytest.mark.parametrize("depth", [150, 250, 900, 980, 5000])
def test_deep_nesting_is_refused_whatever_its_depth(game: AnyGame, depth: int) -> None:
    for name in game.variant_class.model_fields:
        bad(game, {name: nested(depth)})
        bad(game, f'{{"{name}":' + "[" * depth + "]" * depth + "}")


@every_game
@given(text=st.text(max_size=30) | st.text(alphabet='{}[]":,0123456789 sizelinetruefalsenull', max_size=40))
def test_garbage_is_refused_and_nothing_worse(game: AnyGame, text: str) -> None:
    assert refusal_of(game.variant, text) in (None, ErrorCode.BAD_VARIANT)
    assert refusal_of(game.variant, "{" + text) in (None, ErrorCode.BAD_VARIANT)


@every_game
def test_random_options_of_the_tests_are_valid_and_use_every_value(game: AnyGame) -> None:
    drawn = [random_options(game, seed) for seed in range(200)]
    for options in drawn:
        game.variant(options)
    for name, option in OPTIONS[game.slug].items():
        values = {str(options.get(name)) for options in drawn}
        assert len(values) > 1
        if isinstance(option, Word):
            assert values == set(option.words)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"line": 6}, ["line", "from 3 to size (5)", "6"]),
        ({"size": 4, "line": 5}, ["line", "from 3 to size (4)", "5"]),
        ({"draw_by_repetition": 1}, ["draw_by_repetition", "0 (never)", "from 2 to 10", "1"]),
    ],
)
def test_a_contradiction_names_the_field_and_its_range(options: dict[str, Any], words: list[str]) -> None:
    pushmine = next(game for game in GAMES if game.slug == "pushmine")
    message = bad(pushmine, options)
    assert all(word in message for word in words)
