"""Proposals: which settings to try next. Optuna learns from the misses of those that were tried.

Its tree-structured Parzen estimator handles several aims at once. The same seed and the same answers give the same
proposals, so an interrupted search repeats them instead of storing them.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from quincunx.lab.search.space import Setting, Space, setting_name

PATIENCE = 20
"""After this many proposals in a row that were tried already, the rest of a batch is drawn from what was not."""


class Proposals:
    def __init__(self, space: Space, aims: int, seed: int) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._failed = optuna.trial.TrialState.FAIL
        sampler = optuna.samplers.TPESampler(seed=seed % 2**32, constant_liar=True)
        self._study: Any = optuna.create_study(directions=["minimize"] * aims, sampler=sampler)
        self._space, self._seed = space, seed
        self._open: dict[str, list[Any]] = {}
        """Optuna's trials of settings that are being tried, by the name of the setting."""
        self._known: dict[str, Sequence[float]] = {}
        self._allowed = {setting_name(setting): setting for setting in space.settings}
        self._untried = self._shuffled()

    def next(self, number: int) -> list[Setting]:
        """Settings that were not proposed before, as many as there are up to `number`."""
        batch: list[str] = []
        idle = 0
        while len(batch) < number and self._untried:
            name = self._ask() if idle < PATIENCE else self._untried[0]
            idle += 1
            if name in self._untried:
                self._untried.remove(name)
                batch.append(name)
                idle = 0
        return [self._allowed[name] for name in batch]

    def learn(self, setting: Setting, misses: Sequence[float]) -> None:
        """How far a proposed setting is from each aim."""
        name = setting_name(setting)
        self._known[name] = misses
        for trial in self._open.pop(name, []):
            self._tell(trial, misses)

    def _ask(self) -> str | None:
        """The name of the proposed setting; None if the rules do not allow it."""
        trial = self._study.ask()
        setting = {name: _suggested(trial, name, values) for name, values in self._space.options.items()}
        name = setting_name(setting)
        if name not in self._allowed:
            self._study.tell(trial, state=self._failed)
            return None
        if name in self._known:
            self._tell(trial, self._known[name])
        else:
            self._open.setdefault(name, []).append(trial)
        return name

    def _tell(self, trial: Any, misses: Sequence[float]) -> None:
        if all(math.isfinite(miss) for miss in misses):
            self._study.tell(trial, list(misses))
        else:
            self._study.tell(trial, state=self._failed)

    def _shuffled(self) -> list[str]:
        """The settings that may be proposed, in an order that follows from the seed. The base is tried anyway."""
        names = list(self._allowed)[1:]
        Random(self._seed).shuffle(names)
        return names


def _suggested(trial: Any, name: str, values: Sequence[Any]) -> Any:
    """Numbers have an order that the optimiser can use; other values have none."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        ordered = sorted(values)
        return ordered[trial.suggest_int(name, 0, len(ordered) - 1)]
    return values[trial.suggest_categorical(name, list(range(len(values))))]
