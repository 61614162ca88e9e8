"""What the moves of a puzzle are worth by the naive games: lists, loops, every move and every answer."""

from copy import copy, deepcopy
from typing import Any

from quincunx.puzzles.puzzle import Puzzle
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
    naive = GoblinsShown.__new__(GoblinsShown)
    naive.shown = puzzle.match().describe()["goblins"] + "?" * 8
    naive.variant, naive.size, naive.seed = options_of(puzzle), options_of(puzzle)["size"], 1
    naive.cells = [list(row) for row in puzzle.position["cells"]]
    naive.turn, naive.ply = puzzle.position["turn"], 0
    naive.status, naive.winner, naive.passes, naive.goblins_gone = "playing", None, 0, 0
    return {move: worst_lead(after, naive.turn) for move, after in swaps_of(naive).items()}


def swaps_of(naive: GoblinsShown) -> dict[str, GoblinsShown]:
    """The match after each swap. Only the cells of a match are lists, and a swap makes new ones."""
    found = {}
    for move, board in cascade.legal_swaps(naive.cells).items():
        after = found[move] = copy(naive)
        after.swap(board)
        after.turn = 3 - naive.turn
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
    naive = QueueShown.__new__(QueueShown)
    naive.variant = options_of(puzzle)
    naive.rows, naive.cols = naive.variant["rows"], naive.variant["cols"]
    naive.shown = puzzle.position["queue"]
    cells = [list(row) for row in puzzle.position["cells"]]
    return {
        mosaic.swap_text(swap): naive.resolve(mosaic.swapped(cells, swap), [0] * naive.cols)
        for swap in mosaic.legal_swaps(cells)
    }


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
