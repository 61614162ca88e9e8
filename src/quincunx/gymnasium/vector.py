"""Many matches as one environment, over a batch: what `gymnasium.make_vec` makes."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import gymnasium
from quincunx.batch import WAIT, Autoreset, Batch
from quincunx.catalogue import game as find
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.variants import Variant
from quincunx.gymnasium.arguments import checked_seat
from quincunx.gymnasium.opponents import RANDOM, Opponent, Opposition
from quincunx.limits import PLY_CAP
from quincunx.observation.arrays import planes_of

_MODES = {mode: Autoreset[mode.name] for mode in AutoresetMode if mode is not AutoresetMode.SAME_STEP}


class GridVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Matches of one game, one per environment. An illegal action loses. Observations are copies unless `copy` is off:
    then they are the arrays of the batch, and the next step overwrites them.

    A function as `opponent` is asked about one lane at a time, a level thinks for one lane at a time; `random` is fast.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # declared so by Gymnasium
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        variant: str | Mapping[str, Any] | Variant | None = None,
        opponent: Opponent = RANDOM,
        seat: int = 1,
        max_plies: int = PLY_CAP,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.game = find(game)
        if autoreset_mode not in _MODES:
            raise ValueError("autoreset_mode must be NEXT_STEP or DISABLED: the opponent may have to begin")
        if render_mode is not None:
            raise ValueError("many matches are not drawn: render one with gymnasium.make")
        self.num_envs = num_envs
        self.seat = checked_seat(self.game, seat)
        self.render_mode = None
        self.metadata = self.metadata | {"autoreset_mode": autoreset_mode}
        self._options: dict[str, Any] = {
            "variant": variant, "autoreset": _MODES[autoreset_mode], "illegal": "lose", "max_plies": max_plies,
            "threads": threads,
        }  # fmt: skip
        self._copy = copy
        self.batch = self._new_batch(0)
        encoding = self.batch.encoding
        self._opposition = Opposition(self.game, encoding, opponent)
        self._opponent = opponent
        self.single_observation_space = gymnasium.spaces.Box(0, 255, encoding.shape, np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """All lanes, or those of `options["reset_mask"]`. All matches follow from one seed: of a list, the first."""
        one = seed[0] if isinstance(seed, (list, tuple)) else seed
        mask = (options or {}).get("reset_mask")
        super().reset(seed=one)
        if mask is None:
            self.batch = self._new_batch(int(self.np_random.integers(SEED_LIMIT)))
        else:
            self.batch.reset(np.asarray(mask, np.bool_))
        self._answer(np.zeros(self.num_envs))
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        batch.step(np.asarray(actions))
        rewards = batch.rewards[:, self.seat - 1].astype(np.float64)
        self._answer(rewards)
        ends = batch.terminated.copy(), batch.truncated.copy()
        return self._observations(), rewards, *ends, self._info()

    def _new_batch(self, seed: int) -> Batch:
        return Batch(self.game, self.num_envs, seed=seed, **self._options)

    def _answer(self, rewards: Any) -> None:
        """The opponent's moves in the lanes where it is its turn; what they bring the agent is added to its rewards."""
        batch = self.batch
        while True:
            waiting = (batch.turns != self.seat) & ~batch.terminated & ~batch.truncated
            if not waiting.any():
                return
            batch.step(np.where(waiting, self._answers(waiting), WAIT))
            rewards += batch.rewards[:, self.seat - 1]

    def _answers(self, waiting: Any) -> Any:
        if self._opponent == RANDOM:
            return self.batch.random_actions(int(self.np_random.integers(SEED_LIMIT)))
        answers = np.full(self.num_envs, WAIT)
        for lane in np.flatnonzero(waiting):
            seed = self.batch.seed_of(int(lane))
            answers[lane] = self._opposition.action(self.batch.positions[lane], seed, self.np_random)
        return answers

    def _observations(self) -> Any:
        """As the agent sees them: a batch shows the end of a match to the seat that would move next."""
        batch = self.batch
        shown = batch.observations.copy() if self._copy else batch.observations
        for lane in np.flatnonzero(batch.turns != self.seat):
            shown[lane] = planes_of(batch.encoding, batch.positions[lane], self.seat)
        return shown

    def _info(self) -> dict[str, Any]:
        masks = self.batch.masks.copy() if self._copy else self.batch.masks
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
