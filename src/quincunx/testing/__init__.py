"""The laws that every game keeps, as a check for anybody's game: `check_game(game)`.

It needs no test framework. It plays short random matches and raises `BrokenLaw`, an `AssertionError` that names the
law, the match and what was seen. The same seeds play the same matches, so a failure can be repeated. A law belongs here
if it holds for every game that can be written; what only some games keep belongs to their own tests.
"""

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from quincunx.engine.game import AnyGame
from quincunx.testing import declarations, events, matches, observations, players, positions, texts
from quincunx.testing.law import BrokenLaw, Law
from quincunx.testing.trial import Trial, registered

__all__ = ["LAWS", "BrokenLaw", "Law", "Trial", "check_game"]


def _laws_of(module: ModuleType) -> list[Law]:
    """The laws of a module, in the order in which they stand there."""
    return [value for value in vars(module).values() if isinstance(value, Law)]


LAWS: tuple[Law, ...] = tuple(
    law
    for module in (declarations, texts, positions, events, matches, observations, players)
    for law in _laws_of(module)
)
"""Every law, in the order in which they are checked: what later laws rely on comes first."""


def check_game(
    game: AnyGame,
    *,
    variants: Iterable[Any] | None = None,
    seeds: Sequence[int] = range(3),
    plies: int = 60,
    milliseconds: int = 100,
    laws: Sequence[Law] = LAWS,
) -> None:
    """Raise `BrokenLaw` for the first law that the game breaks.

    `variants` are variants, options or names of presets (all presets, if not given). Every law is checked for each of
    them with each of `seeds`, in a random match of at most `plies` moves. AI players get `milliseconds` for a move.
    """
    chosen = game.presets if variants is None else variants
    with registered(game):
        trials = [Trial(game, variant, seed, plies, milliseconds) for variant in chosen for seed in seeds]
        for law in laws:
            for trial in trials:
                law.check(trial)
