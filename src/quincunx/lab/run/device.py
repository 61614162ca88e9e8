"""Matches of the lab on a graphics processor: one thread plays one match, as `LabMatch` does on the CPU.

Only players that can be compiled play there: random and greedy. What is measured is measured on the CPU as ever, so a
run gives the same tables on any device.
"""

import importlib
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from quincunx.batch import cuda as graphics
from quincunx.batch.launches import THREADS
from quincunx.batch.storage import copy_arrays, flat, fresh, load, numbers_in, save, template_of
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.kernels.randomness import Stream, below, word
from quincunx.engine.moves import HIGH, Moves, contains, count, nth, numbers
from quincunx.engine.registry import fields_text
from quincunx.engine.rules import PLAYING, advance, hash, mid_turn, moves, observe, outcome, recur, redeal
from quincunx.lab.run.players import GREEDY, RANDOM, WIN_VALUE
from quincunx.lab.run.spec import Lineup, Spec
from quincunx.measure.gauge import gauge_of
from quincunx.measure.sheet import IntArray
from quincunx.search.chooser import PlayerStream

cuda: Any = importlib.import_module("numba.cuda")  # after `graphics`, which makes it importable with the newest NumPy
PLAYERS = (RANDOM, GREEDY)
_PLAYER, _OPENINGS, _TIES = int(Stream.PLAYER), int(Stream.LAB_OPENINGS), int(PlayerStream.TIES)
_one_at_a_time = threading.Lock()


class LaunchTerms(NamedTuple):
    """What holds for all matches of a launch."""

    matches: int
    plies: int
    opening: int
    agreed: int
    """How often a position occurs before both sides agree to a draw; 0 where nobody does."""


class Tables(NamedTuple):
    """Arrays on the device, one row per match."""

    seeds: Any
    greedy: Any
    """Whether the player of a seat is greedy, by match and seat."""
    numbers: Any
    arrays: Any
    scratch: Any
    keys: Any
    played: Any
    lengths: Any
    order: Any
    """Every move of the variant, in the order of their texts: ties are broken by it. The same for all matches."""


def check_device(spec: Spec) -> None:
    """Refuse what cannot be played on a graphics processor, or a machine that has none."""
    others = [name for pairing in spec.pairings for name in pairing.players if name not in PLAYERS]
    if others:
        problem = (
            f"on a graphics processor only {' and '.join(PLAYERS)} play, not {quoted(others[0])}; use --device cpu"
        )
        raise Refusal(ErrorCode.BAD_REQUEST, problem)
    reason = spec.chosen.not_batched(spec.rules)
    if reason:
        raise Refusal(ErrorCode.BAD_REQUEST, f"this variant cannot be played on a graphics processor: {reason}")
    try:
        graphics.Cuda()
    except RuntimeError as error:
        raise Refusal(ErrorCode.NOT_READY, str(error)) from None


