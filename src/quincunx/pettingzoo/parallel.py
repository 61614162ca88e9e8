"""A match as an environment in which both seats act at once, for tools that know nothing else."""

from typing import Any

from pettingzoo import ParallelEnv
from quincunx.pettingzoo.env import AGENTS, GridAECEnv


class GridParallelEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo is untyped
    """A step is two plies: the seat to move plays its action, then the seat whose turn it is. So seat 2 chooses without
    having seen what seat 1 does. An action that is not legal when its turn comes is replaced by a random one that is;
    after the end of the match none is played."""

    def __init__(self, env: GridAECEnv) -> None:
        self._env = env
        self.metadata = env.metadata
        self.render_mode = env.render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self._env.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        return self._env.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self._env.reset(seed, options)
        self.agents = list(AGENTS)
        return self._observations(), dict(self._env.infos)

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        env = self._env
        for _ in self.agents:
            if not self._is_over():
                env.step(actions[env.agent_selection])
        if self._is_over():
            self.agents = []
        ends = dict(env.terminations), dict(env.truncations)
        return self._observations(), dict(env.rewards), *ends, dict(env.infos)

    def render(self) -> Any:
        return self._env.render()

    def close(self) -> None:
        self._env.close()

    def _is_over(self) -> bool:
        """The match ends for both."""
        return any(self._env.terminations.values()) or any(self._env.truncations.values())

    def _observations(self) -> dict[str, Any]:
        return {agent: self._env.observe(agent) for agent in AGENTS}
