"""The kernels of one variant on a graphics processor.

Threads work in three ways. In most kernels one thread has one lane. Where bytes are written, the threads of a block
first write the words of their lanes to a scratchpad that they share, and then all of them the bytes, side by side. A
*team*, a block of few threads, makes the tries of a deal or a reshuffle together, each a try of its own: one lane that
takes long would keep all lanes beside it waiting.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from quincunx.batch import lanes as lane_work
from quincunx.batch.lanes import MOST_PASSED_OVER, SAME_STEP, Lanes, Played, Results, Terms
from quincunx.batch.launches import SIMULATED, THREADS
from quincunx.batch.storage import fresh, load, numbers_in, save, with_options_of
from quincunx.batch.tiles import (
    WORD,
    as_bits,
    first_bytes,
    gathered,
    pack,
    runs_of,
    shifted,
    spread_bits,
    spread_eight,
    window,
)
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.moves import Moves, count
from quincunx.engine.rules import advance, outcome
from quincunx.games.match3.bits import Planes
from quincunx.games.match3.tries import (
    POSSIBLE,
    REFUSED,
    TAKEN,
    UNDECIDED,
    Try,
    begin_try,
    cells_to_shuffle,
    go_on,
    opening_of,
    reshuffles,
    shuffle_once,
    sources_of,
    tries_of_a_deal,
    unshuffled,
    without_a_deal,
    worth_of,
)
from quincunx.observation.bytes import Layout

TEAM = 8 if SIMULATED else 32
"""Threads of a team: on a device they go in step."""
DESK = 40_000
"""Bytes of the memory that the threads of a block share, at most."""
FEW = min(16, THREADS)
"""Lanes that a block shows at the same time where they are few among many."""
POOL = 8
"""Lanes to which a team deals at the same time."""
BEGINNING, SHUFFLING, TAKEN_ON, SHOWN = range(4)
"""What `waiting` counts: lanes that begin an episode, lanes that reshuffle, jobs that a team has taken on, and blocks
that have shown their lanes."""
MOST_CELLS = 64
_ROW = MOST_CELLS + 4
"""So far apart that a team's threads, each at a row of its own, do not get into each other's way."""


class Buffers(NamedTuple):
    """What a launch works with beside the state, in a tuple: the simulator leaves the arrays in it alone."""

    planes: Any
    masks: Any
    final: Any
    eight_planes: Any
    """The same bytes, eight at a time."""
    eight_masks: Any
    beginning: Any
    shuffling: Any
    """The lanes that a team has to look after."""
    waiting: Any
    keeps_final: int


class Held(NamedTuple):
    """An array in a tuple, for the same reason."""

    array: Any


class Kernels(NamedTuple):
    """The kernels of one variant, and how many lanes a block of those that show something has."""

    step: Any
    look_after: Any
    """None where no lane ever takes long."""
    show: Any
    reset: Any
    look: Any
    find_refused: Any
    choose: Any
    playout: Any
    tile: int


if SIMULATED:

    def anybody(wants: bool) -> bool:
        """Whether this holds for any thread of a team. All of them wait for each other here."""
        return bool(cuda.syncthreads_or(wants))

else:

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def anybody(wants: bool) -> bool:
        return cuda.any_sync(0xFFFFFFFF, wants)  # type: ignore[no-any-return]


@primitive
def code_at(deck: Planes, cell: int) -> int:
    return deck.ones >> cell & 1 | (deck.twos >> cell & 1) << 1 | (deck.fours >> cell & 1) << 2


@primitive
def next_seed(lanes: Lanes, terms: Terms, lane: int) -> int:
    return lane_work.episode_seed(terms.seed, terms.size, lanes.episodes[lane] + 1, lane)


@primitive
def whole_try(position: Any, seed: int, number: int) -> Try:
    begun = begin_try(position, seed, number)
    worth = worth_of(position, begun)
    while worth == UNDECIDED:
        begun = go_on(position, begun)
        worth = worth_of(position, begun)
    return Try(worth, opening_of(position, begun))


@primitive
def deck_in(codes: Any, row: int, cells: int) -> Planes:
    ones, twos, fours = 0, 0, 0
    for cell in range(cells):
        code = int(codes[row, cell])
        ones |= (code & 1) << cell
        twos |= (code >> 1 & 1) << cell
        fours |= (code >> 2 & 1) << cell
    return Planes(ones, twos, fours)


def kernels_of(template: Any, layout: Layout, every: Moves) -> Kernels:
    """Kernels with the variant as a constant: the compiler drops every rule that it does not have."""
    variant = (template,)  # in a tuple: numba-cuda prints its constants, and a template has no board to be drawn
    words, cells, actions = layout.words, layout.rows * layout.cols, count(every)
    per_lane = words * cells
    columns = words + 2
    tile = THREADS
    while tile > 8 and 8 * columns * tile > DESK:
        tile //= 2
    numbers = numbers_in(template)
    makes_tries = tries_of_a_deal.registered(type(template))
    shuffles = reshuffles.registered(type(template))
    rows = TEAM + 1 if shuffles else 1
    low_runs, high_runs = runs_of(every.low), runs_of(every.high)
    high_place = popcount(every.low)

    # What the seats see, as words on the scratchpad and then as bytes.

    @primitive
    def look_at(lanes: Lanes, results: Results, scratchpad: Any, column: int, lane: int) -> None:
        lane_work.look(variant[0], lanes, results, lane, scratchpad[:, column])
        pack_planes(scratchpad, column)
        legal = lane_work.legal_of(lanes, lane)
        low, high = gathered(int(legal.low), low_runs), gathered(int(legal.high), high_runs)
        scratchpad[words, column] = low | shifted(high, high_place)
        scratchpad[words + 1, column] = high >> WORD - high_place if high_place else 0

    @primitive
    def pack_planes(scratchpad: Any, column: int) -> None:
        for number in range(words):
            scratchpad[number, column] = as_bits(pack(int(scratchpad[number, column]), layout), cells)

    @primitive
    def divided(byte: int, length: int) -> tuple[int, int]:
        """A whole number of lengths, and what is left; with 32 bits, which is far quicker."""
        times = np.uint32(byte) // np.uint32(length)
        return int(np.int64(times)), int(np.int64(np.uint32(byte) - times * np.uint32(length)))

    @primitive
    def plane_byte(scratchpad: Any, column: int, byte: int) -> int:
        """One byte of the planes of a column of the scratchpad."""
        number, start = divided(byte, cells)
        word = int(scratchpad[number, column])
        return -1 - word if word < 0 and cells < WORD else word >> start & 1

    @primitive
    def mask_byte(scratchpad: Any, column: int, byte: int) -> int:
        return window(int(scratchpad[words, column]), int(scratchpad[words + 1, column]), byte) & 1

    @primitive
    def eight_of_planes(scratchpad: Any, byte: int) -> int:
        """They belong to at most two words, since a word has eight cells or more."""
        column, rest = divided(byte, per_lane)
        number, start = divided(rest, cells)
        left = cells - start
        word = after = int(scratchpad[number, column])
        bits = word >> start
        if left < 8:
            number += 1
            if number == words:
                number, column = 0, column + 1
            after = int(scratchpad[number, column])
            bits = bits & (1 << left) - 1 | shifted(after, left)
        if word < 0 or after < 0:
            return spread_eight(word, start) & first_bytes(left) | shifted(spread_eight(after, 0), 8 * min(left, 7))
        return spread_bits(bits)

    @primitive
    def eight_of_masks(scratchpad: Any, byte: int) -> int:
        """They belong to at most two lanes, since there are eight actions or more."""
        column, start = divided(byte, actions)
        left = actions - start
        bits = window(int(scratchpad[words, column]), int(scratchpad[words + 1, column]), start)
        if left < 8:
            bits |= int(scratchpad[words, column + 1]) << left
        return spread_bits(bits)

    @primitive
    def write_tile(scratchpad: Any, first: int, last: int, buffers: Buffers) -> None:
        """The bytes of the lanes on the scratchpad. Those that fill no eight are written singly."""
        rank = cuda.threadIdx.x
        total = (last - first) * per_lane
        whole = total // 8 if cells >= 8 else 0
        element = rank
        while element < whole:
            buffers.eight_planes[first * per_lane // 8 + element] = eight_of_planes(scratchpad, 8 * element)
            element += THREADS
        write_planes(scratchpad, buffers.planes, first * per_lane, 8 * whole, total, THREADS)
        total = (last - first) * actions
        whole = total // 8 if actions >= 8 else 0
        element = rank
        while element < whole:
            buffers.eight_masks[first * actions // 8 + element] = eight_of_masks(scratchpad, 8 * element)
            element += THREADS
        write_masks(scratchpad, buffers.masks, first * actions, 8 * whole, total, THREADS)

    @primitive
    def write_planes(scratchpad: Any, bytes_of: Any, first: int, start: int, end: int, threads: int) -> None:
        """Bytes of the planes on the scratchpad, singly."""
        byte = start + cuda.threadIdx.x
        while byte < end:
            column, rest = divided(byte, per_lane)
            bytes_of[first + byte] = plane_byte(scratchpad, column, rest)
            byte += threads

    @primitive
    def write_masks(scratchpad: Any, bytes_of: Any, first: int, start: int, end: int, threads: int) -> None:
        byte = start + cuda.threadIdx.x
        while byte < end:
            column, rest = divided(byte, actions)
            bytes_of[first + byte] = mask_byte(scratchpad, column, rest)
            byte += threads

    # Teams.

    @primitive
    def deal_together(
        lanes: Lanes, terms: Terms, listed: Any, first: int, waiting: int, best: Any, counts: Any
    ) -> None:
        """Deal to lanes of a list, as `begin` does. A thread that is done with a try makes the next one for the next
        lane that has none yet, so that none of them idles."""
        rank = cuda.threadIdx.x
        board = fresh(variant[0], lanes.arrays, 0)
        most = tries_of_a_deal(board)
        if rank < waiting:
            best[rank] = most
            counts[rank] = 0
        cuda.syncthreads()
        place, number, lane = rank % waiting, 0, 0
        busy, going_on = False, True
        while anybody(going_on):
            if not busy:
                turns = 0
                while turns < waiting and best[place] != most:
                    place = place + 1 if place + 1 < waiting else 0
                    turns += 1
                if turns < waiting:
                    number = cuda.atomic.add(counts, place, 1)
                    lane = listed[first + place]
                    begun = begin_try(board, next_seed(lanes, terms, lane), number)
                    busy = True
            going_on = busy
            worth = UNDECIDED
            if busy:
                begun = go_on(board, begun)
                worth = worth_of(board, begun)
                if number >= most:
                    cuda.atomic.max(best, place, most + 1)
                elif worth == TAKEN:
                    cuda.atomic.min(best, place, number)
            cuda.syncthreads()
            if worth == TAKEN and best[place] == number:
                save(opening_of(board, begun), lanes.numbers, lane)
            busy = busy and worth == UNDECIDED and number < best[place]
            cuda.syncthreads()
        for place in range(waiting):
            if best[place] >= most:
                begin_together(lanes, terms, counts, listed[first + place])
            elif rank == 0:
                lanes.episodes[listed[first + place]] += 1
                lanes.ended[listed[first + place]] = False
        cuda.syncthreads()

    @primitive
    def begin_together(lanes: Lanes, terms: Terms, best: Any, lane: int) -> None:
        """The same for one lane whose seed has no fair board: the first possible one is found, or another seed."""
        rank = cuda.threadIdx.x
        board = fresh(variant[0], lanes.arrays, 0)
        most = tries_of_a_deal(board)
        episode = lanes.episodes[lane]
        found, passed_over = most, 0
        while found == most and passed_over < MOST_PASSED_OVER:
            episode += 1
            passed_over += 1
            if rank < 2:
                best[rank] = most
            cuda.syncthreads()
            start, least = 0, TAKEN
            while found == most and start < most:
                number = start + rank if least == TAKEN else best[1]
                made = whole_try(board, lane_work.episode_seed(terms.seed, terms.size, episode, lane), number)
                if number < most and made.worth >= least:
                    cuda.atomic.min(best, 0, number)
                elif number < most and made.worth == POSSIBLE:
                    cuda.atomic.min(best, 1, number)
                cuda.syncthreads()
                found = best[0]
                if found == number:
                    save(made.position, lanes.numbers, lane)
                start += TEAM
                if least == TAKEN and start >= most and best[1] < most:
                    start, least = 0, POSSIBLE  # again: the first possible one
                cuda.syncthreads()
        if rank == 0:
            if found == most:
                save(without_a_deal(board), lanes.numbers, lane)
            lanes.episodes[lane] = episode
            lanes.ended[lane] = False
        cuda.syncthreads()

    @primitive
    def shuffle_together(position: Any, sources: Any, tokens: Any, best: Any) -> Try:
        """The tries of a reshuffle; only the thread that made the one that counts gets something that is TAKEN.

        Each thread works out which cell every token comes from in a shuffle of its own. To put one shuffle after the
        other is then a look into a table.
        """
        rank = cuda.threadIdx.x
        number_of_cells = cells_to_shuffle(position)
        deck = unshuffled(position)
        for cell in range(rank, number_of_cells, TEAM):
            tokens[0, cell] = code_at(deck, cell)
        if rank == 0:
            best[0] = TEAM
        number, found = rank, TEAM
        tried = Try(REFUSED, position)
        cuda.syncthreads()
        while found == TEAM:
            moved = sources_of(position, number)
            for cell in range(number_of_cells):
                sources[rank, cell] = code_at(moved.low, cell) | code_at(moved.high, cell) << 3
            cuda.syncthreads()
            for row in range(TEAM):
                for cell in range(rank, number_of_cells, TEAM):
                    tokens[row + 1, cell] = tokens[row, sources[row, cell]]
                cuda.syncthreads()
            tried = shuffle_once(position, deck_in(tokens, rank + 1, number_of_cells), number)
            if tried.worth == TAKEN:
                cuda.atomic.min(best, 0, rank)
            for cell in range(rank, number_of_cells, TEAM):
                tokens[0, cell] = tokens[TEAM, cell]
            number += TEAM
            cuda.syncthreads()
            found = best[0]
        return Try(TAKEN if found == rank else REFUSED, tried.position)

    @primitive
    def show_alone(lanes: Lanes, results: Results, scratchpad: Any, buffers: Buffers, lane: int) -> None:
        """What is seen of one lane, by a team."""
        if cuda.threadIdx.x == 0:
            look_at(lanes, results, scratchpad, 0, lane)
        cuda.syncthreads()
        write_planes(scratchpad, buffers.planes, lane * per_lane, 0, per_lane, TEAM)
        write_masks(scratchpad, buffers.masks, lane * actions, 0, actions, TEAM)

    # The kernels.

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers, given: Held) -> None:
        scratchpad = cuda.shared.array((columns, tile), np.int64)
        first = cuda.blockIdx.x * tile
        last = min(first + tile, terms.size)
        lane = first + cuda.threadIdx.x
        if lane < last:
            action = given.array[lane]
            if shuffles and lane_work.will_reshuffle(variant[0], lanes, terms, action, lane):
                buffers.shuffling[cuda.atomic.add(buffers.waiting, SHUFFLING, 1)] = lane
            elif lane_work.step_lane(variant[0], lanes, results, terms, action, lane):
                buffers.beginning[cuda.atomic.add(buffers.waiting, BEGINNING, 1)] = lane
            look_at(lanes, results, scratchpad, cuda.threadIdx.x, lane)
        cuda.syncthreads()
        write_tile(scratchpad, first, last, buffers)

    @cuda.jit  # type: ignore[untyped-decorator]
    def look_after(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers) -> None:
        """Teams look after the lanes that reshuffle or begin; those first that may take longest."""
        best = cuda.shared.array(POOL, np.int64)
        counts = cuda.shared.array(POOL, np.int64)
        job = cuda.shared.array(1, np.int64)
        scratchpad = cuda.shared.array((columns, 1), np.int64)
        sources = cuda.shared.array((rows, _ROW), np.uint8)
        tokens = cuda.shared.array((rows, _ROW), np.uint8)
        reshuffling = buffers.waiting[SHUFFLING]
        beginning = buffers.waiting[BEGINNING]
        while True:
            if cuda.threadIdx.x == 0:
                job[0] = cuda.atomic.add(buffers.waiting, TAKEN_ON, 1)
            cuda.syncthreads()
            number = job[0]
            cuda.syncthreads()
            listed, first = buffers.beginning, (number - reshuffling) * POOL
            waiting = min(POOL, beginning - first)
            if waiting <= 0:
                break
            alone = shuffles and number < reshuffling
            if alone:
                listed, first = buffers.shuffling, number
                lane = listed[first]
                done = shuffle_together(load(variant[0], lanes.numbers, lanes.arrays, lane), sources, tokens, best)
                if done.worth == TAKEN:
                    lane_work.finish_move(done.position, outcome(done.position), lanes, results, terms, lane)
                cuda.syncthreads()
                show_alone(lanes, results, scratchpad, buffers, lane)
                waiting = 1 if lanes.ended[lane] and terms.autoreset == SAME_STEP else 0
                if waiting and buffers.keeps_final:
                    write_planes(scratchpad, buffers.final, lane * per_lane, 0, per_lane, TEAM)
                cuda.syncthreads()
            if waiting:
                deal_together(lanes, terms, listed, first, waiting, best, counts)
                if alone:
                    show_alone(lanes, results, scratchpad, buffers, listed[first])
                    cuda.syncthreads()

    @cuda.jit  # type: ignore[untyped-decorator]
    def show(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers, keeps_final: int) -> None:
        """Show the lanes that begin, and deal to them where that needs no team."""
        scratchpad = cuda.shared.array((columns, FEW), np.int64)
        rank = cuda.threadIdx.x
        beginning = buffers.waiting[BEGINNING]
        number = cuda.blockIdx.x * FEW
        while number < beginning:
            here = min(beginning - number, FEW)
            byte = rank
            while keeps_final and byte < here * per_lane:
                column, rest = divided(byte, per_lane)
                place = buffers.beginning[number + column] * per_lane + rest
                buffers.final[place] = buffers.planes[place]
                byte += THREADS
            cuda.syncthreads()
            if rank < here:
                lane = buffers.beginning[number + rank]
                if not makes_tries:
                    lane_work.begin(variant[0], lanes, terms, lane)
                look_at(lanes, results, scratchpad, rank, lane)
            cuda.syncthreads()
            byte = rank
            while byte < here * per_lane:
                column, rest = divided(byte, per_lane)
                place = buffers.beginning[number + column] * per_lane + rest
                buffers.planes[place] = plane_byte(scratchpad, column, rest)
                byte += THREADS
            byte = rank
            while byte < here * actions:
                column, rest = divided(byte, actions)
                buffers.masks[buffers.beginning[number + column] * actions + rest] = mask_byte(scratchpad, column, rest)
                byte += THREADS
            number += cuda.gridDim.x * FEW
            cuda.syncthreads()
        if rank == 0 and cuda.atomic.add(buffers.waiting, SHOWN, 1) == cuda.gridDim.x - 1:
            for count_of in range(4):
                buffers.waiting[count_of] = 0  # for the next step: nobody waits any more

    @cuda.jit  # type: ignore[untyped-decorator]
    def reset(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers, chosen: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size and chosen.array[lane]:
            lane_work.clear_results(results, terms, lane)
            buffers.beginning[cuda.atomic.add(buffers.waiting, BEGINNING, 1)] = lane

    @cuda.jit  # type: ignore[untyped-decorator]
    def look(lanes: Lanes, results: Results, terms: Terms, buffers: Buffers) -> None:
        scratchpad = cuda.shared.array((columns, tile), np.int64)
        first = cuda.blockIdx.x * tile
        last = min(first + tile, terms.size)
        lane = first + cuda.threadIdx.x
        if lane < last:
            lane_work.judge(variant[0], lanes, results, lane)
            look_at(lanes, results, scratchpad, cuda.threadIdx.x, lane)
        cuda.syncthreads()
        write_tile(scratchpad, first, last, buffers)

    @cuda.jit  # type: ignore[untyped-decorator]
    def find_refused(lanes: Lanes, terms: Terms, actions: Held, found: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size and lane_work.is_refused(lanes, terms, actions.array[lane], lane):
            cuda.atomic.min(found.array, 0, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def choose(lanes: Lanes, terms: Terms, seed: int, number: int, actions: Held) -> None:
        lane = cuda.grid(1)
        if lane < terms.size:
            actions.array[lane] = lane_work.random_action(lanes, terms, seed, number, lane)

    @cuda.jit  # type: ignore[untyped-decorator]
    def playout(lanes: Lanes, scratch: Any, seed: int, games: int, max_plies: int, tally: Held) -> None:
        """As `playout_lane`. A thread goes on with its next game as soon as one is over, and every round of a team is a
        move of each of its threads: none waits for the longest game."""
        seat = cuda.shared.array((1, numbers), np.int64)
        best = cuda.shared.array(2, np.int64)
        sources = cuda.shared.array((rows, _ROW), np.uint8)
        tokens = cuda.shared.array((rows, _ROW), np.uint8)
        rank = cuda.threadIdx.x
        lane = cuda.grid(1)
        lives = lane < tally.array.shape[0]
        if not lives:
            lane = 0
        position = load(variant[0], lanes.numbers, scratch, lane)
        played = Played(games, 0, 0, 0, 0, 0, 0, 0, 0)
        if lives:
            position = lane_work.start_game(variant[0], lanes, scratch, lane)
            played = lane_work.first_game(position, seed, games, lane)
        while anybody(played.games < games):
            move, waits = 0, False
            position = with_options_of(variant[0], position)
            if played.games < games:
                move = lane_work.random_move(position, played)
                waits = shuffles and reshuffles(position, move)
                if not waits:
                    position = advance(position, move)
            if shuffles:
                while anybody(waits):
                    if rank == 0:
                        best[1] = TEAM
                    cuda.syncthreads()
                    if waits:
                        cuda.atomic.min(best, 1, rank)
                    cuda.syncthreads()
                    mine = best[1] == rank
                    if mine:
                        save(position, seat, 0)
                    cuda.syncthreads()
                    done = shuffle_together(load(variant[0], seat, scratch, 0), sources, tokens, best)
                    cuda.syncthreads()
                    if done.worth == TAKEN:
                        save(done.position, seat, 0)
                    cuda.syncthreads()
                    if mine:
                        position = load(variant[0], seat, scratch, 0)
                        waits = False
            if played.games < games:
                played = lane_work.with_move(played, position, move, seed, games, max_plies, lane)
                if played.ply == 0:
                    cuda.threadfence_block()  # read it again: kept in registers it would leave room for fewer threads
                    position = lane_work.start_game(variant[0], lanes, scratch, lane)
        if lives:
            lane_work.write_tally(played, tally.array, lane)

    return Kernels(step, look_after if makes_tries else None, show, reset, look, find_refused, choose, playout, tile)
