"""The two-player games as PettingZoo's environments: `quincunx.pettingzoo.pushmine_v1.env()`.

`env` has the environment in which seats move in turn, `parallel` the one in which both act at once, and `module` what
PettingZoo expects of a game. Every registered game for two has such a module. Nothing else in Quincunx imports this
package.
"""

from functools import cache

try:
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError("quincunx.pettingzoo needs PettingZoo: pip install 'quincunx[rl]'") from error

from quincunx.catalogue import all_games
from quincunx.pettingzoo.env import module_name
from quincunx.pettingzoo.module import GameModule


def __dir__() -> list[str]:
    return sorted([*globals(), *_slugs()])


def __getattr__(name: str) -> GameModule:
    """The module of a game, also of one that was registered after this package was imported."""
    if name not in (slugs := _slugs()):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _module_of(slugs[name])


@cache
def _module_of(slug: str) -> GameModule:
    return GameModule(slug)


def _slugs() -> dict[str, str]:
    """By the name of its module: every game for two."""
    return {module_name(listed.slug): listed.slug for listed in all_games() if listed.seats == 2}


__all__ = list(_slugs())