def play_matches(spec: Spec, lineup: Lineup, played: IntArray, lengths: IntArray) -> None:
    """Play the matches of a lineup, and write their moves and how many there are."""
    with _one_at_a_time:
        device = graphics.Cuda()
        first = spec.chosen.new(spec.rules, 0)
        matches, plies = played.shape
        terms = LaunchTerms(matches, plies, spec.opening, _agreed(spec.chosen, lineup, plies))
        tables = _tables(device, spec, first, lineup, played.shape)
        kernel = _kernel_of(spec.chosen, template_of(first))
        kernel[(matches + THREADS - 1) // THREADS, THREADS](terms, tables)
        played[...] = device.read(tables.played)
        lengths[...] = device.read(tables.lengths)


def _agreed(game: AnyGame, lineup: Lineup, plies: int) -> int:
    """As in `LabMatch`, players that move at random never agree to a draw."""
    if any(RANDOM in seating for seating in lineup.seatings):
        return 0
    return next((seen for seen in range(1, plies + 2) if game.agrees_to_draw(seen)), 0)


def _tables(device: Any, spec: Spec, first: Any, lineup: Lineup, shape: tuple[int, int]) -> Tables:
    matches, plies = shape
    game = spec.chosen
    greedy = np.array([[name == GREEDY for name in seating] for seating in lineup.seatings])[lineup.turns]
    shapes = [part.shape for part in flat(first) if isinstance(part, np.ndarray)]
    every = numbers(game.encoding(spec.rules).moves)

    def arrays() -> Any:
        return tuple(device.storage((matches, *one), np.int64) for one in shapes) or (device.zeros((1, 1), np.int64),)

    return Tables(
        device.upload(lineup.seeds), device.upload(greedy),
        device.storage((matches, numbers_in(template_of(first))), np.int64), arrays(), arrays(),
        device.storage((matches, plies + 1), np.int64), device.storage((matches, plies), np.int64),
        device.zeros((matches,), np.int64),
        device.upload(np.array(sorted(every, key=lambda move: game.write_move(first, move)), np.int64)),
    )  # fmt: skip


@primitive
def with_move(chosen: Moves, move: int) -> Moves:
    if move < HIGH:
        return Moves(chosen.low | 1 << move, chosen.high)
    return Moves(chosen.low, chosen.high | 1 << (move - HIGH))


@primitive
def in_order(chosen: Moves, place: int, order: Any) -> int:
    """The move at this place among those chosen, sorted by their texts."""
    left = place
    for number in range(order.size):
        if contains(chosen, order[number]):
            if left == 0:
                return int(order[number])
            left -= 1
    return -1


def kernel_of(template: Any, lead: Callable[[Any], int]) -> Any:
    """The kernel of one variant, with its options as constants."""
    variant = (template,)  # in a tuple: numba-cuda prints its constants, and a template has no board to be drawn

    @primitive
    def worth(after: Any, turn: int) -> int:
        """As `GreedyPlayer` values what follows from a move."""
        if after.result == PLAYING:
            return lead(after) if turn == 1 else -lead(after)
        if after.result == turn:
            return WIN_VALUE
        return -WIN_VALUE if after.result in (1, 2) else 0

    @primitive
    def greedy_move(position: Any, choice: Moves, tables: Tables, match: int, seed: int) -> int:
        save(position, tables.numbers, match)
        best, most = Moves(0, 0), -WIN_VALUE - 1
        for number in range(count(choice)):
            move = nth(choice, number)
            copy_arrays(variant[0], tables.arrays, tables.scratch, match)
            seen = observe(load(variant[0], tables.numbers, tables.scratch, match), position.turn)
            value = worth(advance(seen, move), position.turn)
            if value > most:
                best, most = Moves(0, 0), value
            if value == most:
                best = with_move(best, move)
        return in_order(best, below(count(best), seed, _TIES, 0), tables.order)

    @primitive
    def chosen_move(position: Any, ply: int, terms: LaunchTerms, tables: Tables, match: int) -> int:
        choice = moves(position)
        seed = word(tables.seeds[match], _PLAYER, position.ply)
        if ply < terms.opening:
            seed = word(tables.seeds[match], _OPENINGS, position.ply)
        elif tables.greedy[match, position.turn - 1]:
            return greedy_move(position, choice, tables, match, seed)
        return nth(choice, below(count(choice), seed, 0, 0))

    @cuda.jit  # type: ignore[untyped-decorator]
    def play_all(terms: LaunchTerms, tables: Tables) -> None:
        match = cuda.grid(1)
        if match < terms.matches:
            position = redeal(fresh(variant[0], tables.arrays, match), tables.seeds[match])
            tables.keys[match, 0] = hash(position)
            ply, seen = 0, 1
            while ply < terms.plies and outcome(position) == PLAYING:
                if 0 < terms.agreed <= seen and not mid_turn(position):
                    break
                move = chosen_move(position, ply, terms, tables, match)
                tables.played[match, ply] = move
                position = advance(position, move)
                ply += 1
                key = hash(position)
                seen = 1
                for earlier in range(ply):
                    seen += 1 if tables.keys[match, earlier] == key else 0
                tables.keys[match, ply] = key
                if seen > 1 and not mid_turn(position):
                    position = recur(position, seen)
            tables.lengths[match] = ply

    return play_all


_kernels: dict[str, Any] = {}


def _kernel_of(game: AnyGame, template: Any) -> Any:
    """Made once in a process."""
    variant = fields_text(template)  # positions compare themselves in ways of their own
    if variant not in _kernels:
        _kernels[variant] = kernel_of(template, gauge_of(game).lead)
    return _kernels[variant]
