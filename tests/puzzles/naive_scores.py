"""What the moves of a puzzle are worth by the naive games: lists, loops, every move and every answer.

python -m tests.puzzles.naive_scores FILE     checks the puzzles of a file, as JSON lines
"""

import sys
from copy import copy, deepcopy
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

from quincunx.puzzles.puzzle import Puzzle, read_puzzles
from tests.naive import cascade, duel, flood, mosaic, pushmine

WON = 100


def options_of(puzzle: Puzzle) -> dict[str, Any]:
    return dict(puzzle.match().variant.model_dump(mode="json"))


def played(naive: Any, move: str) -> Any:
    after = deepcopy(naive)
    after.play(move)
    return after


def naive_scores(puzzle: Puzzle) -> dict[str, int]:
    return {"cascade": of_cascade, "duel": of_duel, "flood": of_flood, "mosaic": of_mosaic, "pushmine": of_pushmine}[
        puzzle.game
    ](puzzle)


def of_pushmine(puzzle: Puzzle) -> dict[str, int]:
    naive = pushmine.Naive(options_of(puzzle), 1)
    naive.setup(puzzle.position)
    plies = 2 * puzzle.length - 2
    return {move: int(forced(played(naive, move), plies, naive.turn)) for move in naive.legal()}


def forced(naive: pushmine.Naive, plies: int, seat: int) -> bool:
    if naive.status != "playing" or plies == 0:
        return naive.winner == seat
    outcomes = (forced(played(naive, move), plies - 1, seat) for move in naive.legal())
    return any(outcomes) if naive.turn == seat else all(outcomes)


def of_duel(puzzle: Puzzle) -> dict[str, int]:
    naive = duel.Naive(options_of(puzzle), 1)
    naive.setup(puzzle.position)
    return {move: final_lead(played(naive, move), naive.turn) for move in naive.legal()}


def final_lead(naive: duel.Naive, seat: int) -> int:
    if naive.status != "playing":
        tiles = naive.position()["tiles"]
        return int(tiles[seat - 1] - tiles[2 - seat])
    leads = [final_lead(played(naive, move), seat) for move in naive.legal()]
    return max(leads) if naive.turn == seat else min(leads)


class GoblinsShown(cascade.Naive):
    """A match of which only the next goblins are known."""

    shown: str

    def goblin_colour(self, g: int) -> str:
        return self.shown[g]


def of_cascade(puzzle: Puzzle) -> dict[str, int]:
    naive = goblins_before(puzzle, "")
    return {move: worst_lead(after, naive.turn) for move, after in swaps_of(naive).items()}


def goblins_before(puzzle: Puzzle, colours: str) -> GoblinsShown:
    """The position, with goblins of these colours behind those that can be seen."""
    naive = GoblinsShown.__new__(GoblinsShown)
    naive.shown = puzzle.match().describe()["goblins"] + colours + "?" * 8
    naive.variant, naive.size, naive.seed = options_of(puzzle), options_of(puzzle)["size"], 1
    naive.cells = [list(row) for row in puzzle.position["cells"]]
    naive.turn, naive.ply = puzzle.position["turn"], 0
    naive.status, naive.winner, naive.passes, naive.goblins_gone = "playing", None, 0, 0
    return naive


def swaps_of(naive: GoblinsShown) -> dict[str, GoblinsShown]:
    """The match after each swap. Only the cells of a match are lists, and a swap makes new ones."""
    found = {}
    for move, board in cascade.legal_swaps(naive.cells).items():
        after = found[move] = copy(naive)
        after.swap(board)
        after.turn, after.passes = 3 - naive.turn, 0
    return found


def worst_lead(naive: GoblinsShown, seat: int) -> int:
    """The lead of a seat after the other one's best answer. What comes after that answer changes no lead."""
    answers = swaps_of(naive).values() if naive.status == "playing" else ()
    return min((lead(after, seat) for after in answers), default=lead(naive, seat))


def lead(naive: GoblinsShown, seat: int) -> int:
    tokens = naive.tokens()
    won = 0 if naive.winner is None else WON if naive.winner == seat else -WON
    return tokens[seat - 1] - tokens[2 - seat] + won


class QueueShown(mosaic.Naive):
    """A match of which only the queue is known; nothing may fall that is not in it."""

    shown: list[str]

    def drop(self, column: int, d: int) -> str:
        return self.shown[column][d]


def of_mosaic(puzzle: Puzzle) -> dict[str, int]:
    naive = in_front_of(puzzle, QueueShown)
    cells = [list(row) for row in puzzle.position["cells"]]
    return {mosaic.swap_text(swap): points(naive, cells, swap) for swap in mosaic.legal_swaps(cells)}


def in_front_of(puzzle: Puzzle, kind: type[QueueShown]) -> Any:
    naive = kind.__new__(kind)
    naive.variant = options_of(puzzle)
    naive.rows, naive.cols = naive.variant["rows"], naive.variant["cols"]
    naive.shown = puzzle.position["queue"]
    return naive


def points(naive: QueueShown, cells: mosaic.Board, swap: mosaic.Swap) -> int:
    return naive.resolve(mosaic.swapped(cells, swap), [0] * naive.cols)


# On average, where not everything can be seen.


