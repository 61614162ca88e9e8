"""A match as an environment with an agent for each seat, who move in turn (AEC)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from gymnasium import spaces
from pettingzoo import AECEnv
from quincunx.catalogue import game as find
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match
from quincunx.engine.rules import PLAYING
from quincunx.engine.variants import Variant
from quincunx.gymnasium.arguments import checked_choice, checked_limit
from quincunx.gymnasium.pictures import picture
from quincunx.observation.arrays import mask_of, planes_of, rewards_of

AGENTS = ("seat_1", "seat_2")
MOST_CYCLES = 200


def module_name(slug: str) -> str:
    """What PettingZoo calls a game: the number at the end is the environment's version, not that of the rules."""
    return f"{slug}_v1"


class LegalActions(spaces.Discrete):
    """All actions; a sample without a mask is one that is legal now, where that is known."""

    def __init__(self, actions: int, seed: int) -> None:
        super().__init__(actions, seed=seed)
        self.legal: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal is not None and self.legal.any():
            mask = self.legal.astype(np.int8)
        return super().sample(mask, probability)


class GridAECEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is untyped
    """A match of a two-player game. An observation is the planes of the seat; its legal actions are in its info, as
    `action_mask`. A match is truncated after `max_cycles` turns of each seat."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # declared so by PettingZoo
        "render_modes": ["human", "ansi", "rgb_array"], "is_parallelizable": True, "render_fps": 2
    }  # fmt: skip

    def __init__(
        self,
        game: str,
        variant: str | Mapping[str, Any] | Variant | None = None,
        max_cycles: int = MOST_CYCLES,
        render_mode: str | None = None,
        illegal: str = "error",
    ) -> None:
        super().__init__()
        self.game = find(game)
        self.variant = self.game.variant(variant)
        self.encoding = self.game.encoding(self.variant)
        self.metadata = self.metadata | {"name": module_name(game)}
        self.render_mode = checked_choice("render_mode", render_mode, (*self.metadata["render_modes"], None))
        self.max_cycles = checked_limit("max_cycles", max_cycles)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._illegal = checked_choice("illegal", illegal, ("error", "replace"))
        self._generator = np.random.default_rng(0)
        actions = self.encoding.actions
        seen = spaces.Box(0, 255, self.encoding.shape, np.uint8)
        self.observation_spaces: dict[str, Any] = dict.fromkeys(AGENTS, seen)
        self.action_spaces: dict[str, Any] = {agent: LegalActions(actions, seed) for seed, agent in enumerate(AGENTS)}
        self.match = Match(self.game, self.variant, 0)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A match with a seed drawn from `seed`; `options={"seed": …}` plays the match of a seed of your choice."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        chosen = (options or {}).get("seed")
        self.match = Match(
            self.game, self.variant, int(self._generator.integers(SEED_LIMIT)) if chosen is None else chosen
        )
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._turn_to_next()

    def observe(self, agent: str) -> Any:
        return planes_of(self.encoding, self.match.position, AGENTS.index(agent) + 1)

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        move = self.encoding.move_of(self._checked(action))
        self.match.play(self.game.write_move(self.match.position, move))
        result = self.match.position.result
        over = result != PLAYING
        cut = not over and self.match.position.ply >= 2 * self.max_cycles
        self.rewards = dict(zip(AGENTS, rewards_of(result, 2), strict=True))
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, cut)
        self._accumulate_rewards()
        self._turn_to_next()

    def render(self) -> Any:
        """The board as text, as a picture, or printed (`human`)."""
        if self.render_mode == "rgb_array":
            return picture(self.game, self.match.position)
        drawn = self.game.draw(self.match.position)
        if self.render_mode == "human":
            print(drawn)
        return drawn if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _checked(self, action: Any) -> int:
        mask = mask_of(self.encoding, self.match.position)
        if isinstance(action, (int, np.integer)) and 0 <= action < len(mask) and mask[action]:
            return int(action)
        if self._illegal == "replace":
            return int(self._generator.choice(np.flatnonzero(mask)))
        raise ValueError(f"action {action!r} is illegal here; see info['action_mask']")

    def _turn_to_next(self) -> None:
        """The seat to move; in Pushmine it can be the same one again."""
        self.agent_selection = AGENTS[self.match.position.turn - 1]
        for seat, agent in enumerate(AGENTS, start=1):
            mask = mask_of(self.encoding, self.match.position, seat)
            self.action_spaces[agent].legal = mask
            self.infos[agent] = {"action_mask": mask.astype(np.int8)}

    # A copy, or a pickle, is the match played again: rule books are not copied.

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items() if name not in ("game", "encoding", "match")}
        return state | {"slug": self.game.slug, "seed": self.match.seed, "moves": self.match.moves}

    def __setstate__(self, state: dict[str, Any]) -> None:
        slug, seed, moves = (state.pop(name) for name in ("slug", "seed", "moves"))
        self.__dict__.update(state)
        self.game = find(slug)
        self.encoding = self.game.encoding(self.variant)
        self.match = Match(self.game, self.variant, seed)
        for text in moves:
            self.match.play(text)
