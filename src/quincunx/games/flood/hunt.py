"""The hunt for the shortest solution of one board: a good answer first, then search after search until it is proven.

The exact search starts with the cheap bound. A board that resists is searched anew with the pair bound, whose targets
are chosen from the nodes that the search before got to.
"""

from typing import NamedTuple

import numpy as np

from quincunx.games.flood.answer import beam, room_for_beam
from quincunx.games.flood.lanes import Words
from quincunx.games.flood.nodes import (
    COUNT,
    EXPANDED,
    GOAL,
    GOAL_MOVE,
    LEVEL,
    UNSOLVED,
    Nodes,
    bytes_a_node,
    choices,
    enlarged,
    make_nodes,
    make_progress,
    make_queue,
)
from quincunx.games.flood.pairs import Targets, no_targets
from quincunx.games.flood.regions import Regions
from quincunx.games.flood.search import DONE, FULL, Search, explore
from quincunx.games.flood.steps import NO_COLOUR, make_desk, spell
from quincunx.games.flood.targets import choose_targets

BEAM = 8
FIRST_ROOM = 4096
MOST_BYTES = 1_350_000_000
"""Of the store of nodes; while it is enlarged, half as much again is in use."""
NO_END = 1 << 62


class Stage(NamedTuple):
    """One of the searches that a board may need."""

    samples: int
    """How many nodes of the stage before the targets are chosen from."""
    targets: int
    """How many targets there may be."""
    expansions: int
    """After so many, the next stage has better prospects."""


STAGES = (Stage(0, 0, 5_000), Stage(32, 48, 30_000), Stage(64, 48, NO_END))


class Found(NamedTuple):
    moves: list[int]
    lower: int
    """No solution has fewer moves."""

    @property
    def proven(self) -> bool:
        return self.lower == len(self.moves)


class Hunt:
    """What is known of one board. All its searches share a budget of expansions, a flag to stop, and their targets."""

    def __init__(self, regions: Regions, budget: int, stop: Words | None) -> None:
        self.regions = regions
        self.stop = np.zeros(1, np.int64) if stop is None else stop
        self.expansions = 0
        self._budget = budget
        self._desk = make_desk(regions)
        self._targets: dict[Stage, Targets] = {STAGES[0]: no_targets(regions)}

    def shortest(self, opening: int = NO_COLOUR) -> Found:
        """The best solution, of those that start with the colour `opening` if it is one."""
        answer = self._answer(opening)
        return self.improve(answer, opening)

    def improve(self, known: list[int], opening: int = NO_COLOUR) -> Found:
        """Look for a shorter solution than the one known, until there is none left or something is in the way."""
        lower = 0
        nodes, count = make_nodes(0, self.regions, 0), 0
        for stage in STAGES:
            if not self._aim(stage, nodes, count):
                break
            search, status = self._search(stage, len(known), opening)
            nodes, count = search.nodes, int(search.progress[COUNT])
            if search.progress[GOAL] != UNSOLVED:
                known = self._spell(nodes, search.progress, opening)
            if status == DONE:
                return Found(known, len(known))
            lower = max(lower, int(search.progress[LEVEL]))
            if self._spent(stage, search):
                break
        return Found(known, lower)

    def _aim(self, stage: Stage, nodes: Nodes, count: int) -> bool:
        """Choose the targets of a stage, unless an earlier search has; False if there was no time for it."""
        if stage not in self._targets:
            targets = choose_targets(nodes.sets, count, stage.samples, stage.targets, self.stop, self.regions)
            if self.stop[0]:
                return False
            self._targets[stage] = targets
        return True

    def _answer(self, opening: int) -> list[int]:
        nodes = make_nodes(room_for_beam(BEAM, self.regions), self.regions, 0)
        progress = make_progress(NO_END, 0)
        beam(nodes, BEAM, opening, progress, self._desk, self.regions)
        return self._spell(nodes, progress, opening)

    def _search(self, stage: Stage, upper: int, opening: int) -> tuple[Search, int]:
        """Run one stage: the search as far as it came, and why it ended."""
        targets = self._targets[stage]
        search = Search(
            make_nodes(FIRST_ROOM, self.regions, targets.total),
            make_queue(upper),
            targets,
            make_progress(upper, min(stage.expansions, self._budget - self.expansions)),
            self._desk,
            np.zeros(targets.total, np.uint8),
            np.zeros(self.regions.total, np.int64),
            np.zeros(self.regions.colours, np.int64),
            self.regions,
        )
        status = explore(search, opening, self.stop)
        while status == FULL and self._may_grow(search):
            search = search._replace(nodes=enlarged(search.nodes, int(search.progress[COUNT])))
            status = explore(search, opening, self.stop)
        self.expansions += int(search.progress[EXPANDED])
        return search, status

    def _may_grow(self, search: Search) -> bool:
        return 2 * len(search.nodes.hashes) * bytes_a_node(self.regions, search.targets.total) <= MOST_BYTES

    def _spent(self, stage: Stage, search: Search) -> bool:
        """Whether no later stage may go on."""
        return bool(self.stop[0]) or self.expansions >= self._budget or search.progress[EXPANDED] < stage.expansions

    def _spell(self, nodes: Nodes, progress: Words, opening: int) -> list[int]:
        chosen = choices(nodes, int(progress[GOAL]), int(progress[GOAL_MOVE]))
        return [int(move) for move in spell(opening, chosen, self._desk, self.regions)]
