"""The options of a variant as parameters of OpenSpiel: whole numbers, truth values and words."""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic.fields import FieldInfo

from quincunx.engine.game import AnyGame
from quincunx.engine.variants import STANDARD, Variant
from quincunx.limits import PLY_CAP

PRESET, DEALS, MAX_PLIES = "preset", "deals", "max_plies"
MOST_DEALS = 256
JOINED = "_"
"""Between the numbers of an option that is a list: `tokens=12_13_12_12`."""


def specification(game: AnyGame) -> dict[str, Any]:
    """Every parameter with its default."""
    chance = {DEALS: MOST_DEALS} if game.chance else {}
    return options_of(game.presets[STANDARD]) | {PRESET: STANDARD, MAX_PLIES: PLY_CAP} | chance


def options_of(variant: Variant) -> dict[str, Any]:
    """The options of a variant as parameters; one that has no value is 0."""
    return {name: _written(value) for name, value in variant.model_dump().items()}


def variant_of(game: AnyGame, given: Mapping[str, Any]) -> Variant:
    """The variant of these parameters. OpenSpiel fills in the defaults, so an option that has its default is as in the
    preset."""
    fields, defaults = game.variant_class.model_fields, options_of(game.presets[STANDARD])
    options = {
        name: _read(value, fields[name].default)
        for name, value in given.items()
        if name in fields and value != defaults[name] and not _is_missing(value, fields[name])
    }
    variant: Variant = game.variant({PRESET: given.get(PRESET, STANDARD)} | options)
    return variant


def _written(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return JOINED.join(map(str, value))
    return 0 if value is None else value


def _read(value: Any, default: Any) -> Any:
    return [int(part) for part in value.split(JOINED)] if isinstance(default, tuple) else value


def _is_missing(value: Any, field: FieldInfo) -> bool:
    """Whether a 0 stands for a missing value."""
    return value == 0 and type(None) in get_args(field.annotation)
