"""The metrics that every game has, read from stories. `sheet` has the same ones, compiled."""

from collections import Counter
from itertools import pairwise

from quincunx.engine.moves import count
from quincunx.engine.rules import hash, mid_turn, moves
from quincunx.measure.metric import Computed, Metric
from quincunx.measure.story import Story


def _lead_changes(story: Story) -> int:
    known = [leader for leader in story.leaders if leader]
    return sum(here != there for here, there in pairwise(known))


def _behind(story: Story) -> int | None:
    return story.leaders.count(3 - story.winner) if story.winner else None


def _settled(story: Story) -> int | None:
    """The ply at which the winner took the lead for good; the last one, if it never led before."""
    if not story.winner:
        return None
    others = [ply for ply, leader in enumerate(story.leaders) if leader != story.winner]
    return max(others, default=-1) + 1


def _comeback(story: Story) -> int | None:
    if not story.winner:
        return None
    sign = -1 if story.winner == 1 else 1
    return max([0, *(sign * lead for lead in story.leads)])


def _repeats(story: Story) -> int:
    seen: Counter[int] = Counter(hash(position) for position in story.positions if not mid_turn(position))
    return sum(number - 1 for number in seen.values())


def _cycle(story: Story) -> int:
    longest, last = 0, dict[int, int]()
    for ply, position in enumerate(story.positions):
        if mid_turn(position):
            continue
        key = hash(position)
        longest = max(longest, ply - last.get(key, ply))
        last[key] = ply
    return longest


def _covered(story: Story) -> int:
    """Compared by what people see: the characters of the board."""
    boards = ["".join(story.cells(position)) for position in story.positions]
    cells = range(len(boards[0]))
    return sum(any(here[cell] != there[cell] for here, there in pairwise(boards)) for cell in cells)


def _choices(story: Story) -> list[int]:
    return [count(moves(turn.before)) for turn in story.turns]


COMMON_METRICS: tuple[Metric, ...] = (
    Computed("plies", "the length of the match", "plies", compute=lambda story: len(story.turns)),
    Computed(
        "result",
        "1 and 2: the seat that won, 3: a draw, 4: lost, 0: not over",
        most=4,
        compute=lambda story: int(story.last.result),
    ),
    Computed("choices", "legal moves, all turns together", "moves", compute=lambda story: sum(_choices(story))),
    Computed("forced", "turns with one legal move", "plies", compute=lambda story: _choices(story).count(1)),
    Computed("lead_changes", "how often the lead passed to the other side", "times", compute=_lead_changes),
    Computed("behind", "drama: plies that the winner spent behind", "plies", compute=_behind),
    Computed("settled", "decisiveness: the ply from which the winner never lost the lead", "ply", compute=_settled),
    Computed("comeback", "the largest lead that the winner overcame", "points of the evaluation", compute=_comeback),
    Computed("repeats", "turns that led to a position which had occurred before", "plies", compute=_repeats),
    Computed("longest_cycle", "the most plies between two occurrences of a position", "plies", compute=_cycle),
    Computed("covered", "cells that changed at least once", "cells", compute=_covered),
)
"""In the order of their slots."""
