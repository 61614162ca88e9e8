"""How much a test does: compiled rules bear more games and deeper counts than plain Python."""

from collections.abc import Iterable

import numba
import pytest

COMPILED = not numba.config.DISABLE_JIT


def scaled(compiled: int, plain: int) -> int:
    return compiled if COMPILED else plain


def marks_of(level: str) -> tuple[pytest.MarkDecorator, ...]:
    """`expert`, whose choices are the dearest, is asked in the long run. In every run `tests/search/test_choosing.py`
    asks it with a small budget."""
    return (pytest.mark.long,) if level == "expert" else ()


def levels(names: Iterable[str]) -> pytest.MarkDecorator:
    """Parametrizes a test by levels."""
    return pytest.mark.parametrize("level", [pytest.param(name, marks=marks_of(name)) for name in names])


def every_game(games: Iterable[str], later: Iterable[str]) -> pytest.MarkDecorator:
    """Parametrizes a test by games. Those of `later` are played like another one, and follow in the long run."""
    marked = dict.fromkeys(later, (pytest.mark.long,))
    return pytest.mark.parametrize("game", [pytest.param(game, marks=marked.get(game, ())) for game in games])


def seeds(few: int, all_of_them: int, plain: int) -> pytest.MarkDecorator:
    """Gives a test a range of seeds: the first few in every run (fewer in plain Python), the others in the long one."""
    first = scaled(few, plain)
    others = pytest.param(range(first, all_of_them), id=f"seeds {first}-{all_of_them - 1}", marks=pytest.mark.long)
    return pytest.mark.parametrize("seeds", [pytest.param(range(first), id=f"seeds 0-{first - 1}"), others])
