"""The search for the shortest solution of one board: a good answer first, then stage after stage until it is proven.

The exact search starts with the cheap bound. A hard board is searched again with the pair bound, whose targets are
chosen from the nodes that the stage before reached.
"""

from typing import NamedTuple

from quincunx.engine.clock import is_raised, lowered_flag
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.randomness import Stream, below
from quincunx.games.flood.solver.astar import CUT, DONE, FULL, Search, explore
from quincunx.games.flood.solver.beam import beam, room_for_beam
from quincunx.games.flood.solver.moves import NO_COLOUR, make_desk, spell
from quincunx.games.flood.solver.node_store import (
    COUNT,
    EXPANDED,
    GOAL,
    GOAL_MOVE,
    LEVEL,
    UNSOLVED,
    Nodes,
    bytes_per_node,
    choices,
    enlarged,
    make_nodes,
    make_progress,
    make_queue,
)
from quincunx.games.flood.solver.pair_bound import Targets, no_targets
from quincunx.games.flood.solver.pair_targets import choose_targets
from quincunx.games.flood.solver.regions import Regions
from quincunx.games.flood.solver.simd import Words

FIRST_BEAM = 4
FIRST_ROOM = 4096
MOST_BYTES = 1_280_000_000
"""Of the store of nodes, unless less is asked for; while it is enlarged, half as much again is in use."""
NO_END = 1 << 62
PICK_SEED = 0
"""The seed from which nodes are picked as targets: the same for every board."""


class Stage(NamedTuple):
    """One of the searches that a board may need."""

    beam: int
    """Nodes at every step of the beam that looks for a better answer first; 0 for none."""
    samples: int
    """How many nodes of the stage before the targets are chosen from."""
    targets: int
    """How many targets there may be."""
    expansions: int
    """After this many, the next stage has better prospects."""


STAGES = (Stage(0, 0, 0, 5_000), Stage(64, 32, 48, 30_000), Stage(512, 128, 64, NO_END))


class Solved(NamedTuple):
    moves: list[int]
    lower: int
    """No solution has fewer moves."""

    @property
    def proven(self) -> bool:
        return self.lower == len(self.moves)


class StagedSearch:
    """What is known of one board. All its searches share a budget of expansions, a flag to stop, and their targets."""

    def __init__(self, regions: Regions, budget: int, stop: Words | None, most_bytes: int = MOST_BYTES) -> None:
        self.regions = regions
        self.stop = lowered_flag() if stop is None else stop
        self.expansions = 0
        self._budget = budget
        self._most_bytes = most_bytes
        self._desk = make_desk(regions)
        self._targets: dict[Stage, Targets] = {STAGES[0]: no_targets(regions)}
        self._sample = np.zeros(0, np.int64)
        """Nodes that the last search got to, from which the next stage chooses its targets."""

    def shortest(self, opening: int = NO_COLOUR, known: list[int] | None = None) -> Solved:
        """The best solution, of those that start with the colour `opening` if it is one; `known` is one, if any is."""
        best = Solved(self._answer(FIRST_BEAM, known, opening), 0)
        for stage in STAGES:
            if stage.beam:
                best = best._replace(moves=self._answer(stage.beam, best.moves, opening))
            if not self._aim(stage):
                break
            best, status = self._improve(stage, best, opening)
            if status == FULL:
                return self._level_by_level(stage, best, opening)
            if status == DONE or self._spent():
                break
        return best

    def _answer(self, size: int, known: list[int] | None, opening: int) -> list[int]:
        """What a beam finds, if that is shorter than what is known."""
        nodes = make_nodes(room_for_beam(size, self.regions), self.regions, 0)
        progress = make_progress(len(known) if known else NO_END, 0)
        beam(nodes, size, opening, progress, self._desk, self.stop if known else lowered_flag(), self.regions)
        return known if known and progress[GOAL] == UNSOLVED else self._spell(nodes, progress, opening)

    def _aim(self, stage: Stage) -> bool:
        """Choose the targets of a stage, unless an earlier search has; False if there was no time for it."""
        if stage not in self._targets:
            sample = self._sample[: stage.samples * self.regions.width]
            targets = choose_targets(sample, stage.targets, self.stop, self.regions)
            if is_raised(self.stop):
                return False
            self._targets[stage] = targets
        return True

    def _improve(self, stage: Stage, best: Solved, opening: int) -> tuple[Solved, int]:
        """What the search of a stage makes of the best solution so far, and why it ended."""
        search, status = self._search(stage, len(best.moves), opening)
        moves, lower = best.moves, max(best.lower, int(search.progress[LEVEL]))
        if search.progress[GOAL] != UNSOLVED:
            moves = self._spell(search.nodes, search.progress, opening)
        if status == CUT:
            self._sample = self._picked(search)
        return Solved(moves, len(moves) if status == DONE else lower), status

    def _level_by_level(self, stage: Stage, best: Solved, opening: int) -> Solved:
        """Search with less room: nodes of later levels are not kept, but found again when it is their turn."""
        while not best.proven:
            search, status = self._search(stage, best.lower + 1, opening)
            if search.progress[GOAL] != UNSOLVED:
                return best._replace(moves=self._spell(search.nodes, search.progress, opening))
            if status != DONE:
                break
            best = best._replace(lower=best.lower + 1)
        return best

    def _search(self, stage: Stage, upper: int, opening: int) -> tuple[Search, int]:
        """Look for solutions below `upper`: the search as far as it came, and why it ended."""
        targets = self._targets[stage]
        search = Search(
            make_nodes(FIRST_ROOM, self.regions, targets.total),
            make_queue(upper),
            targets,
            make_progress(upper, min(stage.expansions, self._budget - self.expansions)),
            self._desk,
            self.regions,
        )
        status = explore(search, opening, self.stop)
        while status == FULL and self._may_grow(search):
            search = search._replace(nodes=enlarged(search.nodes, int(search.progress[COUNT])))
            status = explore(search, opening, self.stop)
        self.expansions += int(search.progress[EXPANDED])
        return search, status

    def _may_grow(self, search: Search) -> bool:
        return 2 * len(search.nodes.hashes) * bytes_per_node(self.regions, search.targets.total) <= self._most_bytes

    def _spent(self) -> bool:
        return is_raised(self.stop) or self.expansions >= self._budget

    def _picked(self, search: Search) -> Words:
        """The sets of some nodes, one after the other."""
        count, most = int(search.progress[COUNT]), max(stage.samples for stage in STAGES)
        picks = [below(count, PICK_SEED, Stream.SOLVER_PICKS, number) for number in range(most)] if count else []
        sets = search.nodes.sets.reshape(-1, self.regions.width)
        return np.array([sets[pick].tolist() for pick in picks], np.int64).ravel()

    def _spell(self, nodes: Nodes, progress: Words, opening: int) -> list[int]:
        chosen = choices(nodes, int(progress[GOAL]), int(progress[GOAL_MOVE]))
        return [int(move) for move in spell(opening, chosen, self._desk, self.regions)]
