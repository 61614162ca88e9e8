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
    position_class.__repr__ = lambda position: _board_or_fields(game, position)
    return game


def _board_or_fields(game: AnyGame, position: Any) -> str:
    """A `repr` never fails: where the board cannot be drawn, as after a broken rule, it shows the fields."""
    try:
        return game.draw(position)
    except Exception:
        return fields_text(position)


def fields_text(position: Any) -> str:
    """A position with all its fields, where a board would not tell two positions apart."""
    fields = (f"{name}={value!r}" for name, value in zip(position._fields, position, strict=True))
    return f"{type(position).__qualname__}({', '.join(fields)})"


def find(slug: str) -> AnyGame:
    if not isinstance(slug, str) or slug not in _games:
        raise Refusal(ErrorCode.UNKNOWN_GAME, f"there is no game {quoted(slug)}; choose one of {', '.join(slugs())}")
    return _games[slug]


def slugs() -> list[str]:
    return sorted(_games)


def forget(slug: str) -> None:
    """Take a game out again."""
    _games.pop(slug, None)
