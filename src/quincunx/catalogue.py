"""The games with their variants and presets, for menus, pages and programs."""

from enum import StrEnum
from typing import Any

import quincunx.games  # noqa: F401  # registers the games
from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame
from quincunx.engine.variants import allowed_values, words_of_preset
from quincunx.server_errors import ServerErrorCode


def game(slug: str) -> AnyGame:
    """The game with this name, or `unknown_game`."""
    return registry.find(slug)


def error_code(text: str) -> StrEnum:
    """The code of a refusal that a server sent; a game of its that is not installed here may have others."""
    codes = [*ErrorCode, *ServerErrorCode, *(code for listed in all_games() for code in listed.errors)]
    return next((code for code in codes if code == text), ErrorCode.BAD_REQUEST)


def all_games() -> list[AnyGame]:
    """Every game, sorted by slug."""
    return [registry.find(slug) for slug in registry.slugs()]


def describe(listed: AnyGame) -> dict[str, Any]:
    """A game as one JSON object: names, options with their ranges, presets."""
    return {
        "game": listed.slug,
        "name": listed.name,
        "tagline": listed.tagline,
        "how_to_play": listed.how_to_play,
        "version": listed.version,
        "seats": listed.seats,
        "options": {
            name: {"default": field.get_default(call_default_factory=True), "allowed": allowed_values(field)}
            for name, field in listed.variant_class.model_fields.items()
        },
        "presets": {name: preset.model_dump(mode="json") for name, preset in listed.presets.items()},
        "preset_words": {name: words_of_preset(listed.preset_words, name)._asdict() for name in listed.presets},
        "recommended": listed.recommended,
    }
