"""The weights of a trained network in a file, and how compiled code reads them.

A table holds whole numbers, in fractions of the game's score. They become constants of the compiled search, so the file
is part of the key that the search is cached by, and it is read only when something has to be compiled or called.
"""

import hashlib
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.kernels.arrays import np, npt
from quincunx.engine.kernels.compiler import late_body, primitive
from quincunx.engine.kernels.sources import note_file
from quincunx.learning.network import Network, NetworkLayout, Weights
from quincunx.learning.values import extras, planes, state_of

Table = npt.NDArray[np.int16]

SUFFIX = ".weights"
"""How the name of a table ends."""

FRACTION_BITS = 3
DIGEST_BYTES = 32
LARGEST = 2**15 - 1
LARGEST_BYTES = 1_000_000
"""Numba makes an array a constant of machine code that can be cached up to this size."""


def rounded(network: Network, weights: Weights) -> Table:
    """The weights as they are kept."""
    exact = np.rint(weights * (network.scale << FRACTION_BITS))
    return np.clip(exact, -LARGEST, LARGEST).astype(np.int16)


def write_table(network: Network, weights: Weights, path: Path) -> None:
    write_arrays(path, weights=rounded(network, weights), fingerprint=np.array(network.fingerprint))


def read_table(network: Network) -> Table:
    """The weights in the network's file, or a refusal that says what to do."""
    path = network.table
    try:
        arrays = read_arrays(path)
        weights, fingerprint = arrays["weights"], str(arrays["fingerprint"])
    except FileNotFoundError:
        raise _refusal(path, "there is no such table yet") from None
    except (ValueError, KeyError):
        raise _refusal(path, "this table is damaged") from None
    if fingerprint != network.fingerprint or weights.shape != (network.weights,) or weights.dtype != np.int16:
        raise _refusal(path, "this table belongs to another network")
    return cast(Table, weights)


def write_arrays(path: Path, **arrays: Any) -> None:
    """Arrays in a file, behind a digest of all that follows it. The file appears whole or not at all."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    write_whole(path, hashlib.sha256(file.getvalue()).digest() + file.getvalue())


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays in a file; ValueError if it is damaged."""
    sealed = path.read_bytes()
    digest, data = sealed[:DIGEST_BYTES], sealed[DIGEST_BYTES:]
    if hashlib.sha256(data).digest() != digest:
        raise ValueError(f"{path} has changed since it was written")
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return dict(file.items())


def write_whole(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def _refusal(path: Path, problem: str) -> Refusal:
    return Refusal(ErrorCode.NOT_READY, f"{path}: {problem}; train the network with 'quincunx train'")


@cache
def _constants(network: Network) -> tuple[NetworkLayout, Table]:
    """The network's arrays with the table laid out by place."""
    table = read_table(network)[network.layout.weight]
    assert table.nbytes <= LARGEST_BYTES, "a table this large cannot be a constant: use smaller patterns"
    return network.layout, table


def learned_score(network: Network, module: str) -> Callable[[Any], int]:
    """The function that scores a position by the network's table, for the kernels of `module` and for plain Python."""
    note_file(module, network.table)

    def score(position: Any) -> int:
        layout, table = _constants(network)
        return add_up(position, layout.masks, layout.offsets, layout.spread, layout.extras, table)

    def make_body() -> Callable[[Any], int]:
        layout, table = _constants(network)
        masks, offsets, spread, first_extras = layout.masks, layout.offsets, layout.spread, layout.extras

        def body(position: Any) -> int:
            return add_up(position, masks, offsets, spread, first_extras, table)

        return body

    late_body(score, make_body)
    return score


@primitive
def add_up(position: Any, masks: Any, offsets: Any, spread: Any, first_extras: Any, table: Any) -> int:
    boards = planes(position)
    total = 1 << (FRACTION_BITS - 1)
    for k in range(masks.size):
        total += int(table[offsets[k] + state_of(boards, masks[k], spread)])
    for feature, number in enumerate(extras(position)):
        total += int(table[first_extras[feature] + number])
    return int(total) >> FRACTION_BITS
