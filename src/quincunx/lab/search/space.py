"""The option space: which values each option may take, and the settings that the rules allow."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Literal, get_args, get_origin

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame

MOST_SWEPT = 200
MOST_SEARCHED = 20_000

Setting = Mapping[str, Any]
"""Values for some options."""
Options = Mapping[str, Sequence[Any]]
"""The values that each option may take."""


@dataclass(frozen=True)
class Space:
    """The settings that can be tried. All other options stay as they are in the base."""

    options: Options
    base: Setting
    """The varied options of the rule set that the search wants to improve."""
    settings: tuple[Setting, ...]
    """Those that the rules allow, the base first."""
    refused: int
    """How many combinations the rules do not allow."""

    @property
    def size(self) -> int:
        return len(self.settings)


def make_space(game: AnyGame, variant: Mapping[str, Any], varied: Sequence[str]) -> Space:
    """The space around a variant; without `varied`, every option that has obvious values."""
    options = read_options(varied) if varied else usual_options(game)
    number = prod(len(values) for values in options.values())
    if number > MOST_SEARCHED:
        raise Refusal(ErrorCode.BAD_REQUEST, f"that makes {number} settings; a search has at most {MOST_SEARCHED}")
    base = {name: variant[name] for name in options if name in variant}
    others = [setting for setting in combinations(options) if setting != base]
    allowed, problem = _allowed(game, variant, others)
    if not allowed:
        raise problem or Refusal(ErrorCode.BAD_REQUEST, "nothing varies; give an option more than one value")
    return Space(options, base, (base, *allowed), len(others) - len(allowed))


def _allowed(
    game: AnyGame, variant: Mapping[str, Any], settings: Sequence[Setting]
) -> tuple[list[Setting], Refusal | None]:
    """The settings that the rules allow, and what is wrong with the first of the others."""
    allowed, problem = [], None
    for setting in settings:
        try:
            game.variant({**variant, **setting})
            allowed.append(setting)
        except Refusal as refusal:
            problem = problem or refusal
    return allowed, problem


def read_options(varied: Sequence[str]) -> dict[str, list[Any]]:
    """Options given as `goblins=0,1,2`; a value is JSON, or a word."""
    options: dict[str, list[Any]] = {}
    for text in varied:
        name, _, values = text.partition("=")
        if not name.strip() or not values.strip():
            raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} varies nothing; write it like goblins=0,1,2")
        options[name.strip()] = _values(values)
    return options


def usual_options(game: AnyGame) -> dict[str, list[Any]]:
    """Both values of a switch, every word of a choice, and otherwise the values that presets have."""
    presets = [preset.model_dump(mode="json") for preset in game.presets.values()]
    options: dict[str, list[Any]] = {}
    for name, field in game.variant_class.model_fields.items():
        values: list[Any] = []
        for value in (*(preset[name] for preset in presets), *_choices(field.annotation)):
            values += [value] if value not in values else []
        if len(values) > 1:
            options[name] = values
    return options


def _choices(annotation: Any) -> tuple[Any, ...]:
    if annotation is bool:
        return (False, True)
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def settings(varied: Sequence[str]) -> list[dict[str, Any]]:
    """All combinations of some options, for a sweep."""
    found = list(combinations(read_options(varied)))
    if len(found) > MOST_SWEPT:
        raise Refusal(ErrorCode.BAD_REQUEST, f"that makes {len(found)} settings; a sweep has at most {MOST_SWEPT}")
    return found


def combinations(options: Options) -> Iterator[dict[str, Any]]:
    for combination in product(*options.values()):
        yield dict(zip(options, combination, strict=True))


def _values(text: str) -> list[Any]:
    """JSON values with commas between them; words need no quotes."""
    try:
        return list(json.loads(f"[{text}]"))
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def setting_name(setting: Setting) -> str:
    """The name of its folder."""
    texts = (
        f"{name}={'-'.join(map(str, value)) if isinstance(value, list) else value}" for name, value in setting.items()
    )
    return ",".join(texts) or "standard"


def setting_text(setting: Setting, base: Setting) -> str:
    """What a setting changes, in words."""
    changes = [f"{name} {value_text(value)}" for name, value in setting.items() if base.get(name) != value]
    return ", ".join(changes) or "as it is"


def value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
