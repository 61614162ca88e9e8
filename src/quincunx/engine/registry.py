"""All known games. The engine imports none of them: each registers itself when its folder is imported."""

from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame

_games: dict[str, AnyGame] = {}


def register(game: AnyGame) -> AnyGame:
    """Make a game known by its slug; the latest registration counts. Its positions then print as boards."""
    _games[game.slug] = game
    position_class: Any = game.position_class
    position_class.__str__ = lambda position: game.draw(position)
    return game


def find(slug: str) -> AnyGame:
    if not isinstance(slug, str) or slug not in _games:
        raise Refusal(ErrorCode.UNKNOWN_GAME, f"there is no game {quoted(slug)}; choose one of {', '.join(slugs())}")
    return _games[slug]


def slugs() -> list[str]:
    return sorted(_games)


def forget(slug: str) -> None:
    """Take a game out again."""
    _games.pop(slug, None)
