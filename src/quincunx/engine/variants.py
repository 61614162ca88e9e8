"""Variants: the options of a rule book, validated, with named presets."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from quincunx.engine.errors import ErrorCode, Refusal, quoted

STANDARD = "standard"


class PresetWords(NamedTuple):
    """What people read when they choose a preset."""

    label: str
    description: str
    """One sentence."""


COMMON_PRESETS: Mapping[str, PresetWords] = {
    STANDARD: PresetWords("Original", "The rules as they were first designed."),
    "literal": PresetWords("Word for word", "The first rules word for word, also where that makes a poor game."),
}
"""The words of presets that several games have, where a game says nothing of its own."""


def original(description: str) -> PresetWords:
    """The words of a game's `standard`."""
    return COMMON_PRESETS[STANDARD]._replace(description=description)


def word_for_word(description: str) -> PresetWords:
    """The words of a game's `literal`."""
    return COMMON_PRESETS["literal"]._replace(description=description)


class Since(NamedTuple):
    """Marks an option that came with a later version of the rules: `Annotated[bool, Since(2)] = False`.

    With its default the game is played as it was before.
    """

    version: int


class Variant(BaseModel):
    """The options of a game; each field with its default and its range."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, ser_json_inf_nan="strings")

    @classmethod
    def later_options(cls) -> dict[str, int]:
        """The options that the first version of the rules did not have, with the version that added them."""
        fields = cls.model_fields.items()
        return {name: mark.version for name, field in fields for mark in field.metadata if isinstance(mark, Since)}

    def unused_later_options(self) -> set[str]:
        """The later options that are at their defaults: they change nothing."""
        fields = type(self).model_fields
        return {name for name in self.later_options() if getattr(self, name) == fields[name].default}

    def needed_version(self) -> int:
        """The first version of the rules that can play this variant."""
        used = self.later_options().keys() - self.unused_later_options()
        return max((self.later_options()[name] for name in used), default=1)


VariantT = TypeVar("VariantT", bound=Variant)


def read_variant(
    kind: type[VariantT], presets: Mapping[str, VariantT], given: str | Mapping[str, Any] | Variant | None
) -> VariantT:
    """A variant from a preset's name, from JSON, or from options that differ from a preset (`standard` if unnamed)."""
    if given is None:
        return presets[STANDARD]
    if isinstance(given, Variant):
        given = given.model_dump()
    if isinstance(given, str):
        if not given.lstrip().startswith("{"):
            return _preset(presets, given)
        given = read_options(given)
    if not isinstance(given, Mapping):
        raise Refusal(ErrorCode.BAD_VARIANT, f"a variant is a preset's name or a JSON object, not {quoted(given)}")
    options = dict(given)
    base = options.pop("preset", None)
    if base is not None:
        options = _preset(presets, base).model_dump(exclude_unset=True) | options
    return _validated(kind, options)


def read_options(text: str) -> dict[str, Any]:
    """A variant's options from JSON."""
    try:
        return dict(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise Refusal(ErrorCode.BAD_VARIANT, f"the variant is not JSON: {error}") from None


def preset_of(presets: Mapping[str, VariantT], variant: Variant) -> str | None:
    """The name of the preset that this variant is, if it is one."""
    return next((name for name, preset in presets.items() if preset == variant), None)


def words_of_preset(own: Mapping[str, PresetWords], name: str) -> PresetWords:
    """A preset's words: the game's own, or those that several games share, or else its plain name."""
    plain = PresetWords(name.replace("_", " ").capitalize(), "")
    return own.get(name) or COMMON_PRESETS.get(name, plain)


def _preset(presets: Mapping[str, VariantT], name: object) -> VariantT:
    if not isinstance(name, str) or name not in presets:
        known = ", ".join(presets)
        raise Refusal(ErrorCode.BAD_VARIANT, f"there is no preset {quoted(name)}; choose one of {known}")
    return presets[name]


def _validated(kind: type[VariantT], options: dict[str, Any]) -> VariantT:
    try:
        return kind.model_validate_json(json.dumps(options))
    except ValidationError as error:
        raise Refusal(ErrorCode.BAD_VARIANT, _explain(kind, error)) from None
    except (TypeError, ValueError, RecursionError):
        raise Refusal(ErrorCode.BAD_VARIANT, "a variant's options are numbers, words, lists, true and false") from None


def _explain(kind: type[Variant], error: ValidationError) -> str:
    """One sentence about the first thing that is wrong: which field, and what it may be."""
    problem = error.errors(include_url=False)[0]
    place = [str(part) for part in problem["loc"]]
    if not place:  # a contradiction between fields: the model's own validator wrote the sentence
        return str(problem["ctx"]["error"]) if "ctx" in problem else problem["msg"]
    name = place[0]
    if name not in kind.model_fields:
        return f"there is no option {quoted(name)}; the options are {', '.join(kind.model_fields)}"
    allowed = allowed_values(kind.model_fields[name])
    return f"{'.'.join(place)} must be {allowed}, not {quoted(json.dumps(problem['input'], default=str))}"


def allowed_values(field: FieldInfo) -> str:
    """A field's range in words, from its description or its bounds."""
    if field.description:
        return field.description
    choices = getattr(field.annotation, "__args__", None)
    if choices:
        return "one of " + ", ".join(str(choice) for choice in choices)
    if field.annotation is bool:
        return "true or false"
    bounds = {name: getattr(part, name) for part in field.metadata for name in ("ge", "le") if hasattr(part, name)}
    return f"a whole number from {bounds['ge']} to {bounds['le']}"
