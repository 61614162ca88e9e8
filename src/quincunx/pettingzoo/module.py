"""A game as a module of PettingZoo."""

from typing import Any

from pettingzoo.utils import wrappers

from quincunx.pettingzoo.env import GridAECEnv
from quincunx.pettingzoo.parallel import GridParallelEnv


class GameModule:
    """What PettingZoo expects of a module: `env`, `raw_env` and `parallel_env`, for one game."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def raw_env(self, **options: Any) -> GridAECEnv:
        return GridAECEnv(self._slug, **options)

    def env(self, **options: Any) -> Any:
        """The environment for general use: an illegal action loses."""
        env: Any = wrappers.TerminateIllegalWrapper(self.raw_env(**options), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))

    def parallel_env(self, **options: Any) -> GridParallelEnv:
        """Both seats act at once."""
        return GridParallelEnv(self.raw_env(illegal="replace", **options))
