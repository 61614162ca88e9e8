"""`Batch`: many matches of one variant, stepped together."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Self

import numpy as np

from quincunx.batch.cpu import Cpu, Shown
from quincunx.batch.lanes import DISABLED, NEXT_STEP, SAME_STEP, Lanes, Results, Terms, episode_seed
from quincunx.batch.storage import arrays_in, flat, load, numbers_in, template_of
from quincunx.catalogue import game as find
from quincunx.engine.game import AnyGame, read_seed
from quincunx.engine.kernels.playouts import Playouts
from quincunx.engine.kernels.randomness import DEFAULT_SEED
from quincunx.engine.variants import Variant
from quincunx.limits import PLY_CAP
from quincunx.observation.arrays import layout_of
from quincunx.observation.bytes import Layout

MOST_EPISODES = 2**32


class Autoreset(Enum):
    """When a lane that has ended begins its next episode; the names are Gymnasium's."""

    NEXT_STEP = NEXT_STEP
    """In the next step: that step's action is not played, and its reward is 0."""
    SAME_STEP = SAME_STEP
    """In the same step: `observations` show the new episode already, `final_observations` the end of the old one."""
    DISABLED = DISABLED
    """Never: the lane stays as it is until `reset` is called for it."""


class Tally(NamedTuple):
    """How the random games of each lane ended: arrays with one row per lane, named as in `Playouts`."""

    games: Any
    moves: Any
    first: Any
    second: Any
    drawn: Any
    lost: Any
    unfinished: Any
    signature: Any


class State(NamedTuple):
    """Everything that a kernel gets."""

    template: Any
    lanes: Lanes
    results: Results
    terms: Terms
    layout: Layout
    shown: Shown

    @property
    def arguments(self) -> tuple[Any, ...]:
        return tuple(self)


class Positions(Sequence[Any]):
    """The positions of a batch, made when they are asked for."""

    def __init__(self, batch: "Batch") -> None:
        self._batch = batch

    def __len__(self) -> int:
        return self._batch.size

    def __getitem__(self, lane: Any) -> Any:
        if isinstance(lane, slice):
            return [self[one] for one in range(*lane.indices(len(self)))]
        lane = range(len(self))[lane]  # an IndexError for a lane that is not there
        return self._batch._position(lane)


