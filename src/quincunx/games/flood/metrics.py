"""What the lab measures in Flood-It: how fast a territory grows, and how far a player stays from the optimum."""

from collections.abc import Mapping

from quincunx.engine.kernels.bits import lowest
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.rules import evaluate
from quincunx.games.flood.events import Flooded
from quincunx.games.flood.rules import Flood
from quincunx.games.flood.solver import solve
from quincunx.measure.gauge import Gauge
from quincunx.measure.metric import Computed, Metric
from quincunx.measure.question import DesignQuestion, Games, Limits, Sample, mean_of, share_of, where
from quincunx.measure.sheet import COMMON, IntArray, Sheet, Sheets, advance, begin, finish, sheet_of
from quincunx.measure.story import Story

ABSORBED, LARGEST_MOVE, IDLE = range(COMMON, COMMON + 3)
LAB_EXPANSIONS = 60_000
"""The solver's budget for a board of a run. Rule 3 has one of its own, which is fixed for good."""


@primitive
def lead(position: Flood) -> int:
    """Cells controlled: there is no one to lead in a game for one, and this shows how a match goes."""
    return evaluate(position)


@primitive
def note_cells(before: Flood, after: Flood, sheet: Sheet) -> None:
    for row in range(before.options.size):
        new = int(after.territory[row]) & ~int(before.territory[row])
        while new:
            sheet.heat[row, lowest(new)] += 1
            new &= new - 1


@primitive
def follow(position: Flood, played: IntArray, plies: int, sheet: Sheet) -> None:
    """The heat counts when a cell joins the territory, which changes its colour as a whole with every move: what has
    changed at least once is therefore the territory before the last one."""
    begin(position, sheet)
    values = sheet.values
    first = evaluate(position)
    covered = 0
    for ply in range(plies):
        after = advance(position, played[ply], lead(position), ply, sheet)
        covered = evaluate(position)
        gained = evaluate(after) - covered
        values[LARGEST_MOVE] = max(values[LARGEST_MOVE], gained)
        values[IDLE] += 1 if gained == 0 else 0
        note_cells(position, after, sheet)
        position = after
    values[ABSORBED] = evaluate(position) - first
    finish(position.result, plies, covered, sheet)


@kernel
def measure(position: Flood, played: IntArray, lengths: IntArray, sheets: Sheets) -> None:
    for match in range(lengths.size):
        follow(position, played[match], lengths[match], sheet_of(sheets, match))


def _gains(story: Story) -> list[int]:
    """The cells that each move brought."""
    return [sum(map(len, event.waves)) for event in story.events(Flooded)]


OWN: tuple[Metric, ...] = (
    Computed("absorbed", "cells that joined the territory", "cells", compute=lambda story: sum(_gains(story))),
    Computed(
        "largest_move", "the most cells that a move brought", "cells", compute=lambda story: max([0, *_gains(story)])
    ),
    Computed("idle_moves", "moves that brought no cell", "plies", compute=lambda story: _gains(story).count(0)),
)

KNOWLEDGE = {
    "optimum": "the fewest moves that win; the fewest known, where that is not proven",
    "optimum_proven": "1 if that is proven",
    "limit": "the moves allowed; 0: no limit",
}


def know(position: Flood) -> Mapping[str, int]:
    solution = solve(position, LAB_EXPANSIONS)
    return {
        "optimum": solution.upper_bound,
        "optimum_proven": int(solution.proven),
        "limit": position.options.limit,
    }


def _won(games: Games, limits: Limits) -> Sample:
    return share_of(games, games["result"] == 1)


def _gap(games: Games, limits: Limits) -> Sample:
    """Of the boards that were won: a lost one ends with the limit, which says nothing."""
    won = where(games, games["result"] == 1)
    return mean_of(won, won["plies"] - won["optimum"])


def _spare(games: Games, limits: Limits) -> Sample:
    limited = where(games, games["limit"] > 0)
    return mean_of(limited, limited["limit"] - limited["optimum"])


QUESTIONS = (
    DesignQuestion(
        "winnable",
        "How often is a board won in time?",
        _won,
        {"good_least": 0.3, "good_most": 0.95, "bearable_least": 0.1, "bearable_most": 0.99},
        good="The limit is a challenge: {estimate} of boards are won in time.",
        low="The limit is too tight: {estimate} of boards are won in time.",
        high="The limit hardly matters: {estimate} of boards are won in time.",
    ),
    DesignQuestion(
        "gap",
        "How many moves more than the fewest possible?",
        _gap,
        {"good_most": 3, "bearable_most": 8},
        good="Close to the optimum: {estimate} more than the fewest possible, where a board is won.",
        high="Far from the optimum: {estimate} more than the fewest possible, where a board is won.",
        unit="moves",
    ),
    DesignQuestion(
        "spare",
        "How many moves does the limit leave above the optimum?",
        _spare,
        {"good_least": 1, "good_most": 5, "bearable_least": 0, "bearable_most": 8},
        good="The limit leaves room for a slip: {estimate} above the optimum.",
        low="The limit leaves no room: {estimate} above the optimum.",
        high="The limit is generous: {estimate} above the optimum.",
        unit="moves",
    ),
)

GAUGE = Gauge(
    OWN,
    measure,
    lead,
    lead_unit="cells",
    questions=QUESTIONS,
    minutes=(1, 15),
    seconds_a_move=6,
    knowledge=KNOWLEDGE,
    know=know,
)
