"""One match as an environment: the agent holds a seat, and an opponent the other one, if there is another."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import gymnasium
from quincunx.catalogue import game as find
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match
from quincunx.engine.rules import PLAYING
from quincunx.engine.variants import Variant
from quincunx.gymnasium.arguments import checked_choice, checked_limit, checked_seat
from quincunx.gymnasium.opponents import RANDOM, Opponent, Opposition
from quincunx.gymnasium.pictures import picture
from quincunx.limits import PLY_CAP
from quincunx.observation.arrays import mask_of, planes_of, rewards_of


class GridEnv(gymnasium.Env[Any, Any]):
    """A match of one game. `info["action_mask"]` says which actions are legal; an illegal one loses the match, or is an
    error with `illegal="error"`. An episode is truncated after `max_plies` plies."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # declared so by Gymnasium
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        variant: str | Mapping[str, Any] | Variant | None = None,
        opponent: Opponent = RANDOM,
        seat: int = 1,
        illegal: str = "lose",
        max_plies: int = PLY_CAP,
        render_mode: str | None = None,
    ) -> None:
        self.game = find(game)
        self.variant = self.game.variant(variant)
        self.encoding = self.game.encoding(self.variant)
        self.seat = checked_seat(self.game, seat)
        self.render_mode = checked_choice("render_mode", render_mode, (*self.metadata["render_modes"], None))
        self._illegal = checked_choice("illegal", illegal, ("lose", "error"))
        self._max_plies = checked_limit("max_plies", max_plies)
        self._opposition = Opposition(self.game, self.encoding, opponent)
        self.observation_space = gymnasium.spaces.Box(0, 255, self.encoding.shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.match: Match | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A match with a seed drawn from `seed`; `options={"seed": …}` plays the match of a seed of your choice."""
        super().reset(seed=seed)
        chosen = (options or {}).get("seed")
        drawn = int(self.np_random.integers(SEED_LIMIT)) if chosen is None else chosen
        self.match = Match(self.game, self.variant, drawn)
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        match = self._match()
        if match.end or self._is_cut():
            raise RuntimeError("the episode is over: call reset")
        if not self.action_space.contains(action) or not mask_of(self.encoding, match.position)[action]:
            return self._refuse(action)
        self._play(int(action))
        self._answer()
        reward = rewards_of(match.position.result, self.game.seats)[self.seat - 1]
        terminated = match.position.result != PLAYING
        truncated = not terminated and self._is_cut()
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        position = self._match().position
        if self.render_mode == "ansi":
            return self.game.draw(position)
        return picture(self.game, position) if self.render_mode == "rgb_array" else None

    def _match(self) -> Match:
        if self.match is None:
            raise RuntimeError("call reset first")
        return self.match

    def _refuse(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._illegal == "error":
            raise ValueError(f"action {action!r} is illegal here; see info['action_mask']")
        self._match().forfeit()
        return self._observation(), -1.0, True, False, self._info() | {"illegal": True}

    def _play(self, action: int) -> None:
        match = self._match()
        match.play(self.game.write_move(match.position, self.encoding.move_of(action)))

    def _answer(self) -> None:
        """The opponent's moves, until it is the agent's turn."""
        match = self._match()
        while match.end is None and match.position.turn != self.seat and not self._is_cut():
            self._play(self._opposition.action(match.position, match.seed, self.np_random))

    def _is_cut(self) -> bool:
        """Whether the match is too long to go on."""
        return bool(self._match().position.ply >= self._max_plies)

    def _observation(self) -> Any:
        return planes_of(self.encoding, self._match().position, self.seat)

    def _info(self) -> dict[str, Any]:
        match = self._match()
        over = match.end is not None or self._is_cut()
        return {"action_mask": mask_of(self.encoding, match.position, self.seat) & (not over)}