class Batch:
    """Matches of one variant, one per lane. `step` plays an action in each, in one compiled call.

    The arrays that it writes to stay the same: `observations` (uint8: lanes, channels, rows, columns) and `masks`
    (bool: lanes, actions) of the seat to move, `turns` (the seat to move, 1 or 2), `rewards` (float32: lanes, seats),
    `terminated` and `truncated` (bool). Copy what you want to keep. On the CPU they are NumPy arrays; with
    `device="cuda"` they stay on the device, and other libraries get them without a copy by DLPack.
    """

    def __init__(
        self,
        game: AnyGame | str,
        size: int,
        variant: str | Mapping[str, Any] | Variant | None = None,
        seed: int = DEFAULT_SEED,
        *,
        autoreset: Autoreset | str = Autoreset.NEXT_STEP,
        illegal: str = "error",
        max_plies: int | None = PLY_CAP,
        keep_final: bool | None = None,
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        self.game: AnyGame = find(game) if isinstance(game, str) else game
        self.variant = _batched_variant(self.game, variant)
        self.size = _whole(size, "size", 1)
        self.seed = read_seed(seed)
        self.autoreset = _autoreset(autoreset)
        if illegal not in ("error", "lose"):
            raise ValueError(f"illegal must be 'error' or 'lose', not {illegal!r}")
        self.illegal = illegal
        self.max_plies = 0 if max_plies is None else _whole(max_plies, "max_plies", 1)
        self.encoding = self.game.encoding(self.variant)
        self._device = _device(device, threads)
        keeps = self.autoreset is Autoreset.SAME_STEP if keep_final is None else keep_final
        self._state = self._make_state(self.game.new(self.variant, 0), keeps)
        self._random_step = 0
        self._last_episode = -1
        """The number that no lane's episode exceeds."""
        self.reset()

    @classmethod
    def from_positions(cls, game: AnyGame | str, positions: Sequence[Any], *args: Any, **kwargs: Any) -> Self:
        """A batch with these positions, all of one variant; later episodes are those of the batch's seed."""
        if not len(positions):
            raise ValueError("from_positions needs at least one position")
        batch = cls(game, len(positions), *args, **kwargs)
        batch._place(positions)
        return batch

    # What there is to see.

    @property
    def device(self) -> str:
        """`cpu` or `cuda`."""
        return str(self._device.name)

    @property
    def observations(self) -> Any:
        return self._views["observations"]

    @property
    def final_observations(self) -> Any:
        """The last observation of each lane's last episode; only kept with `SAME_STEP`, or where `keep_final` asks."""
        if "final_observations" not in self._views:
            raise ValueError("this batch does not keep final observations; make it with keep_final=True")
        return self._views["final_observations"]

    @property
    def masks(self) -> Any:
        return self._views["masks"]

    @property
    def rewards(self) -> Any:
        return self._views["rewards"]

    @property
    def terminated(self) -> Any:
        return self._views["terminated"]

    @property
    def truncated(self) -> Any:
        return self._views["truncated"]

    @property
    def turns(self) -> Any:
        return self._views["turns"]

    @property
    def episodes(self) -> Any:
        """The number of each lane's episode, from 0."""
        return self._views["episodes"]

    @property
    def illegal_actions(self) -> Any:
        """How many illegal actions each lane was given, where they lose (`illegal="lose"`)."""
        return self._views["illegal_actions"]

    @property
    def positions(self) -> Positions:
        return Positions(self)

    def seed_of(self, lane: int) -> int:
        """The seed of the match that a lane plays now: with its moves, it makes a record."""
        lane = range(self.size)[lane]
        return episode_seed(self.seed, self.size, int(self._device.read(self._state.lanes.episodes)[lane]), lane)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        preset = self.game.preset_name(self.variant) or "own variant"
        return f"<Batch of {self.size} × {self.game.slug} ({preset}), seed {self.seed}, on {self.device}>"

    # What can be done.

    def reset(self, lanes: Any = None) -> None:
        """Begin the next episode, in all lanes or in those where a mask of booleans says so."""
        chosen = np.ones(self.size, np.bool_) if lanes is None else self._lane_mask(lanes)
        self._must_have_episodes()
        self._device.reset(self._state, self._device.upload(chosen))
        self._must_have_begun(chosen)

    def step(self, actions: Any) -> None:
        """Play an action in every lane, and write what follows into the arrays. A lane whose action is `WAIT` is left
        as it is, and its rewards are 0."""
        actions = self._checked(actions)
        self._must_have_episodes()
        if self.illegal == "error":
            lane = self._device.first_refused(self._state, actions)
            if lane >= 0:
                raise ValueError(f"lane {lane} was given an illegal action; nothing was played (see `masks`)")
        self._device.step(self._state, actions)

    def observe(self) -> Any:
        """The observations of the seats to move, as they are now."""
        return self.observations

    def random_actions(self, seed: int = 0, out: Any = None) -> Any:
        """A random legal action for each lane; 0 where a lane has ended. Every call draws other numbers."""
        if out is None:
            out = self._device.views(actions=self._device.zeros((self.size,), np.int64))["actions"]
        self._device.random_actions(self._state, read_seed(seed), self._random_step, self._checked(out))
        self._random_step += 1
        return out

    def playout(self, games: int = 1, seed: int = 0, max_plies: int = PLY_CAP) -> Tally:
        """Play random games from every lane's position to the end, and count how they ended. The lanes stay unchanged.

        Lane i plays the same games as `quincunx.playouts` does with the numbers from i * games on.
        """
        games, max_plies = _whole(games, "games", 1), _whole(max_plies, "max_plies", 1)
        tally = self._device.zeros((self.size, len(Playouts._fields)), np.int64)
        scratch = tuple(self._device.zeros(array.shape, array.dtype) for array in self._state.lanes.arrays)
        self._device.playout(self._state, scratch, read_seed(seed), games, max_plies, tally)
        return Tally(*self._device.read(tally).T)

    # How it is made.

    def _make_state(self, first: Any, keeps_final: bool) -> State:
        size, seats = self.size, self.game.seats
        zeros, storage = self._device.zeros, self._device.storage
        template = template_of(first)
        arrays = [part for part in flat(first) if isinstance(part, np.ndarray)]
        lanes = Lanes(
            storage((size, numbers_in(template)), np.int64),
            tuple(storage((size, *array.shape), np.int64) for array in arrays) or (zeros((1, 1), np.int64),),
            storage((size, 2), np.int64), self._filled(-1), zeros((size,), np.bool_),
        )  # fmt: skip
        results = Results(
            zeros((size, seats), np.float32), zeros((size,), np.bool_), zeros((size,), np.bool_),
            zeros((size,), np.int8), zeros((size,), np.int64),
        )  # fmt: skip
        shape = self.encoding.shape
        cells = int(np.prod(shape))
        planes, masks = zeros((size, cells), np.uint8), zeros((size, self.encoding.actions), np.uint8)
        final = zeros((size if keeps_final else 0, cells), np.uint8)
        self._views = self._device.views(
            observations=planes.reshape((size, *shape)), masks=masks.view(np.bool_), rewards=results.rewards,
            terminated=results.terminated, truncated=results.truncated, turns=results.turns, episodes=lanes.episodes,
            illegal_actions=results.illegal,
        )  # fmt: skip
        if keeps_final:
            self._views |= self._device.views(final_observations=final.reshape((size, *shape)))
        terms = Terms(self.seed, size, seats, self.max_plies, self.autoreset.value, self.encoding.moves)
        return State(template, lanes, results, terms, layout_of(self.encoding), Shown(planes, masks, final))

    def _filled(self, number: int) -> Any:
        return self._device.upload(np.full(self.size, number, np.int64))

    def _place(self, positions: Sequence[Any]) -> None:
        """Put these positions into the lanes."""
        template, lanes = self._state.template, self._state.lanes
        numbers = np.empty((self.size, numbers_in(template)), np.int64)
        targets = lanes.arrays[: arrays_in(template)]
        arrays = [np.empty(array.shape, np.int64) for array in targets]
        for lane, position in enumerate(positions):
            if type(position) is not type(template) or position.options != template.options:
                raise ValueError(f"position {lane} is not one of {self.game.slug} with the variant of this batch")
            parts = list(flat(position))
            numbers[lane] = [part for part in parts if not isinstance(part, np.ndarray)]
            for array, part in zip(arrays, [part for part in parts if isinstance(part, np.ndarray)], strict=True):
                array[lane] = part
        self._device.write(lanes.numbers, numbers)
        for target, array in zip(targets, arrays, strict=True):
            self._device.write(target, array)
        self._device.look(self._state)

    def _position(self, lane: int) -> Any:
        lanes = self._state.lanes
        arrays = [self._device.row(array, lane) for array in lanes.arrays[: arrays_in(self._state.template)]]
        return load(self._state.template, self._device.row(lanes.numbers, lane), arrays, 0)

    # What is refused.

    def _checked(self, actions: Any) -> Any:
        """Actions as an array on this device, one whole number per lane."""
        given = self._device.actions(actions)
        if given.shape != (self.size,):
            raise ValueError(f"actions must have the shape ({self.size},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {given.dtype}")
        return given

    def _lane_mask(self, lanes: Any) -> Any:
        chosen = np.asarray(lanes)
        if chosen.shape != (self.size,) or chosen.dtype != np.bool_:
            raise ValueError(f"lanes must be a mask of booleans with the shape ({self.size},)")
        return chosen

    def _must_have_episodes(self) -> None:
        """A stream of random numbers has 2^32 of them: one for each episode of each lane."""
        self._last_episode += 1
        if (self._last_episode + 1) * self.size <= MOST_EPISODES:
            return
        self._last_episode = int(self._device.read(self._state.lanes.episodes).max()) + 1
        if (self._last_episode + 1) * self.size > MOST_EPISODES:
            raise OverflowError(f"a batch has at most {MOST_EPISODES} episodes; make another one with another seed")

    def _must_have_begun(self, chosen: Any) -> None:
        if not self._device.read(self._state.lanes.legal)[chosen].any(axis=1).all():
            raise ValueError(f"no playable board was found for this variant of {self.game.slug}")


def _batched_variant(game: AnyGame, given: Any) -> Variant:
    variant: Variant = game.variant(given)
    problem = game.not_batched(variant)
    if problem:
        raise ValueError(f"a batch cannot play this variant of {game.slug}: {problem}")
    return variant


def _whole(number: Any, name: str, least: int) -> int:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < least:
        raise ValueError(f"{name} must be a whole number from {least} on, not {number!r}")
    return int(number)


def _autoreset(given: Autoreset | str) -> Autoreset:
    names = [mode.name for mode in Autoreset]
    if isinstance(given, str) and given.upper() in names:
        return Autoreset[given.upper()]
    if not isinstance(given, Autoreset):
        raise ValueError(f"autoreset must be one of {', '.join(names)}, not {given!r}")
    return given


def _device(name: str, threads: int | None) -> Any:
    if name == "cpu":
        return Cpu(threads)
    if name == "cuda":
        from quincunx.batch.cuda import Cuda

        return Cuda()
    raise ValueError(f"device must be 'cpu' or 'cuda', not {name!r}")