class QueueAndDraws(QueueShown):
    """A match with a queue, and drops behind it that are drawn when they fall."""

    draws: dict[tuple[int, int], str]
    random: Random

    def drop(self, column: int, d: int) -> str:
        if d < len(self.shown[column]):
            return self.shown[column][d]
        colours = mosaic.COLOURS[: self.variant["colours"]]
        return self.draws.setdefault((column, d), self.random.choice(colours))


def sampled_worths(puzzle: Puzzle, texts: list[str], samples: int) -> dict[str, list[int]]:
    """What these moves are worth in as many draws of what cannot be seen, the same draws for each."""
    of_game = {"mosaic": sampled_points, "cascade": sampled_leads}[puzzle.game]
    return of_game(puzzle, texts, samples)


def sampled_points(puzzle: Puzzle, texts: list[str], samples: int) -> dict[str, list[int]]:
    naive = in_front_of(puzzle, QueueAndDraws)
    naive.random = Random(puzzle.id)
    cells = [list(row) for row in puzzle.position["cells"]]
    swaps = {mosaic.swap_text(swap): swap for swap in mosaic.legal_swaps(cells)}
    found: dict[str, list[int]] = {text: [] for text in texts}
    for _ in range(samples):
        naive.draws = {}
        for text in texts:
            found[text].append(points(naive, cells, swaps[text]))
    return found


def sampled_leads(puzzle: Puzzle, texts: list[str], samples: int) -> dict[str, list[int]]:
    """The goblins that nobody has seen are green or violet: all four cases are searched once, and drawn often."""
    leads = {colours: leads_with(puzzle, texts, "".join(colours)) for colours in product("gv", repeat=2)}
    random = Random(puzzle.id)
    drawn = [(random.choice("gv"), random.choice("gv")) for _ in range(samples)]
    return {text: [leads[colours][text] for colours in drawn] for text in texts}


def leads_with(puzzle: Puzzle, texts: list[str], colours: str) -> dict[str, int]:
    naive = goblins_before(puzzle, colours)
    after = swaps_of(naive)
    return {text: lead_after(after[text], naive.turn, plies=2) for text in texts}


def lead_after(naive: GoblinsShown, seat: int, plies: int) -> int:
    """The lead of a seat after this many swaps of best play."""
    if naive.status != "playing" or plies == 0:
        return lead(naive, seat)
    leads = [lead_after(after, seat, plies - 1) for after in swaps_of(naive).values()]
    if not leads:
        return lead_after(passed(naive), seat, plies - 1)
    return max(leads) if naive.turn == seat else min(leads)


def passed(naive: GoblinsShown) -> GoblinsShown:
    """The match after a pass. Two in a row end it, and more tokens win."""
    after = copy(naive)
    after.turn, after.passes = 3 - naive.turn, naive.passes + 1
    if after.passes == 2:
        blue, orange = naive.tokens()
        after.status, after.winner = "over", None if blue == orange else 1 if blue > orange else 2
    return after


def interval(differences: list[int]) -> tuple[float, float]:
    """The 95 % interval of their mean."""
    width = 1.96 * stdev(differences) / len(differences) ** 0.5
    return fmean(differences) - width, fmean(differences) + width


def of_flood(puzzle: Puzzle) -> dict[str, int]:
    """Breadth first: all boards that one move reaches, then all that two moves reach."""
    naive = flood.Naive(options_of(puzzle) | {"limit": None}, puzzle.seed)
    naive.setup({name: value for name, value in puzzle.position.items() if name != "limit"})
    return {move: -moves_to_go(played(naive, move)) for move in naive.legal()}


def moves_to_go(naive: flood.Naive) -> int:
    boards = {_key(naive): naive}
    for made in range(100):
        if any(board.status == "won" for board in boards.values()):
            return made
        reached = [played(board, move) for board in boards.values() for move in board.legal()]
        boards = {_key(board): board for board in reached}
    raise AssertionError("no board takes that many moves")


def _key(naive: flood.Naive) -> str:
    return "".join(map("".join, naive.cells))


def must_be_right(puzzle: Puzzle) -> None:
    """The naive game finds the same scores, or on average the same best move."""
    if puzzle.verified == "fresh samples":
        must_be_best(puzzle)
        return
    scores = naive_scores(puzzle)
    assert {move: puzzle.score(move) for move in scores} == scores, puzzle.id
    assert set(puzzle.scores) <= set(scores)
    assert list(puzzle.answers) == sorted(move for move in scores if scores[move] == max(scores.values())), puzzle.id


SAMPLES = 1000
CLOSEST = 2
"""The margin is measured over the moves with the next best scores: every other one is further behind."""


def must_be_best(puzzle: Puzzle) -> None:
    (best,) = puzzle.answers
    others = sorted((move for move in puzzle.match().legal() if move != best), key=puzzle.score, reverse=True)
    worths = sampled_worths(puzzle, [best, *others[:CLOSEST]], SAMPLES)
    for other in others[:CLOSEST]:
        differences = [one - two for one, two in zip(worths[best], worths[other], strict=True)]
        assert interval(differences)[0] > 0, (puzzle.id, best, other)


if __name__ == "__main__":
    checked = list(read_puzzles(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()))
    for one in checked:
        must_be_right(one)
    print(f"{len(checked)} puzzles are right by the naive games")
