"""A batch on a graphics processor: is it the batch of the CPU, and how fast is it?

    python -m benchmarks.speed.gpu FOLDER [--lanes N] [--seconds S] [GAME ...]

Checks that matches are the same on both, number for number, and that torch and JAX get the arrays without a copy. Then
measures random playouts and `step` (with planes, masks and resets), each part of a step, and Pgx in the same run where
it can be imported. Writes `gpu.json` into the folder.
"""

import argparse
import importlib
import json
import platform
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from quincunx.batch import Batch
from quincunx.batch import cuda as on_cuda
from quincunx.catalogue import all_games

cuda: Any = importlib.import_module("numba.cuda")
assert on_cuda, "it makes numba.cuda importable with the newest NumPy, so it comes first"

VARIANTS: dict[str, Any] = {"flood": "classic"}
WANTED = {
    "playouts": {"duel": 70, "pushmine": 50, "cascade": 10, "mosaic": 3, "flood": 0.5},
    "step": {"duel": 3, "pushmine": 3, "cascade": 1.5, "mosaic": 0.5},
}
ARRAYS = ("observations", "masks", "rewards", "terminated", "truncated", "turns", "episodes")
PLAYOUT_LANES = 1 << 17
COMPARED_LANES, COMPARED_STEPS = 2048, 150
PGX_GAMES = ("connect_four", "tic_tac_toe", "othello", "2048")


