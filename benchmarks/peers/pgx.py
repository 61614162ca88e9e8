"""Steps of Pgx on the CPU, in batches: run by the Python of an environment that has it (`pip install pgx==2.6.0 jax`).

    python -m benchmarks.peers.pgx GAME [SECONDS]

Random legal actions in one compiled loop, with resets. Seconds are those of the processor, in all threads; what the
choice of actions alone takes is subtracted. Prints one JSON line.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

LANES, STEPS = 4096, 16


def seconds_of(work: Callable[[], Any], least: float) -> float:
    """Seconds of the processor for one call, after one that does not count."""
    work()
    began, times = time.process_time(), 0
    while times == 0 or time.process_time() - began < least:
        work()
        times += 1
    return (time.process_time() - began) / times


def measure(name: str, least: float) -> dict[str, Any]:
    pgx, jax = importlib.import_module("pgx"), importlib.import_module("jax")
    environment = pgx.make(name)
    step = importlib.import_module("pgx.experimental.wrappers").auto_reset(environment.step, environment.init)
    batched = jax.vmap(step)

    def choose(state: Any, key: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=1)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        choice, chance = jax.random.split(key)
        state = batched(state, choose(state, choice), jax.random.split(chance, LANES))
        return state, (state.rewards.sum(), state.observation.sum())

    def only_choose(state: Any, key: Any) -> tuple[Any, Any]:
        choice, chance = jax.random.split(key)
        return state, (choose(state, choice).sum(), jax.random.split(chance, LANES).sum())

    def loop(one: Any) -> Any:
        return jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS)))

    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), LANES))
    state, _ = loop(advance)(state, jax.random.PRNGKey(1))

    def cost(one: Any) -> float:
        run = loop(one)
        return seconds_of(lambda: jax.block_until_ready(run(state, jax.random.PRNGKey(2))), least)

    both, choosing = cost(advance), cost(only_choose)
    return {"steps": LANES * STEPS, "seconds": both - choosing, "choosing": choosing}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1.0)))