def main() -> None:
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    report: dict[str, Any] = {"machine": machine(), "copy_gigabytes_per_second": copy_speed(), "games": {}}
    slugs = options.games or [game.slug for game in all_games()]
    for slug in slugs:
        report["games"][slug] = {
            "same_as_cpu": attempt(compare, slug),
            "playouts": attempt(measure_playouts, slug, options.seconds),
            "step": attempt(measure_step, slug, options.lanes, options.seconds),
        }
        print(slug, json.dumps(report["games"][slug]), flush=True)
        (options.folder / "gpu.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    report["dlpack"] = {"torch": attempt(check_torch), "jax": attempt(check_jax)}
    print(json.dumps(report["dlpack"]), flush=True)
    report["pgx"] = {name: attempt(measure_pgx, name, options.lanes, options.seconds) for name in PGX_GAMES}
    print(json.dumps(report["pgx"]), flush=True)
    (options.folder / "gpu.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    versions = {}
    for name in ("numba", "numba_cuda", "numpy", "torch", "jax", "pgx"):
        try:
            versions[name] = getattr(importlib.import_module(name), "__version__", "?")
        except Exception as error:
            versions[name] = type(error).__name__
    device = cuda.get_current_device().name
    name = device.decode() if isinstance(device, bytes) else str(device)
    return {"device": name, "python": platform.python_version(), "versions": versions}


def attempt(work: Callable[..., Any], *arguments: Any) -> Any:
    """What the work gives, or why it failed: the rest is still worth measuring."""
    try:
        return work(*arguments)
    except Exception as error:
        traceback.print_exc()
        return {"failed": f"{type(error).__name__}: {error}"[-600:]}


def seconds_of(work: Callable[[], Any], least: float) -> float:
    """Seconds of one call, after one that does not count, from as many as take about this long."""
    work()
    cuda.synchronize()
    began = time.perf_counter()
    work()
    cuda.synchronize()
    times = max(1, min(2000, int(least / max(time.perf_counter() - began, 1e-6))))
    began = time.perf_counter()
    for _ in range(times):
        work()
    cuda.synchronize()
    return (time.perf_counter() - began) / times


def copy_speed() -> float:
    """What the memory can do: bytes read and written by a plain copy."""
    source, target = cuda.device_array(1 << 30, np.uint8), cuda.device_array(1 << 30, np.uint8)
    return round(2 * (1 << 30) / seconds_of(lambda: target.copy_to_device(source), 0.5) / 1e9, 1)


def compare(slug: str) -> dict[str, Any]:
    """The same actions on both, and everything equal, step for step."""
    options: dict[str, Any] = {"variant": VARIANTS.get(slug), "seed": 11, "autoreset": "same_step", "illegal": "lose"}
    here = Batch(slug, COMPARED_LANES, **options)
    there = Batch(slug, COMPARED_LANES, device="cuda", **options)
    for _ in range(COMPARED_STEPS):
        actions, others = here.random_actions(seed=1), there.random_actions(seed=1)
        assert np.array_equal(actions, others.numpy()), "random actions differ"
        here.step(actions)
        there.step(others)
        for name in ARRAYS:
            assert np.array_equal(getattr(here, name), getattr(there, name).numpy()), f"{name} differ"
    assert np.array_equal(here.final_observations, there.final_observations.numpy()), "final observations differ"
    for counted, again in zip(here.playout(4, seed=3), there.playout(4, seed=3), strict=True):
        assert np.array_equal(counted, again), "playouts differ"
    assert here.positions[5] == there.positions[5]
    return {"lanes": COMPARED_LANES, "steps": COMPARED_STEPS, "episodes": int(here.episodes.sum())}


def measure_playouts(slug: str, least: float) -> dict[str, Any]:
    """Random games from the opening; the tally is read back each time."""
    batch = Batch(slug, PLAYOUT_LANES, VARIANTS.get(slug), seed=1, device="cuda")
    games = 1
    while True:
        batch.playout(games, seed=2)
        began = time.perf_counter()
        tally = batch.playout(games, seed=games)
        took = time.perf_counter() - began
        if took >= least or games >= 1 << 12:
            break
        games *= 4
    moves = int(tally.moves.sum())
    speed = moves / took / 1e9
    wanted = WANTED["playouts"].get(slug)
    return {"giga_moves_per_second": round(speed, 3), "wanted": wanted, "games": games * PLAYOUT_LANES, "moves": moves}


def measure_step(slug: str, lanes: int, least: float) -> dict[str, Any]:
    """`step` with planes, masks and resets, all actions legal; the choice of random actions counts, as it does for
    Pgx."""
    batch = Batch(slug, lanes, VARIANTS.get(slug), seed=1, autoreset="same_step", keep_final=False, illegal="lose",
                  device="cuda")  # fmt: skip
    actions = batch.random_actions()
    for _ in range(60):  # lanes come apart
        batch.step(batch.random_actions(out=actions))

    def both() -> None:
        batch.step(batch.random_actions(out=actions))

    choosing = seconds_of(lambda: batch.random_actions(out=actions), least / 4)
    took = seconds_of(both, least)
    shown = int(np.prod(batch.encoding.shape)) + batch.encoding.actions
    numbers = sum(array.shape[-1] for array in (batch._state.lanes.numbers,)) * 8
    state, device = batch._state, batch._device
    bytes_written = seconds_of(lambda: device.look(state), least / 4)
    return {
        "giga_steps_per_second": round(lanes / took / 1e9, 3), "wanted": WANTED["step"].get(slug), "lanes": lanes,
        "milliseconds": round(took * 1e3, 3), "of_which_looking_and_writing": round(bytes_written * 1e3, 3),
        "choosing_actions": round(choosing * 1e3, 3), "bytes_shown_per_step": shown,
        "numbers_read_and_written_per_step": 2 * numbers, "episodes": int(batch.episodes.numpy().sum()),
        "gigabytes_shown_per_second": round(shown * lanes / took / 1e9, 1),
    }  # fmt: skip


def check_torch() -> dict[str, Any]:
    torch = importlib.import_module("torch")
    batch = Batch("duel", 1024, device="cuda", illegal="error")
    shared = torch.from_dlpack(batch.observations)
    masks = torch.from_dlpack(batch.masks)
    assert shared.data_ptr() == batch.observations.__cuda_array_interface__["data"][0], "torch made a copy"
    actions = masks.to(torch.int64).argmax(dim=1)
    batch.step(actions)
    assert np.array_equal(shared.cpu().numpy(), batch.observations.numpy()), "torch sees something else"
    assert masks.dtype == torch.bool
    return {"same": True, "copy": False}


def check_jax() -> dict[str, Any]:
    jax = importlib.import_module("jax")
    batch = Batch("duel", 1024, device="cuda")
    shared = jax.dlpack.from_dlpack(batch.observations)
    same_memory = shared.unsafe_buffer_pointer() == batch.observations.__cuda_array_interface__["data"][0]
    assert np.array_equal(np.asarray(shared), batch.observations.numpy()), "JAX sees something else"
    with jax.enable_x64(True):
        actions = jax.numpy.argmax(jax.dlpack.from_dlpack(batch.masks), axis=1)
        actions.block_until_ready()
        batch.step(actions)
    return {"same": True, "copy": not same_memory}


def measure_pgx(name: str, lanes: int, least: float) -> dict[str, Any]:
    """Random legal actions in one compiled loop, with resets; its observation is part of every step."""
    pgx, jax = importlib.import_module("pgx"), importlib.import_module("jax")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    environment = pgx.make(name)
    step = wrappers.auto_reset(environment.step, environment.init)
    batched = jax.vmap(step)
    steps = 64

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        choice, chance = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choice, logits, axis=1)
        state = batched(state, actions, jax.random.split(chance, lanes))
        return state, (state.rewards.sum(), state.observation.sum())

    run = jax.jit(lambda state, key: jax.lax.scan(advance, state, jax.random.split(key, steps)))
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), lanes))
    jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
    took = seconds_of(lambda: jax.block_until_ready(run(state, jax.random.PRNGKey(2))), least)
    return {"giga_steps_per_second": round(lanes * steps / took / 1e9, 4), "lanes": lanes}


def _options() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--lanes", type=int, default=1 << 20)
    parser.add_argument("--seconds", type=float, default=1.0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
